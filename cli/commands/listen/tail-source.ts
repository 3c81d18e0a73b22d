import { type TailState, Wigwag } from '@wigwag/sdk';
import type { Settings } from '../../settings/settings.ts';
import type { Kinds } from './filter.ts';
import type { Source } from './source.ts';

export interface TailFlags extends Kinds {
  lastEventId?: string;
}

/** The account's events as the server tells them. */
export const tailSource =
  (settings: Settings, options: TailFlags): Source =>
  async ({ log, take, say, stop }) => {
    let failures = 0;
    const events = new Wigwag(settings).events({
      ...options,
      signal: stop,
      onConnect(state) {
        const wasDown = failures > 1;
        failures = 0;
        const note = noteOf(state, wasDown);
        log.missed += state.reconnected ? state.missed : 0;
        log.connect({ state: 'listening', ...(note !== '' && { note }) });
        if (!state.reconnected) {
          say(`listening to the events of ${settings.baseUrl}. Stop with Ctrl-C.`);
        }
        if (note !== '') {
          say(note);
        }
      },
      onDisconnect({ message }) {
        failures += 1;
        const problem = message.split('\n')[0] ?? '';
        log.connect({
          state: 'cut off',
          since: log.connection.state === 'cut off' ? log.connection.since : new Date(),
          problem,
        });
        // What the first try mends has cost nothing.
        if (failures === 2) {
          say(`${problem} Trying again until it comes back; nothing is lost.`);
        }
      },
    });
    for await (const event of events) {
      await take({
        rawBody: JSON.stringify(event),
        result: { event },
        signed: false,
        attempt: event.attempt,
      });
    }
  };

/** What is worth telling when it has been connected. */
function noteOf({ missed, gap, reconnected }: TailState, wasDown: boolean): string {
  const waiting = missed === 1 ? '1 event was missed and follows' : `${missed} events were missed and follow`;
  return [
    ...(missed > 0 || wasDown
      ? [`${reconnected ? 'connected again; ' : ''}${missed > 0 ? waiting : 'nothing was missed'}.`]
      : []),
    ...(gap ? ['some events are gone: they happened so long ago that the server does not keep them any more.'] : []),
  ].join(' ');
}

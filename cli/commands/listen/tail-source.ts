import type { TailState } from '@wigwag/sdk';
import { createClient } from '../../client/create-client.ts';
import { app } from '../../program/context/version.ts';
import type { Settings } from '../../settings/settings.ts';
import type { EventKinds } from './filter.ts';
import type { EventSource } from './source.ts';

export interface TailFlags extends EventKinds {
  lastEventId?: string;
}

/** Follows the account's event stream. */
export const tailSource =
  (settings: Settings, options: TailFlags): EventSource =>
  async ({ log, take, say, stop }) => {
    let failures = 0;
    const events = createClient({ ...settings, app: app() }).events({
      ...options,
      signal: stop,
      onConnect(state) {
        const wasDown = failures > 1;
        failures = 0;
        const note = noteOf(state, wasDown);
        log.missed += state.reconnected ? state.missed : 0;
        log.connect({ state: 'listening', ...(note !== '' && { note }) });
        if (!state.reconnected) {
          say(`listening to the events of ${settings.baseUrl}. Press Ctrl-C to stop.`);
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
        // A first failure is not reported, because the next attempt usually succeeds.
        if (failures === 2) {
          say(`${problem} Retrying until the server is back; no events are lost.`);
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

/** Returns the note to show after a reconnection. */
function noteOf({ missed, gap, reconnected }: TailState, wasDown: boolean): string {
  const waiting = missed === 1 ? '1 event was missed and follows' : `${missed} events were missed and follow`;
  return [
    ...(missed > 0 || wasDown
      ? [`${reconnected ? 'connected again; ' : ''}${missed > 0 ? waiting : 'nothing was missed'}.`]
      : []),
    ...(gap ? ['some events are lost: the server no longer stores them.'] : []),
  ].join(' ');
}

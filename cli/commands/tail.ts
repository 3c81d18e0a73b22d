import { once } from 'node:events';
import { type components, type TailState, Wigwag } from '@wigwag/sdk';
import { eventLine } from '../event-line.ts';
import { readSettings } from '../settings.ts';
import { untilStopped } from '../signals.ts';

type Schemas = components['schemas'];

export interface TailFlags {
  events?: Schemas['EventName'][];
  channel?: Schemas['Channel'];
  lastEventId?: string;
  baseUrl?: string;
  json?: boolean;
}

/** `wigwag listen`: shows the account's events as they happen, until it is told to stop. */
export async function runTail({ json, baseUrl, ...options }: TailFlags): Promise<void> {
  const settings = readSettings(baseUrl === undefined ? {} : { baseUrl }, process.env);
  const stop = new AbortController();
  void untilStopped().then(() => stop.abort());
  let failures = 0;
  const events = new Wigwag(settings).events({
    ...options,
    signal: stop.signal,
    onConnect(state) {
      const wasDown = failures > 1;
      failures = 0;
      for (const line of connected(state, wasDown, settings.baseUrl)) {
        process.stderr.write(`${line}\n`);
      }
    },
    onDisconnect({ message }) {
      failures += 1;
      // What the first try mends has cost nothing.
      if (failures === 2) {
        process.stderr.write(`${message.split('\n')[0]} Trying again until it comes back; nothing is lost.\n`);
      }
    },
  });
  for await (const event of events) {
    const line = json ? JSON.stringify(event) : `${event.created_at.slice(11, 23)}   ${eventLine(event)}`;
    await print(line, stop.signal);
  }
}

function connected({ missed, gap, reconnected }: TailState, wasDown: boolean, baseUrl: string): string[] {
  const waiting = missed === 1 ? '1 event was missed and follows' : `${missed} events were missed and follow`;
  return [
    ...(reconnected ? [] : [`listening to the events of ${baseUrl}. Stop with Ctrl-C.`]),
    ...(missed > 0 || wasDown
      ? [`${reconnected ? 'connected again; ' : ''}${missed > 0 ? waiting : 'nothing was missed'}.`]
      : []),
    ...(gap ? ['some events are gone: they happened so long ago that the server does not keep them any more.'] : []),
  ];
}

/** Waits for a slow reader of stdout: the server keeps meanwhile what it cannot take. */
async function print(line: string, stopped: AbortSignal): Promise<void> {
  if (!process.stdout.write(`${line}\n`)) {
    await once(process.stdout, 'drain', { signal: stopped }).catch(() => {});
  }
}

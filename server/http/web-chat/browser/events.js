// @ts-check
import { call } from './visitor.js';

/** In milliseconds. The server sends a heartbeat every 15 seconds. */
export const SILENCE = 40_000;

/**
 * Reads one event stream until `take` returns true.
 *
 * @param {number | undefined} after the page's position; undefined if it has no messages yet
 * @param {AbortSignal} signal
 * @param {(event: string | undefined, data: any) => boolean} take gets each event, and each heartbeat without a name; true ends the stream
 * @throws if the stream cannot be opened, ends, sends no heartbeat or breaks
 */
export async function readEvents(after, signal, take) {
  const cutting = new AbortController();
  const cut = () => cutting.abort();
  signal.addEventListener('abort', cut);
  let watchdog = setTimeout(cut, SILENCE);
  try {
    signal.throwIfAborted();
    const headers = after === undefined ? undefined : { 'last-event-id': String(after) };
    const response = await call('events', { signal: cutting.signal, ...(headers && { headers }) });
    const isStream = response.ok && response.headers.get('content-type')?.startsWith('text/event-stream');
    const reader = isStream && response.body?.pipeThrough(new TextDecoderStream()).getReader();
    if (!reader) {
      throw new Error(`GET events answered ${response.status}`);
    }
    for (let rest = ''; ; ) {
      const { done, value } = await reader.read();
      if (done) {
        throw new Error('the stream has ended');
      }
      clearTimeout(watchdog);
      watchdog = setTimeout(cut, SILENCE);
      const frames = (rest + value).split('\n\n');
      rest = frames.pop() ?? '';
      for (const frame of frames) {
        const { event, data } = Object.fromEntries(frame.split('\n').map((line) => line.split(/: (.*)/s)));
        if (take(event, data && JSON.parse(data))) {
          return;
        }
      }
    }
  } finally {
    clearTimeout(watchdog);
    signal.removeEventListener('abort', cut);
    cut();
  }
}

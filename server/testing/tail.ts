import { once } from 'node:events';
import { type AddressInfo, createServer, connect as dial, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

/** One frame as it is sent, by field name. */
type Frame = Record<string, string>;

/** A client of the event stream that stores everything it receives. */
interface TailClient {
  status: number;
  headers: Record<string, string>;
  /** The error of a refused stream. */
  // biome-ignore lint/suspicious/noExplicitAny: tests read what they expect
  body: any;
  frames: Frame[];
  /** The envelopes received so far. */
  // biome-ignore lint/suspicious/noExplicitAny: tests read what they expect
  events(): any[];
  /** Resolves when this many frames have arrived; rejects if the stream ends before that. */
  until(count: number): Promise<Frame[]>;
  /** Resolves when the server has ended the stream. */
  ended: Promise<unknown>;
  close(): void;
}

/** Opens an event stream and reads it. A refused stream has the error as its body. */
export async function tail(
  origin: string,
  key: string | null,
  { query = '', headers = {} }: { query?: string; headers?: Record<string, string> } = {},
): Promise<TailClient> {
  const abort = new AbortController();
  const response = await fetch(`${origin}/developers/events${query}`, {
    headers: { ...(key !== null && { authorization: `Bearer ${key}` }), ...headers },
    signal: abort.signal,
  });
  onTestFinished(() => abort.abort());
  const frames: Frame[] = [];
  const waiting = new Set<() => void>();
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream');
  const body = isStream ? undefined : await response.json();
  let over = !isStream;
  const ended = isStream
    ? readFrames(response, (frame) => {
        frames.push(frame);
        waiting.forEach((look) => void look());
      })
        .catch((error: Error) => error)
        .finally(() => {
          over = true;
          waiting.forEach((look) => void look());
        })
    : Promise.resolve();
  return {
    status: response.status,
    headers: Object.fromEntries(response.headers),
    body,
    frames,
    events: () => frames.filter(({ data, event }) => data !== undefined && event === undefined).map(envelope),
    until: (count) =>
      new Promise((resolve, reject) => {
        const look = () => {
          if (frames.length >= count) {
            waiting.delete(look);
            resolve(frames);
          } else if (over) {
            reject(new Error(`the tail ended after ${frames.length} frames: ${JSON.stringify(body ?? frames)}`));
          }
        };
        waiting.add(look);
        look();
      }),
    ended,
    close: () => abort.abort(),
  };
}

const envelope = ({ data = '' }: Frame): unknown => JSON.parse(data);

async function readFrames(response: Response, onFrame: (frame: Frame) => void): Promise<void> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk, { stream: true });
    const complete = text.split('\n\n');
    text = complete.pop() ?? '';
    for (const frame of complete) {
      onFrame(Object.fromEntries(frame.split('\n').map((line) => splitAt(line, line.indexOf(':')))));
    }
  }
}

const splitAt = (line: string, at: number): [string, string] => [line.slice(0, at), line.slice(at + 1).trimStart()];

/**
 * Starts a proxy between the client and the server that can cut connections or silently drop their data. Dropped data
 * stays lost, even after new connections work again.
 */
export async function createProxy(target: string) {
  const { hostname, port } = new URL(target);
  const sockets = new Set<Socket>();
  let isSwallowing = false;
  let unwanted: string | undefined;
  // Dropped data gets no response, not even the end of a connection.
  const server = createServer({ allowHalfOpen: true }, (client) => {
    const upstream = dial(Number(port), hostname);
    upstream.on('data', (bytes) => {
      if (unwanted !== undefined && bytes.includes(unwanted)) {
        unwanted = undefined;
        client.resetAndDestroy();
      }
    });
    for (const [one, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(one);
      if (isSwallowing) {
        one.resume();
      } else {
        one.pipe(other);
      }
      one.on('error', () => {});
      one.on('close', () => {
        sockets.delete(one);
        other.destroy();
      });
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const cut = () => sockets.forEach((socket) => void socket.resetAndDestroy());
  const swallow = (isOn: boolean) => {
    isSwallowing = isOn;
    if (isOn) {
      sockets.forEach((socket) => void socket.unpipe().resume());
    }
  };
  /** Cuts the connection of the next response that contains this text, and drops the response. */
  const cutBefore = (text: string) => {
    unwanted = text;
  };
  onTestFinished(() => {
    cut();
    server.close();
  });
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, cut, swallow, cutBefore };
}

import { pageProblem } from '../foreign-request.ts';
import { breakOff, type Incoming, type Outgoing, readRequest } from '../http.ts';
import { type MockProxy, type ProxyOptions, startProxy } from '../proxy/proxy.ts';
import { type Clock, realClock } from '../world/clock.ts';
import { lineOf } from './cassette.ts';
import { Redactor } from './redactor.ts';
import { overNetwork, type RawRequest, type RawResponse, writeResponse } from './wire.ts';

export interface RecordOptions extends ProxyOptions {
  /** Gets each line of the cassette, redacted, in the order in which exchanges end. */
  write(line: string): void;
  /** Where requests go, such as a mock's URL. @default Meta */
  to?: string;
  /** The app's address. Requests to the recorder itself are callbacks for it. */
  callbackUrl?: string;
  /** @default the machine's time */
  clock?: Clock;
}

export interface Recorder extends MockProxy {
  /** The number of recorded exchanges so far. */
  readonly count: number;
  /** @throws the first error of `write` */
  close(): Promise<void>;
}

const text = (status: number, value: string): RawResponse => ({
  status,
  headers: { 'content-type': 'text/plain' },
  bytes: Buffer.from(`${value}\n`),
});

/**
 * Starts a forward proxy. It forwards requests to Meta's Graph hosts and callbacks to the app, and writes both as a
 * redacted cassette.
 */
export async function startRecorder(options: RecordOptions): Promise<Recorder> {
  const { write, to, callbackUrl, clock = realClock } = options;
  const began = clock.now();
  const redactor = new Redactor(began);
  const network = overNetwork();
  // Redact one exchange at a time, so that placeholders are numbered in the order of the lines.
  let writing = Promise.resolve();
  let failure: unknown;
  let count = 0;
  write(lineOf({ cassette: 1, recorded_at: new Date(began).toISOString() }));

  /** Forwards one request, records it with its response, and returns the response. */
  const pass = async (kind: 'request' | 'callback', request: RawRequest, target: URL, outgoing: Outgoing) => {
    const at = clock.now() - began;
    const response = await network.send({ ...request, url: target }).catch((error: Error) => error);
    const took = clock.now() - began - at;
    const answer = response instanceof Error ? null : response;
    writing = writing
      .then(async () => {
        write(lineOf(await redactor.exchange({ kind, at, took, request, response: answer })));
        count += 1;
      })
      // The exchange has happened, so the app still gets the response. `close` throws the error.
      .catch((error: unknown) => {
        failure ??= error;
      });
    // Record before responding, because the app may stop the recorder when it has the response.
    await writing;
    writeResponse(outgoing, answer ?? text(502, `${target.host} cannot be reached: ${reasonOf(response as Error)}`));
  };

  const forward = (scheme: 'http' | 'https') => (incoming: Incoming, outgoing: Outgoing) =>
    guarded(outgoing, async () => {
      const request = await readRequest(incoming, scheme);
      const { pathname, search, host } = request.url;
      // Use TLS to Meta, even if the app's request to the proxy did not.
      const target = new URL(`${to?.replace(/\/$/, '') ?? `https://${host}`}${pathname}${search}`);
      // A mock recognizes Instagram by the host.
      await pass('request', { ...request, headers: { ...request.headers, host } }, target, outgoing);
    });

  const relay = (incoming: Incoming, outgoing: Outgoing) =>
    guarded(outgoing, async () => {
      // Through a tunnel, requests have any host, so only pages are refused.
      const problem = pageProblem(incoming);
      if (problem !== undefined) {
        writeResponse(outgoing, text(403, problem));
        return;
      }
      const request = await readRequest(incoming, 'http');
      if (callbackUrl === undefined) {
        writeResponse(outgoing, text(404, 'This recorder does not forward callbacks. Start it with --callback-url.'));
        return;
      }
      const target = new URL(callbackUrl);
      for (const [name, value] of request.url.searchParams) {
        target.searchParams.append(name, value);
      }
      await pass('callback', { ...request, headers: { ...request.headers, host: target.host } }, target, outgoing);
    });

  const proxy = await startProxy({ answer: forward, own: relay }, options);
  return {
    ...proxy,
    get count() {
      return count;
    },
    close: async () => {
      await proxy.close();
      await writing;
      await network.close();
      if (failure !== undefined) {
        throw failure;
      }
    },
  };
}

function guarded(outgoing: Outgoing, run: () => Promise<void>): void {
  run().catch((error: Error) => {
    if (outgoing.headersSent) {
      breakOff(outgoing);
    } else {
      writeResponse(outgoing, text(500, `The request could not be forwarded: ${error.message}`));
    }
  });
}

const reasonOf = (error: Error) => (error as NodeJS.ErrnoException).code ?? error.message;

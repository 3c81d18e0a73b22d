import type { Client } from 'openapi-fetch';
import { checkOptions } from '#checks';
import type { paths } from '../generated/types.ts';
import type { Schemas } from '../operation-types.ts';
import type { ExtraHeaders } from '../options.ts';
import { ApiError, throwRefusal } from '../request/api-error.ts';
import { ConnectionError, lost, UnexpectedAnswerError } from '../request/connection-error.ts';
import { mergedHeaders } from '../request/merged-headers.ts';
import { pause } from '../request/pause.ts';
import type { AnyRequest } from '../request/request.ts';
import { withTimeout } from '../request/with-timeout.ts';
import { eventReader, type StreamState } from './event-stream.ts';
import { stoppable } from './stoppable.ts';
import { FIRST_RETRY, FIRST_SILENCE, LONGEST_RETRY, LONGEST_WAIT, SHORTEST_RETRY, SIGNS_LEFT_OUT } from './times.ts';
import type { WebhookEvent } from './webhook-event.ts';

/** The state of a tail after it connects, for the first time or again. */
export interface TailState {
  /** Number of events since `lastEventId`; they come next. */
  missed: number;
  /** Whether the server no longer has some of the events since then. This tail has lost them. */
  gap: boolean;
  /** Whether this is not the first connection of the tail. */
  reconnected: boolean;
}

/** Options for `events()`. */
export interface TailOptions {
  /** Resume after the event with this `id`; `0` starts with the oldest stored event. @default only new events */
  lastEventId?: string | undefined;
  /** The kinds of events to receive. @default every kind */
  events?: readonly Schemas['EventName'][] | undefined;
  /** The channel whose events to receive. @default every channel */
  channel?: Schemas['Channel'] | undefined;
  /** Milliseconds before reconnecting; doubled with each failure. @default the server's value: 1000 */
  retry?: number | undefined;
  /** Ends the iteration, without an error. */
  signal?: AbortSignal | undefined;
  /** Headers of each connection; each replaces the client's header of that name. @default those of the client */
  headers?: ExtraHeaders | undefined;
  /** Called before the events of each connection. */
  onConnect?: ((state: TailState) => void) | undefined;
  /** Called when the connection is lost, with the milliseconds until the next attempt. */
  onDisconnect?: ((problem: Error, wait: number) => void) | undefined;
}

type Events = AsyncGenerator<WebhookEvent, void, undefined>;

/**
 * Returns the account's events as they happen, each exactly once. After a lost connection, it reconnects and resumes,
 * until the loop ends, `signal` aborts or the server refuses.
 *
 * @throws {ConnectionError} if the first connection fails, or if a frame is not an event
 * @throws {ApiError} if the server refuses the first connection, or permanently refuses a later one
 * @throws {TypeError} if an option is unknown or invalid
 */
export function tail(client: Client<paths>, baseUrl: string, options: TailOptions = {}): Events {
  checkOptions('events', options);
  return stoppable(options.signal, (signal) =>
    reconnecting(options, signal, (lastEventId, signal) =>
      (client.request as unknown as AnyRequest)('get', '/developers/events', {
        // The event stream is next to the versioned API, not in it.
        baseUrl: baseUrl.replace(/(\/api\/v1)?\/*$/, ''),
        params: {
          query: { events: options.events?.join(), channel: options.channel },
          header: { 'last-event-id': lastEventId },
        },
        headers: mergedHeaders(options.headers),
        parseAs: 'stream',
        signal,
      }),
    ),
  );
}

type Open = (lastEventId: string | undefined, signal: AbortSignal) => ReturnType<AnyRequest>;

/** The state of the stream across connections. */
interface TailProgress extends StreamState {
  connected: boolean;
  /** Consecutive failures. */
  failures: number;
}

async function* reconnecting(options: TailOptions, signal: AbortSignal, open: Open): Events {
  const { lastEventId, retry } = options;
  const place: TailProgress = { lastEventId, connected: false, failures: 0 };
  while (!signal.aborted) {
    try {
      yield* connection(place, options, signal, open);
    } catch (problem) {
      if (signal.aborted) {
        return;
      }
      if (!place.connected || !isTransient(problem)) {
        throw problem;
      }
      const first = retry ?? Math.max(place.retry ?? FIRST_RETRY, SHORTEST_RETRY);
      // The wait doubles after each consecutive failure. Jitter keeps clients from reconnecting at the same moment.
      const own = Math.round(Math.min(first * 2 ** place.failures++, LONGEST_RETRY) * (0.5 + Math.random() / 2));
      const asked = (problem as Partial<ApiError>).retryAfter ?? 0;
      const wait = Math.min(Math.max(own, asked * 1_000), LONGEST_WAIT);
      options.onDisconnect?.(problem, wait);
      await pause(wait, signal);
    }
  }
}

/** Returns whether a later connection may succeed. After a reconnection, a frame that is not JSON arrives unchanged. */
const isTransient = (error: unknown): error is Error =>
  error instanceof ApiError
    ? error.http === 429 || error.http >= 500
    : error instanceof ConnectionError && !(error.cause instanceof SyntaxError);

/**
 * Yields the events of one connection. It always ends with an error, even if the caller stops it.
 *
 * @throws {ApiError | ConnectionError}
 */
async function* connection(place: TailProgress, { onConnect }: TailOptions, signal: AbortSignal, open: Open): Events {
  const control = new AbortController();
  let silence = FIRST_SILENCE;
  /** Measures silence only while waiting for data: a slow reader does not mean that the server is dead. */
  const orSilence = <T>(wait: () => Promise<T>): Promise<T> =>
    withTimeout(silence, () => `no data for ${silence / 1_000} s`, signal, wait).catch((error) => {
      throw lost('The connection was lost', error);
    });
  let reader: ReadableStreamDefaultReader<Uint8Array> | undefined;
  try {
    const { data, error, response } = await orSilence(() => open(place.lastEventId, control.signal));
    throwRefusal(error, response);
    if (!data || !/^text\/event-stream/.test(String(response.headers.get('content-type')))) {
      throw new UnexpectedAnswerError(response);
    }
    const source = (data as ReadableStream<Uint8Array>).getReader();
    reader = source;
    const decoder = new TextDecoder();
    const eventsIn = eventReader(place);
    for (;;) {
      const { done, value } = await orSilence(() => source.read());
      if (done) {
        throw lost('The connection was lost', 'the stream ended');
      }
      for (const { event, data } of eventsIn(decoder.decode(value, { stream: true }))) {
        signal.throwIfAborted();
        if (event === 'ready') {
          const { missed, gap, heartbeat_seconds } = parsed<TailState & { heartbeat_seconds: number }>(data, response);
          silence = heartbeat_seconds * SIGNS_LEFT_OUT * 1_000 || FIRST_SILENCE;
          onConnect?.({ missed, gap, reconnected: place.connected });
          place.connected = true;
          place.failures = 0;
        } else if (event === 'message') {
          yield parsed<WebhookEvent>(data, response);
        }
      }
    }
  } finally {
    control.abort();
    reader?.cancel().catch(() => {});
  }
}

/** @throws {UnexpectedAnswerError} */
function parsed<T>(text: string, response: Response): T {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new UnexpectedAnswerError(response, error);
  }
}

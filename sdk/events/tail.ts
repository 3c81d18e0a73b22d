import type { Client } from 'openapi-fetch';
import { checkOptions } from '#checks';
import type { paths } from '../generated/types.ts';
import type { Schemas } from '../operation-types.ts';
import type { ExtraHeaders } from '../options.ts';
import { ApiError, throwRefusal } from '../request/api-error.ts';
import { ConnectionError, lost, UnexpectedAnswerError } from '../request/connection-error.ts';
import { pause } from '../request/pause.ts';
import type { AnyRequest } from '../request/request.ts';
import { withTimeout } from '../request/with-timeout.ts';
import { eventReader, type StreamState } from './event-stream.ts';
import type { WebhookEvent } from './webhook-event.ts';

/** How it is when a tail has been connected, for the first time or again. */
export interface TailState {
  /** How many events happened since `lastEventId`; they come next. */
  missed: number;
  /** Some that happened since are not kept any more: they are lost to this tail. */
  gap: boolean;
  /** Whether this is not the first connection of the tail. */
  reconnected: boolean;
}

/** Options of `events()`. */
export interface TailOptions {
  /** Go on behind the event with this `id`; `0` begins with the oldest that is kept. @default what happens from now on */
  lastEventId?: string | undefined;
  /** The kinds of events to hear of. @default every kind */
  events?: readonly Schemas['EventName'][] | undefined;
  /** Whose messages to hear of. @default every channel */
  channel?: Schemas['Channel'] | undefined;
  /** Milliseconds before a lost connection is tried again; doubled with each failure. @default what the server asks for: 1000 */
  retry?: number | undefined;
  /** Ends the iteration, without an error. */
  signal?: AbortSignal | undefined;
  /** Headers of each connection; each replaces the client's header of that name. @default those of the client */
  headers?: ExtraHeaders | undefined;
  /** Called before the events of each connection. */
  onConnect?: ((state: TailState) => void) | undefined;
  /** Called when a connection was lost, before it is tried again after so many milliseconds. */
  onDisconnect?: ((problem: Error, wait: number) => void) | undefined;
}

type Events = AsyncGenerator<WebhookEvent, void, undefined>;

const FIRST_RETRY = 1_000;
const LONGEST_RETRY = 10_000;
/** A server that asks for less is not knocked at more often. */
const SHORTEST_RETRY = 100;
/** A server that asks for more is asked again all the same. */
const LONGEST_WAIT = 300_000;
/** Until the server has said how often it gives a sign of life, in milliseconds. */
const FIRST_SILENCE = 30_000;
/** A server that leaves out so many signs of life is taken for gone. */
const SIGNS_LEFT_OUT = 3;

/**
 * The account's events as they happen, each exactly once. A lost connection is opened again, where it broke off, until the loop
 * ends, `signal` aborts or the server refuses.
 *
 * @throws {ConnectionError} when the first connection cannot be had, or what came is no event
 * @throws {ApiError} when the server refuses the first connection, or a later one for good
 * @throws {TypeError} when an option is unknown or wrong
 */
export function tail(client: Client<paths>, baseUrl: string, options: TailOptions = {}): Events {
  checkOptions('events', options);
  const left = new AbortController();
  const signal = AbortSignal.any([left.signal, ...(options.signal ? [options.signal] : [])]);
  const events = reconnecting(options, signal, (lastEventId, signal) =>
    (client.request as unknown as AnyRequest)('get', '/developers/events', {
      // It stands beside the versioned API, not in it.
      baseUrl: baseUrl.replace(/(\/api\/v1)?\/*$/, ''),
      params: {
        query: { events: options.events?.join(), channel: options.channel },
        header: { 'last-event-id': lastEventId },
      },
      headers: options.headers,
      parseAs: 'stream',
      signal,
    }),
  );
  const finish = events.return.bind(events);
  return Object.assign(events, {
    // A generator itself would not hear of it before the event that it waits for.
    return: (value: undefined) => {
      left.abort();
      return finish(value);
    },
  });
}

type Open = (lastEventId: string | undefined, signal: AbortSignal) => ReturnType<AnyRequest>;

/** What is known of the stream beyond one connection. */
interface Place extends StreamState {
  connected: boolean;
  /** In a row. */
  failures: number;
}

async function* reconnecting(options: TailOptions, signal: AbortSignal, open: Open): Events {
  const { lastEventId, retry } = options;
  const place: Place = { lastEventId, connected: false, failures: 0 };
  while (!signal.aborted) {
    try {
      yield* connection(place, options, signal, open);
    } catch (problem) {
      if (signal.aborted) {
        return;
      }
      if (!place.connected || !mayPass(problem)) {
        throw problem;
      }
      const first = retry ?? Math.max(place.retry ?? FIRST_RETRY, SHORTEST_RETRY);
      // Twice as long after each failure in a row, and not everybody at the same instant.
      const own = Math.round(Math.min(first * 2 ** place.failures++, LONGEST_RETRY) * (0.5 + Math.random() / 2));
      const asked = (problem as Partial<ApiError>).retryAfter ?? 0;
      const wait = Math.min(Math.max(own, asked * 1_000), LONGEST_WAIT);
      options.onDisconnect?.(problem, wait);
      await pause(wait, signal);
    }
  }
}

/** Whether a connection that is refused now may be had later. What is no JSON will be none the next time, either. */
const mayPass = (error: unknown): error is Error =>
  error instanceof ApiError
    ? error.http === 429 || error.http >= 500
    : error instanceof ConnectionError && !(error.cause instanceof SyntaxError);

/** The events of one connection; it ends with an error, also when it is told to. @throws {ApiError | ConnectionError} */
async function* connection(place: Place, { onConnect }: TailOptions, signal: AbortSignal, open: Open): Events {
  const control = new AbortController();
  let silence = FIRST_SILENCE;
  /** Only while something is waited for: a reader that takes its time has not lost the server. */
  const orSilence = <T>(wait: () => Promise<T>): Promise<T> =>
    withTimeout(silence, () => `nothing came for ${silence / 1_000} s`, signal, wait).catch((error) => {
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

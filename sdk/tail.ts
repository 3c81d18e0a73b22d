import { ApiError, apiErrorOf, refusalIn } from './api-error.ts';
import { ConnectionError, problemOf, UnexpectedAnswerError } from './connection-error.ts';
import { EventStreamParser, type StreamedEvent } from './event-stream.ts';
import type { Schemas } from './operation-types.ts';
import { pause } from './pause.ts';
import { requireNumber } from './require-number.ts';
import type { WebhookEvent } from './webhook-event.ts';
import { within } from './within.ts';

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
  /** Called before the events of each connection. */
  onConnect?: ((state: TailState) => void) | undefined;
  /** Called when a connection was lost, before it is tried again after so many milliseconds. */
  onDisconnect?: ((problem: Error, wait: number) => void) | undefined;
}

/** Asks for the stream. @throws whatever fetch throws */
export type OpenTail = (headers: Record<string, string>, signal: AbortSignal) => Promise<Response>;

/** How a tail of this client asks for its stream, which stands beside the versioned API, not in it. */
export function openTail(
  baseUrl: string,
  { events, channel }: TailOptions,
  ask: (url: string, headers: Record<string, string>, signal: AbortSignal) => Promise<Response>,
): OpenTail {
  const query = new URLSearchParams({ ...(events && { events: events.join(',') }), ...(channel && { channel }) });
  const url = `${baseUrl.replace(/(\/api\/v1)?\/*$/, '')}/developers/events`;
  return (headers, signal) => ask(query.size === 0 ? url : `${url}?${query}`, headers, signal);
}

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
 * @throws {ConnectionError} when the first connection cannot be had
 * @throws {ApiError} when the server refuses the first connection, or a later one for good
 */
export async function* tail(open: OpenTail, options: TailOptions): AsyncGenerator<WebhookEvent, void, undefined> {
  const { signal } = options;
  requireNumber('retry', options.retry ?? FIRST_RETRY, 1);
  const place: Place = { lastEventId: options.lastEventId, retry: FIRST_RETRY };
  let connected = false;
  let failures = 0;
  while (!signal?.aborted) {
    let problem: Error;
    try {
      for await (const { event, data } of framesOf(open, place, signal)) {
        if (event === 'ready') {
          const { missed, gap } = JSON.parse(data) as TailState;
          options.onConnect?.({ missed, gap, reconnected: connected });
          connected = true;
          failures = 0;
        } else if (event === 'message') {
          yield JSON.parse(data) as WebhookEvent;
        }
        if (signal?.aborted) {
          return;
        }
      }
      problem = new ConnectionError('The server ended the stream.');
    } catch (error) {
      if (signal?.aborted) {
        return;
      }
      if (!connected || !mayPass(error)) {
        throw error;
      }
      problem = error;
    }
    const retry = options.retry ?? Math.max(place.retry, SHORTEST_RETRY);
    const wait = Math.min(Math.max(backOff(retry, failures), retryAfterOf(problem)), LONGEST_WAIT);
    failures += 1;
    options.onDisconnect?.(problem, wait);
    await pause(wait, signal);
  }
}

/** Twice as long after each failure in a row, and not everybody at the same instant. */
const backOff = (retry: number, failures: number): number =>
  Math.round(Math.min(retry * 2 ** failures, LONGEST_RETRY) * (0.5 + Math.random() / 2));

const retryAfterOf = (problem: Error): number => (problem instanceof ApiError ? (problem.retryAfter ?? 0) * 1_000 : 0);

/** Whether a connection that is refused now may be had later. */
const mayPass = (error: unknown): error is Error =>
  error instanceof ConnectionError || (error instanceof ApiError && (error.http === 429 || error.http >= 500));

/** What is known of the stream beyond one connection. */
interface Place {
  lastEventId: string | undefined;
  retry: number;
}

/** The frames of one connection, until it ends. @throws {ApiError | ConnectionError} */
async function* framesOf(open: OpenTail, place: Place, signal: AbortSignal | undefined): AsyncGenerator<StreamedEvent> {
  const connection = new AbortController();
  const abort = () => connection.abort();
  signal?.addEventListener('abort', abort);
  let silence = FIRST_SILENCE;
  /** Only while something is waited for: a reader that takes its time has not lost the server. */
  const orSilence = <T>(waiting: Promise<T>): Promise<T> =>
    within(
      silence,
      () => new Error(`the server has been silent for ${silence / 1_000} s`),
      connection.signal,
      () => waiting,
    ).catch((error) => {
      throw new ConnectionError(`The connection was lost: ${problemOf(error)}`, { cause: error });
    });
  let reader: ReadableStreamDefaultReader<Uint8Array> | undefined;
  try {
    const { lastEventId } = place;
    const response = await orSilence(
      open(lastEventId === undefined ? {} : { 'last-event-id': lastEventId }, connection.signal),
    );
    reader = (await streamOf(response, orSilence)).getReader();
    const decoder = new TextDecoder();
    const parser = new EventStreamParser();
    for (;;) {
      const { done, value } = await orSilence(reader.read());
      if (done) {
        return;
      }
      for (const frame of parser.push(decoder.decode(value, { stream: true }))) {
        if (frame.event === 'ready') {
          const { heartbeat_seconds } = JSON.parse(frame.data) as { heartbeat_seconds: number };
          silence = heartbeat_seconds * SIGNS_LEFT_OUT * 1_000 || FIRST_SILENCE;
        }
        yield frame;
      }
      place.lastEventId = parser.lastEventId ?? place.lastEventId;
      place.retry = parser.retry ?? place.retry;
    }
  } finally {
    signal?.removeEventListener('abort', abort);
    connection.abort();
    reader?.cancel().catch(() => {});
  }
}

/** @throws {ApiError | ConnectionError} when the answer is no stream */
async function streamOf(
  response: Response,
  orSilence: <T>(waiting: Promise<T>) => Promise<T>,
): Promise<ReadableStream<Uint8Array>> {
  const { body, headers, ok } = response;
  if (ok && body && headers.get('content-type')?.startsWith('text/event-stream')) {
    return body;
  }
  const refusal = refusalIn(await orSilence(response.json().catch(() => undefined)));
  if (refusal) {
    throw apiErrorOf(refusal, headers);
  }
  throw new UnexpectedAnswerError(response);
}

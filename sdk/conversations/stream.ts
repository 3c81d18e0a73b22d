import type { WebhookEvent } from '../events/webhook-event.ts';
import type { Resources } from '../generated/resources.ts';
import type { HistoryMessage } from '../generated/types.ts';
import type { ApiError } from '../request/api-error.ts';
import type { withTimeout } from '../request/with-timeout.ts';
import type { Listen, Streaming, StreamOptions, WaitForReplyOptions } from './following.ts';
import type { NoReplyError } from './no-reply-error.ts';

/** Loaded with the first call. It gets functions of other modules as arguments: bundlers then need no third file. */

/**
 * Yields the messages of one conversation. The event stream only says when to look, and the history says what there is.
 * The history is read after the stream is connected, so no message is between the two.
 */
export async function* stream(
  { messages }: Pick<Resources['conversations'], 'messages'>,
  listen: Listen,
  phone: string,
  { after, onConnect, ...options }: StreamOptions & { signal: AbortSignal },
): AsyncGenerator<HistoryMessage, void, undefined> {
  const { headers } = options;
  const ended = new AbortController();
  const signal = AbortSignal.any([options.signal, ended.signal]);
  const seen = new Map<string, string>();
  /** The messages of events that the history has not shown yet. */
  const awaited = new Set<string>();
  let isComplete = false;
  let isOver = false;
  let hasNews = false;
  let wake = () => {};
  const notify = () => {
    hasNews = true;
    wake();
  };

  /** Reads the history until it shows nothing new. @returns the new and changed messages, oldest first */
  const read = async (): Promise<HistoryMessage[]> => {
    const news: HistoryMessage[] = [];
    const whole = !isComplete;
    isComplete = true;
    let found = !after;
    for await (const message of messages(phone, {}, { signal, headers })) {
      const text = JSON.stringify(message);
      const isKnown = seen.get(message.id) === text;
      if (message.id === after || (isKnown && !whole && awaited.size === 0)) {
        found = true;
        break;
      }
      awaited.delete(message.id);
      if (!isKnown) {
        seen.set(message.id, text);
        news.unshift(message);
      }
    }
    if (!found) {
      throw new TypeError(`The conversation has no message ${after}.`);
    }
    awaited.clear();
    return news;
  };
  /** Before the first message there is no conversation. The caller's signal ends the stream without an error. */
  const noneYet = (error: Partial<ApiError>): HistoryMessage[] => {
    if (signal.aborted) {
      return [];
    }
    if (after || error.code !== 'CONVERSATION_NOT_FOUND') {
      throw error;
    }
    return [];
  };
  if (!after) {
    const first = messages(phone, { limit: 1 }, { signal, headers }).withResponse();
    const newest = await first.then(({ data }) => data.messages, noneYet);
    after = newest[0]?.id;
  }
  const concerns = isAbout(phone);
  const listening = (async () => {
    const events = listen({
      ...options,
      signal,
      events: ['message.received', 'message.status'],
      onConnect: (state) => {
        isComplete &&= !state.gap;
        onConnect?.(state);
        notify();
      },
    });
    for await (const event of events) {
      for (const id of concerns(event)) {
        awaited.add(id);
        notify();
      }
    }
  })().finally(() => {
    isOver = true;
    wake();
  });
  // Its error is thrown below.
  listening.catch(() => {});
  try {
    for (;;) {
      if (!hasNews && !isOver) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
      if (isOver) {
        return await listening;
      }
      hasNews = false;
      yield* await read().catch(noneYet);
    }
  } finally {
    ended.abort();
  }
}

const digitsOf = (value: string) => value.replace(/\D/g, '');

/**
 * Returns a function that returns the IDs of an event's messages, if the event may be about this person. A number has
 * several forms, which end in the same digits. A wrong match costs one request.
 */
function isAbout(phone: string) {
  const end = digitsOf(phone).slice(-7);
  return (event: WebhookEvent): string[] => {
    const received = event.event === 'message.received' ? event.data.message : undefined;
    const sent = event.event === 'message.status' ? event.data.message : undefined;
    const person = JSON.stringify(received?.from ?? sent?.to) ?? '';
    const isMatch = person.includes(phone) || (end.length === 7 && digitsOf(person).includes(end));
    const id = received?.target?.id ?? (received ?? sent)?.id;
    return isMatch && id !== undefined ? [id] : [];
  };
}

/** What the loaded code uses of the client. */
interface Tools {
  withTimeout: typeof withTimeout;
  NoReplyError: typeof NoReplyError;
}

/** Waits for the first message of the person in `stream`. @throws {NoReplyError} */
export function waitForReply(
  stream: Streaming['stream'],
  { withTimeout, NoReplyError }: Tools,
  to: string,
  { waitTimeout = 60_000, signal, ...options }: WaitForReplyOptions,
): Promise<HistoryMessage> {
  const late = () => new NoReplyError(`No reply within ${waitTimeout / 1_000} s.`);
  return withTimeout(waitTimeout, late, signal, async (control) => {
    for await (const message of stream(to, { ...options, signal: control.signal })) {
      if (message.direction === 'in') {
        return message;
      }
    }
    throw control.signal.reason;
  });
}

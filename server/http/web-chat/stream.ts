import { Readable } from 'node:stream';
import { MESSAGE_RETENTION_DAYS, WEB_HISTORY_PAGE } from '@wigwag/openapi';
import type { App } from '../../app/app.ts';
import { MICROSECONDS } from '../../base/time.ts';
import type { Visitor } from '../../domain/web-chat/visitor.ts';
import { findConversationId } from '../../domain/web-chat/web-chat.ts';
import { realClock } from '../../engine/clock.ts';
import { webTopic } from '../../engine/drivers/signals.ts';
import type { ShownMessage } from '../../store/web-chat/web-chat.ts';
import { frameOf } from '../server-sent-events.ts';
import { pageMessage, type ShownMessageKey } from './record.ts';

/**
 * The interval of heartbeats, in milliseconds of real time. Heartbeats let pages and proxies distinguish a quiet stream
 * from a dead one.
 */
const HEARTBEAT = 15_000;
/** How long a browser's EventSource waits before it reconnects, in milliseconds. */
const RETRY = 1_000;
const BATCH = 100;

/** Returns a page of messages before a position, or the newest messages; oldest first. */
export async function historyOf(
  app: App,
  visitor: Visitor,
  before?: number,
): Promise<{ messages: ShownMessageKey[]; has_more: boolean }> {
  const conversationId = await findConversationId(app, visitor);
  const since = app.now() - MESSAGE_RETENTION_DAYS * MICROSECONDS.day;
  const found =
    conversationId === undefined
      ? []
      : await app.store.read.webChat.listBefore(
          visitor.connection.accountId,
          conversationId,
          { since, before },
          WEB_HISTORY_PAGE + 1,
        );
  const shown = found.slice(0, WEB_HISTORY_PAGE).reverse();
  return { messages: shown.map(pageMessage), has_more: found.length > WEB_HISTORY_PAGE };
}

const messageFrame = (message: ShownMessageKey): string =>
  frameOf({ id: String(message.position), event: 'message', data: message });

interface StreamOptions {
  /** The last position that the page has; undefined for a page without messages. */
  after: number | undefined;
  closing: AbortSignal;
  /**
   * Returns whether the visitor still has access to the chat. Called at each heartbeat, and before new messages are
   * sent.
   */
  isAllowed(): Promise<boolean>;
}

/**
 * Returns the messages of a visitor's page as an endless stream of server-sent events. It starts with the messages
 * after `after`, or with the newest ones if `after` is undefined. Then it sends `ready`, and then each new message. The
 * ID of an event is the position of its message, so a client that reconnects with the last ID gets exactly the missing
 * messages.
 *
 * The stream ends when the server stops or the visitor loses access. The next connection attempt gets the reason.
 */
export const streamOf = (app: App, visitor: Visitor, options: StreamOptions): Readable =>
  Readable.from(eventsOf(app, visitor, options), { objectMode: false });

async function* eventsOf(
  app: App,
  visitor: Visitor,
  { after, closing, isAllowed }: StreamOptions,
): AsyncGenerator<string> {
  // Created before the first read, so that no message between the read and the wait is missed.
  const bell = createBell(app, visitor, closing);
  try {
    yield frameOf({ retry: RETRY });
    const history = after === undefined ? await historyOf(app, visitor) : { messages: [], has_more: false };
    let position = after ?? 0;
    for (const message of history.messages) {
      position = message.position;
      yield messageFrame(message);
    }
    for (let isReady = false; !closing.aborted; isReady = true) {
      for await (const message of messagesBehind(app, visitor, position)) {
        position = message.position;
        yield messageFrame(pageMessage(message));
      }
      if (!isReady) {
        yield frameOf({ event: 'ready', data: { has_more: history.has_more } });
      }
      for (let isNew = false; !isNew; ) {
        isNew = await bell.rings();
        if (!(await isAllowed())) {
          return;
        }
        if (!isNew) {
          yield frameOf({});
        }
      }
    }
  } finally {
    bell.stop();
  }
}

/** Yields all current messages of the page after a position. */
async function* messagesBehind(app: App, visitor: Visitor, position: number): AsyncGenerator<ShownMessage> {
  const conversationId = await findConversationId(app, visitor);
  if (conversationId === undefined) {
    return;
  }
  for (let last = position; ; ) {
    const batch = await app.store.read.webChat.listAfter(visitor.connection.accountId, conversationId, last, BATCH);
    yield* batch;
    last = batch.at(-1)?.position ?? last;
    if (batch.length < BATCH) {
      return;
    }
  }
}

/** Creates a signal for possible new messages. If it arrives while nothing waits, the next wait ends immediately. */
function createBell(app: App, visitor: Visitor, closing: AbortSignal) {
  let rung = false;
  let release = () => {};
  const ring = () => {
    rung = true;
    release();
  };
  const cancel = app.store.signals.listen(webTopic(visitor.connection.id, visitor.id), ring);
  closing.addEventListener('abort', ring);
  return {
    /** Resolves to true if there may be new messages, and to false if only a heartbeat is due. */
    async rings(): Promise<boolean> {
      if (!rung) {
        await new Promise<void>((resolve) => {
          const cancelTimer = realClock.setTimeout(resolve, HEARTBEAT);
          release = () => {
            cancelTimer();
            resolve();
          };
        });
      }
      const wasRung = rung;
      rung = false;
      return wasRung;
    },
    stop() {
      cancel();
      closing.removeEventListener('abort', ring);
    },
  };
}

import { Readable } from 'node:stream';
import { MESSAGE_RETENTION_DAYS, WEB_HISTORY_PAGE } from '@wigwag/openapi';
import type { App } from '../../app.ts';
import { realClock } from '../../clock.ts';
import type { Visitor } from '../../domain/web-chat/visitor.ts';
import { findConversationId } from '../../domain/web-chat/web-chat.ts';
import { webTopic } from '../../store/drivers/signals.ts';
import type { ShownMessage } from '../../store/web-chat/web-chat.ts';
import { MICROSECONDS } from '../../time.ts';
import { frameOf } from '../server-sent-events.ts';
import { type PageMessage, pageMessage } from './record.ts';

/** A sign of life, so that pages and proxies can tell a quiet stream from a dead one; in milliseconds of real time. */
const HEARTBEAT = 15_000;
/** How long a browser's own EventSource waits before it connects again, in milliseconds. */
const RETRY = 1_000;
const BATCH = 100;

/** A page of the past: what stands before a position, or the newest; oldest first. */
export async function historyOf(
  app: App,
  visitor: Visitor,
  before?: number,
): Promise<{ messages: PageMessage[]; has_more: boolean }> {
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

const messageFrame = (message: PageMessage): string =>
  frameOf({ id: String(message.position), event: 'message', data: message });

interface StreamOptions {
  /** Where the page was; undefined for one that has nothing yet. */
  after: number | undefined;
  closing: AbortSignal;
  /** Whether the chat is still open to whoever reads; asked at each sign of life, and before anything new is told. */
  isAllowed(): Promise<boolean>;
}

/**
 * The messages of a visitor's page as server-sent events, without end: those behind `after`, or the newest when it is undefined,
 * then `ready`, then each message as it comes. The id of an event is the position of its message, so that whoever connects
 * again with the last one gets exactly what is missing.
 *
 * The stream ends when the server stops, and when its visitor may not read on: whoever connects again is told why.
 */
export const streamOf = (app: App, visitor: Visitor, options: StreamOptions): Readable =>
  Readable.from(eventsOf(app, visitor, options), { objectMode: false });

async function* eventsOf(
  app: App,
  visitor: Visitor,
  { after, closing, isAllowed }: StreamOptions,
): AsyncGenerator<string> {
  // Before anything is read, so that nothing is missed between the two.
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

/** Everything that is on the page behind a position now. */
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

/** Waits for what may be new; it remembers a ring that nobody waited for. */
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
    /** True when there may be something new, false when it is only time for a sign of life. */
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

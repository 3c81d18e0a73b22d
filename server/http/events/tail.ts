import { Readable } from 'node:stream';
import { TAIL_HEARTBEAT_SECONDS, TAIL_STALL_SECONDS } from '@wigwag/openapi';
import type { App } from '../../app/app.ts';
import { MICROSECONDS } from '../../base/time.ts';
import { ApiError } from '../../domain/api-error.ts';
import { envelopeOf } from '../../domain/webhooks/events.ts';
import { eventsTopic } from '../../engine/drivers/signals.ts';
import { BEGINNING, type EventFilter, type EventPosition } from '../../store/webhooks/events.ts';
import { frameOf } from '../server-sent-events.ts';

/** How many events to read from the table at a time. */
const PAGE = 100;
/**
 * The limit of the send buffer for a slow client, in bytes. Above it, no more events are read until the buffer drains.
 */
const WAITING_BYTES = 16_384;
/** How long a client should wait before it reconnects, in milliseconds. */
const RETRY = 1_000;

interface EventTailOptions {
  accountId: number;
  filter: EventFilter;
  /** The last ID that the client received; undefined to start with new events. */
  lastEventId: string | undefined;
  /** @throws {ApiError} if the client no longer has access */
  requireAllowed(): Promise<void>;
  /** Closes the connection and discards buffered data. */
  cut(): void;
}

/** The stream of one account's events to one client. */
export interface Tail {
  /** Frames of server-sent events. */
  stream: Readable;
  /** Ends the stream; the client should reconnect. */
  end(): void;
}

interface Start {
  position: EventPosition;
  /** How many missed events follow. */
  missed: number;
  /** True if some missed events are no longer stored. */
  gap: boolean;
}

/** Opens the stream at the client's last position, or at the newest event. */
export async function openTail(app: App, options: EventTailOptions): Promise<Tail> {
  const { accountId, filter, requireAllowed, cut } = options;
  const { events } = app.store.read;
  let ended = false;
  let beatDue = false;
  let freshDue = false;
  /** When the buffer became full, because the client reads slowly or has stopped reading. */
  let stalledSince: number | undefined;
  let resume = () => {};

  const unwatch = app.store.signals.listen(eventsTopic(accountId), () => {
    freshDue = true;
    resume();
  });
  let cancelBeat = app.clock.setTimeout(beat, TAIL_HEARTBEAT_SECONDS * 1000, true);

  function beat(): void {
    if (stalledSince !== undefined && app.now() - stalledSince >= TAIL_STALL_SECONDS * MICROSECONDS.second) {
      cut();
      return;
    }
    beatDue = true;
    cancelBeat = app.clock.setTimeout(beat, TAIL_HEARTBEAT_SECONDS * 1000, true);
    resume();
  }

  function close(): void {
    ended = true;
    unwatch();
    cancelBeat();
    resume();
  }

  const something = () =>
    new Promise<void>((resolve) => {
      resume = resolve;
      if (ended || beatDue || freshDue) {
        resolve();
      }
    });

  async function* framesFrom({ position, missed, gap }: Start): AsyncGenerator<string, void> {
    const hello = { missed, gap, heartbeat_seconds: TAIL_HEARTBEAT_SECONDS };
    yield frameOf({ retry: RETRY, id: position.id, event: 'ready', data: hello });
    for (let place = position; !ended; ) {
      freshDue = false;
      const end = await events.end(accountId);
      const page = place.seq < end.seq ? await events.list(accountId, place.seq, end.seq, filter, PAGE) : [];
      if (page.length > 0 || beatDue) {
        await requireAllowed();
      }
      for (const event of page) {
        if (beatDue) {
          await requireAllowed(); // a slow reader may have lost access since the last check
        }
        yield frameOf({ id: event.id, data: envelopeOf(app, event, 1) });
        if (ended) {
          return;
        }
      }
      place = page.at(-1) ?? end;
      if (beatDue) {
        beatDue = false;
        // Events that the filter excludes also advance the position.
        yield frameOf({ id: place.id });
      }
      if (place.seq === end.seq) {
        await something();
      }
    }
  }

  /** Returns a final frame instead of an error. When the client reconnects, it gets the reason if there is one. */
  function lastFrame(error: unknown): IteratorReturnResult<void> {
    if (!(error instanceof ApiError)) {
      app.log.error({ error }, 'an event stream failed');
    }
    return { done: true, value: undefined };
  }

  function streamOf(frames: AsyncGenerator<string, void>): Readable {
    const stream = new Readable({
      highWaterMark: WAITING_BYTES,
      // It never rejects: lastFrame catches what frames throws.
      async read() {
        stalledSince = undefined;
        const { done, value } = await frames.next().catch(lastFrame);
        const hasRoom = stream.destroyed || stream.push(done ? null : value);
        if (!hasRoom && !done) {
          stalledSince = app.now();
        }
      },
      destroy(error, callback) {
        close();
        callback(error);
      },
    });
    return stream;
  }

  try {
    const stream = streamOf(framesFrom(await startOf(app, options)));
    return {
      stream,
      end() {
        close();
        if (stalledSince !== undefined) {
          cut();
        }
      },
    };
  } catch (error) {
    close();
    throw error;
  }
}

async function startOf(app: App, { accountId, filter, lastEventId }: EventTailOptions): Promise<Start> {
  const { events } = app.store.read;
  const end = await events.end(accountId);
  if (lastEventId === undefined) {
    return { position: end, missed: 0, gap: false };
  }
  const known = await events.positionOf(accountId, lastEventId);
  const position = known ?? BEGINNING;
  const missed = await events.count(accountId, position.seq, end.seq, filter);
  const isWhole = known !== undefined && (await events.isWholeAfter(accountId, position.seq, end.seq));
  return { position, missed, gap: !isWhole };
}

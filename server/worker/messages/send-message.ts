import {
  CAPABILITIES,
  CIRCUIT_FAILURES,
  CIRCUIT_SECONDS,
  CONFIRM_SEND_MINUTES,
  SEND_RETRY_DELAYS_SECONDS,
  THROTTLE_DELAYS_SECONDS,
} from '@wigwag/openapi';
import type { App } from '../../app.ts';
import { accessTokenOf } from '../../domain/connections/connection.ts';
import { flowSendProblem } from '../../domain/flows/flow-send-check.ts';
import { partsOf, readTag, tagOf } from '../../domain/messages/parts.ts';
import { recordStatus } from '../../domain/messages/record-status.ts';
import { STOP_ERRORS, stopReasonOf } from '../../domain/opt-outs/stop-lists.ts';
import { showToVisitor, tellVisitor } from '../../domain/web-chat/visitor-page.ts';
import type { SendResult } from '../../process/metrics.ts';
import type { Part, SendOutcome } from '../../providers/provider.ts';
import type { Tx } from '../../store/index.ts';
import type { Draft } from '../../store/messages/content.ts';
import type { MessageError, StoredMessage } from '../../store/messages/messages.ts';
import type { MessagePart } from '../../store/messages/parts.ts';
import type { OutboxTask } from '../../store/outbox/outbox.ts';
import { MICROSECONDS } from '../../time.ts';
import { campaignTurn, holdCampaign } from '../campaigns/campaign-turn.ts';
import type { Task, Tell } from '../task.ts';

/** A message and the part to send next. */
interface Next {
  message: StoredMessage;
  part: Part;
  index: number;
  count: number;
}

/**
 * Sends a message to its provider, each part once. A send is never repeated if its response was lost, or if the process
 * died during it. It waits for the callback that proves it; without one, the message is marked as failed
 * (`resolveUnconfirmedSend`).
 */
export const sendMessage: Task = async (app, task) => {
  const next = await nextPart(app, task);
  if (!next) {
    await ifHeld(app, task, (tx) => tx.outbox.finish(task.id));
    return;
  }
  if (task.begunPart !== undefined && task.begunPart !== next.index) {
    // A callback has since proved the part that was started, and the next part has never been sent.
    await ifHeld(app, task, (tx) => tx.outbox.replaceWith(task.id, task.task, task.subject, app.monotonicNow()));
    return;
  }
  const wait = task.interrupted ? 0 : await waitOf(app, task, next.message);
  if (wait > 0) {
    const isPaced = next.message.campaignId === null;
    await app.store.batchedTransaction((tx) => tx.outbox.postpone(task.id, app.now() + wait * 1000, isPaced));
    return;
  }
  const begunAt = app.monotonicNow();
  const outcome: SendOutcome | undefined =
    task.interrupted && !app.providers[next.message.channel].isRepeatable
      ? { kind: 'unknown', problem: 'the process ended while it was sending' }
      : await handOver(app, task, next);
  if (!outcome) {
    // The worker that has taken over the task sends the message.
    return;
  }
  // The results of sends that end at the same time share a transaction.
  const tell = await app.store.batchedTransaction((tx) => settle(app, tx, task, next, outcome, begunAt));
  tell?.();
  tellVisitor(app, next.message);
  app.metrics.countSend(next.message.channel, resultOf(outcome));
};

/**
 * Changes a task if it still belongs to this worker. If the process was suspended past its lease, the task is left to
 * its new worker.
 */
const ifHeld = (app: App, task: OutboxTask, change: (tx: Tx) => Promise<void>): Promise<void> =>
  app.store.transaction(async (tx) => {
    if (await tx.outbox.holds(task)) {
      await change(tx);
    }
  });

const resultOf = (outcome: SendOutcome): SendResult =>
  outcome.kind === 'unavailable' && outcome.throttled ? 'throttled' : outcome.kind;

/** Returns the first unsent part; undefined if there is none. */
async function nextPart(app: App, task: OutboxTask): Promise<Next | undefined> {
  const { messages, parts } = app.store.batchedRead;
  const [message, rows] = await Promise.all([
    messages.find(task.accountId, task.subject),
    parts.list(task.accountId, task.subject),
  ]);
  if (!message) {
    return undefined;
  }
  if (rows.length === 0) {
    const part = { kind: 'whole' } as const;
    const single = message.type === 'template' ? part : (partsOf(message.channel, contentOf(message))[0] ?? part);
    return isWaiting(message) ? { message, part: single, index: 0, count: 1 } : undefined;
  }
  const row = rows.find(isWaiting);
  const failed = rows.some(({ status }) => status === 'failed');
  const part = row && partsOf(message.channel, contentOf(message))[row.part];
  return row && part && !failed ? { message, part, index: row.part, count: rows.length } : undefined;
}

const contentOf = (message: StoredMessage) => message.content as Draft;

/** Returns how long this send must wait, in milliseconds. */
const waitOf = async (app: App, task: OutboxTask, message: StoredMessage): Promise<number> =>
  message.campaignId === null ? slotOf(app, task, message) : campaignTurn(app, message, message.campaignId);

/**
 * Returns how long the provider's rate limit delays this send, in milliseconds. Each task is postponed at most once.
 */
async function slotOf(app: App, task: OutboxTask, message: StoredMessage): Promise<number> {
  const { sendsPerSecond } = CAPABILITIES[message.channel];
  if (sendsPerSecond === null || task.isPaced) {
    return 0;
  }
  const now = app.clock.now();
  return (await app.pacer.slot(message, sendsPerSecond, now)) - now;
}

/**
 * Returns the result of the send; undefined if another worker has the task, or if the next start of the server will
 * send it.
 */
async function handOver(app: App, task: OutboxTask, { message, part, index }: Next): Promise<SendOutcome | undefined> {
  const reason = await stopReasonOf(app.store.batchedRead, message);
  if (reason !== undefined) {
    return { kind: 'rejected', class: 'final', error: STOP_ERRORS[reason] };
  }
  const problem = await flowSendProblem(app, message);
  if (problem) {
    return { kind: 'rejected', class: 'final', error: problem };
  }
  const connection = await app.store.batchedRead.connections.find(message.accountId, message.connectionId);
  if (!connection) {
    const detail = `the connection ${message.connectionId} is gone`;
    return {
      kind: 'rejected',
      class: 'final',
      error: { code: 'not_connected', title: 'Not connected', detail, provider_message: null },
    };
  }
  const provider = app.providers[message.channel];
  // A process that was started with the wrong secret key fails here, and leaves the message to other processes.
  const accessToken = accessTokenOf(app, connection);
  // The last step before the send. Without this mark, a worker that takes over the task knows that nothing was sent.
  if (!provider.isRepeatable && !(await app.store.begin({ ...task, part: index }))) {
    return undefined;
  }
  if (app.outbound.isClosed()) {
    // The mark waited for a lock for longer than a shutdown waits for providers. Nothing was sent, so the next start
    // sends it immediately.
    await ifHeld(app, task, (tx) => tx.outbox.runAgain(task.id, app.monotonicNow()));
    return undefined;
  }
  return provider.send({ connection, accessToken, message, part, index, tag: tagOf(message.id, index) });
}

async function settle(
  app: App,
  tx: Tx,
  task: OutboxTask,
  next: Next,
  outcome: SendOutcome,
  begunAt: number,
): Promise<Tell | undefined> {
  const { message, index, count } = next;
  const isHeld = await tx.outbox.holds(task);
  await noteProvider(app, tx, message, outcome);
  if (!isHeld) {
    return settleLate(app, tx, next, outcome, begunAt);
  }
  switch (outcome.kind) {
    case 'accepted': {
      await recordAccepted(app, tx, next, outcome, begunAt);
      await showToVisitor(app, tx, message);
      if (index + 1 < count) {
        await tx.outbox.replaceWith(task.id, 'send-message', message.id, app.monotonicNow());
      } else if (outcome.status === 'sent') {
        await tx.outbox.finish(task.id);
      } else {
        await tx.outbox.replaceWith(
          task.id,
          'confirm-send',
          tagOf(message.id, index),
          app.now() + CONFIRM_SEND_MINUTES * MICROSECONDS.minute,
        );
      }
      return undefined;
    }
    case 'rejected':
      if (outcome.class === 'auth' && message.campaignId !== null) {
        return holdCampaign(app, tx, task, message, message.campaignId, outcome.error);
      }
      return fail(app, tx, task, next, outcome.error);
    case 'unavailable': {
      const delays: readonly number[] = outcome.throttled ? THROTTLE_DELAYS_SECONDS : SEND_RETRY_DELAYS_SECONDS;
      // No caller waits for a campaign, so it keeps retrying through a long outage of its provider.
      const delay = delays[task.attempts] ?? (message.campaignId === null ? undefined : delays.at(-1));
      if (delay === undefined) {
        return fail(app, tx, task, next, outcome.error);
      }
      await tx.outbox.runAgain(task.id, app.now() + delay * MICROSECONDS.second);
      return undefined;
    }
    case 'unknown':
      await tx.messages.setSentAt(message.accountId, message.id, begunAt);
      await tx.outbox.replaceWith(
        task.id,
        'confirm-send',
        tagOf(message.id, index),
        (await isProved(tx, next)) ? app.monotonicNow() : app.now() + CONFIRM_SEND_MINUTES * MICROSECONDS.minute,
      );
      return () =>
        app.log.warn(
          { message: message.id, problem: outcome.problem },
          'the response to a send was lost; waiting for its callback',
        );
  }
}

/**
 * Records the result of an attempt whose task another worker has taken over. If that worker is waiting for a callback
 * as proof, the provider's response also proves the send. The task does not change, because the other worker may be
 * sending the next part.
 */
async function settleLate(app: App, tx: Tx, next: Next, outcome: SendOutcome, begunAt: number): Promise<Tell> {
  const { message, index } = next;
  if (outcome.kind === 'accepted') {
    await recordAccepted(app, tx, next, outcome, begunAt);
  }
  if (outcome.kind === 'rejected') {
    await recordStatus(app, tx, message, { status: 'failed', error: outcome.error, part: partOf(next) });
  }
  if (outcome.kind === 'accepted' || outcome.kind === 'rejected') {
    await tx.outbox.runNow(message.accountId, 'confirm-send', tagOf(message.id, index), app.monotonicNow());
  }
  return () =>
    app.log.warn(
      { message: message.id, outcome: outcome.kind },
      'a send took longer than its lease: another worker has taken it over',
    );
}

/** Returns the part to report; undefined if the message has only one. */
const partOf = ({ index, count }: Next): number | undefined => (count > 1 ? index : undefined);

async function recordAccepted(
  app: App,
  tx: Tx,
  next: Next,
  { status, externalId }: Extract<SendOutcome, { kind: 'accepted' }>,
  begunAt: number,
): Promise<void> {
  const { message } = next;
  // Watermarks cover all earlier sends, so this stores the time of the request, not of the response.
  await tx.messages.setSentAt(message.accountId, message.id, begunAt);
  await recordStatus(app, tx, message, { status, externalId, part: partOf(next) });
}

/**
 * Returns whether a callback has already proved the send. A callback that arrives later finds the task that waits for
 * it.
 */
async function isProved(tx: Tx, { message: { accountId, id }, index, count }: Next): Promise<boolean> {
  const held = await tx.messages.findForUpdate(accountId, id);
  const own = count > 1 ? (await tx.parts.list(accountId, id))[index] : held;
  return own !== undefined && !isWaiting(own);
}

/** Records for later sends whether the provider is available. */
async function noteProvider(app: App, tx: Tx, message: StoredMessage, outcome: SendOutcome): Promise<void> {
  const { accountId, connectionId } = message;
  if (outcome.kind === 'accepted' || outcome.kind === 'rejected') {
    await tx.connections.noteAnswer(accountId, connectionId);
  }
  if (outcome.kind === 'unavailable' && !outcome.throttled) {
    const until = app.now() + CIRCUIT_SECONDS * MICROSECONDS.second;
    await tx.connections.noteFailure(accountId, connectionId, CIRCUIT_FAILURES, until);
  }
}

async function fail(app: App, tx: Tx, task: OutboxTask, next: Next, error: MessageError): Promise<Tell> {
  const { message } = next;
  await recordStatus(app, tx, message, { status: 'failed', error, part: partOf(next) });
  await tx.outbox.finish(task.id);
  return () =>
    app.log.warn({ message: message.id, connection: message.connectionId, code: error.code }, 'a send failed');
}

/**
 * Checks a send whose response was lost or whose status was never reported, after a delay or as soon as a callback
 * proves it. A send that was never confirmed is marked as failed, and is not repeated. After a proved part, the
 * remaining parts are sent. A message that the provider accepted counts as sent even without a report.
 */
export const resolveUnconfirmedSend: Task = async (app, task) => {
  const { messageId, part } = readTag(task.subject);
  await ifHeld(app, task, async (tx) => {
    // Locked, so that a proof that arrives at this moment is either seen here or finds the new status.
    const message = await tx.messages.findForUpdate(task.accountId, messageId);
    const parts = message ? await tx.parts.list(task.accountId, messageId) : [];
    const own = parts[part] ?? message;
    if (message && own?.status === 'queued' && own.externalId === null) {
      await recordStatus(app, tx, message, { status: 'failed', error: UNCONFIRMED, part: parts[part]?.part });
    } else if (parts.some(isWaiting) && !parts.some(({ status }) => status === 'failed')) {
      await tx.outbox.replaceWith(task.id, 'send-message', messageId, app.monotonicNow());
      return;
    } else if (message?.status === 'queued') {
      await recordStatus(app, tx, message, { status: 'sent' });
    }
    await tx.outbox.finish(task.id);
  });
};

const isWaiting = ({ status, externalId }: Pick<MessagePart, 'status' | 'externalId'>): boolean =>
  status === 'queued' && externalId === null;

const UNCONFIRMED: MessageError = {
  code: 'unconfirmed',
  title: 'Unconfirmed',
  detail: `The provider's answer was lost and no callback came within ${CONFIRM_SEND_MINUTES} minutes; the message may have arrived.`,
  provider_message: null,
};

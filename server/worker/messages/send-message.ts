import { CAPABILITIES } from '@wigwag/openapi';
import type { App } from '../../app/app.ts';
import type { SendOutcomeLabel } from '../../app/metrics.ts';
import { traceSend } from '../../base/tracing.ts';
import { learnSighting } from '../../domain/contacts/learn-sighting.ts';
import { hasNewIdentifiers, loadIdentities } from '../../domain/contacts/sighting.ts';
import { flowSendProblem } from '../../domain/flows/flow-send-check.ts';
import type { SendTaskFacts } from '../../domain/messages/accept-message.ts';
import { partsOf, tagOf } from '../../domain/messages/parts.ts';
import { isErased } from '../../domain/people/redact.ts';
import { notifyVisitor } from '../../domain/web-chat/visitor-page.ts';
import { nextAttempt, type OutboxTask, postponedTo, replacedBy } from '../../engine/outbox/task.ts';
import { UnstartedAttempt } from '../../engine/worker/unstarted-attempt.ts';
import type { Sighting } from '../../providers/callback.ts';
import type { MessageContentPart, SendOutcome } from '../../providers/provider.ts';
import { portfolioOf } from '../../store/contacts/identities.ts';
import { effectsRule } from '../../store/effects.ts';
import type { MessageInput } from '../../store/messages/content.ts';
import type { StoredMessage } from '../../store/messages/messages.ts';
import { campaignWait } from '../campaigns/campaign-pace.ts';
import { recordResult } from '../record-result.ts';
import type { Task } from '../task.ts';
import { writeIfLeased } from '../write-if-leased.ts';
import { beginSend } from './begin-send.ts';
import { isUnsent, settleSend } from './settle-send.ts';

/** A message and the part to send next. */
interface Next {
  message: StoredMessage;
  part: MessageContentPart;
  index: number;
  count: number;
}

/** After a power failure, the send checks the pace again. */
const postponeSend = effectsRule({ isDurable: false });

/**
 * Sends a message to its provider, each part once. A send is never repeated if its response was lost, or if the process
 * died during it. It waits for the callback that proves it; without one, the message is marked as failed
 * (`confirmSend`).
 */
export const sendMessage: Task = async (app, task) => {
  const next = await nextPart(app, task);
  if (!next) {
    await app.store.batch(writeIfLeased, { task, effects: { ended: [task] } });
    return;
  }
  if (task.begunPart !== undefined && task.begunPart !== next.index) {
    // A callback has since proved the part that was started, and the next part has never been sent.
    const restarted = replacedBy(task, task.task, task.subject, app.monotonicNow());
    await app.store.batch(writeIfLeased, { task, effects: { changedTasks: [restarted] } });
    return;
  }
  const wait = task.interrupted ? 0 : await waitOf(app, task, next.message);
  if (wait > 0) {
    const isPaced = next.message.campaignId === null;
    await app.store.batch(postponeSend, { postponed: [postponedTo(task, app.now() + wait * 1000, isPaced)] });
    return;
  }
  const begunAt = app.monotonicNow();
  const outcome: SendOutcome | undefined =
    task.interrupted && !app.providers[next.message.channel].deduplicates
      ? { kind: 'unknown', problem: 'the process ended while it was sending' }
      : await sendPart(app, task, next);
  if (!outcome) {
    // The worker that has taken over the task sends the message.
    return;
  }
  // The results of sends that end at the same time share a transaction.
  const { message, index, count } = next;
  const settled = { app, task, message, index, count, outcome, begunAt };
  const logResult = await recordResult(app, () => app.store.batch(settleSend, settled));
  logResult?.();
  notifyVisitor(app, message);
  app.metrics.countSend(message.channel, resultOf(outcome));
  if (outcome.kind === 'accepted' && outcome.shown) {
    await learnShown(app, message, { ...outcome.shown, at: begunAt });
  }
};

/** Learns the recipient's identifiers from a response. If the process dies before, the next callback shows them. */
async function learnShown(app: App, { accountId, id, connectionId }: StoredMessage, sighting: Sighting): Promise<void> {
  const { read } = app.store;
  const connection = await read.connections.find(accountId, connectionId);
  const placed = connection && { ...portfolioOf(connection), sighting };
  if (placed && hasNewIdentifiers(await loadIdentities(read, [placed]), placed)) {
    await app.store.transaction(async (tx) => {
      const message = await tx.messages.find(accountId, id);
      if (message && !isErased(message.person)) {
        await learnSighting(app, tx, placed);
      }
    });
  }
}

/** Returns what a trace shows about a failed send. */
const sendProblem = (outcome: SendOutcome): string | undefined =>
  outcome.kind === 'accepted' ? undefined : String('error' in outcome ? outcome.error.code : outcome.kind);

const resultOf = (outcome: SendOutcome): SendOutcomeLabel =>
  outcome.kind === 'unavailable' && outcome.throttled ? 'throttled' : outcome.kind;

/** Returns the first unsent part; undefined if there is none. */
async function nextPart(app: App, task: OutboxTask): Promise<Next | undefined> {
  const { messages, parts } = app.store.batchedRead;
  const facts = task.facts as SendTaskFacts | undefined;
  const [message, rows] = facts
    ? [facts.message, []]
    : await Promise.all([messages.find(task.accountId, task.subject), parts.list(task.accountId, task.subject)]);
  if (!message) {
    return undefined;
  }
  if (rows.length === 0) {
    const part = { kind: 'whole' } as const;
    const single = message.type === 'template' ? part : (partsOf(message.channel, contentOf(message))[0] ?? part);
    return isUnsent(message) ? { message, part: single, index: 0, count: 1 } : undefined;
  }
  const row = rows.find(isUnsent);
  const failed = rows.some(({ status }) => status === 'failed');
  const part = row && partsOf(message.channel, contentOf(message))[row.part];
  return row && part && !failed ? { message, part, index: row.part, count: rows.length } : undefined;
}

const contentOf = (message: StoredMessage) => message.content as MessageInput;

/** Returns how long this send must wait, in milliseconds. */
const waitOf = async (app: App, task: OutboxTask, message: StoredMessage): Promise<number> =>
  message.campaignId === null ? slotOf(app, task, message) : campaignWait(app, message, message.campaignId);

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
async function sendPart(app: App, task: OutboxTask, { message, part, index }: Next): Promise<SendOutcome | undefined> {
  const flowProblem = await flowSendProblem(app, message);
  const provider = app.providers[message.channel];
  // The last step before the send. Without this mark, a worker that takes over the task knows that nothing was sent.
  const { deduplicates = false } = provider;
  const begun = await app.store
    .batch(beginSend, { app, task, message, index, deduplicates, flowProblem }, { isRepeatable: false })
    .catch((error) => {
      throw new UnstartedAttempt(error);
    });
  if (!begun) {
    return undefined;
  }
  if ('error' in begun) {
    return { kind: 'rejected', class: 'final', reach: 'message', error: begun.error };
  }
  if (app.outbound.isClosed()) {
    // The mark waited for a lock for longer than a shutdown waits for providers. Nothing was sent, so the next start
    // sends it immediately.
    const again = nextAttempt(task, app.monotonicNow());
    await app.store.batch(writeIfLeased, { task, effects: { changedTasks: [again] } });
    return undefined;
  }
  const outgoing = { ...begun, message, part, index, tag: tagOf(message.id, index) };
  return traceSend(message, () => provider.send(outgoing), sendProblem);
}

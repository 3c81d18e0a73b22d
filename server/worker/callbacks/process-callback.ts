import { UNMATCHED_DELAYS_SECONDS } from '@wigwag/openapi';
import type { App } from '../../app/app.ts';
import { MICROSECONDS } from '../../base/time.ts';
import {
  type BatchedItem,
  endCallback,
  isBatched,
  MAX_ITEMS,
  noteItem,
  noteResults,
  processItems,
  processStored,
  type StoredOrigin,
} from '../../domain/callbacks/callback-items.ts';
import {
  noConnection,
  type Origin,
  type Result,
  reportProblems,
  unknownMessage,
} from '../../domain/callbacks/problems.ts';
import { providerIdsIn } from '../../domain/callbacks/provider-ids.ts';
import {
  batchedItemsOf,
  type CallbackContents,
  isPress,
  type RequestedNames,
  readCallback,
  requestNames,
  requireName,
  withName,
  withTime,
} from '../../domain/callbacks/read-callback.ts';
import { withLearning } from '../../domain/contacts/learn-sighting.ts';
import { newsAmong, type PlacedSighting, UnlearnedIdentifiers } from '../../domain/contacts/sighting.ts';
import { noteRepeat } from '../../domain/messages/copies.ts';
import { completePast, recordAppMessage, recordPast } from '../../domain/messages/record-app-message.ts';
import { recordStatus } from '../../domain/messages/record-status.ts';
import { isEdit, receiveEdited, reviseMessage } from '../../domain/messages/revise-message.ts';
import { MAX_SEND_TIME } from '../../domain/messages/window.ts';
import { recordPreference } from '../../domain/opt-outs/record-preference.ts';
import { isErasedChange } from '../../domain/people/erased-changes.ts';
import { erasedId } from '../../domain/people/redact.ts';
import { recordTemplateChange } from '../../domain/templates/record-template.ts';
import { isDatabaseFault } from '../../engine/drivers/error-codes.ts';
import type { CallbackItem } from '../../providers/callback.ts';
import type { Connection } from '../../store/connections/connections.ts';
import { portfolioOf } from '../../store/contacts/identities.ts';
import { conversationKeyOf } from '../../store/conversations/conversations.ts';
import { applyEffects, effectsRule } from '../../store/effects.ts';
import type { Tx } from '../../store/index.ts';
import { runInTransaction, runOne } from '../../store/rules.ts';
import { taskRow } from '../../store/tasks.ts';
import type { BatchTask } from '../task.ts';
import { countReport, processReport, withNumber } from './process-report.ts';

/** Callbacks about templates often arrive together. Those that arrive while the list is read share another reading. */
const SYNC_PAUSE = MICROSECONDS.second;

const endOfCallback = effectsRule();

/** A callback that was read. */
interface ReadCallback extends CallbackContents {
  origin: StoredOrigin;
}

/** A callback whose items are processed together with those of others. */
type BatchedCallback = Pick<ReadCallback, 'origin'> & { items: BatchedItem[] };

/**
 * Processes callbacks of a provider in order of arrival. Successive callbacks that contain only statuses and
 * customers' messages share a transaction. All others are processed one by one.
 */
export const processCallbacks: BatchTask = async (app, tasks) => {
  const rows = await app.store.read.callbacks.list(tasks.map(({ subject }) => subject));
  const stored = new Map(rows.map((row) => [row.id, row]));
  const waiting: ReadCallback[] = [];
  for (const task of tasks) {
    const row = stored.get(task.subject);
    const origin = { task, providerAppId: row?.provider_app_id ?? '', receivedAt: row?.received_at ?? 0 };
    const contents = await readCallback(app, row?.body);
    app.lastUses.noteCallback(origin.providerAppId, providerIdsIn(contents.items), origin.receivedAt);
    waiting.push({ origin, ...contents });
  }
  const names = await requestNames(app, waiting);
  while (waiting.length > 0) {
    const together = await firstTogether(app, waiting, names);
    const areProcessed = together.length > 0 && (await processTogether(app, together));
    const next = waiting.splice(0, Math.max(1, together.length));
    if (!areProcessed) {
      for (const callback of next) {
        await processCallback(app, callback, names);
      }
    }
  }
};

/** Returns the first callbacks that can be processed together. */
async function firstTogether(
  app: App,
  waiting: readonly ReadCallback[],
  names: RequestedNames,
): Promise<BatchedCallback[]> {
  const found: BatchedCallback[] = [];
  let count = 0;
  for (const { origin, ...contents } of waiting) {
    count += contents.items.length;
    const items = count > MAX_ITEMS ? undefined : await batchedItemsOf(app, origin, contents, names);
    const press = items?.findIndex(isPress) ?? -1;
    if (!items || (press >= 0 && press < items.length - 1)) {
      break;
    }
    found.push({ origin, items });
    if (press >= 0) {
      break; // flows start after the messages before the press, and before those after it
    }
  }
  return found;
}

/** Processes callbacks in one transaction, and returns whether that succeeded. */
async function processTogether(app: App, callbacks: readonly BatchedCallback[]): Promise<boolean> {
  try {
    const results = await withLearning(app, (isLearned) =>
      app.store.batch(
        processStored,
        callbacks.map((callback) => ({ app, isLearned, ...callback })),
      ),
    );
    for (const [at, callback] of callbacks.entries()) {
      noteResults(app, { app, ...callback }, results[at] ?? []);
    }
    return true;
  } catch (error) {
    if (isDatabaseFault(error)) {
      throw error;
    }
    app.log.warn({ callbacks: callbacks.length, error }, 'callbacks could not be processed together');
    return false;
  }
}

/**
 * Processes a provider's callback. Its items are independent, so an invalid item does not affect the others. An item
 * that may succeed later, such as a status that overtook the response to its send, is retried. Any item may be
 * processed twice, because the second time changes nothing.
 */
async function processCallback(
  app: App,
  { origin, items, problems }: ReadCallback,
  names: RequestedNames,
): Promise<void> {
  const { task } = origin;
  const last = items.pop();
  const results: Result[] = problems.map((problem) => ({ kind: 'unreadable', problem, mayHelpLater: false }));
  for (const item of items) {
    results.push(await tryItem(app, origin, item, names));
  }
  // Most callbacks have one item. The same transaction records its result and ends the task.
  if (last === undefined) {
    await app.store.batch(endOfCallback, endCallback(app, task, results));
  } else {
    const end = (tx: Tx, result: Result) => applyEffects(tx, [endCallback(app, task, [...results, result])]);
    results.push(await tryItem(app, origin, last, names, end));
  }
  reportProblems(app, origin, results);
}

/** @param then runs in the transaction of the item, or in a separate one if the item has no transaction */
async function tryItem(
  app: App,
  origin: Origin,
  item: CallbackItem,
  names: RequestedNames,
  then: (tx: Tx, result: Result) => Promise<void> = async () => {},
): Promise<Result> {
  try {
    const complete = await completed(app, origin.providerAppId, withTime(item, origin.receivedAt), names);
    const result = await withLearning(app, (isLearned) =>
      app.store.transaction(async (tx) => {
        const own = await processItem(app, tx, origin, complete, isLearned);
        await then(tx, own);
        return own;
      }),
    );
    if (complete.kind === 'report' && result === 'done') {
      countReport(app, complete);
    }
    return result;
  } catch (error) {
    if (isDatabaseFault(error)) {
      throw error; // the item is not at fault, and its attempts are limited
    }
    app.log.error({ kind: item.kind, error }, 'an item of a callback could not be processed');
    const problem = `a fault of the server: an item of the kind ${item.kind} could not be processed`;
    const result: Result = { kind: 'failed', problem, mayHelpLater: true };
    await app.store.transaction((tx) => then(tx, result));
    return result;
  }
}

/** Adds what an item does not contain, from the provider. */
async function completed(
  app: App,
  providerAppId: string,
  item: CallbackItem,
  names: RequestedNames,
): Promise<CallbackItem> {
  switch (item.kind) {
    case 'inbound':
      return withName(item, await requireName(app, providerAppId, item, names));
    case 'report':
      return withNumber(app, providerAppId, item);
    default:
      return item;
  }
}

/** @param isLearned whether the identifiers in the item have been learned */
async function processItem(app: App, tx: Tx, origin: Origin, item: CallbackItem, isLearned: boolean): Promise<Result> {
  const { providerAppId } = origin;
  if (item.kind === 'template') {
    return processTemplate(app, tx, providerAppId, item);
  }
  if (isBatched(item)) {
    const [own = { result: 'done' }] = await runOne(tx, processItems, { app, isLearned, origin, items: [item] });
    noteItem(app, own, item);
    return own.result;
  }
  if (item.kind === 'report') {
    return processReport(tx, origin, item);
  }
  const connection = await tx.connections.findByProvider(providerAppId, item.providerIds);
  if (!connection) {
    return noConnection(item);
  }
  switch (item.kind) {
    case 'error':
      return { kind: 'provider_error', problem: item.problem, mayHelpLater: false };
    case 'app-message':
    case 'past':
      return processElsewhere(app, tx, connection, item, origin, isLearned);
    case 'past-file':
      return (await completePast(tx, connection, item.message)) ? 'done' : unknownMessage('a file');
    case 'revision':
      return processRevision(app, tx, connection, item, origin);
    case 'identity':
      if (await isErasedChange(app, tx, connection.accountId, item)) {
        return 'erased';
      }
      await requireLearned(tx, { ...portfolioOf(connection), sighting: item.sighting }, isLearned);
      return 'done';
    case 'preference':
      if (await isErasedChange(app, tx, connection.accountId, item)) {
        return 'erased';
      }
      if (item.sighting) {
        await requireLearned(tx, { ...portfolioOf(connection), sighting: item.sighting }, isLearned);
      }
      await recordPreference(app, tx, connection, item, origin.receivedAt);
      return 'done';
    case 'watermark':
      return processWatermark(app, tx, connection, item);
  }
}

/** Returns the result for a message that the provider reports again, perhaps from before an erasure. */
async function knownAs(
  tx: Tx,
  { accountId, id: connectionId }: Connection,
  externalId: string,
  { task }: Origin,
): Promise<'done' | 'erased' | undefined> {
  const erased = erasedId(externalId);
  const known = await tx.messages.lockExternalId(accountId, connectionId, [externalId, erased]);
  if (known === externalId) {
    const [message] = await tx.messages.listByExternalIds([{ accountId, connectionId, externalId }]);
    if (message) {
      await noteRepeat(tx, message, task.subject);
    }
  }
  return known === undefined ? undefined : known === erased ? 'erased' : 'done';
}

async function processElsewhere(
  app: App,
  tx: Tx,
  connection: Connection,
  item: Extract<CallbackItem, { kind: 'app-message' | 'past' }>,
  origin: Origin,
  isLearned: boolean,
): Promise<Result> {
  const { message } = item;
  const known = await knownAs(tx, connection, message.externalId, origin);
  if (known !== undefined) {
    return known;
  }
  if (message.sighting) {
    await requireLearned(tx, { ...portfolioOf(connection), sighting: message.sighting }, isLearned);
  }
  if (item.kind === 'past') {
    await recordPast(app, tx, connection, message, origin.task.subject);
    return 'done';
  }
  const isRecorded = await recordAppMessage(app, tx, connection, item.message, origin);
  return isRecorded ? 'done' : 'early';
}

async function processRevision(
  app: App,
  tx: Tx,
  connection: Connection,
  { revision }: Extract<CallbackItem, { kind: 'revision' }>,
  origin: Origin,
): Promise<Result> {
  const { task } = origin;
  if (await reviseMessage(app, tx, connection, revision, task.subject)) {
    return 'done';
  }
  if ((await knownAs(tx, connection, revision.target, origin)) === 'erased') {
    return 'erased';
  }
  // The message may arrive later. Its new text is not lost if it does not.
  const isLast = UNMATCHED_DELAYS_SECONDS[task.attempts] === undefined;
  if (isLast && isEdit(revision)) {
    await receiveEdited(app, tx, connection, revision, task.subject);
    return 'done';
  }
  return unknownMessage('a change');
}

/** @throws {UnlearnedIdentifiers} if a sighting shows something new */
async function requireLearned(tx: Tx, placed: PlacedSighting, isLearned: boolean): Promise<void> {
  if (!isLearned && (await newsAmong(tx, [placed])).length > 0) {
    throw new UnlearnedIdentifiers([placed]);
  }
}

async function processTemplate(
  app: App,
  tx: Tx,
  providerAppId: string,
  { wabaId, change }: Extract<CallbackItem, { kind: 'template' }>,
): Promise<Result> {
  const connections = await tx.connections.listByWaba(providerAppId, wabaId);
  for (const accountId of new Set(connections.map((connection) => connection.accountId))) {
    if (await recordTemplateChange(app, tx, accountId, change)) {
      const [connection] = connections.filter((one) => one.accountId === accountId);
      await tx.outbox.addOnce(
        taskRow(accountId, 'sync-templates', connection?.id ?? '', app.monotonicNow()),
        SYNC_PAUSE,
      );
    }
  }
  return 'done';
}

async function processWatermark(
  app: App,
  tx: Tx,
  connection: Connection,
  { person, watermark, status }: Extract<CallbackItem, { kind: 'watermark' }>,
): Promise<Result> {
  const { accountId } = connection;
  const conversation = await tx.conversations.find(conversationKeyOf(connection, person));
  if (!conversation) {
    return 'done';
  }
  // Checked first, so that the list below includes messages that are recorded in between.
  const since = watermark - MAX_SEND_TIME;
  const isEarly = await tx.messages.hasSendInProgress(accountId, conversation.id, since, watermark);
  const messages = await tx.messages.listInFlight(accountId, conversation.id, watermark);
  await runInTransaction(
    tx,
    recordStatus,
    messages.map((message) => ({ app, message, change: { status } })),
  );
  return isEarly
    ? {
        kind: 'unfinished',
        problem: `a ${status} watermark arrived while a message was being sent`,
        mayHelpLater: true,
      }
    : 'done';
}

import type { App } from '../../app/app.ts';
import { shownNumber } from '../../base/phone-form.ts';
import { MICROSECONDS } from '../../base/time.ts';
import { distinctKeys, keyString } from '../../engine/drivers/dialect.ts';
import type { WaitingTask } from '../../engine/outbox/task.ts';
import type { CallbackItem } from '../../providers/callback.ts';
import type { Connection } from '../../store/connections/connections.ts';
import { portfolioOf } from '../../store/contacts/identities.ts';
import { type Effects, mergeEffects } from '../../store/effects.ts';
import type { Tx } from '../../store/index.ts';
import { type ExternalKey, externalKeyString, type StoredMessage } from '../../store/messages/messages.ts';
import type { NamedPart } from '../../store/messages/parts.ts';
import { newsAmong, type PlacedSighting } from '../contacts/sighting.ts';
import { skips } from '../messages/message-status.ts';
import { readTag, tagOf } from '../messages/parts.ts';
import { decideStatus, loadStatusFacts, type StatusFacts } from '../messages/record-status.ts';
import { refusalEffects } from '../opt-outs/opt-out-by-refusal.ts';
import { isErased } from '../people/redact.ts';
import { type CallbackTask, type ItemResult, type Origin, unknownMessage } from './problems.ts';

export type StatusItem = Extract<CallbackItem, { kind: 'status' }>;

/** A status with its connection. */
export interface PlacedStatus {
  app: Pick<App, 'now' | 'monotonicNow'>;
  origin: Origin;
  item: StatusItem;
  connection: Connection;
  /** Whether the identifiers in the status have been learned. */
  isLearned: boolean;
}

/** What new statuses in callbacks depend on. */
export interface ReportedFacts extends StatusFacts {
  /** Parts of messages, by ID of the provider. */
  byExternalId: ReadonlyMap<string, NamedPart>;
  /** The first unprocessed callback that is not in this batch, by ordering key. */
  unprocessed: Map<string, number>;
}

/**
 * How long a callback waits for earlier ones in other processes. This is longer than it takes to detect a dead process.
 */
const MAX_WAIT_FOR_EARLIER = MICROSECONDS.minute;

const keyOf = ({ item, connection }: PlacedStatus): ExternalKey => ({
  accountId: connection.accountId,
  connectionId: connection.id,
  externalId: item.externalId,
});

/**
 * Loads what statuses depend on, and what they show about people that is not known yet. Locks their messages.
 *
 * @param tasks the tasks of all callbacks of the batch
 */
export async function loadReported(
  tx: Tx,
  statuses: readonly PlacedStatus[],
  tasks: readonly CallbackTask[],
): Promise<ReportedFacts & { news: PlacedSighting[] }> {
  const tags = statuses.flatMap(({ item: { tag }, connection: { accountId } }) =>
    tag === undefined ? [] : [{ accountId, id: readTag(tag).messageId }],
  );
  const moving = new Set(statuses.map(({ connection }) => connection.accountId));
  const tagged = await loadStatusFacts(tx, { messages: distinctKeys(tags), moving });
  const named = await loadNamed(tx, statuses.filter((status) => !taggedBy(tagged, status)).map(keyOf));
  const facts = {
    byExternalId: named.byExternalId,
    messages: new Map([...tagged.messages, ...named.messages]),
    parts: new Map([...tagged.parts, ...named.parts]),
    receivers: tagged.receivers,
    unprocessed: new Map<string, number>(),
  };
  const news = await newsAmong(
    tx,
    statuses.flatMap((status) => sightingsIn(facts, status)),
  );
  const isSkipping = statuses.some((status) => maySkip(facts, status));
  return { ...facts, news, ...(isSkipping && { unprocessed: await tx.outbox.firstUnprocessed(tasks) }) };
}

/**
 * Returns what a status shows about its recipient. If the status has our tag, a recipient other than the number that we
 * sent to is the same person (learned-numbers). It counts as seen when the message was created, because numbers may
 * change owners until a late status arrives. Nothing is learned from a status of an unknown message, or about an erased
 * person.
 */
function sightingsIn(facts: ReportedFacts, status: PlacedStatus): PlacedSighting[] {
  const { sighting, recipient, tag } = status.item;
  const showsSomeone = sighting !== undefined || recipient !== undefined;
  const found = showsSomeone && !status.isLearned ? findSend(facts, status) : undefined;
  if (!found || isErased(found.message.person)) {
    return [];
  }
  const { person, createdAt } = found.message;
  const asked = tag === undefined || recipient === person ? undefined : shownNumber(person);
  return [
    ...(sighting ? [sighting] : []),
    ...(recipient !== undefined && asked !== undefined ? [{ asked, phone: recipient, at: createdAt }] : []),
  ].map((one) => ({ ...portfolioOf(status.connection), sighting: one }));
}

/** Returns whether a status may skip another one, unless the callbacks before it report that one. */
function maySkip(facts: ReportedFacts, status: PlacedStatus): boolean {
  const found = findSend(facts, status);
  return found !== undefined && skips(found.message.status, status.item.status);
}

/** Loads the messages of statuses without a valid tag, by the provider's ID of the message or of one of its parts. */
async function loadNamed(
  tx: Tx,
  items: readonly ExternalKey[],
): Promise<Pick<ReportedFacts, 'messages' | 'parts' | 'byExternalId'>> {
  const keys = [...new Map(items.map((item) => [externalKeyString(item), item])).values()];
  if (keys.length === 0) {
    return { messages: new Map(), parts: new Map(), byExternalId: new Map() };
  }
  const [whole, named] = await Promise.all([tx.messages.listByExternalIds(keys), tx.parts.listByExternalIds(keys)]);
  const wholeKeys = new Set(whole.map(keyString));
  const others = distinctKeys(named.map(({ accountId, messageId: id }) => ({ accountId, id }))).filter(
    (key) => !wholeKeys.has(keyString(key)),
  );
  const messages = [...whole, ...(await tx.messages.listForUpdate(others))];
  const facts = await loadStatusFacts(tx, { messages, lockedMessages: messages, moving: new Set() });
  return {
    ...facts,
    byExternalId: new Map(named.map((part) => [externalKeyString(part), part])),
  };
}

/** Decides a status (§3.1, §6). */
export function decideReported(facts: ReportedFacts, status: PlacedStatus): { effects: Effects } & ItemResult {
  const { app, origin, item } = status;
  const found = findSend(facts, status);
  if (!found) {
    return { effects: {}, result: unknownMessage('a status') };
  }
  const { message, part } = found;
  if (isErased(message.person)) {
    return { effects: {}, result: 'erased' }; // the provider's ID of a message may contain the phone number
  }
  if (skips(message.status, item.status) && isEarly(app, facts, origin)) {
    return { effects: {}, result: 'early' }; // otherwise the skipped status would never be reported (§6)
  }
  const { error, reach, pricing, externalId } = item;
  const change = { status: item.status, error, reach, pricing, externalId, part };
  return {
    effects: mergeEffects(
      decideStatus(app, facts, message, change),
      proved(app, facts, message, part),
      item.isOptOut && message.status !== 'failed' ? refusalEffects(app, message, item.at ?? origin.receivedAt) : {},
    ),
    result: 'done',
    message,
  };
}

/** Returns whether another process is still processing an earlier callback. */
function isEarly(app: PlacedStatus['app'], facts: ReportedFacts, { task, receivedAt }: Origin): boolean {
  const orderingKey = task.orderingKey ?? '';
  const first = facts.unprocessed.get(orderingKey) ?? task.id;
  const early = app.now() - receivedAt < MAX_WAIT_FOR_EARLIER && first < task.id;
  if (early) {
    // The later callbacks of this batch must wait for this one.
    facts.unprocessed.set(orderingKey, Math.min(first, task.id));
  }
  return early;
}

/** Returns the effects on the `confirm-send` task of a part that a status has proved. */
function proved(app: PlacedStatus['app'], facts: ReportedFacts, message: StoredMessage, part: number): Effects {
  const isSplit = (facts.parts.get(keyString(message)) ?? []).length > 0;
  const confirm: WaitingTask = {
    accountId: message.accountId,
    task: 'confirm-send',
    subject: tagOf(message.id, part),
  };
  // There is nothing left to confirm if there is one part. The task of a split message sends the next part.
  if (isSplit) {
    return { due: [{ ...confirm, at: app.monotonicNow() }] };
  }
  // The first status cancels the task.
  return message.status === 'queued' ? { cancelled: [confirm] } : {};
}

/** Returns the message and the part that a status is about. */
function findSend(facts: ReportedFacts, status: PlacedStatus): { message: StoredMessage; part: number } | undefined {
  const tagged = taggedBy(facts, status);
  if (tagged) {
    return tagged;
  }
  const key = keyOf(status);
  const whole = findWhole(facts, key);
  if (whole) {
    return whole.direction === 'out' ? { message: whole, part: 0 } : undefined;
  }
  const named = facts.byExternalId.get(externalKeyString(key));
  const message = named && facts.messages.get(keyString({ accountId: key.accountId, id: named.messageId }));
  return message && { message, part: named.part };
}

/** Returns what a tag names. A tag is accepted only from the connection that sent the message. */
function taggedBy(
  { messages }: Pick<ReportedFacts, 'messages'>,
  { item, connection: { accountId, id } }: PlacedStatus,
): { message: StoredMessage; part: number } | undefined {
  const { messageId, part } = readTag(item.tag ?? '');
  const message = messages.get(keyString({ accountId, id: messageId }));
  return message?.direction === 'out' && message.connectionId === id ? { message, part } : undefined;
}

const findWhole = ({ messages }: ReportedFacts, { accountId, connectionId, externalId }: ExternalKey) =>
  [...messages.values()].find(
    (message) =>
      message.accountId === accountId && message.connectionId === connectionId && message.externalId === externalId,
  );

import type { App } from '../../app/app.ts';
import { shownNumber } from '../../base/phone-form.ts';
import { MICROSECONDS } from '../../base/time.ts';
import { isNews, loadIdentities, type PlacedSighting, Unlearned } from '../../domain/contacts/sighting.ts';
import { skips } from '../../domain/messages/message-status.ts';
import { readTag, tagOf } from '../../domain/messages/parts.ts';
import { accountsOf, decideStatus, loadStatusFacts, type StatusFacts } from '../../domain/messages/record-status.ts';
import { refusalEffects } from '../../domain/opt-outs/opt-out-by-refusal.ts';
import { isErased } from '../../domain/people/redact.ts';
import type { CallbackItem, Sighting } from '../../providers/callback.ts';
import type { BatchRule } from '../../store/batching/batch-rule.ts';
import type { Connection } from '../../store/connections/connections.ts';
import { portfolioOf } from '../../store/contacts/identities.ts';
import { nameOfKey } from '../../store/drivers/dialect.ts';
import { applyEffects, type Effects, joined } from '../../store/effects.ts';
import type { Tx } from '../../store/index.ts';
import type { ExternalKey, StoredMessage } from '../../store/messages/messages.ts';
import type { NamedPart } from '../../store/messages/parts.ts';
import { nextAttempt, type OutboxTask, type WaitingTask } from '../../store/outbox/task.ts';
import { type Problem, problemText, retryDelay, unknownMessage } from './problems.ts';

export type StatusItem = Extract<CallbackItem, { kind: 'status' }>;

/** Where an item comes from. */
export interface Origin {
  task: OutboxTask;
  providerAppId: string;
  /** When its callback arrived, in microseconds. */
  receivedAt: number;
}

/**
 * The result of one item. `early` means that earlier callbacks must be processed first, `erased` that the item is about a
 * person whose data was erased.
 */
export type Result = 'done' | 'early' | 'erased' | Problem;

/** The result of a status, with its message if the status was recorded. */
interface ItemResult {
  result: Result;
  message?: StoredMessage | undefined;
}

/** Statuses of one callback. */
interface Statuses {
  app: Pick<App, 'now' | 'monotonicNow'>;
  origin: Origin;
  items: readonly StatusItem[];
  /** Whether the identifiers in the statuses have been learned. @default false */
  isLearned?: boolean;
}

interface Facts extends StatusFacts {
  /** By provider app and ID of the provider. */
  connections: ReadonlyMap<string, Connection>;
  /** Parts of messages, by ID of the provider. */
  byExternalId: ReadonlyMap<string, NamedPart>;
  /** The first unprocessed callback that is not in this batch, by ordering key. */
  unprocessed: Map<string, number>;
}

/**
 * How long a callback waits for earlier ones in other processes. This is longer than it takes to detect a dead process.
 */
const LONGEST_COURTESY = MICROSECONDS.minute;
const COURTESY_PAUSE = MICROSECONDS.second;

/** Decides the statuses of callbacks (§3.1, §6), without ending the callbacks. */
export const statusItems: BatchRule<Statuses, Facts, Effects, ItemResult[]> = {
  load: loadFacts,

  decide(facts, { app, origin, items }) {
    const decided = items.map((item) => decideItem(app, facts, origin, item));
    return {
      effects: joined(...decided.map(({ effects }) => effects)),
      result: decided.map(({ result, message }) => ({ result, message })),
    };
  },

  apply: applyEffects,
};

/** Processes callbacks that contain only statuses. */
export const statusCallbacks: BatchRule<Statuses, Facts, Effects, ItemResult[]> = {
  load: loadFacts,

  decide(facts, callback) {
    const { effects, result } = statusItems.decide(facts, callback);
    const results = result.map((item) => item.result);
    return { effects: joined(effects, endCallback(callback.app, callback.origin.task, results)), result };
  },

  apply: applyEffects,
};

/** Returns the effects that end this attempt at a callback. Items that may succeed later are retried. */
export function endCallback(app: Pick<App, 'now'>, task: OutboxTask, results: readonly Result[]): Effects {
  if (results.includes('early')) {
    return { changedTasks: [{ ...task, runAt: app.now() + COURTESY_PAUSE, paced: 0 }] };
  }
  const id = task.subject;
  const problem = problemText(results);
  const delay = retryDelay(task, results);
  if (delay !== undefined) {
    const runAt = app.now() + delay * MICROSECONDS.second;
    return { processed: [{ id, problem }], changedTasks: [nextAttempt(task, runAt)] };
  }
  // A callback that names an erased person must no longer exist.
  return { ended: [task], ...(results.includes('erased') ? { removed: [id] } : { processed: [{ id, problem }] }) };
}

const nameOf = (...parts: readonly (string | number)[]): string => JSON.stringify(parts);
const nameOfExternal = ({ accountId, connectionId, externalId }: ExternalKey): string =>
  nameOf(accountId, connectionId, externalId);

async function loadFacts(tx: Tx, callbacks: readonly Statuses[]): Promise<Facts> {
  const connections = await loadConnections(tx, callbacks);
  const known = callbacks.flatMap(({ origin, items }) =>
    items.flatMap((item) => {
      const connection = connectionOf(connections, origin, item);
      return connection ? [{ ...item, accountId: connection.accountId, connectionId: connection.id }] : [];
    }),
  );
  const keys = distinct(
    known.flatMap(({ accountId, tag }) => (tag === undefined ? [] : [{ accountId, id: readTag(tag).messageId }])),
    nameOfKey,
  );
  const tagged = await loadStatusFacts(tx, { messages: keys, moving: accountsOf(known) });
  const named = await loadNamed(
    tx,
    known.filter((item) => taggedBy(tagged, item, item) === undefined),
  );
  const facts = {
    connections,
    byExternalId: named.byExternalId,
    messages: new Map([...tagged.messages, ...named.messages]),
    parts: new Map([...tagged.parts, ...named.parts]),
    deliveryStates: tagged.deliveryStates,
    unprocessed: new Map<string, number>(),
  };
  await requireLearned(tx, facts, callbacks);
  const skipping = callbacks.filter((callback) => maySkip(facts, callback));
  return skipping.length === 0
    ? facts
    : { ...facts, unprocessed: await tx.outbox.firstUnprocessed(callbacks.map(({ origin }) => origin.task)) };
}

/**
 * Nothing is learned from a status of an unknown message, or about an erased person.
 *
 * @throws {Unlearned} if statuses show new identifiers
 */
async function requireLearned(tx: Tx, facts: Facts, callbacks: readonly Statuses[]): Promise<void> {
  const placed = callbacks.flatMap(({ origin, items, isLearned = false }) =>
    items.flatMap((item): PlacedSighting[] => {
      const showsSomeone = item.sighting !== undefined || item.recipient !== undefined;
      const connection = showsSomeone && !isLearned ? connectionOf(facts.connections, origin, item) : undefined;
      const found = connection && findSend(facts, connection, item);
      return connection && found && !isErased(found.message.person)
        ? sightingsIn(item, found.message).map((sighting) => ({ ...portfolioOf(connection), sighting }))
        : [];
    }),
  );
  if (placed.length === 0) {
    return;
  }
  const identities = await loadIdentities(tx, placed);
  const news = placed.filter((one) => isNews(identities, one));
  if (news.length > 0) {
    throw new Unlearned(news);
  }
}

/**
 * Returns what a status shows about its recipient. If the status has our tag, a recipient other than the number that we
 * sent to is the same person (learned-numbers). It counts as seen when the message was created, because numbers may
 * change owners until a late status arrives.
 */
function sightingsIn({ sighting, recipient, tag }: StatusItem, { person, createdAt }: StoredMessage): Sighting[] {
  const asked = tag === undefined || recipient === person ? undefined : shownNumber(person);
  return [
    ...(sighting ? [sighting] : []),
    ...(recipient !== undefined && asked !== undefined ? [{ asked, phone: recipient, at: createdAt }] : []),
  ];
}

/** Returns whether a status may skip another one, unless the callbacks before it report that one. */
const maySkip = (facts: Facts, { origin, items }: Statuses): boolean =>
  items.some((item) => {
    const connection = connectionOf(facts.connections, origin, item);
    const found = connection && findSend(facts, connection, item);
    return found !== undefined && skips(found.message.status, item.status);
  });

async function loadConnections(tx: Tx, callbacks: readonly Statuses[]): Promise<Map<string, Connection>> {
  const byApp = Map.groupBy(callbacks, ({ origin }) => origin.providerAppId);
  const found = await Promise.all(
    [...byApp].map(async ([app, own]) => {
      const ids = own.flatMap(({ items }) => items.flatMap((item) => item.providerIds));
      const connections = await tx.connections.byProviderId(app, [...new Set(ids)]);
      return [...connections].map(([id, connection]) => [nameOf(app, id), connection] as const);
    }),
  );
  return new Map(found.flat());
}

/** Loads the messages of statuses without a valid tag, by the provider's ID of the message or of one of its parts. */
async function loadNamed(
  tx: Tx,
  items: readonly ExternalKey[],
): Promise<Pick<Facts, 'messages' | 'parts' | 'byExternalId'>> {
  const keys = distinct(items, nameOfExternal);
  if (keys.length === 0) {
    return { messages: new Map(), parts: new Map(), byExternalId: new Map() };
  }
  const [whole, named] = await Promise.all([tx.messages.listByExternalIds(keys), tx.parts.listByExternalIds(keys)]);
  const held = new Set(whole.map(nameOfKey));
  const others = distinct(
    named.map(({ accountId, messageId: id }) => ({ accountId, id })),
    nameOfKey,
  ).filter((key) => !held.has(nameOfKey(key)));
  const messages = [...whole, ...(await tx.messages.listForUpdate(others))];
  const facts = await loadStatusFacts(tx, { messages, held: messages, moving: new Set() });
  return {
    ...facts,
    byExternalId: new Map(named.map((part) => [nameOfExternal(part), part])),
  };
}

const distinct = <Item>(items: readonly Item[], keyOf: (item: Item) => string): Item[] => [
  ...new Map(items.map((item) => [keyOf(item), item])).values(),
];

const connectionOf = (
  connections: ReadonlyMap<string, Connection>,
  { providerAppId }: Origin,
  { providerIds }: StatusItem,
) => providerIds.map((id) => connections.get(nameOf(providerAppId, id))).find((connection) => connection !== undefined);

/** How many characters of an ID a problem shows. */
const LONGEST_ID = 40;

/** Returns the problem of an item that belongs to none of our connections. */
export const noConnection = ({ providerIds }: { providerIds: readonly string[] }): Problem => ({
  kind: 'not_connected',
  problem: `no connection has the provider ID ${providerIds.map((id) => id.slice(0, LONGEST_ID)).join(' or ')}`,
  mayHelpLater: false,
});

function decideItem(
  app: Statuses['app'],
  facts: Facts,
  origin: Origin,
  item: StatusItem,
): { effects: Effects } & ItemResult {
  const connection = connectionOf(facts.connections, origin, item);
  if (!connection) {
    return { effects: {}, result: noConnection(item) };
  }
  const { externalId, status, error, reach, pricing } = item;
  const found = findSend(facts, connection, item);
  if (!found) {
    return { effects: {}, result: unknownMessage('a status') };
  }
  const { message, part } = found;
  if (isErased(message.person)) {
    return { effects: {}, result: 'erased' }; // the provider's ID of a message may contain the phone number
  }
  if (skips(message.status, status) && isEarly(app, facts, origin)) {
    return { effects: {}, result: 'early' }; // otherwise the skipped status would never be reported (§6)
  }
  const change = { status, error, reach, pricing, externalId, part };
  return {
    effects: joined(
      decideStatus(app, facts, message, change),
      proved(app, facts, message, part),
      item.isOptOut && message.status !== 'failed' ? refusalEffects(app, message, item.at ?? origin.receivedAt) : {},
    ),
    result: 'done',
    message,
  };
}

/** Returns whether another process is still processing an earlier callback. */
function isEarly(app: Statuses['app'], facts: Facts, { task, receivedAt }: Origin): boolean {
  const lane = task.orderingKey ?? '';
  const first = facts.unprocessed.get(lane) ?? task.id;
  const early = app.now() - receivedAt < LONGEST_COURTESY && first < task.id;
  if (early) {
    // The later callbacks of this batch must wait for this one.
    facts.unprocessed.set(lane, Math.min(first, task.id));
  }
  return early;
}

/** Returns the effects on the task that waits for a proof that a part was sent. */
function proved(app: Statuses['app'], facts: Facts, message: StoredMessage, part: number): Effects {
  const isSplit = (facts.parts.get(nameOfKey(message)) ?? []).length > 0;
  const confirm: WaitingTask = {
    accountId: message.accountId,
    task: 'confirm-send',
    subject: tagOf(message.id, part),
  };
  // There is nothing left to confirm if there is one part. The task of a split message sends the next part.
  return isSplit ? { due: [{ ...confirm, at: app.monotonicNow() }] } : { cancelled: [confirm] };
}

/** Returns the message and the part that a status is about. */
function findSend(
  facts: Facts,
  { accountId, id: connectionId }: Connection,
  { externalId, tag }: StatusItem,
): { message: StoredMessage; part: number } | undefined {
  const tagged = taggedBy(facts, { accountId, connectionId }, { tag });
  if (tagged) {
    return tagged;
  }
  const whole = findWhole(facts, { accountId, connectionId, externalId });
  if (whole) {
    return whole.direction === 'out' ? { message: whole, part: 0 } : undefined;
  }
  const named = facts.byExternalId.get(nameOfExternal({ accountId, connectionId, externalId }));
  const message = named && facts.messages.get(nameOfKey({ accountId, id: named.messageId }));
  return message && { message, part: named.part };
}

/** Returns what a tag names. A tag is accepted only from the connection that sent the message. */
function taggedBy(
  { messages }: Pick<Facts, 'messages'>,
  { accountId, connectionId }: Pick<StoredMessage, 'accountId' | 'connectionId'>,
  { tag }: Pick<StatusItem, 'tag'>,
): { message: StoredMessage; part: number } | undefined {
  const { messageId, part } = readTag(tag ?? '');
  const message = messages.get(nameOfKey({ accountId, id: messageId }));
  return message?.direction === 'out' && message.connectionId === connectionId ? { message, part } : undefined;
}

const findWhole = ({ messages }: Facts, { accountId, connectionId, externalId }: ExternalKey) =>
  [...messages.values()].find(
    (message) =>
      message.accountId === accountId && message.connectionId === connectionId && message.externalId === externalId,
  );

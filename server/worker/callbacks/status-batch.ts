import type { App } from '../../app.ts';
import { moves, skips } from '../../domain/messages/message-status.ts';
import { readTag } from '../../domain/messages/parts.ts';
import { campaignResultOf } from '../../domain/messages/record-status.ts';
import { isErased } from '../../domain/people/redact.ts';
import { firstDelivery, newEvent, stateFor, statusData } from '../../domain/webhooks/events.ts';
import type { CallbackItem } from '../../providers/callback.ts';
import type { Connection } from '../../store/connections/connections.ts';
import type { Tx } from '../../store/index.ts';
import type { StatusUpdate, StoredMessage } from '../../store/messages/messages.ts';
import { type OutboxTask, taskRow } from '../../store/outbox/outbox.ts';
import type { Delivery, DeliveryState } from '../../store/webhooks/deliveries.ts';
import type { NewEvent } from '../../store/webhooks/events.ts';

export type StatusItem = Extract<CallbackItem, { kind: 'status' }>;

/** A callback that contains only statuses. */
export interface StatusCallback {
  task: OutboxTask;
  providerAppId: string;
  items: readonly StatusItem[];
}

type Subject = Pick<StoredMessage, 'accountId' | 'id'>;

const nameOf = (...parts: readonly (string | number)[]): string => JSON.stringify(parts);
const nameOfMessage = ({ accountId, id }: Subject): string => nameOf(accountId, id);

/** What decisions about statuses depend on. */
interface Facts {
  /** By ID of the provider. */
  connections: ReadonlyMap<string, Connection>;
  /** By account and ID. A decision replaces the messages that it changes, so that the next one sees their new status. */
  messages: Map<string, StoredMessage>;
  /** Messages that were split. */
  split: ReadonlySet<string>;
  /** The first state of a delivery of `message.status`, by account. */
  deliveryStates: ReadonlyMap<number, DeliveryState | undefined>;
}

/** What one callback changes. */
interface Effects {
  updates: StatusUpdate[];
  events: NewEvent[];
  /** The first deliveries of the events, if their accounts have an address for them. */
  deliveries: Delivery[];
  /** The messages of campaigns that have a new status. */
  results: StoredMessage[];
  /** The messages that the provider has proved to be sent. */
  proved: Subject[];
  /** Whether the callback names a person whose data was erased. */
  isErased: boolean;
  problems: string[];
}

/**
 * Processes the first callbacks of a list in one transaction, in order. Stops before a callback that needs more than the
 * common case: an unknown message, a message in parts, or a skipped status. Returns how many it has processed.
 */
export const processStatuses = (app: App, callbacks: readonly StatusCallback[]): Promise<number> =>
  app.store.transaction(async (tx) => {
    const facts = await load(tx, callbacks);
    const decided: { task: OutboxTask; effects: Effects }[] = [];
    for (const { task, items } of callbacks) {
      const effects = decide(app, facts, items);
      if (!effects) {
        break;
      }
      for (const { message } of effects.updates) {
        facts.messages.set(nameOfMessage(message), message);
      }
      decided.push({ task, effects });
    }
    await apply(tx, decided);
    return decided.length;
  });

async function load(tx: Tx, callbacks: readonly StatusCallback[]): Promise<Facts> {
  const items = callbacks.flatMap((callback) => callback.items);
  const connections = new Map<string, Connection>();
  for (const [providerAppId, own] of Map.groupBy(callbacks, (callback) => callback.providerAppId)) {
    const providerIds = own.flatMap((callback) => callback.items.flatMap((item) => item.providerIds));
    for (const [id, connection] of await tx.connections.byProviderId(providerAppId, [...new Set(providerIds)])) {
      connections.set(id, connection);
    }
  }
  const known = items.flatMap((item) => {
    const connection = connectionOf(connections, item);
    return connection ? [{ item, accountId: connection.accountId, connectionId: connection.id }] : [];
  });
  const byExternalId = await tx.messages.listByExternalIds(
    distinct(
      known.map(({ item: { externalId }, accountId, connectionId }) => ({ accountId, connectionId, externalId })),
      ({ accountId, connectionId, externalId }) => nameOf(accountId, connectionId, externalId),
    ),
  );
  const named = new Set(byExternalId.map(({ connectionId, externalId }) => nameOf(connectionId, externalId ?? '')));
  const tagged = known.flatMap(({ item: { externalId, tag }, accountId, connectionId }) =>
    tag === undefined || named.has(nameOf(connectionId, externalId)) ? [] : [{ accountId, id: readTag(tag).messageId }],
  );
  const byTag = await tx.messages.listForUpdate(distinct(tagged, nameOfMessage));
  const messages = new Map([...byExternalId, ...byTag].map((message) => [nameOfMessage(message), message]));
  const split = await tx.parts.splitAmong([...messages.values()]);
  const accountIds = [...new Set([...messages.values()].map(({ accountId }) => accountId))];
  const webhooks = new Map((await tx.webhooks.list(accountIds)).map((webhook) => [webhook.accountId, webhook]));
  const accounts = await tx.accounts.listByIds(accountIds);
  return {
    connections,
    messages,
    split: new Set(split.map(nameOfMessage)),
    deliveryStates: new Map(
      accounts.map((account) => [account.id, stateFor(webhooks.get(account.id), account, 'message.status')]),
    ),
  };
}

const connectionOf = (connections: ReadonlyMap<string, Connection>, { providerIds }: StatusItem) =>
  providerIds.map((id) => connections.get(id)).find((connection) => connection !== undefined);

const distinct = <Item>(items: readonly Item[], keyOf: (item: Item) => string): Item[] => [
  ...new Map(items.map((item) => [keyOf(item), item])).values(),
];

/** Returns the effects of one callback (§3.1, §6); undefined if it needs more than the common case. */
function decide(app: Pick<App, 'monotonicNow'>, facts: Facts, items: readonly StatusItem[]): Effects | undefined {
  const effects: Effects = {
    updates: [],
    events: [],
    deliveries: [],
    results: [],
    proved: [],
    isErased: false,
    problems: [],
  };
  /** The messages as the earlier items of this callback leave them. */
  const changed = new Map<string, StatusUpdate>();
  for (const item of items) {
    const connection = connectionOf(facts.connections, item);
    if (!connection) {
      effects.problems.push(noConnection(item));
      continue;
    }
    const stored = findMessage(facts, connection, item);
    if (stored?.direction !== 'out' || facts.split.has(nameOfMessage(stored))) {
      return undefined;
    }
    if (isErased(stored.person)) {
      effects.isErased = true;
      continue;
    }
    const before = changed.get(nameOfMessage(stored)) ?? { message: stored, at: null };
    if (skips(before.message.status, item.status)) {
      return undefined;
    }
    changed.set(nameOfMessage(stored), advance(app, facts, before, item, effects));
    effects.proved.push(stored);
  }
  effects.updates = [...changed.values()];
  return effects;
}

/** Returns the problem of an item that belongs to none of our connections. */
export const noConnection = ({ providerIds }: { providerIds: readonly string[] }): string =>
  `no connection has the provider ID ${providerIds.join(' or ')}`;

function findMessage(
  { messages }: Facts,
  { accountId, id: connectionId }: Connection,
  { externalId, tag }: StatusItem,
): StoredMessage | undefined {
  for (const message of messages.values()) {
    if (message.accountId === accountId && message.connectionId === connectionId && message.externalId === externalId) {
      return message;
    }
  }
  const { messageId, part } = readTag(tag ?? '');
  const tagged = messages.get(nameOf(accountId, messageId));
  // A tag is accepted only from the connection that sent the message.
  return tagged?.connectionId === connectionId && part === 0 ? tagged : undefined;
}

/** Returns the message after one status. A status that would not advance it changes only an unknown ID. */
function advance(
  app: Pick<App, 'monotonicNow'>,
  facts: Facts,
  { message: stored, at }: StatusUpdate,
  { externalId, status, error }: StatusItem,
  effects: Effects,
): StatusUpdate {
  const message = { ...stored, externalId: stored.externalId ?? externalId };
  if (status === 'queued' || !moves(stored.status, status)) {
    return { message, at };
  }
  const now = app.monotonicNow();
  const moved = { ...message, status, error: error ?? null };
  if (moved.campaignId === null) {
    const { accountId, isTest } = moved;
    const event = newEvent(app, accountId, 'message.status', statusData(moved, now), { test: isTest });
    const delivery = firstDelivery(event, facts.deliveryStates.get(accountId));
    effects.events.push(event);
    effects.deliveries.push(...(delivery ? [delivery] : []));
  } else {
    effects.results.push(moved);
  }
  return { message: moved, at: now };
}

async function apply(tx: Tx, decided: readonly { task: OutboxTask; effects: Effects }[]): Promise<void> {
  const every = <Item>(of: (effects: Effects) => readonly Item[]): Item[] =>
    decided.flatMap(({ effects }) => of(effects));
  const updates = new Map<string, StatusUpdate>();
  for (const { message, at } of every((effects) => effects.updates)) {
    const name = nameOfMessage(message);
    updates.set(name, { message, at: at ?? updates.get(name)?.at ?? null });
  }
  const deliveries = every((effects) => effects.deliveries);
  const pending = deliveries.filter(({ state }) => state === 'pending');
  const subjectOf = ({ accountId, id }: Subject) => ({ accountId, subject: id });
  await tx.messages.setStatuses([...updates.values()]);
  for (const message of every((effects) => effects.results)) {
    const { state, reason } = campaignResultOf(message);
    await tx.campaigns.setState(message.accountId, message.campaignId ?? 0, message.person, state, reason);
  }
  for (const event of every((effects) => effects.events)) {
    tx.record(event);
  }
  await tx.deliveries.insertAll(deliveries);
  await tx.outbox.insertAll(
    pending.map(({ accountId, id, createdAt }) => taskRow(accountId, 'deliver-webhook', id, createdAt)),
  );
  // There is nothing left to confirm: these messages have one part, and the provider has proved it.
  await tx.outbox.cancelAll(
    'confirm-send',
    distinct(
      every((effects) => effects.proved),
      nameOfMessage,
    ).map(subjectOf),
  );
  const subjectsOf = (isWanted: (effects: Effects) => boolean) =>
    decided.filter(({ effects }) => isWanted(effects)).map(({ task }) => task.subject);
  // A callback that names an erased person must no longer exist.
  await tx.callbacks.remove(subjectsOf((effects) => effects.isErased));
  await tx.callbacks.finishAll(subjectsOf(({ isErased, problems }) => !isErased && problems.length === 0));
  for (const { task, effects } of decided.filter(({ effects }) => !effects.isErased && effects.problems.length > 0)) {
    await tx.callbacks.finish(task.subject, effects.problems.join('\n'));
  }
  await tx.outbox.finishAll(decided.map(({ task }) => task.id));
}

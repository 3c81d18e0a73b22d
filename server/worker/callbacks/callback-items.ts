import type { App } from '../../app/app.ts';
import { MICROSECONDS } from '../../base/time.ts';
import { type PlacedSighting, UnlearnedIdentifiers } from '../../domain/contacts/sighting.ts';
import {
  decideInbound,
  type InboundFacts,
  loadInboundFacts,
  type Reception,
} from '../../domain/messages/receive-inbound.ts';
import { nextAttempt, type OutboxTask } from '../../engine/outbox/task.ts';
import type { CallbackItem } from '../../providers/callback.ts';
import type { Connection } from '../../store/connections/connections.ts';
import { applyEffects, type Effects, mergeEffects } from '../../store/effects.ts';
import type { Tx } from '../../store/index.ts';
import type { WriteRule } from '../../store/rules.ts';
import { type ItemResult, noConnection, type Origin, problemText, type Result, retryDelay } from './problems.ts';
import {
  decideReported,
  loadReported,
  type PlacedStatus,
  type ReportedFacts,
  type StatusItem,
} from './status-items.ts';

export type InboundItem = Extract<CallbackItem, { kind: 'inbound' }>;

/** An item that is processed together with others. */
export type BatchedItem = StatusItem | InboundItem;

export const isBatched = (item: CallbackItem): item is BatchedItem => item.kind === 'status' || item.kind === 'inbound';

/** Items of one callback. */
interface Items {
  app: App;
  origin: Origin;
  items: readonly BatchedItem[];
  /** Whether the identifiers in the items have been learned. @default false */
  isLearned?: boolean;
}

interface Facts {
  /** By provider app and ID of the provider. */
  connections: ReadonlyMap<string, Connection>;
  statuses: ReportedFacts;
  inbound: InboundFacts;
}

/** Processes items of callbacks, without ending the callbacks. */
export const callbackItems: WriteRule<Items, Facts, Effects, ItemResult[]> = {
  load: loadFacts,

  decide(facts, { items, ...callback }) {
    const decided = items.map((item) => decideItem(facts, { ...callback, item }));
    return {
      effects: mergeEffects(...decided.map(({ effects }) => effects)),
      result: decided.map(({ result, message }) => ({ result, message })),
    };
  },

  apply: applyEffects,
};

/** Processes whole callbacks, and ends or retries their tasks. */
export const wholeCallbacks: WriteRule<Items, Facts, Effects, ItemResult[]> = {
  load: loadFacts,

  decide(facts, callback) {
    const { effects, result } = callbackItems.decide(facts, callback);
    const results = result.map((item) => item.result);
    return { effects: mergeEffects(effects, endCallback(callback.app, callback.origin.task, results)), result };
  },

  apply: applyEffects,
};

const RETRY_AFTER_EARLIER = MICROSECONDS.second;

/** Returns the effects that end this attempt at a callback. Items that may succeed later are retried. */
export function endCallback(app: Pick<App, 'now'>, task: OutboxTask, results: readonly Result[]): Effects {
  if (results.includes('early')) {
    return { changedTasks: [{ ...task, runAt: app.now() + RETRY_AFTER_EARLIER, paced: 0 }] };
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

type OneItem = Omit<Items, 'items'> & { item: BatchedItem };
type Placed = OneItem & { connection: Connection };

/**
 * People are locked before messages.
 *
 * @throws {UnlearnedIdentifiers} if items show new identifiers
 */
async function loadFacts(tx: Tx, callbacks: readonly Items[]): Promise<Facts> {
  const all = callbacks.flatMap(({ items, ...callback }) => items.map((item) => ({ ...callback, item })));
  const connections = await loadConnections(tx, all);
  const placed = all.flatMap((one): Placed[] => {
    const connection = connectionOf(connections, one);
    return connection ? [{ ...one, connection }] : [];
  });
  const inbound = await loadInboundFacts(tx, placed.flatMap(receptionOf));
  const tasks = callbacks.map(({ origin }) => origin.task);
  const statuses = await loadReported(tx, placed.flatMap(statusOf), tasks);
  const news: PlacedSighting[] = [...inbound.news, ...statuses.news];
  if (news.length > 0) {
    throw new UnlearnedIdentifiers(news);
  }
  return { connections, inbound, statuses };
}

const receptionOf = ({ app, origin, item, connection, isLearned }: Placed): Reception[] =>
  item.kind === 'inbound'
    ? [
        {
          app,
          connection,
          inbound: item.inbound,
          callback: { id: origin.task.subject, receivedAt: origin.receivedAt },
          isLearned: isLearned ?? false,
        },
      ]
    : [];

const statusOf = ({ item, isLearned = false, ...rest }: Placed): PlacedStatus[] =>
  item.kind === 'status' ? [{ ...rest, item, isLearned }] : [];

function decideItem(facts: Facts, one: OneItem): { effects: Effects } & ItemResult {
  const connection = connectionOf(facts.connections, one);
  if (!connection) {
    return { effects: {}, result: noConnection(one.item) };
  }
  const placed = { ...one, connection };
  const [status] = statusOf(placed);
  if (status) {
    return decideReported(facts.statuses, status);
  }
  const [reception] = receptionOf(placed);
  const { effects, result } = decideInbound(facts.inbound, reception as Reception);
  return { effects, result: result.result };
}

const nameOf = (providerAppId: string, id: string): string => JSON.stringify([providerAppId, id]);

async function loadConnections(tx: Tx, items: readonly OneItem[]): Promise<Map<string, Connection>> {
  const byApp = Map.groupBy(items, ({ origin }) => origin.providerAppId);
  const found = await Promise.all(
    [...byApp].map(async ([app, own]) => {
      const ids = own.flatMap(({ item }) => item.providerIds);
      const connections = await tx.connections.byProviderId(app, [...new Set(ids)]);
      return [...connections].map(([id, connection]) => [nameOf(app, id), connection] as const);
    }),
  );
  return new Map(found.flat());
}

const connectionOf = (
  connections: ReadonlyMap<string, Connection>,
  { origin: { providerAppId }, item: { providerIds } }: OneItem,
) => providerIds.map((id) => connections.get(nameOf(providerAppId, id))).find((connection) => connection !== undefined);

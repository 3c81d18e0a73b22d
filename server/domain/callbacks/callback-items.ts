import type { App } from '../../app/app.ts';
import { MICROSECONDS } from '../../base/time.ts';
import { traceStatus } from '../../base/tracing.ts';
import type { OutboxTask, TaskChange } from '../../engine/outbox/task.ts';
import type { CallbackItem } from '../../providers/callback.ts';
import type { Connection } from '../../store/connections/connections.ts';
import { applyEffects, type Effects, mergeEffects, separateRule } from '../../store/effects.ts';
import type { Tx } from '../../store/index.ts';
import type { Decision, WriteRule } from '../../store/rules.ts';
import { logStop, refusesCampaign } from '../campaigns/refused-campaign.ts';
import { type PlacedSighting, UnlearnedIdentifiers } from '../contacts/sighting.ts';
import { decideInbound, type InboundFacts, loadInboundFacts, type Reception } from '../messages/receive-inbound.ts';
import {
  type CallbackTask,
  type ItemResult,
  noConnection,
  type Origin,
  problemText,
  type Result,
  reportProblems,
  retryDelay,
} from './problems.ts';
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

/** The maximum number of items in one transaction: a statement accepts a limited number of values. */
export const MAX_ITEMS = 128;

export const isBatched = (item: CallbackItem): item is BatchedItem => item.kind === 'status' || item.kind === 'inbound';

/** Items of one callback. */
export interface Items {
  app: App;
  origin: Origin;
  items: readonly BatchedItem[];
  /** Whether the identifiers in the items have been learned. @default false */
  isLearned?: boolean;
}

/** Where the items of a stored callback come from. */
export interface StoredOrigin extends Origin {
  task: OutboxTask;
}

/** A stored callback. */
interface WholeCallback extends Items {
  origin: StoredOrigin;
}

export interface Facts {
  /** By provider app and ID of the provider. */
  connections: ReadonlyMap<string, Connection>;
  statuses: ReportedFacts;
  inbound: InboundFacts;
  /** What the items show about people that must be learned first. */
  news: readonly PlacedSighting[];
}

/** Processes items of callbacks, without ending the callbacks. */
export const processItems: WriteRule<Items, Facts, Effects, ItemResult[]> = {
  load: loadFacts,

  /** @throws {UnlearnedIdentifiers} if the items show new identifiers */
  decide(facts, { items, ...callback }) {
    if (facts.news.length > 0) {
      throw new UnlearnedIdentifiers(facts.news);
    }
    const decided = items.map((item) => decideItem(facts, { ...callback, item }));
    return {
      effects: mergeEffects(...decided.map(({ effects }) => effects)),
      result: decided.map(({ result, message }) => ({ result, message })),
    };
  },

  apply: applyEffects,
};

/** Processes successive callbacks of a provider app, in order, and ends or retries their tasks. */
export const processStored = separateRule({
  load: (tx, callbacks: readonly WholeCallback[]) => loadFacts(tx, callbacks),

  decide(facts, callbacks) {
    const decided = callbacks.map((callback) => decideStored(facts, callback));
    return {
      effects: mergeEffects(...decided.map(({ effects }) => effects)),
      result: decided.map(({ result }) => result),
    };
  },
});

/** Decides the items of one callback, and how the attempt at it ends. */
export function decideStored(facts: Facts, callback: WholeCallback): Decision<Effects, ItemResult[]> {
  const { effects, result } = processItems.decide(facts, callback);
  const end = endCallback(callback.app, callback.origin.task, resultsOf(result));
  return { effects: mergeEffects(effects, end), result };
}

/** Logs and counts what the callback of these items showed. Call it after the commit. */
export function noteResults(app: App, { origin, items }: Items, results: readonly ItemResult[]): void {
  reportProblems(app, origin, resultsOf(results));
  for (const [index, item] of items.entries()) {
    noteItem(app, results[index] ?? { result: 'done' }, item);
  }
}

/** Notes a status that was recorded. The result has the message before it. */
export function noteItem(app: App, { message }: ItemResult, item: BatchedItem): void {
  if (!message || item.kind !== 'status') {
    return;
  }
  const { status, reach, error } = item;
  traceStatus(message, status);
  if (message.campaignId !== null && message.status !== 'failed' && error && refusesCampaign(reach)) {
    logStop(app, message.campaignId, error);
  }
}

export const resultsOf = (items: readonly ItemResult[]): Result[] => items.map(({ result }) => result);

const RETRY_AFTER_EARLIER = MICROSECONDS.second;

/** How an attempt at a callback ends. */
interface CallbackEnd {
  /** The problems of its items, or null; undefined if the items are not processed yet. */
  problem?: string | null;
  /** True if the callback names an erased person, so that it must not be stored. */
  isErased?: boolean;
  /** The next attempt. Items that may succeed later are retried. */
  next?: Pick<TaskChange, 'runAt' | 'attempts'>;
}

/** Returns how an attempt at a callback ends. */
export function endOf(
  app: Pick<App, 'now'>,
  task: Pick<CallbackTask, 'attempts'>,
  results: readonly Result[],
): CallbackEnd {
  if (results.includes('early')) {
    return { next: { runAt: app.now() + RETRY_AFTER_EARLIER, attempts: task.attempts } };
  }
  const problem = problemText(results);
  const delay = retryDelay(task, results);
  if (delay !== undefined) {
    return { problem, next: { runAt: app.now() + delay * MICROSECONDS.second, attempts: task.attempts + 1 } };
  }
  return results.includes('erased') ? { isErased: true } : { problem };
}

/** Returns the effects that end this attempt at a stored callback. */
export function endCallback(app: Pick<App, 'now'>, task: OutboxTask, results: readonly Result[]): Effects {
  const { problem, isErased, next } = endOf(app, task, results);
  return {
    ...(isErased && { removed: [task.subject] }),
    ...(problem !== undefined && { processed: [{ id: task.subject, problem }] }),
    ...(next ? { changedTasks: [{ ...task, ...next, paced: 0 }] } : { ended: [task] }),
  };
}

type OneItem = Omit<Items, 'items'> & { item: BatchedItem };
type Placed = OneItem & { connection: Connection };

/** People are locked before messages. */
export async function loadFacts(tx: Tx, callbacks: readonly Items[]): Promise<Facts> {
  const all = callbacks.flatMap(({ items, ...callback }) => items.map((item) => ({ ...callback, item })));
  const connections = await loadConnections(tx, all);
  const placed = all.flatMap((one): Placed[] => {
    const connection = connectionOf(connections, one);
    return connection ? [{ ...one, connection }] : [];
  });
  const inbound = await loadInboundFacts(tx, placed.flatMap(receptionOf));
  const tasks = callbacks.map(({ origin }) => origin.task);
  const statuses = await loadReported(tx, placed.flatMap(statusOf), tasks);
  return { connections, inbound, statuses, news: [...inbound.news, ...statuses.news] };
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

const providerKeyString = (providerAppId: string, id: string): string => JSON.stringify([providerAppId, id]);

async function loadConnections(tx: Tx, items: readonly OneItem[]): Promise<Map<string, Connection>> {
  const byApp = Map.groupBy(items, ({ origin }) => origin.providerAppId);
  const found = await Promise.all(
    [...byApp].map(async ([app, own]) => {
      const ids = own.flatMap(({ item }) => item.providerIds);
      const connections = await tx.connections.byProviderId(app, [...new Set(ids)]);
      return [...connections].map(([id, connection]) => [providerKeyString(app, id), connection] as const);
    }),
  );
  return new Map(found.flat());
}

const connectionOf = (
  connections: ReadonlyMap<string, Connection>,
  { origin: { providerAppId }, item: { providerIds } }: OneItem,
) =>
  providerIds
    .map((id) => connections.get(providerKeyString(providerAppId, id)))
    .find((connection) => connection !== undefined);

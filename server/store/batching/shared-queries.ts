import DataLoader from 'dataloader';
import type { Knex } from 'knex';
import { accountOf } from '../account/accounts.ts';
import { connectionOf, connectionQueries } from '../connections/connections.ts';
import { type Conversation, type ConversationKey, conversationOf } from '../conversations/conversations.ts';
import { among } from '../drivers/dialect.ts';
import { runOf } from '../flows/flow-runs.ts';
import { flowQueries } from '../flows/flows.ts';
import type { IdempotencyKey } from '../messages/idempotency.ts';
import { taskRow } from '../outbox/outbox.ts';
import type { Tx } from '../queries.ts';
import type { ContactRow, ConversationRow, IdempotencyRow } from '../tables.ts';
import { templateOf } from '../templates/templates.ts';
import { NotBatchable, nameOf, type Writes } from './shared-writes.ts';

/**
 * Returns queries for units of work that run concurrently in one transaction. Reads in the same turn of the event loop
 * become one query, and writes are collected. Only accepting a message and sending a
 * step of a flow have shared queries. All other work runs in separate transactions.
 */
export function createSharedQueries(trx: Knex) {
  /** Loads rows for many keys with one query. */
  const loader = <Key, Found>(
    load: (keys: readonly Key[]) => Promise<Map<string, Found>>,
    name: (key: Key) => string,
  ) =>
    new DataLoader<Key, Found | undefined, string>(
      async (keys) => {
        const found = await load(keys);
        return keys.map((key) => found.get(name(key)));
      },
      { cacheKeyFn: name },
    );
  const byAccount = loader(
    async (accountIds: readonly number[]) =>
      Map.groupBy(
        await trx('connections')
          .whereIn('account_id', [...accountIds])
          .where({ is_active: true })
          .orderBy(['created_at', 'id']),
        ({ account_id }) => nameOf(account_id),
      ),
    (accountId: number) => nameOf(accountId),
  );
  const phones = (table: 'blocked_numbers' | 'opt_outs') =>
    loader(
      async (people: readonly { accountId: number; phone: string }[]) => {
        const pairs = people.map(({ accountId, phone }) => [accountId, phone]);
        const rows = await among(trx(table), { account_id: 'integer', phone: 'text' }, pairs).select(
          'account_id',
          'phone',
        );
        return new Map(rows.map(({ account_id, phone }) => [nameOf(account_id, phone), true]));
      },
      ({ accountId, phone }) => nameOf(accountId, phone),
    );
  const blocked = phones('blocked_numbers');
  const optedOut = phones('opt_outs');
  const conversations = loader(
    async (keys: readonly ConversationKey[]) => {
      const triples = keys.map(({ accountId, connectionId, person }) => [accountId, connectionId, person]);
      const types = { account_id: 'integer', connection_id: 'text', person: 'text' } as const;
      // The rows stay locked, in a fixed order, until the commit: only one transaction at a time assigns message times.
      const rows = await among(trx('conversations'), types, triples).orderBy('id').forUpdate();
      return new Map(rows.map((row) => [nameOf(row.account_id, row.connection_id, row.person), remember(row)]));
    },
    ({ accountId, connectionId, person }) => nameOf(accountId, connectionId, person),
  );
  const remember = (row: ConversationRow): Conversation => {
    if (row.last_message_direction !== null) {
      lastTimes.set(nameOf(row.account_id, row.id), row.last_message_at);
    }
    return conversationOf(row);
  };
  /** Loads rows of one table by account and ID; locks rows in a fixed order. */
  const byId = <Row extends { account_id: number; id: number }, Found>(
    table: string,
    foundOf: (row: Row) => Found,
    hold: boolean,
  ) =>
    loader(
      async (keys: readonly { accountId: number; id: number }[]) => {
        const pairs = keys.map(({ accountId, id }) => [accountId, id]);
        const rows = (await among(trx(table), { account_id: 'integer', id: 'integer' }, pairs)
          .orderBy('id')
          .modify((query) => hold && query.forUpdate())) as unknown as Row[];
        return new Map(rows.map((row) => [nameOf(row.account_id, row.id), foundOf(row)]));
      },
      ({ accountId, id }) => nameOf(accountId, id),
    );
  const held = byId('conversations', remember, true);
  const runs = byId('flow_runs', runOf, false);
  const heldRuns = byId('flow_runs', runOf, true);
  const names = byId('contacts', (row: ContactRow) => row.name ?? row.display_name, false);
  /** Loads each row once; for rows that are few but read often. */
  const few = <Key, Found>(find: (key: Key) => Promise<Found>) => {
    const known = new Map<string, Promise<Found>>();
    return (key: Key): Promise<Found> => {
      const name = nameOf(key);
      const found = known.get(name) ?? find(key);
      known.set(name, found);
      return found;
    };
  };
  const flows = few(({ accountId, id }: { accountId: number; id: number }) => flowQueries(trx).find(accountId, id));
  const accounts = loader(
    async (ids: readonly number[]) => {
      const rows = await trx('accounts').whereIn('id', [...ids]);
      return new Map(rows.map((row) => [nameOf(row.id), accountOf(row)]));
    },
    (id: number) => nameOf(id),
  );
  const lines = few(({ accountId, id }: { accountId: number; id: string }) =>
    connectionQueries(trx).find(accountId, id),
  );
  const templates = loader(
    async (keys: readonly { accountId: number; name: string }[]) =>
      Map.groupBy(
        await among(
          trx('templates'),
          { account_id: 'integer', name: 'text' },
          keys.map(({ accountId, name }) => [accountId, name]),
        ).orderBy('language'),
        ({ account_id, name }) => nameOf(account_id, name),
      ),
    ({ accountId, name }) => nameOf(accountId, name),
  );
  const responses = loader(
    async (keys: readonly IdempotencyKey[]) => {
      const triples = keys.map(({ accountId, scope, key }) => [accountId, scope, key]);
      const types = { account_id: 'integer', scope: 'text', key: 'text' } as const;
      const rows: IdempotencyRow[] = await among(trx('idempotency'), types, triples);
      return new Map(rows.map((row) => [nameOf(row.account_id, row.scope, row.key), row]));
    },
    ({ accountId, scope, key }) => nameOf(accountId, scope, key),
  );
  /** The time of the last message in each conversation, including messages that this transaction is about to write. */
  const lastTimes = new Map<string, number>();
  const reserved = new Set<string>();

  return {
    /** Returns the queries for one unit of work, and the writes that it collects. */
    forOne(): { tx: Tx; writes: Writes } {
      const writes: Writes = {
        callbacks: [],
        reservations: [],
        messages: [],
        outbound: [],
        tasks: [],
        runs: [],
        freed: [],
        finished: [],
        postponed: [],
      };
      const find = (key: ConversationKey): Promise<Conversation | undefined> => conversations.load(key);
      const offered = {
        accounts: { find: (id) => accounts.load(id) },
        contacts: { nameById: async (accountId, id) => (await names.load({ accountId, id })) ?? null },
        flows: { find: (accountId, id) => flows({ accountId, id }) },
        flowRuns: {
          find: (accountId, id) => runs.load({ accountId, id }),
          findForUpdate: (accountId, id) => heldRuns.load({ accountId, id }),
          async move({ accountId, id }, to) {
            writes.runs.push({ ...to, accountId, id });
          },
          async free(accountId, ids) {
            writes.freed.push(...ids.map((id) => ({ accountId, id })));
          },
        },
        connections: {
          find: (accountId, id) => lines({ accountId, id }),
          listActive: async (accountId) => ((await byAccount.load(accountId)) ?? []).map(connectionOf),
        },
        callbacks: {
          async insert(callback) {
            writes.callbacks.push(callback);
          },
        },
        blockedNumbers: { has: async (accountId, phone) => (await blocked.load({ accountId, phone })) === true },
        optOuts: { has: async (accountId, phone) => (await optedOut.load({ accountId, phone })) === true },
        templates: {
          findByName: async (accountId, name) => ((await templates.load({ accountId, name })) ?? []).map(templateOf),
        },
        conversations: {
          find,
          async getAndHold(accountId, id) {
            const found = await held.load({ accountId, id });
            if (!found) {
              throw new NotBatchable();
            }
            return found;
          },
          async ensure(key) {
            const known = await find(key);
            if (!known) {
              throw new NotBatchable();
            }
            return known.id;
          },
          async nextTime(accountId, id, stamp) {
            const name = nameOf(accountId, id);
            const at = Math.max(stamp, (lastTimes.get(name) ?? 0) + 1);
            lastTimes.set(name, at);
            return at;
          },
          async noteOutbound(accountId, id, text, at) {
            writes.outbound.push({ accountId, id, text, at });
          },
        },
        messages: {
          async insert(message) {
            writes.messages.push(message);
            return true;
          },
        },
        outbox: {
          async add(...task) {
            writes.tasks.push(taskRow(...task));
          },
          async finish(id) {
            writes.finished.push(id);
          },
          async postpone(id, runAt, isPaced = false) {
            writes.postponed.push({ id, runAt, paced: Number(isPaced) });
          },
        },
        idempotency: {
          async reserve(reservation) {
            const { key } = reservation;
            const name = nameOf(key.accountId, key.scope, key.key);
            // A unit that runs alone must compare and replay a key that is stored or about to be stored.
            if (reserved.has(name) || (await responses.load(key)) || reserved.has(name)) {
              throw new NotBatchable();
            }
            reserved.add(name);
            writes.reservations.push({ ...reservation });
            return true;
          },
          async keep(key, status, data) {
            const own = writes.reservations.find((reservation) => reservation.key === key);
            if (!own) {
              throw new NotBatchable();
            }
            own.response = { status, data };
          },
        },
      } satisfies { [Room in keyof Tx]?: Partial<Tx[Room]> };
      return { tx: orAlone(offered), writes };
    },
  };
}

/** Returns the shared queries. All other queries reject with `NotBatchable`. */
function orAlone(offered: object): Tx {
  const refuse = () => Promise.reject(new NotBatchable());
  const open = (queries: object) => new Proxy(queries, { get: (target, name) => Reflect.get(target, name) ?? refuse });
  return new Proxy(offered, {
    get: (rooms, room) =>
      room === 'record'
        ? () => {
            throw new NotBatchable();
          }
        : open(Reflect.get(rooms, room) ?? {}),
  }) as unknown as Tx;
}

import DataLoader from 'dataloader';
import type { Knex } from 'knex';
import { connectionOf } from './connections.ts';
import { type Conversation, type ConversationKey, conversationOf } from './conversations.ts';
import type { IdempotencyKey } from './idempotency.ts';
import type { Tx } from './index.ts';
import { messageRow, type StoredMessage } from './messages.ts';
import { taskRow } from './outbox.ts';
import type { IdempotencyRow, OutboxRow } from './tables.ts';
import { templateOf } from './templates.ts';

/** What was asked for cannot be shared: it has to be run in a transaction of its own. */
export class Alone extends Error {
  override name = 'Alone';
}

interface Reservation {
  key: IdempotencyKey;
  requestHash: string;
  requestId: string;
  expiresAt: number;
  response?: { status: number; data: unknown };
}

/** What one rule wants to be written when all have read. */
export interface Writes {
  reservations: Reservation[];
  messages: StoredMessage[];
  outbound: { accountId: number; id: number; text: string | null; at: number }[];
  tasks: Omit<OutboxRow, 'id' | 'claimed_by'>[];
}

const nameOf = (...parts: readonly unknown[]): string => JSON.stringify(parts);

/**
 * Queries for rules that run at the same time in one transaction: what they ask for in one turn is one query, and what they
 * write is collected. Only what accepting a message needs is here; everything else has to be run alone.
 */
export function createSharedQueries(trx: Knex) {
  /** Finds rows for many keys with one query. */
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
        const rows = await trx(table).whereIn(['account_id', 'phone'], pairs).select('account_id', 'phone');
        return new Map(rows.map(({ account_id, phone }) => [nameOf(account_id, phone), true]));
      },
      ({ accountId, phone }) => nameOf(accountId, phone),
    );
  const blocked = phones('blocked_numbers');
  const optedOut = phones('opt_outs');
  const conversations = loader(
    async (keys: readonly ConversationKey[]) => {
      const triples = keys.map(({ accountId, connectionId, person }) => [accountId, connectionId, person]);
      // Held until the commit, in one order, so that times of messages are given out by one transaction at a time.
      const rows = await trx('conversations')
        .whereIn(['account_id', 'connection_id', 'person'], triples)
        .orderBy('id')
        .forUpdate();
      return new Map(
        rows.map((row) => {
          if (row.last_message_direction !== null) {
            lastTimes.set(nameOf(row.account_id, row.id), row.last_message_at);
          }
          return [nameOf(row.account_id, row.connection_id, row.person), conversationOf(row)];
        }),
      );
    },
    ({ accountId, connectionId, person }) => nameOf(accountId, connectionId, person),
  );
  const templates = loader(
    async (keys: readonly { accountId: number; name: string }[]) =>
      Map.groupBy(
        await trx('templates')
          .whereIn(
            ['account_id', 'name'],
            keys.map(({ accountId, name }) => [accountId, name]),
          )
          .orderBy('language'),
        ({ account_id, name }) => nameOf(account_id, name),
      ),
    ({ accountId, name }) => nameOf(accountId, name),
  );
  const responses = loader(
    async (keys: readonly IdempotencyKey[]) => {
      const triples = keys.map(({ accountId, scope, key }) => [accountId, scope, key]);
      const rows: IdempotencyRow[] = await trx('idempotency').whereIn(['account_id', 'scope', 'key'], triples);
      return new Map(rows.map((row) => [nameOf(row.account_id, row.scope, row.key), row]));
    },
    ({ accountId, scope, key }) => nameOf(accountId, scope, key),
  );
  /** When the last message of each conversation was, those that are about to be written included. */
  const lastTimes = new Map<string, number>();
  const reserved = new Set<string>();

  return {
    /** What one rule works with, and what it has written. */
    forOne(): { tx: Tx; writes: Writes } {
      const writes: Writes = { reservations: [], messages: [], outbound: [], tasks: [] };
      const find = (key: ConversationKey): Promise<Conversation | undefined> => conversations.load(key);
      const offered = {
        connections: {
          listActive: async (accountId) => ((await byAccount.load(accountId)) ?? []).map(connectionOf),
        },
        blockedNumbers: { has: async (accountId, phone) => (await blocked.load({ accountId, phone })) === true },
        optOuts: { has: async (accountId, phone) => (await optedOut.load({ accountId, phone })) === true },
        templates: {
          findByName: async (accountId, name) => ((await templates.load({ accountId, name })) ?? []).map(templateOf),
        },
        conversations: {
          find,
          async ensure(key) {
            const known = await find(key);
            if (!known) {
              throw new Alone();
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
        },
        idempotency: {
          async reserve(key, requestHash, requestId, _now, expiresAt) {
            const name = nameOf(key.accountId, key.scope, key.key);
            // Whatever stands there, or is about to, is compared and replayed by one that runs alone.
            if (reserved.has(name) || (await responses.load(key)) || reserved.has(name)) {
              throw new Alone();
            }
            reserved.add(name);
            writes.reservations.push({ key, requestHash, requestId, expiresAt });
            return true;
          },
          async keep(key, status, data) {
            const own = writes.reservations.find((reservation) => reservation.key === key);
            if (!own) {
              throw new Alone();
            }
            own.response = { status, data };
          },
        },
      } satisfies { [Room in keyof Tx]?: Partial<Tx[Room]> };
      return { tx: orAlone(offered), writes };
    },
  };
}

/** Queries that are not offered reject with Alone. */
function orAlone(offered: object): Tx {
  const refuse = () => Promise.reject(new Alone());
  const open = (queries: object) => new Proxy(queries, { get: (target, name) => Reflect.get(target, name) ?? refuse });
  const rooms = Object.fromEntries(Object.entries(offered).map(([room, queries]) => [room, open(queries)]));
  return new Proxy(rooms, {
    get: (target, room) =>
      room === 'record'
        ? () => {
            throw new Alone();
          }
        : (Reflect.get(target, room) ?? open({})),
  }) as unknown as Tx;
}

/** Writes what all of them want, one statement for each table. @throws when somebody else has one of the reservations */
export async function writeAll(trx: Knex, all: readonly Writes[]): Promise<void> {
  const reservations = all.flatMap((writes) => writes.reservations);
  if (reservations.length > 0) {
    const rows = await trx('idempotency')
      .insert(
        reservations.map(({ key, requestHash, requestId, expiresAt, response }) => ({
          account_id: key.accountId,
          scope: key.scope,
          key: key.key,
          request_hash: requestHash,
          request_id: requestId,
          expires_at: expiresAt,
          status: response?.status ?? null,
          data: JSON.stringify(response?.data ?? null),
        })),
      )
      .onConflict(['account_id', 'scope', 'key'])
      .ignore()
      .returning('key');
    if (rows.length < reservations.length) {
      throw new Alone();
    }
  }
  const messages = all.flatMap((writes) => writes.messages);
  if (messages.length > 0) {
    await trx('messages').insert(messages.map(messageRow));
  }
  await noteAllOutbound(
    trx,
    all.flatMap((writes) => writes.outbound),
  );
  const tasks = all.flatMap((writes) => writes.tasks);
  if (tasks.length > 0) {
    await trx('outbox').insert(tasks);
  }
}

/** The last message of each conversation. */
async function noteAllOutbound(trx: Knex, outbound: Writes['outbound']): Promise<void> {
  const inOrder = outbound.toSorted((left, right) => left.at - right.at);
  const last = new Map(inOrder.map((note) => [nameOf(note.accountId, note.id), note]));
  if (last.size === 0) {
    return;
  }
  const row =
    'select cast(? as integer) as account_id, cast(? as integer) as id, cast(? as text) as text, cast(? as bigint) as at';
  await trx.raw(
    `update conversations set last_message_text = noted.text, last_message_direction = 'out', last_message_at = noted.at
     from (${Array.from(last, () => row).join(' union all ')}) as noted
     where conversations.account_id = noted.account_id and conversations.id = noted.id`,
    [...last.values()].flatMap(({ accountId, id, text, at }) => [accountId, id, text, at]) as never,
  );
}

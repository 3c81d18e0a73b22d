import type { Knex } from 'knex';
import type { OutboxRow } from '../../engine/outbox/task.ts';
import type { AccountRow, CallbackRow } from '../tables.ts';
import { NO_ACCOUNT } from '../tasks.ts';
import { type AccountSide, type CopyProgress, carried, continueNumbers, type TableRow } from './copy-account.ts';
import { type MovedIds, movesOf, namesOneOf } from './moved-ids.ts';

/** How far the move of an account is. Both installations store it. */
export interface MoveDetails {
  /** The same on both sides, so that an interrupted move finds its account. */
  token: string;
  /** The number of the account in the other installation. */
  otherId: number;
  /** What is copied, in the target. */
  progress?: CopyProgress;
  /** When the account was paused, in microseconds, in the source. */
  pausedAt?: number;
  /** Whether the move is complete, and the source keeps only its address. */
  isDone?: boolean;
}

export const detailsOf = ({ move_details }: Pick<AccountRow, 'move_details'>): MoveDetails | undefined =>
  move_details === null ? undefined : (JSON.parse(move_details) as MoveDetails);

export const findRow = (db: Knex, id: number): Promise<AccountRow | undefined> => db('accounts').where({ id }).first();

export const setMove = (
  db: Knex,
  id: number,
  move: { state: string | null; url: string | null; details: MoveDetails | null },
): Promise<unknown> =>
  db('accounts')
    .where({ id })
    .update({
      move_state: move.state,
      move_url: move.url,
      move_details: move.details && JSON.stringify(move.details),
    });

/** The prefix of the queue of tasks that no worker runs, because their account moves. */
const PARKED = 'moving ';

/**
 * Takes the tasks of an account from the workers. Tasks whose lease ended long ago belong to workers that died.
 *
 * @returns how many tasks are still running
 */
export async function parkTasks(db: Knex, accountId: number, endedBefore: number): Promise<number> {
  const open = () => db('outbox').where({ account_id: accountId }).whereNot('queue', 'like', `${PARKED}%`);
  await open()
    .where((task) =>
      task
        .whereNull('claimed_by')
        .orWhere((leased) => leased.whereNotNull('claimed_by').where('run_at', '<', endedBefore)),
    )
    .update({ queue: db.raw('? || queue', [PARKED]) as unknown as string, claimed_by: null });
  return Number((await open().count({ count: '*' }).first())?.count);
}

/** Gives the tasks of an account back to the workers. */
export const unparkTasks = (db: Knex, accountId: number): Promise<unknown> =>
  db('outbox')
    .where({ account_id: accountId })
    .where('queue', 'like', `${PARKED}%`)
    .update({ queue: db.raw('substr(queue, ?)', [PARKED.length + 1]) as unknown as string });

/** Returns the IDs under which the provider names an account, by provider app. */
export async function providerIdsOf(db: Knex, accountId: number): Promise<Map<string, string[]>> {
  const rows = await db('connections').where({ account_id: accountId }).whereNotNull('provider_app_id');
  return new Map(
    [...Map.groupBy(rows, ({ provider_app_id }) => provider_app_id as string)].map(([app, own]) => [
      app,
      [...new Set(own.flatMap(({ provider_id, waba_id }) => [provider_id, waba_id]))].filter((id) => id !== null),
    ]),
  );
}

/** Sets where callbacks of an account go: null while they must wait, undefined if they stay here. */
export async function routeCallbacks(
  db: Knex,
  accountId: number,
  ids: ReadonlyMap<string, readonly string[]>,
  url: string | null | undefined,
): Promise<void> {
  for (const app of await db('provider_apps').orderBy('id').forUpdate()) {
    const others = movesOf(app).filter((move) => move.account_id !== accountId);
    const own = ids.get(app.id) ?? movesOf(app).find((move) => move.account_id === accountId)?.ids;
    const moves: MovedIds[] =
      url === undefined || own === undefined ? others : [...others, { account_id: accountId, ids: own, url }];
    await db('provider_apps')
      .where({ id: app.id })
      .update({ moves: moves.length === 0 ? null : JSON.stringify(moves) });
  }
}

/** Creates the provider apps that the target lacks. The provider's callbacks name them by ID. */
export async function copyProviderApps(source: AccountSide, target: AccountSide, ids: Iterable<string>): Promise<void> {
  for (const row of await source.db('provider_apps').whereIn('id', [...ids])) {
    await target
      .db('provider_apps')
      .insert({ ...carried(source, target, 'provider_apps', { ...row }), moves: null } as never)
      .onConflict('id')
      .ignore();
  }
}

/**
 * Copies callbacks that name the account and are not processed, or that arrived after it was paused, with their tasks.
 * Processing one again changes nothing.
 */
export async function copyCallbacks(
  source: Knex,
  target: Knex,
  ids: ReadonlyMap<string, readonly string[]>,
  pausedAt: number,
): Promise<void> {
  for (const [app, own] of ids) {
    const waiting = source('outbox').where({ account_id: NO_ACCOUNT, task: 'process-callback' }).select('subject');
    const rows: CallbackRow[] = await source('callbacks')
      .where({ provider_app_id: app })
      .where((one) => one.whereIn('id', waiting).orWhere('received_at', '>=', pausedAt))
      .orderBy('id');
    for (const row of rows.filter(({ body }) => namesOneOf(body, own))) {
      const inserted = await target('callbacks')
        .insert({ ...row, state: 'new', problem: null })
        .onConflict('id')
        .ignore()
        .returning('id');
      if (inserted.length > 0) {
        await target('outbox').insert({
          account_id: NO_ACCOUNT,
          queue: 'callback',
          task: 'process-callback',
          subject: row.id,
          run_at: row.received_at,
          lane: app,
          attempts: 0,
          claims: 0,
          paced: 0,
          claimed_by: null,
        });
      }
    }
  }
}

/** The columns of an account that its move sets in the target. */
const OWN_COLUMNS = ['id', 'move_state', 'move_url', 'move_details', 'former_id', 'former_key'];

/**
 * Makes the target the installation of the account: copies what gets new numbers, then accepts requests. The source
 * must be frozen.
 *
 * @param signingKey the key of the source's signatures
 * @returns the number of tasks that continue
 */
export async function activate(source: AccountSide, trx: AccountSide, signingKey: string): Promise<number> {
  const own = { account_id: source.accountId };
  const read = (table: string): Promise<TableRow[]> => source.db(table).where(own).orderBy('id').select('*');
  const carry = (table: string, row: TableRow): TableRow => {
    const { id: _, ...rest } = carried(source, trx, table, row);
    return rest;
  };
  const logins = new Map<unknown, number>();
  for (const row of await read('logins')) {
    const [made] = await trx
      .db('logins')
      .insert(carry('logins', row) as never)
      .returning('id');
    logins.set(row.id, Number((made as { id: number }).id));
  }
  for (const row of await source.db('login_identities').where(own)) {
    await trx
      .db('login_identities')
      .insert({ ...carried(source, trx, 'login_identities', { ...row }), login_id: logins.get(row.login_id) } as never);
  }
  for (const row of await read('audit_entries')) {
    const caller = row.caller_kind === 'login' ? (logins.get(Number(row.caller)) ?? row.caller) : row.caller;
    await trx.db('audit_entries').insert({ ...carry('audit_entries', row), caller: String(caller) } as never);
  }
  for (const row of await source.db('last_uses').where(own)) {
    await trx
      .db('last_uses')
      .insert(carried(source, trx, 'last_uses', { ...row }) as never)
      .onConflict(['account_id', 'kind', 'subject'])
      .ignore();
  }
  const tasks = (await read('outbox')) as unknown as OutboxRow[];
  for (const row of tasks) {
    const { queue, ...rest } = carry('outbox', { ...row }) as unknown as OutboxRow;
    await trx.db('outbox').insert({ ...rest, queue: queue.replace(PARKED, ''), claimed_by: null } as never);
  }
  await continueNumbers(trx.db);
  const account = (await findRow(source.db, source.accountId)) as unknown as TableRow;
  await trx
    .db('accounts')
    .where({ id: trx.accountId })
    .update({
      ...Object.fromEntries(Object.entries(account).filter(([column]) => !OWN_COLUMNS.includes(column))),
      move_state: null,
      move_url: null,
      former_id: source.accountId,
      former_key: trx.vault.seal(signingKey),
    } as never);
  return tasks.length;
}

import type { Knex } from 'knex';
import { isPostgres } from '../../engine/drivers/dialect.ts';
import { isBusy } from '../../engine/drivers/error-codes.ts';
import { ACCOUNT_TABLES } from '../tables.ts';

/** What belongs to processes or browsers of this installation, and what only the move itself uses. */
const STAYS: readonly string[] = [
  'line_paces',
  'key_rates',
  'conversation_viewers',
  'sessions',
  'login_links',
  'account_changes',
  'requests',
];

/** Tables whose rows get new numbers in the other installation. They are copied when nothing changes any more. */
const RENUMBERED: readonly string[] = ['outbox', 'logins', 'login_identities', 'audit_entries', 'last_uses'];

/** The tables that are copied while the account works. */
export const COPIED_TABLES = ACCOUNT_TABLES.filter((table) => !STAYS.includes(table) && !RENUMBERED.includes(table));

/** The tables that refuse new and changed rows of an account before the end of its move. */
const FROZEN_TABLES = [...COPIED_TABLES, 'logins', 'login_identities', 'audit_entries'];

/** In these, only new rows are refused: a server that starts ends the leases of all tasks. */
const CLOSED_TABLES = ['outbox'];

/** Returns the columns of each table's primary key, without the account. */
export async function keysOfTables(db: Knex): Promise<Map<string, string[]>> {
  const keys = new Map<string, string[]>();
  for (const table of COPIED_TABLES) {
    const columns: string[] = isPostgres(db)
      ? (
          await db.raw(
            `select attname as name from pg_index, pg_attribute where indrelid = ?::regclass and indisprimary
             and attrelid = indrelid and attnum = any(indkey) order by array_position(indkey, attnum)`,
            [table],
          )
        ).rows.map(({ name }: { name: string }) => name)
      : ((await db.raw(`pragma table_info(${table})`)) as { name: string; pk: number }[])
          .filter(({ pk }) => pk > 0)
          .sort((one, other) => one.pk - other.pk)
          .map(({ name }) => name);
    keys.set(
      table,
      columns.filter((column) => column !== 'account_id'),
    );
  }
  return keys;
}

const triggerOf = (accountId: number, what: string, table: string): string => `account_${accountId}_${what}_${table}`;

/** Triggers of moves in a SQLite file. A restored backup drops them. */
export const IS_MOVE_TRIGGER = /^account_\d+_(insert|update|delete|refuse_insert|refuse_update)_\w+$/;

const ROW_KEY = (row: 'new' | 'old') =>
  `(select coalesce(jsonb_object_agg(name, to_jsonb(${row}) -> name), '{}') from unnest(tg_argv) as name)::text`;

/** Notes the keys of changed rows. One function serves all tables: their key columns are its arguments. */
const notingFunction = (accountId: number): string => `
create or replace function account_${accountId}_changed() returns trigger language plpgsql as $$
declare
  before text;
  after text;
begin
  if tg_op <> 'INSERT' then before := ${ROW_KEY('old')}; end if;
  if tg_op <> 'DELETE' then after := ${ROW_KEY('new')}; end if;
  insert into account_changes (account_id, table_name, row_key)
    select distinct ${accountId}, tg_table_name, key from unnest(array[before, after]) as key where key is not null;
  return null;
end $$`;

const REFUSING_FUNCTION = `
create or replace function refuse_moving_account() returns trigger language plpgsql as $$
begin
  raise exception 'the account % is moving to another installation', new.account_id using errcode = '55P03';
end $$`;

/** Returns the statements that note the changes of one table. */
function notingStatements(db: Knex, accountId: number, table: string, key: readonly string[]): string[] {
  const name = (what: string) => triggerOf(accountId, what, table);
  if (isPostgres(db)) {
    const call = `execute function account_${accountId}_changed(${key.map((column) => `'${column}'`).join(', ')})`;
    return [
      `create or replace trigger ${name('insert')} after insert or update on ${table} for each row when (new.account_id = ${accountId}) ${call}`,
      `create or replace trigger ${name('delete')} after delete on ${table} for each row when (old.account_id = ${accountId}) ${call}`,
    ];
  }
  const note = (row: 'new' | 'old') =>
    `insert into account_changes (account_id, table_name, row_key) values (${accountId}, '${table}', json_object(${key
      .map((column) => `'${column}', ${row}.${column}`)
      .join(', ')}));`;
  const on = (what: 'insert' | 'update' | 'delete', row: 'new' | 'old', notes: string) =>
    `create trigger if not exists ${name(what)} after ${what} on ${table} when ${row}.account_id = ${accountId} begin ${notes} end`;
  return [
    on('insert', 'new', note('new')),
    on('update', 'new', note('old') + note('new')),
    on('delete', 'old', note('old')),
  ];
}

/** Returns the statements that refuse new and changed rows of one table. */
function refusingStatements(db: Knex, accountId: number, table: string, operations: readonly string[]): string[] {
  return operations.map((operation) => {
    const name = triggerOf(accountId, `refuse_${operation}`, table);
    return isPostgres(db)
      ? `create or replace trigger ${name} before ${operation} on ${table} for each row when (new.account_id = ${accountId}) execute function refuse_moving_account()`
      : `create trigger if not exists ${name} before ${operation} on ${table} when new.account_id = ${accountId} begin select raise(abort, 'the account is moving to another installation'); end`;
  });
}

/** How long a statement waits for a table, in milliseconds. Writers wait meanwhile. */
const LOCK_WAIT = 1_000;
const LOCK_TRIES = 60;

/**
 * Runs statements that wait until all transactions that write to the table have ended. Each table has its own
 * transaction, so that these statements cannot deadlock with servers.
 */
async function runOnTable(db: Knex, statements: readonly string[]): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await db.transaction(async (trx) => {
        if (isPostgres(db)) {
          await trx.raw(`set local lock_timeout = ${LOCK_WAIT}`);
        }
        for (const statement of statements) {
          await trx.raw(statement);
        }
      });
    } catch (error) {
      if (!isBusy(error) || tries === LOCK_TRIES) {
        throw error;
      }
    }
  }
}

/** Begins to note which rows of an account change. */
export async function noteChanges(db: Knex, accountId: number): Promise<void> {
  if (isPostgres(db)) {
    await db.raw(notingFunction(accountId));
  }
  for (const [table, key] of await keysOfTables(db)) {
    await runOnTable(db, notingStatements(db, accountId, table, key));
  }
}

/** Returns whether all changes of an account are noted. They are not after a backup was restored. */
export async function areChangesNoted(db: Knex, accountId: number): Promise<boolean> {
  const names = COPIED_TABLES.map((table) => triggerOf(accountId, 'insert', table));
  const found: string[] = isPostgres(db)
    ? await db('pg_trigger').whereIn('tgname', names).pluck('tgname')
    : await db('sqlite_master').where({ type: 'trigger' }).whereIn('name', names).pluck('name');
  return found.length === names.length;
}

/**
 * Refuses new and changed rows of an account from now on. When this returns, all transactions that changed its rows
 * have ended. Rows can still be deleted, because their retention may end.
 */
export async function freeze(db: Knex, accountId: number): Promise<void> {
  if (isPostgres(db)) {
    await db.raw(REFUSING_FUNCTION);
  }
  for (const table of FROZEN_TABLES) {
    await runOnTable(db, refusingStatements(db, accountId, table, ['insert', 'update']));
  }
  for (const table of CLOSED_TABLES) {
    await runOnTable(db, refusingStatements(db, accountId, table, ['insert']));
  }
}

const dropping = (db: Knex, accountId: number, what: string, table: string): string =>
  `drop trigger if exists ${triggerOf(accountId, what, table)}${isPostgres(db) ? ` on ${table}` : ''}`;

/** Accepts new and changed rows of an account again. */
export async function unfreeze(db: Knex, accountId: number): Promise<void> {
  for (const table of [...FROZEN_TABLES, ...CLOSED_TABLES]) {
    await runOnTable(
      db,
      ['refuse_insert', 'refuse_update'].map((what) => dropping(db, accountId, what, table)),
    );
  }
}

/** Stops noting changes, and forgets them. */
export async function forgetChanges(db: Knex, accountId: number): Promise<void> {
  for (const table of COPIED_TABLES) {
    await runOnTable(
      db,
      ['insert', 'update', 'delete'].map((what) => dropping(db, accountId, what, table)),
    );
  }
  if (isPostgres(db)) {
    await db.raw(`drop function if exists account_${accountId}_changed()`);
  }
  await db('account_changes').where({ account_id: accountId }).delete();
}

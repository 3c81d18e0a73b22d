import type { Knex } from 'knex';
import type { Vault } from '../../base/secrets.ts';
import { insertRows, isPostgres } from '../../engine/drivers/dialect.ts';
import { codeOf } from '../../engine/drivers/error-codes.ts';
import { SEALED_COLUMNS } from '../sealed.ts';
import { COPIED_TABLES, keysOfTables } from './account-triggers.ts';

/** An account in the database of one installation. */
export interface AccountSide {
  db: Knex;
  vault: Vault;
  accountId: number;
}

export type TableRow = Record<string, unknown>;
type RowKey = Record<string, string | number>;

/** How far the copy of each table has come: the last key, or `all`. */
export type CopyProgress = Record<string, RowKey | 'all'>;

/** The number of rows per statement. */
const BATCH = 500;
const TRIES = 10;

/** Returns a row as the other installation stores it: with its number of the account, and its encryption. */
export function carried(source: AccountSide, target: AccountSide, table: string, row: TableRow): TableRow {
  const own: TableRow = { ...row };
  if ('account_id' in own) {
    own.account_id = target.accountId;
  }
  for (const { table: where, column } of SEALED_COLUMNS) {
    const sealed = own[column];
    if (where === table && typeof sealed === 'string') {
      own[column] = target.vault.seal(source.vault.open(sealed));
    }
  }
  return own;
}

/** Narrows a query to the rows with these keys. */
function withKeys(
  query: Knex.QueryBuilder,
  db: Knex,
  columns: readonly string[],
  keys: readonly RowKey[],
): Knex.QueryBuilder {
  const [first] = columns;
  if (first === undefined) {
    return query;
  }
  if (columns.length === 1) {
    return query.whereIn(
      first,
      keys.map((key) => key[first] as string),
    );
  }
  const places = keys.map(() => `(${columns.map(() => '?').join(', ')})`).join(', ');
  return query.whereRaw(
    `(${columns.join(', ')}) in (${isPostgres(db) ? '' : 'values '}${places})`,
    keys.flatMap((key) => columns.map((column) => key[column] as string)),
  );
}

const isUniqueViolation = (error: unknown): boolean => /^(23505|SQLITE_CONSTRAINT)/.test(codeOf(error));

function* slices<T>(all: readonly T[], size = BATCH): Generator<T[]> {
  for (let start = 0; start < all.length; start += size) {
    yield all.slice(start, start + size);
  }
}

/**
 * Copies the noted changes until none is left to copy. The current state of each changed row replaces that of the
 * target, so that the same change may be copied again after an interruption.
 *
 * @returns the number of changes
 */
export async function copyChanges(source: AccountSide, target: AccountSide): Promise<number> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await copyChangesOnce(source, target);
    } catch (error) {
      // A value passed from one row to another between two reads. Both rows are noted now.
      if (!isUniqueViolation(error) || tries === TRIES) {
        throw error;
      }
    }
  }
}

async function copyChangesOnce(source: AccountSide, target: AccountSide): Promise<number> {
  const own = { account_id: source.accountId };
  const noted: { id: number; table_name: string; row_key: string }[] = await source
    .db('account_changes')
    .where(own)
    .select('id', 'table_name', 'row_key');
  if (noted.length === 0) {
    return 0;
  }
  const keys = await keysOfTables(source.db);
  const changed = new Map<string, RowKey[]>();
  for (const [table, changes] of Map.groupBy(noted, ({ table_name }) => table_name)) {
    changed.set(
      table,
      [...new Set(changes.map(({ row_key }) => row_key))].map((key) => JSON.parse(key) as RowKey),
    );
  }
  await target.db.transaction(async (trx) => {
    for (const [table, rows] of changed) {
      for (const some of slices(rows)) {
        await withKeys(trx(table).where({ account_id: target.accountId }), trx, keys.get(table) ?? [], some).delete();
      }
    }
    for (const [table, rows] of changed) {
      for (const some of slices(rows)) {
        const current: TableRow[] = await withKeys(
          source.db(table).where(own),
          source.db,
          keys.get(table) ?? [],
          some,
        ).select('*');
        await insertRows(
          trx,
          table,
          current.map((row) => carried(source, target, table, row)),
        );
      }
    }
  });
  // Exactly these: a transaction that commits later may have noted a change with a lower number.
  for (const some of slices(noted)) {
    await source
      .db('account_changes')
      .whereIn(
        'id',
        some.map(({ id }) => id),
      )
      .delete();
  }
  return noted.length;
}

/**
 * Copies the rows of an account, and continues where an interrupted copy stopped. Rows that change meanwhile must be
 * noted.
 *
 * @param keep stores the progress, in the transaction of each batch
 */
export async function copyRows(
  source: AccountSide,
  target: AccountSide,
  progress: CopyProgress,
  keep: (trx: Knex, progress: CopyProgress) => Promise<void>,
  onRows: (table: string, rows: number) => void = () => {},
): Promise<void> {
  const keys = await keysOfTables(source.db);
  for (const table of COPIED_TABLES) {
    const columns = keys.get(table) ?? [];
    let copied = 0;
    while (progress[table] !== 'all') {
      const rows = await nextRows(source, table, columns, progress[table]);
      const last = rows.at(-1);
      const isEnd = rows.length < BATCH || columns.length === 0;
      const after = isEnd ? 'all' : keyOf(last as TableRow, columns);
      for (let tries = 1; ; tries += 1) {
        try {
          await target.db.transaction(async (trx) => {
            if (rows.length > 0) {
              await withKeys(
                trx(table).where({ account_id: target.accountId }),
                trx,
                columns,
                rows.map((row) => keyOf(row, columns)),
              ).delete();
              await insertRows(
                trx,
                table,
                rows.map((row) => carried(source, target, table, row)),
              );
            }
            await keep(trx, { ...progress, [table]: after });
          });
          break;
        } catch (error) {
          if (!isUniqueViolation(error) || tries === TRIES) {
            throw error;
          }
          await copyChanges(source, target);
        }
      }
      progress[table] = after;
      copied += rows.length;
      onRows(table, copied);
    }
  }
}

const keyOf = (row: TableRow, columns: readonly string[]): RowKey =>
  Object.fromEntries(columns.map((column) => [column, row[column] as string | number]));

async function nextRows(
  { db, accountId }: AccountSide,
  table: string,
  columns: readonly string[],
  after: RowKey | undefined,
): Promise<TableRow[]> {
  const query = db(table).where({ account_id: accountId });
  if (after !== undefined && columns.length > 0) {
    query.whereRaw(
      `(${columns.join(', ')}) > (${columns.map(() => '?').join(', ')})`,
      columns.map((column) => after[column] as string),
    );
  }
  // The account is first in the key of PostgreSQL.
  return query
    .orderBy([...(isPostgres(db) ? ['account_id'] : []), ...columns])
    .limit(BATCH)
    .select('*');
}

/** Continues the numbers of the target after the copied ones, so that the account gets none twice. */
export async function continueNumbers(target: Knex): Promise<void> {
  if (!isPostgres(target)) {
    return; // SQLite continues after the largest number
  }
  for (const table of COPIED_TABLES) {
    const { rows } = await target.raw(
      `select pg_get_serial_sequence(?, 'id') as sequence from pg_attribute
       where attrelid = ?::regclass and attname = 'id' and atttypid in ('int4'::regtype, 'int8'::regtype)`,
      [table, table],
    );
    const sequence: string | null = rows[0]?.sequence ?? null;
    if (sequence !== null) {
      await target.raw(
        `select setval('${sequence}', highest) from (select max(id) as highest from ${table}) as ids, ${sequence}
         where highest > last_value`,
      );
    }
  }
}

/** Returns how many rows of an account a table has. @param from only rows from this value of a column on */
export async function countRowsOf(
  { db, accountId }: AccountSide,
  table: string,
  from?: { column: string; value: number },
): Promise<number> {
  const own = db(table).where({ account_id: accountId });
  const row = await (from ? own.where(from.column, '>=', from.value) : own).count({ count: '*' }).first();
  return Number(row?.count);
}

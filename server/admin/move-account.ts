import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { EVENT_RETENTION_DAYS, MESSAGE_RETENTION_DAYS } from '@wigwag/openapi';
import type { Knex } from 'knex';
import { createVault, signingKeyOf } from '../base/secrets.ts';
import { MICROSECONDS } from '../base/time.ts';
import type { Config } from '../config/config.ts';
import { isPostgres } from '../engine/drivers/dialect.ts';
import { openDatabase } from '../store/database.ts';
import {
  areChangesNoted,
  COPIED_TABLES,
  forgetChanges,
  freeze,
  noteChanges,
  unfreeze,
} from '../store/moves/account-triggers.ts';
import { type AccountSide, copyChanges, copyRows, countRowsOf } from '../store/moves/copy-account.ts';
import {
  activate,
  copyCallbacks,
  copyProviderApps,
  detailsOf,
  findRow,
  type MoveDetails,
  parkTasks,
  providerIdsOf,
  routeCallbacks,
  setMove,
  unparkTasks,
} from '../store/moves/moves.ts';
import { ACCOUNT_TABLES } from '../store/tables.ts';
import { AdminError, missing } from './admin-error.ts';
import { openAdmin } from './open-admin.ts';

/** The steps of a move, in order. A move that is interrupted after any of them continues when it is called again. */
export type MoveStep = 'prepared' | 'copied' | 'paused' | 'frozen' | 'compared' | 'activated' | 'forwarding' | 'done';

export interface AccountMoveOptions {
  accountId: number;
  /** The number in the target. @default the same */
  targetId?: number | undefined;
  onStep?: ((step: MoveStep) => void | Promise<void>) | undefined;
  onRows?: ((table: string, rows: number) => void) | undefined;
  /** Returns the time in microseconds since the epoch. @default the clock of this machine */
  now?: (() => number) | undefined;
  /** How long requests that began before the pause may take, in milliseconds. @default 60,000 */
  lateMilliseconds?: number | undefined;
}

interface MovedAccount {
  accountId: number;
  url: string;
  rows: number;
  tasks: number;
  /** How long the account accepted no requests, in milliseconds. */
  pausedMilliseconds: number;
}

/** If fewer rows change during a copy of changes, the account is paused. */
const FEW_CHANGES = 200;
/** Limits how often changes are copied before the pause: a busy account always has some. */
const MAX_ROUNDS = 20;
/** How long running tasks may take to end, in milliseconds. No task may take longer than its lease. */
const DRAIN_MILLISECONDS = 120_000;
const LOOK_MILLISECONDS = 100;
/** A lease that ended so long ago, in microseconds, belongs to a worker that died. */
const DEAD_LEASE = 10 * MICROSECONDS.second;
/** Requests that began before the pause end within this time, in milliseconds. */
const LATE_MILLISECONDS = 60_000;

/** The tables whose rows expire, in both installations at different moments. Only rows that are newer must be equal. */
const EXPIRING: Record<string, (now: number) => { column: string; value: number }> = {
  messages: (now) => ({ column: 'created_at', value: now - (MESSAGE_RETENTION_DAYS - 1) * MICROSECONDS.day }),
  deliveries: (now) => ({ column: 'created_at', value: now - (MESSAGE_RETENTION_DAYS - 1) * MICROSECONDS.day }),
  events: (now) => ({ column: 'created_at', value: now - (EVENT_RETENTION_DAYS - 1) * MICROSECONDS.day }),
  idempotency: (now) => ({ column: 'expires_at', value: now + MICROSECONDS.hour }),
  media: (now) => ({ column: 'expires_at', value: now + MICROSECONDS.hour }),
};
/** These expire together with their messages and deliveries. */
const PARTS: readonly string[] = ['message_parts', 'delivery_attempts'];

/**
 * Moves an account to another installation while it works. The account is paused for a moment at the end: requests get
 * 429 with Retry-After and callbacks 503. The source then forwards requests and callbacks to the target. If the move is
 * interrupted, call it again; nothing is lost or doubled at any step.
 *
 * @param from the configuration of the source @param to that of the target, with its public URL
 * @throws {AdminError} if the account or an ID is in use in the target, or if running tasks do not end
 * @throws {ConfigError | DatabaseError} if a database cannot be opened with its secret key
 */
export async function moveAccount(from: Config, to: Config, options: AccountMoveOptions): Promise<MovedAccount> {
  const { accountId, targetId, onStep = () => {}, now = () => Date.now() * 1_000 } = options;
  const { publicUrl: url } = to;
  if (url === undefined) {
    throw new AdminError('the target has no WIGWAG_PUBLIC_URL, to which the source forwards requests', {
      hint: "add it to the target's environment file",
    });
  }
  if (from.databaseUrl === to.databaseUrl) {
    throw new AdminError('the target is the same database');
  }
  return withSides(from, to, accountId, async (source, targetDb, vault) => {
    const { details, isMoved } = await begin(source, { db: targetDb, url, targetId });
    const target: AccountSide = { db: targetDb, vault, accountId: details.otherId };
    const result = { accountId: target.accountId, url, rows: 0, tasks: 0, pausedMilliseconds: 0 };
    const isActive = (await findRow(target.db, target.accountId))?.move_state === null;
    const ids = await providerIdsOf(source.db, accountId);
    if (!isActive) {
      await copyProviderApps(source, target, ids.keys());
      await onStep('prepared');
      result.rows = await copyWhileItWorks(source, target, options.onRows);
      await onStep('copied');
      const began = performance.now();
      const pausedAt = await pauseAccount(source, { details, url, ids, now });
      await onStep('paused');
      await drain(source, now);
      await onStep('frozen');
      await copyChanges(source, target);
      await requireEqual(source, target, now());
      await onStep('compared');
      result.tasks = await target.db.transaction(async (trx) => {
        await trx('accounts').where({ id: target.accountId }).forUpdate().first('id');
        await copyCallbacks(source.db, trx, ids, pausedAt);
        return activate(source, { ...target, db: trx }, signingKeyOf(from.secretKey));
      });
      result.pausedMilliseconds = Math.round(performance.now() - began);
      await onStep('activated');
    }
    if (!isMoved) {
      await leave(source, details, url, ids);
    }
    await onStep('forwarding');
    await finish(source, target, url, options);
    await onStep('done');
    return result;
  });
}

/**
 * Ends a move that has not activated the target: deletes what was copied, and lets the source continue.
 *
 * @throws {AdminError} if the account does not move, or if the target has it
 */
export const cancelMove = (from: Config, to: Config, accountId: number): Promise<void> =>
  withSides(from, to, accountId, async (source, target) => {
    const row = await findRow(source.db, accountId);
    const details = row && detailsOf(row);
    if (!row || !details || row.move_state === 'moved') {
      throw new AdminError(`the account ${accountId} does not move`);
    }
    const arrived = await findRow(target, details.otherId);
    if (arrived && detailsOf(arrived)?.token === details.token) {
      if (arrived.move_state !== 'arriving') {
        throw new AdminError('the other installation already has the account', { hint: 'run the move again' });
      }
      for (const table of ACCOUNT_TABLES) {
        await target(table as 'messages')
          .where({ account_id: details.otherId })
          .delete();
      }
      await target('accounts').where({ id: details.otherId }).delete();
    }
    await unfreeze(source.db, accountId);
    await forgetChanges(source.db, accountId);
    await source.db.transaction(async (trx) => {
      await routeCallbacks(trx, accountId, new Map(), undefined);
      await setMove(trx, accountId, { state: null, url: null, details: null });
      await unparkTasks(trx, accountId);
    });
  });

/** An arbitrary number that is the same in every process. */
const MOVE_LOCK = 7_119_472;

async function withSides<T>(
  from: Config,
  to: Config,
  accountId: number,
  run: (source: AccountSide, target: Knex, vault: AccountSide['vault']) => Promise<T>,
): Promise<T> {
  for (const config of [from, to]) {
    // Checks the secret key and the version.
    await (await openAdmin(config, 'existing')).close();
  }
  const [source, target] = [await openDatabase(from.databaseUrl), await openDatabase(to.databaseUrl)];
  try {
    const side = { db: source, vault: createVault(from.secretKey, from.previousSecretKey), accountId };
    return await alone(source, accountId, () => run(side, target, createVault(to.secretKey, to.previousSecretKey)));
  } finally {
    await source.destroy();
    await target.destroy();
  }
}

/** @throws {AdminError} if another process moves the account */
async function alone<T>(db: Knex, accountId: number, run: () => Promise<T>): Promise<T> {
  if (!isPostgres(db)) {
    return run(); // the file is on this machine, where the operator sees both
  }
  const connection = await db.client.acquireConnection();
  try {
    const lock = db.raw('select pg_try_advisory_lock(?, ?) as taken', [MOVE_LOCK, accountId]).connection(connection);
    if (!(await lock).rows[0].taken) {
      throw new AdminError(`another process moves the account ${accountId}`);
    }
    return await run();
  } finally {
    await db.raw('select pg_advisory_unlock_all()').connection(connection);
    await db.client.releaseConnection(connection);
  }
}

/** Records the move in both installations, or finds the one that was interrupted. */
async function begin(
  source: AccountSide,
  { db: target, url, targetId }: { db: Knex; url: string; targetId: number | undefined },
): Promise<{ details: MoveDetails; isMoved: boolean }> {
  const { db, accountId } = source;
  const row = await findRow(db, accountId);
  if (!row) {
    throw missing(`account ${accountId} does not exist`, '`wigwag admin accounts list` lists them');
  }
  if (row.move_state === 'arriving') {
    throw new AdminError(`the account ${accountId} is arriving from another installation`);
  }
  if (row.move_state !== null && row.move_url !== url) {
    throw new AdminError(`the account ${accountId} moves to ${row.move_url}, not to ${url}`);
  }
  const known = row.move_state === null ? undefined : detailsOf(row);
  const details = known ?? { token: randomUUID(), otherId: targetId ?? accountId };
  if (!known) {
    await requireFree(source, target, details.otherId);
    await setMove(db, accountId, { state: 'copying', url, details });
  }
  const isMoved = row.move_state === 'moved';
  if (!isMoved) {
    const arrived = await findRow(target, details.otherId);
    if (arrived && !(await areChangesNoted(db, accountId)) && arrived.move_state === 'arriving') {
      throw new AdminError('the changes of the account were not noted since the move began, as after a restore', {
        hint: 'run it with --cancel, then start again',
      });
    }
    if (!arrived) {
      await noteChanges(db, accountId);
      const { move_state: _, former_id: __, former_key: ___, ...rest } = (await findRow(db, accountId)) ?? row;
      await target('accounts').insert({
        ...rest,
        id: details.otherId,
        move_state: 'arriving',
        move_details: JSON.stringify({ token: details.token, otherId: accountId, progress: {} }),
      });
      await skipNumber(target, details.otherId);
    } else if (detailsOf(arrived)?.token !== details.token) {
      throw new AdminError(`the target has another account ${details.otherId}`, {
        hint: 'run it with --cancel, then with another number in --as',
      });
    }
  }
  return { details, isMoved };
}

/** Lets PostgreSQL assign the next number after this one; SQLite always does. */
async function skipNumber(db: Knex, id: number): Promise<void> {
  if (isPostgres(db)) {
    await db.raw(
      `select setval(pg_get_serial_sequence('accounts', 'id'), ?) where ? > (select last_value from accounts_id_seq)`,
      [id, id],
    );
  }
}

/** @throws {AdminError} if a number, an ID or an email address is in use in the target */
async function requireFree({ db, accountId }: AccountSide, target: Knex, id: number): Promise<void> {
  if (await findRow(target, id)) {
    throw new AdminError(`the target already has an account ${id}`, {
      hint: 'choose a free number with --as; webhooks then contain it as company_id',
    });
  }
  if (!isPostgres(target) && (await target('accounts').first('id'))) {
    throw new AdminError('the target is a SQLite file with other accounts, whose rows would have the same numbers', {
      hint: 'move the account to PostgreSQL or to an empty installation',
    });
  }
  for (const [table, column, what] of [
    ['connections', 'id', 'connection'],
    ['logins', 'email', 'login'],
    ['api_keys', 'hash', 'key'],
  ] as const) {
    const own: string[] = await db(table as 'connections')
      .where({ account_id: accountId })
      .pluck(column);
    const used: string[] = await target(table as 'connections')
      .whereIn(column, own)
      .pluck(column);
    if (used.length > 0) {
      throw new AdminError(
        `the target already has the ${what}${used.length > 1 ? 's' : ''} ${what === 'key' ? 'of this account' : used.join(', ')}`,
        { hint: 'an account keeps its IDs, because its programs and pages contain them' },
      );
    }
  }
}

/** Copies all rows, then the changes, until few rows change. Returns how many rows were copied. */
async function copyWhileItWorks(
  source: AccountSide,
  target: AccountSide,
  onRows: AccountMoveOptions['onRows'] = () => {},
): Promise<number> {
  const row = await findRow(target.db, target.accountId);
  const details = (row && detailsOf(row)) as MoveDetails;
  const totals = new Map<string, number>();
  await copyRows(
    source,
    target,
    details.progress ?? {},
    async (trx, progress) => {
      await trx('accounts')
        .where({ id: target.accountId })
        .update({ move_details: JSON.stringify({ ...details, progress }) });
    },
    (table, rows) => {
      totals.set(table, rows);
      onRows(table, rows);
    },
  );
  for (let round = 1; (await copyChanges(source, target)) > FEW_CHANGES && round < MAX_ROUNDS; round += 1) {}
  return [...totals.values()].reduce((sum, rows) => sum + rows, 0);
}

/** Stops accepting requests, callbacks and tasks. Returns the time, which is the same after an interruption. */
async function pauseAccount(
  { db, accountId }: AccountSide,
  {
    details,
    url,
    ids,
    now,
  }: { details: MoveDetails; url: string; ids: ReadonlyMap<string, readonly string[]>; now: () => number },
): Promise<number> {
  const pausedAt = details.pausedAt ?? now();
  details.pausedAt = pausedAt;
  await db.transaction(async (trx) => {
    await routeCallbacks(trx, accountId, ids, null);
    await setMove(trx, accountId, { state: 'paused', url, details });
  });
  return pausedAt;
}

/** Waits until no task runs, and freezes the rows. @throws {AdminError} if a task does not end */
async function drain({ db, accountId }: AccountSide, now: () => number): Promise<void> {
  const deadline = performance.now() + DRAIN_MILLISECONDS;
  for (;;) {
    while ((await parkTasks(db, accountId, now() - DEAD_LEASE)) > 0) {
      if (performance.now() > deadline) {
        throw new AdminError('tasks of the account do not end', {
          hint: 'run the move again, or run it with --cancel to let the account continue',
        });
      }
      await pause(LOOK_MILLISECONDS);
    }
    await freeze(db, accountId);
    if ((await parkTasks(db, accountId, 0)) === 0) {
      return;
    }
    // A request that was running has added a task, which a worker runs now.
    await unfreeze(db, accountId);
  }
}

/** @throws {AdminError} if the copy lacks rows */
async function requireEqual(source: AccountSide, target: AccountSide, now: number): Promise<void> {
  for (const table of COPIED_TABLES.filter((name) => !PARTS.includes(name))) {
    const from = EXPIRING[table]?.(now);
    const [here, there] = [await countRowsOf(source, table, from), await countRowsOf(target, table, from)];
    if (here !== there) {
      throw new AdminError(`the copy has ${there} rows of ${table} instead of ${here}`, {
        hint: 'run it with --cancel to let the account continue, and report this error',
      });
    }
  }
}

/** From now on the source forwards requests and callbacks. It keeps no token of a provider, and no task. */
async function leave(
  { db, accountId }: AccountSide,
  details: MoveDetails,
  url: string,
  ids: ReadonlyMap<string, readonly string[]>,
): Promise<void> {
  await db.transaction(async (trx) => {
    await routeCallbacks(trx, accountId, ids, url);
    await setMove(trx, accountId, { state: 'moved', url, details });
    await trx('outbox').where({ account_id: accountId }).delete();
  });
}

/** Accepts what arrived during the pause by mistake, then removes the triggers. */
async function finish(
  source: AccountSide,
  target: AccountSide,
  url: string,
  { lateMilliseconds = LATE_MILLISECONDS, now = () => Date.now() * 1_000 }: AccountMoveOptions,
): Promise<void> {
  const { db, accountId } = source;
  const row = await findRow(db, accountId);
  const details = row && detailsOf(row);
  if (!details || details.isDone) {
    return;
  }
  const { pausedAt = now() } = details;
  await pause(Math.max(0, lateMilliseconds - (now() - pausedAt) / 1_000));
  const ids = new Map<string, readonly string[]>();
  for (const app of await db('provider_apps')) {
    const own = (JSON.parse(app.moves ?? '[]') as { account_id: number; ids: string[] }[]).find(
      (move) => move.account_id === accountId,
    );
    if (own) {
      ids.set(app.id, own.ids);
    }
  }
  await target.db.transaction((trx) => copyCallbacks(db, trx, ids, pausedAt));
  await unfreeze(db, accountId);
  await forgetChanges(db, accountId);
  await db.transaction(async (trx) => {
    await trx('connections').where({ account_id: accountId }).update({ provider_app_id: null, access_token: null });
    await trx('outbox').where({ account_id: accountId }).delete();
    await setMove(trx, accountId, { state: 'moved', url, details: { ...details, isDone: true } });
  });
}

/** The error codes of SQLite and PostgreSQL for a full disk, a read-only database and a failing disk. */
const REFUSALS = /^(SQLITE_FULL|SQLITE_READONLY|SQLITE_IOERR|SQLITE_ABORT_ROLLBACK|53100|25006|58030)/;
/** The error codes for a lock that another session holds. Triggers raise them for rows of an account that moves. */
const LOCKS = /^(SQLITE_BUSY|SQLITE_CONSTRAINT_TRIGGER|55P03)/;
/** The error codes with which PostgreSQL ends one of several transactions that cannot all commit. */
const CONFLICTS = /^(40001|40P01)/;
/** The error codes for a connection that fails or ends, and for a database that starts, stops or lacks resources. */
const UNAVAILABLE = /^(08|53|57P|58)/;

export const codeOf = (error: unknown): string => String((error as { code?: unknown } | null)?.code);

/** Returns whether the database currently cannot write anything. The cause is then not the written data. */
export const isRefusedWrite = (error: unknown): boolean => REFUSALS.test(codeOf(error));

/** Returns whether work was rolled back because it conflicted with another transaction. */
export const isConflict = (error: unknown): boolean => CONFLICTS.test(codeOf(error));

/**
 * Returns whether work failed because of other sessions. They held a lock for too long, conflicted repeatedly, or used
 * all connections. Nothing was written, and the same work may succeed later.
 */
export const isBusy = (error: unknown): boolean =>
  LOCKS.test(codeOf(error)) || isConflict(error) || (error as Error | null)?.name === 'KnexTimeoutError';

/** Returns whether work failed because the database did not respond. It may have been written. */
export const isUnavailable = (error: unknown): boolean => UNAVAILABLE.test(codeOf(error)) && !isRefusedWrite(error);

/**
 * Returns whether work failed because the database is busy, cannot write or does not respond. Such a failure does not
 * count as an attempt.
 */
export const isDatabaseFault = (error: unknown): boolean =>
  isBusy(error) || isRefusedWrite(error) || isUnavailable(error);

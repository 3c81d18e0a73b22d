/** The error codes of SQLite and PostgreSQL for a full disk, a read-only database and a failing disk. */
const REFUSALS = /^(SQLITE_FULL|SQLITE_READONLY|SQLITE_IOERR|SQLITE_ABORT_ROLLBACK|53100|25006|58030)/;
/** The error codes for a lock that another session holds. */
const LOCKS = /^(SQLITE_BUSY|55P03)/;
/** The error codes with which PostgreSQL ends one of several transactions that cannot all commit. */
const CONFLICTS = /^(40001|40P01)/;
/**
 * The error codes for a connection that cannot be opened or has ended, a database that starts or stops, and one that
 * lacks memory or connections.
 */
const ABSENCES = /^(08|53|57P|58)/;

export const codeOf = (error: unknown): string => String((error as { code?: unknown } | null)?.code);

/** Returns whether the database currently cannot write anything, so that the written data is not at fault. */
export const isRefusedWrite = (error: unknown): boolean => REFUSALS.test(codeOf(error));

/** Returns whether work was rolled back because it conflicted with another transaction. */
export const isConflict = (error: unknown): boolean => CONFLICTS.test(codeOf(error));

/**
 * Returns whether work failed because of other sessions: they held a lock for too long, conflicted with it repeatedly,
 * or all connections were waiting for a lock. Nothing was written, and the same work may succeed later.
 */
export const isBusy = (error: unknown): boolean =>
  LOCKS.test(codeOf(error)) || isConflict(error) || (error as Error | null)?.name === 'KnexTimeoutError';

/**
 * Returns whether the database is at fault and not the work, which must therefore not count as an attempt: the database
 * is busy, cannot write or does not respond.
 */
export const isDatabaseFault = (error: unknown): boolean =>
  isBusy(error) || isRefusedWrite(error) || ABSENCES.test(codeOf(error));

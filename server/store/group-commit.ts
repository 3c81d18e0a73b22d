import type { Knex } from 'knex';

/** Runs one piece of work in a transaction that is committed before it resolves. */
export type Transact = <T>(run: (trx: Knex.Transaction) => Promise<T>) => Promise<T>;

interface Waiting {
  run(trx: Knex.Transaction): Promise<unknown>;
  resolve(value: unknown): void;
  reject(reason: unknown): void;
}

/** So many share a commit at most, so that nobody waits long for the connection. */
const MOST = 64;

/**
 * One commit for many transactions: SQLite has one writer, and waits for the disk at each commit. What is asked for meanwhile
 * runs one after the other in one transaction, each behind a savepoint of its own, so that one that fails leaves nothing behind
 * and costs the others nothing. Nobody is told of success before the commit.
 */
export function createGroupCommit(db: Knex): Transact {
  const waiting: Waiting[] = [];
  let running = false;

  async function commitAll(): Promise<void> {
    const done: (() => void)[] = [];
    const group: Waiting[] = [];
    try {
      await db.transaction(async (trx) => {
        for (let next = waiting.shift(); next; next = group.length < MOST ? waiting.shift() : undefined) {
          const { run, resolve, reject } = next;
          group.push(next);
          done.push(
            await trx.transaction(run).then(
              (value) => () => resolve(value),
              (reason) => () => reject(reason),
            ),
          );
        }
      });
    } catch (error) {
      for (const { reject } of group.length > 0 ? group : waiting.splice(0)) {
        reject(error);
      }
      return;
    }
    for (const tell of done) {
      tell();
    }
  }

  function next(): void {
    if (running || waiting.length === 0) {
      return;
    }
    running = true;
    // Whoever is about to ask does so first.
    setImmediate(async () => {
      await commitAll();
      running = false;
      next();
    });
  }

  return <T>(run: (trx: Knex.Transaction) => Promise<T>) =>
    new Promise<T>((resolve, reject) => {
      waiting.push({ run, resolve: resolve as Waiting['resolve'], reject });
      next();
    });
}

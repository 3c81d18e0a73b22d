import type { Knex } from 'knex';
import { isRefusedWrite } from './refused-writes.ts';

/**
 * Runs one piece of work in a transaction that is committed before it resolves.
 *
 * @param isDurable whether it outlives a power cut; else nobody waits for the disk, and only the end of a process is outlived
 */
export type Transact = <T>(run: (trx: Knex.Transaction) => Promise<T>, isDurable: boolean) => Promise<T>;

interface Waiting {
  isDurable: boolean;
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
 *
 * Those that need not be durable go along with those that must be, and do without the disk where they are among themselves: in
 * WAL mode a file is whole either way.
 */
export function createGroupCommit(db: Knex): Transact {
  const waiting: Waiting[] = [];
  let running = false;
  /** How the connection has been opened. */
  let wasDurable = true;

  async function waitForDisk(isDurable: boolean): Promise<void> {
    if (isDurable !== wasDurable) {
      await db.raw(`pragma synchronous = ${isDurable ? 'full' : 'normal'}`);
      wasDurable = isDurable;
    }
  }

  async function commitAll(): Promise<void> {
    const done: (() => void)[] = [];
    const group: Waiting[] = [];
    const isDurable = waiting.some((one) => one.isDurable);
    const mayJoin = () => group.length < MOST && (isDurable || waiting[0]?.isDurable === false);
    /** What has ended all of it: SQLite has rolled everything back, which what it says of the savepoints hides. */
    let refusal: unknown;
    const runIn = (trx: Knex.Transaction, { run }: Waiting) =>
      run(trx).catch((reason) => {
        refusal = isRefusedWrite(reason) ? reason : undefined;
        throw reason;
      });
    try {
      await waitForDisk(isDurable);
      await db.transaction(async (trx) => {
        if (waiting.length === 1) {
          // Whoever is alone needs no savepoint: what it leaves behind is all that is rolled back.
          const lone = waiting.shift() as Waiting;
          group.push(lone);
          const value = await runIn(trx, lone);
          done.push(() => lone.resolve(value));
          return;
        }
        for (let next = waiting.shift(); next; next = mayJoin() ? waiting.shift() : undefined) {
          const one = next;
          group.push(one);
          const own = trx.transaction((inner) => runIn(inner, one));
          done.push(
            await own.then(
              (value) => () => one.resolve(value),
              (reason) => () => one.reject(reason),
            ),
          );
          if (refusal !== undefined) {
            // Another one would be committed by itself, and told to have failed with the rest.
            throw refusal;
          }
        }
      });
    } catch (error) {
      for (const { reject } of group.length > 0 ? group : waiting.splice(0)) {
        reject(refusal ?? error);
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

  return <T>(run: (trx: Knex.Transaction) => Promise<T>, isDurable: boolean) =>
    new Promise<T>((resolve, reject) => {
      waiting.push({ isDurable, run, resolve: resolve as Waiting['resolve'], reject });
      next();
    });
}

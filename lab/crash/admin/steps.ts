import fs, { writeFileSync } from 'node:fs';
import { createRequire, syncBuiltinESMExports } from 'node:module';
import pg from 'pg';

/**
 * This module is preloaded into a command. It counts operations on files and databases, and kills the command at one of
 * them.
 */
export type StepKind = 'file' | 'statement';

/** The value of the environment variable CRASH_STEPS, as JSON. */
export interface StepOrder {
  /** The file to which a completed command writes the counts. */
  report: string;
  /** `isAfter`: the step has started, but its completion is not awaited. Steps count from 1. */
  kill?: { kind: StepKind; step: number; isAfter: boolean };
}

export type StepCounts = Record<StepKind, number>;

const FILE_CALLS = [
  'renameSync',
  'linkSync',
  'unlinkSync',
  'rmSync',
  'copyFileSync',
  'writeFileSync',
  'fsyncSync',
] as const;

const order = JSON.parse(process.env.CRASH_STEPS ?? '') as StepOrder;
const counts: StepCounts = { file: 0, statement: 0 };
const report = writeFileSync;
const die = () => process.kill(process.pid, 'SIGKILL');

/** Replaces methods with versions that count their calls. */
function count(kind: StepKind, owner: object, names: readonly string[]): void {
  const methods = owner as Record<string, (...args: unknown[]) => unknown>;
  for (const name of names) {
    const original = methods[name] as (typeof methods)[string];
    methods[name] = function counted(this: unknown, ...args) {
      counts[kind] += 1;
      const isLast = order.kill?.kind === kind && order.kill.step === counts[kind];
      if (isLast && !order.kill?.isAfter) {
        die();
      }
      const result = original.apply(this, args);
      if (isLast) {
        // At that moment, the network request is sent, and no response has arrived.
        setImmediate(die);
      }
      return result;
    };
  }
}

interface Sqlite {
  prepare(sql: string): object;
  close(): void;
}
const Database = createRequire(import.meta.url)('better-sqlite3') as new (path: string) => Sqlite;
const database = new Database(':memory:');
count('statement', Object.getPrototypeOf(database.prepare('select 1')), ['run', 'all']);
database.close();
count('statement', Database.prototype, ['exec', 'pragma', 'backup']);
count('statement', pg.Client.prototype, ['query']);
count('file', fs, FILE_CALLS);
syncBuiltinESMExports();
process.on('exit', () => report(order.report, JSON.stringify(counts)));

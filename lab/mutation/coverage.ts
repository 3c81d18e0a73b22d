import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CASES, CLAUSES, run, WATCHED } from '../../conformance/index.ts';
import { isMeant } from '../../conformance/run.ts';
import { STATE } from './instrument.ts';
import { MutatedServer } from './mutated-server.ts';

/** What a clause reaches. */
export interface Reach {
  clause: string;
  milliseconds: number;
  /** The IDs of mutants. */
  mutants: string[];
}

interface Coverage {
  hash: string;
  /** The mutants that are reached while modules are loaded. */
  atLoad: string[];
  reaches: Reach[];
}

const FILE = join(STATE, 'coverage.json');

/** The clauses that have cases. Those of observers are left out: they judge the exchanges of other clauses. */
const CLAUSES_WITH_CASES = [...CLAUSES.values()]
  .map(({ id }) => id)
  .filter((id) => !WATCHED.has(id) && CASES.some(({ clauses }) => clauses.includes(id)));

/**
 * Runs each clause alone on a correct server, and notes what it reaches. The result is kept for the same sources.
 *
 * @param only prefixes of clause IDs. @default all
 */
export async function coverage(
  hash: string,
  progress: (text: string) => void,
  only: readonly string[],
): Promise<Coverage> {
  const kept = existsSync(FILE) ? (JSON.parse(readFileSync(FILE, 'utf8')) as Coverage) : undefined;
  const found: Coverage = kept?.hash === hash ? kept : { hash, atLoad: [], reaches: [] };
  const done = new Set(found.reaches.map(({ clause }) => clause));
  const wanted = CLAUSES_WITH_CASES.filter((id) => !done.has(id) && isMeant(id, only));
  const meant = (): Coverage => ({ ...found, reaches: found.reaches.filter(({ clause }) => isMeant(clause, only)) });
  if (wanted.length === 0) {
    return meant();
  }
  const server = await MutatedServer.start();
  try {
    for (const [at, clause] of wanted.entries()) {
      const { reachedAtLoad } = await server.ask({ covers: clause });
      found.atLoad = reachedAtLoad;
      const began = performance.now();
      const report = await run(server.target, { only: [clause], deleteAccounts: true });
      const { reached } = await server.ask({});
      const verdict = report.clauses.find(({ id }) => id === clause)?.verdict;
      if (verdict === 'pass') {
        found.reaches.push({ clause, milliseconds: Math.round(performance.now() - began), mutants: reached });
      }
      if (at % 20 === 19 || at === wanted.length - 1) {
        writeFileSync(FILE, JSON.stringify(found));
        progress(`${at + 1} of ${wanted.length} clauses run to see what they reach`);
      }
    }
  } finally {
    await server.stop();
  }
  return meant();
}

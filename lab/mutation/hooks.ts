import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Instrumented } from './instrument.ts';
import type { Asked, Told } from './mutated-server.ts';

/*
 * Runs in the server's process, before the server: loads the instrumented sources in place of the others, and switches
 * mutants when the parent asks for it.
 */

/** What the instrumented sources share. Its names are StrykerJS's. */
interface Switch {
  activeMutant?: string | undefined;
  hitCount?: number | undefined;
  hitLimit?: number | undefined;
  currentTestId?: string | undefined;
  mutantCoverage?: { static: Record<string, number>; perTest: Record<string, Record<string, number>> };
}

/** A mutant that is reached more often than this in one run of clauses is in an endless loop. */
const HIT_LIMIT = 200_000;
const ROOT = join(import.meta.dirname, '../../');

const { sources } = JSON.parse(readFileSync(process.env.MUTATION_SOURCES ?? '', 'utf8')) as Instrumented;
registerHooks({
  load(url, context, next) {
    const path = url.startsWith('file:') ? fileURLToPath(url) : '';
    const source = path.startsWith(ROOT) ? sources[path.slice(ROOT.length)] : undefined;
    return source === undefined ? next(url, context) : { format: 'module-typescript', source, shortCircuit: true };
  },
});

const shared: Switch = {};
(globalThis as { __stryker__?: Switch }).__stryker__ = shared;
if (process.env.MUTATION_ACTIVE !== undefined) {
  shared.activeMutant = process.env.MUTATION_ACTIVE;
}

process.on('message', (asked: Asked) => {
  shared.activeMutant = asked.mutant;
  shared.hitCount = asked.mutant === undefined ? undefined : 0;
  shared.hitLimit = HIT_LIMIT;
  const { perTest = {}, static: atLoad = {} } = shared.mutantCoverage ?? {};
  const told: Told = {
    reached: Object.keys(perTest[shared.currentTestId ?? ''] ?? {}),
    reachedAtLoad: Object.keys(atLoad),
  };
  shared.currentTestId = asked.covers;
  if (shared.mutantCoverage) {
    shared.mutantCoverage.perTest = {};
  }
  process.send?.(told);
});
process.channel?.unref();

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';

/** Two features with the clauses that test them together, or the reason why none does. */
export interface Pair {
  features: [string, string];
  clauses: readonly string[];
  reason?: string;
}

interface PairFile {
  features: string[];
  cells: Record<string, string[] | string>;
}

const { features, cells } = parse(
  readFileSync(fileURLToPath(new URL('pairs.yaml', import.meta.resolve('@wigwag/conformance/package.json'))), 'utf8'),
) as PairFile;

/** Features that meet in one request, in the order of the table. */
export const FEATURES: readonly string[] = features;

/** The table of interactions, by row. */
export const PAIRS: readonly Pair[] = Object.entries(cells).map(([name, cell]) => ({
  features: name.split(' × ') as [string, string],
  clauses: typeof cell === 'string' ? [] : cell,
  ...(typeof cell === 'string' && { reason: cell }),
}));

import type { Difference } from '@wigwag/mock-provider/cassette';
import { pluralize } from '../../output/pluralize.ts';
import { sanitizeTerminal } from '../../output/sanitize-terminal.ts';

/** Returns one line for each difference, below the name of its exchange. */
export function describeDifferences(differences: readonly Difference[]): string {
  const lines: string[] = [];
  let before = '';
  for (const { exchange, what, at, recorded, found } of differences) {
    if (exchange !== before) {
      lines.push(exchange);
    }
    before = exchange;
    lines.push(`  ${what}${at === '' ? '' : ` ${at}`}: ${recorded} in the cassette, ${found} now`);
  }
  return sanitizeTerminal(lines.join('\n'));
}

export const countOf = (differences: readonly Difference[]): string =>
  differences.length === 0 ? 'No differences' : pluralize(differences.length, 'difference');

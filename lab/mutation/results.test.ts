import { expect, test } from 'vitest';
import { summary } from './results.ts';

const mutant = (id: string, replacement: string) => ({
  ...{
    key: `key-${id}`,
    id,
    file: 'server/domain/flows/quiet-hours.ts',
    line: 12,
    code: 'return hour < end;',
    kind: 'EqualityOperator',
  },
  ...{ original: 'hour < end', replacement },
});
const MUTANTS = [mutant('0', 'hour <= end'), mutant('1', 'true'), mutant('2', 'false'), mutant('3', 'hour >= end')];
const RESULTS = [
  { key: 'key-0', outcome: 'survived', milliseconds: 1 },
  { key: 'key-1', outcome: 'caught', by: '2.11/quiet-hours', milliseconds: 1 },
  { key: 'key-2', outcome: 'unreached', milliseconds: 1 },
] as const;
const REACHES = [
  { clause: '2.11/quiet-hours', milliseconds: 9, mutants: ['0', '1'] },
  { clause: '3.1/envelope', milliseconds: 9, mutants: ['1'] },
];

const cells = (text: string, name: string): string[] | undefined =>
  text
    .split('\n')
    .find((line) => line.startsWith(name))
    ?.slice(name.length)
    .trim()
    .split(/\s{2,}/);

test('the summary counts by folder and section what was tried, and lists open survivors', () => {
  const text = summary(MUTANTS, RESULTS, REACHES, []);
  expect(cells(text, 'all')).toEqual(['3', '1', '0', '2', '33.3 %']);
  expect(cells(text, 'reached by a clause')).toEqual(['2', '1', '0', '1', '50.0 %']);
  expect(cells(text, 'server/domain/flows')).toEqual(['3', '1', '0', '2', '33.3 %']);
  expect(cells(text, 'section 2.11')).toEqual(['2', '1', '0', '1', '50.0 %']);
  expect(cells(text, 'section 3.1')).toEqual(['1', '1', '0', '0', '100.0 %']);
  expect(text).toContain('server/domain/flows/quiet-hours.ts:12 survived: hour < end → hour <= end');
  expect(text).toContain('server/domain/flows/quiet-hours.ts:12 unreached: hour < end → false');
});

test('a judged survivor is neither open nor part of the score', () => {
  const judged = {
    file: 'server/domain/flows/quiet-hours.ts',
    original: 'hour < end',
    verdict: 'silent' as const,
    why: 'An example.',
  };
  const one = summary(MUTANTS, RESULTS, REACHES, [{ ...judged, replacement: 'hour <= end' }]);
  expect(cells(one, 'all')).toEqual(['3', '1', '1', '1', '50.0 %']);
  expect(one).not.toContain('hour < end → hour <= end');
  expect(cells(summary(MUTANTS, RESULTS, REACHES, [judged]), 'all')).toEqual(['3', '1', '2', '0', '100.0 %']);
  const elsewhere = summary(MUTANTS, RESULTS, REACHES, [{ ...judged, code: 'return hour < end + 1;' }]);
  expect(cells(elsewhere, 'all')).toEqual(['3', '1', '0', '2', '33.3 %']);
});

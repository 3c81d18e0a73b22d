import { Download } from 'lucide-react';
import { csvOf } from '../../files/csv.ts';
import { download } from '../../files/download.ts';
import { Button } from '../button.tsx';
import { Section } from '../page.tsx';
import { VirtualTable, type WideColumn } from './virtual-table.tsx';

/** A row of a list that cannot be used. */
export interface Mistake {
  line: number;
  /** The column. */
  field: string | null;
  problem: string;
  fix: string | null;
}

const COLUMNS: readonly WideColumn<Mistake>[] = [
  { name: 'Row', width: 64, isNumber: true, cell: ({ line }) => line.toLocaleString() },
  { name: 'Column', width: 100, cell: ({ field }) => field ?? '–' },
  {
    name: 'What is wrong',
    cell: ({ problem, fix }) => (
      <>
        {sentenceOf(problem)}
        {fix !== null && <span className="muted"> {fix}</span>}
      </>
    ),
  },
];

/** A problem of a row may be the rest of a sentence that begins with the row. It may also begin with a value. */
const sentenceOf = (problem: string): string =>
  /^(has|is) /.test(problem)
    ? `The row ${problem}`
    : problem.replace(/^(a|variable|button|phone|name|email) /, (word) => word.charAt(0).toUpperCase() + word.slice(1));

/** The mistakes of a list by row, which can be saved to fix the file. */
export function Mistakes({ mistakes, name }: { mistakes: readonly Mistake[]; name: string }) {
  const save = () =>
    download(
      `mistakes in ${name.replace(/\.\w+$/, '')}.csv`,
      'text/csv',
      csvOf(
        ['row', 'column', 'problem', 'fix'],
        mistakes.map(({ line, field, problem, fix }) => [line, field, problem, fix]),
      ),
    );
  return (
    <Section
      title={`Mistakes (${mistakes.length.toLocaleString()})`}
      actions={
        <Button icon={Download} onPress={save}>
          Save as CSV
        </Button>
      }
    >
      <VirtualTable label="Mistakes" wraps columns={COLUMNS} rows={mistakes} keyOf={({ line }) => line} />
    </Section>
  );
}

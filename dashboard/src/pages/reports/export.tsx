import { Download } from 'lucide-react';
import { csvOf } from '../../files/csv.ts';
import { download } from '../../files/download.ts';
import { Button } from '../../parts/button.tsx';

interface ExportProps {
  /** The name of the file, without its extension. */
  file: string;
  /** What the file contains, for screen readers. */
  what: string;
  columns: readonly string[];
  rows: readonly (readonly unknown[])[] | undefined;
}

/** Saves the numbers of a section as a CSV file. */
export const Export = ({ file, what, columns, rows }: ExportProps) => (
  <Button
    kind="quiet"
    icon={Download}
    isDisabled={rows === undefined || rows.length === 0}
    aria-label={`Export CSV of ${what}`}
    onPress={() => download(`${file}.csv`, 'text/csv', csvOf(columns, rows ?? []))}
  >
    Export CSV
  </Button>
);

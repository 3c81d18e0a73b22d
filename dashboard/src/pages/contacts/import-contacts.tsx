import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ArrowLeft } from 'lucide-react';
import { useEffect, useMemo, useState } from 'react';
import { useDraft } from '../../api/draft.ts';
import { useAccountId } from '../../api/session.ts';
import { type StoredList, useStoredList } from '../../files/use-stored-list.ts';
import { Button } from '../../parts/button.tsx';
import { Mistakes } from '../../parts/data/mistakes.tsx';
import { ErrorNote, Note, Progress } from '../../parts/feedback.tsx';
import { Select } from '../../parts/fields/fields.tsx';
import { EncodingNote, FileDrop } from '../../parts/fields/file-drop.tsx';
import { Page, Section } from '../../parts/page.tsx';
import { CONTACTS, FIELDS, type FieldId } from './contact.ts';
import { type Columns, guessColumns, type ImportResult, importList, unusedColumns } from './import-list.ts';

const NONE = 'none';

/** Imports contacts from a CSV file: choose, check, import. */
export function ImportContacts() {
  const { list, share, error, set, clear } = useStoredList('contacts');
  const [chosen, setChosen, clearChosen] = useDraft<Columns | null>('contacts-import', null);
  const columns = useMemo(() => chosen ?? guessColumns(list?.header ?? []), [chosen, list]);
  const choose = async (file: File) => {
    clearChosen();
    await set(file.name, file);
  };
  return (
    <Page
      title="Import contacts"
      about={
        <Link to="/contacts" className="back">
          <ArrowLeft size={14} aria-hidden /> All contacts
        </Link>
      }
    >
      <FileDrop
        action={list ? 'Choose another CSV file' : 'Choose a CSV file'}
        accept={['.csv', '.txt', 'text/csv', 'text/plain']}
        onFile={(file) => void choose(file)}
      >
        The first line names the columns, such as phone, name, email. Known numbers are changed, and empty cells change
        nothing.
      </FileDrop>
      {share !== undefined && <Progress label="Reading the list" done={Math.round(100 * share)} total={100} />}
      {error !== undefined && <ErrorNote error={error} />}
      {list && (
        <>
          {list.isWindows1252 && <EncodingNote />}
          <Section
            title={`${list.name}, ${list.rows.length.toLocaleString()} ${list.rows.length === 1 ? 'row' : 'rows'}`}
          >
            <div className="contact-fields">
              {[{ id: 'phone' as const, label: 'Phone number' }, ...FIELDS].map(({ id, label }) => (
                <ColumnSelect
                  key={id}
                  label={label}
                  isRequired={id === 'phone'}
                  column={columns[id]}
                  list={list}
                  onChange={(column) => setChosen(without(columns, id, column))}
                />
              ))}
            </div>
            <Unused names={unusedColumns(list.header, columns)} />
          </Section>
          {list.rows.length === 0 ? (
            <Note tone="warn">
              <p>There are no contacts below the first line, which names the columns. Choose another file.</p>
            </Note>
          ) : columns.phone === undefined ? (
            <Note tone="warn">
              <p>Choose the column with the phone numbers.</p>
            </Note>
          ) : (
            <CheckAndImport
              key={list.name + list.rows.length}
              list={list}
              columns={columns}
              onDone={() => void clear()}
            />
          )}
        </>
      )}
    </Page>
  );
}

const inWords = new Intl.ListFormat('en', { type: 'conjunction' });

/** Names the columns that have no field. */
const Unused = ({ names }: { names: readonly string[] }) =>
  names.length > 0 && (
    <p className="muted">
      {inWords.format(names)} {names.length === 1 ? 'is' : 'are'} not imported.
    </p>
  );

/** How many rows are named that repeat a number. */
const SHOWN = 5;

const Duplicates = ({ rows }: { rows: ImportResult['duplicates'] }) =>
  rows.length > 0 && (
    <p className="muted">
      {rows.slice(0, SHOWN).map(({ line, of }) => `Row ${line} has the same number as row ${of}. `)}
      {rows.length > SHOWN && `${(rows.length - SHOWN).toLocaleString()} more rows repeat a number. `}
      The last row counts.
    </p>
  );

const contactsOf = (count: number): string => `${count.toLocaleString()} ${count === 1 ? 'contact' : 'contacts'}`;

/** What the button does. */
const importText = (count: number, left: number): string =>
  `Import ${contactsOf(count)}${left === 0 ? '' : `, leave out ${left.toLocaleString()} ${left === 1 ? 'row' : 'rows'}`}`;

const without = (columns: Columns, id: 'phone' | FieldId, column: number | undefined): Columns => {
  const { [id]: _, ...others } = columns;
  return column === undefined ? others : { ...others, [id]: column };
};

interface ColumnSelectProps {
  label: string;
  isRequired: boolean;
  column: number | undefined;
  list: StoredList;
  onChange: (column: number | undefined) => void;
}

const ColumnSelect = ({ label, isRequired, column, list: { header, rows }, onChange }: ColumnSelectProps) => (
  <Select
    label={label}
    value={column === undefined ? (isRequired ? undefined : NONE) : String(column)}
    placeholder="Choose a column"
    onChange={(key) => onChange(key === NONE ? undefined : Number(key))}
    options={[
      ...(isRequired ? [] : [{ value: NONE, text: 'None' }]),
      ...header.map((name, place) => ({
        value: String(place),
        text: name || `Column ${place + 1}`,
        detail: rows[0]?.cells[place] || undefined,
      })),
    ]}
  />
);

interface CheckAndImportProps {
  list: StoredList;
  columns: Columns;
  onDone: () => void;
}

/** Checks the list with the server's rules, shows the mistakes, and imports the rest. */
function CheckAndImport({ list, columns, onDone }: CheckAndImportProps) {
  const account = useAccountId();
  const queries = useQueryClient();
  const [checked, setChecked] = useState<ImportResult>();
  const [imported, setImported] = useState<ImportResult>();
  const [done, setDone] = useState(0);
  const [isImporting, setImporting] = useState(false);
  const [error, setError] = useState<unknown>();
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `attempt` starts the check again
  useEffect(() => {
    const abort = new AbortController();
    setChecked(undefined);
    // The list may be the corrected one, after an import.
    setImported(undefined);
    setError(undefined);
    setDone(0);
    importList(account, list, columns, true, setDone, abort.signal).then(
      setChecked,
      (problem) => !abort.signal.aborted && setError(problem),
    );
    return () => abort.abort();
  }, [account, list, columns, attempt]);
  const run = async () => {
    setImporting(true);
    setError(undefined);
    setDone(0);
    try {
      setImported(await importList(account, list, columns, false, setDone));
      void queries.invalidateQueries({ queryKey: CONTACTS });
    } catch (problem) {
      setError(problem);
    }
    setImporting(false);
  };
  if (imported) {
    return (
      <>
        <Note tone="good">
          <p>{`${contactsOf(imported.created)} ${imported.created === 1 ? 'is' : 'are'} new, ${imported.changed.toLocaleString()} ${imported.changed === 1 ? 'is' : 'are'} changed.`}</p>
        </Note>
        {imported.mistakes.length > 0 && <Mistakes mistakes={imported.mistakes} name={list.name} />}
        <div className="row">
          <Link to="/contacts" className="button plain" onClick={onDone}>
            Show the contacts
          </Link>
        </div>
      </>
    );
  }
  if (error !== undefined) {
    return <ErrorNote error={error} retry={() => (checked ? void run() : setAttempt(attempt + 1))} />;
  }
  if (isImporting || !checked) {
    return (
      <Progress
        label={isImporting ? 'Importing' : 'Checking the list. Nothing is written'}
        done={done}
        total={list.rows.length}
      />
    );
  }
  const count = checked.created + checked.changed;
  return (
    <>
      <p role="status">
        {`${checked.created.toLocaleString()} new, ${checked.changed.toLocaleString()} known, ${checked.mistakes.length.toLocaleString()} with mistakes.`}
        {checked.mistakes.length > 0 && ' Rows with mistakes are left out.'}
      </p>
      <Duplicates rows={checked.duplicates} />
      {checked.mistakes.length > 0 && <Mistakes mistakes={checked.mistakes} name={list.name} />}
      <div className="row">
        <span className="grow" />
        <Button kind="primary" isDisabled={count === 0} onPress={() => void run()}>
          {importText(count, checked.mistakes.length)}
        </Button>
      </div>
    </>
  );
}

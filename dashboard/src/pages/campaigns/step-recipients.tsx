import { useState } from 'react';
import { useDraft } from '../../api/draft.ts';
import { useAllLabels } from '../../api/labels.ts';
import { loadContacts } from '../../api/load-contacts.ts';
import { useAccountId, useMay } from '../../api/session.ts';
import { csvOf } from '../../files/csv.ts';
import { Button } from '../../parts/button.tsx';
import { ErrorNote, Note, Progress } from '../../parts/feedback.tsx';
import { TextField } from '../../parts/fields/fields.tsx';
import { EncodingNote, FileDrop } from '../../parts/fields/file-drop.tsx';
import { LabelSelect } from '../../parts/fields/label-select.tsx';
import { Tabs } from '../../parts/tabs.tsx';
import type { useDraftList } from './use-campaign-draft.ts';

type Files = ReturnType<typeof useDraftList>;

interface StepRecipientsProps {
  files: Files;
  /** Is called after the list was replaced, whose columns may differ. */
  onReplaced: () => void;
}

/** How many rows are shown of a list. */
const SHOWN = 5;

/** Chooses the list of people: a file, pasted text or contacts. */
export function StepRecipients({ files, onReplaced }: StepRecipientsProps) {
  const [tab, setTab] = useState<'file' | 'paste' | 'contacts'>('file');
  const mayRead = useMay('contacts:read');
  const use = async (name: string, content: Blob) => {
    if (await files.set(name, content)) {
      onReplaced();
    }
  };
  return (
    <>
      <Tabs
        label="Where the recipients come from"
        selected={tab}
        onSelect={setTab}
        tabs={[
          {
            id: 'file',
            name: 'CSV file',
            content: (
              <FileDrop
                action="Choose a CSV file"
                accept={['.csv', '.txt', 'text/csv', 'text/plain']}
                onFile={(file) => void use(file.name, file)}
              >
                The first line names the columns, such as phone, name. One row for each person.
              </FileDrop>
            ),
          },
          { id: 'paste', name: 'Paste', content: <Paste onUse={use} /> },
          ...(mayRead ? [{ id: 'contacts' as const, name: 'Contacts', content: <FromContacts onUse={use} /> }] : []),
        ]}
      />
      {files.share !== undefined && (
        <Progress label="Reading the list" done={Math.round(100 * files.share)} total={100} />
      )}
      {files.error !== undefined && <ErrorNote error={files.error} />}
      {files.list && <ListSummary list={files.list} />}
    </>
  );
}

function ListSummary({ list }: { list: NonNullable<Files['list']> }) {
  const { name, header, rows, isWindows1252 } = list;
  return (
    <section className="stack tight" aria-label="The chosen list">
      {isWindows1252 && <EncodingNote />}
      <p>
        <strong>{name}</strong>: <span className="number">{rows.length.toLocaleString()}</span>{' '}
        {rows.length === 1 ? 'row' : 'rows'}, {header.length} {header.length === 1 ? 'column' : 'columns'}
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
      <section className="table-frame" aria-label="First rows" tabIndex={0}>
        <table className="table">
          <thead>
            <tr>
              {header.map((column, place) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: columns may have the same name
                <th key={place} scope="col">
                  {column || <span className="muted">no name</span>}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.slice(0, SHOWN).map(({ line, cells }) => (
              <tr key={line}>
                {header.map((_, place) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: columns may have the same name
                  <td key={place}>
                    <bdi>{cells[place]}</bdi>
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {rows.length > SHOWN && <p className="muted">The first {SHOWN} rows.</p>}
    </section>
  );
}

interface SourceProps {
  onUse: (name: string, content: Blob) => Promise<void>;
}

/** A text of numbers alone has no line that names the columns. */
function withHeader(text: string): string {
  const [first = ''] = text.trimStart().split(/\r?\n/);
  return /\p{L}/u.test(first.replace(/^[A-Z]{2}\.\w+/, '')) ? text : `phone\n${text}`;
}

function Paste({ onUse }: SourceProps) {
  const [text, setText] = useDraft('campaign-paste', '');
  return (
    <div className="stack">
      <TextField
        label="Rows"
        lines={8}
        isMono
        value={text}
        onChange={setText}
        placeholder={'phone,name\n+90 555 111 22 33,Ada'}
        help="Copy cells from a spreadsheet, or write one number on each line."
      />
      <div>
        <Button isDisabled={text.trim() === ''} onPress={() => void onUse('Pasted rows', new Blob([withHeader(text)]))}>
          Use these rows
        </Button>
      </div>
    </div>
  );
}

/** A phone number or a WhatsApp user ID. People of other channels have other IDs. */
const ON_WHATSAPP = /^(\d{5,15}|[A-Z]{2}\..+)$/;
const COLUMNS = ['phone', 'name', 'display_name', 'username', 'email'] as const;

function FromContacts({ onUse }: SourceProps) {
  const [search, setSearch] = useState('');
  const [labelId, setLabelId] = useState<number>();
  const account = useAccountId();
  const label = useAllLabels()?.find(({ id }) => id === labelId);
  const [loaded, setLoaded] = useState<number>();
  const [left, setLeft] = useState(0);
  const [error, setError] = useState<unknown>();
  const load = async () => {
    setError(undefined);
    setLoaded(0);
    try {
      const contacts = await loadContacts(label ? { account, label: label.id } : { search }, setLoaded);
      const usable = contacts.filter(({ phone }) => ON_WHATSAPP.test(phone));
      setLeft(contacts.length - usable.length);
      const rows = usable.map((contact) => COLUMNS.map((column) => contact[column] ?? ''));
      const name = label
        ? `Contacts with the label ${label.name}`
        : search === ''
          ? 'All contacts'
          : `Contacts with “${search}”`;
      await onUse(name, new Blob([csvOf(COLUMNS, rows)]));
    } catch (problem) {
      setError(problem);
    }
    setLoaded(undefined);
  };
  return (
    <div className="stack">
      <LabelSelect value={label?.id} onChange={setLabelId} help="Agents add labels to conversations" />
      {label === undefined && (
        <TextField
          label="Search"
          value={search}
          onChange={setSearch}
          help="Part of a name, email, username or number. Leave empty for all contacts."
        />
      )}
      <div className="row">
        <Button isPending={loaded !== undefined} onPress={() => void load()}>
          Use these contacts
        </Button>
        {loaded !== undefined && (
          <span role="status" className="number muted">
            {loaded.toLocaleString()} loaded
          </span>
        )}
      </div>
      {left > 0 && (
        <Note>
          <p>{left.toLocaleString()} contacts of other channels are left out.</p>
        </Note>
      )}
      {error !== undefined && <ErrorNote error={error} retry={() => void load()} />}
    </div>
  );
}

import { CAPABILITIES, INTERACTIVE_LIMITS, LIST_MAX_ROWS } from 'virtual:facts';
import { Plus, Trash2, X } from 'lucide-react';
import type { FormEvent, ReactNode } from 'react';
import { useDraft } from '../../../api/draft.ts';
import { Button, IconButton } from '../../../parts/button.tsx';
import { Select, TextField } from '../../../parts/fields/fields.tsx';
import type { Draft } from '../data/sends.ts';
import type { Channel } from '../data/types.ts';

interface PanelProps {
  phone: string;
  canSend: boolean;
  onSend: (draft: Draft) => void;
  onClose: () => void;
}

/** A panel whose message has the text of the reply. */
interface TextPanelProps extends PanelProps {
  text: string;
  onText: (text: string) => void;
}

/** Whether every text has a value and is short enough. */
const fits = (text: string, limit: number): boolean => text.trim() !== '' && [...text].length <= limit;

function Panel({
  title,
  action,
  canSend,
  onSubmit,
  onClose,
  children,
}: {
  title: string;
  /** The verb on the button. */
  action: string;
  canSend: boolean;
  onSubmit: () => void;
  onClose: () => void;
  children: ReactNode;
}) {
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSubmit();
  };
  return (
    <form className="composer-panel stack tight" onSubmit={submit} aria-label={title}>
      <header className="row">
        <h3 className="grow">{title}</h3>
        <IconButton label="Close" icon={X} onPress={onClose} />
      </header>
      {children}
      <div className="row">
        <span className="grow" />
        <Button type="submit" isDisabled={!canSend}>
          {action}
        </Button>
      </div>
    </form>
  );
}

/** A text with up to three buttons to press. */
export function ButtonsPanel({ phone, canSend, text, onText, onSend, onClose }: TextPanelProps) {
  const [{ titles }, set, clear] = useDraft(`buttons:${phone}`, { titles: [''] });
  const { buttons: most, buttonsText, buttonTitle } = INTERACTIVE_LIMITS;
  const named = titles.map((title) => title.trim()).filter((title) => title !== '');
  const send = () => {
    const buttons = named.map((title, place) => ({ id: `${place + 1}`, title }));
    onSend({
      kind: 'message',
      body: { type: 'interactive', interactive: { kind: 'button', text: text.trim(), buttons } },
    });
    onText('');
    clear();
  };
  return (
    <Panel
      title="Reply buttons"
      action="Send the buttons"
      canSend={
        canSend && fits(text, buttonsText) && named.length > 0 && named.every((title) => fits(title, buttonTitle))
      }
      onSubmit={send}
      onClose={onClose}
    >
      <TextField label="Text" value={text} onChange={onText} lines={2} limit={buttonsText} autoFocus />
      {titles.map((title, place) => (
        <TextField
          // biome-ignore lint/suspicious/noArrayIndexKey: buttons have no other identity
          key={place}
          label={`Button ${place + 1}`}
          value={title}
          limit={buttonTitle}
          onChange={(next) => set({ titles: titles.with(place, next) })}
        />
      ))}
      {titles.length < most && (
        <Button kind="quiet" icon={Plus} onPress={() => set({ titles: [...titles, ''] })}>
          Add a button
        </Button>
      )}
    </Panel>
  );
}

const NO_ROW = { title: '', description: '' };

/** A text with a list of rows to choose from. */
export function ListPanel({ phone, canSend, text, onText, onSend, onClose }: TextPanelProps) {
  const [draft, set, clear] = useDraft(`list:${phone}`, { button: 'Choose', rows: [NO_ROW] });
  const { button, rows } = draft;
  const { listText, listButton, rowTitle, rowDescription } = INTERACTIVE_LIMITS;
  const named = rows.filter(({ title }) => title.trim() !== '');
  const change = (place: number, row: typeof NO_ROW) => set({ ...draft, rows: rows.with(place, row) });
  const send = () => {
    const shown = named.map(({ title, description }, place) => ({
      id: `${place + 1}`,
      title: title.trim(),
      ...(description.trim() !== '' && { description: description.trim() }),
    }));
    onSend({
      kind: 'message',
      body: {
        type: 'interactive',
        interactive: { kind: 'list', text: text.trim(), button, sections: [{ rows: shown }] },
      },
    });
    onText('');
    clear();
  };
  return (
    <Panel
      title="List to choose from"
      action="Send the list"
      canSend={
        canSend &&
        fits(text, listText) &&
        fits(button, listButton) &&
        named.length > 0 &&
        named.every(({ title, description }) => fits(title, rowTitle) && [...description].length <= rowDescription)
      }
      onSubmit={send}
      onClose={onClose}
    >
      <TextField label="Text" value={text} onChange={onText} lines={2} limit={listText} autoFocus />
      <TextField
        label="Button that opens the list"
        value={button}
        limit={listButton}
        onChange={(next) => set({ ...draft, button: next })}
      />
      {rows.map((row, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows have no other identity
        <div key={place} className="pair">
          <TextField
            label={`Row ${place + 1}`}
            value={row.title}
            limit={rowTitle}
            onChange={(title) => change(place, { ...row, title })}
          />
          <TextField
            label="Description"
            value={row.description}
            limit={rowDescription}
            onChange={(description) => change(place, { ...row, description })}
          />
          <IconButton
            label={`Remove row ${place + 1}`}
            icon={Trash2}
            isDisabled={rows.length === 1}
            onPress={() => set({ ...draft, rows: rows.toSpliced(place, 1) })}
          />
        </div>
      ))}
      {rows.length < LIST_MAX_ROWS && (
        <Button kind="quiet" icon={Plus} onPress={() => set({ ...draft, rows: [...rows, NO_ROW] })}>
          Add a row
        </Button>
      )}
    </Panel>
  );
}

/** Returns a number of degrees, which may have a decimal comma; undefined if it is none or too large. */
function degreesIn(text: string, most: number): number | undefined {
  const degrees = Number(text.replace(',', '.'));
  return text.trim() !== '' && Math.abs(degrees) <= most ? degrees : undefined;
}

/** What is wrong with a text that is not empty. */
const degreesError = (text: string, most: number, example: string): string | undefined =>
  /^\s*-?$/.test(text) || degreesIn(text, most) !== undefined
    ? undefined
    : `Write a number from -${most} to ${most}, such as ${example}.`;

/** A place on the map. */
export function LocationPanel({ phone, canSend, onSend, onClose }: PanelProps) {
  const [draft, set, clear] = useDraft(`location:${phone}`, { latitude: '', longitude: '', name: '', address: '' });
  const latitude = degreesIn(draft.latitude, 90);
  const longitude = degreesIn(draft.longitude, 180);
  const send = () => {
    if (latitude === undefined || longitude === undefined) {
      return;
    }
    const { name, address } = draft;
    onSend({
      kind: 'message',
      body: { type: 'location', latitude, longitude, ...(name && { name }), ...(address && { address }) },
    });
    clear();
  };
  /** Takes both numbers if they are pasted together, as maps copy them. A comma alone may be a decimal comma. */
  const setLatitude = (text: string) => {
    const [, first, second] = /^\s*(-?\d+\.\d+)\s*[,;\s]\s*(-?\d+\.\d+)\s*$/.exec(text) ?? [];
    set(first && second ? { ...draft, latitude: first, longitude: second } : { ...draft, latitude: text });
  };
  return (
    <Panel
      title="Location"
      action="Send the location"
      canSend={canSend && latitude !== undefined && longitude !== undefined}
      onSubmit={send}
      onClose={onClose}
    >
      <div className="pair">
        <TextField
          label="Latitude"
          value={draft.latitude}
          onChange={setLatitude}
          placeholder="41.0082"
          error={degreesError(draft.latitude, 90, '41.0082')}
          autoFocus
        />
        <TextField
          label="Longitude"
          value={draft.longitude}
          onChange={(next) => set({ ...draft, longitude: next })}
          placeholder="28.9784"
          error={degreesError(draft.longitude, 180, '28.9784')}
        />
      </div>
      <div className="pair">
        <TextField label="Name" value={draft.name} onChange={(next) => set({ ...draft, name: next })} />
        <TextField label="Address" value={draft.address} onChange={(next) => set({ ...draft, address: next })} />
      </div>
    </Panel>
  );
}

const KINDS = [
  { value: 'image', text: 'Image' },
  { value: 'video', text: 'Video' },
  { value: 'audio', text: 'Audio' },
  { value: 'document', text: 'Document' },
] as const;

/** A file on the web. Channels that take no uploads take these. */
export function UrlPanel({ phone, channel, canSend, onSend, onClose }: PanelProps & { channel: Channel }) {
  const initial = { type: 'image' as (typeof KINDS)[number]['value'], url: '', caption: '' };
  const [draft, set, clear] = useDraft(`url:${phone}`, initial);
  const { type, url, caption } = draft;
  const takesCaption = (CAPABILITIES[channel].captions as readonly string[]).includes(type);
  const send = () => {
    onSend({
      kind: 'message',
      body: { type, media: { url: url.trim() }, ...(caption !== '' && takesCaption && { caption }) },
    });
    clear();
  };
  return (
    <Panel
      title="File by address"
      action="Send the file"
      canSend={canSend && url.trim() !== ''}
      onSubmit={send}
      onClose={onClose}
    >
      <div className="pair">
        <Select label="Kind" value={type} onChange={(next) => set({ ...draft, type: next })} options={KINDS} />
        <TextField
          label="Address"
          type="url"
          value={url}
          placeholder="https://"
          autoFocus
          onChange={(next) => set({ ...draft, url: next })}
          help="A public https address that needs no login."
        />
      </div>
      {takesCaption && (
        <TextField label="Caption" value={caption} onChange={(next) => set({ ...draft, caption: next })} />
      )}
    </Panel>
  );
}

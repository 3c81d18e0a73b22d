import { Plus, X } from 'lucide-react';
import { Button, IconButton } from '../../parts/button.tsx';
import { TextField } from '../../parts/fields/fields.tsx';

export interface HeaderRow {
  /** Keeps the fields of a row when another one is removed. */
  key: number;
  name: string;
  value: string;
}

/** Returns the headers of the filled rows; null for none. */
export function headersOf(rows: readonly HeaderRow[]): Record<string, string> | null {
  const filled = rows.filter(({ name, value }) => name.trim() !== '' || value.trim() !== '');
  return filled.length === 0
    ? null
    : Object.fromEntries(filled.map(({ name, value }) => [name.trim(), value.trim()] as const));
}

interface HeaderRowsProps {
  /** The names of the headers that the endpoint has. */
  stored: readonly string[];
  /** Undefined leaves them as they are. */
  rows: readonly HeaderRow[] | undefined;
  onChange: (rows: readonly HeaderRow[] | undefined) => void;
  error: string | undefined;
}

/** The headers of an endpoint. The server never returns their values, so they are replaced together. */
export function HeaderRows({ stored, rows, onChange, error }: HeaderRowsProps) {
  const add = () =>
    onChange([...(rows ?? []), { key: Math.max(-1, ...(rows ?? []).map(({ key }) => key)) + 1, name: '', value: '' }]);
  const change = (key: number, part: Partial<HeaderRow>) =>
    onChange(rows?.map((row) => (row.key === key ? { ...row, ...part } : row)));
  const replaces = rows !== undefined && stored.length > 0;
  return (
    <fieldset className="choices">
      <legend>Headers</legend>
      {stored.length === 0 && !rows && (
        <p className="field-help">
          Sent with each event, such as a token of your server. Values are never shown again.
        </p>
      )}
      {stored.length > 0 && !rows && (
        <p>
          {stored.map((name) => (
            <code key={name} className="header-name">
              {name}
            </code>
          ))}
          <span className="muted">with values that are never shown again</span>
        </p>
      )}
      {replaces && (
        <p className="field-help">
          {rows.length === 0
            ? `All headers are removed: ${stored.join(', ')}.`
            : `These replace all headers: ${stored.join(', ')}.`}
        </p>
      )}
      {rows?.map(({ key, name, value }, index) => (
        <div key={key} className="header-row">
          <TextField
            label={`Header ${index + 1}`}
            placeholder="Authorization"
            isMono
            value={name}
            onChange={(next) => change(key, { name: next })}
          />
          <TextField
            label="Value"
            type="password"
            autoComplete="off"
            isMono
            value={value}
            onChange={(next) => change(key, { value: next })}
          />
          <IconButton
            label={`Remove header ${index + 1}`}
            icon={X}
            onPress={() => onChange(rows.filter((row) => row.key !== key))}
          />
        </div>
      ))}
      {error && (
        <p className="field-error" role="alert">
          {error}
        </p>
      )}
      <div className="row wrap">
        <Button icon={Plus} onPress={add}>
          {stored.length > 0 && !rows ? 'Replace headers' : 'Add header'}
        </Button>
        {stored.length > 0 && !rows && (
          <Button kind="quiet" onPress={() => onChange([])}>
            Remove all
          </Button>
        )}
        {replaces && (
          <Button kind="quiet" onPress={() => onChange(undefined)}>
            Keep the old ones
          </Button>
        )}
      </div>
    </fieldset>
  );
}

import { useQueryClient } from '@tanstack/react-query';
import { Check, Plus } from 'lucide-react';
import { useRef, useState } from 'react';
import { useMay } from '../../../api/session.ts';
import { useKeys } from '../../../frame/use-keys.ts';
import { ErrorNote } from '../../../parts/feedback.tsx';
import { SearchField } from '../../../parts/fields/fields.tsx';
import { findListed, putConversation, refreshHeads } from '../data/conversations.ts';
import { useLabels } from '../data/labels.ts';
import type { Conversation } from '../data/types.ts';

/** With more labels than this, the others are found by their name. */
const MOST = 12;

/** The labels of the conversation. A press adds or removes one. */
export function Labels({ conversation }: { conversation: Conversation }) {
  const { phone, connection_id } = conversation;
  const queries = useQueryClient();
  const mayChange = useMay('conversations:write');
  const { all, own, set } = useLabels(conversation);
  const [error, setError] = useState<unknown>();
  // What was pressed, until the server has it.
  const [pressed, setPressed] = useState<readonly { id: number; isOn: boolean }[]>([]);
  const ids = new Set(own?.map(({ id }) => id));
  for (const { id, isOn } of pressed) {
    if (isOn) {
      ids.add(id);
    } else {
      ids.delete(id);
    }
  }
  const [text, setText] = useState('');
  const section = useRef<HTMLElement>(null);
  useKeys({ l: () => section.current?.querySelector<HTMLElement>('input, button')?.focus() });
  const offered = mayChange ? (all ?? own) : own;
  if (!offered || offered.length === 0) {
    return null;
  }
  const isLong = offered.length > MOST;
  const wanted = text.trim().toLowerCase();
  const matching = offered.filter(({ id, name }) =>
    wanted === '' ? !isLong || ids.has(id) : name.toLowerCase().includes(wanted),
  );
  const shown = matching.slice(0, Math.max(MOST, ids.size));
  const hidden = (wanted === '' ? offered : matching).length - shown.length;
  const toggle = (id: number) => {
    const press = { id, isOn: !ids.has(id) };
    setError(undefined);
    setPressed((before) => [...before, press]);
    void set(id, press.isOn)
      // The list may have a filter by this label.
      .then(() => {
        putConversation(queries, findListed(queries, phone, connection_id) ?? conversation);
        return refreshHeads(queries);
      })
      .catch(setError)
      .finally(() => setPressed((before) => before.filter((one) => one !== press)));
  };
  return (
    <section ref={section} className="stack tight" aria-label="Labels">
      <h3>Labels</h3>
      {isLong && (
        <SearchField
          label="Find a label"
          value={text}
          onChange={setText}
          onKeyDown={({ key }) => {
            if (key === 'Escape') {
              (document.activeElement as HTMLElement | null)?.blur();
            }
          }}
        />
      )}
      <div className="row wrap">
        {shown.map(({ id, name, color }) => (
          <button
            key={id}
            type="button"
            className="chip"
            aria-pressed={ids.has(id)}
            disabled={!mayChange || !own}
            onClick={() => toggle(id)}
          >
            {color && <span className="label-dot" style={{ background: color }} aria-hidden />}
            <span className="cut" title={name}>
              {name}
            </span>
            {ids.has(id) ? <Check size={12} aria-hidden /> : <Plus size={12} aria-hidden />}
          </button>
        ))}
      </div>
      {isLong && wanted !== '' && matching.length === 0 && <p className="muted">No label has this name.</p>}
      {hidden > 0 && <p className="muted">{hidden.toLocaleString('en')} more. Write a part of the name.</p>}
      {error !== undefined && <ErrorNote error={error} />}
    </section>
  );
}

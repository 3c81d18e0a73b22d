import { useQueryClient } from '@tanstack/react-query';
import { Check, Plus } from 'lucide-react';
import { useState } from 'react';
import { useMay } from '../../../api/session.ts';
import { ErrorNote } from '../../../parts/feedback.tsx';
import { findListed, putConversation, refreshHeads } from '../data/conversations.ts';
import { useLabels } from '../data/labels.ts';
import type { Conversation } from '../data/types.ts';

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
  const shown = mayChange ? (all ?? own) : own;
  if (!shown || shown.length === 0) {
    return null;
  }
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
    <section className="stack tight" aria-label="Labels">
      <h3>Labels</h3>
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
            {name}
            {ids.has(id) ? <Check size={12} aria-hidden /> : <Plus size={12} aria-hidden />}
          </button>
        ))}
      </div>
      {error !== undefined && <ErrorNote error={error} />}
    </section>
  );
}

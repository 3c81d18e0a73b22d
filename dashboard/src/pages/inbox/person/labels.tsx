import { useState } from 'react';
import { useMay } from '../../../api/session.ts';
import { ErrorNote } from '../../../parts/feedback.tsx';
import { useLabels } from '../data/team.ts';

/** The labels of the conversation. A press adds or removes one. */
export function Labels({ phone }: { phone: string }) {
  const mayChange = useMay('conversations:write');
  const { all, own, set } = useLabels(phone);
  const [error, setError] = useState<unknown>();
  const ids = new Set(own?.map(({ id }) => id));
  const shown = mayChange ? (all ?? own) : own;
  if (!shown || !own || shown.length === 0) {
    return null;
  }
  const toggle = (id: number) => {
    setError(undefined);
    const next = ids.has(id) ? [...ids].filter((one) => one !== id) : [...ids, id];
    void set(next).catch(setError);
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
            disabled={!mayChange}
            onClick={() => toggle(id)}
          >
            {color && <span className="label-color" style={{ background: color }} aria-hidden />}
            {name}
          </button>
        ))}
      </div>
      {error !== undefined && <ErrorNote error={error} />}
    </section>
  );
}

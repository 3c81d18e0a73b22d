import { type FormEvent, useState } from 'react';
import { Button } from '../../parts/button.tsx';
import { TextField } from '../../parts/fields/fields.tsx';
import type { Act } from '../api.ts';
import type { Lab } from '../types.ts';

/** The mock's clock, which moves if it is virtual. */
export function TimeTab({ lab: { now, movable }, act }: { lab: Lab; act: Act }) {
  const [hours, setHours] = useState('1');
  const advance = (event: FormEvent) => {
    event.preventDefault();
    void act('POST', 'clock/advance', { seconds: Number(hours) * 3600 });
  };
  return (
    <div className="stack">
      <dl className="figure">
        <dt>The mock's time</dt>
        <dd className="number">{new Date(now).toLocaleString()}</dd>
      </dl>
      {movable ? (
        <form className="row mock-callback-form" onSubmit={advance}>
          <TextField label="Hours" type="number" value={hours} onChange={setHours} />
          <Button kind="primary" type="submit">
            Advance the clock
          </Button>
        </form>
      ) : (
        <p className="muted">
          The clock is real. Start the mock with <code>--clock virtual</code> to move it.
        </p>
      )}
    </div>
  );
}

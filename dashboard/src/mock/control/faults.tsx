import { type FormEvent, useState } from 'react';
import { Button } from '../../parts/button.tsx';
import { Select, TextField } from '../../parts/fields/fields.tsx';
import type { Act } from '../api.ts';
import type { Lab } from '../types.ts';

/** The faults that wait for a request or a callback, and a form for one more. */
export function Faults({ lab: { faults, fault_words }, act }: { lab: Lab; act: Act }) {
  const [applies_to, setAppliesTo] = useState('send');
  const [outcome, setOutcome] = useState('reject');
  const [code, setCode] = useState('');
  const [times, setTimes] = useState('1');
  const add = (event: FormEvent) => {
    event.preventDefault();
    void act('POST', 'faults', { applies_to, outcome, times: Number(times), ...(code ? { code: Number(code) } : {}) });
  };
  const wordsOf = (words: readonly string[]) => words.map((value) => ({ value, text: value }));
  return (
    <div className="stack">
      <form className="mock-fields" aria-label="A new fault" onSubmit={add}>
        <Select
          label="Applies to"
          value={applies_to}
          onChange={setAppliesTo}
          options={wordsOf(fault_words.applies_to)}
        />
        <Select label="Outcome" value={outcome} onChange={setOutcome} options={wordsOf(fault_words.outcomes)} />
        <TextField label="Code" type="number" value={code} onChange={setCode} />
        <TextField label="Times" type="number" value={times} onChange={setTimes} />
        <Button kind="primary" type="submit">
          Add fault
        </Button>
      </form>
      {faults.length === 0 ? (
        <p className="muted">No faults. The next request or callback that matches a fault gets its outcome.</p>
      ) : (
        <>
          <ul className="mock-lines" aria-label="Faults">
            {faults.map((fault, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: faults have no other identity
              <li key={place} className="mono">
                {JSON.stringify(fault)}
              </li>
            ))}
          </ul>
          <div>
            <Button onPress={() => void act('DELETE', 'faults')}>Clear faults</Button>
          </div>
        </>
      )}
    </div>
  );
}

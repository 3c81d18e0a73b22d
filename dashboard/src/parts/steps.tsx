import { Check } from 'lucide-react';

interface StepsProps<Id extends string> {
  label: string;
  steps: readonly { id: Id; name: string }[];
  current: Id;
  /** The steps that can be opened: those that are done, and the next one. */
  isOpen: (id: Id) => boolean;
  onOpen: (id: Id) => void;
}

/** The steps of a task that is done on several views, and where the person is. */
export function Steps<Id extends string>({ label, steps, current, isOpen, onOpen }: StepsProps<Id>) {
  const at = steps.findIndex(({ id }) => id === current);
  return (
    <nav aria-label={label}>
      <ol className="steps">
        {steps.map(({ id, name }, place) => (
          <li key={id}>
            <button
              type="button"
              className="step"
              disabled={!isOpen(id)}
              aria-current={id === current ? 'step' : undefined}
              onClick={() => onOpen(id)}
            >
              <span className="step-sign number" aria-hidden>
                {place < at ? <Check size={12} /> : place + 1}
              </span>
              <span className="step-name">{name}</span>
              {place < at && <span className="visually-hidden">done</span>}
            </button>
          </li>
        ))}
      </ol>
    </nav>
  );
}

import { Eye, PenLine } from 'lucide-react';
import type { Colleague } from '../data/team.ts';

/** Who else has the conversation open, so that two do not answer without knowing. */
export const Colleagues = ({ colleagues }: { colleagues: readonly Colleague[] }) => (
  <p className="colleagues" role="status">
    {colleagues.map(({ name, state }) => (
      <span key={name} className={state}>
        {state === 'typing' ? <PenLine size={14} aria-hidden /> : <Eye size={14} aria-hidden />}
        {state === 'typing' ? `${name} is writing` : `${name} is reading`}
      </span>
    ))}
  </p>
);

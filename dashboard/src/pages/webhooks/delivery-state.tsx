import { Badge } from '../../parts/feedback.tsx';
import { type Attempt, type DeliveryState, STATES } from './data.ts';

/** The state of a delivery in a word. */
export const StateBadge = ({ state }: { state: DeliveryState }) => (
  <Badge tone={STATES[state].tone}>{STATES[state].text}</Badge>
);

/** The response of the receiver in a word, such as `500`. */
export function ResponseBadge({ attempt }: { attempt: Attempt | undefined }) {
  if (!attempt) {
    return <span className="muted">No attempt yet</span>;
  }
  const { status_code: status, problem } = attempt;
  return <Badge tone={problem === null ? 'good' : 'bad'}>{status ?? 'No response'}</Badge>;
}

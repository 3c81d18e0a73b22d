import { Badge } from '../../parts/feedback.tsx';
import { fullTime, Time, useZone } from '../../parts/values/time.tsx';
import { type Attempt, type Delivery, type DeliveryState, failuresOf, STATES } from './data.ts';

/** The state of a delivery in a word. */
export const StateBadge = ({ state }: { state: DeliveryState }) => (
  <Badge tone={STATES[state].tone}>{STATES[state].text}</Badge>
);

/** The state of a delivery in a word, with the failed attempts of a pending one. */
export function DeliveryBadge({ delivery }: { delivery: Pick<Delivery, 'state' | 'attempts'> }) {
  const failures = failuresOf(delivery);
  return failures === 0 ? (
    <StateBadge state={delivery.state} />
  ) : (
    <Badge tone="warn">{`Retrying (${failures.toLocaleString()} failed)`}</Badge>
  );
}

const MINUTE = 60_000;

/** When a pending delivery is tried again. */
export function NextAttempt({ at }: { at: string }) {
  const zone = useZone();
  const wait = Date.parse(at) - Date.now();
  if (wait >= MINUTE) {
    return <Time at={at} />;
  }
  return <span title={fullTime(at, zone)}>{wait > 0 ? 'within a minute' : 'due'}</span>;
}

/** The response of the receiver in a word, such as `500`. */
export function ResponseBadge({ attempt }: { attempt: Attempt | undefined }) {
  if (!attempt) {
    return <span className="muted">No attempt yet</span>;
  }
  const { status_code: status, problem } = attempt;
  // A message broker acknowledges events without a status.
  const response = status ?? (problem === null ? 'Accepted' : 'No response');
  return <Badge tone={problem === null ? 'good' : 'bad'}>{response}</Badge>;
}

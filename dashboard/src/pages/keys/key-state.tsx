import { Badge } from '../../parts/feedback.tsx';
import { Time } from '../../parts/values/time.tsx';
import { type Key, stateOf } from './data.ts';

/** Whether a key works. */
export function KeyState({ apiKey }: { apiKey: Key }) {
  const state = stateOf(apiKey);
  if (state === 'active') {
    return <Badge tone="good">Active</Badge>;
  }
  return (
    <Badge tone={state === 'ending' ? 'warn' : 'neutral'}>
      <span>
        {state === 'ending' ? 'Ends ' : 'Revoked '}
        <Time at={apiKey.revoked_at ?? ''} />
      </span>
    </Badge>
  );
}

/** When a request was last made with a key. */
export const LastUsed = ({ at }: { at: string | null }) =>
  at === null ? <span className="muted">Never</span> : <Time at={at} />;

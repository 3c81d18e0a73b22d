import { Badge } from '../../parts/feedback.tsx';
import type { Connection } from './data.ts';

/** Whether a connection sends and receives. */
export function ConnectionState({ connection }: { connection: Connection }) {
  const { is_active: isActive, unavailable_until: until } = connection;
  if (!isActive) {
    return <Badge>Inactive</Badge>;
  }
  return until !== null && Date.parse(until) > Date.now() ? (
    <Badge tone="bad">Unavailable</Badge>
  ) : (
    <Badge tone="good">Active</Badge>
  );
}

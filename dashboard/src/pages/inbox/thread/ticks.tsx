import { Check, CheckCheck, CircleX, Clock } from 'lucide-react';
import type { MessageStatus } from '../data/types.ts';

const WORDS: Record<MessageStatus, string> = {
  queued: 'Queued',
  sent: 'Sent',
  delivered: 'Delivered',
  read: 'Read',
  failed: 'Failed',
};
const SIGNS = { queued: Clock, sent: Check, delivered: CheckCheck, read: CheckCheck, failed: CircleX };

/** The status of a message to the customer. */
export function Ticks({ status }: { status: MessageStatus }) {
  const Sign = SIGNS[status];
  return (
    <span className={`ticks ${status}`} title={WORDS[status]}>
      <Sign size={14} aria-hidden />
      <span className="visually-hidden">{WORDS[status]}</span>
      {status === 'read' && <span aria-hidden>Read</span>}
    </span>
  );
}

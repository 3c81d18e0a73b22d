import { RotateCw, Webhook } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { Badge, EmptyState } from '../../parts/feedback.tsx';
import { Facts } from '../../parts/page.tsx';
import { toast } from '../../parts/toasts.tsx';
import { CodeBlock } from '../../parts/values/code-block.tsx';
import { ClockTime } from '../../parts/values/time.tsx';
import type { Act } from '../api.ts';
import type { Callback } from '../types.ts';
import { useSlices } from '../use-slices.ts';
import { VirtualList } from '../virtual-list.tsx';

const ROW = 44;

/** The callbacks to the application, the newest first. */
export function Callbacks({ callbackUrl, act }: { callbackUrl: string | null; act: Act }) {
  const slices = useSlices<Callback>('lab/callbacks');
  const [open, setOpen] = useState<Callback>();
  return (
    <>
      <VirtualList
        label="Callbacks"
        slices={slices}
        keyOf={({ id }) => id}
        height={ROW}
        render={(one) => (
          <button type="button" className="mock-line" onClick={() => setOpen(one)}>
            <ClockTime at={one.at} />
            <span className="grow cut">
              {one.channel} {one.events.join(', ')}
              <span className="muted"> {peopleOf(one).join(', ')}</span>
              {one.attempt > 1 && ` (attempt ${one.attempt})`}
            </span>
            <Answer callback={one} />
          </button>
        )}
        empty={
          <EmptyState icon={Webhook} title="No callbacks yet">
            {callbackUrl
              ? 'Write as a person, and the callback to your application appears here.'
              : 'Set a callback URL in the tab Numbers, and your application gets callbacks.'}
          </EmptyState>
        }
      />
      {open && <CallbackSheet callback={open} act={act} onClose={() => setOpen(undefined)} />}
    </>
  );
}

/** Returns the people whom a callback names, by ID. Otherwise the callbacks of a busy application all look the same. */
function peopleOf({ body, business_id }: Callback): string[] {
  const people = new Set<string>();
  const walk = (node: unknown, name: string) => {
    if (typeof node === 'string' && (name === 'from' || name === 'recipient_id') && node !== business_id) {
      people.add(node);
    } else if (node !== null && typeof node === 'object') {
      for (const [key, value] of Object.entries(node)) {
        walk(value, key === 'id' && (name === 'sender' || name === 'recipient') ? 'from' : key);
      }
    }
  };
  walk(body, '');
  return [...people];
}

const answerOf = ({ status_code, error }: Callback): string =>
  status_code === null ? (error ?? 'no response') : `status ${status_code}`;

const Answer = ({ callback }: { callback: Callback }) => (
  <Badge tone={callback.status_code === 200 ? 'good' : 'bad'}>{answerOf(callback)}</Badge>
);

function CallbackSheet({ callback, act, onClose }: { callback: Callback; act: Act; onClose: () => void }) {
  const { id, at, url, attempt, events, signature, error, body } = callback;
  const repeat = async () => {
    if (await act('POST', 'callbacks/repeat', { id })) {
      toast('The callback was sent again');
    }
    onClose();
  };
  return (
    <Dialog
      title={`Callback: ${events.join(', ')}`}
      shape="sheet"
      isOpen
      onClose={onClose}
      actions={
        <Button kind="primary" icon={RotateCw} onPress={() => void repeat()}>
          Send the callback again
        </Button>
      }
    >
      <Facts
        facts={[
          ['Sent', <ClockTime key="at" at={at} />],
          ['To', <code key="url">{url}</code>],
          ['Attempt', String(attempt)],
          ['Answer', <Answer key="answer" callback={callback} />],
          ...(error === undefined ? [] : [['Reason', error] as const]),
        ]}
      />
      <CodeBlock name="X-Hub-Signature-256" text={`X-Hub-Signature-256: ${signature}`} />
      <CodeBlock name="Body" text={JSON.stringify(body, null, 2)} isJson />
    </Dialog>
  );
}

import { Send as SendIcon } from 'lucide-react';
import { useState } from 'react';
import { Dialog } from '../../parts/dialog.tsx';
import { Badge, EmptyState } from '../../parts/feedback.tsx';
import { Facts } from '../../parts/page.tsx';
import { CodeBlock } from '../../parts/values/code-block.tsx';
import { Copyable } from '../../parts/values/copyable.tsx';
import { ClockTime } from '../../parts/values/time.tsx';
import type { Send } from '../types.ts';
import { useSlices } from '../use-slices.ts';
import { VirtualList } from '../virtual-list.tsx';

const ROW = 44;

/** The sends of the application that the provider accepted, the newest first. */
export function Sends() {
  const slices = useSlices<Send>('lab/sends');
  const [open, setOpen] = useState<Send>();
  return (
    <>
      <VirtualList
        label="Sends"
        slices={slices}
        keyOf={({ external_id }) => external_id}
        height={ROW}
        render={(one) => (
          <button type="button" className="mock-line" onClick={() => setOpen(one)}>
            <ClockTime at={one.at} />
            <span className="grow cut">
              {one.channel} {one.type} to {one.to}
            </span>
            <Status status={one.status} />
          </button>
        )}
        empty={
          <EmptyState icon={SendIcon} title="No sends yet">
            When your application sends a message, its request appears here.
          </EmptyState>
        }
      />
      {open && (
        <Dialog title={`Send: ${open.type}`} shape="sheet" isOpen onClose={() => setOpen(undefined)}>
          <Facts
            facts={[
              ['Accepted', <ClockTime key="at" at={open.at} />],
              ['Channel', open.channel],
              ['From', open.business_id],
              ['To', open.to],
              ['Status', <Status key="status" status={open.status} />],
              ['ID', <Copyable key="id" text={open.external_id} name="ID" />],
            ]}
          />
          <CodeBlock name="Payload" text={JSON.stringify(open.payload, null, 2)} isJson />
        </Dialog>
      )}
    </>
  );
}

const Status = ({ status }: { status: string }) => (
  <Badge tone={status === 'failed' ? 'bad' : status === 'accepted' ? 'neutral' : 'good'}>{status}</Badge>
);

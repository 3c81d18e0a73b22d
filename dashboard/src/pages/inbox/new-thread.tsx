import { LayoutTemplate, MessageSquarePlus } from 'lucide-react';
import { useState } from 'react';
import { useMay } from '../../api/session.ts';
import { Button } from '../../parts/button.tsx';
import { EmptyState } from '../../parts/feedback.tsx';
import { TemplateDialog } from './composer/template-dialog.tsx';
import { useChannelsFor } from './data/channels.ts';
import { useReplyWindow } from './data/reply-window.ts';
import { discard, useSend, useSends } from './data/sends.ts';
import { SendRow } from './thread/message-row.tsx';

/** A person with whom there is no message yet. A template begins the conversation. */
export function NewThread({ phone }: { phone: string }) {
  const mayReply = useMay('messages:send');
  const { window } = useReplyWindow(phone, 'whatsapp');
  const { send, again } = useSend();
  const sends = useSends(phone);
  const [isChoosing, setChoosing] = useState(false);
  const isRefused = window?.canSendTemplate === false;
  const canBegin = useChannelsFor(phone)?.some(({ reason }) => reason === undefined);
  return (
    <>
      <EmptyState
        icon={MessageSquarePlus}
        title={`${phone} has not written yet`}
        action={
          mayReply &&
          canBegin && (
            <Button kind="primary" icon={LayoutTemplate} isDisabled={isRefused} onPress={() => setChoosing(true)}>
              Send a template
            </Button>
          )
        }
      >
        {canBegin === false
          ? 'No connected channel can begin a conversation with this address. WhatsApp can, with a phone number.'
          : isRefused
            ? 'This person cannot receive templates now. Their contact says whether they are blocked.'
            : 'WhatsApp accepts only approved templates until the person writes.'}
      </EmptyState>
      <div className="new-sends">
        {sends.map((one) => (
          <SendRow key={one.key} send={one} onAgain={again} onEdit={({ key }) => discard(key)} />
        ))}
      </div>
      {isChoosing && (
        <TemplateDialog
          conversation={{ phone }}
          onSend={(draft) => {
            send({ phone, channel: 'whatsapp' }, draft);
            setChoosing(false);
          }}
          onClose={() => setChoosing(false)}
        />
      )}
    </>
  );
}

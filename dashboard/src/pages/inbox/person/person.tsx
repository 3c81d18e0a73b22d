import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Ban, X } from 'lucide-react';
import { useState } from 'react';
import { api, dataOf } from '../../../api/client.ts';
import { useMay } from '../../../api/session.ts';
import { useKeys } from '../../../frame/use-keys.ts';
import { Button, IconButton } from '../../../parts/button.tsx';
import { Confirm } from '../../../parts/dialog.tsx';
import { Badge, ErrorNote, Skeleton } from '../../../parts/feedback.tsx';
import { Switch } from '../../../parts/fields/fields.tsx';
import { Facts } from '../../../parts/page.tsx';
import { Copyable } from '../../../parts/values/copyable.tsx';
import { Time } from '../../../parts/values/time.tsx';
import { conversationQuery } from '../data/conversations.ts';
import { type Contact, type Conversation, keyOf, nameOf } from '../data/types.ts';
import { CHANNEL_NAMES, ChannelIcon } from '../list/channel-icon.tsx';
import { PersonActivity } from './activity.tsx';
import { ContactForm } from './contact-form.tsx';
import { Labels } from './labels.tsx';

interface PersonProps {
  conversation: Conversation;
  contact: Contact | undefined;
  error: unknown;
  onClose: () => void;
}

/** The person: contact fields, opt-out and block, and earlier conversations. */
export function Person({ conversation, contact, error, onClose }: PersonProps) {
  const { channel, connection_id, phone, user_id } = conversation;
  useKeys({ Escape: onClose });
  return (
    <aside className="person" aria-label="About the person">
      <header className="row">
        <h2 className="grow cut" dir="auto">
          {nameOf(conversation)}
        </h2>
        <span className="only-without-person">
          <IconButton label="Close" icon={X} onPress={onClose} />
        </span>
      </header>
      <Facts
        facts={[
          [
            'Channel',
            <span key="channel" className="row">
              <ChannelIcon channel={channel} /> {CHANNEL_NAMES[channel]}
            </span>,
          ],
          [
            channel === 'whatsapp' ? 'Number' : 'ID',
            <Copyable key="phone" text={phone} name={channel === 'whatsapp' ? 'number' : 'ID'} />,
          ],
          ...(user_id ? [['User ID', <Copyable key="user" text={user_id} name="user ID" />] as const] : []),
          [
            'Connection',
            <span key="connection" className="mono">
              {connection_id}
            </span>,
          ],
          ...(contact ? [['Known since', <Time key="since" at={contact.created_at} />] as const] : []),
        ]}
      />
      {error !== null && error !== undefined && <ErrorNote error={error} />}
      {contact ? (
        <>
          <ContactForm key={contact.id} contact={contact} phone={phone} />
          <Labels key={conversation.phone} conversation={conversation} />
          <Consent contact={contact} phone={phone} />
        </>
      ) : (
        <Skeleton height={160} />
      )}
      <OtherConversations conversation={conversation} />
      {/* Last, so that nothing moves when it arrives. */}
      {contact && <PersonActivity phone={phone} />}
    </aside>
  );
}

/** Whether the person receives marketing, and anything at all. */
function Consent({ contact, phone }: { contact: Contact; phone: string }) {
  const queries = useQueryClient();
  const [error, setError] = useState<unknown>();
  const [isBlocking, setBlocking] = useState(false);
  const mayOptOut = useMay('optouts:write');
  const mayBlock = useMay('blocklist:write');
  const { opted_out, blocked } = contact;
  const path = { phone: contact.phone };
  const run = async (change: () => Promise<unknown>) => {
    setError(undefined);
    await change();
    await queries.invalidateQueries({ queryKey: conversationQuery(phone).queryKey });
    await queries.invalidateQueries({ queryKey: ['window', phone] });
    await queries.invalidateQueries({ queryKey: ['activity'] });
  };
  const optOut = (isOut: boolean) =>
    run(() =>
      isOut
        ? dataOf(api.POST('/opt-outs', { body: { phone: contact.phone, source: 'dashboard' } }))
        : dataOf(api.DELETE('/opt-outs/{phone}', { params: { path } })),
    ).catch(setError);
  return (
    <section className="stack tight" aria-label="What the person receives">
      {mayOptOut ? (
        <Switch isSelected={!opted_out} onChange={(receives) => void optOut(!receives)}>
          Receives marketing
        </Switch>
      ) : (
        opted_out && <Badge tone="warn">Opted out of marketing</Badge>
      )}
      {blocked && <Badge tone="bad">Blocked: receives nothing</Badge>}
      {mayBlock && (
        <div>
          {blocked ? (
            <Button
              onPress={() =>
                void run(() => dataOf(api.DELETE('/blocked-numbers/{phone}', { params: { path } }))).catch(setError)
              }
            >
              Unblock
            </Button>
          ) : (
            <Button icon={Ban} onPress={() => setBlocking(true)}>
              Block
            </Button>
          )}
        </div>
      )}
      {error !== undefined && <ErrorNote error={error} />}
      <Confirm
        title="Block this person?"
        action="Block"
        isDanger
        isOpen={isBlocking}
        onClose={() => setBlocking(false)}
        onConfirm={() =>
          run(() => dataOf(api.POST('/blocked-numbers', { body: { phone: contact.phone, reason: 'dashboard' } })))
        }
      >
        <p>They receive nothing from you until someone unblocks them, neither replies nor templates.</p>
      </Confirm>
    </section>
  );
}

/** The conversations with the same person on other connections. */
function OtherConversations({ conversation }: { conversation: Conversation }) {
  const { phone } = conversation;
  const { data } = useQuery({
    queryKey: ['other-conversations', phone],
    queryFn: () => dataOf(api.GET('/conversations', { params: { query: { phone, limit: 25 } } })),
  });
  const others = data?.conversations.filter((other) => keyOf(other) !== keyOf(conversation)) ?? [];
  if (others.length === 0) {
    return null;
  }
  return (
    <section className="stack tight">
      <h3>Other conversations</h3>
      <ul className="others">
        {others.map((other) => (
          <li key={keyOf(other)} className="row">
            <ChannelIcon channel={other.channel} />
            <span className="mono">{other.connection_id}</span>
            <span className="grow cut muted" dir="auto">
              {other.last_message?.text}
            </span>
            {other.last_message && <Time at={other.last_message.at} />}
          </li>
        ))}
      </ul>
    </section>
  );
}

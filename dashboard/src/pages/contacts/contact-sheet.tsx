import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { MessageSquare } from 'lucide-react';
import { api, dataOf } from '../../api/client.ts';
import { Problem } from '../../api/problem.ts';
import { useMay } from '../../api/session.ts';
import { Button } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { Badge, EmptyState, ErrorNote, SkeletonRows } from '../../parts/feedback.tsx';
import { Facts, Section } from '../../parts/page.tsx';
import { Copyable } from '../../parts/values/copyable.tsx';
import { Time } from '../../parts/values/time.tsx';
import { CONTACTS, type Contact, FIELDS, nameOf } from './contact.ts';
import { EditContact } from './edit-contact.tsx';
import { Permissions } from './permissions.tsx';
import { PersonData } from './person-data.tsx';

/** A contact: its facts, its fields, and what may be sent. */
export function ContactSheet({ phone, onClose }: { phone: string; onClose: () => void }) {
  const { data, error, refetch } = useQuery({
    queryKey: [...CONTACTS, 'one', phone],
    queryFn: () => dataOf(api.GET('/contacts/{phone}', { params: { path: { phone } } })),
  });
  return (
    <Dialog title={(data && nameOf(data)) ?? phone} shape="sheet" isOpen onClose={onClose}>
      {data ? (
        <ContactParts contact={data} onErased={onClose} />
      ) : error instanceof Problem && error.status === 404 ? (
        <NoContact phone={phone} />
      ) : error ? (
        <ErrorNote error={error} retry={() => void refetch()} />
      ) : (
        <SkeletonRows rows={10} />
      )}
    </Dialog>
  );
}

/** People can be opted out or blocked without being contacts. */
function NoContact({ phone }: { phone: string }) {
  const queries = useQueryClient();
  const mayWrite = useMay('contacts:write');
  const add = useMutation({
    mutationFn: () => dataOf(api.POST('/contacts', { body: { phone } })),
    onSuccess: () => queries.invalidateQueries({ queryKey: CONTACTS }),
  });
  return (
    <EmptyState
      title="Not a contact yet"
      action={
        mayWrite && (
          <Button isPending={add.isPending} onPress={() => add.mutate()}>
            Add as a contact
          </Button>
        )
      }
    >
      Contacts have a name and an address, and you can allow them messages again here.
      {add.error && <ErrorNote error={add.error} />}
    </EmptyState>
  );
}

function ContactParts({ contact, onErased }: { contact: Contact; onErased: () => void }) {
  const { phone, user_ids, opted_out, blocked, created_at, updated_at } = contact;
  const mayWrite = useMay('contacts:write');
  const mayRead = useMay('conversations:read');
  return (
    <>
      <div className="row wrap">
        {opted_out && <Badge tone="warn">Opted out of marketing</Badge>}
        {blocked && <Badge tone="bad">Blocked</Badge>}
        {!opted_out && !blocked && <Badge tone="good">May receive messages</Badge>}
        <span className="grow" />
        {mayRead && (
          <Link to="/inbox" search={{ with: phone, state: 'all' } as never} className="button plain">
            <MessageSquare size={16} aria-hidden />
            <span>Conversation</span>
          </Link>
        )}
      </div>
      <Facts
        facts={[
          ['Phone or ID', <Copyable key="phone" text={phone} name="phone number" whole />],
          ...user_ids.map((id) => ['User ID', <Copyable key={id} text={id} name="user ID" />] as const),
          ...(mayWrite
            ? []
            : FIELDS.map(({ id, label }) => [label, <bdi key={id}>{contact[id] ?? '–'}</bdi>] as const)),
          ['Added', <Time key="added" at={created_at} />],
          ['Changed', <Time key="changed" at={updated_at} />],
        ]}
      />
      {mayWrite && <EditContact contact={contact} />}
      <Section title="What may be sent">
        <Permissions contact={contact} />
      </Section>
      <PersonData contact={contact} onErased={onErased} />
    </>
  );
}

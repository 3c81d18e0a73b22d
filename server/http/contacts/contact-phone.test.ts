import { expect, test } from 'vitest';
import { createTestServer, DATABASES } from '../../testing/server.ts';

const before = '905551112233';
const after = '905559998877';

test.each(DATABASES)('a message belongs to the contact who now has its number, on %s', async (database) => {
  const { api, callback, inboundCallback, settle } = await createTestServer({ database });
  const writes = async (id: string) => {
    await callback(inboundCallback({ id }));
    await settle();
  };
  await writes('wamid.1');
  await api('PATCH', `/contacts/${before}`, { body: { phone: after, name: 'Ada' } });
  const moved = (await api('GET', `/contacts/${after}`)).body.data;

  // Until a message arrives from the number, the person keeps the history and is found by the new number.
  const kept = (await api('GET', `/conversations/%2B${after}`)).body.data;
  expect([kept.phone, kept.name, kept.contact.id]).toEqual([before, 'Ada', moved.id]);
  expect((await api('GET', `/conversations/${after}/messages`)).body.data.messages).toHaveLength(1);
  expect((await api('PATCH', `/conversations/${after}`, { body: { unread_count: 0 } })).status).toBe(200);

  await writes('wamid.2');
  const { contact, name } = (await api('GET', `/conversations/${before}`)).body.data;
  expect(contact).toMatchObject({ phone: before, name: null, display_name: 'Ada' });
  expect([contact.id === moved.id, name]).toEqual([false, 'Ada']);
  expect((await api('GET', `/contacts/${after}`)).body.data).toEqual(moved);
  expect((await api('GET', `/conversations/${after}`)).status).toBe(404);
  expect((await api('GET', '/contacts')).body.data.contacts).toHaveLength(2);
});

test('a number that moved to another contact belongs to that contact from its next message on', async () => {
  const { api, callback, inboundCallback, settle } = await createTestServer();
  await callback(inboundCallback({ id: 'wamid.1' }));
  await settle();
  await api('PATCH', `/contacts/${before}`, { body: { phone: after } });
  const bea = (await api('POST', '/contacts', { body: { phone: before, display_name: 'Bea' } })).body.data;
  await callback(inboundCallback({ id: 'wamid.2' }));
  await settle();
  const { contact } = (await api('GET', `/conversations/${before}`)).body.data;
  expect([contact.id, contact.display_name]).toEqual([bea.id, 'Bea']);
  expect((await api('GET', `/contacts/${after}`)).body.data.display_name).toBe('Ada');
});

test('a person on Messenger keeps their contact when it gets a phone, because IDs never change owners', async () => {
  const { api, mock, business, settle } = await createTestServer();
  const writes = async () => {
    await mock.receive({
      channel: 'messenger',
      business_id: business.messenger.page_id,
      from: { id: '6042731925', name: 'Ada' },
      type: 'text',
      text: 'Hi',
    });
    await settle();
  };
  await writes();
  await api('PATCH', '/contacts/6042731925', { body: { phone: after } });
  await writes();
  expect((await api('GET', '/conversations/6042731925')).body.data.contact.phone).toBe(after);
  expect((await api('GET', `/conversations/${after}`)).body.data.phone).toBe('6042731925');
});

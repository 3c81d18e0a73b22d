import { expect, test } from 'vitest';
import { createTestServer, DATABASES } from '../../testing/server.ts';

/** The number of one person: in WhatsApp's format, and in the usual format. */
const OLD = '5215512345678';
const NEW = '525512345678';
const SPELLINGS = [OLD, NEW, '+52 55 1234 5678', '+52 1 55 1234 5678'];

test.each(DATABASES)(
  'a Mexican mobile number is one person in both its formats, everywhere, on %s',
  async (database) => {
    const { api, customerWrites, receiver, settle, mock } = await createTestServer({ database });
    const hook = await receiver();
    await customerWrites('Hola', OLD);
    await customerWrites('Hola', OLD);

    const from = hook.received.map(({ event }) => event.data.message.from.id);
    expect(from).toEqual([NEW, NEW]);
    for (const spelling of [...SPELLINGS, ...from]) {
      const path = encodeURIComponent(spelling);
      expect((await api('POST', '/messages', { body: { to: spelling, text: 'Hola' } })).status).toBe(202);
      expect((await api('GET', `/contacts/${path}/window`)).body.data.window_open).toBe(true);
      expect((await api('GET', `/contacts/${path}`)).body.data.phone).toBe(NEW);
      expect((await api('GET', `/conversations/${path}`)).body.data.phone).toBe(NEW);
      expect((await api('GET', `/conversations?phone=${path}`)).body.data.conversations).toHaveLength(1);
      expect((await api('GET', `/contacts?search=${path}`)).body.data.contacts).toHaveLength(1);
      expect((await api('POST', '/contacts', { body: { phone: spelling, name: 'Ana' } })).status).toBe(200);
    }
    await settle();
    expect(mock.sends()).toHaveLength(6);
    const statuses = hook.received.filter(({ event }) => event.event === 'message.status');
    expect(new Set(statuses.map(({ event }) => event.data.message.status))).toEqual(
      new Set(['sent', 'delivered', 'read']),
    );
  },
);

test.each(SPELLINGS)(
  'a block and an opt-out of %s apply to both formats, and are removed in both',
  async (spelling) => {
    const { api, customerWrites } = await createTestServer();
    await customerWrites('Hola', OLD);
    const codeOf = async (path: string, body: object) => (await api('POST', path, { body })).body.error?.code;
    for (const other of SPELLINGS) {
      const marketing = { to: other, name: 'promo_spring' };
      await api('POST', '/opt-outs', { body: { phone: spelling } });
      expect(await codeOf('/messages/template', marketing)).toBe('RECIPIENT_OPTED_OUT');
      expect((await api('DELETE', `/opt-outs/${encodeURIComponent(other)}`)).body.data).toEqual({
        phone: NEW,
        removed: true,
      });
      await api('POST', '/blocked-numbers', { body: { phone: spelling } });
      expect(await codeOf('/messages', { to: other, text: 'Hola' })).toBe('RECIPIENT_BLOCKED');
      expect((await api('GET', `/contacts/${encodeURIComponent(other)}`)).body.data.blocked).toBe(true);
      expect((await api('DELETE', `/blocked-numbers/${encodeURIComponent(other)}`)).body.data.removed).toBe(true);
      expect(await codeOf('/messages', { to: other, text: 'Hola' })).toBeUndefined();
    }
  },
);

test('a Messenger ID that looks like a Mexican mobile number does not change', async () => {
  const { api, mock, business, settle, receiver } = await createTestServer();
  const hook = await receiver();
  await mock.receive({
    channel: 'messenger',
    business_id: business.messenger.page_id,
    from: { id: OLD, name: 'Ana' },
    type: 'text',
    text: 'Hola',
  });
  await settle();
  expect(hook.received[0]?.event.data.message.from.id).toBe(OLD);
  expect((await api('GET', `/conversations/${OLD}`)).body.data.phone).toBe(OLD);
  const { status } = await api('POST', '/messages', { body: { channel: 'messenger', to: OLD, text: 'Hola' } });
  await settle();
  expect([status, mock.sends()[0]?.to]).toEqual([202, OLD]);
});

import { describe, expect, test } from 'vitest';
import { createTestServer, DATABASES } from '../../testing/server.ts';
import { callbacksTo } from '../../testing/user-ids.ts';

const PHONE = '905551112233';
/** How messengers, address books and web pages put a number on the clipboard. */
const PASTED = [
  '\u202a+90 555 111 22 33\u202c',
  '\u2066\u200e+90\u2011555\u2011111\u201122\u201133\u2069',
  'tel:+90\u2013555\u2013111\u20132233',
  '(+90)\u00a0555\u00a0111\u00a022\u00a033',
  '＋９０５５５１１１２２３３',
  '٠٥٥٥١١١٢٢٣٣',
];

describe.each(DATABASES)('on %s', (database) => {
  test('a pasted number is accepted wherever a number is read', async () => {
    const { api, advance, customerWrites } = await createTestServer({ database });
    await customerWrites('Hi', PHONE);
    for (const text of PASTED) {
      await advance(61); // the key's rate limit counts minutes
      const path = encodeURIComponent(text);
      const get = async (at: string) => (await api('GET', at)).body.data;
      expect((await api('POST', '/messages', { body: { to: text, text: 'Hi' } })).status).toBe(202);
      expect((await api('GET', `/messages/template?to=${path}&name=hello_world`)).status).toBe(202);
      expect((await get(`/contacts/${path}/window`)).window_open).toBe(true);
      expect((await get(`/contacts/${path}`)).phone).toBe(PHONE);
      expect((await get(`/contacts?search=${path}`)).contacts).toHaveLength(1);
      expect((await get(`/conversations/${path}`)).phone).toBe(PHONE);
      expect((await get(`/conversations?phone=${path}`)).conversations).toHaveLength(1);
      expect((await api('PATCH', `/contacts/${path}`, { body: { phone: text } })).body.data.phone).toBe(PHONE);
      expect((await api('POST', '/contacts', { body: { phone: text } })).status).toBe(200);
      for (const list of ['opt-outs', 'blocked-numbers']) {
        expect((await api('POST', `/${list}`, { body: { phone: text } })).body.data.phone).toBe(PHONE);
        expect((await api('DELETE', `/${list}/${path}`)).body.data).toEqual({ phone: PHONE, removed: true });
      }
    }
  });

  test('an error names the character that makes a number unusable', async () => {
    const { api } = await createTestServer({ database });
    const sent = await api('POST', '/messages', { body: { to: '90555111223\u0417', text: 'Hi' } });
    expect(sent.body.error).toMatchObject({ code: 'RECIPIENT_INVALID', param: 'to' });
    expect(sent.body.error.message).toContain('it contains the letter "З" (U+0417)');
    const added = await api('POST', '/opt-outs', { body: { phone: '905551112233;ext=1' } });
    expect(added.body.error).toMatchObject({ code: 'VALIDATION_FAILED', param: 'phone' });
    expect(added.body.error.message).toContain('contains the character ";" (U+003B)');
  });

  test('a customer with a number that the country no longer has is answered, and a mistyped number is not', async () => {
    const server = await createTestServer({ database, mock: { userIds: false } });
    const { api, mock, settle, business } = server;
    const phone = '22997123456'; // Benin's numbers have ten digits since 2024
    const receiver = await server.receiver();
    mock.openWindow(business.whatsapp.phone_number_id, phone);
    await callbacksTo(server).write({ phone }, 'Bonjour');
    const { id } = receiver.received[0]?.event.data.message.from ?? {};
    for (const to of [id, `+${id}`, '+229 97 12 34 56']) {
      expect((await api('POST', '/messages', { body: { to, text: 'Bonjour' } })).status).toBe(202);
      expect((await api('GET', `/contacts/${encodeURIComponent(to)}/window`)).body.data.window_open).toBe(true);
      expect((await api('GET', `/contacts/${encodeURIComponent(to)}`)).body.data.phone).toBe(phone);
    }
    for (const list of ['opt-outs', 'blocked-numbers']) {
      expect((await api('POST', `/${list}`, { body: { phone: `+${phone}` } })).body.data.phone).toBe(phone);
    }
    await settle();
    expect(mock.sends().map(({ to }) => to)).toEqual([phone, phone, phone]);
    for (const to of ['22997123457', '90555111223', '12345', '999999999999']) {
      const { body } = await api('POST', '/messages', { body: { to, text: 'Hi' } });
      expect([to, body.error.code]).toEqual([to, 'RECIPIENT_INVALID']);
      expect((await api('GET', `/contacts/${to}/window`)).body.error.code).toBe('RECIPIENT_INVALID');
      expect((await api('POST', '/contacts', { body: { phone: to } })).body.error.code).toBe('VALIDATION_FAILED');
    }
  });
});

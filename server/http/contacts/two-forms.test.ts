import { describe, expect, test } from 'vitest';
import { createCampaign } from '../../domain/campaigns/create-campaign.ts';
import { erasePerson } from '../../domain/people/erase-person.ts';
import { exportPerson } from '../../domain/people/export-person.ts';
import { findPerson } from '../../domain/people/find-person.ts';
import { createTestServer, DATABASES } from '../../testing/server.ts';
import { rawDatabase, readEverything, sharedDatabase } from '../../testing/store.ts';
import { callbacksTo } from '../../testing/user-ids.ts';

/** A person: the number in callbacks, the form in which it is stored, and other ways to write it. */
const PEOPLE = [
  ['Mexican', '5215512345678', '525512345678', ['+52 55 1234 5678', '+52 1 55 1234 5678']],
  ['Argentinian', '5491112345678', '541112345678', ['+54 9 11 1234 5678', '+54 (9) 11 1234-5678']],
  ['Brazilian', '551111112222', '5511911112222', ['+55 11 1111-2222', '+55 (11) 91111-2222']],
] as const;

describe.each(DATABASES)('on %s', (database) => {
  test.each(PEOPLE)('one %s mobile number is one person in both its forms, everywhere', async (_, old, now, others) => {
    const server = await createTestServer({ database, mock: { userIds: false } });
    const { api, receiver, settle, mock, business } = server;
    const hook = await receiver();
    const { write } = callbacksTo(server);
    mock.openWindow(business.whatsapp.phone_number_id, now);
    await write({ phone: old }, 'Hola');
    await write({ phone: now }, 'Hola');

    const from = hook.received.map(({ event }) => event.data.message.from);
    expect(from.map(({ id, phone }) => [id, phone])).toEqual([
      [now, now],
      [now, now],
    ]);
    const spellings = [old, now, ...others];
    for (const spelling of spellings) {
      const path = encodeURIComponent(spelling);
      expect((await api('POST', '/messages', { body: { to: spelling, text: 'Hola' } })).status).toBe(202);
      expect((await api('GET', `/contacts/${path}/window`)).body.data.window_open).toBe(true);
      expect((await api('GET', `/contacts/${path}`)).body.data.phone).toBe(now);
      expect((await api('GET', `/conversations/${path}`)).body.data.phone).toBe(now);
      expect((await api('GET', `/conversations?phone=${path}`)).body.data.conversations).toHaveLength(1);
      expect((await api('GET', `/contacts?search=${path}`)).body.data.contacts).toHaveLength(1);
      expect(
        (await api('GET', `/contacts?search=${spelling.replace(/\D/g, '').slice(2)}`)).body.data.contacts,
      ).toHaveLength(1);
      expect((await api('POST', '/contacts', { body: { phone: spelling, name: 'Ana' } })).status).toBe(200);
      expect((await api('PATCH', `/contacts/${path}`, { body: { phone: spelling, name: 'Ana' } })).status).toBe(200);
    }
    const { messages } = (await api('GET', `/conversations/${old}/messages`)).body.data;
    expect(messages).toHaveLength(2 + spellings.length);
    expect((await api('GET', '/conversations')).body.data.conversations).toHaveLength(1);
    expect((await api('GET', '/contacts')).body.data.contacts).toHaveLength(1);
    await settle();
    expect(new Set(mock.sends().map(({ status }) => status))).toEqual(new Set(['read']));
  });

  test('after a stop from 551111112222, a marketing template to 5511911112222 is refused', async () => {
    const { api, customerWrites, settle, mock } = await createTestServer({ database });
    await api('POST', '/messages/template', { body: { to: '5511911112222', name: 'promo_spring' } });
    await settle();
    await customerWrites('Stop', '551111112222');
    await api('POST', '/opt-outs', { body: { phone: '551111112222', source: 'stop' } });
    const sent = mock.sends().length;
    for (const to of ['5511911112222', '551111112222', '+55 11 91111-2222']) {
      const { status, body } = await api('POST', '/messages/template', { body: { to, name: 'promo_spring' } });
      expect([status, body.error.code]).toEqual([403, 'RECIPIENT_OPTED_OUT']);
    }
    await api('POST', '/blocked-numbers', { body: { phone: '551111112222' } });
    const { body } = await api('POST', '/messages', { body: { to: '5511911112222', text: 'Oi' } });
    expect(body.error.code).toBe('RECIPIENT_BLOCKED');
    expect((await api('GET', '/contacts/5511911112222')).body.data).toMatchObject({ blocked: true, opted_out: true });
    expect(mock.sends()).toHaveLength(sent);
    expect((await api('DELETE', '/opt-outs/5511911112222')).body.data.removed).toBe(true);
    expect((await api('DELETE', '/blocked-numbers/551111112222')).body.data.removed).toBe(true);
  });

  test('a campaign that lists both forms sends once, and counts one person', async () => {
    const { server, accountId, settle, advance, mock } = await createTestServer({ database });
    const { app } = server;
    const list = PEOPLE.flatMap(([, old, now]) => [{ phone: old }, { phone: now }]);
    const id = await app.store.transaction((tx) =>
      createCampaign(app, tx, accountId, { template: 'hello_world' }, list),
    );
    await settle();
    await advance(2);
    expect(
      mock
        .sends()
        .map(({ to }) => to)
        .sort(),
    ).toEqual(PEOPLE.map(([, , now]) => now).sort());
    expect(await app.store.read.campaigns.count(accountId, id)).toEqual({ read: 3 });
  });

  test('both forms export and erase one person', async () => {
    const databaseUrl = await sharedDatabase(database);
    const { server, api, accountId, customerWrites, settle } = await createTestServer({ config: { databaseUrl } });
    const { app } = server;
    const account = (await app.store.read.accounts.find(accountId)) ?? expect.unreachable();
    await customerWrites('Um segredo', '551111112222');
    await api('POST', '/messages', { body: { to: '5511911112222', text: 'Outro segredo' } });
    await settle();
    const person = (text: string) => app.store.transaction((tx) => findPerson(tx, account, text));
    for (const form of ['551111112222', '5511911112222']) {
      const found = (await person(form)) ?? expect.unreachable();
      const exported = await exportPerson(app, found);
      expect(exported).toMatchObject({ contacts: [{ phone: '5511911112222' }] });
      expect([exported.messages, exported.callbacks].map((rows) => (rows as unknown[]).length)).toEqual([2, 4]);
    }
    await erasePerson(app, (await person('551111112222')) ?? expect.unreachable());
    expect(await person('5511911112222')).toBeUndefined();
    expect(JSON.stringify(await readEverything(rawDatabase(databaseUrl)))).not.toMatch(/1111-?2222|segredo/);
  });
});

test('a Messenger ID that looks like such a number does not change', async () => {
  const { api, mock, business, settle, receiver, advance } = await createTestServer();
  const hook = await receiver();
  const ids = PEOPLE.map(([, old]) => old);
  for (const id of ids) {
    await mock.receive({
      channel: 'messenger',
      business_id: business.messenger.page_id,
      from: { id, name: 'Ana' },
      type: 'text',
      text: 'Hola',
    });
  }
  await settle();
  await advance(3_700); // the hourly maintenance runs
  expect(hook.received.map(({ event }) => event.data.message.from.id).sort()).toEqual([...ids].sort());
  for (const id of ids) {
    expect((await api('GET', `/conversations/${id}`)).body.data.phone).toBe(id);
    const { status } = await api('POST', '/messages', { body: { channel: 'messenger', to: id, text: 'Hola' } });
    expect(status).toBe(202);
  }
  await settle();
  expect(
    mock
      .sends()
      .map(({ to }) => to)
      .sort(),
  ).toEqual([...ids].sort());
});

import { describe, expect, test } from 'vitest';
import { createCampaign } from '../../domain/campaigns/create-campaign.ts';
import { erasePerson } from '../../domain/people/erase-person.ts';
import { exportPerson } from '../../domain/people/export-person.ts';
import { findPerson } from '../../domain/people/find-person.ts';
import { createTestServer, DATABASES, type TestServer } from '../../testing/server.ts';
import { rawDatabase, readEverything, sharedDatabase } from '../../testing/store.ts';
import { callbacksTo, secondConnection } from '../../testing/user-ids.ts';

const USER = 'TR.13491208655302741918';
const PHONE = '905551112233';

/** The tests decide what callbacks show of a person. The mock reports sends only with the identifier they used. */
const WITHOUT_IDS = { userIds: false } as const;

/** Returns the texts of a person's history, oldest first. */
async function historyOf({ api }: TestServer, name: string): Promise<string[]> {
  const { status, body } = await api('GET', `/conversations/${name}/messages`);
  expect(status).toBe(200);
  return body.data.messages.map(({ text }: { text: string }) => text).reverse();
}

const conversationsIn = async ({ api }: TestServer): Promise<object[]> =>
  (await api('GET', '/conversations')).body.data.conversations;

const contactsIn = async ({ api }: TestServer): Promise<object[]> => (await api('GET', '/contacts')).body.data.contacts;

describe.each(DATABASES)('on %s', (database) => {
  test('a customer without a number gets an answer by user ID, in `recipient` and never in `to`', async () => {
    const server = await createTestServer({ database, mock: WITHOUT_IDS });
    const { api, mock, settle } = server;
    const receiver = await server.receiver();
    const { write } = callbacksTo(server);
    await write({ userId: USER, username: 'countess' }, 'Hello');
    expect(receiver.received[0]?.event.data.message.from).toEqual({
      id: USER,
      name: 'Ada',
      phone: null,
      user_id: USER,
      username: 'countess',
    });
    expect((await api('GET', `/contacts/${USER}/window`)).body.data.window_open).toBe(true);
    expect((await api('POST', '/messages', { body: { to: USER, text: 'Hi' } })).status).toBe(202);
    expect((await api('POST', '/messages/template', { body: { to: USER, name: 'hello_world' } })).status).toBe(202);
    expect((await api('GET', `/messages/template?to=${USER}&name=hello_world`)).status).toBe(202);
    await settle();
    for (const { payload } of mock.sends()) {
      expect(payload).toMatchObject({ recipient: USER });
      expect(payload).not.toHaveProperty('to');
    }
    expect(mock.sends()).toHaveLength(3);
    expect(await conversationsIn(server)).toMatchObject([{ phone: USER, user_id: USER, username: 'countess' }]);
    expect((await api('GET', `/contacts/${USER}`)).body.data).toMatchObject({ username: 'countess', user_ids: [USER] });
    expect((await api('GET', '/contacts?search=countess')).body.data.contacts).toHaveLength(1);
  });

  test('a number and later a user ID are one person with one conversation and one window', async () => {
    const server = await createTestServer({ database, mock: WITHOUT_IDS });
    const { api, mock, advance, settle } = server;
    const { write } = callbacksTo(server);
    await write({ phone: PHONE }, 'one');
    await write({ phone: PHONE, userId: USER }, 'two');
    await advance(3600);
    await write({ userId: USER }, 'three');
    expect(await historyOf(server, PHONE)).toEqual(['one', 'two', 'three']);
    expect(await historyOf(server, USER)).toEqual(['one', 'two', 'three']);
    expect(await conversationsIn(server)).toHaveLength(1);
    expect(await contactsIn(server)).toMatchObject([{ phone: PHONE, user_ids: [USER] }]);
    expect((await api('GET', `/contacts/${USER}/window`)).body.data).toEqual(
      (await api('GET', `/contacts/${PHONE}/window`)).body.data,
    );
    await api('POST', '/messages', { body: { to: USER, text: 'Hi' } });
    await settle();
    expect(mock.sends().map(({ payload }) => payload)).toMatchObject([{ to: PHONE }]);
  });

  test('a user ID and later a number are joined by a message, and the stricter list entry holds for both', async () => {
    const server = await createTestServer({ database, mock: WITHOUT_IDS });
    const { api } = server;
    const { write } = callbacksTo(server);
    await write({ userId: USER, username: 'countess' }, 'one');
    await api('PATCH', `/contacts/${USER}`, { body: { name: 'Ada Lovelace' } });
    expect((await api('POST', '/opt-outs', { body: { phone: USER, source: 'form' } })).body.data.phone).toBe(USER);
    expect((await api('POST', '/blocked-numbers', { body: { phone: USER } })).status).toBe(201);
    await write({ userId: USER, phone: PHONE, username: 'countess' }, 'two');
    expect(await historyOf(server, USER)).toEqual(['one', 'two']);
    expect(await conversationsIn(server)).toMatchObject([{ phone: PHONE, name: 'Ada Lovelace', unread_count: 2 }]);
    expect(await contactsIn(server)).toMatchObject([
      { phone: PHONE, opted_out: true, blocked: true, username: 'countess' },
    ]);
    for (const to of [USER, PHONE]) {
      expect((await api('POST', '/messages', { body: { to, text: 'Hi' } })).body.error.code).toBe('RECIPIENT_BLOCKED');
    }
    expect((await api('DELETE', `/blocked-numbers/${USER}`)).body.data).toEqual({ phone: PHONE, removed: true });
    expect((await api('POST', '/messages', { body: { to: USER, text: 'Hi' } })).status).toBe(202);
  });

  test('two known persons turn out to be one: nothing is lost and both names work', async () => {
    const server = await createTestServer({ database, mock: WITHOUT_IDS });
    const { api, settle, advance, mock } = server;
    const { write, report } = callbacksTo(server);
    await write({ phone: PHONE }, 'one');
    await advance(1);
    await write({ userId: USER }, 'two');
    await advance(1);
    const sent: string[] = [];
    for (const [to, text] of [
      [PHONE, 'three'],
      [USER, 'four'],
    ]) {
      sent.push((await api('POST', '/messages', { body: { to, text } })).body.data.id);
      await advance(1);
    }
    await api('POST', '/contacts', { body: { phone: PHONE, email: 'ada@example.com' } });
    await api('POST', '/contacts', { body: { phone: USER, name: 'Ada Lovelace' } });
    await settle();
    expect(await conversationsIn(server)).toHaveLength(2);
    // A status shows both.
    const { external_id: id } = (await api('GET', `/messages/${sent[0]}`)).body.data;
    await report({ userId: USER, phone: PHONE }, { id, status: 'read' });
    expect(await conversationsIn(server)).toMatchObject([{ phone: PHONE, unread_count: 2 }]);
    expect(await contactsIn(server)).toMatchObject([{ phone: PHONE, name: 'Ada Lovelace', email: 'ada@example.com' }]);
    for (const name of [USER, PHONE]) {
      expect(await historyOf(server, name)).toEqual(['one', 'two', 'three', 'four']);
      expect((await api('GET', `/contacts/${name}`)).status).toBe(200);
    }
    for (const one of sent) {
      expect((await api('GET', `/messages/${one}`)).status).toBe(200);
    }
    await api('POST', '/messages', { body: { to: USER, text: 'five' } });
    await settle();
    expect(mock.sends().at(-1)?.payload).toMatchObject({ to: PHONE });
  });

  test('a person who changes the number and the user ID stays the same person', async () => {
    const server = await createTestServer({ database, mock: WITHOUT_IDS });
    const { api, settle, mock, advance } = server;
    const { write, change } = callbacksTo(server);
    const [nextPhone, nextUser] = ['905551119999', 'TR.999'];
    await write({ userId: USER, phone: PHONE }, 'one');
    await api('POST', '/opt-outs', { body: { phone: PHONE } });
    await advance(10);
    await change({ userId: nextUser, phone: nextPhone }, { userId: USER, phone: PHONE });
    expect(await conversationsIn(server)).toMatchObject([{ phone: nextPhone, user_id: nextUser }]);
    await write({ userId: nextUser }, 'two');
    for (const name of [USER, PHONE, nextUser, nextPhone]) {
      expect((await historyOf(server, name)).slice(0, 2)).toEqual(['one', 'two']);
      expect((await api('GET', `/contacts/${name}`)).body.data).toMatchObject({ phone: nextPhone, opted_out: true });
      expect((await api('POST', '/messages', { body: { to: name, text: 'Hi' } })).status).toBe(202);
    }
    await settle();
    expect(new Set(mock.sends().map(({ payload }) => (payload as { to: string }).to))).toEqual(new Set([nextPhone]));
    await advance(10);
    await change({ userId: 'TR.1000' }, { userId: nextUser });
    await write({ userId: 'TR.1000' }, 'three');
    expect(await conversationsIn(server)).toHaveLength(1);
  });

  test('a number that another person takes over leads to neither person’s history', async () => {
    const server = await createTestServer({ database, mock: WITHOUT_IDS });
    const { api, advance, settle, mock } = server;
    const { write } = callbacksTo(server);
    await write({ userId: USER, phone: PHONE }, 'hers');
    await advance(10);
    await write({ userId: 'TR.2', phone: PHONE }, 'his');
    expect(await historyOf(server, PHONE)).toEqual(['his']);
    expect(await historyOf(server, USER)).toEqual(['hers']);
    await api('POST', '/messages', { body: { to: USER, text: 'for her' } });
    await settle();
    expect(mock.sends().at(-1)?.payload).toMatchObject({ recipient: USER });
  });

  test('in two portfolios the same number has different user IDs, which never mix', async () => {
    const server = await createTestServer({ database, mock: WITHOUT_IDS });
    const other = await secondConnection(server);
    const { api, settle, mock } = server;
    await callbacksTo(server).write({ userId: USER }, 'one');
    await callbacksTo(server, other.number).write({ userId: 'TR.2' }, 'two');
    expect(await conversationsIn(server)).toHaveLength(2);
    const unnamed = await api('POST', '/messages', { body: { to: 'TR.2', text: 'Hi' } });
    expect(unnamed.status).toBe(202); // the other line has the open window
    const first = { to: 'TR.2', connection_id: server.connections.whatsapp, text: 'Hi' };
    const wrong = await api('POST', '/messages', { body: first });
    expect(wrong.body.error).toMatchObject({
      code: 'RECIPIENT_INVALID',
      param: 'to',
      fix: `Send with the connection_id ${other.connectionId}.`,
    });
    await callbacksTo(server).write({ userId: USER, phone: PHONE }, 'three');
    await callbacksTo(server, other.number).write({ userId: 'TR.2', phone: PHONE }, 'four');
    expect(await conversationsIn(server)).toMatchObject([
      { connection_id: other.connectionId, phone: PHONE, user_id: 'TR.2' },
      { connection_id: server.connections.whatsapp, phone: PHONE, user_id: USER },
    ]);
    expect((await api('GET', `/contacts/${PHONE}`)).body.data.user_ids).toEqual([USER, 'TR.2']);
    const body = { to: 'TR.2', connection_id: other.connectionId, text: 'Hi' };
    expect((await api('POST', '/messages', { body })).status).toBe(202);
    await settle();
    expect(mock.sends().at(-1)).toMatchObject({ payload: { to: PHONE } });
  });

  test('a message from before a change of the number arrives late and belongs to the same person', async () => {
    const server = await createTestServer({ database, mock: WITHOUT_IDS });
    const { write, change } = callbacksTo(server);
    const at = Math.floor(server.clock.now() / 1000);
    await change({ phone: '905551119999' }, { phone: PHONE }, at);
    await write({ phone: PHONE }, 'late', { at: at - 60 });
    expect(await conversationsIn(server)).toMatchObject([{ phone: '905551119999' }]);
    await write({ phone: PHONE }, 'from the next owner', { at: at + 60 });
    expect(await historyOf(server, PHONE)).toEqual(['from the next owner']);
    expect(await historyOf(server, '905551119999')).toEqual(['late']);
  });

  test('a number that the customer shares on request belongs to the customer', async () => {
    const server = await createTestServer({ database, mock: WITHOUT_IDS });
    const { write } = callbacksTo(server);
    await write({ userId: USER }, 'one');
    const card = { origin: 'contact_request', name: { formatted_name: 'Ada' }, phones: [{ wa_id: PHONE }] };
    const shared = { id: 'wamid.shared', from: undefined, from_user_id: USER, type: 'contacts', contacts: [card] };
    const callback = server.inboundCallback(shared);
    const [value] = (callback as { entry: [{ changes: [{ value: object }] }] }).entry[0].changes;
    Object.assign(value.value, { contacts: [{ profile: { name: 'Ada' }, user_id: USER }] });
    await server.callback(callback);
    await server.settle();
    expect(await conversationsIn(server)).toMatchObject([{ phone: PHONE, user_id: USER, unread_count: 2 }]);
  });

  test('a parent ID is accepted as soon as a callback has shown it', async () => {
    const server = await createTestServer({ database, mock: WITHOUT_IDS });
    const { api, settle, mock } = server;
    const parentUserId = 'TR.ENT.11815799212886844830';
    const send = () => api('POST', '/messages', { body: { to: parentUserId, text: 'Hi' } });
    expect((await send()).body.error).toMatchObject({
      code: 'RECIPIENT_INVALID',
      param: 'to',
      fix: expect.stringContaining('enrolled'),
    });
    expect((await api('POST', '/opt-outs', { body: { phone: parentUserId } })).body.error).toMatchObject({
      code: 'VALIDATION_FAILED',
      param: 'phone',
    });
    await callbacksTo(server).write({ userId: USER, parentUserId }, 'Hello');
    expect((await send()).status).toBe(202);
    await settle();
    expect(mock.sends()).toMatchObject([{ payload: { recipient: USER } }]);
    expect((await api('GET', `/contacts/${parentUserId}`)).body.data).toMatchObject({ phone: USER, user_ids: [USER] });
  });

  test('an authentication template to a user ID is refused before it leaves', async () => {
    const server = await createTestServer({ database, mock: WITHOUT_IDS });
    const { api, server: running, accountId } = server;
    const { write } = callbacksTo(server);
    await write({ userId: USER }, 'Hello');
    const [hello] = await running.app.store.read.templates.findByName(accountId, 'hello_world');
    await running.app.store.transaction((tx) =>
      tx.templates.update({ ...(hello ?? expect.unreachable()), category: 'AUTHENTICATION' }, running.app.now()),
    );
    const send = () => api('POST', '/messages/template', { body: { to: USER, name: 'hello_world' } });
    expect((await send()).body.error).toMatchObject({
      code: 'RECIPIENT_INVALID',
      param: 'to',
      message: expect.stringContaining('131062'),
    });
    await write({ userId: USER, phone: PHONE }, 'My number');
    expect((await send()).status).toBe(202);
  });

  test('usernames begin, change and end, and never replace one that a request has set', async () => {
    const server = await createTestServer({ database, mock: WITHOUT_IDS });
    const { api, advance } = server;
    const { write } = callbacksTo(server);
    const username = async () => (await api('GET', `/contacts/${USER}`)).body.data.username;
    const at = Math.floor(server.clock.now() / 1000);
    for (const given of [undefined, 'ada', 'countess']) {
      await advance(1);
      await write({ userId: USER, ...(given !== undefined && { username: given }) }, 'Hello');
      expect(await username()).toBe(given ?? null);
    }
    await write({ userId: USER, username: 'ada' }, 'late', { at: at + 2 });
    expect(await username()).toBe('countess');
    await advance(1);
    await write({ userId: USER }, 'no name');
    expect(await username()).toBeNull();
    await api('PATCH', `/contacts/${USER}`, { body: { username: 'lovelace' } });
    await advance(1);
    await write({ userId: USER, username: 'ada' }, 'Hello');
    expect(await username()).toBe('lovelace');
  });

  test('an erased person is in no table, and a repeated callback does not bring the user ID back', async () => {
    const databaseUrl = await sharedDatabase(database);
    const server = await createTestServer({ mock: WITHOUT_IDS, config: { databaseUrl } });
    const { api, server: running, accountId } = server;
    const { app } = running;
    const { write } = callbacksTo(server);
    await write({ userId: USER, username: 'countess' }, 'one', { id: 'wamid.one' });
    await write({ userId: USER, phone: PHONE, username: 'countess' }, 'two', { id: 'wamid.two' });
    const account = (await app.store.read.accounts.find(accountId)) ?? expect.unreachable();
    const person = (await findPerson(app.store.read, account, USER)) ?? expect.unreachable();
    const exported = await exportPerson(app, person);
    expect(exported).toMatchObject({ contacts: [{ phone: PHONE }], identities: [{ identifier: USER }] });
    expect(exported.messages).toHaveLength(2);
    expect(exported.callbacks).toHaveLength(2);
    expect(await erasePerson(app, person)).toMatchObject({ messages: 2, left: 0 });
    await write({ userId: USER, phone: PHONE, username: 'countess' }, 'two', { id: 'wamid.two' });
    const tables = await readEverything(rawDatabase(databaseUrl));
    const text = JSON.stringify([...tables]);
    expect([USER, PHONE, 'countess'].filter((one) => text.includes(one))).toEqual([]);
    expect((await api('GET', `/contacts/${USER}`)).status).toBe(404);
    expect((await api('POST', '/messages', { body: { to: USER, text: 'Hi' } })).body.error).toMatchObject({
      code: 'WINDOW_NEVER_OPENED',
      param: 'to',
    });
  });

  test('a campaign that lists a person under two names sends once', async () => {
    const server = await createTestServer({ database, mock: WITHOUT_IDS });
    const { settle, mock, server: running, accountId } = server;
    const { app } = running;
    const { write } = callbacksTo(server);
    await write({ userId: USER, phone: PHONE }, 'Hello');
    mock.setContact({ business_id: server.business.whatsapp.phone_number_id, id: 'TR.9' });
    const list = [USER, PHONE, 'TR.9'].map((phone) => ({ phone }));
    await app.store.transaction((tx) => createCampaign(app, tx, accountId, { template: 'hello_world' }, list));
    await settle();
    await server.advance(60);
    // The two messages leave at the same time, in any order.
    const sent = mock.sends().map(({ payload }) => payload);
    expect(sent).toHaveLength(2);
    expect(sent).toEqual(
      expect.arrayContaining([expect.objectContaining({ to: PHONE }), expect.objectContaining({ recipient: 'TR.9' })]),
    );
    const recipients = await app.store.read.campaigns.listRecipients(accountId, 1, 0, 10);
    expect(recipients.map(({ phone, reason }) => [phone, reason])).toEqual([
      [USER, 'duplicate'],
      [PHONE, null],
      ['TR.9', null],
    ]);
  });
});

test.each([
  'us.13491208655302741918',
  'US13491208655302741918',
  'US.',
  'USA.134',
  'US.13 49',
  `US.${'1'.repeat(129)}`,
  'US.ENT.',
])('refuses %s, which is not a user ID', async (to) => {
  const { api } = await createTestServer();
  const path = encodeURIComponent(to);
  const answers = [
    await api('POST', '/messages', { body: { to, text: 'Hi' } }),
    await api('POST', '/messages/template', { body: { to, name: 'hello_world' } }),
    await api('GET', `/messages/template?to=${path}&name=hello_world`),
  ];
  for (const { body } of answers) {
    expect(body.error).toMatchObject({ code: 'RECIPIENT_INVALID', param: 'to', fix: expect.any(String) });
  }
  expect((await api('GET', `/contacts/${path}/window`)).body.error).toMatchObject({
    code: 'RECIPIENT_INVALID',
    param: 'id',
  });
  for (const list of ['/opt-outs', '/blocked-numbers', '/contacts']) {
    const { body } = await api('POST', list, { body: { phone: to } });
    expect(body.error).toMatchObject({ code: 'VALIDATION_FAILED', param: 'phone' });
  }
});

test('a number and a user ID of two people in one request are refused', async () => {
  const server = await createTestServer({ mock: WITHOUT_IDS });
  const { api } = server;
  const { write } = callbacksTo(server);
  await write({ userId: USER }, 'hers');
  await write({ phone: PHONE }, 'his');
  const link = `/messages/template?to=${USER}&phone=${PHONE}&name=hello_world`;
  expect((await api('GET', link)).body.error).toMatchObject({ code: 'VALIDATION_FAILED', param: 'phone' });
  const change = await api('PATCH', `/contacts/${USER}`, { body: { phone: PHONE } });
  expect(change.body.error).toMatchObject({ code: 'VALIDATION_FAILED', param: 'phone' });
});

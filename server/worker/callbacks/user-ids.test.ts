import { describe, expect, test } from 'vitest';
import { createTestServer, DATABASES, type TestServer } from '../../testing/server.ts';
import { callbacksTo } from '../../testing/user-ids.ts';

const USER = 'TR.13491208655302741918';
const PHONE = '905551112233';

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
    const server = await createTestServer({ database });
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
    const server = await createTestServer({ database });
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
    const server = await createTestServer({ database });
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
    const server = await createTestServer({ database });
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
    const server = await createTestServer({ database });
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
    const server = await createTestServer({ database });
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
    const server = await createTestServer({ database });
    const other = await secondLine(server);
    const { api, settle, mock } = server;
    await callbacksTo(server).write({ userId: USER }, 'one');
    await callbacksTo(server, other.number).write({ userId: 'TR.2' }, 'two');
    expect(await conversationsIn(server)).toHaveLength(2);
    const wrong = await api('POST', '/messages', { body: { to: 'TR.2', text: 'Hi' } });
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
});

/** Connects a number of another business to the account of a server. */
async function secondLine({ server, mock, accountId }: TestServer): Promise<{ number: string; connectionId: string }> {
  const { app } = server;
  const { whatsapp, access_token } = mock.addBusiness();
  const first = (await app.store.read.connections.listActive(accountId)).find(({ channel }) => channel === 'whatsapp');
  const connectionId = await app.store.transaction(async (tx) => {
    const id = await tx.connections.nextId('whatsapp');
    const connection = {
      ...(first ?? expect.unreachable()),
      id,
      providerId: whatsapp.phone_number_id,
      wabaId: whatsapp.waba_id,
      accessToken: app.vault.seal(access_token),
    };
    await tx.connections.insert(connection, app.monotonicNow());
    return id;
  });
  return { number: whatsapp.phone_number_id, connectionId };
}

import { describe, expect, test } from 'vitest';
import { createCampaign } from '../../domain/campaigns/create-campaign.ts';
import { learnSighting } from '../../domain/contacts/learn-sighting.ts';
import { erasePerson } from '../../domain/people/erase-person.ts';
import { findPerson } from '../../domain/people/find-person.ts';
import { queueNext } from '../../testing/campaigns.ts';
import { createTestServer, DATABASES, type TestServer } from '../../testing/server.ts';
import { rawDatabase, readEverything, sharedDatabase } from '../../testing/store.ts';
import { callbacksTo, secondConnection } from '../../testing/user-ids.ts';

/**
 * The number that the shop knows, and the one that Meta shows. Benin's numbers got 01 in 2024, and no table of
 * ours has this change.
 */
const ASKED = '2290197123456';
const SHOWN = '22997123456';
const OTHER = '905551119999';
/** Two numbers of one country that nothing but Meta connects. */
const CALLED = '4915123456789';
const CALLER = '4915123456780';
const USER = 'TR.13491208655302741918';

/** The mock shows no user IDs, so that numbers alone name the person. */
const WITHOUT_IDS = { userIds: false } as const;

/** Lets the mock answer a send to one number with the `wa_id` of another, and name that in statuses. */
const showOther = ({ mock, business }: TestServer, id = ASKED, wa_id = SHOWN) =>
  mock.setContact({ business_id: business.whatsapp.phone_number_id, id, wa_id });

const namesIn = async ({ api }: TestServer): Promise<string[]> =>
  (await api('GET', '/conversations')).body.data.conversations.map(({ phone }: { phone: string }) => phone);

/** Returns what is stored about ASKED as a name of someone. */
const rowsOf = ({ server, accountId }: TestServer) =>
  server.app.store.read.identities.listNamed([{ accountId, id: ASKED }], false);

/** Sends a template, and returns the ID of the message, which is also its tag. */
async function sendTo(server: TestServer, to: string, name = 'hello_world'): Promise<string> {
  const { status, body } = await server.api('POST', '/messages/template', { body: { to, name } });
  expect([to, status]).toEqual([to, 202]);
  await server.settle();
  return body.data.id;
}

/** Checks that both numbers name one person, everywhere. */
async function expectOne(server: TestServer, texts: string[]): Promise<void> {
  const { api } = server;
  expect(await namesIn(server)).toEqual([SHOWN]);
  expect((await api('GET', '/contacts')).body.data.contacts).toMatchObject([{ phone: SHOWN }]);
  for (const name of [ASKED, SHOWN, `+${ASKED}`]) {
    const path = encodeURIComponent(name);
    expect((await api('GET', `/contacts/${path}`)).body.data.phone).toBe(SHOWN);
    expect((await api('GET', `/contacts/${path}/window`)).body.data.window_open).toBe(texts.length > 0);
    expect((await api('GET', `/conversations?phone=${path}`)).body.data.conversations).toHaveLength(1);
    const { messages } = (await api('GET', `/conversations/${path}/messages?direction=in`)).body.data;
    expect(messages.map(({ text }: { text: string }) => text).reverse()).toEqual(texts);
  }
}

describe.each(DATABASES)('on %s', (database) => {
  test('the response to a send shows that a number is another name of a person', async () => {
    const server = await createTestServer({ database, mock: WITHOUT_IDS });
    const { write } = callbacksTo(server);
    await write({ phone: SHOWN }, 'one');
    await server.advance(1);
    await write({ phone: ASKED }, 'zero');
    showOther(server);
    expect((await namesIn(server)).sort()).toEqual([ASKED, SHOWN]);
    await sendTo(server, ASKED);
    await expectOne(server, ['one', 'zero']);
    const rows = await rowsOf(server);
    await sendTo(server, ASKED);
    expect(server.mock.sends().map(({ to }) => to)).toEqual([ASKED, SHOWN]);
    await expectOne(server, ['one', 'zero']);
    expect(await rowsOf(server)).toEqual(rows);
  });

  test('a status with our tag shows it, and a repeated one changes nothing', async () => {
    const server = await createTestServer({ database, mock: WITHOUT_IDS });
    const { write, report } = callbacksTo(server);
    await write({ phone: SHOWN }, 'one');
    const tag = await sendTo(server, ASKED);
    expect((await namesIn(server)).sort()).toEqual([ASKED, SHOWN]);
    const status = { id: 'wamid.of-a-lost-response', tag, status: 'delivered' };
    await report({ phone: SHOWN }, status);
    await expectOne(server, ['one']);
    const rows = await rowsOf(server);
    await report({ phone: SHOWN }, status);
    await report({ phone: SHOWN }, { ...status, status: 'read' });
    expect(await rowsOf(server)).toEqual(rows);
    await expectOne(server, ['one']);
  });

  test.each([
    ['ASKED', ASKED, SHOWN],
    ['SHOWN', SHOWN, ASKED],
  ])('a block and an opt-out of %s hold for both numbers', async (_, listed, other) => {
    const server = await createTestServer({ database, mock: WITHOUT_IDS });
    const { api } = server;
    const { write, report } = callbacksTo(server);
    await write({ phone: SHOWN }, 'one');
    const tag = await sendTo(server, ASKED);
    await api('POST', '/opt-outs', { body: { phone: listed } });
    await report({ phone: SHOWN }, { id: 'wamid.x', tag, status: 'read' });
    const codeTo = async (to: string, name = 'promo_spring') =>
      (await api('POST', '/messages/template', { body: { to, name } })).body.error?.code;
    expect([await codeTo(listed), await codeTo(other)]).toEqual(['RECIPIENT_OPTED_OUT', 'RECIPIENT_OPTED_OUT']);
    await api('POST', '/blocked-numbers', { body: { phone: listed } });
    expect([await codeTo(listed, 'hello_world'), await codeTo(other, 'hello_world')]).toEqual([
      'RECIPIENT_BLOCKED',
      'RECIPIENT_BLOCKED',
    ]);
    for (const list of ['opt-outs', 'blocked-numbers']) {
      expect((await api('DELETE', `/${list}/${other}`)).body.data).toEqual({ phone: SHOWN, removed: true });
    }
    expect([await codeTo(listed), await codeTo(other)]).toEqual([undefined, undefined]);
  });

  test('a queued message to one number is not sent after a block of the other', async () => {
    const server = await createTestServer({ database, mock: WITHOUT_IDS });
    const { api, mock, settle, advance } = server;
    const { report } = callbacksTo(server);
    const tag = await sendTo(server, ASKED);
    mock.faults.next({ outcome: 'unavailable' }); // the worker repeats the send later
    const body = { to: ASKED, name: 'hello_world' };
    const { id } = (await api('POST', '/messages/template', { body })).body.data;
    await settle();
    const sent = mock.sends().length;
    await callbacksTo(server).write({ phone: SHOWN }, 'Leave me alone');
    await api('POST', '/blocked-numbers', { body: { phone: SHOWN } });
    await report({ phone: SHOWN }, { id: 'wamid.x', tag, status: 'read' });
    await advance(3_600);
    expect((await api('GET', `/messages/${id}`)).body.data).toMatchObject({
      status: 'failed',
      error: { code: 'blocked' },
    });
    expect(mock.sends()).toHaveLength(sent);
  });

  test('a campaign that lists both numbers sends once', async () => {
    const server = await createTestServer({ database, mock: WITHOUT_IDS });
    const { app } = server.server;
    showOther(server, CALLED, CALLER);
    await sendTo(server, CALLED);
    const id = await app.store.transaction((tx) =>
      createCampaign(app, tx, server.accountId, { template: 'hello_world' }, [
        { phone: CALLED },
        { phone: OTHER },
        { phone: CALLER },
      ]),
    );
    await server.settle();
    await server.advance(5);
    const [, ...sends] = server.mock.sends().map(({ to }) => to);
    expect(sends.sort()).toEqual([CALLER, OTHER].sort());
    expect(await app.store.read.campaigns.count(server.accountId, id)).toEqual({ read: 2, skipped: 1 });
  });

  test('a campaign that has reached one number skips the other as soon as both are known to be one', async () => {
    const server = await createTestServer({ database, mock: WITHOUT_IDS, config: { role: 'api' } });
    const { app } = server.server;
    const { accountId } = server;
    const states = await app.store.transaction(async (tx) => {
      const list = [CALLED, CALLER].map((phone) => ({ phone }));
      const id = await createCampaign(app, tx, accountId, { template: 'hello_world' }, list);
      const campaign = (await tx.campaigns.findHeld(accountId, id)) ?? expect.unreachable();
      expect(await queueNext(app, tx, campaign, 1)).toMatchObject({ queued: 1 });
      const sighting = { asked: CALLED, phone: CALLER, at: app.monotonicNow() };
      await learnSighting(app, tx, { accountId, portfolio: server.business.whatsapp.waba_id, sighting });
      return tx.campaigns.listRecipients(accountId, id, 0, 10);
    });
    expect(states.map(({ phone, state, reason }) => [phone, state, reason])).toEqual([
      [CALLED, 'queued', null],
      [CALLER, 'skipped', 'duplicate'],
    ]);
  });

  test('a number that was learned on one account of Meta is known on the others', async () => {
    const server = await createTestServer({ database, mock: WITHOUT_IDS });
    const { api } = server;
    const line = await secondConnection(server);
    showOther(server);
    await sendTo(server, ASKED);
    await callbacksTo(server, line.number).write({ phone: SHOWN }, 'Stop');
    const third = await secondConnection(server); // connected later
    await api('POST', '/opt-outs', { body: { phone: SHOWN } });
    for (const { connectionId } of [line, third]) {
      const body = { to: ASKED, name: 'promo_spring', connection_id: connectionId };
      expect((await api('POST', '/messages/template', { body })).body.error.code).toBe('RECIPIENT_OPTED_OUT');
    }
  });

  test('a late status of a message to the previous owner of a number joins no one', async () => {
    const server = await createTestServer({ database, mock: WITHOUT_IDS });
    const { api, advance } = server;
    const { write, change, report } = callbacksTo(server);
    await write({ phone: ASKED }, 'I am Ada');
    await advance(10);
    const tag = await sendTo(server, ASKED);
    await advance(10);
    await change({ phone: OTHER }, { phone: ASKED });
    await advance(10);
    await write({ phone: ASKED }, 'I am Grace');
    await report({ phone: ASKED }, { id: 'wamid.late', tag, status: 'read' });
    expect((await namesIn(server)).sort()).toEqual([ASKED, OTHER]);
    const { messages } = (await api('GET', `/conversations/${ASKED}/messages`)).body.data;
    expect(messages).toMatchObject([{ text: 'I am Grace' }]);
  });

  test('a late status joins no people with different user IDs', async () => {
    const server = await createTestServer({ database, mock: WITHOUT_IDS });
    const { advance } = server;
    const { write, report } = callbacksTo(server);
    await write({ phone: ASKED, userId: USER }, 'I am Ada');
    await advance(10);
    const tag = await sendTo(server, ASKED);
    await advance(10);
    await write({ phone: ASKED, userId: 'TR.2' }, 'I am Grace');
    await advance(10);
    await write({ phone: OTHER, userId: USER }, 'I am Ada');
    await report({ phone: ASKED }, { id: 'wamid.late', tag, status: 'read' });
    expect((await namesIn(server)).sort()).toEqual([ASKED, OTHER]);
  });

  test('the new owner of a number also gets its other form', async () => {
    const server = await createTestServer({ database, mock: WITHOUT_IDS });
    const { api, advance, settle, mock } = server;
    const { write } = callbacksTo(server);
    showOther(server);
    await write({ phone: SHOWN, userId: USER }, 'I am Ada');
    await sendTo(server, ASKED);
    await advance(10);
    await write({ phone: SHOWN, userId: 'TR.2' }, 'I am Grace');
    expect((await api('GET', `/conversations/${ASKED}/messages`)).body.data.messages).toMatchObject([
      { text: 'I am Grace' },
    ]);
    await api('POST', '/messages', { body: { to: ASKED, text: 'Hi Grace' } });
    await settle();
    expect(mock.sends().at(-1)?.to).toBe(SHOWN);
  });

  test.each([
    ['missing', undefined],
    ['no number', 'US.123'],
    ['empty', ''],
    ['the same', ASKED],
    ['the same in another form', `+${ASKED}`],
    ['too long', '9'.repeat(5000)],
    ['not a text', 42],
    ['null', null],
    ['an object', { a: 1 }],
  ])('a recipient that is %s shows nothing', async (_, recipient_id) => {
    const server = await createTestServer({ database, mock: WITHOUT_IDS });
    const tag = await sendTo(server, ASKED);
    const timestamp = String(Math.floor(server.clock.now() / 1000));
    const status = { id: 'wamid.x', status: 'read', timestamp, recipient_id, biz_opaque_callback_data: tag };
    expect((await server.callback(server.statusCallback(status))).status).toBe(200);
    await server.settle();
    expect(await namesIn(server)).toEqual([ASKED]);
    expect((await server.api('GET', `/messages/${tag}`)).body.data.status).toBe('read');
  });

  test('a status of a group message shows nothing about the person', async () => {
    const server = await createTestServer({ database, mock: WITHOUT_IDS });
    const tag = await sendTo(server, ASKED);
    const timestamp = String(Math.floor(server.clock.now() / 1000));
    const group = { id: 'wamid.x', status: 'read', timestamp, recipient_id: SHOWN, recipient_type: 'group' };
    await server.callback(server.statusCallback({ ...group, biz_opaque_callback_data: tag }));
    await server.settle();
    expect(await namesIn(server)).toEqual([ASKED]);
  });

  test('a message to a user ID learns no number as another one', async () => {
    const server = await createTestServer({ database, mock: WITHOUT_IDS });
    const { write, report } = callbacksTo(server);
    await write({ userId: USER }, 'Hi');
    const tag = await sendTo(server, USER);
    await report({ phone: SHOWN }, { id: 'wamid.x', tag, status: 'read' });
    expect(await namesIn(server)).toEqual([USER]);
  });

  test('an erased person has no other number', async () => {
    const databaseUrl = await sharedDatabase(database);
    const server = await createTestServer({ config: { databaseUrl }, mock: WITHOUT_IDS });
    const { app } = server.server;
    showOther(server);
    const tag = await sendTo(server, ASKED);
    const account = (await app.store.read.accounts.find(server.accountId)) ?? expect.unreachable();
    const person = await findPerson(app.store.read, account, ASKED);
    expect(await erasePerson(app, person ?? expect.unreachable())).toMatchObject({ messages: 1, left: 0 });
    await callbacksTo(server).report({ phone: SHOWN }, { id: 'wamid.x', tag, status: 'read' });
    expect(JSON.stringify(await readEverything(rawDatabase(databaseUrl)))).not.toContain(ASKED);
  });
});

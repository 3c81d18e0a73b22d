import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { vacuum } from '../../admin/database/vacuum.ts';
import type { InboundMessage } from '../../providers/callback.ts';
import type { Tx } from '../../store/index.ts';
import { runOne } from '../../store/rules.ts';
import { queueNext } from '../../testing/campaigns.ts';
import { ADA, fillEverything, GRACE } from '../../testing/everything.ts';
import { makeFlow, sendSpring } from '../../testing/flows.ts';
import { createTestServer, DATABASES, type TestServer } from '../../testing/server.ts';
import { overlap, rawDatabase, readEverything, sharedDatabase } from '../../testing/store.ts';
import { createCampaign } from '../campaigns/create-campaign.ts';
import { receiveInbound } from '../messages/receive-inbound.ts';
import { recordStatus } from '../messages/record-status.ts';
import { countPerson, erasePerson } from './erase-person.ts';
import { exportPerson } from './export-person.ts';
import { findPerson } from './find-person.ts';
import { anonymousPerson, erasedId } from './redact.ts';

/** Texts that identify her, also in the format that the provider's message IDs contain. */
const HERS = [
  ADA.phone,
  ADA.instagram,
  ADA.name,
  'Lovelace',
  'lovelace',
  ADA.username,
  ADA.word,
  Buffer.from(ADA.phone).toString('base64').slice(0, 14),
  Buffer.from(`x${ADA.phone}`).toString('base64').slice(4, 16),
  Buffer.from(`xx${ADA.phone}`).toString('base64').slice(4, 16),
];

const textOf = (value: unknown): string =>
  Buffer.isBuffer(value) ? value.toString('latin1') : typeof value === 'string' ? value : JSON.stringify(value);

describe.each(DATABASES)('on %s', (database) => {
  test('an erased person is in no table, and reports and other people do not change', async () => {
    const databaseUrl = await sharedDatabase(database);
    const server = await createTestServer({ config: { databaseUrl } });
    const { api, mock, accountId, advance, liveKey } = server;
    const { app } = server.server;
    const { receiver, queued, sent } = await fillEverything(server);
    const account = await app.store.read.accounts.find(accountId);
    if (!account) {
      throw new Error('there is no account');
    }
    const db = rawDatabase(databaseUrl);
    const found = async (): Promise<string[]> =>
      [...(await readEverything(db))].flatMap(([table, rows]) =>
        rows.flatMap((row) =>
          Object.entries(row).flatMap(([column, value]) =>
            HERS.filter((one) => textOf(value).includes(one)).map((one) => `${table}.${column}: ${one}`),
          ),
        ),
      );
    const person = (text: string) => findPerson(app.store.read, account, text);
    const graces = async () => {
      const grace = await person(GRACE.phone);
      return grace && { ...(await exportPerson(app, grace)), exported_at: undefined };
    };
    const reports = async () => {
      const stats = (await api('GET', '/stats')).body.data.messages;
      const campaigns = await db('campaign_recipients')
        .select('state')
        .count({ count: '*' })
        .groupBy('state')
        .orderBy('state');
      return { ...stats, sum: campaigns.reduce((sum, { count }) => sum + Number(count), 0) };
    };
    const [others, before] = [await graces(), await reports()];
    const tables = new Set((await found()).map((place) => place.split('.')[0]));
    expect([...tables].filter((table) => table !== 'contacts_search').sort()).toEqual([
      ...[
        'callbacks',
        'campaign_recipients',
        'contacts',
        'conversation_notes',
        'conversations',
        'deliveries',
        'delivery_attempts',
        'events',
      ],
      ...['flow_runs', 'idempotency', 'identities', 'marketing_wishes', 'media', 'messages', 'opt_outs'],
    ]);

    // Any format is accepted.
    const ada = await person('+90 555 111 22 33');
    const elsewhere = await person(ADA.instagram);
    if (!ada || !elsewhere) {
      throw new Error('she is not known');
    }
    const whole = await exportPerson(app, ada);
    const heard = receiver.received.length;
    receiver.answers(200);
    const counted = await countPerson(app, ada);
    const erased = await erasePerson(app, ada);
    expect(counted).toEqual(erased);
    expect(erased).toMatchObject({
      stopped: 1,
      flow_runs: 1,
      campaign_recipients: 2,
      media: 1,
      left: 0,
      messages: (whole.messages as object[]).length,
      events: (whole.events as object[]).length,
      deliveries: (whole.deliveries as object[]).length,
      callbacks: (whole.callbacks as object[]).length,
      idempotency_records: (whole.idempotency_records as object[]).length,
    });
    expect(await erasePerson(app, elsewhere)).toMatchObject({ stopped: 0, left: 0 });
    expect(await found()).toEqual([]);
    expect([await person(ADA.phone), await person(ADA.instagram)]).toEqual([undefined, undefined]);
    expect(await graces()).toEqual(others);
    expect(await reports()).toEqual({ ...before, failed: before.failed + 1, failed_rate: expect.anything() });

    // The queued message is reported as stopped, and nothing more is sent.
    expect((await api('GET', `/messages/${queued}`)).body.data).toMatchObject({
      status: 'failed',
      error: { code: 'erased' },
    });
    expect((await api('GET', `/contacts/${ADA.phone}`)).status).toBe(404);
    expect((await api('GET', `/conversations/${ADA.phone}`)).status).toBe(404);
    const sends = mock.sends().length;
    // The provider still reports a status of one of her messages, with our ID.
    const late = { id: 'wamid.late', status: 'read', biz_opaque_callback_data: sent };
    await server.callback(server.statusCallback({ ...late, recipient_id: GRACE.phone }));
    await advance(3 * 3600);
    expect(mock.sends()).toHaveLength(sends);
    const later = receiver.received.slice(heard).map(({ event }) => event);
    expect(later.filter((event) => event.data.message.id === queued)).toMatchObject([
      { data: { message: { status: 'failed', to: expect.stringMatching(/^erased_/), error: { code: 'erased' } } } },
    ]);
    expect((await db('messages').where({ id: sent }).first())?.external_id).toBeNull();
    expect(await found()).toEqual([]);
    const tail = await fetch(`${server.baseUrl.replace('/api/v1', '')}/developers/events`, {
      headers: { authorization: `Bearer ${liveKey}`, 'last-event-id': '0' },
    });
    expect(await firstOf(tail)).toContain('"gap":false');
    if (database === 'sqlite') {
      expect(await vacuum(app)).toBe(true);
      const file = readFileSync(databaseUrl.slice('sqlite:'.length)).toString('latin1');
      expect(HERS.filter((one) => file.includes(one))).toEqual([]);
    }
  });
});

async function firstOf(response: Response): Promise<string> {
  const reader = response.body?.getReader();
  const { value } = (await reader?.read()) ?? {};
  await reader?.cancel();
  return new TextDecoder().decode(value);
}

test('messages that a worker is sending remain, and the next call erases them', async () => {
  const databaseUrl = await sharedDatabase('sqlite');
  const { server, api, mock, accountId, customerWrites, settle } = await createTestServer({ config: { databaseUrl } });
  const { app } = server;
  const db = rawDatabase(databaseUrl);
  await customerWrites('Hi', ADA.phone);
  mock.faults.next({ outcome: 'unavailable' });
  const { id } = (await api('POST', '/messages', { body: { to: ADA.phone, text: ADA.word } })).body.data;
  await settle();
  const lease = (claimed_by: string | null) => db('outbox').where({ subject: id }).update({ claimed_by });
  await lease('somebody');
  const account = await app.store.read.accounts.find(accountId);
  const ada = account && (await findPerson(app.store.read, account, ADA.phone));
  if (!ada) {
    throw new Error('she is not known');
  }
  expect(await erasePerson(app, ada)).toMatchObject({ left: 1, stopped: 0 });
  expect(await app.store.read.messages.find(accountId, id)).toMatchObject({ person: ADA.phone, text: ADA.word });
  expect((await api('GET', `/contacts/${ADA.phone}`)).status).toBe(200);
  await lease(null);
  expect(await erasePerson(app, ada)).toMatchObject({ left: 0, stopped: 1 });
  const message = await app.store.read.messages.find(accountId, id);
  expect(message).toMatchObject({ person: expect.stringMatching(/^erased_/), text: null, status: 'failed' });
  expect((await api('GET', `/contacts/${ADA.phone}`)).status).toBe(404);
});

test.each(DATABASES)('on %s, a status that arrives after the erasure leaves no phone number', async (database) => {
  const databaseUrl = await sharedDatabase(database);
  const { server, api, mock, accountId, customerWrites, settle, advance } = await createTestServer({
    config: { databaseUrl },
  });
  const { app } = server;
  mock.setOptions({ pacing: { delivered: 60_000 } });
  await customerWrites('Hi', ADA.phone);
  const { id } = (await api('POST', '/messages', { body: { to: ADA.phone, text: ADA.word } })).body.data;
  await settle();
  const account = await app.store.read.accounts.find(accountId);
  const ada = account && (await findPerson(app.store.read, account, ADA.phone));
  if (!ada) {
    throw new Error('she is not known');
  }
  expect(await erasePerson(app, ada)).toMatchObject({ left: 0 });
  const before = mock.callbacks().length;
  await advance(120);
  await settle();
  expect(mock.callbacks().length).toBeGreaterThan(before);
  expect(await app.store.read.messages.find(accountId, id)).toMatchObject({ status: 'sent' });
  const bodies = (await readEverything(rawDatabase(databaseUrl))).get('callbacks')?.map(textOf) ?? [];
  expect(bodies.filter((body) => body.includes(ADA.phone))).toEqual([]);
});

test.each(DATABASES)(
  'on %s, a callback that Meta repeats after the erasure does not bring her back',
  async (database) => {
    const databaseUrl = await sharedDatabase(database);
    const { server, api, accountId, callback, inboundCallback, receiver, settle } = await createTestServer({
      config: { databaseUrl },
    });
    const { app } = server;
    const { received } = await receiver();
    const written = inboundCallback({ from: ADA.phone, id: 'wamid.once', text: { body: ADA.word } });
    await callback(written);
    await settle();
    const account = await app.store.read.accounts.find(accountId);
    const find = () => account && findPerson(app.store.read, account, ADA.phone);
    const ada = await find();
    if (!ada) {
      throw new Error('she is not known');
    }
    expect(await erasePerson(app, ada)).toMatchObject({ left: 0, messages: 1 });
    await callback(written);
    await settle();
    expect(received).toHaveLength(1);
    expect(await find()).toBeUndefined();
    expect((await api('GET', '/stats')).body.data.messages).toMatchObject({ incoming: 1 });
    const rows = [...(await readEverything(rawDatabase(databaseUrl))).values()].flat().map(textOf);
    expect(rows.filter((row) => [ADA.phone, ADA.word, 'wamid.once'].some((one) => row.includes(one)))).toEqual([]);

    await callback(inboundCallback({ from: ADA.phone, id: 'wamid.new', text: { body: 'Me again' } }));
    await settle();
    expect(received).toHaveLength(2);
    expect(await find()).toMatchObject({ persons: [ADA.phone] });
  },
);

/** Returns a server on PostgreSQL with a paused worker, and her data after she has written. */
async function withAda() {
  const server = await createTestServer({ database: 'postgres', config: { role: 'api' } });
  const { app } = server.server;
  await server.customerWrites('Hi', ADA.phone);
  const account = await app.store.read.accounts.find(server.accountId);
  const find = () => account && findPerson(app.store.read, account, ADA.phone);
  const ada = await find();
  const connection = await app.store.read.connections.find(server.accountId, server.connections.whatsapp ?? '');
  if (!ada || !connection) {
    throw new Error('she is not known');
  }
  const write = (tx: Tx, externalId: string, changes: Partial<InboundMessage> = {}) => {
    const inbound = {
      externalId,
      from: { id: ADA.phone, name: ADA.name },
      type: 'text',
      text: ADA.word,
      replyTo: null,
      writtenAt: app.monotonicNow(),
      ...changes,
    };
    return runOne(tx, receiveInbound, { app, connection, inbound });
  };
  const db = rawDatabase(app.config.databaseUrl);
  /** Erases her while a transaction has not committed. */
  const eraseBeside = (first: (tx: Tx) => Promise<unknown>) =>
    overlap(app.store, app.config.databaseUrl, first, () => erasePerson(app, ada));
  return { ...server, app, ada, find, write, db, eraseBeside };
}

const runningRuns = async ({ app, accountId }: { app: TestServer['server']['app']; accountId: number }, flow: number) =>
  (await app.store.read.flowRuns.count(accountId, flow)).filter(({ status }) => status === 'running');

describe('at the same time on PostgreSQL', () => {
  test('a status that arrives during the erasure of its message is recorded', async () => {
    const { app, api, accountId, eraseBeside } = await withAda();
    const { id } = (await api('POST', '/messages', { body: { to: ADA.phone, text: ADA.word } })).body.data;
    const erased = await eraseBeside(async (tx) => {
      const message = await tx.messages.find(accountId, id);
      expect(message?.status).toBe('queued');
      return (
        message && runOne(tx, recordStatus, { app, message, change: { status: 'delivered', externalId: 'wamid.1' } })
      );
    });
    expect(erased).toMatchObject({ left: 0, stopped: 0 });
    expect(await app.store.read.messages.find(accountId, id)).toMatchObject({
      ...{ status: 'delivered', error: null, text: null },
      person: expect.stringMatching(/^erased_/),
    });
  });

  test('a message that a campaign creates for her during the erasure is not sent', async () => {
    const { app, accountId, db, eraseBeside } = await withAda();
    const id = await app.store.transaction((tx) =>
      createCampaign(app, tx, accountId, { template: 'hello_world' }, [{ phone: ADA.phone }]),
    );
    const erased = await eraseBeside(async (tx) => {
      const campaign = await tx.campaigns.findHeld(accountId, id);
      return campaign && queueNext(app, tx, campaign, 1);
    });
    expect(erased).toMatchObject({ left: 0, stopped: 1, campaign_recipients: 1 });
    expect(await app.store.read.campaigns.listRecipients(accountId, id, 0, 9)).toMatchObject([{ state: 'failed' }]);
    expect(await db('messages').where({ person: ADA.phone })).toEqual([]);
  });

  test('a flow that she starts during the erasure is stopped', async () => {
    const server = await withAda();
    const { app, write, eraseBeside } = server;
    const flow = await makeFlow(server);
    const replyTo = await sendSpring(server, ADA.phone);
    const press = { type: 'button', text: 'Tell me more', button: { payload: 'Tell me more', title: 'Tell me more' } };
    const erased = await eraseBeside((tx) => write(tx, 'wamid.press', { ...press, replyTo }));
    expect(erased).toMatchObject({ left: 0, flow_runs: 1 });
    expect(await runningRuns({ app, accountId: server.accountId }, flow)).toEqual([]);
    expect(await server.find()).toBeUndefined();
  });

  test('data that arrives unnoticed during the erasure remains, and the next call can find and erase it', async () => {
    const { app, ada, find, write, db } = await withAda();
    await db('messages').delete();
    const { config, store } = app;
    const forget = () => store.transaction((tx) => tx.personalData.deletePerson(ada));
    expect(await overlap(store, config.databaseUrl, (tx) => write(tx, 'wamid.2'), forget)).toBe(1);
    expect(await find()).toMatchObject(ada);
    expect(await erasePerson(app, ada)).toMatchObject({ left: 0, messages: 1 });
    expect(await db('messages').where({ person: ADA.phone })).toEqual([]);
  });

  test('a callback that Meta repeats during the erasure of its message does not bring her back', async () => {
    const server = await createTestServer({ database: 'postgres' });
    const { callback, inboundCallback, settle, api } = server;
    const { app } = server.server;
    const db = rawDatabase(app.config.databaseUrl);
    const written = inboundCallback({ from: ADA.phone, id: 'wamid.once' });
    await callback(written);
    await settle();
    const id: string = (await db('messages').first('id'))?.id ?? '';
    const nobody = { person: anonymousPerson(), error: null, externalId: erasedId('wamid.once') };
    await overlap(
      app.store,
      app.config.databaseUrl,
      (tx) => tx.personalData.anonymizeMessage(server.accountId, id, nobody),
      async () => {
        await callback(written);
        await settle();
      },
    );
    expect(await db('messages').select('id')).toEqual([{ id }]);
    expect((await api('GET', '/stats')).body.data.messages).toMatchObject({ incoming: 1 });
  });

  test('a conversation that is erased while she writes starts again', async () => {
    const { app, ada, find, write, db } = await withAda();
    await db('messages').delete();
    await overlap(
      app.store,
      app.config.databaseUrl,
      (tx) => tx.personalData.deletePerson(ada),
      () => app.store.transaction((tx) => write(tx, 'wamid.3')),
    );
    const found = await find();
    expect(found?.conversationIds).toHaveLength(1);
    expect(await db('messages').select('conversation_id')).toEqual([{ conversation_id: found?.conversationIds[0] }]);
  });
});

import { describe, expect, test } from 'vitest';
import { createProviderApp } from '../../domain/connections/create-connection.ts';
import { META_CALLBACKS } from '../../providers/meta/callback.ts';
import { createTestServer, DATABASES, metaCallback } from '../../testing/server.ts';

const to = '905551112233';

test('the handshake returns the challenge only for the correct token', async () => {
  const { mock, server } = await createTestServer();
  expect(await mock.verifyCallback()).toMatchObject({ verified: true, status_code: 200 });
  const { app } = server;
  const id = await app.store.transaction((tx) => createProviderApp(app, tx, { appSecret: 's', verifyToken: 'right' }));
  const ask = async (query: string, path = META_CALLBACKS.path(id)) => {
    const answer = await fetch(`${server.origin}${path}?${query}`);
    return [answer.status, await answer.text()];
  };
  const challenge = 'hub.challenge=1158201444';
  expect(await ask(`hub.mode=subscribe&hub.verify_token=right&${challenge}`)).toEqual([200, '1158201444']);
  for (const query of [
    `hub.mode=subscribe&hub.verify_token=wrong&${challenge}`,
    `hub.mode=subscribe&${challenge}`,
    `hub.mode=unsubscribe&hub.verify_token=right&${challenge}`,
    `hub.mode=subscribe&hub.verify_token=right&hub.verify_token=x&${challenge}`,
    `hub.mode=subscribe&hub.mode=subscribe&hub.verify_token=right&${challenge}`,
    `hub.mode=subscribe&hub.verify_token=right&${challenge}&${challenge}`,
    'hub.mode=subscribe&hub.verify_token=right&hub.challenge=',
    'hub.mode=subscribe&hub.verify_token=right',
    '',
  ]) {
    expect((await ask(query))[0]).toBe(403);
  }
  expect((await ask(`hub.mode=subscribe&hub.verify_token=right&${challenge}`, META_CALLBACKS.path('unknown')))[0]).toBe(
    403,
  );
});

test('a real signed delivery from Meta is accepted', async () => {
  const { server, settle, accountId } = await createTestServer();
  const { app } = server;
  const id = await app.store.transaction((tx) =>
    createProviderApp(app, tx, { appSecret: '1222e786b144d0e85b9f365372d93676', verifyToken: 'x' }),
  );
  const body =
    '{"object":"whatsapp_business_account","entry":[{"id":"264937493375603","changes":[{"value":{"messaging_product":"whatsapp","metadata":{"display_phone_number":"15550953877","phone_number_id":"277321005464405"},"contacts":[{"profile":{"name":"PyWa Tests"},"wa_id":"972544401243"}],"messages":[{"from":"972544401243","id":"wamid.HBgMOTcyNTQ0NDAxMjQzFQIAEhggM0RFQTNCMEEwRTY3QzUwODYzMDc4NjQ4QzM4ODAxM0YA","timestamp":"1730231903","text":{"body":"Hey there! I am using PyWa."},"type":"text"}]},"field":"messages"}]}]}';
  const signature = 'sha256=54edfa1d7259e0eb13c677cc7d73d1b5c86cfa12433d19156e058ab9251bc441';
  await app.store.transaction((tx) =>
    tx.connections.insert(
      {
        accountId,
        id: 'wa_7',
        channel: 'whatsapp',
        name: 'PyWa',
        isActive: true,
        providerAppId: id,
        providerId: '277321005464405',
        wabaId: null,
        accessToken: null,
        origins: [],
      },
      1,
    ),
  );
  const post = async (content: string) =>
    (
      await fetch(server.origin + META_CALLBACKS.path(id), {
        method: 'POST',
        headers: { 'x-hub-signature-256': signature },
        body: content,
      })
    ).status;
  expect(await post(body)).toBe(200);
  expect(await post(`${body} `)).toBe(403);
  await settle();
  const person = { accountId, connectionId: 'wa_7', channel: 'whatsapp', person: '972544401243' } as const;
  expect(await app.store.read.conversations.find(person)).toMatchObject({ name: 'PyWa Tests', unreadCount: 1 });
});

test('a callback that is not signed with the app’s secret is refused and changes nothing', async () => {
  const { callback, inboundCallback, settle, receiver, api } = await createTestServer();
  const hook = await receiver();
  const body = inboundCallback({ id: 'wamid.1' });
  for (const signature of ['', 'sha256=', `sha256=${'0'.repeat(64)}`, 'sha1=abc']) {
    expect((await callback(body, signature)).status).toBe(403);
  }
  await settle();
  expect(hook.received).toEqual([]);
  expect((await api('POST', '/messages', { body: { to, text: 'x' } })).body.error.code).toBe('WINDOW_NEVER_OPENED');
});

describe.each(DATABASES)('callbacks on %s', (database) => {
  test('a repeated callback, even a concurrent one, changes nothing', async () => {
    const { callback, inboundCallback, settle, receiver } = await createTestServer({ database });
    const hook = await receiver();
    const body = inboundCallback({ id: 'wamid.1', text: { body: 'Hi' } });
    await Promise.all([callback(body), callback(body), callback(body)]);
    await settle();
    await callback(body);
    await settle();
    expect(hook.received.map(({ event }) => event.data.message.text)).toEqual(['Hi']);
  });

  test('an invalid item of a batch does not affect the others', async () => {
    const { callback, inboundCallback, statusCallback, settle, receiver, business } = await createTestServer({
      database,
      config: { logLevel: 'silent' },
    });
    const hook = await receiver();
    const number = business.whatsapp.phone_number_id;
    const good = (id: string) => ({ from: to, id, timestamp: '1700000000', type: 'text', text: { body: id } });
    const bad = [
      null,
      7,
      'text',
      {},
      { ...good('x'), id: null },
      { ...good('y'), timestamp: 'soon' },
      { ...good('z'), text: 5 },
    ];
    const batch = {
      object: 'whatsapp_business_account',
      entry: [
        null,
        { changes: null },
        { changes: [null, { field: 'messages' }, { field: 'messages', value: { messages: 'x', statuses: 7 } }] },
        ...(metaCallback('unknown number', { messages: [good('wamid.elsewhere')] }) as { entry: object[] }).entry,
        ...(
          metaCallback(number, { contacts: [null], messages: [good('wamid.1'), ...bad, good('wamid.2')] }) as {
            entry: object[];
          }
        ).entry,
        ...(statusCallback(null as never, { id: 'wamid.nobody', status: 'sent' }, { id: 7 }) as { entry: object[] })
          .entry,
        ...(inboundCallback({ id: 'wamid.3', text: { body: 'wamid.3' } }) as { entry: object[] }).entry,
      ],
    };
    expect((await callback(batch)).status).toBe(200);
    await settle();
    const texts = hook.received.map(({ event }) => event.data.message.text);
    expect(texts.filter((text) => /^wamid\.\d$/.test(text)).sort()).toEqual(['wamid.1', 'wamid.2', 'wamid.3']);
    expect(texts).not.toContain('wamid.elsewhere');
  });

  test('a simple callback is processed before its response', async () => {
    const { callback, inboundCallback, statusCallback, settle, server, receiver, mock, api } = await createTestServer({
      database,
    });
    await receiver();
    const { app } = server;
    await settle();
    mock.faults.next({ outcome: 'statuses', statuses: [] });
    expect((await callback(inboundCallback({ id: 'wamid.1', text: { body: 'Hi' } }))).status).toBe(200);
    const sent = await api('POST', '/messages', { body: { to, text: 'x' } });
    await settle();
    const [{ external_id: id } = {}] = mock.sends();
    expect((await callback(statusCallback({ id, status: 'delivered' }))).status).toBe(200);
    expect((await api('GET', `/messages/${sent.body.data.id}`)).body.data.status).toBe('delivered');
    const [level] = await app.store.read.outbox.levels(['callback'], app.monotonicNow());
    expect(level).toMatchObject({ due: 0, waiting: 0, running: 0 });
  });

  test('a status of an unknown message is stored with a task for the next attempt', async () => {
    const { callback, statusCallback, settle, server } = await createTestServer({
      database,
      config: { logLevel: 'silent' },
    });
    const { app } = server;
    await settle();
    expect((await callback(statusCallback({ id: 'wamid.nobody', status: 'sent' }))).status).toBe(200);
    const [level] = await app.store.read.outbox.levels(['callback'], app.monotonicNow());
    expect(level).toMatchObject({ due: 0, waiting: 1 });
    expect(await app.store.read.callbacks.listProblems(0, 9)).toMatchObject([{ kind: 'unknown_message', count: 1 }]);
  });

  test('statuses that arrive out of order only advance', async () => {
    const { callback, statusCallback, api, settle, mock, receiver, customerWrites } = await createTestServer({
      database,
    });
    await customerWrites('Hi');
    const hook = await receiver();
    mock.faults.next({ outcome: 'statuses', statuses: [] });
    const sent = await api('POST', '/messages', { body: { to, text: 'x' } });
    await settle();
    const id = mock.sends()[0]?.external_id;
    for (const status of ['delivered', 'sent', 'delivered', 'read', 'delivered', 'failed', 'read']) {
      await callback(statusCallback({ id, status }));
      await settle();
    }
    expect(hook.received.map(({ event }) => event.data.message.status)).toEqual(['delivered', 'read']);
    expect((await api('GET', `/messages/${sent.body.data.id}`)).body.data.status).toBe('read');
  });

  test('statuses that all arrive at once announce each step at most once', async () => {
    const { callback, statusCallback, api, settle, mock, receiver, customerWrites } = await createTestServer({
      database,
    });
    await customerWrites('Hi');
    const hook = await receiver();
    mock.faults.next({ outcome: 'statuses', statuses: [] });
    await api('POST', '/messages', { body: { to, text: 'x' } });
    await settle();
    const id = mock.sends()[0]?.external_id;
    await Promise.all(
      ['read', 'sent', 'delivered', 'read', 'sent', 'delivered'].map((status) =>
        callback(statusCallback({ id, status })),
      ),
    );
    await settle();
    const told = hook.received.map(({ event }) => event.data.message.status);
    expect(new Set(told).size).toBe(told.length);
    expect(told).toContain('read');
  });
});

test('a status that arrives before the response to its send finds its message by our ID', async () => {
  const { api, settle, mock, receiver, customerWrites } = await createTestServer();
  await customerWrites('Hi');
  const hook = await receiver();
  mock.faults.next({ outcome: 'before_reply' });
  const sent = await api('POST', '/messages', { body: { to, text: 'x' } });
  await settle();
  expect((await api('GET', `/messages/${sent.body.data.id}`)).body.data).toMatchObject({
    status: 'read',
    external_id: mock.sends()[0]?.external_id,
  });
  expect(hook.received.map(({ event }) => event.data.message.status)).toEqual(['sent', 'delivered', 'read']);
});

test('a status that arrives too early and without our ID is retried until it matches', async () => {
  const { api, callback, statusCallback, settle, advance, mock, customerWrites } = await createTestServer({
    mock: { seed: 1, pacing: { sent: 86_400_000 } },
    config: { logLevel: 'silent' },
  });
  await customerWrites('Hi');
  const early = await createEarlyId();
  await callback(statusCallback({ id: early, status: 'delivered' }));
  await settle();
  const sent = await api('POST', '/messages', { body: { to, text: 'x' } });
  await settle();
  expect(mock.sends()[0]?.external_id).toBe(early);
  await advance(30);
  expect((await api('GET', `/messages/${sent.body.data.id}`)).body.data.status).toBe('delivered');
});

/** Returns the ID that a provider with the same seed assigns to the first send. */
async function createEarlyId(): Promise<string> {
  const { api, settle, mock, customerWrites } = await createTestServer({ mock: { seed: 1 } });
  await customerWrites('Hi');
  await api('POST', '/messages', { body: { to, text: 'x' } });
  await settle();
  return String(mock.sends()[0]?.external_id);
}

test('an item that cannot be processed is set aside with the reason', async () => {
  const { callback, statusCallback, settle, advance, server, mock } = await createTestServer({
    config: { logLevel: 'silent' },
  });
  expect((await callback(statusCallback({ id: 'wamid.nobody', status: 'sent' }))).status).toBe(200);
  expect((await callback('no JSON')).status).toBe(200);
  await settle();
  await advance(86_400);
  expect((await server.app.store.read.outbox.dueAt(['callback'], 0)).callback.next).toBeUndefined();
  expect(mock.idle()).toBe(true);
});

test.each([
  [{ type: 'button', button: { payload: 'yes', text: 'Yes' } }, 'button', { payload: 'yes', title: 'Yes' }, 'Yes'],
  [
    { type: 'interactive', interactive: { type: 'list_reply', list_reply: { id: 'r1', title: 'Row' } } },
    'button',
    { payload: 'r1', title: 'Row' },
    'Row',
  ],
  [
    { type: 'interactive', interactive: { type: 'button_reply', button_reply: { id: 'b1', title: 'B' } } },
    'button',
    { payload: 'b1', title: 'B' },
    'B',
  ],
  [{ type: 'sticker', sticker: {} }, 'sticker', null, null],
  [{ type: 'something_new' }, 'unsupported', null, null],
])('an inbound %j is reported as %s', async (content, type, button, text) => {
  const { callback, inboundCallback, settle, receiver } = await createTestServer();
  const hook = await receiver();
  await callback(inboundCallback({ id: 'wamid.1', text: undefined, ...content, context: { id: 'wamid.0' } }));
  await settle();
  expect(hook.received[0]?.event.data.message).toMatchObject({
    id: expect.stringMatching(/^msg_in_\d+$/),
    external_id: 'wamid.1',
    channel: 'whatsapp',
    connection_id: 'wa_1',
    from: { id: to, name: 'Ada' },
    type,
    button,
    text,
    reply_to: 'wamid.0',
    received_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}\+00:00$/),
  });
});

test('a failure without a reason is reported with an error', async () => {
  const { callback, statusCallback, api, settle, mock, customerWrites } = await createTestServer();
  await customerWrites('Hi');
  mock.faults.next({ outcome: 'statuses', statuses: [] });
  const sent = await api('POST', '/messages', { body: { to, text: 'x' } });
  await settle();
  await callback(statusCallback({ id: mock.sends()[0]?.external_id, status: 'failed' }));
  await settle();
  const { data } = (await api('GET', `/messages/${sent.body.data.id}`)).body;
  expect(data).toMatchObject({ status: 'failed', error: { code: expect.anything() } });
});

test('log lines of refused callbacks are short, and contain no phone number', async () => {
  const lines: string[] = [];
  const { server } = await createTestServer({ log: { write: (line: string) => void lines.push(line) } });
  for (const method of ['GET', 'POST']) {
    const path = META_CALLBACKS.path(`${to}${'x'.repeat(5_000)}`);
    const answer = await fetch(`${server.origin}${path}`, { method, ...(method === 'POST' && { body: '{}' }) });
    expect(answer.status).toBe(403);
  }
  expect(lines.map((line) => JSON.parse(line).app)).toEqual([
    expect.stringMatching(/^\*{3}x+\.{3}$/),
    expect.stringMatching(/^\*{3}x+\.{3}$/),
  ]);
  expect(Math.max(...lines.map(({ length }) => length))).toBeLessThan(500);
});

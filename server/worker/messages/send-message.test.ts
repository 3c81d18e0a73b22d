import { describe, expect, test } from 'vitest';
import { hashOf } from '../../base/secrets.ts';
import { requireConnection } from '../../domain/connections/connection.ts';
import { acceptChecked } from '../../domain/messages/accept-message.ts';
import { runOne } from '../../store/rules.ts';
import { createTestServer, DATABASES, type TestServer } from '../../testing/server.ts';

const to = '905551112233';

/** Returns a server whose customer has written, with functions to send and to inspect. */
async function withOpenWindow(options: Parameters<typeof createTestServer>[0] = {}) {
  const server = await createTestServer({ ...options, config: { logLevel: 'silent', ...options.config } });
  await server.customerWrites('Hi');
  const send = async () =>
    String((await server.api('POST', '/messages', { body: { to, text: 'Hello' } })).body.data.id);
  const look = async (id: string) => (await server.api('GET', `/messages/${id}`)).body.data;
  return { ...server, send, look };
}

const tasks = async ({ server }: TestServer) =>
  (await server.app.store.read.outbox.dueAt(['send'], 0)).send.next ?? 'none';

test('the log reports once that a send failed, and that a response was lost', async () => {
  const lines: string[] = [];
  const { send, settle, mock } = await withOpenWindow({
    config: { logLevel: 'warn' },
    log: { write: (line) => void lines.push(line) },
  });
  const told = () => lines.splice(0).map((line) => JSON.parse(line));
  mock.faults.next({ outcome: 'reject', code: 131026 });
  const message = await send();
  await settle();
  expect(told()).toMatchObject([{ msg: 'a send failed', message, code: 131026 }]);
  mock.faults.next({ outcome: 'lost_reply' });
  const lost = await send();
  await settle();
  expect(told()).toMatchObject([{ msg: 'the response to a send was lost; waiting for its callback', message: lost }]);
});

describe.each(DATABASES)('sends on %s', (database) => {
  test('a process that cannot decrypt the token of a connection leaves its messages to a process that can', async () => {
    const { server, accountId, connections, send, look, settle, advance, mock } = await withOpenWindow({ database });
    const { app } = server;
    const line = connections.whatsapp ?? '';
    const token = (await app.store.read.connections.find(accountId, line))?.accessToken ?? '';
    const seal = (sealed: string) => app.store.transaction((tx) => tx.connections.setToken(accountId, line, sealed));
    await seal('sealed with another key');
    const id = await send();
    await settle();
    await seal(token);
    await advance(30);
    expect([(await look(id)).status, mock.sends().length]).toEqual(['read', 1]);
  });

  test('a send to an unavailable provider is retried after 30 s, 2 min and 5 min; then the message fails', async () => {
    const context = await withOpenWindow({ database });
    const { send, look, settle, advance, mock } = context;
    mock.faults.next({ outcome: 'unavailable', times: 99 });
    const left = () => mock.faults.list()[0]?.left;
    const id = await send();
    await settle();
    expect(left()).toBe(98);
    for (const [tries, seconds] of [30, 120, 300].entries()) {
      await advance(seconds - 1);
      expect([left(), (await look(id)).status]).toEqual([98 - tries, 'queued']);
      await advance(1);
      expect(left()).toBe(97 - tries);
    }
    expect(await look(id)).toMatchObject({ status: 'failed', error: { code: 2 } });
    await advance(86_400);
    expect([left(), mock.sends().length, await tasks(context)]).toEqual([95, 0, 'none']);
  });

  test('a send whose response was lost is not repeated, and the callback proves it', async () => {
    const { send, look, settle, advance, mock } = await withOpenWindow({ database });
    mock.faults.next({ outcome: 'lost_reply' });
    const id = await send();
    await settle();
    expect(await look(id)).toMatchObject({ status: 'read', external_id: mock.sends()[0]?.external_id, error: null });
    await advance(86_400);
    expect(mock.sends()).toHaveLength(1);
    expect((await look(id)).status).toBe('read');
  });

  test('a send without a response or a callback fails as unconfirmed after 15 minutes, and is not repeated', async () => {
    const { send, look, settle, advance, mock, receiver } = await withOpenWindow({ database });
    const hook = await receiver();
    mock.faults.next({ outcome: 'drop', times: 9 });
    mock.faults.next({ outcome: 'lost_reply' });
    const id = await send();
    await settle();
    await advance(899);
    expect((await look(id)).status).toBe('queued');
    await advance(1);
    expect(await look(id)).toMatchObject({ status: 'failed', error: { code: 'unconfirmed' } });
    expect(hook.received.map(({ event }) => event.data.message)).toMatchObject([
      { id, status: 'failed', error: { code: 'unconfirmed' } },
    ]);
    await advance(86_400);
    expect(mock.sends()).toHaveLength(1);
  });

  test.each([
    { died: 'while sending', hasLeft: true },
    { died: 'before anything left', hasLeft: false },
  ])('a process that died $died', async ({ hasLeft }) => {
    const { look, advance, settle, mock, server, clock, key } = await withOpenWindow({ database });
    const { app } = server;
    const caller = (await app.store.callers.find(hashOf(await key()))) ?? expect.unreachable();
    // As in a process that only accepts requests.
    app.store.dispatchTo({ offer: () => undefined, isFree: () => false, wake: () => {} });
    const { id } = await app.store.transaction(async (tx) => {
      const connection = requireConnection(await tx.connections.listActive(caller.account.id), 'whatsapp');
      const content = { type: 'text', text: 'x' };
      const message = { connection, recipient: to, type: 'text', text: 'x', content };
      const accepted = await runOne(tx, acceptChecked, { app, caller, accepted: message });
      // Another process leases it at the same instant, and dies.
      const until = (clock.now() + 120_000) * 1000;
      const tasks = await tx.outbox.lease('send', 'dead', clock.now() * 1000 + 999_999, until, 9);
      if (hasLeft) {
        await tx.outbox.begin(tasks.map((task) => ({ ...task, part: 0 })));
      }
      return accepted;
    });
    await settle();
    await advance(119);
    expect([(await look(id)).status, mock.sends().length]).toEqual(['queued', 0]);
    await advance(1 + 900);
    if (hasLeft) {
      expect(await look(id)).toMatchObject({ status: 'failed', error: { code: 'unconfirmed' } });
      expect(mock.sends()).toEqual([]);
    } else {
      expect(await look(id)).toMatchObject({ status: 'read', error: null });
      expect(mock.sends()).toHaveLength(1);
    }
  });
});

test('a send whose result could not be stored is not repeated', async () => {
  const context = await withOpenWindow();
  const { send, settle, advance, mock, server, look } = context;
  mock.faults.next({ outcome: 'drop', times: 9 });
  const { store } = server.app;
  const { batch } = store;
  let broken = 0;
  // The database fails during the transaction after the provider's response.
  store.batch = (rule, request, options) => {
    if (mock.sends().length === 1 && broken === 0) {
      broken += 1;
      return Promise.reject(new Error('the database is unavailable'));
    }
    return batch(rule, request, options);
  };
  const id = await send();
  await settle();
  expect([broken, mock.sends().length]).toEqual([1, 1]);
  await advance(86_400);
  expect(mock.sends()).toHaveLength(1);
  expect(await look(id)).toMatchObject({ status: 'failed', error: { code: 'unconfirmed' } });
});

test('a message that the provider refuses fails with the provider’s code', async () => {
  const { send, look, settle, advance, mock, receiver } = await withOpenWindow();
  const hook = await receiver();
  mock.faults.next({ outcome: 'reject', code: 131026 });
  const id = await send();
  await settle();
  expect(await look(id)).toMatchObject({ status: 'failed', external_id: null, error: { code: 131026 } });
  expect(hook.received.map(({ event }) => [event.data.message.status, event.data.message.error.code])).toEqual([
    ['failed', 131026],
  ]);
  await advance(86_400);
  expect(mock.sends()).toEqual([]);
});

test('a message that fails after it was accepted fails with the reported code', async () => {
  const { send, look, settle, mock } = await withOpenWindow();
  mock.faults.next({ outcome: 'fail', code: 131049 });
  const id = await send();
  await settle();
  expect(await look(id)).toMatchObject({
    status: 'failed',
    external_id: mock.sends()[0]?.external_id,
    error: { code: 131049 },
  });
});

test.each(['html', 'reset'] as const)(
  'a response without information (%s) is not followed by a second send',
  async (outcome) => {
    const { send, look, settle, advance, mock } = await withOpenWindow();
    mock.faults.next({ outcome });
    const id = await send();
    await settle();
    expect((await look(id)).status).toBe('queued');
    await advance(900);
    expect(await look(id)).toMatchObject({ status: 'failed', error: { code: 'unconfirmed' } });
    expect(mock.sends()).toEqual([]);
  },
);

test('a send that certainly never arrived is retried', async () => {
  const { send, look, settle, advance, mock, server, accountId } = await withOpenWindow();
  const { app } = server;
  const { whatsapp } = app.providers;
  const { createWhatsApp } = await import('../../providers/whatsapp/send.ts');
  const { createGraph } = await import('../../providers/meta/graph.ts');
  const { Agent } = await import('undici');
  const nowhere = { url: 'http://127.0.0.1:1', version: 'v25.0', clock: app.clock, dispatcher: new Agent() };
  app.providers.whatsapp = createWhatsApp(createGraph(nowhere));
  const id = await send();
  await settle();
  app.providers.whatsapp = whatsapp ?? expect.unreachable();
  expect([accountId > 0, (await look(id)).status]).toEqual([true, 'queued']);
  await advance(30);
  expect([(await look(id)).status, mock.sends().length]).toEqual(['read', 1]);
});

test('a test key sends nothing, skips the window and gets simulated events', async () => {
  const { api, testKey, settle, receiver, mock, server, accountId } = await createTestServer();
  const hook = await receiver();
  const sent = await api('POST', '/messages', { key: testKey, body: { to, text: 'Hello' } });
  expect([sent.status, sent.headers['x-service-mode']]).toEqual([202, 'test']);
  expect(sent.body.data).toEqual({ id: expect.stringMatching(/^msg_\d+$/), status: 'sent', test: true });
  await settle();
  expect(mock.sends()).toEqual([]);
  expect(
    hook.received.map(({ event }) => [event.event, event.data.message.status, event.test, event.data.message.test]),
  ).toEqual([
    ['message.status', 'sent', true, true],
    ['message.status', 'delivered', true, true],
    ['message.status', 'read', true, true],
  ]);
  const looked = await api('GET', `/messages/${sent.body.data.id}`, { key: testKey });
  expect(looked.body.data).toMatchObject({ status: 'read', test: true });
  const person = { accountId, connectionId: 'wa_1', channel: 'whatsapp', person: to } as const;
  expect(await server.app.store.read.conversations.find(person)).toBeUndefined();
  for (const [body, code] of [
    [{ to: 'ada', name: 'hello_world' }, 'RECIPIENT_INVALID'],
    [{ to, name: 'nothing' }, 'TEMPLATE_NOT_FOUND'],
    [{ to, name: 'pending_one' }, 'TEMPLATE_NOT_APPROVED'],
    [{ to, name: 'order_update', variables: [] }, 'TEMPLATE_VARIABLES_MISSING'],
  ]) {
    const refused = await api('POST', '/messages/template', { key: testKey, body });
    expect([refused.body.error.code, refused.headers['x-service-mode']]).toEqual([code, 'test']);
  }
  const live = await api('GET', '/me');
  expect(live.headers['x-service-mode']).toBeUndefined();
});

test('drain runs only due tasks, and stop waits for running tasks', async () => {
  const { api, server, mock, clock, receiver, callback, inboundCallback } = await createTestServer();
  await api('POST', '/messages/template', { body: { to, name: 'hello_world' } });
  await server.worker.drain();
  expect(mock.sends()).toHaveLength(1);
  await mock.whenIdle();
  await server.worker.drain();
  expect([server.worker.idle(), await server.worker.drain()]).toEqual([true, 0]);

  const hook = await receiver();
  hook.answers(null);
  await callback(inboundCallback({ id: 'wamid.1' }));
  await hook.arrived(1);
  let stopped = false;
  const stopping = server.worker.stop().then(() => {
    stopped = true;
  });
  await new Promise((resolve) => setImmediate(resolve));
  expect(stopped).toBe(false);
  clock.moveTo(clock.now() + 10_000);
  await stopping;
  expect(server.worker.idle()).toBe(true);
  await api('POST', '/messages/template', { body: { to, name: 'hello_world' } });
  expect(await server.worker.drain()).toBe(0);
  expect(mock.sends()).toHaveLength(1);
});

test('after five consecutive attempts that found the provider unavailable, new sends are refused for 30 seconds', async () => {
  const { mock, api, customerWrites, settle, advance, testKey } = await createTestServer();
  await customerWrites('Hello');
  const send = (text: string, key?: string) =>
    api('POST', '/messages', { body: { to: '905551112233', text }, ...(key !== undefined && { key }) });
  mock.faults.next({ outcome: 'unavailable', times: 5 });
  for (const text of ['1', '2', '3', '4']) {
    expect((await send(text)).status).toBe(202);
    await settle();
  }
  expect((await send('5')).status).toBe(202);
  await settle();
  const refused = await send('6');
  expect([refused.status, refused.body.error.code, refused.headers['retry-after']]).toEqual([
    503,
    'PROVIDER_UNAVAILABLE',
    '30',
  ]);
  expect((await send('a test key sends nothing to it', testKey)).status).toBe(202);
  await advance(29);
  expect((await send('7')).status).toBe(503);
  await advance(1);
  // Accepted messages are retried, and the first success allows new sends.
  expect(
    mock
      .sends()
      .map(({ payload }) => (payload as { text: { body: string } }).text.body)
      .sort(),
  ).toEqual(['1', '2', '3', '4', '5']);
  expect((await send('8')).status).toBe(202);
});

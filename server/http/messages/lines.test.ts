import { expect, test } from 'vitest';
import { createConnection } from '../../domain/connections/create-connection.ts';
import { createTestServer, DATABASES, type TestServer } from '../../testing/server.ts';
import { createVisitor } from '../../testing/web-chat.ts';

const to = '905551112233';
const DAY = 86_400;

/** Creates an account with two numbers; the default one is `wa_1`. */
async function withTwoLines(options: Parameters<typeof createTestServer>[0] = {}) {
  const server = await createTestServer(options);
  const { accountId, mock, business, api, settle } = server;
  const { app } = server.server;
  const [first] = await app.store.read.connections.list(accountId);
  const other = mock.addBusiness();
  const second = await app.store.transaction((tx) =>
    createConnection(app, tx, {
      accountId,
      channel: 'whatsapp',
      name: 'Second',
      providerAppId: first?.providerAppId ?? '',
      providerId: other.whatsapp.phone_number_id,
      accessToken: other.access_token,
    }),
  );
  const numbers: Record<string, string> = {
    wa_1: business.whatsapp.phone_number_id,
    [second]: other.whatsapp.phone_number_id,
  };
  return {
    ...server,
    second,
    /** The customer writes to a connection. */
    async writesTo(line: string, from = to) {
      await mock.receive({
        channel: 'whatsapp',
        business_id: numbers[line] ?? '',
        from: { id: from, name: 'Ada' },
        type: 'text',
        text: 'Hi',
      });
      await settle();
    },
    /** Sends, and returns the status with the code or with the connections that sent something since. */
    async sends(body: object, path = '/messages') {
      const before = mock.sends().length;
      const { status, body: answer } = await api('POST', path, { body: { to, ...body } });
      await settle();
      const lines = mock
        .sends()
        .slice(before)
        .map(({ business_id: id }) => lineOf(numbers, id));
      return answer.error ? [status, answer.error.code] : [status, ...lines];
    },
  };
}

const lineOf = (numbers: Record<string, string>, id: string) =>
  Object.keys(numbers).find((line) => numbers[line] === id);

const canSend = async ({ api }: Pick<TestServer, 'api'>): Promise<boolean> =>
  (await api('GET', `/contacts/${to}/window`)).body.data.can_send.session_message;

test.each(DATABASES)(
  'a send without connection_id uses the connection whose window is open, on %s',
  async (database) => {
    const server = await withTwoLines({ database });
    const { second, sends, writesTo, advance } = server;
    const text = { text: 'Hello' };
    expect([await canSend(server), await sends(text)]).toEqual([false, [409, 'WINDOW_NEVER_OPENED']]);

    await writesTo(second);
    expect([await canSend(server), await sends(text)]).toEqual([true, [202, second]]);
    await advance(60);
    await writesTo('wa_1');
    expect([await canSend(server), await sends(text)]).toEqual([true, [202, 'wa_1']]);

    await advance(DAY - 30);
    await writesTo(second);
    await advance(30);
    expect([await canSend(server), await sends(text)]).toEqual([true, [202, second]]);
    await advance(DAY);
    expect([await canSend(server), await sends(text)]).toEqual([false, [409, 'WINDOW_CLOSED']]);
  },
);

test('the error of a send with connection_id names the connection whose window is open', async () => {
  const { api, second, writesTo, sends } = await withTwoLines();
  await writesTo(second);
  const { body } = await api('POST', '/messages', { body: { to, text: 'Hello', connection_id: 'wa_1' } });
  expect(body.error).toMatchObject({
    code: 'WINDOW_NEVER_OPENED',
    message: `The recipient ${to} has never written to wa_1, but the window with ${second} is open.`,
    fix: `Send with the connection_id ${second}.`,
  });
  expect(await sends({ text: 'Hello', connection_id: second })).toEqual([202, second]);
});

test('of several open windows, other than the default one, the latest counts', async () => {
  const { server, accountId, second, writesTo, sends, advance } = await withTwoLines();
  const { app } = server;
  const [first] = await app.store.read.connections.list(accountId);
  await app.store.transaction((tx) =>
    // It is the oldest, so it is the default.
    tx.connections.insert({ ...(first ?? expect.unreachable()), id: 'wa_99', providerId: '99' }, 1),
  );
  await writesTo('wa_1');
  await advance(1);
  await writesTo(second);
  expect(await sends({ text: 'Hello' })).toEqual([202, second]);
  await advance(1);
  await writesTo('wa_1');
  expect(await sends({ text: 'Hello' })).toEqual([202, 'wa_1']);
});

test('an inactive connection with an open window is not used', async () => {
  const server = await withTwoLines();
  const { app } = server.server;
  await server.writesTo(server.second);
  await app.store.transaction((tx) => tx.connections.setActive(server.accountId, server.second, false));
  expect([await canSend(server), await server.sends({ text: 'Hello' })]).toEqual([false, [409, 'WINDOW_NEVER_OPENED']]);
});

test('a template without connection_id uses the default connection, since it needs no window', async () => {
  const { second, writesTo, sends } = await withTwoLines();
  await writesTo(second);
  expect(await sends({ name: 'hello_world' }, '/messages/template')).toEqual([202, 'wa_1']);
});

test('concurrent sends to people of different connections each use the right one', async () => {
  const { api, second, writesTo, settle, mock } = await withTwoLines();
  const people = Array.from({ length: 6 }, (_, index) => `90555111220${index}`);
  for (const [index, person] of people.entries()) {
    await writesTo(index % 2 === 0 ? second : 'wa_1', person);
  }
  const answers = await Promise.all(
    people.map((person) => api('POST', '/messages', { body: { to: person, text: 'Hello' } })),
  );
  await settle();
  expect(answers.map(({ status }) => status)).toEqual(people.map(() => 202));
  expect(new Set(mock.sends().map(({ business_id }) => business_id)).size).toBe(2);
});

test('a flow test uses the connection whose window is open', async () => {
  const { api, second, writesTo, sends } = await withTwoLines();
  const steps = [{ delay: '0', text: 'Hello' }];
  const flow = { name: 'A', template: 'promo_spring', button: 'Tell me more', steps };
  const { id } = (await api('POST', '/flows', { body: flow })).body.data;
  expect(await sends({}, `/flows/${id}/test`)).toEqual([422, 'FLOW_NOT_TESTABLE']);
  await writesTo(second);
  expect(await sends({}, `/flows/${id}/test`)).toEqual([200, second]);
});

test('an answer goes through the connection of the message that it quotes, while its window is open', async () => {
  const { second, writesTo, sends, api, advance } = await withTwoLines();
  await writesTo('wa_1');
  await writesTo(second);
  const { messages } = (await api('GET', `/conversations/${to}/messages`)).body.data;
  const idOn = (line: string) =>
    messages.find((one: { connection_id: string }) => one.connection_id === line).external_id as string;
  const quoting = (line: string) => ({ text: 'Hello', reply_to: idOn(line) });
  expect(await sends(quoting(second))).toEqual([202, second]);
  expect(await sends(quoting('wa_1'))).toEqual([202, 'wa_1']);
  expect(await sends({ ...quoting(second), connection_id: 'wa_1' })).toEqual([202, 'wa_1']);
  await advance(DAY - 30);
  await writesTo('wa_1');
  await advance(60);
  expect(await sends(quoting(second))).toEqual([202, 'wa_1']);
});

test('a file goes through the connection that uploaded it, if the request names none', async () => {
  const { api, second, writesTo, sends } = await withTwoLines();
  const form = new FormData();
  form.set('file', new Blob([Buffer.from('%PDF-1.7\n')], { type: 'application/pdf' }), 'a.pdf');
  form.set('connection_id', second);
  const { id } = (await api('POST', '/media', { body: form })).body.data;
  const file = { type: 'document', media: { id } };
  await writesTo('wa_1');
  const closed = await api('POST', '/messages', { body: { to, ...file } });
  expect(closed.body.error).toMatchObject({
    code: 'WINDOW_NEVER_OPENED',
    message: expect.stringContaining('wa_1 is open'),
  });
  await writesTo(second);
  expect(await sends(file)).toEqual([202, second]);
  expect(await sends({ ...file, connection_id: 'wa_1' })).toEqual([422, 'VALIDATION_FAILED']);
});

test('a message to a visitor goes through the web chat that the visitor uses', async () => {
  const server = await createTestServer();
  const { app } = server.server;
  const second = await app.store.transaction((tx) =>
    createConnection(app, tx, { accountId: server.accountId, channel: 'web', name: 'Shop' }),
  );
  const visitor = await createVisitor(server, second);
  await visitor.write('Hi');
  const body = { channel: 'web', to: visitor.id, text: 'Hello' };
  expect((await server.api('POST', '/messages', { body })).status).toBe(202);
  await server.settle();
  expect(await visitor.texts()).toEqual(['Hi', 'Hello']);
});

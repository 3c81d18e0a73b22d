import { describe, expect, onTestFinished, test } from 'vitest';
import { startServer } from '../../process/start.ts';
import { type ApiAnswer, callApi, createTestServer, DATABASES } from '../../testing/server.ts';

const to = '905551112233';
const body = { to, text: 'Hello' };
const headers = { 'idempotency-key': 'order-4711' };

const link = `/messages/template?to=${to}&name=hello_world`;

/** Expects that one of several identical concurrent requests ran, and that all others got its response. */
function expectOneAnswer(answers: readonly ApiAnswer[]): void {
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 202));
  const [first, ...others] = answers.filter((answer) => answer.headers['idempotent-replayed'] === undefined);
  expect(others).toEqual([]);
  const replays = answers.filter((answer) => answer.headers['idempotent-replayed'] === 'true');
  expect(replays).toHaveLength(answers.length - 1);
  for (const { body, headers: replayed } of replays) {
    expect(body).toEqual(first?.body);
    expect([replayed['x-request-id'], body.request_id]).toEqual([
      first?.body.request_id,
      first?.headers['x-request-id'],
    ]);
  }
}

describe.each(DATABASES)('an Idempotency-Key on %s', (database) => {
  test.each([
    ['POST', '/messages', { body, headers }],
    ['POST', '/messages/template', { body: { to, name: 'hello_world' }, headers }],
    ['GET', `${link}&idempotency_key=order-4711`, {}],
    ['GET', link, {}],
  ])(
    'fifty identical concurrent requests create one message; the others get the first response: %s %s',
    async (method, path, call) => {
      const { api, customerWrites, settle, mock } = await createTestServer({ database });
      await customerWrites('Hi');
      expectOneAnswer(await Promise.all(Array.from({ length: 50 }, () => api(method, path, call))));
      await settle();
      expect(mock.sends()).toHaveLength(1);
    },
  );

  test('twenty different concurrent requests with one key create one message and nineteen conflicts', async () => {
    const { api, customerWrites, settle, mock } = await createTestServer({ database });
    await customerWrites('Hi');
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, at) => api('POST', '/messages', { body: { to, text: `Hello ${at}` }, headers })),
    );
    expect(answers.filter(({ status }) => status === 202)).toHaveLength(1);
    expect(answers.filter((answer) => answer.body.error?.code === 'IDEMPOTENCY_CONFLICT')).toHaveLength(19);
    await settle();
    expect(mock.sends()).toHaveLength(1);
  });
});

test('a failed first try leaves the key free, even for another body', async () => {
  const { api, customerWrites } = await createTestServer();
  expect((await api('POST', '/messages', { body, headers })).status).toBe(409);
  await customerWrites('Hi');
  const second = await api('POST', '/messages', { body: { to, text: 'Another' }, headers });
  expect([second.status, second.headers['idempotent-replayed']]).toEqual([202, undefined]);
});

test('is stored for 24 hours, and no longer', async () => {
  const { api, advance, settle, mock } = await createTestServer();
  const send = () => api('POST', '/messages/template', { body: { to, name: 'hello_world' }, headers });
  const first = await send();
  await advance(86_399);
  const replay = await send();
  expect(replay.body).toEqual(first.body);
  expect(replay.headers['idempotent-replayed']).toBe('true');
  await advance(2);
  const second = await send();
  expect(second.headers['idempotent-replayed']).toBeUndefined();
  expect(second.body.data.id).not.toBe(first.body.data.id);
  await settle();
  expect(mock.sends()).toHaveLength(2);
});

test('the first response is repeated even if the message has advanced and the window has closed', async () => {
  const { api, customerWrites, settle, advance } = await createTestServer();
  await customerWrites('Hi');
  await advance(7200);
  const first = await api('POST', '/messages', { body, headers });
  await settle();
  await advance(86_399);
  const replay = await api('POST', '/messages', { body, headers });
  expect([replay.status, replay.body]).toEqual([202, first.body]);
});

test('a body with another meaning is a conflict, but a different order of its keys is not', async () => {
  const { api, customerWrites } = await createTestServer();
  await customerWrites('Hi');
  const send = (raw: string) => api('POST', '/messages', { raw, headers });
  const first = await send(`{"to":"${to}","text":"Hello"}`);
  for (const raw of [`{ "text": "Hello", "to": "${to}" }`, `{"to":"${to}","text":"Hell\\u006f","type":"text"}`]) {
    expect((await send(raw)).body).toEqual(first.body);
  }
  for (const raw of [`{"to":"${to}","text":"Hello "}`, `{"to":"0555 111 22 33","text":"Hello"}`]) {
    const conflict = await send(raw);
    expect([conflict.status, conflict.body.error.code]).toEqual([409, 'IDEMPOTENCY_CONFLICT']);
  }
});

test('belongs to one API key and one operation', async () => {
  const { api, customerWrites, key, anotherAccount, settle, mock } = await createTestServer();
  await customerWrites('Hi');
  const template = { to, name: 'hello_world' };
  const other = await anotherAccount({});
  const answers = [
    await api('POST', '/messages', { body, headers }),
    await api('POST', '/messages', { body, headers, key: await key() }),
    await api('POST', '/messages/template', { body: template, headers }),
    await api('POST', '/messages/template', { body: template, headers, key: other.liveKey }),
  ];
  expect(answers.map(({ status }) => status)).toEqual([202, 202, 202, 202]);
  expect(answers.map((answer) => answer.headers['idempotent-replayed'])).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
  await settle();
  expect(mock.sends()).toHaveLength(4);
});

test('accepts up to 255 characters, and refuses an empty text', async () => {
  const { api, customerWrites } = await createTestServer();
  await customerWrites('Hi');
  const send = (key: string) => api('POST', '/messages', { body, headers: { 'idempotency-key': key } });
  expect((await send('k'.repeat(255))).status).toBe(202);
  expect((await send('k'.repeat(256))).body.error.code).toBe('VALIDATION_FAILED');
  expect((await send('')).body.error.code).toBe('VALIDATION_FAILED');
});

test('without a key each request is a separate message', async () => {
  const { api, customerWrites, settle, mock } = await createTestServer();
  await customerWrites('Hi');
  await Promise.all([1, 2, 3].map(() => api('POST', '/messages', { body })));
  await settle();
  expect(mock.sends()).toHaveLength(3);
});

test('a test key replays as a test key', async () => {
  const { api, testKey } = await createTestServer();
  const send = () => api('POST', '/messages', { body, headers, key: testKey });
  const first = await send();
  const replay = await send();
  expect(replay.body).toEqual(first.body);
  expect(replay.headers).toMatchObject({ 'idempotent-replayed': 'true', 'x-service-mode': 'test' });
});

test('identical requests to two servers on one PostgreSQL create one message', async () => {
  const { server, clock, baseUrl, liveKey, settle, mock } = await createTestServer({ database: 'postgres' });
  const second = await startServer({ ...server.app.config, port: 0, role: 'api' }, { clock });
  onTestFinished(() => second.stop());
  const bases = [baseUrl, `${second.origin}/api/v1`];
  const everywhere = (path: string) =>
    Promise.all(Array.from({ length: 40 }, (_, at) => callApi(bases[at % 2] ?? '', 'GET', path, { key: liveKey })));
  expectOneAnswer(await everywhere(link));
  clock.moveTo(clock.now() + 1000);
  expectOneAnswer(await everywhere(`${link}&idempotency_key=order-4711`));
  await settle();
  expect(mock.sends()).toHaveLength(2);
});

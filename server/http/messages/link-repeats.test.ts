import { expect, test } from 'vitest';
import { recordTemplateChange } from '../../domain/templates/record-template.ts';
import { createTestServer } from '../../testing/server.ts';

const to = '905551112233';
const headers = { 'idempotency-key': 'order-4711' };
const link = `/messages/template?to=${to}&name=hello_world`;

test('a link is not sent again within 60 seconds, but is sent again after that', async () => {
  const { api, advance, settle, mock } = await createTestServer();
  const first = await api('GET', link);
  for (const seconds of [0, 1, 58, 1]) {
    await advance(seconds);
    const replay = await api('GET', link);
    expect([replay.status, replay.body, replay.headers['idempotent-replayed']]).toEqual([202, first.body, 'true']);
  }
  await advance(1); // the 61st second
  const second = await api('GET', link);
  expect(second.headers['idempotent-replayed']).toBeUndefined();
  expect(second.body.data.id).not.toBe(first.body.data.id);
  await settle();
  expect(mock.sends()).toHaveLength(2);
});

test('a link with a key is stored for 24 hours, and no longer', async () => {
  const { api, advance, settle, mock } = await createTestServer();
  const keyed = `${link}&idempotency_key=order-4711`;
  const first = await api('GET', keyed);
  for (const seconds of [61, 86_400 - 61]) {
    await advance(seconds);
    expect((await api('GET', keyed)).body).toEqual(first.body);
  }
  await advance(1);
  expect((await api('GET', keyed)).headers['idempotent-replayed']).toBeUndefined();
  await settle();
  expect(mock.sends()).toHaveLength(2);
});

test('a link is the same in any order, with either alias, and with its key in any place', async () => {
  const { api, liveKey, settle, mock } = await createTestServer();
  const named = `to=${to}&name=welcome_named&vars[first_name]=Ada+L`;
  const first = await api('GET', `/messages/template?${named}`);
  for (const path of [
    `/messages/template?vars%5Bfirst_name%5D=Ada%20L&name=welcome_named&to=${to}`,
    `/messages/template?phone=${to}&template=welcome_named&vars[first_name]=Ada+L`,
    `/messages/template?phone=${to}&${named}`,
    `/messages/template?api_key=${liveKey}&${named}`,
    `/messages/template/${liveKey}?${named}`,
  ]) {
    expect([path, (await api('GET', path)).body]).toEqual([path, first.body]);
  }
  await settle();
  expect(mock.sends()).toHaveLength(1);
});

test('a link with other content is a different link', async () => {
  const { api, key, anotherAccount, testKey, settle, mock } = await createTestServer();
  const other = await anotherAccount();
  const named = `/messages/template?to=${to}&name=welcome_named&vars[first_name]=`;
  const answers = [
    await api('GET', link),
    await api('GET', `${link}&language=en_US`),
    await api('GET', `${link}&connection_id=wa_1`),
    await api('GET', `${link}&idempotency_key=a`),
    await api('GET', `${link}&idempotency_key=b`),
    await api('GET', link.replace(to, '905551112234')),
    await api('GET', `${named}Ada`),
    await api('GET', `${named}Bea`),
    await api('GET', link, { key: await key() }),
    await api('GET', link, { key: other.liveKey }),
    await api('GET', link, { key: testKey }),
    await api('POST', '/messages/template', { body: { to, name: 'hello_world' } }),
    await api('POST', '/messages/template', {
      body: { to, name: 'hello_world' },
      headers: { 'idempotency-key': 'a' },
    }),
  ];
  const ids = answers.map(({ status, body: answer, headers: given }) => {
    expect([status, given['idempotent-replayed']]).toEqual([202, undefined]);
    return answer.data.id;
  });
  expect(new Set(ids).size).toBe(13);
  await settle();
  expect(mock.sends()).toHaveLength(12); // a test key sends nothing
});

test('a link with the key of another link is a conflict that names the key', async () => {
  const { api, settle, mock } = await createTestServer();
  const keyed = `${link}&idempotency_key=order-4711`;
  expect((await api('GET', keyed)).status).toBe(202);
  const { status, body: conflict } = await api('GET', `${keyed}&language=en_US`);
  expect([status, conflict.error.code, conflict.error.param]).toEqual([409, 'IDEMPOTENCY_CONFLICT', 'idempotency_key']);
  await settle();
  expect(mock.sends()).toHaveLength(1);
});

test('a link accepts the header as the same key', async () => {
  const { api, advance } = await createTestServer();
  const first = await api('GET', link, { headers });
  await advance(3600);
  const replays = [
    await api('GET', link, { headers }),
    await api('GET', `${link}&idempotency_key=order-4711`),
    await api('GET', `${link}&idempotency_key=order-4711`, { headers }),
  ];
  expect(replays.map((replay) => replay.body)).toEqual([first.body, first.body, first.body]);
  const clash = await api('GET', `${link}&idempotency_key=another`, { headers });
  expect([clash.status, clash.body.error.param]).toEqual([422, 'idempotency_key']);
  expect((await api('GET', link, { headers: { 'idempotency-key': 'k'.repeat(256) } })).status).toBe(422);
});

test('a link that failed can be retried immediately', async () => {
  const { api, accountId, server } = await createTestServer();
  const pending = `/messages/template?to=${to}&name=pending_one`;
  for (const path of [pending, `${pending}&idempotency_key=order-4711`]) {
    expect((await api('GET', path)).body.error.code).toBe('TEMPLATE_NOT_APPROVED');
  }
  const { app } = server;
  await app.store.transaction((tx) =>
    recordTemplateChange(app, tx, accountId, {
      name: 'pending_one',
      language: 'en_US',
      status: 'APPROVED',
      rejectionReason: null,
    }),
  );
  for (const path of [pending, `${pending}&idempotency_key=order-4711`]) {
    const answer = await api('GET', path);
    expect([answer.status, answer.headers['idempotent-replayed']]).toEqual([202, undefined]);
  }
});

test('a link of a test key is replayed in test mode', async () => {
  const { api, testKey } = await createTestServer();
  const path = `/messages/template/${testKey}?to=${to}&name=hello_world`;
  const first = await api('GET', path, { key: null });
  const replay = await api('GET', path, { key: null });
  expect(replay.body).toEqual(first.body);
  expect(replay.headers).toMatchObject({ 'idempotent-replayed': 'true', 'x-service-mode': 'test' });
});

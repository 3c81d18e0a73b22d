import { expect, test } from 'vitest';
import { checkConnection } from '../../domain/connections/check-connection.ts';
import { createFileHost } from '../../testing/files.ts';
import { createTestServer, type TestServer } from '../../testing/server.ts';

const to = '905551112233';

async function sendAndLookUp(server: TestServer): Promise<Record<string, unknown>> {
  const sent = await server.api('POST', '/messages', { body: { to, text: 'Hello' } });
  await server.settle();
  return (await server.api('GET', `/messages/${sent.body.data.id}`)).body.data;
}

/** Codes that Meta reports in a `failed` status, after it has accepted the message. */
const LATE = [
  130403, 130429, 130472, 130497, 131000, 131016, 131021, 131026, 131042, 131047, 131048, 131049, 131050, 131053,
  131056, 131064,
];

test.each(LATE)(
  'a send that is reported as failed with %i is failed, with that code, and not repeated',
  async (code) => {
    const server = await createTestServer();
    const hook = await server.receiver();
    await server.customerWrites('Hello');
    server.mock.faults.next({ applies_to: 'send', outcome: 'fail', code });
    const message = await sendAndLookUp(server);
    expect(message).toMatchObject({ status: 'failed', error: { code, title: expect.any(String) } });
    expect(hook.received.at(-1)?.event.data.message).toMatchObject({
      status: 'failed',
      error: { code, provider_message: expect.any(String) },
    });
    await server.advance(7200);
    expect(server.mock.sends()).toHaveLength(1);
  },
);

test('after a rate limit of the provider a send is retried after 1, 4, 16, 64, 256 and 1,024 seconds', async () => {
  const server = await createTestServer();
  await server.customerWrites('Hello');
  server.mock.faults.next({ applies_to: 'send', outcome: 'reject', code: 131056, times: 6 });
  const { id } = await sendAndLookUp(server);
  const status = async () => (await server.api('GET', `/messages/${id}`)).body.data.status;
  for (const wait of [1, 4, 16, 64, 256]) {
    await server.advance(wait);
    expect(await status()).toBe('queued');
  }
  await server.advance(1023);
  expect(await status()).toBe('queued');
  await server.advance(1);
  expect(await status()).toBe('read');
  expect(server.mock.sends()).toHaveLength(1);
});

test('a closed window at the provider is reported with its code', async () => {
  const server = await createTestServer({ mock: { windows: 'sync' } });
  await server.customerWrites('Hello');
  server.mock.faults.next({ applies_to: 'send', outcome: 'reject', code: 131047 });
  expect(await sendAndLookUp(server)).toMatchObject({ status: 'failed', error: { code: 131047 } });
});

test('templates have the format that the provider checks: positional, named, header sample and URL button', async () => {
  const server = await createTestServer();
  const send = async (body: object) => {
    const sent = await server.api('POST', '/messages/template', { body: { to, ...body } });
    await server.settle();
    return (await server.api('GET', `/messages/${sent.body.data.id}`)).body.data.status;
  };
  expect(await send({ name: 'order_update', variables: ['Ada', '4711'], buttons: [{ index: 0, text: '4711' }] })).toBe(
    'read',
  );
  expect(await send({ name: 'welcome_named', variables: { first_name: 'Ada' } })).toBe('read');
  expect(await send({ name: 'promo_spring' })).toBe('read');
  expect(await send({ name: 'promo_spring', header: { url: `${(await createFileHost()).url}/spring.jpg` } })).toBe(
    'read',
  );
  expect(await send({ name: 'multi_lang', language: 'tr' })).toBe('read');
  expect(server.mock.sends().map(({ type }) => type)).toEqual(Array(5).fill('template'));
});

test('a template that is rejected, approved or paused at the provider changes here and is reported', async () => {
  const server = await createTestServer();
  const hook = await server.receiver();
  const { waba_id } = server.business.whatsapp;
  const pending = server.mock.templates(waba_id).find(({ name }) => name === 'pending_one');
  for (const status of ['APPROVED', 'PAUSED', 'APPROVED', 'REJECTED']) {
    server.mock.setTemplate(waba_id, {
      ...pending,
      status,
      ...(status === 'REJECTED' && { rejected_reason: 'INVALID_FORMAT' }),
    });
    await server.settle();
  }
  const told = hook.received.map(({ event }) => [event.event, event.data.template.name, event.data.template.status]);
  expect(told).toEqual(
    ['APPROVED', 'REJECTED', 'APPROVED', 'REJECTED'].map((status) => ['template.status', 'pending_one', status]),
  );
  expect(hook.received.at(-1)?.event.data.template.rejection_reason).toEqual(expect.any(String));
  expect((await server.api('POST', '/messages/template', { body: { to, name: 'pending_one' } })).body.error.code).toBe(
    'TEMPLATE_NOT_APPROVED',
  );
});

test('a template that is new at the provider is added when its status arrives', async () => {
  const server = await createTestServer();
  const { waba_id } = server.business.whatsapp;
  const template = {
    name: 'brand_new',
    language: 'en_US',
    category: 'UTILITY',
    components: [{ type: 'BODY', text: 'Hello' }],
  };
  server.mock.setTemplate(waba_id, { ...template, status: 'PENDING' });
  server.mock.setTemplate(waba_id, { ...template, status: 'APPROVED' });
  await server.settle();
  expect((await server.api('POST', '/messages/template', { body: { to, name: 'brand_new' } })).status).toBe(202);
});

test('a file is uploaded once and can be fetched again by the ID that the provider returns', async () => {
  const server = await createTestServer();
  const { app } = server.server;
  const connection = await app.store.read.connections.find(server.accountId, server.connections.whatsapp ?? '');
  const upload = app.providers.whatsapp?.upload;
  if (!connection || !upload) {
    throw new Error('there is no WhatsApp connection');
  }
  const bytes = new Uint8Array([0xff, 0xd8, 0xff, 0xe0, ...Array(100).fill(7)]);
  const outcome = await upload(connection, server.business.access_token, {
    file: new Blob([bytes]),
    mimeType: 'image/jpeg',
    filename: 'shoe.jpg',
  });
  expect(outcome).toEqual({ kind: 'uploaded', id: expect.stringMatching(/^\d+$/) });
  const id = outcome.kind === 'uploaded' ? outcome.id : '';
  const headers = { authorization: `Bearer ${server.business.access_token}` };
  const media = (await (await fetch(`${app.config.graphUrl}/v25.0/${id}`, { headers })).json()) as {
    url: string;
    mime_type: string;
  };
  expect(media.mime_type).toBe('image/jpeg');
  expect(new Uint8Array(await (await fetch(media.url, { headers })).arrayBuffer())).toEqual(bytes);
});

test('checking a connection reports which parts work, and which do not, with a fix', async () => {
  const server = await createTestServer();
  const { app } = server.server;
  for (const id of Object.values(server.connections)) {
    const connection = await app.store.read.connections.find(server.accountId, id);
    expect(connection && (await checkConnection(app, connection)).every(({ ok }) => ok), id).toBe(true);
  }
  const line = await app.store.read.connections.find(server.accountId, server.connections.whatsapp ?? '');
  if (!line) {
    throw new Error('there is no WhatsApp connection');
  }
  const findings = async (changes: Partial<typeof line>) =>
    (await checkConnection(app, { ...line, ...changes })).map(({ ok, fix }) => [ok, fix]);
  expect(await findings({ providerId: '1' })).toEqual([[false, expect.stringContaining('phone number ID')]]);
  expect(await findings({ accessToken: app.vault.seal('EAAwrong') })).toEqual([
    [false, expect.stringContaining('token')],
  ]);
  expect(await findings({ wabaId: '1' })).toEqual([
    [true, undefined],
    [false, expect.stringContaining('account ID')],
  ]);
  const unsubscribe = `${app.config.graphUrl}/v25.0/${line.wabaId}/subscribed_apps`;
  await fetch(unsubscribe, { method: 'DELETE', headers: { authorization: `Bearer ${server.business.access_token}` } });
  expect(await findings({})).toEqual([
    [true, undefined],
    [true, undefined],
    [false, expect.stringContaining('subscribe')],
  ]);
});

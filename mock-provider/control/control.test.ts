import { expect, test } from 'vitest';
import { createTestMock, TRANSPORTS } from '../testing/mock.ts';

const NUMBER = '106540352242922';
const hello = { type: 'text', text: { body: 'hello' } };

test.each(TRANSPORTS)('offers the TypeScript API over HTTP %s', async (transport) => {
  const { mock, app, call, send } = await createTestMock({}, transport);
  const control = async (method: string, path: string, body?: unknown) =>
    (await call(method, `/_mock/${path}`, { token: null, body })).body;
  expect(await control('GET', 'credentials')).toEqual(mock.credentials);
  const received = await control('POST', 'receive', {
    channel: 'whatsapp',
    business_id: NUMBER,
    from: { id: '905551112233', name: 'Ayla' },
    type: 'image',
    media: { mime_type: 'image/png', bytes: 'cGl4ZWxz' },
  });
  expect(received).toEqual({ external_id: expect.stringMatching(/^wamid\./) });
  expect(app.value(0).messages[0].image.mime_type).toBe('image/png');
  await control('POST', 'faults', { applies_to: 'send', outcome: 'reject', code: 131031 });
  expect((await control('GET', 'faults')).faults).toMatchObject([{ code: 131031, left: 1 }]);
  expect((await send(hello)).body.error.code).toBe(131031);
  await send(hello);
  expect(await control('POST', 'settle')).toEqual({ idle: true });
  expect(await control('GET', 'idle')).toEqual({ idle: true });
  expect((await control('GET', `sends?business_id=${NUMBER}`)).sends).toMatchObject([
    { to: '905551112233', type: 'text' },
  ]);
  expect((await control('GET', 'sends?business_id=1')).sends).toEqual([]);
  expect((await control('GET', 'callbacks')).callbacks).toHaveLength(4);
  const business = await control('POST', 'businesses');
  expect(business.whatsapp.phone_number_id).not.toBe(NUMBER);
  expect(await control('POST', 'numbers', { business, name: 'Second' })).toMatchObject({
    waba_id: business.whatsapp.waba_id,
  });
  expect(
    await control('POST', 'templates', {
      waba_id: business.whatsapp.waba_id,
      name: 'pending_one',
      language: 'en_US',
      status: 'APPROVED',
    }),
  ).toMatchObject({ status: 'APPROVED' });
  expect((await control('GET', `templates?waba_id=${business.whatsapp.waba_id}`)).templates).toHaveLength(8);
  expect(await control('PUT', 'callback-url', { url: 'https://other.example/' })).toEqual({
    url: 'https://other.example/',
  });
  await control('POST', 'reset');
  expect(mock.sends()).toEqual([]);
  expect(mock.state()).toMatchObject({ callback_url: 'https://other.example/', businesses: [{}] });
});

test('explains invalid requests', async () => {
  const { call } = await createTestMock();
  const unknown = await call('POST', '/_mock/nonsense', { body: {} });
  expect(unknown.status).toBe(404);
  expect(unknown.body.routes).toContain('POST receive');
  const wrong = await call('POST', '/_mock/receive', {
    body: { channel: 'whatsapp', business_id: '1', from: { id: '2' }, type: 'text' },
  });
  expect([wrong.status, wrong.body]).toEqual([400, { error: 'No whatsapp business with id 1' }]);
  const broken = await call('POST', '/_mock/faults', { init: { body: '{' } });
  expect(broken.status).toBe(400);
  expect((await call('POST', '/_mock/faults', { body: {} })).body).toEqual({
    error: expect.stringMatching(/^A fault's outcome must be one of reject, unavailable/),
  });
});

test("signs and posts the caller's entries", async () => {
  const { mock, app } = await createTestMock();
  await mock.postCallback({
    channel: 'whatsapp',
    business_id: NUMBER,
    entries: [
      { id: '1', changes: [] },
      { id: '2', nonsense: true },
    ],
  });
  expect(app.received[0]?.body).toEqual({
    object: 'whatsapp_business_account',
    entry: [
      { id: '1', changes: [] },
      { id: '2', nonsense: true },
    ],
  });
  expect(app.received[0]?.headers['x-hub-signature-256']).toMatch(/^sha256=[0-9a-f]{64}$/);
});

test('serves a page at the root that loads only its own files, by hashed names', async () => {
  const { call } = await createTestMock({}, 'over HTTP');
  const page = await call('GET', '/', { token: null });
  expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
  const policy = page.headers.get('content-security-policy');
  const nonce = /property="csp-nonce" content="([^"]+)"/.exec(page.body.source)?.[1];
  expect(policy).toContain("default-src 'none'; script-src 'self'");
  expect(policy).toContain(`'nonce-${nonce}'`);
  expect(page.headers.get('cache-control')).toBe('no-store');
  const [script] = /assets\/mock-[\w-]+\.js/.exec(page.body.source) ?? [];
  const file = await call('GET', `/_mock/${script}`, { token: null });
  expect([file.status, file.headers.get('cache-control')]).toEqual([200, 'public, max-age=31536000, immutable']);
  expect((await call('GET', '/_mock/assets/..%2fmock.html', { token: null })).status).toBe(404);
});

test('returns the data of the page in slices, and no body for what did not change', async () => {
  const { call, mock, send } = await createTestMock({}, 'over HTTP');
  const get = async (path: string) => (await call('GET', `/_mock/${path}`, { token: null })).body;
  const from = { id: FROM.id, name: 'Ayla', username: 'ayla' };
  const first = await mock.receive({ channel: 'whatsapp', business_id: NUMBER, from, type: 'text', text: 'hi' });
  await mock.receive({ ...MESSAGE, channel: 'whatsapp', from: { id: '905551112244', name: 'Can' }, text: 'hello' });
  await send(hello);
  await mock.whenIdle();
  const people = await get('lab/people?limit=1');
  expect(people).toMatchObject({
    total: 2,
    offset: 0,
    rows: [{ name: 'Ayla', username: 'ayla', written: 1, unread: 1 }],
  });
  expect((await get('lab/people?search=905551112244')).rows).toMatchObject([{ name: 'Can', unread: 0 }]);
  const path = `lab/messages?business_id=${NUMBER}&id=${FROM.id}`;
  expect(await get(path)).toMatchObject({
    person: { name: 'Ayla' },
    total: 2,
    rows: [
      { from: 'person', text: 'hi' },
      { from: 'business', text: 'hello', status: 'read' },
    ],
  });
  const edit = { ...MESSAGE, channel: 'whatsapp', from, type: 'edit', target: first.external_id, text: 'hey' } as const;
  const before = await call('GET', `/_mock/${path}`, { token: null });
  const etag = before.headers.get('etag') ?? '';
  const again = () => call('GET', `/_mock/${path}`, { token: null, init: { headers: { 'if-none-match': etag } } });
  expect((await again()).status).toBe(304);
  await mock.receive(edit);
  const changed = await again();
  expect([changed.status, changed.body.rows[0]]).toEqual([200, expect.objectContaining({ text: 'hey', edited: true })]);
  expect(await get('lab/sends')).toMatchObject({ total: 1, rows: [{ to: FROM.id }] });
  const { total, rows } = await get('lab/callbacks?limit=2&offset=1');
  expect([total, rows.length, rows[0].id]).toEqual([mock.callbacks().length, 2, mock.callbacks().length - 2]);
  const repeated = await call('POST', '/_mock/callbacks/repeat', { token: null, body: { id: rows[0].id } });
  expect(repeated.body).toEqual({ status_code: 200 });
  expect(mock.callbacks().at(-1)?.body).toEqual(rows[0].body);
  const gone = await call('POST', '/_mock/callbacks/repeat', { token: null, body: { id: 999 } });
  expect([gone.status, gone.body.error]).toEqual([400, 'No callback with id 999']);
});

test("reports whether the app is subscribed, and a token's permissions", async () => {
  const { call, mock, app } = await createTestMock();
  const path = '/v25.0/102290129340398/subscribed_apps';
  expect((await call('GET', path)).body.data[0].whatsapp_business_api_data.name).toBe('Mock app');
  expect((await call('GET', '/v25.0/113846158011745/subscribed_apps')).body.data[0].subscribed_fields).toContain(
    'message_echoes',
  );
  await call('DELETE', path);
  expect((await call('GET', path)).body).toEqual({ data: [] });
  await mock.receive({
    channel: 'whatsapp',
    business_id: NUMBER,
    from: { id: '905551112233' },
    type: 'text',
    text: 'hi',
  });
  expect(app.received).toEqual([]);
  const { access_token } = mock.credentials;
  expect((await call('GET', `/debug_token?input_token=${access_token}`)).body.data).toMatchObject({ is_valid: true });
  expect((await call('GET', '/debug_token?input_token=nonsense')).body.data).toMatchObject({
    is_valid: false,
    error: { code: 190 },
  });
});

const FROM = { id: '905551112233' };
const MESSAGE = { channel: 'whatsapp', business_id: NUMBER, from: FROM, type: 'text' };

test.each<[string, string, object, string]>([
  ['POST', 'receive', {}, "The body's channel must be one of whatsapp, messenger, instagram"],
  ['POST', 'receive', { ...MESSAGE, from: 'Ayla' }, "The body's from must be an object with id, name, username"],
  ['POST', 'receive', { ...MESSAGE, from: { name: 'Ayla' } }, "The body's from must be an object with id, name,"],
  ['POST', 'receive', { ...MESSAGE, txt: 'hi' }, 'The body has no txt, only channel, business_id, from, type,'],
  ['POST', 'receive', { ...MESSAGE, media: {} }, "The body's media must be an object with mime_type, url,"],
  ['POST', 'numbers', {}, "The body's business must be the credentials of a business"],
  ['POST', 'pages', { business: { access_token: 1 } }, "The body's business must be the credentials of a business"],
  ['POST', 'instagram-accounts', {}, "The body's business must be the credentials of a business"],
  ['POST', 'businesses', { callbackUrl: 'app' }, "The body's callbackUrl must be an http or https URL"],
  ['PUT', 'callback-url', { url: 'not a url' }, "The body's url must be an http or https URL, or null"],
  ['PUT', 'callback-url', {}, "The body's url must be an http or https URL, or null"],
  ['POST', 'windows', { business_id: NUMBER }, "The body's user must be text"],
  ['POST', 'contacts', { id: '1', unreachable: 'yes' }, "The body's unreachable must be true or false"],
  ['POST', 'callbacks', { channel: 'whatsapp', business_id: NUMBER }, "The body's entries must be a list of objects"],
  ['POST', 'templates', { name: 'x' }, "The body's language must be text"],
  ['PUT', 'limits', { bogus: 1 }, 'The body has no bogus, only throughput, pair, page'],
  ['PUT', 'limits', { throughput: '80' }, "The body's throughput must be a number above 0, or null"],
  ['POST', 'expire-token', {}, "The body's access_token must be text"],
  ['POST', 'fault-plan', { requests: { reject: 0.5 } }, "The body's seed must be"],
  ['POST', 'fault-plan', { seed: 1, requests: { explode: 0.5 } }, "The body's requests must be an object with"],
  ['POST', 'fault-plan', { seed: 1, callbacks: { drop: 2 } }, "The body's callbacks must be an object with"],
  ['PUT', 'options', { windows: 'ajar' }, "The body's windows must be one of async, sync, off"],
  ['PUT', 'options', { pacing: { sent: -1 } }, "The body's pacing must be an object with sent, delivered, read"],
])('reports what is wrong with %s %s %j', async (method, path, body, error) => {
  const { call, mock, app } = await createTestMock();
  const before = mock.state();
  const reply = await call(method, `/_mock/${path}`, { token: null, body });
  expect([reply.status, reply.body]).toEqual([400, { error: expect.stringContaining(error) }]);
  expect(mock.state()).toEqual(before);
  expect(app.received).toEqual([]);
});

test.each(TRANSPORTS)('changes its behavior over HTTP until a reset %s', async (transport) => {
  const { mock, app, call, send, clock } = await createTestMock({}, transport);
  const options = async (body: object) => (await call('PUT', '/_mock/options', { token: null, body })).body;
  const before = {
    pacing: { sent: 0, delivered: 0, read: 0 },
    windows: 'async',
    webhookVersion: 'v24.0',
    echoes: true,
    deliveryMids: true,
    batch: null,
    userIds: true,
    usernames: false,
    contactBook: true,
    parentUserIds: false,
    waIds: {},
    pricing: 'free_service',
    requireAppSecretProof: false,
  };
  expect(await options({})).toEqual(before);
  expect(await options({ pacing: { read: 60_000 }, webhookVersion: 'v23.0' })).toEqual({
    ...before,
    pacing: { sent: 0, delivered: 0, read: 60_000 },
    webhookVersion: 'v23.0',
  });
  await send(hello);
  expect(app.statuses()).toEqual(['sent', 'delivered']);
  expect(app.value(0).statuses[0]).toHaveProperty('conversation');
  await clock.advance(60_000, mock.whenIdle);
  expect(app.statuses()).toEqual(['sent', 'delivered', 'read']);
  expect((await options({ windows: 'sync', batch: { size: 2, waitMs: 0 } })).batch).toEqual({ size: 2, waitMs: 0 });
  const body = { messaging_product: 'whatsapp', to: '905550000000', ...hello };
  expect((await call('POST', `/${NUMBER}/messages`, { body })).body.error.code).toBe(131047);
  mock.reset();
  expect(mock.setOptions({})).toEqual(before);
});

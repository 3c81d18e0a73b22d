import { expect, onTestFinished, test } from 'vitest';
import { createMockProvider } from '../create-mock-provider.ts';
import { createTestMock, TRANSPORTS } from '../testing/mock.ts';

const hello = { type: 'text', text: { body: 'hello' } };

test('starts with one demo business with fixed credentials', () => {
  const mock = createMockProvider();
  expect(mock.credentials).toEqual(createMockProvider().credentials);
  expect(mock.credentials).toEqual({
    access_token: expect.stringMatching(/^EAA/),
    app_id: '1517776481860111',
    app_secret: 'mock-app-secret',
    verify_token: 'mock-verify-token',
    whatsapp: { phone_number_id: '106540352242922', waba_id: '102290129340398' },
    messenger: { page_id: '113846158011745' },
    instagram: { account_id: '178414532089610' },
  });
});

test.each(TRANSPORTS)('describes the phone number %s', async (transport) => {
  const { call } = await createTestMock({}, transport);
  const { body } = await call('GET', '/v25.0/106540352242922');
  expect(body).toEqual({
    verified_name: 'Demo Shop',
    code_verification_status: 'VERIFIED',
    display_phone_number: expect.stringMatching(/^\+1 555-\d{3}-\d{4}$/),
    quality_rating: 'GREEN',
    platform_type: 'CLOUD_API',
    throughput: { level: 'STANDARD' },
    webhook_configuration: { application: 'https://app.example/callback' },
    status: 'CONNECTED',
    id: '106540352242922',
  });
  const some = await call('GET', '/106540352242922?fields=status');
  expect(some.body).toEqual({ status: 'CONNECTED', id: '106540352242922' });
});

test.each(TRANSPORTS)("returns nodes with the fields that Meta's OpenAPI file requires %s", async (transport) => {
  const { call } = await createTestMock({}, transport);
  const number = { id: '106540352242922', display_phone_number: expect.any(String), status: 'CONNECTED' };
  const { data } = (await call('GET', '/v25.0/102290129340398/phone_numbers')).body;
  expect(data).toMatchObject([number]);
  expect((await call('GET', '/v25.0/102290129340398?fields=phone_numbers')).body.phone_numbers.data).toMatchObject([
    number,
  ]);
  expect((await call('GET', '/v25.0/106540352242922')).body).toMatchObject(number);
  expect((await call('GET', '/v25.0/102290129340398')).body).toMatchObject({
    id: '102290129340398',
    name: expect.any(String),
  });
  expect((await call('GET', '/v25.0/102290129340398/subscribed_apps')).body.data).toHaveLength(1);
});

test('adds businesses that share only the app', async () => {
  const { mock, call } = await createTestMock();
  const one = mock.addBusiness();
  const two = mock.addBusiness();
  expect(one.app_secret).toBe(two.app_secret);
  const ids = [mock.credentials, one, two].flatMap((each) => [
    each.access_token,
    each.whatsapp.phone_number_id,
    each.whatsapp.waba_id,
    each.messenger.page_id,
    each.instagram.account_id,
  ]);
  expect(new Set(ids).size).toBe(15);
  mock.setTemplate(one.whatsapp.waba_id, { name: 'only_here', language: 'en_US', components: [] });
  const names = async (business: typeof one) =>
    (
      await call('GET', `/${business.whatsapp.waba_id}/message_templates?name=only_here`, {
        token: business.access_token,
      })
    ).body.data.length;
  expect(await names(one)).toBe(1);
  expect(await names(two)).toBe(0);
});

test('recreates a business from its credentials', async () => {
  const first = createMockProvider().addBusiness();
  const { mock, call } = await createTestMock();
  mock.addBusiness({ credentials: first });
  const reply = await call('GET', `/${first.whatsapp.phone_number_id}`, { token: first.access_token });
  expect(reply.status).toBe(200);
});

test('no longer finds templates of an account that was replaced', async () => {
  const { business, call } = await createTestMock({}, 'over HTTP');
  const path = `/${business.whatsapp.waba_id}/message_templates?name=hello_world`;
  const [template] = (await call('GET', path)).body.data;
  expect((await call('GET', `/${template.id}`)).body).toMatchObject({ name: 'hello_world' });
  const replaced = await call('POST', '/_mock/businesses', { body: { credentials: { whatsapp: business.whatsapp } } });
  const found = [];
  for (const token of [business.access_token, replaced.body.access_token]) {
    for (const method of ['GET', 'POST']) {
      found.push(await call(method, `/${template.id}`, { token }));
    }
  }
  expect(found.map(({ body }) => body.error?.error_subcode)).toEqual([33, 33, 33, 33]);
});

test("adds a number that shares its account's templates", async () => {
  const { mock, call, user } = await createTestMock();
  const { phone_number_id } = mock.addNumber(mock.credentials, { name: 'Second line' });
  const body = {
    messaging_product: 'whatsapp',
    to: user,
    type: 'template',
    template: { name: 'hello_world', language: { code: 'en_US' } },
  };
  expect((await call('POST', `/${phone_number_id}/messages`, { body })).status).toBe(200);
  expect(mock.sends({ business_id: phone_number_id })).toHaveLength(1);
  expect(mock.sends({ business_id: '106540352242922' })).toEqual([]);
  const numbers = await call('GET', '/102290129340398/phone_numbers');
  expect(numbers.body.data).toHaveLength(2);
});

test('resets to the seeded state and discards delayed work', async () => {
  const { mock, app, clock, send } = await createTestMock({ pacing: { read: 60_000 } });
  await send(hello);
  const other = mock.addBusiness();
  mock.faults.next({ outcome: 'reject' });
  mock.setTemplate('102290129340398', { name: 'hello_world', language: 'en_US', status: 'PAUSED' });
  await mock.whenIdle();
  mock.reset();
  expect(mock.sends()).toEqual([]);
  expect(mock.faults.list()).toEqual([]);
  expect(mock.templates('102290129340398')[0]?.status).toBe('APPROVED');
  expect(() => mock.templates(other.whatsapp.waba_id)).toThrow();
  app.received.length = 0;
  await clock.advance(60_000, mock.whenIdle);
  expect(app.received).toEqual([]);
});

test('runs identically with the same seed, byte for byte', async () => {
  const runs = [];
  for (const seed of ['a', 'a', 'b']) {
    const { mock, app, send } = await createTestMock({ seed });
    await mock.receive({
      channel: 'whatsapp',
      business_id: '106540352242922',
      from: { id: '905551112233', name: 'Ayla' },
      type: 'text',
      text: 'hi',
    });
    await send(hello);
    runs.push(app.received.map(({ bytes, headers }) => [bytes, headers]));
  }
  expect(runs[0]).toEqual(runs[1]);
  expect(runs[0]).not.toEqual(runs[2]);
});

test('is not idle while a callback waits for its response', async () => {
  const { promise, resolve } = Promise.withResolvers<{ status: number; text: string }>();
  const { mock, call, user } = await createTestMock({ deliver: () => promise });
  mock.openWindow('106540352242922', user);
  await call('POST', '/106540352242922/messages', { body: { messaging_product: 'whatsapp', to: user, ...hello } });
  await new Promise((turn) => setImmediate(turn));
  expect(mock.idle()).toBe(false);
  resolve({ status: 200, text: '' });
  await mock.whenIdle();
  expect(mock.idle()).toBe(true);
});

test('sends the length of a response over HTTP, in bytes', async () => {
  const mock = createMockProvider();
  const { url, close } = await mock.listen();
  onTestFinished(close);
  mock.setTemplate(mock.credentials.whatsapp.waba_id, {
    name: 'selam',
    language: 'tr',
    components: [{ type: 'BODY', text: 'Günaydın 🎉' }],
  });
  const response = await fetch(`${url}/v25.0/${mock.credentials.whatsapp.waba_id}/message_templates?name=selam`, {
    headers: { authorization: `Bearer ${mock.credentials.access_token}` },
  });
  const body = Buffer.from(await response.arrayBuffer());
  expect(body.toString()).toContain('Günaydın 🎉');
  expect(response.headers.get('content-length')).toBe(String(body.length));
  expect(response.headers.get('transfer-encoding')).toBeNull();
});

test('closes even if a client keeps its connection open', async () => {
  const mock = createMockProvider();
  const { url, close } = await mock.listen();
  expect((await fetch(`${url}/v25.0/106540352242922`)).status).toBe(401);
  await close();
  await expect(fetch(url)).rejects.toThrow();
});

test('returns opaque data unchanged, even if it looks like JSON', async () => {
  const { app, call, mock, user } = await createTestMock();
  mock.openWindow('106540352242922', user);
  const fields = {
    messaging_product: 'whatsapp',
    to: user,
    text: '{"body":"hi"}',
    biz_opaque_callback_data: '{"id":1}',
  };
  await call('POST', '/106540352242922/messages', { init: { body: new URLSearchParams(fields) } });
  await mock.whenIdle();
  expect(app.value(0).statuses[0].biz_opaque_callback_data).toBe('{"id":1}');
});

import { expect, test } from 'vitest';
import { createTestMock, DOORS } from './testing.ts';

const NUMBER = '106540352242922';
const hello = { type: 'text', text: { body: 'hello' } };

test.each(DOORS)('does from outside what the TypeScript API does %s', async (door) => {
  const { mock, app, call, send } = await createTestMock({}, door);
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

test('explains what it does not understand', async () => {
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

test("signs and posts entries of the caller's own", async () => {
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

test('shows state and ledger to a person, with nothing a customer wrote taken for HTML', async () => {
  const { call, send } = await createTestMock({}, 'over HTTP');
  await send({ type: 'text', text: { body: '<script>alert(1)</script>' } });
  const reply = await call('GET', '/', { token: null });
  expect(reply.headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(reply.body.source).toContain('nothing is under way');
  expect(reply.body.source).toContain('Demo Shop');
  expect(reply.body.source).toContain('905551112233');
  expect(reply.body.source).toContain('&#60;script&#62;');
  expect(reply.body.source).not.toContain('<script>');
});

test('tells whether the app is subscribed and what a token is good for', async () => {
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

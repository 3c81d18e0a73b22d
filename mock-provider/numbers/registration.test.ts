import { expect, test } from 'vitest';
import { createTestMock, TRANSPORTS } from '../testing/mock.ts';

const NUMBER = '106540352242922';
const WABA = '102290129340398';
const product = { messaging_product: 'whatsapp' };

test.each(TRANSPORTS)('adds, verifies and registers a number, which then sends %s', async (transport) => {
  const { call, mock } = await createTestMock({}, transport);
  const added = await call('POST', `/v25.0/${WABA}/phone_numbers`, {
    body: { cc: '1', phone_number: '6315551000', verified_name: 'Second Shop' },
  });
  const { id } = added.body;
  const post = async (edge: string, body: object) => {
    const reply = await call('POST', `/v25.0/${id}/${edge}`, { body });
    return reply.body.error?.code ?? reply.body;
  };
  const shown = async () =>
    (await call('GET', `/v25.0/${id}?fields=code_verification_status,status,is_pin_enabled`)).body;
  expect(await shown()).toMatchObject({ code_verification_status: 'NOT_VERIFIED', status: 'PENDING' });
  expect(await post('register', { ...product, pin: '212834' })).toBe(133006);
  expect(await post('verify_code', { code: '123456' })).toBe(100);
  expect(await post('request_code', { code_method: 'SMS', language: 'en_US' })).toEqual({ success: true });
  expect(await post('verify_code', { code: '654321' })).toBe(100);
  expect(await post('verify_code', { code: '123-456' })).toEqual({ success: true, id });
  mock.openWindow(id, '905551112233');
  const message = { ...product, to: '905551112233', text: { body: 'hi' } };
  expect(await post('messages', message)).toBe(133010);
  expect(await post('register', { ...product, pin: '212834' })).toEqual({ success: true });
  expect(await shown()).toMatchObject({ code_verification_status: 'VERIFIED', status: 'CONNECTED' });
  expect(await post('messages', message)).toMatchObject({ messages: [{ id: expect.stringMatching(/^wamid/) }] });
});

test('requires the PIN that was set, until a request changes it', async () => {
  const { call } = await createTestMock();
  const post = async (path: string, body: object) => {
    const reply = await call('POST', `/v25.0/${NUMBER}${path}`, { body });
    return reply.body.error?.code ?? reply.body;
  };
  expect(await post('/deregister', {})).toEqual({ success: true });
  expect(await post('/deregister', {})).toBe(133010);
  expect(await post('/register', { ...product, pin: '12345' })).toBe(100);
  expect(await post('/register', { ...product, pin: '123456' })).toEqual({ success: true });
  expect(await post('/register', { ...product, pin: '654321' })).toBe(133005);
  expect(await post('', { pin: '654321' })).toEqual({ success: true });
  expect(await post('/register', { ...product, pin: '654321' })).toEqual({ success: true });
  expect(await post('', {})).toBe(100);
});

test('sends callbacks of a number to its own URL', async () => {
  const { call, app, mock } = await createTestMock({
    deliver: async (url, { method }) => {
      urls.push(url.split('?')[0] ?? '');
      const challenge = new URL(url).searchParams.get('hub.challenge') ?? '';
      return { status: 200, text: method === 'GET' ? challenge : '' };
    },
  });
  const urls: string[] = [];
  const override_callback_uri = 'https://other.example/hook';
  const reply = await call('POST', `/v25.0/${NUMBER}`, {
    body: { webhook_configuration: { override_callback_uri, verify_token: 'x' } },
  });
  expect(reply.body).toEqual({ success: true });
  await mock.receive({ channel: 'whatsapp', business_id: NUMBER, from: { id: '1' }, type: 'text', text: 'hi' });
  expect([urls, app.received]).toEqual([[override_callback_uri, override_callback_uri], []]);
});

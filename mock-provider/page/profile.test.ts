import { expect, test } from 'vitest';
import { createTestMock, TRANSPORTS } from '../testing/mock.ts';

const NUMBER = '/v25.0/106540352242922/whatsapp_business_profile';
const PAGE = '/v25.0/me/messenger_profile';

test.each(TRANSPORTS)('stores the profile of a number %s', async (transport) => {
  const { call, mock } = await createTestMock({}, transport);
  expect((await call('GET', NUMBER)).body).toEqual({ data: [{ messaging_product: 'whatsapp' }] });
  const about = { messaging_product: 'whatsapp', about: 'Succulents', vertical: 'RETAIL' };
  expect((await call('POST', NUMBER, { body: about })).body).toEqual({ success: true });
  const more = {
    messaging_product: 'whatsapp',
    websites: '["https://shop.example/"]',
    profile_picture_handle: '4::aW',
  };
  expect((await call('POST', NUMBER, { body: more })).body).toEqual({ success: true });
  expect((await call('GET', `${NUMBER}?fields=about,websites,email`)).body).toEqual({
    data: [{ about: 'Succulents', websites: ['https://shop.example/'], messaging_product: 'whatsapp' }],
  });
  expect((await call('GET', `${NUMBER}?fields=profile_picture_url`)).body.data[0].profile_picture_url).toMatch(
    /^https:\/\/pps\.whatsapp\.net\//,
  );
  mock.reset();
  expect((await call('GET', NUMBER)).body.data).toEqual([{ messaging_product: 'whatsapp' }]);
});

test.each([
  ['no product', { messaging_product: undefined, about: 'x' }],
  ['an empty about', { about: '' }],
  ['an about of 140 characters', { about: 'x'.repeat(140) }],
  ['an address of 257 characters', { address: 'x'.repeat(257) }],
  ['a description of 513 characters', { description: 'x'.repeat(513) }],
  ['an email of 129 characters', { email: `${'x'.repeat(120)}@shop.com` }],
  ['three websites', { websites: Array(3).fill('https://shop.example') }],
  ['a website without scheme', { websites: ['shop.example'] }],
  ['an unknown vertical', { vertical: 'NOPE' }],
])('refuses a profile with %s', async (_name, change) => {
  const { call } = await createTestMock();
  const reply = await call('POST', NUMBER, { body: { messaging_product: 'whatsapp', ...change } });
  expect([reply.status, reply.body.error?.code]).toEqual([400, 100]);
  expect((await call('GET', NUMBER)).body.data).toEqual([{ messaging_product: 'whatsapp' }]);
});

test.each(TRANSPORTS)('stores the greeting of a page until it is deleted %s', async (transport) => {
  const { call } = await createTestMock({}, transport);
  expect((await call('GET', `${PAGE}?fields=greeting`)).body).toEqual({ data: [] });
  const greeting = [{ locale: 'default', text: 'Hello!' }];
  const get_started = { payload: 'START' };
  expect((await call('POST', PAGE, { body: { greeting, get_started } })).body).toEqual({ result: 'success' });
  expect((await call('GET', `${PAGE}?fields=greeting,get_started,ice_breakers`)).body).toEqual({
    data: [{ greeting, get_started }],
  });
  expect((await call('DELETE', PAGE, { body: { fields: ['greeting'] } })).body).toEqual({ result: 'success' });
  expect((await call('GET', `${PAGE}?fields=greeting,get_started`)).body).toEqual({ data: [{ get_started }] });
  expect((await call('DELETE', `${PAGE}?fields=["get_started"]`)).body).toEqual({ result: 'success' });
  expect((await call('GET', `${PAGE}?fields=greeting,get_started`)).body).toEqual({ data: [] });
});

test('keeps the profiles of an Instagram account and its page separate', async () => {
  const { call } = await createTestMock();
  const ice_breakers = [{ question: 'Open?', payload: 'OPEN' }];
  await call('POST', `${PAGE}?platform=instagram`, { body: { ice_breakers } });
  expect((await call('GET', `${PAGE}?fields=ice_breakers`)).body).toEqual({ data: [] });
  expect((await call('GET', '/178414532089610/messenger_profile?fields=ice_breakers')).body).toEqual({
    data: [{ ice_breakers }],
  });
});

test('refuses a menu without a Get Started button, and unknown fields', async () => {
  const { call } = await createTestMock();
  const persistent_menu = [{ locale: 'default', call_to_actions: [{ type: 'postback', title: 'A', payload: 'a' }] }];
  expect((await call('POST', PAGE, { body: { persistent_menu } })).body.error).toMatchObject({
    code: 100,
    error_subcode: 2018145,
  });
  const both = { persistent_menu, get_started: { payload: 'START' } };
  expect((await call('POST', PAGE, { body: both })).body).toEqual({ result: 'success' });
  expect((await call('POST', PAGE, { body: { nonsense: 1 } })).status).toBe(400);
  expect((await call('DELETE', PAGE)).status).toBe(400);
  expect((await call('GET', '/106540352242922/messenger_profile')).body.error.error_subcode).toBe(33);
});

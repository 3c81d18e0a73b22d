import { Webhook } from 'standardwebhooks';
import { expect, test } from 'vitest';
import { constructEvent, fetchHandler, generateTestHeader, type SignatureError } from '../webhooks.ts';

/** The headers of Standard Webhooks, signed by the package of that specification. */

const SECRET = 'whsec_0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcd';
const NOW = 1_780_000_000;
const AT = { now: NOW * 1_000 };
const BODY = JSON.stringify({ id: 'whd_1', event: 'message.received', data: { message: { text: 'Grüße 👋' } } });

function signed(body = BODY, { t = NOW, secret = SECRET, id = 'whd_1' } = {}): Record<string, string> {
  const signature = new Webhook(secret).sign(id, new Date(t * 1_000), body);
  return { 'webhook-id': id, 'webhook-timestamp': String(t), 'webhook-signature': signature };
}

const problemOf = (body: string, headers: Record<string, string>, secret: string | string[] = SECRET) =>
  constructEvent(body, headers, secret, AT).then(
    () => 'none',
    (error: unknown) => (error as SignatureError).problem,
  );

test('a signature by the package of Standard Webhooks is valid', async () => {
  expect(await constructEvent(BODY, signed(), SECRET, AT)).toEqual(JSON.parse(BODY));
  expect(await constructEvent(new TextEncoder().encode(BODY), new Headers(signed()), SECRET, AT)).toMatchObject({
    id: 'whd_1',
  });
});

test('during a rotation, one of several signatures and one of several secrets are enough', async () => {
  const other = 'whsec_abcdefghijklmnopqrstuvwxyz0123456789ABCD';
  const both = `v1a,c2lnbmF0dXJl ${signed(BODY, { secret: other })['webhook-signature']} ${signed()['webhook-signature']}`;
  expect(await problemOf(BODY, { ...signed(), 'webhook-signature': both })).toBe('none');
  expect(await problemOf(BODY, signed(), [other, SECRET])).toBe('none');
  expect(await problemOf(BODY, signed(), other)).toBe('wrong_secret');
});

test('a changed body, ID or timestamp is refused', async () => {
  expect(await problemOf(BODY.replace('Grüße', 'Hallo'), signed())).toBe('wrong_secret');
  expect(await problemOf(JSON.stringify(JSON.parse(BODY), null, 1), signed())).toBe('body_reserialised');
  expect(await problemOf(BODY, { ...signed(), 'webhook-id': 'whd_2' })).toBe('wrong_secret');
  expect(await problemOf(BODY, { ...signed(), 'webhook-timestamp': String(NOW + 1) })).toBe('wrong_secret');
  expect(await problemOf(BODY, signed(BODY, { t: NOW - 301 }))).toBe('timestamp_too_old');
  expect(await problemOf(BODY, signed(BODY, { t: NOW + 301 }))).toBe('timestamp_in_future');
});

test.each([
  [{ 'webhook-id': '' }],
  [{ 'webhook-timestamp': 'soon' }],
  [{ 'webhook-signature': 'v2,c2lnbmF0dXJl' }],
  [{ 'webhook-signature': 'v1,not base64!' }],
])('malformed headers are reported: %o', async (change) => {
  expect(await problemOf(BODY, { ...signed(), ...change })).toBe('header_malformed');
  expect(await problemOf(BODY, {})).toBe('header_missing');
});

test('of both kinds of headers, one must be valid, as in the overlap of a rotation', async () => {
  const own = await generateTestHeader(BODY, SECRET, { timestamp: NOW });
  const wrong = { ...signed(BODY, { secret: 'whsec_AAAA' }), 'x-service-signature': own };
  expect(await problemOf(BODY, wrong)).toBe('none');
  const forged = await generateTestHeader(BODY, 'another', { timestamp: NOW });
  expect(await problemOf(BODY, { ...signed(), 'x-service-signature': forged })).toBe('none');
  expect(await problemOf(BODY, { ...signed(BODY, { secret: 'whsec_AAAA' }), 'x-service-signature': forged })).toBe(
    'wrong_secret',
  );
  // The age is checked only once.
  expect(await problemOf(BODY, { ...signed(BODY, { t: NOW - 301 }), 'x-service-signature': forged })).toBe(
    'wrong_secret',
  );
});

test('a secret in another form is used as text', async () => {
  const secret = 'not base64!';
  const signature = new Webhook(secret, { format: 'raw' }).sign('whd_1', new Date(NOW * 1_000), BODY);
  expect(await problemOf(BODY, { ...signed(), 'webhook-signature': signature }, secret)).toBe('none');
});

test('the handlers take these headers', async () => {
  const t = Math.floor(Date.now() / 1_000);
  const handler = fetchHandler({ secret: SECRET, onEvent: () => {} });
  const request = new Request('https://app.example/', { method: 'POST', body: BODY, headers: signed(BODY, { t }) });
  expect((await handler(request)).status).toBe(200);
});

import { expect, test } from 'vitest';
import { createRecordedMock } from '../testing/recorded.ts';
import { parseCassette } from './cassette.ts';

const CUSTOMER = '905551112233';

test('the recorder forwards requests and callbacks, and writes both without secrets', async () => {
  const { ask, access_token, whatsapp, cassette, text } = await createRecordedMock();
  const number = whatsapp.phone_number_id;
  const sent = await ask('POST', `/v25.0/${number}/messages?debug=${CUSTOMER}`, {
    messaging_product: 'whatsapp',
    to: `+${CUSTOMER}`,
    text: { body: 'Your code is 482913, Ayla' },
  });
  expect(sent).toMatchObject({ status: 200, body: { contacts: [{ wa_id: CUSTOMER }] } });
  expect((await ask('GET', `/v25.0/${number}?fields=id,verified_name`)).body).toMatchObject({ id: number });
  const { exchanges } = cassette();
  const kinds = exchanges.map(({ kind, request: { method, path }, response }) => [
    kind,
    method,
    path,
    response?.status,
  ]);
  expect(kinds.filter(([kind]) => kind === 'request')).toEqual([
    ['request', 'POST', expect.stringMatching(/^\/v25\.0\/1\d{14}\/messages$/), 200],
    ['request', 'GET', expect.stringMatching(/^\/v25\.0\/1\d{14}$/), 200],
  ]);
  expect(kinds.filter(([kind]) => kind === 'callback')).toEqual(Array(3).fill(['callback', 'POST', '', 200]));
  const first = exchanges.find(({ kind }) => kind === 'request');
  expect(first?.response?.body).toMatchObject({
    json: { messages: [{ id: expect.stringMatching(/^wamid\.r\d+x+$/) }] },
  });
  expect(first?.request).toMatchObject({
    host: 'graph.facebook.com',
    headers: { authorization: expect.stringMatching(/^Bearer EAAr\d+x+$/) },
  });
  const wamid = (sent.body.messages as [{ id: string }])[0].id;
  for (const secret of [
    access_token,
    whatsapp.waba_id,
    number,
    CUSTOMER,
    wamid,
    '482913',
    'Ayla',
    'Demo Shop',
    'k9-secret',
  ]) {
    expect([secret, text().includes(secret)]).toEqual([secret, false]);
  }
});

test('a request without a response is recorded, and the app gets 502', async () => {
  const { ask, cassette } = await createRecordedMock({ to: 'http://127.0.0.1:1' });
  await expect(ask('GET', '/v25.0/me')).rejects.toThrow();
  expect(cassette().exchanges).toMatchObject([{ kind: 'request', response: null }]);
});

test('without --callback-url, the recorder refuses callbacks', async () => {
  const { recorder } = await createRecordedMock({ callbackUrl: undefined });
  const answer = await fetch(recorder.url, { method: 'POST', body: '{}' });
  expect([answer.status, await answer.text()]).toEqual([404, expect.stringContaining('--callback-url')]);
});

test('an invalid cassette is refused with the line number', () => {
  expect(() => parseCassette('{"log":{}}\n')).toThrow('not a cassette');
  const header = '{"cassette":1,"recorded_at":"2026-11-23T00:00:00.000Z"}\n';
  expect(() => parseCassette(`${header}\n{"kind":"request"}\n`)).toThrow('Line 3 is not an exchange');
  expect(() => parseCassette(`${header}nonsense`)).toThrow('Line 2 is not JSON');
  expect(parseCassette(header).exchanges).toEqual([]);
});

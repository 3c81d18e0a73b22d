import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { createTestMock } from '../testing/mock.ts';

const NUMBER = '106540352242922';

/** Returns the proof as defined in "Securing Graph API Requests". */
const proofOf = (token: string, time?: string) =>
  createHmac('sha256', 'mock-app-secret')
    .update(time === undefined ? token : `${token}|${time}`)
    .digest('hex');

test('accepts a correct proof of the app secret and refuses a wrong one, in any location', async () => {
  const { call, mock } = await createTestMock();
  const token = mock.credentials.access_token;
  const right = proofOf(token);
  const statusOf = async (query: string) => (await call('GET', `/v25.0/${NUMBER}?${query}`)).status;
  expect(await statusOf(`appsecret_proof=${right}`)).toBe(200);
  expect(await statusOf(`appsecret_proof=${proofOf(token, '1767225600')}&appsecret_time=1767225600`)).toBe(200);
  const refused = await call('GET', `/v25.0/${NUMBER}?fields=id&appsecret_proof=deadbeef`);
  expect([refused.status, refused.body]).toEqual([
    400,
    {
      error: {
        message: 'Invalid appsecret_proof provided in the API argument',
        type: 'GraphMethodException',
        code: 100,
        fbtrace_id: expect.any(String),
      },
    },
  ]);
  const read = (appsecret_proof: string) => ({
    messaging_product: 'whatsapp',
    status: 'read',
    message_id: 'wamid.X',
    appsecret_proof,
  });
  const typeOf = async (body: object) => (await call('POST', `/${NUMBER}/messages`, { body })).body.error.type;
  expect(await typeOf(read('deadbeef'))).toBe('GraphMethodException');
  // The proof is right, the message does not exist.
  expect(await typeOf(read(right))).toBe('OAuthException');
});

test('checks the token before its proof', async () => {
  const { call } = await createTestMock();
  const { body } = await call('GET', `/v25.0/${NUMBER}?appsecret_proof=deadbeef`, { token: 'bad' });
  expect(body.error.code).toBe(190);
});

test('accepts the app access token of the credentials in debug_token', async () => {
  const { call, mock } = await createTestMock();
  const { app_id, app_secret, access_token } = mock.credentials;
  const token = `${app_id}|${app_secret}`;
  const debug = async (input: string) =>
    (
      await call('GET', `/v25.0/debug_token?${new URLSearchParams({ input_token: input, access_token: token })}`, {
        token: null,
      })
    ).body.data;
  expect(await debug(access_token)).toMatchObject({ is_valid: true, app_id, type: 'SYSTEM_USER' });
  expect(await debug(token)).toMatchObject({ is_valid: true, app_id, type: 'APP' });
  expect(await debug(`${app_id}|wrong`)).toMatchObject({ is_valid: false });
  expect(mock.addBusiness()).toMatchObject({ app_id, app_secret });
});

test('refuses the app access token if a business token is required, but not as an invalid token', async () => {
  const { call, mock } = await createTestMock();
  const token = `${mock.credentials.app_id}|${mock.credentials.app_secret}`;
  const codeOf = async (one: string) => (await call('GET', `/v25.0/${NUMBER}`, { token: one })).body.error.code;
  expect([await codeOf(token), await codeOf(`${token}x`)]).toEqual([200, 190]);
});

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

test.each(['option', 'control call'])('requires a proof in every request to Graph, by %s', async (by) => {
  const { call, mock } = await createTestMock(by === 'option' ? { requireAppSecretProof: true } : {});
  const token = mock.credentials.access_token;
  const right = `appsecret_proof=${proofOf(token)}`;
  if (by === 'control call') {
    expect((await call('GET', `/v25.0/${NUMBER}`)).status).toBe(200);
    await call('PUT', '/_mock/options', { token: null, body: { requireAppSecretProof: true } });
  }
  const text = { messaging_product: 'whatsapp', to: '905551112233', type: 'text', text: { body: 'hi' } };
  const page = { recipient: { id: '7711' }, message: { text: 'hi' } };
  const cases: [string, string, object | undefined][] = [
    ['GET', `/v25.0/${NUMBER}`, undefined],
    ['GET', '/v25.0/102290129340398/message_templates', undefined],
    ['POST', `/v25.0/${NUMBER}/messages`, text],
    ['POST', '/v25.0/me/messages', page],
  ];
  for (const [method, path, body] of cases) {
    const refused = await call(method, path, { body });
    expect([refused.status, refused.body.error]).toEqual([
      400,
      expect.objectContaining({
        code: 100,
        message: 'API calls from the server require an appsecret_proof argument',
        type: 'GraphMethodException',
      }),
    ]);
    const accepted = await call(method, `${path}?${right}`, { body });
    expect(accepted.body.error?.message ?? '').not.toMatch(/proof/);
  }
  const wrong = await call('GET', `/v25.0/${NUMBER}?appsecret_proof=${proofOf('another token')}`);
  expect(wrong.body.error.message).toBe('Invalid appsecret_proof provided in the API argument');
});

test('requires a proof for the requests of a batch, but not for files on their host', async () => {
  const { call, mock, app } = await createTestMock({ requireAppSecretProof: true });
  const proof = proofOf(mock.credentials.access_token);
  const batch = [{ method: 'GET', relative_url: `v25.0/${NUMBER}` }];
  const codesOf = async (query: string) =>
    JSON.parse((await call('POST', `/v25.0/${query}`, { body: { batch } })).body.source).map(
      ({ code }: { code: number }) => code,
    );
  expect([await codesOf(''), await codesOf(`?appsecret_proof=${proof}`)]).toEqual([[400], [200]]);
  const from = { id: '905551112233' };
  await mock.receive({ channel: 'whatsapp', business_id: NUMBER, from, type: 'image' });
  const { id } = app.value(0).messages[0].image;
  const media = await call('GET', `/v25.0/${id}?appsecret_proof=${proof}`);
  const url = new URL(media.body.url);
  expect((await call('GET', `${url.pathname}${url.search}`)).status).toBe(200);
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

import { getResponse } from 'msw';
import { expect, test } from 'vitest';
import { createMockProvider } from '../create-mock-provider.ts';
import { createTestMock, TRANSPORTS } from '../testing/mock.ts';

const NUMBER = '106540352242922';

test.each(TRANSPORTS)('responds to an unknown path like Graph %s', async (transport) => {
  const { call } = await createTestMock({}, transport);
  for (const [method, path, components] of [
    ['GET', `/v25.0/${NUMBER}/nonsense`, '/nonsense'],
    ['GET', `/${NUMBER}/whatsapp_business_profile/more`, '/whatsapp_business_profile/more'],
    ['GET', `/v25.0/${NUMBER}/messages`, '/messages'],
    ['DELETE', `/v25.0/${NUMBER}/media`, '/media'],
    ['POST', '/v25.0/oauth', '/oauth'],
  ] as const) {
    const reply = await call(method, path);
    expect([path, reply.status, reply.body]).toEqual([
      path,
      400,
      {
        error: {
          message: `Unknown path components: ${components}`,
          type: 'OAuthException',
          code: 2500,
          fbtrace_id: expect.any(String),
        },
      },
    ]);
    expect(reply.headers.get('x-fb-trace-id')).toMatch(/^A/);
    expect(reply.headers.get('content-type')).toBe('application/json; charset=UTF-8');
  }
});

test.each(TRANSPORTS)('checks the token before the path %s', async (transport) => {
  const { call } = await createTestMock({}, transport);
  const codeOf = async (token: string | null) =>
    (await call('GET', `/v24.0/${NUMBER}/nonsense`, { token })).body.error.code;
  expect(await codeOf('bad')).toBe(190);
  expect(await codeOf(null)).toBe(104);
});

test.each(TRANSPORTS)('responds to HEAD with the headers of GET %s', async (transport) => {
  const { call } = await createTestMock({}, transport);
  const { status, headers, body } = await call('HEAD', `/v25.0/${NUMBER}`);
  expect([status, body]).toEqual([200, { source: '' }]);
  expect(headers.get('facebook-api-version')).toBe('v25.0');
  expect((await call('HEAD', '/v25.0/999999999')).status).toBe(400);
});

test.each(TRANSPORTS)('breaks the connection of a HEAD request if a fault requires it %s', async (transport) => {
  const { call, mock, business, user } = await createTestMock({}, transport);
  const { page_id } = business.messenger;
  await mock.receive({ channel: 'messenger', business_id: page_id, from: { id: user }, type: 'text', text: 'hi' });
  mock.faults.next({ applies_to: 'profile', outcome: 'reset' });
  await expect(call('HEAD', `/v25.0/${user}`)).rejects.toThrow('fetch');
  expect((await call('HEAD', `/v25.0/${user}`)).status).toBe(200);
});

test.each(TRANSPORTS)("responds to a browser's preflight %s", async (transport) => {
  const { call } = await createTestMock({}, transport);
  const { status, headers } = await call('OPTIONS', `/v25.0/${NUMBER}/messages`, {
    token: null,
    init: {
      headers: {
        origin: 'http://localhost:5173',
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization, content-type',
      },
    },
  });
  expect(status).toBe(200);
  expect(headers.get('access-control-allow-origin')).toBe('*');
  expect(headers.get('access-control-allow-methods')).toBe('GET, POST, DELETE, OPTIONS');
  expect(headers.get('access-control-allow-headers')).toBe('authorization, content-type');
});

test('keeps requests to Graph in the process, and ignores requests to other hosts', async () => {
  const { handlers } = createMockProvider();
  const answered = async (url: string) => (await getResponse(handlers, new Request(url)))?.status;
  expect(await answered('https://graph.facebook.com/v25.0/1/nonsense')).toBe(401);
  expect(await answered('https://graph.instagram.com/refresh_access_token')).toBe(401);
  expect(await answered('https://graph-video.facebook.com/1/videos')).toBe(401);
  expect(await answered('https://www.facebook.com/v25.0/dialog/oauth')).toBeUndefined();
  expect(await answered('https://shop.example/orders/1234567')).toBeUndefined();
  expect(await answered('https://shop.example/1234567')).toBeUndefined();
  expect(await answered('https://shop.example/')).toBeUndefined();
  expect(await answered('https://proxy.example/v25.0/106540352242922')).toBe(401);
});

import { expect, test } from 'vitest';
import { createTestMock, TRANSPORTS } from '../testing/mock.ts';

const NUMBER = '106540352242922';
const WABA = '102290129340398';
const PAGE = '113846158011745';

test.each(TRANSPORTS)(
  'logs in: a code becomes a token once, and the token lists pages and accounts %s',
  async (transport) => {
    const { call, business } = await createTestMock({}, transport);
    const { app_id, app_secret } = business;
    const login = async (query: Record<string, string>) => {
      const params = new URLSearchParams({ client_id: app_id, client_secret: app_secret, ...query });
      return (await call('GET', `/v25.0/oauth/access_token?${params}`, { token: null })).body;
    };
    const { access_token, token_type } = await login({ code: 'AQD1', redirect_uri: 'https://app.example/' });
    expect(token_type).toBe('bearer');
    expect((await login({ code: 'AQD1' })).error).toMatchObject({ code: 100, error_subcode: 36009 });
    expect((await login({ code: 'AQD2', client_secret: 'wrong' })).error).toMatchObject({ code: 1 });
    expect((await login({ code: 'AQD2', client_id: '1' })).error).toMatchObject({ code: 101 });
    expect((await login({})).error.message).toBe('(#100) The parameter code is required.');
    const long = await login({ grant_type: 'fb_exchange_token', fb_exchange_token: access_token });
    expect(long).toMatchObject({ token_type: 'bearer', expires_in: 5184000 });
    expect(await login({ grant_type: 'client_credentials' })).toMatchObject({
      access_token: `${app_id}|${app_secret}`,
    });
    const pages = await call('GET', '/v25.0/me/accounts', { token: long.access_token });
    expect(pages.body.data).toMatchObject([{ id: PAGE, access_token: business.access_token, name: 'Demo Shop Page' }]);
    const mine = await call('GET', '/v25.0/me/assigned_whatsapp_business_accounts', { token: long.access_token });
    expect(mine.body.data).toMatchObject([{ id: WABA }]);
  },
);

test('refreshes a token of Instagram', async () => {
  const { call, mock } = await createTestMock();
  const { access_token } = mock.credentials;
  const url = 'https://graph.instagram.com';
  const get = async (path: string) => (await fetch(`${url}${path}&access_token=${access_token}`)).json();
  expect(await get('/refresh_access_token?grant_type=ig_refresh_token')).toEqual({
    access_token,
    token_type: 'bearer',
    expires_in: 5184000,
  });
  expect(await get('/access_token?grant_type=ig_exchange_token&client_secret=x')).toMatchObject({
    token_type: 'bearer',
  });
  expect((await call('GET', '/refresh_access_token?grant_type=x')).body.error.code).toBe(100);
});

test.each(TRANSPORTS)('takes a file in two parts and returns its handle %s', async (transport) => {
  const { call, business } = await createTestMock({}, transport);
  const started = await call(
    'POST',
    `/v25.0/${business.app_id}/uploads?file_length=10&file_type=image/png&file_name=a.png`,
  );
  const { id } = started.body;
  expect(id).toMatch(/^upload:[\w-]+\?sig=/);
  const upload = (offset: number, bytes: string) =>
    call('POST', `/v25.0/${id}`, { init: { body: bytes, headers: { file_offset: String(offset) } } });
  expect((await upload(0, '01234')).body).toMatchObject({ file_offset: 5 });
  expect((await call('GET', `/v25.0/${id}`)).body).toMatchObject({ file_offset: 5 });
  expect((await upload(7, 'x')).body.error.code).toBe(100);
  expect((await upload(5, '56789')).body).toEqual({ h: expect.stringMatching(/^4:/) });
  const refused = await call('POST', '/v25.0/app/uploads', { body: { file_length: 10, file_type: 'text/html' } });
  expect(refused.body.error.code).toBe(100);
});

test('creates an approved template from the library', async () => {
  const { call } = await createTestMock();
  const library = await call('GET', '/v25.0/message_template_library?topic=order_management');
  const [{ name, language }] = library.body.data;
  const created = await call('POST', `/v25.0/${WABA}/message_templates`, {
    body: { name: 'delivery', language, category: 'UTILITY', library_template_name: name },
  });
  expect(created.body).toMatchObject({ status: 'APPROVED', category: 'UTILITY' });
  const listed = await call(
    'GET',
    `/v25.0/${WABA}/message_templates?name=delivery&fields=library_template_name,components`,
  );
  expect(listed.body.data).toMatchObject([{ library_template_name: name, components: [{ type: 'HEADER' }, {}, {}] }]);
  const unknown = await call('POST', `/v25.0/${WABA}/message_templates`, {
    body: { name: 'x', language, category: 'UTILITY', library_template_name: 'unknown' },
  });
  expect(unknown.body.error.code).toBe(100);
});

test('counts the sends of a template by day', async () => {
  const { call, mock, send, clock } = await createTestMock();
  const template = { name: 'hello_world', language: { code: 'en_US' } };
  await send({ type: 'template', template });
  const id = mock.templates(WABA).find(({ name }) => name === 'hello_world')?.id;
  const now = Math.floor(clock.now() / 1000);
  const query = `start=${now}&end=${now + 1}&granularity=DAILY&template_ids=[${id}]`;
  const counted = await call('GET', `/v25.0/${WABA}/template_analytics?${query}`);
  expect(counted.body.data[0].data_points).toMatchObject([{ template_id: id, sent: 1, delivered: 1, read: 1 }]);
  const fields = `template_analytics.start(${now}).end(${now + 1}).granularity(DAILY).template_ids([${id}])`;
  const nested = await call('GET', `/v25.0/${WABA}?fields=${fields}`);
  expect(nested.body.template_analytics.data[0].data_points).toHaveLength(1);
  expect((await call('POST', `/v25.0/${WABA}?is_enabled_for_insights=true`)).body).toEqual({ id: WABA });
});

test('shows the business, its accounts and their users', async () => {
  const { call, mock } = await createTestMock();
  const id = mock.state().businesses[0]?.id;
  expect((await call('GET', `/v25.0/${id}`)).body).toEqual({ id, name: 'Demo business' });
  expect((await call('GET', `/v25.0/${id}/owned_whatsapp_business_accounts`)).body.data).toMatchObject([{ id: WABA }]);
  expect((await call('GET', `/v25.0/${id}/client_whatsapp_business_accounts`)).body.data).toEqual([]);
  await call('POST', `/v25.0/${WABA}/assigned_users`, { body: { user: '17', tasks: ['MANAGE'] } });
  const users = await call('GET', `/v25.0/${WABA}/assigned_users?business=${id}`);
  expect(users.body.data).toMatchObject([{ id: '17', tasks: ['MANAGE'] }]);
  await call('POST', `/v25.0/${WABA}`, { body: { name: 'Renamed' } });
  expect((await call('GET', `/v25.0/${WABA}`)).body.name).toBe('Renamed');
  expect((await call('GET', `/v25.0/${NUMBER}/owned_whatsapp_business_accounts`)).body.error.error_subcode).toBe(33);
});

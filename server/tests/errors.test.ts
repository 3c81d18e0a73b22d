import { ERRORS, type ErrorCode, OPERATIONS } from '@wigwag/openapi';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { NewAccount } from '../domain/account/accounts.ts';
import type { NewKey } from '../domain/account/create-key.ts';
import { mediaLink } from '../domain/media/media-link.ts';
import { setWebhook } from '../domain/webhooks/set-webhook.ts';
import { pressButton } from '../testing/flows.ts';
import { type ApiAnswer, type ApiCall, type AtEnd, createTestServer, type TestServer } from '../testing/server.ts';

const to = '905551112233';
const UNKNOWN_KEY = `ww_live_${'A'.repeat(41)}`;

/** §2.1: the whole envelope; §8: the rate limit headers. */
function expectError(answer: ApiAnswer, code: string, http: number): void {
  expect([answer.body?.error?.code, answer.status]).toEqual([code, http]);
  expect(answer.body).toEqual({
    success: false,
    error: expect.objectContaining({
      code,
      http,
      // no placeholder is left; {{2}} is the name of a variable
      message: expect.not.stringMatching(/(?<!\{)\{\w+\}(?!\})|undefined/),
      reason: expect.stringMatching(/\S/),
      fix: expect.stringMatching(/\S/),
      docs: expect.stringMatching(new RegExp(`^http://127\\.0\\.0\\.1:\\d+/developers/errors/${code}$`)),
      request_id: expect.stringMatching(/^req_[\w-]+$/),
    }),
  });
  expect(answer.headers['x-request-id']).toBe(answer.body.error.request_id);
  expect(answer.headers['content-type']).toMatch(/^application\/json/);
  for (const name of ['x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-burst']) {
    expect(answer.headers[name], name).toMatch(/^\d+$/);
  }
}

interface ErrorCase extends ApiCall {
  code: ErrorCode;
  http: number;
  what: string;
  /** Runs first. */
  before?: (server: TestServer) => Promise<unknown>;
  method?: string;
  path?: string | ((server: TestServer) => string);
  withKey?: Partial<NewKey>;
  withAccount?: Partial<NewAccount>;
  param?: string;
}

const send = (body: unknown, rest: Partial<ErrorCase> = {}) => ({ path: '/messages', body, ...rest });
const template = (body: object) => ({ path: '/messages/template', body: { to, ...body } });
const headerless = (raw: string, headers: Record<string, string>) => ({ path: '/messages', raw, headers });
/** An upload of this many bytes that begins like a JPEG, or of a text. */
const upload = (content: string | number): Partial<ErrorCase> => {
  const form = new FormData();
  const jpeg = (bytes: number) =>
    new Uint8Array(bytes).fill(1).map((one, index) => [0xff, 0xd8, 0xff, 0xe0][index] ?? one);
  form.set('file', new Blob([typeof content === 'string' ? content : jpeg(content)]), 'file');
  return { path: '/media', body: form };
};
const setAddress =
  (url: string) =>
  ({ server, accountId }: TestServer) =>
    server.app.store.transaction((tx) => setWebhook(server.app, tx, accountId, url));
const size = (bytes: number) =>
  JSON.stringify({ to, text: 'x'.repeat(bytes - JSON.stringify({ to, text: '' }).length) });

const FLOW = { name: 'Spring', template: 'promo_spring', button: 'Tell me more', steps: [{ delay: '0', text: 'Hi' }] };
const makeFlow = ({ api }: TestServer, changes: object = {}) =>
  api('POST', '/flows', { body: { ...FLOW, ...changes } });

/** §7: every code. A row is a POST to /messages unless it names another call. */
const ROWS: ErrorCase[] = [
  {
    code: 'FLOW_MODULE_DISABLED',
    http: 403,
    what: 'a list of flows without the module',
    method: 'GET',
    path: '/flows',
    withAccount: { modules: { api: true, webhook: true, flows: false } },
  },
  { code: 'FLOW_NOT_FOUND', http: 404, what: 'an unknown flow', method: 'GET', path: '/flows/1', param: 'id' },
  { code: 'FLOW_NOT_FOUND', http: 404, what: 'a flow ID that is not a number', method: 'GET', path: '/flows/spring' },
  {
    code: 'FLOW_NOT_FOUND',
    http: 404,
    what: 'a flow ID that is higher than all others',
    method: 'DELETE',
    path: '/flows/9007199254740991',
  },
  {
    code: 'FLOW_INVALID',
    http: 422,
    what: 'a flow of a template that is not approved',
    path: '/flows',
    body: { ...FLOW, template: 'pending_one' },
    param: 'template',
  },
  {
    code: 'FLOW_HAS_RUNS',
    http: 422,
    what: 'a flow that a person has gone through',
    before: async (server) => {
      await makeFlow(server, { is_active: true });
      await pressButton(server, 'Tell me more');
    },
    method: 'DELETE',
    path: '/flows/1',
    param: 'force',
  },
  {
    code: 'FLOW_NOT_TESTABLE',
    http: 422,
    what: 'a flow test to a person who never wrote',
    before: (server) => makeFlow(server),
    path: '/flows/1/test',
    body: { to },
    param: 'to',
  },
  {
    code: 'PROVIDER_REJECTED',
    http: 502,
    what: 'a flow test that the provider refuses',
    before: async (server) => {
      await makeFlow(server);
      await server.customerWrites('Hello');
      server.mock.faults.next({ outcome: 'reject' });
    },
    path: '/flows/1/test',
    body: { to },
  },
  { code: 'MISSING_API_KEY', http: 401, what: 'no Authorization header', ...send({ to, text: 'x' }), key: null },
  { code: 'MISSING_API_KEY', http: 401, what: 'no header on a GET', method: 'GET', path: '/me', key: null },
  { code: 'INVALID_API_KEY', http: 401, what: 'an unknown key', ...send({ to, text: 'x' }), key: UNKNOWN_KEY },
  { code: 'INVALID_API_KEY', http: 401, what: 'a malformed key', method: 'GET', path: '/me', key: 'secret' },
  {
    code: 'INVALID_API_KEY',
    http: 401,
    what: 'a key that is too long',
    method: 'GET',
    path: '/me',
    key: `${UNKNOWN_KEY}A`,
  },
  {
    code: 'INVALID_API_KEY',
    http: 401,
    what: 'another scheme',
    method: 'GET',
    path: '/me',
    key: null,
    headers: { authorization: 'Basic YTpi' },
  },
  {
    code: 'INVALID_API_KEY',
    http: 401,
    what: 'a scheme without a key',
    method: 'GET',
    path: '/me',
    key: null,
    headers: { authorization: 'Bearer' },
  },
  {
    code: 'INVALID_API_KEY',
    http: 401,
    what: 'a key in the query',
    method: 'GET',
    path: `/me?api_key=${UNKNOWN_KEY}`,
    key: UNKNOWN_KEY,
  },
  { code: 'API_KEY_REVOKED', http: 401, what: 'a revoked key', method: 'GET', path: '/me', withKey: { revoked: true } },
  {
    code: 'IP_NOT_ALLOWED',
    http: 403,
    what: 'another address',
    method: 'GET',
    path: '/me',
    withKey: { allowedIps: ['10.0.0.1'] },
  },
  {
    code: 'SCOPE_DENIED',
    http: 403,
    what: 'a scope the key lacks',
    ...send({ to, text: 'x' }),
    withKey: { scopes: ['messages:read'] },
  },
  {
    code: 'SCOPE_DENIED',
    http: 403,
    what: 'a key without scopes',
    method: 'GET',
    path: '/messages/msg_1',
    withKey: { scopes: [] },
  },
  {
    code: 'MODULE_DISABLED',
    http: 403,
    what: 'an account without the API',
    method: 'GET',
    path: '/me',
    withAccount: { modules: { api: false, webhook: true, flows: true } },
  },
  {
    code: 'ACCOUNT_INACTIVE',
    http: 403,
    what: 'a deactivated account',
    method: 'GET',
    path: '/me',
    withAccount: { isActive: false },
  },
  {
    code: 'LICENSE_EXPIRED',
    http: 402,
    what: 'an expired license',
    method: 'GET',
    path: '/me',
    withAccount: { licenseExpiresAt: 1 },
  },
  { code: 'INVALID_JSON', http: 400, what: 'bad JSON', path: '/messages', raw: '{"to":' },
  { code: 'INVALID_JSON', http: 400, what: 'a second document', path: '/messages', raw: '{}{}' },
  { code: 'INVALID_JSON', http: 400, what: 'an empty body', path: '/messages', raw: '' },
  { code: 'INVALID_JSON', http: 400, what: 'null', path: '/messages', raw: 'null' },
  { code: 'INVALID_JSON', http: 400, what: 'no body at all', path: '/messages' },
  {
    code: 'INVALID_JSON',
    http: 400,
    what: 'no Content-Type',
    ...headerless('{"to":"905551112233"}', { 'content-type': '' }),
  },
  {
    code: 'INVALID_JSON',
    http: 400,
    what: 'text/plain',
    ...headerless('{"to":"905551112233"}', { 'content-type': 'text/plain' }),
  },
  {
    code: 'INVALID_JSON',
    http: 400,
    what: 'a form',
    ...headerless('to=905551112233', { 'content-type': 'application/x-www-form-urlencoded' }),
  },
  { code: 'INVALID_JSON', http: 400, what: 'UTF-16', path: '/messages', raw: Buffer.from('{}', 'utf16le') },
  {
    code: 'INVALID_JSON',
    http: 400,
    what: 'Latin-1',
    path: '/messages',
    raw: Buffer.from('{"text":"caf\u00e9"}', 'latin1'),
  },
  {
    code: 'VALIDATION_FAILED',
    http: 422,
    what: 'Latin-1 in a query',
    method: 'GET',
    path: '/messages/template?to=905551112233&name=caf%E9',
    param: 'name',
  },
  {
    code: 'VALIDATION_FAILED',
    http: 422,
    what: 'half a character',
    path: '/messages',
    raw: '{"to":"905551112233","text":"\\ud83d"}',
    param: 'text',
  },
  {
    code: 'VALIDATION_FAILED',
    http: 422,
    what: 'a __proto__ key',
    path: '/messages',
    raw: '{"to":"905551112233","__proto__":{"text":"x"}}',
    param: '__proto__',
  },
  {
    code: 'INVALID_JSON',
    http: 400,
    what: 'gzip that is not gzip',
    ...headerless('{}', { 'content-encoding': 'gzip' }),
  },
  { code: 'VALIDATION_FAILED', http: 422, what: 'an array', path: '/messages', raw: '[]' },
  { code: 'VALIDATION_FAILED', http: 422, what: 'a string', path: '/messages', raw: '"text"' },
  { code: 'VALIDATION_FAILED', http: 422, what: 'a number', path: '/messages', raw: '1' },
  { code: 'VALIDATION_FAILED', http: 422, what: 'no recipient', ...send({ text: 'x' }), param: 'to' },
  { code: 'VALIDATION_FAILED', http: 422, what: 'no text', ...send({ to }), param: 'text' },
  { code: 'VALIDATION_FAILED', http: 422, what: 'a number instead of a text', ...send({ to, text: 1 }), param: 'text' },
  {
    code: 'VALIDATION_FAILED',
    http: 422,
    what: 'an unknown type',
    ...send({ to, type: 'fax', text: 'x' }),
    param: 'type',
  },
  {
    code: 'VALIDATION_FAILED',
    http: 422,
    what: 'an Idempotency-Key of 256 characters',
    ...send({ to, text: 'x' }),
    headers: { 'idempotency-key': 'k'.repeat(256) },
  },
  {
    code: 'VALIDATION_FAILED',
    http: 422,
    what: 'a name in several languages',
    ...template({ name: 'multi_lang' }),
    param: 'language',
  },
  {
    code: 'VALIDATION_FAILED',
    http: 422,
    what: 'a line break in a value',
    ...template({ name: 'order_update', variables: ['a\nb', 'c'] }),
  },
  {
    code: 'VALIDATION_FAILED',
    http: 422,
    what: 'one variable too many',
    ...template({ name: 'welcome_named', variables: { first_name: 'a', b: 'c' } }),
    param: 'variables',
  },
  { code: 'PAYLOAD_TOO_LARGE', http: 413, what: '256 KiB and one byte', path: '/messages', raw: size(262_145) },
  {
    code: 'VALIDATION_FAILED',
    http: 422,
    what: 'exactly 256 KiB',
    path: '/messages',
    raw: size(262_144),
    param: 'text',
  },
  { code: 'PAYLOAD_TOO_LARGE', http: 413, what: '300 KB', path: '/messages', raw: size(300_000) },
  { code: 'PAYLOAD_TOO_LARGE', http: 413, what: '5 MB', path: '/messages', raw: size(5_000_000) },
  {
    code: 'CHANNEL_UNSUPPORTED',
    http: 422,
    what: 'an unknown channel',
    ...send({ channel: 'telegram', to, text: 'x' }),
    param: 'channel',
  },
  {
    code: 'CHANNEL_UNSUPPORTED',
    http: 422,
    what: 'an unknown channel for a template',
    ...template({ channel: 'sms', name: 'hello_world' }),
    param: 'channel',
  },
  {
    code: 'CONNECTION_NOT_FOUND',
    http: 404,
    what: 'an unknown connection',
    ...send({ connection_id: 'wa_99', to, text: 'x' }),
    param: 'connection_id',
  },
  {
    code: 'CHANNEL_FEATURE_UNSUPPORTED',
    http: 422,
    what: 'a template on instagram',
    ...template({ channel: 'instagram', name: 'hello_world' }),
    param: 'channel',
  },
  {
    code: 'CHANNEL_FEATURE_UNSUPPORTED',
    http: 422,
    what: 'a location on messenger',
    ...send({ type: 'location', channel: 'messenger', to: '1', latitude: 1, longitude: 1 }),
    param: 'channel',
  },
  {
    code: 'CHANNEL_FEATURE_UNSUPPORTED',
    http: 422,
    what: 'buttons on web',
    ...send({
      type: 'interactive',
      channel: 'web',
      to: 'web_1',
      interactive: { kind: 'button', text: 'x', buttons: [{ id: 'a', title: 'A' }] },
    }),
    param: 'channel',
  },
  { code: 'RECIPIENT_INVALID', http: 422, what: 'no number', ...send({ to: 'ada', text: 'x' }), param: 'to' },
  { code: 'RECIPIENT_INVALID', http: 422, what: 'an empty recipient', ...send({ to: '', text: 'x' }), param: 'to' },
  {
    code: 'RECIPIENT_INVALID',
    http: 422,
    what: 'a recipient that is too long',
    ...send({ to: '9'.repeat(129), text: 'x' }),
    param: 'to',
  },
  {
    code: 'RECIPIENT_INVALID',
    http: 422,
    what: 'no number for a template',
    ...template({ to: '12', name: 'hello_world' }),
    param: 'to',
  },
  {
    code: 'WINDOW_NEVER_OPENED',
    http: 409,
    what: 'someone who never wrote',
    ...send({ to: '905550000000', text: 'x' }),
    param: 'to',
  },
  {
    code: 'TEMPLATE_NOT_FOUND',
    http: 404,
    what: 'an unknown template',
    ...template({ name: 'nothing' }),
    param: 'name',
  },
  {
    code: 'TEMPLATE_NOT_FOUND',
    http: 404,
    what: 'a language that it does not have',
    ...template({ name: 'multi_lang', language: 'de' }),
    param: 'language',
  },
  {
    code: 'TEMPLATE_NOT_APPROVED',
    http: 422,
    what: 'a pending template',
    ...template({ name: 'pending_one' }),
    param: 'name',
  },
  {
    code: 'TEMPLATE_NOT_APPROVED',
    http: 422,
    what: 'a rejected template',
    ...template({ name: 'rejected_one' }),
    param: 'name',
  },
  {
    code: 'TEMPLATE_VARIABLES_MISSING',
    http: 422,
    what: 'one variable of two',
    ...template({ name: 'order_update', variables: ['Ada'] }),
    param: 'variables',
  },
  {
    code: 'TEMPLATE_VARIABLES_FORMAT',
    http: 422,
    what: 'an object instead of an array',
    ...template({ name: 'order_update', variables: { a: 'b' } }),
    param: 'variables',
  },
  {
    code: 'TEMPLATE_VARIABLES_FORMAT',
    http: 422,
    what: 'an array instead of an object',
    ...template({ name: 'welcome_named', variables: ['Ada'] }),
    param: 'variables',
  },
  {
    code: 'TEMPLATE_HEADER_MISSING',
    http: 422,
    what: 'a header without its file',
    ...template({ name: 'promo_spring', header: { filename: 'x' } }),
    param: 'header',
  },
  {
    code: 'TEMPLATE_BUTTON_PARAM_MISSING',
    http: 422,
    what: 'a dynamic button without its value',
    ...template({ name: 'order_update', variables: ['Ada', '1'] }),
    param: 'buttons',
  },
  {
    code: 'TEMPLATE_BUTTON_PARAM_MISSING',
    http: 422,
    what: 'a dynamic button with an empty value',
    ...template({ name: 'order_update', variables: ['Ada', '1'], buttons: [{ index: 0, text: '' }] }),
    param: 'buttons.0.text',
  },
  {
    code: 'MEDIA_REQUIRED',
    http: 422,
    what: 'an image without a file',
    ...send({ type: 'image', to }),
    param: 'media',
  },
  {
    code: 'MEDIA_REQUIRED',
    http: 422,
    what: 'an image with an empty file',
    ...send({ type: 'image', to, media: {} }),
    param: 'media',
  },
  {
    code: 'MEDIA_REQUIRED',
    http: 422,
    what: 'an image with an empty ID',
    ...send({ type: 'image', to, media: { id: '' } }),
    param: 'media.id',
  },
  {
    code: 'MEDIA_URL_INVALID',
    http: 422,
    what: 'a file with an ftp URL',
    ...send({ type: 'image', to, media: { url: 'ftp://a.example/b' } }),
    param: 'media.url',
  },
  {
    code: 'MESSAGE_NOT_FOUND',
    http: 404,
    what: 'an unknown message',
    method: 'GET',
    path: '/messages/msg_1',
    param: 'id',
  },
  {
    code: 'CHANNEL_NOT_CONNECTED',
    http: 409,
    what: 'the only connection is switched off',
    before: ({ server, accountId, connections }) =>
      server.app.store.transaction((tx) => tx.connections.setActive(accountId, connections.web ?? '', false)),
    ...send({ channel: 'web', to: 'web_visitor1', text: 'x' }),
    param: 'channel',
  },
  {
    code: 'RECIPIENT_BLOCKED',
    http: 403,
    what: 'a person on the block list',
    before: ({ api }) => api('POST', '/blocked-numbers', { body: { phone: to } }),
    ...template({ name: 'hello_world' }),
    param: 'to',
  },
  {
    code: 'RECIPIENT_OPTED_OUT',
    http: 403,
    what: 'marketing to a person on the opt-out list',
    before: ({ api }) => api('POST', '/opt-outs', { body: { phone: to } }),
    ...template({ name: 'promo_spring' }),
    param: 'to',
  },
  {
    code: 'PROVIDER_UNAVAILABLE',
    http: 503,
    what: 'a provider that was found down five times in a row',
    before: async ({ api, mock, settle }) => {
      mock.faults.next({ outcome: 'unavailable', times: 5 });
      for (let count = 0; count < 5; count += 1) {
        await api('POST', '/messages/template', { body: { to, name: 'hello_world' } });
      }
      await settle();
    },
    ...template({ name: 'hello_world' }),
  },
  { code: 'CONTACT_NOT_FOUND', http: 404, what: 'an unknown person', method: 'GET', path: `/contacts/${to}` },
  {
    code: 'CONVERSATION_NOT_FOUND',
    http: 404,
    what: 'a person without a conversation',
    method: 'GET',
    path: `/conversations/${to}`,
  },
  {
    code: 'MEDIA_TOO_LARGE',
    http: 413,
    what: 'a picture of 5 MB and a byte',
    ...upload(5 * 1024 * 1024 + 1),
    param: 'file',
  },
  {
    code: 'MEDIA_TYPE_UNSUPPORTED',
    http: 415,
    what: 'a program',
    ...upload('MZ\u0090\0\u0003\0\0\0'),
    param: 'file',
  },
  {
    code: 'MEDIA_UPLOAD_FAILED',
    http: 502,
    what: 'a file that the provider refuses',
    before: async ({ mock }) => mock.faults.next({ applies_to: 'media', outcome: 'reject' }),
    ...upload(100),
  },
  {
    code: 'WEBHOOK_MODULE_DISABLED',
    http: 403,
    what: 'an account without webhooks',
    path: '/webhooks/test',
    withAccount: { modules: { api: true, webhook: false, flows: true } },
  },
  {
    code: 'WEBHOOK_MODULE_DISABLED',
    http: 403,
    what: 'the same, before the body is checked',
    path: '/webhooks/test',
    raw: '{',
    withAccount: { modules: { api: true, webhook: false, flows: true } },
  },
  { code: 'WEBHOOK_NOT_CONFIGURED', http: 409, what: 'no address', path: '/webhooks/test' },
  {
    code: 'WEBHOOK_NOT_CONFIGURED',
    http: 409,
    what: 'a disabled webhook endpoint',
    before: async ({ receiver, customerWrites }) => {
      (await receiver()).answers(410);
      await customerWrites('Hi');
    },
    path: '/webhooks/test',
  },
  {
    code: 'WEBHOOK_URL_INVALID',
    http: 422,
    what: 'a webhook URL that is not https',
    before: setAddress('http://shop.example/hook'),
    path: '/webhooks/test',
  },
  {
    code: 'WEBHOOK_URL_INVALID',
    http: 422,
    what: 'a webhook URL in a private network',
    before: setAddress('https://192.168.0.1/hook'),
    path: '/webhooks/test',
  },
  {
    code: 'WEBHOOK_UNREACHABLE',
    http: 502,
    what: 'a webhook URL without a server',
    before: setAddress('http://127.0.0.1:1/hook'),
    path: '/webhooks/test',
  },
  {
    code: 'WEBHOOK_UNREACHABLE',
    http: 502,
    what: 'a receiver that redirects',
    before: async ({ receiver }) => (await receiver()).answers(302, '', { location: 'https://shop.example/' }),
    path: '/webhooks/test',
  },
  {
    code: 'MEDIA_GONE',
    http: 410,
    what: 'the link to a file of a deleted message',
    method: 'GET',
    path: ({ server }) => new URL(mediaLink(server.app, 1, 'msg_in_1')).pathname.replace('/media', '/../../media'),
  },
  {
    code: 'NOT_FOUND',
    http: 404,
    what: 'the link to a file with another signature',
    method: 'GET',
    path: `/../../media/1.1.99999999999.${'A'.repeat(43)}`,
  },
  {
    code: 'WINDOW_CLOSED',
    http: 409,
    what: 'a day after the last message',
    before: async ({ customerWrites, advance }) => {
      await customerWrites('Hi');
      await advance(86_401);
    },
    ...send({ to, text: 'x' }),
    param: 'to',
  },
  {
    code: 'IDEMPOTENCY_CONFLICT',
    http: 409,
    what: 'another body with the same key',
    before: ({ api }) =>
      api('POST', '/messages/template', { body: { to, name: 'hello_world' }, headers: { 'idempotency-key': 'a' } }),
    ...template({ name: 'multi_lang', language: 'tr' }),
    headers: { 'idempotency-key': 'a' },
    param: 'Idempotency-Key',
  },
  {
    code: 'IDEMPOTENCY_CONFLICT',
    http: 409,
    what: 'another link with the same key',
    before: ({ api }) => api('GET', `/messages/template?to=${to}&name=hello_world&idempotency_key=a`),
    method: 'GET',
    path: `/messages/template?to=${to}&name=multi_lang&language=tr&idempotency_key=a`,
    param: 'idempotency_key',
  },
  {
    code: 'RATE_LIMITED',
    http: 429,
    what: 'the 61st request of a second',
    before: ({ api }) => Promise.all(Array.from({ length: 60 }, () => api('GET', '/me'))),
    method: 'GET',
    path: '/me',
  },
  {
    code: 'INVALID_API_KEY',
    http: 401,
    what: 'an unknown key in a link',
    method: 'GET',
    path: `/messages/template?api_key=${UNKNOWN_KEY}&to=${to}&name=hello_world`,
    key: null,
  },
  {
    code: 'INVALID_API_KEY',
    http: 401,
    what: 'a malformed key in the path of a link',
    method: 'GET',
    path: `/messages/template/msg_1?to=${to}&name=hello_world`,
    key: null,
  },
  {
    code: 'VALIDATION_FAILED',
    http: 422,
    what: 'a link without a recipient',
    method: 'GET',
    path: '/messages/template?name=hello_world',
    param: 'to',
  },
  {
    code: 'VALIDATION_FAILED',
    http: 422,
    what: 'an unknown template status',
    method: 'GET',
    path: '/templates?status=PAUSED',
    param: 'status',
  },
  {
    code: 'TEMPLATE_VARIABLES_MISSING',
    http: 422,
    what: 'a gap in the variables of a link',
    method: 'GET',
    path: `/messages/template?to=${to}&name=order_update&var1=a&var3=c`,
    param: 'var',
  },
  {
    code: 'TEMPLATE_VARIABLES_FORMAT',
    http: 422,
    what: 'positions instead of names in a link',
    method: 'GET',
    path: `/messages/template?to=${to}&name=welcome_named&var1=a`,
    param: 'vars',
  },
  {
    code: 'METHOD_NOT_ALLOWED',
    http: 405,
    what: 'reading with a key that can only send',
    method: 'GET',
    path: '/messages',
  },
  {
    code: 'INTERNAL_ERROR',
    http: 500,
    what: 'a database that is unavailable',
    before: ({ server }) => server.app.store.close(),
    method: 'GET',
    path: '/me',
  },
  {
    code: 'URL_TOO_LONG',
    http: 414,
    what: 'a URL of 20 kB',
    method: 'GET',
    path: `/me?${'x'.repeat(20_000)}`,
  },
  {
    code: 'HEADERS_TOO_LARGE',
    http: 431,
    what: 'a header of 20 kB',
    method: 'GET',
    path: '/me',
    headers: { 'x-long': 'x'.repeat(20_000) },
  },
  { code: 'NOT_FOUND', http: 404, what: 'an unknown path', method: 'GET', path: '/nothing', key: null },
  { code: 'NOT_FOUND', http: 404, what: 'the root', method: 'GET', path: '/', key: null },
  { code: 'NOT_FOUND', http: 404, what: 'a trailing slash', method: 'GET', path: '/me/' },
  { code: 'NOT_FOUND', http: 404, what: 'no version prefix', method: 'GET', path: '/../../messages' },
  { code: 'NOT_FOUND', http: 404, what: 'another version', method: 'GET', path: '/../v2/me' },
];

/** Codes of responses that the document does not list, because the requests reach no operation. */
const UNLISTED: ErrorCode[] = ['NOT_FOUND', 'URL_TOO_LONG', 'HEADERS_TOO_LARGE'];

/** The server of all rows that prepare nothing. Each row has a separate account on it. */
let shared: TestServer;
const ends: Parameters<AtEnd>[0][] = [];
const openServer = (atEnd?: AtEnd) => createTestServer({ config: { logLevel: 'silent' }, ...(atEnd && { atEnd }) });
beforeAll(async () => {
  shared = await openServer((run) => void ends.unshift(run));
});
afterAll(async () => {
  for (const end of ends) {
    await end();
  }
});

test.each(ROWS)('$code: $what', async (row) => {
  const server = row.before ? await openServer() : await shared.anotherTenant();
  const { api, key, anotherAccount, liveKey } = server;
  await row.before?.(server);
  const account = row.withAccount && (await anotherAccount(row.withAccount));
  const own = account?.liveKey ?? (row.withKey && (await key(row.withKey))) ?? liveKey;
  const { method = 'POST', path = '/messages', raw, body, headers } = row;
  const answer = await api(method, typeof path === 'string' ? path : path(server), {
    key: row.key === undefined ? own : row.key,
    check: !UNLISTED.includes(row.code),
    ...(raw !== undefined && { raw }),
    ...(body !== undefined && { body }),
    ...(headers && { headers }),
  });
  expectError(answer, row.code, row.http);
  if (row.param !== undefined) {
    expect(answer.body.error.param).toBe(row.param);
  }
  if (row.code === 'VALIDATION_FAILED') {
    expect(answer.body.error.errors.length).toBeGreaterThan(0);
    expect(answer.body.error.errors[0]).toEqual({ field: expect.any(String), message: expect.stringMatching(/\S/) });
  }
  if (row.code !== 'INTERNAL_ERROR') {
    // The process keeps running.
    const next = await key({ requestsPerMinute: 60 });
    expect((await api('GET', '/me', { key: next })).status).toBe(200);
  }
});

test('every code of the table occurs here', () => {
  const provoked = new Set(ROWS.map(({ code }) => code));
  expect([...provoked].sort()).toEqual(Object.keys(ERRORS).sort());
});

test.each([
  ['PUT', '/messages', 'POST'],
  ['GET', '/messages', 'POST'],
  ['OPTIONS', '/messages', 'POST'],
  ['DELETE', '/messages/template', 'GET, POST'],
  ['POST', '/messages/msg_1', 'GET'],
  ['POST', '/me', 'GET'],
  ['PATCH', '/channels', 'GET'],
])('METHOD_NOT_ALLOWED: %s %s, without a key and with any body', async (method, path, allowed) => {
  const { api } = await createTestServer();
  const answer = await api(method, path, { key: null, ...(method !== 'GET' && { raw: '{"bad":' }) });
  expectError(answer, 'METHOD_NOT_ALLOWED', 405);
  expect(answer.headers.allow).toBe(allowed);
  expect(answer.body.error.allowed_methods).toEqual(allowed.split(', '));
  expect(answer.body.error.message).toContain(method);
});

test('every path refuses every method that the document does not list for it', async () => {
  for (const path of new Set(OPERATIONS.filter(({ versioned }) => versioned).map((operation) => operation.path))) {
    const listed = OPERATIONS.filter((operation) => operation.path === path).map(({ method }) => method.toUpperCase());
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND']) {
      if (!listed.includes(method)) {
        const answer = await shared.api(method, path.replaceAll(/\{\w+\}/g, 'x'), { key: null });
        expect([method, path, answer.status, answer.headers.allow]).toEqual([method, path, 405, listed.join(', ')]);
      }
    }
  }
});

test('the fix waits for approval only if the template is pending', async () => {
  const { api } = await createTestServer();
  const fixOf = async (name: string) =>
    (await api('POST', '/messages/template', { body: { to, name } })).body.error.fix;
  expect(await fixOf('pending_one')).toBe('Wait for approval, or use another template.');
  expect(await fixOf('rejected_one')).toBe('Correct the template and submit it again, or use another template.');
});

test('an ambiguous name returns the list of languages', async () => {
  const { api } = await createTestServer();
  const { body } = await api('POST', '/messages/template', { body: { to, name: 'multi_lang' } });
  expect(body.error.available_languages).toEqual(['en_US', 'tr']);
  expect((await api('POST', '/messages/template', { body: { to, name: 'multi_lang', language: 'tr' } })).status).toBe(
    202,
  );
});

test('an unknown field is named at any depth', async () => {
  const { api } = await createTestServer();
  const fieldsOf = async (path: string, body: object) => {
    const answer = await api('POST', path, { body });
    expectError(answer, 'VALIDATION_FAILED', 422);
    return answer.body.error.errors.map(({ field }: { field: string }) => field);
  };
  expect(await fieldsOf('/messages', { to, text: 'x', colour: 'red' })).toEqual(['colour']);
  expect(await fieldsOf('/messages', { to, text: 'x', a: 1, b: 2 })).toEqual(['a', 'b']);
  const buttons = [{ id: 'a', title: 'A', icon: 'x' }];
  expect(
    await fieldsOf('/messages', { type: 'interactive', to, interactive: { kind: 'button', text: 'x', buttons } }),
  ).toEqual(['interactive.buttons.0.icon']);
  expect(await fieldsOf('/messages/template', { to, name: 'hello_world', header: { image: 'x' } })).toEqual([
    'header.image',
  ]);
  const query = await api('POST', '/messages?verbose=1', { body: { to, text: 'x' } });
  expectError(query, 'VALIDATION_FAILED', 422);
  expect(query.body.error.param).toBe('verbose');
});

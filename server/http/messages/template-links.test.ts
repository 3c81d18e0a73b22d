import { describe, expect, test } from 'vitest';
import { syncTemplates } from '../../domain/templates/record-template.ts';
import { templateOf } from '../../providers/whatsapp/templates.ts';
import { createTestServer, type TestServer } from '../../testing/server.ts';

const to = '905551112233';
const HELLO = `/messages/template?to=${to}&name=hello_world`;

/** Returns a server with templates that a link can send, which have no dynamic buttons. */
async function withTemplates(): Promise<TestServer> {
  const server = await createTestServer();
  const { app } = server.server;
  const meta = (name: string, text: string, parameter_format = 'POSITIONAL') =>
    templateOf({
      name,
      language: 'en_US',
      category: 'UTILITY',
      status: 'APPROVED',
      parameter_format,
      components: [{ type: 'BODY', text }],
    });
  await app.store.transaction((tx) =>
    syncTemplates(app, tx, server.accountId, [
      meta('two', 'Hi {{1}}, {{2}}'),
      meta('three', '{{3}} {{1}} {{2}}'),
      meta('pair', '{{first_name}} {{last_name}}', 'NAMED'),
      meta('proto', '{{__proto__}} {{constructor}}', 'NAMED'),
    ]),
  );
  return server;
}

test('a link sends the same message as the POST', async () => {
  const { api, settle, mock, liveKey } = await createTestServer();
  const values = 'var1=Ada+L.&var2=%2B4711%20%26%20more';
  await api('POST', '/messages/template', {
    body: { to, name: 'welcome_named', language: 'en_US', variables: { first_name: 'Ada' } },
  });
  const answers = [
    await api('GET', `/messages/template?to=${to}&name=welcome_named&language=en_US&vars[first_name]=Ada`),
    await api('GET', `/messages/template/${liveKey}?phone=${to}&template=welcome_named&vars%5Bfirst_name%5D=Bea`, {
      key: null,
    }),
    await api('GET', `/messages/template?api_key=${liveKey}&to=${to}&name=hello_world&connection_id=wa_1`, {
      key: null,
    }),
  ];
  for (const { status, body } of answers) {
    expect([status, body.data]).toEqual([202, { id: expect.stringMatching(/^msg_\d+$/), status: 'queued' }]);
  }
  await settle();
  const [posted, linked, byPath, plain] = mock.sends().map(({ payload }) => payload.template);
  expect(linked).toEqual(posted);
  expect(JSON.stringify(byPath)).toContain('"text":"Bea"');
  expect(plain).toEqual(expect.objectContaining({ name: 'hello_world' }));
  // A link cannot fill a dynamic button.
  const dynamic = await api('GET', `/messages/template?to=${to}&name=order_update&${values}`);
  expect([dynamic.status, dynamic.body.error.code]).toEqual([422, 'TEMPLATE_BUTTON_PARAM_MISSING']);
  expect(dynamic.body.error.fix).toContain('POST /messages/template');
});

test.each([
  ['plain digits', to],
  ['a + that the query turns into a space', `+${to}`],
  ['an encoded +', `%2B${to}`],
  ['the local format', '05551112233'],
  ['spaces and brackets', '+90+(555)+111+22+33'],
])('the recipient may be given as %s', async (_name, spelled) => {
  const { api, settle, mock } = await createTestServer();
  expect((await api('GET', `/messages/template?to=${spelled}&name=hello_world`)).status).toBe(202);
  await settle();
  expect(mock.sends()[0]?.to).toBe(to);
});

test.each([
  ['two', 'var1=Ada&var2=4711', ['Ada', '4711']],
  ['two', 'var2=4711&var1=Ada', ['Ada', '4711']],
  ['two', 'var1=a++++b&var2=c', ['a    b', 'c']],
  ['two', 'var1=a+b&var2=%C3%BC%F0%9F%91%8B', ['a b', 'ü👋']],
  ['three', 'var3=c&var1=a&var2=b', ['a', 'b', 'c']],
  ['pair', 'vars[last_name]=L&vars%5Bfirst_name%5D=A', ['A', 'L']],
  ['proto', 'vars[__proto__]=p&vars[constructor]=c', ['p', 'c']],
])('%s accepts %s', async (name, query, texts) => {
  const { api, server, accountId } = await withTemplates();
  const { body } = await api('GET', `/messages/template?to=${to}&name=${name}&${query}`);
  const message = await server.app.store.read.messages.find(accountId, body.data?.id);
  expect((message?.content as { body: { text: string }[] } | undefined)?.body.map(({ text }) => text)).toEqual(texts);
});

/** Template, query, code, `param`, and a part of the message. */
const REFUSED = [
  ['two', '', 'TEMPLATE_VARIABLES_MISSING', 'var', '{{1}}, {{2}} missing'],
  ['two', 'var1=a', 'TEMPLATE_VARIABLES_MISSING', 'var', '{{2}} missing'],
  ['two', 'var2=b', 'TEMPLATE_VARIABLES_MISSING', 'var', '{{1}} missing'],
  ['two', 'var1=a&var3=c', 'TEMPLATE_VARIABLES_MISSING', 'var', '{{2}} missing'],
  ['three', 'var1=a&var3=c', 'TEMPLATE_VARIABLES_MISSING', 'var', '{{2}} missing'],
  ['two', 'var1=a&var2=b&var3=c', 'VALIDATION_FAILED', 'var', '{{3}}'],
  ['two', 'var1=a&var2=b&var4294967296=c', 'VALIDATION_FAILED', 'var', '{{4294967296}}'],
  ['two', `var1=a&var2=b&var${'9'.repeat(4000)}=c`, 'VALIDATION_FAILED', 'var', '{{999'],
  ['two', 'var0=a&var1=a&var2=b', 'VALIDATION_FAILED', 'var0', 'is not recognized'],
  ['two', 'var01=a&var2=b', 'VALIDATION_FAILED', 'var01', 'is not recognized'],
  ['two', 'var=a', 'VALIDATION_FAILED', 'var', 'is not recognized'],
  ['two', 'var-1=a', 'VALIDATION_FAILED', 'var-1', 'is not recognized'],
  ['two', 'Var1=a', 'VALIDATION_FAILED', 'Var1', 'is not recognized'],
  ['two', 'var1=a&var1=a&var2=b', 'VALIDATION_FAILED', 'var1', 'more than once'],
  ['two', 'var1=a%0Ab&var2=b', 'VALIDATION_FAILED', 'var1', 'line break'],
  ['two', 'var1=&var2=b', 'VALIDATION_FAILED', 'var1', 'must not be empty'],
  ['two', 'var1=a&var2=b%09c', 'VALIDATION_FAILED', 'var2', 'tab'],
  ['two', 'var1=a+++++b&var2=c', 'VALIDATION_FAILED', 'var1', 'more than 4 consecutive spaces'],
  ['pair', 'vars[first_name]=&vars[last_name]=L', 'VALIDATION_FAILED', 'vars[first_name]', 'must not be empty'],
  ['two', 'var1=a%00&var2=b', 'VALIDATION_FAILED', 'var1', 'NUL'],
  ['two', 'vars[a]=a', 'TEMPLATE_VARIABLES_FORMAT', 'var', 'var1, var2'],
  ['two', 'var1=a&vars[2]=b', 'VALIDATION_FAILED', 'vars', 'together with var1'],
  ['pair', '', 'TEMPLATE_VARIABLES_MISSING', 'vars', '{{first_name}}, {{last_name}} missing'],
  ['pair', 'vars[first_name]=A', 'TEMPLATE_VARIABLES_MISSING', 'vars', '{{last_name}} missing'],
  ['pair', 'var1=A&var2=L', 'TEMPLATE_VARIABLES_FORMAT', 'vars', 'vars[name]'],
  ['pair', 'vars[first_name]=A&vars[last_name]=L&vars[__proto__]=x', 'VALIDATION_FAILED', 'vars', '{{__proto__}}'],
  ['pair', 'vars[first_name]=A&vars[first_name]=A', 'VALIDATION_FAILED', 'vars[first_name]', 'more than once'],
  ['pair', 'vars[first_name]=A&vars%5Bfirst_name%5D=B', 'VALIDATION_FAILED', 'vars[first_name]', 'more than once'],
  ['pair', 'vars[last_name]=a%0Db', 'VALIDATION_FAILED', 'vars[last_name]', 'line break'],
  ['pair', 'vars[]=A', 'VALIDATION_FAILED', 'vars[]', 'is not recognized'],
  ['pair', 'vars[a][b]=A', 'VALIDATION_FAILED', 'vars[a][b]', 'is not recognized'],
  ['pair', 'vars=A', 'VALIDATION_FAILED', 'vars', 'is not recognized'],
  ['pair', '__proto__=A', 'VALIDATION_FAILED', '__proto__', 'is not recognized'],
] as const;

test('variables that do not fit the template are refused, and the error names them', async () => {
  const { api } = await withTemplates();
  for (const [name, query, code, param, message] of REFUSED) {
    const { status, body } = await api('GET', `/messages/template?to=${to}&name=${name}&${query}`);
    expect([name, query, status, body.error.code, body.error.param]).toEqual([name, query, 422, code, param]);
    expect(body.error.message).toContain(message);
    expect(JSON.stringify(body).length).toBeLessThan(5000);
  }
});

/** Query, and the fields that VALIDATION_FAILED names. */
const INCOMPLETE = [
  ['', ['to', 'name']],
  [`to=${to}`, ['name']],
  ['template=hello_world', ['to']],
  [`to=${to}&phone=905550000000&name=hello_world`, ['phone']],
  [`to=${to}&name=hello_world&template=two`, ['template']],
  [`to=${to}&to=${to}&name=hello_world`, ['to']],
  [`to=${to}&name=hello_world&name=two&to=1`, ['to', 'name']],
  [`to=${to}&name=hello_world&channel=instagram`, ['channel']],
  [`to=${to}&name=hello_world&header[url]=x`, ['header[url]']],
  [`to=${to}&name=`, ['name']],
  [`to=${to}&name=hello_world&language=`, ['language']],
  [`to=${to}&name=hello_world&idempotency_key=`, ['idempotency_key']],
  [`to=${to}&name=hello_world&idempotency_key=${'k'.repeat(256)}`, ['idempotency_key']],
  [`to=${to}&name=multi_lang`, ['language']],
] as const;

test('a missing, repeated or unknown parameter of a link is named', async () => {
  const { api } = await createTestServer();
  for (const [query, fields] of INCOMPLETE) {
    const { status, body } = await api('GET', `/messages/template?${query}`);
    expect([query, status, body.error.code, body.error.param]).toEqual([query, 422, 'VALIDATION_FAILED', fields[0]]);
    expect(body.error.errors.map(({ field }: { field: string }) => field)).toEqual(fields);
  }
});

test.each([
  [`to=${to}&phone=${to}&name=hello_world&template=hello_world`],
  [`phone=${to}&name=hello_world`],
  [`to=${to}&template=multi_lang&language=tr`],
  [`to=${to}&name=hello_world&idempotency_key=${'k'.repeat(255)}`],
])('"%s" is accepted', async (query) => {
  const { api } = await createTestServer();
  expect((await api('GET', `/messages/template?${query}`)).status).toBe(202);
});

test.each([
  ['to=ada&name=hello_world', 422, 'RECIPIENT_INVALID'],
  ['to=&name=hello_world', 422, 'RECIPIENT_INVALID'],
  [`to=${to}&name=nothing`, 404, 'TEMPLATE_NOT_FOUND'],
  [`to=${to}&name=pending_one`, 422, 'TEMPLATE_NOT_APPROVED'],
  [`to=${to}&name=hello_world&connection_id=ig_1`, 404, 'CONNECTION_NOT_FOUND'],
])('"%s" returns %i %s, as the POST does', async (query, status, code) => {
  const { api, liveKey } = await createTestServer();
  for (const path of ['/messages/template', `/messages/template/${liveKey}`]) {
    const answer = await api('GET', `${path}?${query}`);
    expect([answer.status, answer.body.error.code]).toEqual([status, code]);
  }
});

test('a link with a test key sends nothing, and its response shows the mode', async () => {
  const { api, testKey, settle, mock, server, accountId } = await createTestServer();
  for (const path of [`/messages/template/${testKey}?`, `/messages/template?api_key=${testKey}&`]) {
    const answer = await api('GET', `${path}to=${to}&name=hello_world&idempotency_key=${path.length}`, { key: null });
    expect(answer.body.data).toEqual({ id: expect.any(String), status: 'sent', test: true });
    expect(answer.headers['x-service-mode']).toBe('test');
    expect((await server.app.store.read.messages.find(accountId, answer.body.data.id))?.isTest).toBe(true);
  }
  await settle();
  expect(mock.sends()).toEqual([]);
});

test('the path of a link is never parsed as a message ID', async () => {
  const { api, liveKey } = await createTestServer();
  expect((await api('GET', '/messages/template')).body.error.code).toBe('VALIDATION_FAILED');
  expect((await api('GET', `/messages/template/${liveKey}`)).body.error.code).toBe('VALIDATION_FAILED');
  expect((await api('GET', '/messages/templat%65', { check: false })).body.error.code).toBe('VALIDATION_FAILED');
  expect((await api('GET', '/messages/msg_1')).body.error.code).toBe('MESSAGE_NOT_FOUND');
  expect((await api('GET', `${HELLO.replace('?', '/?')}`, { check: false })).body.error.code).toBe('NOT_FOUND');
});

describe('HEAD and other methods', () => {
  test('send nothing', async () => {
    const { api, baseUrl, liveKey, settle, mock } = await createTestServer();
    const byPath = `/messages/template/${liveKey}?to=${to}&name=hello_world`;
    for (const [method, path, allow] of [
      ['HEAD', HELLO, 'GET, POST'],
      ['HEAD', `${HELLO}&api_key=${liveKey}`, 'GET, POST'],
      ['HEAD', byPath, 'GET'],
      ['POST', byPath, 'GET'],
      ['OPTIONS', byPath, 'GET'],
    ] as const) {
      const answer = await fetch(baseUrl + path, { method, headers: { authorization: `Bearer ${liveKey}` } });
      expect([method, path, answer.status, answer.headers.get('allow')]).toEqual([method, path, 405, allow]);
    }
    await settle();
    expect(mock.sends()).toEqual([]);
    expect((await api('GET', HELLO)).status).toBe(202);
  });
});

import { expect, test } from 'vitest';
import { createFileHost } from '../../testing/files.ts';
import { createTestServer } from '../../testing/server.ts';

const to = '905551112233';

test.each([
  ['text of 4096 characters', { text: 'x'.repeat(4096) }, { text: 'x'.repeat(4097) }, 'text'],
  ['text of 4096 characters beyond ASCII', { text: '👋'.repeat(4096) }, { text: '👋'.repeat(4097) }, 'text'],
  ['text of one character', { text: 'x' }, { text: '' }, 'text'],
  ['3 buttons', interactive(buttons(3)), interactive(buttons(4)), 'interactive.buttons'],
  ['10 rows of a list', interactive(rows(10)), interactive(rows(11)), 'interactive.sections.0.rows'],
  ['a latitude of 90', place(90, 180), place(90.1, 180), 'latitude'],
  ['a longitude of -180', place(-90, -180), place(-90, -180.1), 'longitude'],
])('accepts %s and no more', async (_name, most, more, param) => {
  const { api, customerWrites } = await createTestServer();
  await customerWrites('Hi');
  expect((await api('POST', '/messages', { body: { to, ...most } })).status).toBe(202);
  const refused = await api('POST', '/messages', { body: { to, ...more } });
  expect([refused.status, refused.body.error.code, refused.body.error.param]).toEqual([
    422,
    'VALIDATION_FAILED',
    param,
  ]);
});

function interactive(content: object) {
  return { type: 'interactive', interactive: { text: 'Choose', ...content } };
}

function buttons(count: number) {
  return { kind: 'button', buttons: Array.from({ length: count }, (_, at) => ({ id: `b${at}`, title: `B${at}` })) };
}

function rows(count: number) {
  const list = Array.from({ length: count }, (_, at) => ({ id: `r${at}`, title: `R${at}` }));
  return { kind: 'list', button: 'Open', sections: [{ title: 'All', rows: list }] };
}

function place(latitude: number, longitude: number) {
  return { type: 'location', latitude, longitude };
}

test.each([
  [{ text: 'Hello' }, { type: 'text', text: { body: 'Hello' } }],
  [{ type: 'text', text: 'Hello', reply_to: 'wamid.1' }, { context: { message_id: 'wamid.1' } }],
  [
    { type: 'location', latitude: 41, longitude: 29, name: 'Shop' },
    { type: 'location', location: { latitude: 41, longitude: 29, name: 'Shop' } },
  ],
  [
    interactive(buttons(1)),
    {
      interactive: {
        type: 'button',
        body: { text: 'Choose' },
        action: { buttons: [{ type: 'reply', reply: { id: 'b0', title: 'B0' } }] },
      },
    },
  ],
])('sends %j to the provider in the provider’s format, with our ID', async (body, payload) => {
  const { api, customerWrites, settle, mock } = await createTestServer();
  await customerWrites('Hi');
  const sent = await api('POST', '/messages', { body: { to: '0555 111 22 33', ...body } });
  await settle();
  expect(mock.sends()).toHaveLength(1);
  expect(mock.sends()[0]?.payload).toMatchObject({
    messaging_product: 'whatsapp',
    to,
    biz_opaque_callback_data: sent.body.data.id,
    ...payload,
  });
});

test.each([
  [{ name: 'hello_world' }, { name: 'hello_world', language: { code: 'en_US' } }],
  [
    { name: 'order_update', variables: ['Ada', '4711'], buttons: [{ index: 0, text: '4711' }] },
    {
      name: 'order_update',
      language: { code: 'en_US' },
      components: [
        {
          type: 'body',
          parameters: [
            { type: 'text', text: 'Ada' },
            { type: 'text', text: '4711' },
          ],
        },
        { type: 'button', sub_type: 'url', index: '0', parameters: [{ type: 'text', text: '4711' }] },
      ],
    },
  ],
  [
    { name: 'welcome_named', variables: { first_name: 'Ada' } },
    {
      name: 'welcome_named',
      language: { code: 'en_US' },
      components: [{ type: 'body', parameters: [{ type: 'text', text: 'Ada', parameter_name: 'first_name' }] }],
    },
  ],
])('sends the template %j to the provider, which accepts it', async (body, template) => {
  const { api, settle, mock } = await createTestServer();
  const sent = await api('POST', '/messages/template', { body: { to, ...body } });
  expect(sent.status).toBe(202);
  await settle();
  expect(mock.sends().map(({ payload }) => payload.template)).toEqual([template]);
  expect((await api('GET', `/messages/${sent.body.data.id}`)).body.data.status).toBe('read');
});

test('an omitted media header is the template’s sample', async () => {
  const { api, settle, mock } = await createTestServer();
  expect((await api('POST', '/messages/template', { body: { to, name: 'promo_spring' } })).status).toBe(202);
  await settle();
  expect(JSON.stringify(mock.sends()[0]?.payload.template)).toContain('/promo_spring.');
});

test('another account’s message, connection and customers are not found', async () => {
  const { api, customerWrites, anotherAccount } = await createTestServer();
  await customerWrites('Hi');
  const other = await anotherAccount({});
  expect(other.connections.whatsapp).toBe('wa_2');
  const sent = await api('POST', '/messages', { body: { to, text: 'x' } });
  const path = `/messages/${sent.body.data.id}`;
  expect((await api('GET', path)).status).toBe(200);
  const looked = await api('GET', path, { key: other.liveKey });
  expect([looked.status, looked.body.error.code]).toEqual([404, 'MESSAGE_NOT_FOUND']);
  const codeOf = async (body: object) => (await api('POST', '/messages', { key: other.liveKey, body })).body.error.code;
  expect(await codeOf({ to, text: 'x', connection_id: 'wa_1' })).toBe('CONNECTION_NOT_FOUND');
  expect(await codeOf({ to, text: 'x' })).toBe('WINDOW_NEVER_OPENED');
});

test('a message can be read for 90 days', async () => {
  const { api, advance } = await createTestServer();
  const sent = await api('POST', '/messages/template', { body: { to, name: 'hello_world' } });
  const path = `/messages/${sent.body.data.id}`;
  await advance(90 * 86_400 - 1);
  expect((await api('GET', path)).status).toBe(200);
  await advance(2);
  expect((await api('GET', path)).body.error.code).toBe('MESSAGE_NOT_FOUND');
});

test('a disabled connection is not found', async () => {
  const { api, server, accountId } = await createTestServer();
  await server.app.store.transaction((tx) => tx.connections.setActive(accountId, 'wa_1', false));
  const codeOf = async (body: object) => (await api('POST', '/messages', { body })).body.error.code;
  expect(await codeOf({ to, text: 'x' })).toBe('CHANNEL_NOT_CONNECTED');
  expect(await codeOf({ to, text: 'x', connection_id: 'wa_1' })).toMatch(
    /^(CHANNEL_NOT_CONNECTED|CONNECTION_NOT_FOUND)$/,
  );
});

/** A recipient and a connection of each channel. On web, messages can be sent to any visitor. */
test.each([
  ['whatsapp', to],
  ['instagram', '1784140012345'],
  ['messenger', '6042731925'],
  ['web', 'web_1'],
])('a text of only white space is refused on %s', async (channel, recipient) => {
  const { api } = await createTestServer();
  for (const text of ['', ' ', '\n\t', '\u00a0']) {
    const { error } = (await api('POST', '/messages', { body: { channel, to: recipient, text } })).body;
    expect([error.code, error.param]).toEqual(['VALIDATION_FAILED', 'text']);
  }
});

test('a text on web has at most 4,096 characters', async () => {
  const { api } = await createTestServer();
  const send = (length: number) =>
    api('POST', '/messages', { body: { channel: 'web', to: 'web_1', text: 'x'.repeat(length) } });
  expect((await send(4096)).status).toBe(202);
  const { error } = (await send(4097)).body;
  expect([error.code, error.errors]).toEqual([
    'VALIDATION_FAILED',
    [{ field: 'text', message: 'must have at most 4096 characters' }],
  ]);
});

test('the URL of a file can begin with capital letters', async () => {
  const { api, customerWrites } = await createTestServer();
  const files = await createFileHost();
  files.put('/a.jpg', { headers: { 'content-type': 'image/jpeg' } });
  await customerWrites('Hi');
  const url = files.url.replace('http:', 'HTTP:');
  const body = { to, type: 'image', media: { url: `${url}/a.jpg` } };
  expect((await api('POST', '/messages', { body })).status).toBe(202);
});

test('a refusal names the problem', async () => {
  const { api, customerWrites } = await createTestServer();
  await customerWrites('Hi');
  const error = async (body: unknown) => (await api('POST', '/messages', { body })).body.error;
  expect(await error([])).toMatchObject({ param: 'body', errors: [{ field: 'body', message: 'must be object' }] });
  expect((await error({ to, type: 'image', text: 'x' })).errors).toEqual([
    { field: 'text', message: 'is not recognized' },
    { field: 'media', message: 'is required' },
  ]);
  const withoutType = await error({ to, media: { url: 'https://shop.example/a.jpg' } });
  expect(withoutType.errors).toContainEqual({ field: 'media', message: expect.stringContaining('type') });
  const form = new FormData();
  form.set('channel', 'instagram');
  form.set('file', new Blob(['x']), 'a.txt');
  expect((await api('POST', '/media', { body: form })).body.error.message).toContain('media by ID');
  const template = { channel: 'messenger', to: '1', name: 'hello_world' };
  expect((await api('POST', '/messages/template', { body: template })).body.error.message).toContain('template');
});

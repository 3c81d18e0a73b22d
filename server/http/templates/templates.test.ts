import { describe, expect, test } from 'vitest';
import { syncTemplates } from '../../domain/templates/record-template.ts';
import { templateOf } from '../../providers/whatsapp/templates.ts';
import { createTestServer, DATABASES, type TestServer } from '../../testing/server.ts';

const nameOf = ({ name, language }: { name: string; language: string }) => `${name} ${language}`;

async function listed(api: TestServer['api'], query = '') {
  const { status, body } = await api('GET', `/templates${query}`);
  expect(status).toBe(200);
  return body.data;
}

/** Stores a template of the account in Meta's format. */
async function put({ server, accountId }: TestServer, name: string, components: object[], extra: object = {}) {
  const { app } = server;
  const meta = { name, language: 'en_US', category: 'UTILITY', status: 'APPROVED', components, ...extra };
  await app.store.transaction((tx) => syncTemplates(app, tx, accountId, [templateOf(meta)]));
}

const recordOf = async (server: TestServer, name: string) =>
  (await listed(server.api)).templates.find((one: { name: string }) => one.name === name);

test('a template shows the fields that a send of it needs', async () => {
  const { api } = await createTestServer();
  const { templates } = await listed(api);
  const byName = Object.fromEntries(templates.map((one: { name: string }) => [one.name, one]));
  const common = {
    id: expect.any(Number),
    language: 'en_US',
    status: 'APPROVED',
    rejection_reason: null,
    quality: 'UNKNOWN',
    updated_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+\+00:00$/),
  };
  const button = { url: null, dynamic: false, is_opt_out: false };
  expect(byName.order_update).toEqual({
    ...common,
    name: 'order_update',
    category: 'UTILITY',
    parameter_format: 'POSITIONAL',
    body: 'Hi {{1}}, your order {{2}} is on its way.',
    variables: { count: 2, names: ['1', '2'], samples: ['Ayla', 'TR-1042'] },
    header: null,
    footer: null,
    buttons: [
      {
        ...button,
        index: 0,
        type: 'URL',
        text: 'Track order',
        url: 'https://shop.example/orders/{{1}}',
        dynamic: true,
      },
    ],
  });
  expect(byName.welcome_named).toMatchObject({
    parameter_format: 'NAMED',
    variables: { count: 1, names: ['first_name'], samples: ['Ayla'] },
    buttons: [],
  });
  expect(byName.promo_spring).toMatchObject({
    category: 'MARKETING',
    variables: { count: 0, names: [], samples: [] },
    header: {
      format: 'IMAGE',
      text: null,
      variable: null,
      sample: expect.stringMatching(/^https:.*promo_spring\.png/),
    },
    footer: 'Not interested? Tap Stop promotions',
    buttons: [
      { ...button, index: 0, type: 'QUICK_REPLY', text: 'Tell me more' },
      { ...button, index: 1, type: 'QUICK_REPLY', text: 'Stop promotions', is_opt_out: true },
    ],
  });
  expect(byName.hello_world).toMatchObject({
    header: { format: 'TEXT', text: 'Hello World', variable: null, sample: null },
    footer: 'WhatsApp Business Platform sample message',
  });
  expect(byName.rejected_one).toMatchObject({ status: 'REJECTED', rejection_reason: 'PROMOTIONAL' });
});

test('samples are found in every format that Meta uses, and a template without them has none', async () => {
  const server = await createTestServer();
  const text = 'Order {{2}} for {{1}}';
  await put(server, 'flat', [{ type: 'body', text, example: { body_text: ['Ada', '4711'] } }]);
  await put(server, 'bare', [{ type: 'BODY', text }]);
  await put(server, 'half', [{ type: 'BODY', text, example: { body_text: [['Ada']] } }]);
  await put(server, 'odd', [{ type: 'BODY', text, example: { body_text: 'Ada', body_text_named_params: [null] } }]);
  await put(
    server,
    'named',
    [
      {
        type: 'HEADER',
        format: 'TEXT',
        text: 'For {{who}}',
        example: { header_text_named_params: [{ param_name: 'who', example: 'Ada' }] },
      },
      {
        type: 'BODY',
        text: '{{b}} {{a}} {{b}}',
        example: {
          body_text_named_params: [
            { param_name: 'a', example: 'A' },
            { param_name: 'b', example: 'B' },
          ],
        },
      },
    ],
    { parameter_format: 'NAMED' },
  );
  await put(server, 'handle', [
    { type: 'HEADER', format: 'VIDEO', example: { header_handle: ['4::aW1hZ2U='] } },
    { type: 'BODY' },
  ]);
  await put(server, 'heading', [{ type: 'HEADER', format: 'TEXT', text: 'No {{1}}', example: { header_text: ['7'] } }]);
  const samples = async (name: string) => (await recordOf(server, name)).variables;
  expect(await samples('flat')).toEqual({ count: 2, names: ['1', '2'], samples: ['Ada', '4711'] });
  expect(await samples('bare')).toEqual({ count: 2, names: ['1', '2'], samples: ['', ''] });
  expect(await samples('half')).toEqual({ count: 2, names: ['1', '2'], samples: ['Ada', ''] });
  expect(await samples('odd')).toEqual({ count: 2, names: ['1', '2'], samples: ['', ''] });
  const named = await recordOf(server, 'named');
  expect(named.variables).toEqual({ count: 2, names: ['b', 'a'], samples: ['B', 'A'] });
  expect(named.header).toEqual({ format: 'TEXT', text: 'For {{who}}', variable: 'who', sample: 'Ada' });
  const handle = await recordOf(server, 'handle');
  expect([handle.header.sample, handle.body]).toEqual([null, '']);
  expect((await recordOf(server, 'heading')).header).toMatchObject({ variable: '1', sample: '7' });
});

test.each([
  ['Stop promotions', 'QUICK_REPLY', true],
  ['STOP PROMOTIONS!', 'quick_reply', true],
  ['Parar promoções', 'QUICK_REPLY', true],
  ['Promosyonları durdur', 'QUICK_REPLY', true],
  ['PROMOSYONLARI DURDUR', 'QUICK_REPLY', true],
  ['Opt-out', 'QUICK_REPLY', true],
  ['Unsubscribe', 'QUICK_REPLY', true],
  ['Tell me more', 'QUICK_REPLY', false],
  ['Stop promotions never', 'QUICK_REPLY', false],
  ['Where do I stop?', 'QUICK_REPLY', false],
  ['Stop promotions', 'URL', false],
])('the button "%s" of type %s is an opt-out button: %s', async (text, type, isOptOut) => {
  const server = await createTestServer();
  await put(server, 'buttoned', [
    { type: 'BODY', text: 'Hi' },
    { type: 'BUTTONS', buttons: [{ type, text }] },
  ]);
  expect((await recordOf(server, 'buttoned')).buttons[0].is_opt_out).toBe(isOptOut);
});

describe.each(DATABASES)('lists on %s', (database) => {
  test('by status, language and category, each and together', async () => {
    const { api } = await createTestServer({ database });
    const names = async (query: string) => (await listed(api, query)).templates.map(nameOf).sort();
    expect(await names('')).toHaveLength(8);
    expect(await names('?status=PENDING')).toEqual(['pending_one en_US']);
    expect(await names('?status=REJECTED')).toEqual(['rejected_one en_US']);
    expect(await names('?status=APPROVED')).toHaveLength(6);
    expect(await names('?language=tr')).toEqual(['multi_lang tr']);
    expect(await names('?category=MARKETING')).toEqual(['promo_spring en_US', 'rejected_one en_US']);
    expect(await names('?category=AUTHENTICATION')).toEqual([]);
    expect(await names('?status=APPROVED&category=MARKETING')).toEqual(['promo_spring en_US']);
    expect(await names('?status=APPROVED&category=UTILITY&language=tr')).toEqual(['multi_lang tr']);
    expect(await names('?status=PENDING&language=tr')).toEqual([]);
    expect(await names("?language=en_US'%20or%20'1'='1")).toEqual([]);
  });

  test('without a limit are one page with all templates, most recently changed first', async () => {
    const server = await createTestServer({ database });
    await put(server, 'hello_world', [{ type: 'BODY', text: 'Changed' }]);
    const { templates, pagination } = await listed(server.api);
    expect(templates[0]).toMatchObject({ name: 'hello_world', body: 'Changed' });
    const times = templates.map((one: { updated_at: string }) => one.updated_at);
    expect(times).toEqual(times.toSorted().reverse());
    expect(pagination).toEqual({ limit: 100, count: 8, has_more: false, next_cursor: null });
    for (let at = 0; at < 95; at += 1) {
      await put(server, `more_${at}`, [{ type: 'BODY', text: 'x' }]);
    }
    const { pagination: many } = await listed(server.api);
    expect(many).toEqual({ limit: 103, count: 103, has_more: false, next_cursor: null });
    const { pagination: most } = await listed(server.api, '?limit=100');
    expect(most).toEqual({ limit: 100, count: 100, has_more: true, next_cursor: expect.any(String) });
  });

  test('in pages contain each template once, even if a new one is added at the same time', async () => {
    const server = await createTestServer({ database });
    const before = (await listed(server.api)).templates.map(nameOf);
    const seen: string[] = [];
    let query = '?limit=3';
    for (const [count, hasMore] of [
      [3, true],
      [3, true],
      [2, false],
    ] as const) {
      const { templates, pagination } = await listed(server.api, query);
      seen.push(...templates.map(nameOf));
      expect(pagination).toEqual({
        limit: 3,
        count,
        has_more: hasMore,
        next_cursor: hasMore ? expect.any(String) : null,
      });
      query = `?limit=3&cursor=${pagination.next_cursor}`;
      await put(server, `new_${seen.length}`, [{ type: 'BODY', text: 'x' }]);
    }
    expect(seen).toEqual(before);
    const { pagination } = await listed(server.api, '?limit=4&status=APPROVED');
    const rest = await listed(server.api, `?status=APPROVED&cursor=${pagination.next_cursor}`);
    expect(rest.templates).toHaveLength(5);
  });

  test('contain no template of another account', async () => {
    const server = await createTestServer({ database });
    const other = await server.anotherAccount();
    await put(server, 'ours', [{ type: 'BODY', text: 'x' }]);
    const { body } = await server.api('GET', '/templates', { key: other.liveKey });
    const names = body.data.templates.map((one: { name: string }) => one.name);
    expect([names.length, names.includes('ours')]).toEqual([8, false]);
    expect((await listed(server.api)).templates).toHaveLength(9);
  });

  test('a cursor that is not from a list is refused, whatever numbers it contains', async () => {
    const { api } = await createTestServer({ database });
    const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
    for (const cursor of [
      'x',
      encode(null),
      encode(['templates', 'asc', 1, 1]),
      encode(['templates', 'desc', 1]),
      encode(['templates', 'desc', '1', 'a']),
    ]) {
      const { status, body } = await api('GET', `/templates?cursor=${cursor}`);
      expect([cursor, status, body.error?.param]).toEqual([cursor, 422, 'cursor']);
    }
    for (const numbers of [
      [2 ** 53 - 1, 2 ** 53 - 1],
      [-1, -1],
      [0, 2 ** 40],
    ]) {
      expect((await api('GET', `/templates?cursor=${encode(['templates', 'desc', ...numbers])}`)).status).toBe(200);
    }
  });
});

test.each([
  ['?status=approved', 'status'],
  ['?status=', 'status'],
  ['?status=PAUSED', 'status'],
  ['?category=SERVICE', 'category'],
  ['?language=', 'language'],
  ['?limit=0', 'limit'],
  ['?limit=101', 'limit'],
  ['?limit=ten', 'limit'],
  ['?cursor=', 'cursor'],
  ['?order=asc', 'order'],
  ['?status=PENDING&status=APPROVED', 'status'],
  ['?language=%00', 'language'],
])('GET /templates%s is refused, and the error names %s', async (query, param) => {
  const { api } = await createTestServer();
  const { status, body } = await api('GET', `/templates${query}`);
  expect([status, body.error.code, body.error.param]).toEqual([422, 'VALIDATION_FAILED', param]);
  expect(body.error.errors[0].field).toBe(param);
});

test('listing needs the scope templates:read', async () => {
  const { api, key } = await createTestServer();
  expect((await api('GET', '/templates', { key: await key({ scopes: ['templates:read'] }) })).status).toBe(200);
  const refused = await api('GET', '/templates', { key: await key({ scopes: ['messages:send'] }) });
  expect(refused.body.error.message).toContain('templates:read');
});

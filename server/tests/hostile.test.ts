import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type ApiAnswer, createTestServer, DATABASES, type TestServer } from '../testing/server.ts';

const to = '905551112233';

const nasty = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: 'grapheme' }),
  fc.constantFrom(
    '\0',
    'a\0b',
    '\ud83d',
    '\u202e',
    "'; drop table messages; --",
    '{{1}}',
    '%00',
    '../..',
    '',
    '9'.repeat(400),
  ),
);
const value = fc.oneof(
  { depthSize: 'small' },
  nasty,
  fc.jsonValue(),
  fc.constantFrom(1e308, -1e-308, 2 ** 53, -0, 1e21, 0.1, [], {}, null, true),
  fc.dictionary(fc.constantFrom('__proto', 'constructor', 'toString', 'length', 'hasOwnProperty', 'then', ''), nasty),
);
const optional = (arbitrary: fc.Arbitrary<unknown>) => fc.option(arbitrary, { nil: undefined });
const mostly = (usual: unknown, other: fc.Arbitrary<unknown> = value) =>
  fc.oneof({ weight: 4, arbitrary: fc.constant(usual) }, { weight: 1, arbitrary: other });

const message = fc.record({
  to: mostly(to),
  text: fc.oneof(nasty, value),
  type: optional(mostly('text', fc.constantFrom('image', 'location', 'interactive', 'document', 'fax'))),
  channel: optional(mostly('whatsapp', fc.oneof(fc.constantFrom('web', 'instagram'), value))),
  connection_id: optional(mostly('wa_1', nasty)),
  reply_to: optional(nasty),
});
const template = fc.record({
  to: mostly(to),
  name: mostly('order_update', fc.oneof(fc.constantFrom('welcome_named', 'promo_spring'), nasty)),
  language: optional(mostly('en_US', nasty)),
  variables: optional(fc.oneof(fc.tuple(nasty, nasty), fc.array(nasty), fc.dictionary(nasty, nasty), value)),
  header: optional(fc.oneof(fc.record({ url: nasty }), fc.record({ text: nasty }), value)),
  buttons: optional(
    fc.oneof(fc.array(fc.record({ index: fc.integer(), text: nasty })), mostly([{ index: 0, text: 'x' }])),
  ),
});
const interactive = fc.record({
  to: fc.constant(to),
  type: fc.constant('interactive'),
  interactive: fc.oneof(
    value,
    fc.record({
      kind: fc.constantFrom('button', 'list', 'x'),
      text: nasty,
      buttons: value,
      button: nasty,
      sections: value,
    }),
    fc.record({ kind: fc.constant('button'), text: nasty, buttons: fc.array(fc.record({ id: nasty, title: nasty })) }),
  ),
});

/** Checks the properties that every response must have, whatever the request. */
function expectEnvelope({ status, body, headers }: ApiAnswer): void {
  expect(status, JSON.stringify(body)).toBeLessThan(500);
  expect(headers['x-request-id']).toMatch(/^req_/);
  expect(body.success).toBe(status < 300);
  if (!body.success) {
    expect(body.error).toMatchObject({ http: status, request_id: headers['x-request-id'] });
    expect(body.error.code).not.toBe('INTERNAL_ERROR');
  }
}

const openServer = async (options: Parameters<typeof createTestServer>[0]): Promise<TestServer & { fast: string }> => {
  const server = await createTestServer(options);
  await server.customerWrites('Hi');
  return { ...server, fast: await server.key({ requestsPerMinute: 1_000_000 }) };
};

describe.each(DATABASES)('on %s', (database) => {
  test('none of a thousand bodies breaks the server', async () => {
    const { api, fast } = await openServer({ database });
    const call = fc.oneof(
      fc.tuple(fc.constant('/messages'), fc.oneof(message, message, interactive, value)),
      fc.tuple(fc.constant('/messages/template'), fc.oneof(template, template, value)),
    );
    await fc.assert(
      fc.asyncProperty(call, async ([path, body]) => {
        expectEnvelope(await api('POST', path, { raw: JSON.stringify(body) ?? '', key: fast }));
      }),
      { numRuns: database === 'sqlite' ? 700 : 300 },
    );
  });

  test('none of several hundred queries breaks the server', async () => {
    const { api, fast } = await openServer({ database });
    const name = fc.oneof(
      fc.constantFrom('to', 'phone', 'name', 'var1', 'var2', 'var99', 'vars[first_name]', 'vars[__proto__]', 'vars'),
      fc.constantFrom(
        'language',
        'connection_id',
        'idempotency_key',
        'status',
        'limit',
        'cursor',
        '__proto__',
        'api_key',
      ),
      nasty,
    );
    const text = fc.oneof(fc.constantFrom(to, 'order_update', 'welcome_named', 'hello_world', '10', 'APPROVED'), nasty);
    const wellFormed = (part: string) => encodeURIComponent(part.toWellFormed());
    const query = fc.oneof(
      fc
        .array(fc.tuple(name, text), { maxLength: 8 })
        .map((pairs) => pairs.map(([left, right]) => `${wellFormed(left)}=${wellFormed(right)}`).join('&')),
      fc.string({ unit: fc.constantFrom(...'&=%+[];#?/\\to1') }),
    );
    const path = fc.constantFrom('/messages/template', `/messages/template/${fast}`, '/templates');
    await fc.assert(
      fc.asyncProperty(path, query, async (where, given) => {
        expectEnvelope(await api('GET', `${where}?${given}`, { key: fast }));
      }),
      { numRuns: 300 },
    );
  });

  test('a NUL in a request is refused, because not every database could store it', async () => {
    const { api } = await openServer({ database });
    const welcome = { to, name: 'welcome_named' };
    const calls = [
      ['/messages', { to, text: 'a\0b' }, 422],
      ['/messages', { to, text: 'x', reply_to: 'a\0b' }, 422],
      ['/messages', { to, text: 'x', connection_id: '\0' }, 422],
      ['/messages', { to: 'web_\0', channel: 'web', text: 'x' }, 422],
      ['/messages/template', { to, name: 'a\0b' }, 422],
      ['/messages/template', { to, name: 'hello_world', language: '\0' }, 422],
      ['/messages/template', { ...welcome, variables: { first_name: 'a\0b' } }, 422],
      ['/messages/template', { ...welcome, variables: { 'first_name\0': 'a' } }, 422],
    ] as const;
    for (const [path, body, status] of calls) {
      const answer = await api('POST', path, { body });
      expectEnvelope(answer);
      expect(answer.status).toBe(status);
    }
    for (const id of ['%00', 'msg_%00', `msg_${'9'.repeat(5000)}`, 'msg_1%2f..']) {
      expectEnvelope(await api('GET', `/messages/${id}`, { check: false }));
    }
  });

  test('a customer’s message with a NUL is not lost', async () => {
    const { callback, inboundCallback, settle, receiver } = await openServer({ database });
    const hook = await receiver();
    await callback(inboundCallback({ id: 'wamid.1', text: { body: 'a\0b' } }));
    await settle();
    expect(hook.received.map(({ event }) => event.data.message.external_id)).toEqual(['wamid.1']);
  });

  test('a callback path with a NUL gets a response', async () => {
    const { server } = await openServer({ database });
    const answer = await fetch(`${server.origin}/callbacks/meta/%00`, { method: 'POST', body: '{}' });
    expect(answer.status).toBeLessThan(500);
  });
});

test('raw bytes do not break the server', async () => {
  const { api, fast } = await openServer({});
  await fc.assert(
    fc.asyncProperty(fc.oneof(fc.string({ unit: 'binary' }), fc.string(), fc.json()), async (raw) => {
      expectEnvelope(await api('POST', '/messages', { raw, key: fast }));
    }),
    { numRuns: 200 },
  );
});

test.each(['[', '{"a":'])('deeply nested %s gets a response', async (opening) => {
  const { api } = await openServer({});
  const closing = opening === '[' ? ']' : '}';
  for (const depth of [100, 10_000, 40_000]) {
    const nested = `${opening.repeat(depth)}1${closing.repeat(depth)}`;
    expectEnvelope(await api('POST', '/messages', { raw: nested }));
    expectEnvelope(await api('POST', '/messages', { raw: `{"to":"${to}","text":${nested}}` }));
    expectEnvelope(await api('POST', '/messages/template', { raw: `{"to":"${to}","name":"x","variables":${nested}}` }));
  }
});

test('a small body that decompresses to a large one is too large', async () => {
  const { baseUrl, liveKey } = await openServer({});
  const answer = await fetch(`${baseUrl}/messages`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${liveKey}`,
      'content-type': 'application/json',
      'content-encoding': 'gzip',
    },
    body: gzipSync(JSON.stringify({ to, text: 'x'.repeat(10_000_000) })),
  });
  expect([answer.status, ((await answer.json()) as { error: { code: string } }).error.code]).toEqual([
    413,
    'PAYLOAD_TOO_LARGE',
  ]);
});

test.each([
  ['Idempotency-Key', 'ü\u00a0\u00ff'],
  ['Idempotency-Key', "'; drop table idempotency; --"],
  ['Authorization', 'Bearer \u00ff'],
  ['X-Forwarded-For', ',,,;'],
  ['Content-Type', 'application/json; charset=utf-7'],
  ['Content-Type', 'application/json;;;='],
  ['Content-Encoding', 'br'],
  ['Accept', 'image/png'],
  ['Accept-Encoding', 'gzip;q=nonsense'],
  ['Cookie', '=;=;;a'],
])('an odd header %s: %s gets a response', async (name, content) => {
  const { api } = await openServer({});
  expectEnvelope(
    await api('POST', '/messages', { body: { to, text: 'x' }, headers: { [name]: content }, check: false }),
  );
});

test('fields named like properties of every object are unknown fields', async () => {
  const { api } = await openServer({});
  for (const field of ['constructor', 'toString', 'hasOwnProperty']) {
    const { error } = (await api('POST', '/messages', { body: { to, text: 'x', [field]: 1 } })).body;
    expect(error).toMatchObject({ code: 'VALIDATION_FAILED', param: field });
  }
});

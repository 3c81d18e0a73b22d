import fc from 'fast-check';
import { expect, test } from 'vitest';
import { shapeOf } from './placeholders.ts';
import { KEPT_FIELDS, KEPT_HEADERS } from './redaction-table.ts';
import { type RawExchange, Redactor } from './redactor.ts';

const NOW = Date.UTC(2026, 10, 23);
const RUNS = Number(process.env.RUNS ?? 200);

const upper = (min: number, max: number) =>
  fc.string({ unit: fc.constantFrom(...'ABCDEFGHJKLMNPQRSTUVWYZ'), minLength: min, maxLength: max });
const digits = (min: number, max: number) =>
  fc
    .tuple(
      fc.constantFrom(...'23456789'),
      fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: min - 1, maxLength: max - 1 }),
    )
    .map(([first, rest]) => first + rest);

/** Values that must not be in a cassette, in the forms in which apps and Meta write them. */
const secret = fc.oneof(
  digits(8, 16),
  digits(10, 13).map((one) => `+${one}`),
  digits(10, 10).map((one) => `+${one[0]} ${one.slice(1, 4)}-${one.slice(4)}`),
  fc.tuple(upper(4, 8), digits(3, 6)).map(([word, number]) => `${word} ${number}`),
  fc.tuple(upper(2, 4), digits(8, 9)).map(([word, number]) => `EAA${word}${number}`),
  fc.tuple(upper(6, 12), digits(2, 9)).map(([word, number]) => `wamid.${word}${number}==`),
  fc.tuple(upper(2, 2), digits(12, 18)).map(([country, number]) => `${country}.${number}`),
  digits(8, 12).map((one) => `${one}@shop.example`),
  fc.tuple(upper(4, 8), digits(8, 9)).map(([word, number]) => `https://cdn.${word}.example/${number}?oh=${number}`),
  fc.tuple(upper(4, 8), digits(8, 9)).map(([word, number]) => `hi {{${word}${number}}} and {{1}}`),
  fc.string({ unit: 'grapheme', minLength: 8, maxLength: 30 }).map((one) => `Ş9!${one}`),
);

const KNOWN = Object.keys(KEPT_FIELDS);
const UNKNOWN = ['to', 'body', 'name', 'access_token', 'brand_new', 'pin', 'wa_id', 'messages', 'extra.field'];
const field = fc.constantFrom(...KNOWN, ...UNKNOWN);
const header = fc.constantFrom(
  ...Object.keys(KEPT_HEADERS),
  'authorization',
  'cookie',
  'user-agent',
  'x-brand-new',
  'x-hub-signature-256',
);

/** Generates JSON that contains some of the secrets. */
function planted(secrets: string[]): fc.Arbitrary<unknown> {
  const { tree } = fc.letrec<{ tree: unknown }>((tie) => ({
    tree: fc.oneof(
      { maxDepth: 4, depthSize: 'small' },
      fc.constantFrom(...secrets),
      fc.constantFrom(...secrets.filter((one) => /^\d{8,15}$/.test(one)).map(Number), true, null),
      fc.array(tie('tree'), { maxLength: 3 }),
      fc.dictionary(fc.oneof(field, fc.constantFrom(...secrets)), tie('tree'), { maxKeys: 4 }),
      tie('tree').map((one) => JSON.stringify({ inner: one })),
    ),
  }));
  return tree;
}

const scene = fc.array(secret, { minLength: 1, maxLength: 4 }).chain((secrets) =>
  fc.record({
    secrets: fc.constant(secrets),
    kind: fc.constantFrom<'request' | 'callback'>('request', 'callback'),
    host: fc.constantFrom('graph.facebook.com', 'lookaside.fbsbx.com', '127.0.0.1:4000'),
    path: fc.array(fc.constantFrom(...secrets, 'v25.0', 'messages'), { maxLength: 4 }),
    query: fc.dictionary(field, fc.constantFrom(...secrets), { maxKeys: 3 }),
    headers: fc.dictionary(header, fc.constantFrom(...secrets, ...secrets.map((one) => `Bearer ${one}`)), {
      maxKeys: 4,
    }),
    type: fc.constantFrom(
      'application/json',
      'text/javascript',
      'application/x-www-form-urlencoded',
      'text/plain',
      'image/jpeg',
      '',
    ),
    sent: planted(secrets),
    answered: planted(secrets),
  }),
);

/** Returns a body of the type that contains the value. */
function bytesOf(type: string, value: unknown): Uint8Array {
  const form = () =>
    new URLSearchParams({ recipient: JSON.stringify(value), brand_new: JSON.stringify(value) }).toString();
  return Buffer.from(
    type.includes('form') ? form() : type === 'text/plain' ? `said ${JSON.stringify(value)}` : JSON.stringify(value),
  );
}

test('no secret of a field, header, path, query or body gets into a cassette', async () => {
  await fc.assert(
    fc.asyncProperty(scene, async ({ secrets, kind, host, path, query, headers, type, sent, answered }) => {
      const url = new URL(`https://${host}/${path.map(encodeURIComponent).join('/')}`);
      for (const [name, value] of Object.entries(query)) {
        url.searchParams.append(name, value);
      }
      const raw: RawExchange = {
        kind,
        at: 0,
        took: 1,
        request: { method: 'POST', url, headers: { 'content-type': type, ...headers }, bytes: bytesOf(type, sent) },
        response: {
          status: 200,
          headers: { 'content-type': 'application/json', ...headers },
          bytes: bytesOf('', answered),
        },
      };
      const cassette = JSON.stringify(await new Redactor(NOW).exchange(raw));
      for (const one of secrets) {
        expect(cassette).not.toContain(one);
        expect(cassette).not.toContain(encodeURIComponent(one));
        expect(cassette).not.toContain(JSON.stringify(one).slice(1, -1));
        for (const digits of one.match(/\d{8,}/g) ?? []) {
          expect(cassette).not.toContain(digits);
        }
      }
    }),
    { numRuns: RUNS },
  );
});

test('no part of a multipart body gets into a cassette, not even its file', async () => {
  const form = new FormData();
  form.set('messaging_product', 'whatsapp');
  form.set('brand_new', 'Ayla 905551112233');
  form.set('file', new File(['bytes of Ayla'], 'ayla-905551112233.jpg', { type: 'image/jpeg' }));
  const encoded = new Response(form);
  const exchange = await new Redactor(NOW).exchange({
    kind: 'request',
    at: 0,
    took: 0,
    request: {
      method: 'POST',
      url: new URL('https://graph.facebook.com/v25.0/106540352242922/media'),
      headers: { 'content-type': encoded.headers.get('content-type') ?? '' },
      bytes: new Uint8Array(await encoded.arrayBuffer()),
    },
    response: null,
  });
  expect(exchange.request.body).toEqual({
    parts: [
      { name: 'messaging_product', value: 'whatsapp' },
      { name: 'brand_new', value: expect.stringMatching(/^r\dx+$/) },
      { name: 'file', type: 'image/jpeg', bytes: 13 },
    ],
  });
});

test('a value and its placeholder have the same shape, and equal values have equal placeholders', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(secret, fc.string()), { minLength: 1, maxLength: 10 }), (values) => {
      const redactor = new Redactor(NOW);
      const seen = new Map<string, unknown>();
      for (const value of [...values, ...values]) {
        const placeholder = redactor.value(value, 'request');
        expect([value, shapeOf(String(placeholder))]).toEqual([value, shapeOf(value)]);
        expect(seen.get(value) ?? placeholder).toBe(placeholder);
        seen.set(value, placeholder);
      }
      const long = [...seen].filter(([value]) => value.length > 7);
      expect(new Set(long.map(([, placeholder]) => placeholder)).size).toBe(new Set(long.map(([value]) => value)).size);
    }),
    { numRuns: RUNS },
  );
});

test('the first and the tenth of many message IDs are not equal', () => {
  const redactor = new Redactor(NOW);
  const ids = Array.from({ length: 200 }, (_, index) => `wamid.HBgMOTA1NTUxMTEyMjM${String(index).padStart(3, '0')}`);
  expect(new Set(ids.map((id) => redactor.value(id, 'response'))).size).toBe(200);
});

test('prefixes, template variables and protocol words are kept, and equal values stay equal', () => {
  const redactor = new Redactor(NOW);
  const body = {
    messaging_product: 'whatsapp',
    to: '+905551112233',
    contacts: [{ input: '905551112233', wa_id: '905551112233', display: '+90 555-111 2233' }],
    messages: [{ id: 'wamid.HBgMOTA1NTUxMTEyMjMz', timestamp: String(NOW / 1000) }],
    context: { message_id: 'wamid.HBgMOTA1NTUxMTEyMjMz' },
    user_id: 'TR.13491208655302741918',
    error: { code: 131047, message: 'Ayla is away' },
    template: { language: { code: 'en_US' }, components: [{ type: 'BODY', text: 'Hi {{1}}, code {{2}}' }] },
    url: 'https://lookaside.fbsbx.com/whatsapp_business/attachments/?mid=1',
    location: { latitude: 41.01 },
    read: true,
    gone: null,
  };
  expect(redactor.value(body, 'response')).toEqual({
    messaging_product: 'whatsapp',
    to: '+100000000001',
    contacts: [{ input: '100000000001', wa_id: '100000000001', display: '+10 000-000 0001' }],
    messages: [{ id: 'wamid.r2xxxxxxxxxxxxxxxxxx', timestamp: String(NOW / 1000) }],
    context: { message_id: 'wamid.r2xxxxxxxxxxxxxxxxxx' },
    user_id: expect.stringMatching(/^US\.r3x+$/),
    error: { code: 131047, message: 'r4xxxxxxxxxx' },
    template: { language: { code: 'en_US' }, components: [{ type: 'BODY', text: 'r5xxxxxx {{1}} {{2}}' }] },
    url: 'https://lookaside.fbsbx.com/r6',
    location: { latitude: 7.5 },
    read: true,
    gone: null,
  });
  // A verification code is a secret, and so is a phone number in the field of a time.
  const request = redactor.value({ code: 123456, timestamp: '5551112233' }, 'request');
  expect(JSON.stringify(request)).not.toMatch(/123456|5551112233/);
});

test('JSON that an app or a customer designed keeps no values, even in fields with known names', () => {
  const redactor = new Redactor(NOW);
  const answers = { code: 482913, status: 'Pregnant', index: '613', file_size: 5551234, fields: 'ayla', type: 'Ayla' };
  const json = JSON.stringify({ ...answers, language: { code: 'ay_LA' }, time: String(NOW / 1000) });
  const secrets = /482913|Pregnant|613|5551234|ayla|Ayla|ay_LA|1795/;
  for (const value of [
    { messages: [{ type: 'interactive', interactive: { nfm_reply: { response_json: json } } }] },
    { text: { body: json } },
    { messaging: [{ postback: { payload: json } }] },
    { biz_opaque_callback_data: json },
    { interactive: { action: { parameters: { flow_action_payload: { data: answers } } } } },
    { message: JSON.stringify({ metadata: json }) },
  ]) {
    for (const side of ['request', 'callback'] as const) {
      expect(JSON.stringify(redactor.value(value, side))).not.toMatch(secrets);
    }
  }
  // A form has the objects of the API as JSON.
  const form = redactor.value({ message: '{"attachment":{"type":"image"}}' }, 'request');
  expect(form).toEqual({ message: '{"attachment":{"type":"image"}}' });
});

test('a header keeps values of JSON only if it is about rate limits', async () => {
  const { response } = await new Redactor(NOW).exchange({
    kind: 'request',
    at: 0,
    took: 0,
    request: { method: 'GET', url: new URL('https://graph.facebook.com/v25.0/me'), headers: {}, bytes: Buffer.of() },
    response: {
      status: 200,
      headers: { 'x-app-usage': '{"call_count":7}', 'x-cart': '{"code":482913,"status":"Ayla"}' },
      bytes: Buffer.of(),
    },
  });
  expect(response?.headers['x-app-usage']).toBe('{"call_count":7}');
  expect(response?.headers['x-cart']).not.toMatch(/482913|Ayla/);
});

import { createHmac } from 'node:crypto';
import { runInNewContext } from 'node:vm';
import { expect, expectTypeOf, test } from 'vitest';
import {
  constructEvent,
  generateTestHeader,
  SignatureError,
  type SignatureProblem,
  type WebhookEvent,
} from './webhooks.ts';

const SECRET = 'whsec_of_this_test';
const NOW = 1_780_000_000;
const BODY = JSON.stringify({
  id: 'whd_1',
  event: 'message.received',
  api_version: 'v1',
  created_at: '2026-05-28T20:26:40+00:00',
  company_id: 1,
  attempt: 1,
  data: { message: { id: 'msg_in_1', text: 'Grüße 👋', type: 'text' } },
});

/** Signs from the specification alone (§6): v1 is the hex HMAC-SHA256 of `<t>.<raw body>`. */
function signed(body: string | Uint8Array = BODY, { t = NOW, secret = SECRET } = {}): string {
  return `t=${t},v1=${createHmac('sha256', secret).update(`${t}.`).update(body).digest('hex')}`;
}

const at = (seconds: number) => ({ now: seconds * 1000 });
const bytes = (text: string): Uint8Array => new Uint8Array(Buffer.from(text));

async function problemOf(event: Promise<WebhookEvent>): Promise<string> {
  const error = await event.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(SignatureError);
  return (error as Error).message;
}

test('returns the event of a delivery that other code signed', async () => {
  expect(await constructEvent(BODY, signed(), SECRET, at(NOW))).toEqual(JSON.parse(BODY));
});

test('accepts the body as bytes', async () => {
  expect(await constructEvent(bytes(BODY), signed(), SECRET, at(NOW))).toEqual(JSON.parse(BODY));
  const buffer: Buffer = Buffer.from(BODY);
  expect(await constructEvent(buffer, signed(), SECRET, at(NOW))).toEqual(JSON.parse(BODY));
});

test('accepts bytes of another realm, as test runners that use node:vm pass them', async () => {
  const foreign: Uint8Array = runInNewContext('Uint8Array.from(bytes)', { bytes: [...bytes(BODY)] });
  expect(foreign instanceof Uint8Array).toBe(false);
  expect(await constructEvent(foreign, signed(), SECRET, at(NOW))).toEqual(JSON.parse(BODY));
  expect(await generateTestHeader(foreign, SECRET, { timestamp: NOW })).toBe(signed());
});

test('a signature from openssl is valid, so the rule is not only shared between these two programs', async () => {
  // echo -n '1780000000.{}' | openssl dgst -sha256 -hmac secret
  const v1 = 'f2dadf9ad78978e9a3a09f360d82463bb247403b8a15405e9a194ed17a4d5357';
  expect(await constructEvent('{}', `t=1780000000,v1=${v1}`, 'secret', at(NOW))).toEqual({});
});

test('a signature is valid for 300 seconds and not for 301, in both directions', async () => {
  for (const age of [0, 299, 300]) {
    expect(await constructEvent(BODY, signed(), SECRET, at(NOW + age))).toMatchObject({ id: 'whd_1' });
    expect(await constructEvent(BODY, signed(), SECRET, at(NOW - age))).toMatchObject({ id: 'whd_1' });
  }
  const late = await problemOf(constructEvent(BODY, signed(), SECRET, at(NOW + 301)));
  expect(late).toBe('The timestamp is too old: 301 s away from this clock; 300 s are allowed.');
  const early = await problemOf(constructEvent(BODY, signed(), SECRET, at(NOW - 301)));
  expect(early).toBe(
    'The timestamp is in the future, so one of the clocks is wrong: 301 s away from this clock; 300 s are allowed.',
  );
});

test('the caller can set another tolerance', async () => {
  const options = { ...at(NOW + 61), tolerance: 60 };
  expect(await problemOf(constructEvent(BODY, signed(), SECRET, options))).toContain('60 s are allowed');
  const patient = { ...at(NOW + 3600), tolerance: 3600 };
  expect(await constructEvent(BODY, signed(), SECRET, patient)).toMatchObject({ id: 'whd_1' });
});

test("the time is this machine's by default", async () => {
  const t = Math.floor(Date.now() / 1000);
  expect(await constructEvent(BODY, signed(BODY, { t }), SECRET)).toMatchObject({ id: 'whd_1' });
  expect(await problemOf(constructEvent(BODY, signed(BODY, { t: t - 1000 }), SECRET))).toContain('The timestamp is');
});

test('another secret is refused', async () => {
  const problem = await problemOf(constructEvent(BODY, signed(BODY, { secret: 'another' }), SECRET, at(NOW)));
  expect(problem).toContain('The signature does not match');
});

test('a changed byte anywhere in the body, or a changed time, is refused', async () => {
  const header = signed();
  for (const position of [0, Math.floor(BODY.length / 2), bytes(BODY).length - 1]) {
    const changed = bytes(BODY);
    changed[position] = (changed[position] ?? 0) ^ 1;
    expect(await problemOf(constructEvent(changed, header, SECRET, at(NOW)))).toContain('does not match');
  }
  expect(await problemOf(constructEvent(`${BODY} `, header, SECRET, at(NOW)))).toContain('does not match');
  const later = header.replace(`t=${NOW}`, `t=${NOW + 1}`);
  expect(await problemOf(constructEvent(BODY, later, SECRET, at(NOW)))).toContain('does not match');
});

test('a body that was parsed and re-serialized is refused', async () => {
  const spaced = BODY.replace('{"id"', '{ "id"');
  const rewritten = JSON.stringify(JSON.parse(spaced));
  expect(await constructEvent(spaced, signed(spaced), SECRET, at(NOW))).toMatchObject({ id: 'whd_1' });
  expect(await problemOf(constructEvent(rewritten, signed(spaced), SECRET, at(NOW)))).toContain('does not match');
});

test('a missing header and a missing secret are named', async () => {
  await expect(constructEvent(BODY, undefined, SECRET)).rejects.toThrow('X-Service-Signature is missing');
  await expect(constructEvent(BODY, signed(), undefined)).rejects.toThrow('no secret');
});

test('a malformed header is refused with the correct form', async () => {
  const good = signed();
  const v1 = good.split('v1=')[1] ?? '';
  const malformed = [
    'undefined',
    v1,
    `t=${NOW}`,
    `v1=${v1}`,
    `v1=${v1},t=${NOW}`,
    `t=,v1=${v1}`,
    `t=soon,v1=${v1}`,
    `t=${NOW},v1=${v1.slice(2)}`,
    `t=${NOW},v1=${v1}00`,
    `t=${NOW},v1=${v1.toUpperCase().replace(/[0-9]/g, 'G')}`,
    `${good}\n`,
  ];
  for (const header of malformed) {
    const problem = await problemOf(constructEvent(BODY, header, SECRET, at(NOW)));
    expect([header, problem]).toEqual([header, expect.stringContaining('The header is malformed')]);
  }
});

test('each mistake has its own name and message', async () => {
  const spaced = BODY.replace('{"id"', '{ "id"');
  const sorted = JSON.stringify(JSON.parse(BODY), [...new Set(BODY.match(/\w+(?=":)/g))].sort());
  const headers = (body: string, length: number) => ({
    'X-Service-Signature': signed(body),
    'Content-Length': String(length),
  });
  const mistakes: [SignatureProblem, string | Uint8Array, Parameters<typeof constructEvent>[1], string, number?][] = [
    ['no_secret', BODY, signed(), ''],
    ['body_parsed', JSON.parse(BODY), signed(), SECRET],
    ['header_missing', BODY, {}, SECRET],
    ['header_malformed', BODY, { 'x-service-signature': 'sha256=abc' }, SECRET],
    ['timestamp_too_old', BODY, signed(), SECRET, NOW + 301],
    ['timestamp_in_future', BODY, signed(), SECRET, NOW - 301],
    // Re-serialized with spaces: without them, as the server writes it, the signature is valid.
    ['body_reserialised', JSON.stringify(JSON.parse(BODY), null, 2), signed(), SECRET],
    // The server wrote spaces and they are gone, so the declared length differs.
    ['body_reserialised', BODY, headers(spaced, spaced.length), SECRET],
    // Re-serialized with sorted keys.
    ['body_reserialised', sorted, headers(BODY, bytes(BODY).length), SECRET],
    ['body_changed', BODY.slice(0, -1), signed(), SECRET],
    ['wrong_secret', BODY, headers(BODY, bytes(BODY).length), 'another'],
    ['wrong_secret', BODY, signed(), 'another'],
  ];
  const messages = new Set<string>();
  for (const [problem, body, header, secret, now = NOW] of mistakes) {
    const error = await constructEvent(body, header, secret, at(now)).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(SignatureError);
    expect((error as SignatureError).problem).toBe(problem);
    messages.add((error as Error).message);
  }
  expect(messages.size).toBe(9);
});

test('during a secret rotation both secrets are valid', async () => {
  for (const secret of ['old', 'new']) {
    expect(await constructEvent(BODY, signed(BODY, { secret }), ['new', 'old'], at(NOW))).toMatchObject({
      id: 'whd_1',
    });
  }
  expect(await problemOf(constructEvent(BODY, signed(), ['new', 'old'], at(NOW)))).toContain('does not match');
  expect(await problemOf(constructEvent(BODY, signed(), [], at(NOW)))).toContain('no secret');
});

test('accepts headers in each of their forms', async () => {
  const value = signed();
  for (const headers of [
    value,
    new Headers({ 'X-Service-Signature': value }),
    { 'x-service-signature': value },
    { 'X-Service-Signature': value },
    { 'x-service-signature': [value] },
    { 'X-SERVICE-SIGNATURE': value, host: undefined },
  ]) {
    expect(await constructEvent(BODY, headers, SECRET, at(NOW))).toMatchObject({ id: 'whd_1' });
  }
});

test('a generated test header matches the specification', async () => {
  expect(await generateTestHeader(BODY, SECRET, { timestamp: NOW })).toBe(signed());
  expect(await generateTestHeader(bytes(BODY), SECRET, { timestamp: NOW })).toBe(signed());
  expect(await constructEvent(BODY, await generateTestHeader(BODY, SECRET), SECRET)).toMatchObject({ id: 'whd_1' });
});

test('the event is a discriminated type', () => {
  const read = (event: WebhookEvent) => {
    if (event.event === 'message.received') {
      expectTypeOf(event.data.message.from.id).toEqualTypeOf<string>();
    }
    if (event.event === 'message.status') {
      expectTypeOf(event.data.message.status).toEqualTypeOf<'sent' | 'delivered' | 'read' | 'failed'>();
      // @ts-expect-error a status has no sender
      event.data.message.from;
    }
    if (event.event === 'template.status') {
      expectTypeOf(event.data.template.name).toEqualTypeOf<string>();
    }
  };
  expectTypeOf(read).toBeFunction();
});

test.each([
  { tolerance: Number.NaN },
  { tolerance: '300' as never },
  { tolerance: null as never },
  { tolerance: -1 },
  { now: Number.NaN },
  { now: new Date() as never },
])('replay protection cannot be disabled with %o: the option is refused by name', async (options) => {
  const old = signed(BODY, { t: NOW - 86_400 });
  const [name = ''] = Object.keys(options);
  const refused = constructEvent(BODY, old, SECRET, { ...at(NOW), ...options });
  await expect(refused).rejects.toThrow(new RegExp(`^${name} must be a number`));
  await expect(refused).rejects.toBeInstanceOf(TypeError);
});

test('unset secrets are ignored', async () => {
  const unset: string | undefined = undefined;
  expect(await constructEvent(BODY, signed(), [unset, '', SECRET], at(NOW))).toMatchObject({ id: 'whd_1' });
  expect(await problemOf(constructEvent(BODY, signed(), [unset, ''], at(NOW)))).toContain('no secret');
});

test('a signed body that is not JSON is reported as such', async () => {
  for (const body of ['', 'hello', '{"id":', BODY.slice(0, -1)]) {
    const refused = constructEvent(body, signed(body), SECRET, at(NOW));
    await expect(refused).rejects.toMatchObject({ name: 'SignatureError', problem: 'body_not_json' });
  }
});

test('a test header for invalid arguments is refused', async () => {
  for (const [body, secret, options, said] of [
    [{ id: 'whd_1' }, SECRET, {}, 'rawBody must be a string or bytes'],
    [BODY, undefined, {}, 'secret must be a non-empty string'],
    [BODY, '', {}, 'secret must be a non-empty string'],
    [BODY, SECRET, { timestamp: 'now' }, 'timestamp must be a number'],
  ] as unknown as [string, string, object, string][]) {
    await expect(generateTestHeader(body, secret, options)).rejects.toThrow(said);
  }
});

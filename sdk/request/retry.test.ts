import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { ERROR_CODES } from '../generated/errors.ts';
import { createObservedClient, refusal, skipWaits, success, thrownBy } from '../testing.ts';
import { ApiError, type ErrorCode } from './api-error.ts';

afterEach(() => void vi.restoreAllMocks());

const SENT = success(202, { id: 'msg_1', status: 'queued' });
const MESSAGE = { to: '905551112233', text: 'Hello' };
const CODES = Object.keys(ERROR_CODES) as ErrorCode[];
/** The codes that may be retried by §7. */
const RETRIED = ['RATE_LIMITED', 'MEDIA_UPLOAD_FAILED', 'PROVIDER_UNAVAILABLE', 'INTERNAL_ERROR'];

test.each(CODES)('%s is retried only if the document allows it, whatever its status', async (code) => {
  const { logger } = skipWaits();
  const { wigwag, requests } = await createObservedClient([refusal(code), SENT], { logger });
  const error = await thrownBy(wigwag.messages.send(MESSAGE));
  const retried = RETRIED.includes(code);
  expect([error instanceof ApiError ? error.code : undefined, requests.length]).toEqual(
    retried ? [undefined, 2] : [code, 1],
  );
});

test('a 409 and a 502 PROVIDER_REJECTED are final', async () => {
  const { logger } = skipWaits();
  for (const answer of [refusal('WINDOW_CLOSED'), refusal('PROVIDER_REJECTED')]) {
    const { wigwag, requests } = await createObservedClient([answer, SENT], { logger });
    expect(await thrownBy(wigwag.messages.send(MESSAGE))).toBeInstanceOf(Error);
    expect(requests).toHaveLength(1);
  }
});

/** The error pages of proxies and load balancers that cannot reach the server. */
const PROXY_ANSWERS = [502, 503, 504].flatMap((status) => [
  { status, body: `<html>${status}</html>` },
  { status, body: '' },
  { status, body: { message: 'Service Unavailable' } },
]);

test('502, 503 and 504 of a proxy are retried like a lost connection, with the same idempotency key', async () => {
  const { logger, waits } = skipWaits();
  vi.spyOn(Math, 'random').mockReturnValue(0);
  for (const answer of PROXY_ANSWERS) {
    const { wigwag, requests } = await createObservedClient([answer, answer, SENT], { logger });
    expect(await wigwag.messages.send(MESSAGE)).toMatchObject({ id: 'msg_1' });
    const keys = requests.map(({ headers }) => headers['idempotency-key']);
    expect(keys).toEqual([expect.stringMatching(/^.{16,255}$/), keys[0], keys[0]]);
  }
  expect(waits).toEqual(PROXY_ANSWERS.flatMap(() => [500, 1_000]));
});

test('the error of a proxy has its status and its Retry-After, and does not say that baseUrl is wrong', async () => {
  const { logger } = skipWaits();
  for (const answer of PROXY_ANSWERS) {
    const headers = { 'retry-after': '3' };
    const { wigwag, requests, baseUrl } = await createObservedClient({ headers, ...answer }, { logger });
    expect(await thrownBy(wigwag.account.me())).toMatchObject({
      name: 'UnexpectedAnswerError',
      http: answer.status,
      temporary: true,
      retryAfter: 3,
      message: `${baseUrl}/me returned ${answer.status} from a proxy that cannot reach the API. Try again.`,
    });
    expect(requests).toHaveLength(3);
  }
});

test.each([
  ['seconds', '7'],
  ['an HTTP date', new Date(Date.UTC(2026, 0, 1, 0, 0, 7)).toUTCString()],
])('Retry-After of a proxy is honored as %s', async (_, value) => {
  const { logger, waits } = skipWaits();
  vi.spyOn(Math, 'random').mockReturnValue(0);
  vi.spyOn(Date, 'now').mockReturnValue(Date.UTC(2026));
  for (const unavailable of [{ status: 503, body: '<html>' }, refusal('PROVIDER_UNAVAILABLE')]) {
    const answer = { ...unavailable, headers: { 'retry-after': value } };
    const { wigwag } = await createObservedClient([answer, SENT], { logger });
    await wigwag.messages.send(MESSAGE);
  }
  expect(waits).toEqual([7_000, 7_000]);
});

test('if a proxy requests more than five minutes, the call fails at once', async () => {
  const answer = { status: 503, body: '<html>', headers: { 'retry-after': '301' } };
  const { wigwag, requests } = await createObservedClient(answer);
  expect(await thrownBy(wigwag.account.me())).toMatchObject({ retryAfter: 301 });
  expect(requests).toHaveLength(1);
});

test('all attempts of a send have the same idempotency key and the same body', async () => {
  const { logger } = skipWaits();
  const { wigwag, requests } = await createObservedClient(
    [refusal('INTERNAL_ERROR'), (response) => response.socket?.resetAndDestroy(), SENT],
    { logger },
  );
  await wigwag.messages.send(MESSAGE);
  const keys = requests.map(({ headers }) => headers['idempotency-key']);
  expect(keys).toEqual([expect.stringMatching(/^.{16,255}$/), keys[0], keys[0]]);
  expect(requests.map(({ body }) => body)).toEqual([MESSAGE, MESSAGE, MESSAGE]);
});

test('waits as long as Retry-After says plus up to a quarter, with jitter', async () => {
  const { logger, waits } = skipWaits();
  const limited = refusal('RATE_LIMITED', { 'retry-after': '7' });
  const { wigwag } = await createObservedClient([...Array(20).fill(limited), SENT], { logger, maxRetries: 20 });
  await wigwag.messages.send(MESSAGE);
  expect(waits).toHaveLength(20);
  expect(waits.every((wait) => wait >= 7_000 && wait <= 8_750)).toBe(true);
  expect(new Set(waits).size).toBeGreaterThan(10);
});

test('waits 30 s, 2 min and 5 min while a provider is down', async () => {
  const { logger, waits } = skipWaits();
  vi.spyOn(Math, 'random').mockReturnValue(0);
  const { wigwag } = await createObservedClient(refusal('PROVIDER_UNAVAILABLE'), { logger, maxRetries: 3 });
  const error = await thrownBy(wigwag.messages.send(MESSAGE));
  expect(waits).toEqual([30_000, 120_000, 300_000]);
  expect(error).toMatchObject({ name: 'ProviderError', code: 'PROVIDER_UNAVAILABLE' });
});

test('Retry-After overrides the table, but a call never waits longer than five minutes', async () => {
  const { logger, waits } = skipWaits();
  vi.spyOn(Math, 'random').mockReturnValue(0);
  const soon = await createObservedClient([refusal('PROVIDER_UNAVAILABLE', { 'retry-after': '3' }), SENT], { logger });
  await soon.wigwag.messages.send(MESSAGE);
  const longest = await createObservedClient([refusal('RATE_LIMITED', { 'retry-after': '300' }), SENT], { logger });
  await longest.wigwag.messages.send(MESSAGE);
  expect(waits).toEqual([3_000, 300_000]);
  const late = await createObservedClient(refusal('RATE_LIMITED', { 'retry-after': '301' }), { logger });
  expect(await thrownBy(late.wigwag.messages.send(MESSAGE))).toMatchObject({ name: 'RateLimitError', retryAfter: 301 });
  expect(late.requests).toHaveLength(1);
});

test('retries twice by default, or as often as the client or the call sets', async () => {
  const { logger } = skipWaits();
  const { wigwag, requests } = await createObservedClient(refusal('INTERNAL_ERROR'), { logger });
  const triesOf = async (call: PromiseLike<unknown>) => {
    const before = requests.length;
    await thrownBy(call);
    return requests.length - before;
  };
  expect(await triesOf(wigwag.account.me())).toBe(3);
  expect(await triesOf(wigwag.account.me({ maxRetries: 0 }))).toBe(1);
  expect(await triesOf(wigwag.contacts.get('905551112233', { maxRetries: 1 }))).toBe(2);
  expect(await triesOf(wigwag.contacts.list({}, { maxRetries: 1 }))).toBe(2);
});

test('an attempt that may have succeeded is repeated only if a repeat changes nothing', async () => {
  const { logger } = skipWaits();
  for (const answer of [
    refusal('INTERNAL_ERROR'),
    { status: 502, body: '<html>' },
    (response: { socket: { destroy(): void } | null }) => response.socket?.destroy(),
  ]) {
    const { wigwag, requests } = await createObservedClient(answer, { logger });
    await thrownBy(wigwag.flows.test(7, { to: '905551112233' }));
    expect(requests, 'a POST without a key').toHaveLength(1);
    await thrownBy(wigwag.contacts.update('905551112233', { name: 'Ada' }));
    expect(requests, 'a PATCH').toHaveLength(4);
    await thrownBy(wigwag.optOuts.remove('905551112233'));
    expect(requests, 'a DELETE').toHaveLength(7);
  }
  // A request that was refused before it started may always be repeated.
  const limited = await createObservedClient(refusal('RATE_LIMITED', { 'retry-after': '1' }), { logger });
  await thrownBy(limited.wigwag.flows.test(7, { to: '905551112233' }));
  expect(limited.requests).toHaveLength(3);
});

test('a signal ends the wait for the next attempt, with its reason', async () => {
  // The clock of this test does not advance, so only the signal can end the wait.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const stop = new AbortController();
  const reason = new Error('the shop has closed');
  const { wigwag, requests } = await createObservedClient(refusal('PROVIDER_UNAVAILABLE'), {
    logger: ({ type }) => type === 'retry' && queueMicrotask(() => stop.abort(reason)),
  });
  expect(await thrownBy(wigwag.messages.send(MESSAGE, { signal: stop.signal }))).toBe(reason);
  expect(requests).toHaveLength(1);
});

test('with an aborted signal no request is sent, and an abort during an attempt ends it', async () => {
  const stop = new AbortController();
  const { wigwag, requests } = await createObservedClient(() => stop.abort('enough'));
  expect(await thrownBy(wigwag.account.me({ signal: AbortSignal.abort('never') }))).toBe('never');
  expect(requests).toHaveLength(0);
  expect(await thrownBy(wigwag.account.me({ signal: stop.signal }))).toBe('enough');
  expect(requests).toHaveLength(1);
});

test('the logger gets each attempt and each wait, but no key, no body and no phone number', async () => {
  const { logger, events } = skipWaits();
  const found = success(200, { name: 'Ada' }, { 'x-request-id': 'req_7' });
  const { wigwag } = await createObservedClient([refusal('INTERNAL_ERROR'), found], { logger });
  await wigwag.contacts.get('905551112233');
  const what = { method: 'GET', path: '/contacts/{phone}' };
  expect(events).toMatchObject([
    { type: 'request', ...what, tries: 0 },
    { type: 'response', ...what, tries: 0, status: 500, duration: expect.any(Number) },
    { type: 'retry', ...what, tries: 1, wait: expect.any(Number), error: expect.any(ApiError) },
    { type: 'request', ...what, tries: 1 },
    { type: 'response', ...what, tries: 1, status: 200, requestId: 'req_7' },
  ]);
  expect(JSON.stringify(events)).not.toMatch(/ww_live_key|905551112233|Ada/);
});

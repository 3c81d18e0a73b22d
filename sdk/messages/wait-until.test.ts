import type { ServerResponse } from 'node:http';
import { expect, test, vi } from 'vitest';
import { createObservedClient, refusal, success, thrownBy } from '../testing.ts';
import { hasReached, type MessageStatus, movesForward } from './message-status.ts';
import { MessageStatusError, type SendAndWaitOptions } from './wait-until.ts';

const SENT = success(202, { id: 'msg_1', status: 'queued' });
const at = (status: MessageStatus, error: object | null = null) => success(200, { id: 'msg_1', status, error });
const MESSAGE = { to: '905551112233', text: 'Hello' };
const interval = 1;

test('sends once and polls until the message is delivered', async () => {
  const { wigwag, requests } = await createObservedClient([SENT, at('queued'), at('sent'), at('delivered')]);
  const seen: string[] = [];
  const onStatus = ({ status }: { status: string }) => seen.push(status);
  const message = await wigwag.messages.sendAndWait(MESSAGE, { interval, onStatus, idempotencyKey: 'order-1' });
  expect(message.status).toBe('delivered');
  expect(seen).toEqual(['queued', 'sent', 'delivered']);
  expect(requests.map(({ method, path }) => `${method} ${path}`)).toEqual([
    'POST /api/v1/messages',
    ...Array(3).fill('GET /api/v1/messages/msg_1'),
  ]);
  expect(requests[0]?.headers['idempotency-key']).toBe('order-1');
});

test('a later status also ends the wait', async () => {
  const { wigwag } = await createObservedClient([SENT, at('read')]);
  expect(await wigwag.messages.sendAndWait(MESSAGE, { until: 'sent' })).toMatchObject({ status: 'read' });
});

test('a message that fails ends the wait with the reason', async () => {
  const failed = at('failed', { code: 131026, title: 'Message undeliverable', detail: 'Not on WhatsApp.' });
  const { wigwag } = await createObservedClient([SENT, failed]);
  const error = await thrownBy(wigwag.messages.sendAndWait(MESSAGE));
  expect(error).toBeInstanceOf(MessageStatusError);
  expect(error).toMatchObject({
    message: 'msg_1 failed: Message undeliverable Not on WhatsApp.',
    details: { status: 'failed' },
    timedOut: false,
  });
});

test('the wait ends after waitTimeout', async () => {
  const { wigwag } = await createObservedClient(at('sent'));
  const error = await thrownBy(wigwag.messages.waitUntil('msg_1', { interval, waitTimeout: 0 }));
  expect(error).toMatchObject({ message: 'msg_1 is still sent after 0 s', timedOut: true });
});

test('waiting for a failure ends when the message is read', async () => {
  const { wigwag } = await createObservedClient(at('read'));
  const error = await thrownBy(wigwag.messages.waitUntil('msg_1', { until: 'failed' }));
  expect(error).toMatchObject({ message: 'msg_1 is read, so it cannot become failed' });
  const failed = await createObservedClient(at('failed'));
  expect(await failed.wigwag.messages.waitUntil('msg_1', { until: 'failed' })).toMatchObject({ status: 'failed' });
});

test('a signal ends the wait', async () => {
  const stop = new AbortController();
  const { wigwag } = await createObservedClient(at('queued'));
  const onStatus = vi.fn(() => queueMicrotask(() => stop.abort('enough')));
  expect(await thrownBy(wigwag.messages.waitUntil('msg_1', { onStatus, signal: stop.signal }))).toBe('enough');
  expect(onStatus).toHaveBeenCalledTimes(1);
});

test('a status changes as in the table of §3.1', () => {
  const statuses: MessageStatus[] = ['queued', 'sent', 'delivered', 'read', 'failed'];
  const moves = statuses.map((from) => statuses.filter((to) => movesForward(from, to)));
  expect(moves).toEqual([
    ['sent', 'delivered', 'read', 'failed'],
    ['delivered', 'read', 'failed'],
    ['read', 'failed'],
    [],
    [],
  ]);
  expect(statuses.every((to) => movesForward(undefined, to))).toBe(true);
  expect(statuses.filter((status) => hasReached(status, 'delivered'))).toEqual(['delivered', 'read']);
  expect(statuses.filter((status) => hasReached(status, 'failed'))).toEqual(['failed']);
});

test.each([
  ['is refused', refusal('INTERNAL_ERROR'), 'INTERNAL_ERROR'],
  ['gets no response', (response: ServerResponse) => response.socket?.destroy(), 'ConnectionError'],
])('once accepted, the message is in the error if its lookup %s', async (_, answer, why) => {
  const { wigwag } = await createObservedClient([SENT, answer], { maxRetries: 0 });
  const error = await thrownBy(wigwag.messages.sendAndWait(MESSAGE));
  expect(error).toBeInstanceOf(MessageStatusError);
  expect(error).toMatchObject({ messageId: 'msg_1', timedOut: true, cause: expect.any(Error) });
  expect(String(error)).toMatch(new RegExp(`msg_1 was accepted, but .*${why}`));
});

test('once accepted, the message is in the error if a signal or onStatus ends the wait', async () => {
  const stop = new AbortController();
  const { wigwag } = await createObservedClient([SENT, at('queued')]);
  const aborted = wigwag.messages.sendAndWait(MESSAGE, { onStatus: () => stop.abort('enough'), signal: stop.signal });
  expect(await thrownBy(aborted)).toMatchObject({ messageId: 'msg_1', cause: 'enough' });
  const onStatus = () => {
    throw new Error('the page broke');
  };
  const broken = wigwag.messages.sendAndWait(MESSAGE, { onStatus });
  expect(await thrownBy(broken)).toMatchObject({ messageId: 'msg_1', cause: { message: 'the page broke' } });
});

test('waitTimeout bounds retries, an endless lookup, and the pause between two lookups', async () => {
  const retried = await createObservedClient([SENT, refusal('RATE_LIMITED', { 'retry-after': '200' })]);
  expect(await thrownBy(retried.wigwag.messages.sendAndWait(MESSAGE, { waitTimeout: 50 }))).toMatchObject({
    message: 'msg_1 is still unseen after 0.05 s',
    messageId: 'msg_1',
    timedOut: true,
  });
  const hanging = await createObservedClient([SENT, at('sent'), () => {}]);
  expect(await thrownBy(hanging.wigwag.messages.sendAndWait(MESSAGE, { waitTimeout: 50, interval }))).toMatchObject({
    message: 'msg_1 is still sent after 0.05 s',
    details: { status: 'sent' },
  });
  const pausing = await createObservedClient(at('sent'));
  const wait = pausing.wigwag.messages.waitUntil('msg_1', { waitTimeout: 50, interval: 2 ** 31 });
  expect(await thrownBy(wait)).toMatchObject({ message: 'msg_1 is still sent after 0.05 s' });
  expect(pausing.requests).toHaveLength(1);
});

test('an invalid option is refused before any request', async () => {
  const { wigwag, requests } = await createObservedClient(SENT);
  for (const [options, said] of [
    [{ waitTimeout: Number.NaN }, 'waitTimeout must be a number >= 0, not NaN.'],
    [{ interval: -1 }, 'interval must be'],
    [{ until: 'seen' }, 'until must be a status, not seen.'],
    [{ until: 'toString' }, 'until must be'],
    [{ onStatus: 'log' }, 'onStatus must be a function, not log.'],
    [{ timeout: 0 }, 'timeout must be'],
    [{ maxRetries: '2' }, 'maxRetries must be'],
    [{ signal: 'stop' }, ''],
    [null, ''],
  ] as unknown as [SendAndWaitOptions, string][]) {
    const error = await thrownBy(wigwag.messages.sendAndWait(MESSAGE, options));
    expect([options, error, String(error)]).toEqual([options, expect.any(TypeError), expect.stringContaining(said)]);
  }
  expect(requests).toHaveLength(0);
});

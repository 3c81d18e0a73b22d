import { expect, test, vi } from 'vitest';
import { hasReached, type MessageStatus, movesForward } from './message-status.ts';
import { createObservedClient, success, thrownBy } from './testing.ts';
import { MessageStatusError } from './wait-until.ts';

const SENT = success(202, { id: 'msg_1', status: 'queued' });
const at = (status: MessageStatus, error: object | null = null) => success(200, { id: 'msg_1', status, error });
const MESSAGE = { to: '905551112233', text: 'Hello' };
const interval = 1;

test('sends once and looks until the message is delivered', async () => {
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

test('a status further along will do', async () => {
  const { wigwag } = await createObservedClient([SENT, at('read')]);
  expect(await wigwag.messages.sendAndWait(MESSAGE, { until: 'sent' })).toMatchObject({ status: 'read' });
});

test('a message that fails ends the wait with why', async () => {
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

test('patience ends', async () => {
  const { wigwag } = await createObservedClient(at('sent'));
  const error = await thrownBy(wigwag.messages.waitUntil('msg_1', { interval, patience: 0 }));
  expect(error).toMatchObject({ message: 'msg_1 is still sent after 0 s', timedOut: true });
});

test('waiting for a failure ends when the message was read', async () => {
  const { wigwag } = await createObservedClient(at('read'));
  const error = await thrownBy(wigwag.messages.waitUntil('msg_1', { until: 'failed' }));
  expect(error).toMatchObject({ message: 'msg_1 is read, so it can no longer become failed' });
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

test('a status moves as in the table of §3.1', () => {
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

import { expect, test } from 'vitest';
import { createTestServer } from '../../testing/server.ts';
import { windowCloses } from './window.ts';

const to = '905551112233';
const body = { to, text: 'Hello' };

test('closes 24 hours after the last inbound message, and never on a channel without a limit', () => {
  expect(windowCloses(24, 1_000_000)).toBe(1_000_000 + 86_400_000_000);
  expect(windowCloses(null, 1_000_000)).toBe(null);
});

test('is open at 23:59:59 and closed at 24:00:00', async () => {
  const { api, customerWrites, advance, mock } = await createTestServer();
  await customerWrites('Hi');
  await advance(86_399);
  expect((await api('POST', '/messages', { body })).status).toBe(202);
  await advance(1);
  const closed = await api('POST', '/messages', { body });
  expect(closed.status).toBe(409);
  expect(closed.body.error).toMatchObject({ code: 'WINDOW_CLOSED', param: 'to' });
  expect(closed.body.error.message).toContain('24 h');
  expect(mock.sends()).toHaveLength(1);
});

test('restarts with each inbound message', async () => {
  const { api, customerWrites, advance } = await createTestServer();
  await customerWrites('Hi');
  await advance(86_399);
  await customerWrites('Still there?');
  await advance(86_399);
  expect((await api('POST', '/messages', { body })).status).toBe(202);
});

test('is not opened by what we send, or by another person’s message', async () => {
  const { api, customerWrites, settle } = await createTestServer();
  await customerWrites('Hi', '905550000001');
  expect((await api('POST', '/messages/template', { body: { to, name: 'hello_world' } })).status).toBe(202);
  await settle();
  const never = await api('POST', '/messages', { body });
  expect([never.status, never.body.error.code]).toEqual([409, 'WINDOW_NEVER_OPENED']);
});

test('is not required for a template', async () => {
  const { api, customerWrites, advance } = await createTestServer();
  await customerWrites('Hi');
  await advance(86_400);
  expect((await api('POST', '/messages/template', { body: { to, name: 'hello_world' } })).status).toBe(202);
});

test('is not extended by a provider whose clock is fast, or shortened by an old message that arrives late', async () => {
  const { api, callback, inboundCallback, settle, advance, clock } = await createTestServer();
  const now = Math.floor(clock.now() / 1000);
  await callback(inboundCallback({ id: 'wamid.1', timestamp: String(now + 3600) }));
  await callback(inboundCallback({ id: 'wamid.2', timestamp: String(now - 86_399) }));
  await settle();
  await advance(86_399);
  expect((await api('POST', '/messages', { body })).status).toBe(202);
  await advance(2);
  expect((await api('POST', '/messages', { body })).body.error.code).toBe('WINDOW_CLOSED');
});

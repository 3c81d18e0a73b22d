import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createTestServer } from '../../testing/server.ts';
import { statusFor, writtenBy } from '../../testing/user-ids.ts';
import { storeCallback } from './store-callback.ts';

const PHONE = '905551112233';

test('callbacks of a batch are processed in order if one shows new identifiers and another needs a task', async () => {
  const server = await createTestServer();
  const { api, mock, settle, accountId, business, clock } = server;
  const { app } = server.server;
  await server.customerWrites('Hi');
  const hook = await server.receiver();
  mock.faults.next({ outcome: 'statuses', statuses: ['sent'] });
  const sent = await api('POST', '/messages', { body: { to: PHONE, text: 'x' } });
  await settle();
  const [{ external_id: id } = expect.unreachable()] = mock.sends();
  const { providerAppId } =
    (await app.store.read.connections.find(accountId, server.connections.whatsapp ?? '')) ?? expect.unreachable();
  const at = { number: business.whatsapp.phone_number_id, at: Math.floor(clock.now() / 1000) };
  const press = { type: 'button', button: { payload: 'yes', text: 'Yes' } };

  // All callbacks share a batch, because another transaction runs while they arrive.
  const { promise: arrived, resolve: end } = Promise.withResolvers<void>();
  const stored: Promise<void>[] = [app.store.transaction(() => arrived)];
  for (const callback of [
    writtenBy({ userId: 'TR.13491208655302741918' }, 'Hello', at),
    server.inboundCallback({ id: 'wamid.press', ...press }),
    statusFor({ phone: PHONE }, { id: id ?? '', status: 'read' }, at),
  ]) {
    const receivedAt = app.monotonicNow();
    const body = JSON.stringify(callback);
    stored.push(storeCallback(app, { id: `cb_${receivedAt}`, providerAppId: providerAppId ?? '', body, receivedAt }));
    await setImmediate();
  }
  end();
  await Promise.all(stored);
  await settle();

  // If the status overtook the second callback, it would be retried after a second. The clock is stopped.
  expect((await api('GET', `/messages/${sent.body.data.id}`)).body.data.status).toBe('read');
  const events = hook.received.map(({ event: { event, data } }) => [event, data.message.status ?? data.message.type]);
  expect(events).toEqual([
    ['message.status', 'sent'],
    ['message.received', 'text'],
    ['message.received', 'button'],
    ['message.status', 'read'],
  ]);
});

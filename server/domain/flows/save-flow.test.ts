import { expect, test } from 'vitest';
import type { Tx } from '../../store/index.ts';
import { runOne } from '../../store/rules.ts';
import { makeFlow, PERSON, sendSpring } from '../../testing/flows.ts';
import { createTestServer } from '../../testing/server.ts';
import { overlap } from '../../testing/store.ts';
import { receiveInbound } from '../messages/receive-inbound.ts';
import { flowStep } from './run-flow-step.ts';

/** Returns a server on PostgreSQL with a paused worker, and a person who has received the template of its flow. */
async function withFlow(steps: object[]) {
  const server = await createTestServer({ database: 'postgres', config: { role: 'api' } });
  const { app } = server.server;
  const id = await makeFlow(server, { steps });
  const replyTo = await sendSpring(server);
  const connection = await app.store.read.connections.find(server.accountId, server.connections.whatsapp ?? '');
  if (!connection) {
    throw new Error('there is no connection');
  }
  const pressed = (tx: Tx) => {
    const inbound = {
      externalId: 'wamid.press',
      from: { id: PERSON, name: null },
      type: 'button',
      text: 'Tell me more',
      button: { payload: 'Tell me more', title: 'Tell me more' },
      replyTo,
      writtenAt: app.monotonicNow(),
    };
    return runOne(tx, receiveInbound, { app, connection, inbound });
  };
  const beside = <T>(first: (tx: Tx) => Promise<unknown>, second: () => Promise<T>) =>
    overlap(app.store, app.config.databaseUrl, first, second);
  return { ...server, app, id, pressed, beside };
}

test.each([false, true])('on PostgreSQL a flow is deleted while a customer starts it, with force=%s', async (force) => {
  const { api, app, accountId, id, pressed, beside } = await withFlow([{ delay: '1h', text: 'Hi' }]);
  const { status } = await beside(pressed, () => api('DELETE', `/flows/${id}?force=${force}`));
  expect(status).toBe(force ? 200 : 422);
  expect(await app.store.read.flowRuns.any(accountId, id)).toBe(!force);
  expect((await api('GET', `/flows/${id}`)).status).toBe(force ? 404 : 200);
  expect((await api('GET', `/conversations/${PERSON}`)).body.data.status).toBe(force ? 'open' : 'bot');
});

test('on PostgreSQL a flow that is changed while one of its steps runs continues with the new version', async () => {
  const { api, app, clock, id, pressed, beside } = await withFlow([
    { delay: '0', text: 'One' },
    { delay: '20h', text: 'Two' },
  ]);
  await app.store.transaction(pressed);
  clock.moveTo(clock.now() + 1000);
  const now = app.monotonicNow();
  const tasks = await app.store.transaction((tx) => tx.outbox.lease('flow', 'a worker', now, now + 60_000_000, 9));
  expect(tasks).toHaveLength(1);

  const steps = [
    { delay: '0', text: 'One' },
    { delay: '1h', text: 'Two' },
  ];
  await beside(
    async (tx) => {
      for (const task of tasks) {
        await runOne(tx, flowStep, { app, task });
        expect((await tx.outbox.dueAt(['flow'], now)).flow.next).toBeGreaterThan(now + 19 * 3_600_000_000);
      }
    },
    () => api('PATCH', `/flows/${id}`, { body: { steps } }),
  );
  // The worker checks the run immediately and determines when its next step is due.
  expect((await app.store.read.outbox.dueAt(['flow'], 0)).flow.next).toBeLessThanOrEqual(app.monotonicNow());
});

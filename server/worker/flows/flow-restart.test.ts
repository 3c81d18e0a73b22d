import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { flowStep } from '../../domain/flows/run-flow-step.ts';
import type { OutboxTask } from '../../engine/outbox/task.ts';
import { startServer } from '../../process/start.ts';
import { makeFlow, PERSON, press, pressButton, reportOf, sendSpring, stepsSent } from '../../testing/flows.ts';
import { createTestServer } from '../../testing/server.ts';

const DELAYS = ['0', '10m', '20m', '30m', '40m'];
const steps = DELAYS.map((delay) => ({ delay, text: delay }));

test('with a restart between steps and a crash in any step, a run continues and sends each step once', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'wigwag-flows-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const server = await createTestServer({ config: { databaseUrl: `sqlite:${join(folder, 'wigwag.db')}` } });
  const { clock, mock } = server;
  const config = server.server.app.config;
  config.port = Number(new URL(server.server.origin).port); // the provider still sends callbacks there
  const id = await makeFlow(server, { steps });
  const template = await sendSpring(server);
  let running = server.server;
  const settle = async () => {
    do {
      await running.worker.drain();
      await mock.whenIdle();
    } while (!running.worker.idle() || !mock.idle());
  };
  const restart = async () => {
    await running.stop();
    running = await startServer(config, { clock });
  };
  onTestFinished(() => running.stop());
  await press({ ...server, settle }, 'Tell me more', template);
  for (const [index] of DELAYS.entries()) {
    await restart();
    await settle();
    expect(stepsSent(server)).toEqual(DELAYS.slice(0, index + 1));
    // A process starts the next step and dies during it.
    await running.stop();
    clock.moveTo(clock.now() + 600_000);
    running = await startServer({ ...config, role: 'api' }, { clock });
    const { store, now } = { store: running.app.store, now: running.app.now() };
    const taken = await store.transaction((tx) => tx.outbox.lease('flow', 'dead', now, now + 120_000_000, 9));
    expect(taken).toHaveLength(index + 1 < DELAYS.length ? 1 : 0);
  }
  await restart();
  await settle();
  expect(stepsSent(server)).toEqual(DELAYS);
  expect((await reportOf(server, id)).stats).toMatchObject({ entered: 1, done: 1, messages_sent: 5 });
});

test('on PostgreSQL two workers on one database, and two that hold the same step, send each step once', async () => {
  const server = await createTestServer({ database: 'postgres' });
  const { clock, accountId } = server;
  const other = await startServer({ ...server.server.app.config, port: 0 }, { clock });
  onTestFinished(() => other.stop());
  const people = Array.from({ length: 5 }, (_, at) => `90555111000${at}`);
  const id = await makeFlow(server, { steps });
  for (const person of people) {
    await pressButton(server, 'Tell me more', person);
  }
  // Either worker may hold a lock that the other one waits for.
  const settleBoth = async () => {
    await Promise.all([server.settle(), other.worker.drain()]);
    await server.settle();
  };
  for (const _ of DELAYS) {
    clock.moveTo(clock.now() + 600_000);
    await settleBoth();
  }
  for (const person of people) {
    expect(stepsSent(server, person)).toEqual(DELAYS);
  }
  expect((await reportOf(server, id)).stats).toMatchObject({ entered: 5, done: 5, messages_sent: 25 });

  // A lease that expired while its worker was still running.
  await pressButton(server, 'Tell me more');
  await server.api('PATCH', `/flows/${id}`, { body: { is_active: false } });
  const [run] = (await reportOf(server, id)).runs.slice(-1);
  const task = { id: 0, accountId, subject: String(run.id) } as OutboxTask;
  const apps = [server.server.app, other.app, server.server.app, other.app];
  for (let step = 1; step < DELAYS.length; step += 1) {
    clock.moveTo(clock.now() + 600_000);
    await Promise.all(apps.map((app) => app.store.batch(flowStep, { app, task })));
    await settleBoth();
    expect(stepsSent(server, PERSON)).toEqual(DELAYS.slice(0, step + 1));
  }
});

test('on PostgreSQL a flow is deleted while a worker holds one of its steps: the second of the two waits', async () => {
  const server = await createTestServer({ database: 'postgres' });
  const id = await makeFlow(server, { steps });
  await pressButton(server, 'Tell me more');
  const worker = new pg.Client({ connectionString: server.server.app.config.databaseUrl });
  await worker.connect();
  onTestFinished(() => worker.end());
  await worker.query('begin; select id from conversations for update');
  const deleting = server.api('DELETE', `/flows/${id}?force=true`);
  const isWaiting = async () => {
    const { rows } = await worker.query('select 1 from pg_locks where not granted');
    return rows.length > 0;
  };
  await expect.poll(isWaiting).toBe(true);
  await worker.query(`select id from outbox where task = 'run-flow-step' for update`);
  await worker.query('commit');
  expect((await deleting).status).toBe(200);
});

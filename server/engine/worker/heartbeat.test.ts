import { expect, onTestFinished, test } from 'vitest';
import { taskRow } from '../../store/tasks.ts';
import { createTestServer } from '../../testing/server.ts';
import { freshDatabase, rawDatabase } from '../../testing/store.ts';
import { beginTask } from '../../testing/tasks.ts';
import type { OutboxTask } from '../outbox/task.ts';
import { createHeartbeat } from './heartbeat.ts';

test('on PostgreSQL the tasks of a dead worker continue at once, and those of a live worker stay with it', async () => {
  const { server } = await createTestServer({ database: 'postgres', config: { role: 'api', logLevel: 'silent' } });
  const { app } = server;
  const { store } = app;
  const at = app.monotonicNow();
  await store.transaction((tx) =>
    tx.outbox.add(['one', 'two', 'three'].map((id) => taskRow(1, 'send-message', id, at))),
  );
  const lease = (lessee: string, limit: number) =>
    store.transaction((tx) => tx.outbox.lease('send', lessee, app.monotonicNow(), app.now() + 120_000_000, limit));
  await createHeartbeat(app, 'dies').beat();
  const [left] = (await lease('dies', 2)) as [OutboxTask, OutboxTask];
  await beginTask(store, left);
  await createHeartbeat(app, 'lives').beat();
  await lease('lives', 1);
  // Ten seconds have not passed.
  await createHeartbeat(app, 'another').beat();
  expect(await lease('another', 9)).toEqual([]);
  // With a limit of 0, all other workers count as dead.
  await createHeartbeat(app, 'lives', 0).beat();
  await createHeartbeat(app, 'another').beat();
  const taken = await lease('another', 9);
  expect(taken.map(({ subject, interrupted }) => [subject, interrupted])).toEqual([
    ['one', true],
    ['two', false],
  ]);
});

test('on PostgreSQL workers keep their tasks if none of them could send a heartbeat', async () => {
  const databaseUrl = await freshDatabase('postgres');
  const { server } = await createTestServer({ config: { databaseUrl, role: 'api', logLevel: 'silent' } });
  const { app } = server;
  const [first, second] = ['first', 'second'].map((lessee) => createHeartbeat(app, lessee));
  const db = rawDatabase(databaseUrl);
  const workers = () => db('workers').orderBy('id').pluck('id');
  const pass = (microseconds: number) => db('workers').update({ seen_at: db.raw('seen_at - ?', [microseconds]) });
  await first?.beat();
  await second?.beat();
  await pass(20_000_000); // the database was away for 20 seconds
  await first?.beat();
  expect(await workers()).toEqual(['first', 'second']);
  await second?.beat();
  await pass(4_000_000);
  await second?.beat();
  expect(await workers()).toEqual(['first', 'second']);
  // A worker that has just started knows of no gap.
  await pass(20_000_000);
  await createHeartbeat(app, 'third').beat();
  expect(await workers()).toEqual(['third']);
});

test('on PostgreSQL a worker leases tasks only after its first heartbeat', async () => {
  const databaseUrl = await freshDatabase('postgres');
  const { server } = await createTestServer({ config: { databaseUrl, role: 'api', logLevel: 'silent' } });
  const { app, worker } = server;
  const db = rawDatabase(databaseUrl);
  const lessees = () => db('outbox').where({ task: 'send-message' }).pluck('claimed_by');
  const lock = await db.transaction();
  await lock.raw('lock table workers in exclusive mode');
  worker.start();
  onTestFinished(() => worker.stop());
  await app.store.transaction((tx) => tx.outbox.add([taskRow(1, 'send-message', 'msg_1', app.monotonicNow())]));
  await expect.poll(() => worker.idle()).toBe(true);
  expect(await lessees()).toEqual([null]);
  await lock.rollback();
  await expect.poll(lessees).toEqual([]);
});

test('on PostgreSQL a worker that stops is not reported as dead', async () => {
  const { server } = await createTestServer({ database: 'postgres', config: { role: 'api', logLevel: 'silent' } });
  const { store } = server.app;
  const heartbeat = createHeartbeat(server.app, 'stops');
  await heartbeat.beat();
  await heartbeat.end();
  expect(await store.transaction((tx) => tx.workers.forgetSilent('another', 0))).toEqual([]);
});

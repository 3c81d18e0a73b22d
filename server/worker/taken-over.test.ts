import { describe, expect, test } from 'vitest';
import { recordStatus } from '../domain/messages/record-status.ts';
import type { OutboxTask } from '../engine/outbox/task.ts';
import { runOne } from '../store/rules.ts';
import { createTestServer, DATABASES } from '../testing/server.ts';
import { beginTask } from '../testing/tasks.ts';
import { confirmSend } from './messages/confirm-send.ts';
import { sendMessage } from './messages/send-message.ts';

const PERSON = '6042731925';
const [FIRST, SECOND] = ['first', 'x'.repeat(2000)];

/** Creates a message on Messenger, with two parts by default, and workers that lease its task in turn. */
async function onItsWay(database: 'sqlite' | 'postgres', text = `${FIRST} ${SECOND}`) {
  const server = await createTestServer({
    database,
    config: { role: 'api', logLevel: 'silent' },
    mock: { echoes: false, pacing: { delivered: 999_999_999, read: 999_999_999 } },
  });
  const { api, mock, clock, accountId, business, settle } = server;
  const { app } = server.server;
  const page = business.messenger.page_id;
  await mock.receive({ channel: 'messenger', business_id: page, from: { id: PERSON }, type: 'text', text: 'Hi' });
  await settle();
  const { id } = (await api('POST', '/messages', { body: { channel: 'messenger', to: PERSON, text } })).body.data;
  const message = (await app.store.read.messages.find(accountId, id)) ?? expect.unreachable();
  const take = (lessee: string): Promise<OutboxTask[]> =>
    app.store.transaction((tx) => tx.outbox.lease('send', lessee, app.monotonicNow(), app.now() + 120_000_000, 1));
  return {
    ...server,
    app,
    take,
    takeOne: async (lessee: string) => (await take(lessee))[0] ?? expect.unreachable(),
    /** Releases the worker's leases, as if it were dead. */
    release: (lessee: string) =>
      app.store.transaction((tx) => tx.outbox.releaseAllLeases(app.monotonicNow(), [lessee])),
    /**
     * Makes a worker send the task while the provider responds slowly; resolves when the provider has received the
     * request.
     */
    async sendSlowly(task: OutboxTask, seconds: number) {
      mock.faults.next({ applies_to: 'send', outcome: 'slow', delay_ms: seconds * 1000 });
      const sent = sendMessage(app, task);
      await expect.poll(() => mock.faults.list()).toEqual([]);
      return { sent };
    },
    /** Sends an echo that proves the first part. */
    prove: () =>
      app.store.transaction(async (tx) => {
        await runOne(tx, recordStatus, { app, message, change: { status: 'sent', externalId: 'm_1', part: 0 } });
        await tx.outbox.runNow(accountId, 'confirm-send', id, app.monotonicNow());
      }),
    wait: (seconds: number) => clock.moveTo(clock.now() + seconds * 1000),
    asked: () => mock.sends().map(({ payload }) => (payload.message as { text: string }).text),
    look: async () => (await api('GET', `/messages/${id}`)).body.data,
  };
}

describe.each(DATABASES)('a send that was taken over, on %s', (database) => {
  test('a late response for one part does not send the next one twice', async () => {
    const { app, takeOne, take, release, sendSlowly, prove, wait, asked, settle, look } = await onItsWay(database);
    const { sent: late } = await sendSlowly(await takeOne('slept'), 20);
    await release('slept');
    await sendMessage(app, await takeOne('second'));
    await prove();
    await confirmSend(app, await takeOne('third'));
    const { sent: next } = await sendSlowly(await takeOne('fourth'), 25);
    wait(20);
    await late;
    expect(asked()).toEqual([FIRST]);
    expect(await take('fifth')).toEqual([]);
    wait(5);
    await next;
    await settle();
    expect(asked()).toEqual([FIRST, SECOND]);
    expect(await look()).toMatchObject({ status: 'sent', error: null });
  });

  test('a late check of a proved part does not send the next part twice', async () => {
    const { app, takeOne, take, release, sendSlowly, prove, wait, asked } = await onItsWay(database);
    const { sent: first } = await sendSlowly(await takeOne('dies'), 20);
    await release('dies');
    await sendMessage(app, await takeOne('second'));
    await prove();
    const slept = await takeOne('slept');
    await release('slept');
    await confirmSend(app, await takeOne('third'));
    const { sent } = await sendSlowly(await takeOne('fourth'), 5);
    await confirmSend(app, slept);
    expect(await take('fifth')).toEqual([]);
    wait(5);
    await sent;
    expect(asked()).toEqual([SECOND]);
    wait(15);
    await first;
  });

  test('a late response of the provider is recorded as soon as it arrives', async () => {
    const { app, takeOne, release, sendSlowly, wait, look, settle, asked } = await onItsWay(database, FIRST);
    const { sent } = await sendSlowly(await takeOne('slept'), 20);
    await release('slept');
    await sendMessage(app, await takeOne('second'));
    expect(await look()).toMatchObject({ status: 'queued' });
    wait(20);
    await sent;
    expect(await look()).toMatchObject({ status: 'sent' });
    await settle();
    expect([asked(), (await app.store.read.outbox.dueAt(['send'], 0)).send.next]).toEqual([[FIRST], undefined]);

    const refused = await onItsWay(database, FIRST);
    const { sent: toNobody } = await refused.sendSlowly(await refused.takeOne('slept'), 20);
    refused.mock.setContact({ business_id: refused.business.messenger.page_id, id: PERSON, unreachable: true });
    await refused.release('slept');
    await sendMessage(refused.app, await refused.takeOne('second'));
    refused.wait(20);
    await toNobody;
    expect(await refused.look()).toMatchObject({ status: 'failed', error: { code: 551 } });
  });

  test('a message is sent again if a late response proves that it was not sent', async () => {
    const { app, mock, takeOne, release, sendSlowly, wait, look, settle, asked } = await onItsWay(database, FIRST);
    const { sent: late } = await sendSlowly(await takeOne('slept'), 20);
    mock.setLimits({ page: 0.001 });
    await release('slept');
    await sendMessage(app, await takeOne('second'));
    wait(20);
    await late;
    expect([asked(), (await look()).status]).toEqual([[], 'queued']);
    mock.setLimits({ page: 40 });
    wait(30);
    await sendMessage(app, await takeOne('third'));
    await settle();
    expect([asked(), (await look()).status]).toEqual([[FIRST], 'sent']);
  });

  test('an unsent part is sent if the previous one has since been proved', async () => {
    const { app, takeOne, release, prove, settle, asked, look } = await onItsWay(database);
    const task = await takeOne('dies');
    await beginTask(app.store, task);
    await prove();
    await release('dies');
    await settle();
    expect(asked()).toEqual([SECOND]);
    expect(await look()).toMatchObject({ status: 'sent', error: null });
  });

  test('after a restore it is unknown which part was sent, so none is repeated', async () => {
    const { app, prove, settle, asked } = await onItsWay(database);
    await prove();
    await app.store.transaction((tx) => tx.outbox.countAsBegun(['send-message']));
    await settle();
    expect(asked()).toEqual([]);
  });
});

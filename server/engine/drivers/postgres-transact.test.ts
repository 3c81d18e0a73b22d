import { expect, onTestFinished, test } from 'vitest';
import { openStore } from '../../store/index.ts';
import { freshDatabase, messageWith } from '../../testing/store.ts';

async function postgresStore() {
  const store = await openStore(await freshDatabase('postgres'));
  onTestFinished(() => store.close());
  const stored = async (...ids: string[]) =>
    (await store.read.messages.listByIds(ids.map((id) => ({ accountId: 1, id })))).map(({ id }) => id).sort();
  return { store, stored };
}

test('on PostgreSQL the last statements of a transaction are stored with the rest, and later statements see them', async () => {
  const { store, stored } = await postgresStore();
  const found = await store.transaction(async (tx) => {
    await tx.messages.insert(messageWith({ id: 'msg_1' }));
    await tx.sendLast(() =>
      Promise.all([tx.messages.insertAll([messageWith({ id: 'msg_2' })]), tx.parts.insertAll([])]),
    );
    await tx.sendLast(() => tx.messages.insertAll([messageWith({ id: 'msg_3' })]));
    return tx.messages.find(1, 'msg_3');
  });
  expect(found).toMatchObject({ id: 'msg_3' });
  expect(await stored('msg_1', 'msg_2', 'msg_3')).toEqual(['msg_1', 'msg_2', 'msg_3']);
});

test('on PostgreSQL COMMIT follows the last statements even if code sends them after many promises', async () => {
  const { store, stored } = await postgresStore();
  await store.transaction((tx) =>
    tx.sendLast(async () => {
      for (let promises = 0; promises < 50; promises += 1) {
        await Promise.resolve();
      }
      await tx.messages.insertAll([messageWith({ id: 'msg_1' })]);
    }),
  );
  expect(await stored('msg_1')).toEqual(['msg_1']);
});

test('on PostgreSQL a transaction whose last statement fails stores nothing and throws its error', async () => {
  const { store, stored } = await postgresStore();
  const again = messageWith({ id: 'msg_1' });
  await store.transaction((tx) => tx.messages.insertAll([again]));
  const failing = store.transaction(async (tx) => {
    await tx.messages.insert(messageWith({ id: 'msg_2' }));
    await tx.sendLast(() =>
      Promise.all([tx.messages.insertAll([again]), tx.messages.insertAll([messageWith({ id: 'msg_3' })])]),
    );
    tx.record({
      accountId: 1,
      id: 'evt_1',
      event: 'message.status',
      channel: 'whatsapp',
      data: {},
      isTest: false,
      createdAt: 1,
    });
  });
  await expect(failing).rejects.toMatchObject({ code: '23505' });
  expect(await stored('msg_1', 'msg_2', 'msg_3')).toEqual(['msg_1']);
  expect(await store.read.events.count(1, 0, 9, {})).toBe(0);
});

test('on PostgreSQL the error of a failed last statement is thrown even if the work fails because of it', async () => {
  const { store, stored } = await postgresStore();
  await store.transaction((tx) => tx.messages.insertAll([messageWith({ id: 'msg_1' })]));
  const failing = store.transaction(async (tx) => {
    await tx.sendLast(() => tx.messages.insertAll([messageWith({ id: 'msg_1' })]));
    await tx.messages.insert(messageWith({ id: 'msg_2' }));
  });
  await expect(failing).rejects.toMatchObject({ code: '23505' });
  expect(await stored('msg_2')).toEqual([]);
});

test('on PostgreSQL a transaction throws the error of the statement that failed, not the refusal of a later one', async () => {
  const { store } = await postgresStore();
  const failing = store.transaction(async (tx) => {
    const invalid = messageWith({ accountId: null as unknown as number });
    await tx.messages.insertAll([invalid]).catch(() => {}); // its error may arrive after the refusal below
    await tx.messages.find(1, 'msg_1');
  });
  await expect(failing).rejects.toMatchObject({ code: '23502' });
});

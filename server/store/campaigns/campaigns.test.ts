import { describe, expect, test } from 'vitest';
import { createTestStore, DATABASES } from '../../testing/store.ts';

const phone = '905551112233';

const CAMPAIGN = {
  accountId: 1,
  templateId: 4,
  templateName: 'promo_spring',
  language: 'en_US',
  connectionId: 'wa_1',
  digest: 'a',
  repetition: 0,
  state: 'loading',
  createdAt: 1000,
} as const;

describe.each(DATABASES)('campaigns on %s', (database) => {
  test('writing a list again adds nothing, and each person is on it once', async () => {
    const store = await createTestStore(database);
    const people = Array.from({ length: 450 }, (_, index) => ({
      position: index + 1,
      phone: String(905551110000 + Math.floor(index / 2)),
      name: null,
      variables: null,
    }));
    const id = await store.transaction((tx) => tx.campaigns.insert(CAMPAIGN));
    await store.transaction((tx) => tx.campaigns.addRecipients(1, id, people.slice(0, 301)));
    await store.transaction((tx) => tx.campaigns.addRecipients(1, id, people));
    const remove = (accountId: number) => store.transaction((tx) => tx.campaigns.removeRecipients(accountId, id, 100));
    expect([await remove(2), await remove(1), await remove(1), await remove(1)]).toEqual([0, 100, 100, 25]);
    await store.transaction((tx) => tx.campaigns.addRecipients(1, id, people));
    const { campaigns } = store.read;
    expect(await campaigns.count(1, id)).toEqual({ waiting: 225 });
    const next = await campaigns.listWaiting(1, id, 2);
    expect(next.map(({ position, phone }) => [position, phone])).toEqual([
      [1, '905551110000'],
      [3, '905551110001'],
    ]);
    expect((await campaigns.listRecipients(1, id, 447, 9)).map(({ position }) => position)).toEqual([449]);
    expect([await campaigns.count(2, id), await campaigns.listWaiting(2, id, 2)]).toEqual([{}, []]);
  });

  test('the last campaign with a template that reached a person returns their name and values', async () => {
    const store = await createTestStore(database);
    const latest = (since: number, accountId = 1, templateId = 4) =>
      store.read.campaigns.latestRecipient(accountId, phone, templateId, since);
    for (const [index, variables] of [['SPRING25'], { first_name: 'Ada' }, null].entries()) {
      await store.transaction(async (tx) => {
        const id = await tx.campaigns.insert({ ...CAMPAIGN, repetition: index });
        await tx.campaigns.addRecipients(1, id, [{ position: 1, phone, name: `Ada ${index}`, variables }]);
      });
    }
    const [first, second, third] = (await store.read.campaigns.listNewest(1, 9)).map(({ id }) => id);
    const queue = (campaignId = 0, queuedAt = 0) => {
      const recipient = { accountId: 1, campaignId, position: 1, phone };
      const queued = { state: 'queued', reason: null, messageId: `msg_${queuedAt}`, queuedAt } as const;
      return store.transaction((tx) => tx.campaigns.updateRecipients([{ ...recipient, ...queued }]));
    };
    expect(await latest(0)).toBeUndefined();
    await queue(first, 5000);
    expect(await latest(5000)).toEqual({ name: 'Ada 0', variables: ['SPRING25'] });
    expect([await latest(5001), await latest(0, 2), await latest(0, 1, 5)]).toEqual([undefined, undefined, undefined]);
    await queue(second, 6000);
    expect(await latest(0)).toEqual({ name: 'Ada 1', variables: { first_name: 'Ada' } });
    await queue(third, 7000);
    expect(await latest(0)).toEqual({ name: 'Ada 2', variables: null });
    await store.transaction((tx) => tx.campaigns.setState(1, third ?? 0, phone, 'failed', 'refused'));
    expect(await latest(0)).toMatchObject({ name: 'Ada 1' });
  });

  test('two identical requests at the same time create one campaign', async () => {
    const store = await createTestStore(database);
    const open = (changes: { repetition?: number; accountId?: number } = {}) =>
      store.transaction((tx) => tx.campaigns.insert({ ...CAMPAIGN, ...changes }));
    const ids = await Promise.all([open(), open(), open(), open({ repetition: 1 }), open({ accountId: 2 })]);
    expect(new Set(ids.slice(0, 3)).size).toBe(1);
    expect(new Set(ids).size).toBe(3);
  });

  test('a state changes only once', async () => {
    const store = await createTestStore(database);
    const id = await store.transaction((tx) => tx.campaigns.insert(CAMPAIGN));
    const move = (accountId = 1) =>
      store.transaction((tx) => tx.campaigns.move(accountId, id, ['loading'], 'done', { at: 9 }));
    expect([await move(2), await move(), await move()]).toEqual([false, true, false]);
    expect(await store.read.campaigns.findLatest(1, 'a')).toEqual({
      ...CAMPAIGN,
      id,
      name: null,
      state: 'done',
      problem: null,
      startsAt: null,
      finishedAt: 9,
    });
  });
});

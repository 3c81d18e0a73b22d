import { describe, expect, test } from 'vitest';
import { createCampaign, resumeCampaign } from '../../domain/campaigns/create-campaign.ts';
import { createTestServer, DATABASES } from '../../testing/server.ts';

const phoneOf = (index: number) => String(905551000000 + index);
const phones = (count: number) => Array.from({ length: count }, (_, index) => phoneOf(index));

/** Creates a server with one campaign of its account, with the template hello_world. */
async function withCampaign(options: Parameters<typeof createTestServer>[0], count: number) {
  const server = await createTestServer({ ...options, config: { logLevel: 'silent' } });
  const { accountId, mock, settle } = server;
  const { app } = server.server;
  const list = phones(count).map((phone) => ({ phone }));
  let id = 0;
  return {
    ...server,
    app,
    async start() {
      id = await app.store.transaction((tx) => createCampaign(app, tx, accountId, { template: 'hello_world' }, list));
      await settle();
    },
    async resume() {
      expect(await app.store.transaction((tx) => resumeCampaign(app, tx, { accountId, id }))).toBe(true);
      await settle();
    },
    find: () => app.store.read.campaigns.find(accountId, id),
    count: () => app.store.read.campaigns.count(accountId, id),
    /** Returns how many messages of the mock were not reported as failed, by recipient. */
    received: () => {
      const failed = new Set(mock.callbacks().flatMap(({ body }) => failedIn(body)));
      return mock.sends().flatMap(({ to, external_id }) => (failed.has(external_id) ? [] : [to]));
    },
  };
}

/** Returns the provider's IDs of the messages that a callback reports as failed. */
const failedIn = (body: unknown): string[] =>
  [...JSON.stringify(body).matchAll(/"id":"([^"]+)","status":"failed"/g)].map(([, id]) => String(id));

describe.each(DATABASES)('a campaign whose messages the provider refuses on %s', (database) => {
  test.each([131031, 131037, 131042, 131048, 133010, 368, 132015])(
    'stops after the error %i in a status, and sends to everyone once when it resumes',
    async (code) => {
      const { mock, start, resume, advance, find, count, received } = await withCampaign({ database }, 40);
      mock.faults.next({ outcome: 'fail', code, times: 99 });
      await start();
      await advance(5);
      expect(await find()).toMatchObject({
        state: 'stopped',
        problem: expect.stringMatching(new RegExp(`wa_1: ${code} \\S+`)),
        finishedAt: null,
      });
      expect(await count()).toEqual({ waiting: 40 });
      const before = mock.sends().length;
      expect(before).toBeLessThan(40);
      await advance(600);
      expect(mock.sends()).toHaveLength(before);

      mock.faults.clear();
      await resume();
      await advance(10);
      expect([await count(), await find()]).toMatchObject([{ read: 40 }, { state: 'done', problem: null }]);
      expect(received().toSorted()).toEqual(phones(40));
    },
  );

  test.each([131042, 133010, 131048, 190, 132001, 132016])(
    'stops after the error %i in a response, and sends to everyone once when it resumes',
    async (code) => {
      const { mock, start, resume, advance, find, count, received } = await withCampaign({ database }, 20);
      mock.faults.next({ outcome: 'reject', code, times: 99 });
      await start();
      await advance(5);
      expect(await find()).toMatchObject({
        state: 'stopped',
        problem: expect.stringMatching(new RegExp(`wa_1: ${code} \\S+`)),
      });
      expect((await count()).failed).toBeUndefined();

      mock.faults.clear();
      await resume();
      await advance(310); // messages that waited for the resume are tried again after five minutes
      expect([await count(), await find()]).toMatchObject([{ read: 20 }, { state: 'done', problem: null }]);
      expect(received().toSorted()).toEqual(phones(20));
    },
  );

  test.each([131026, 131049, 130472, 131030, 131021, 130403, 130497])(
    'continues after the error %i, which affects one person, in a response or in a status',
    async (code) => {
      const { mock, start, advance, find, count } = await withCampaign({ database }, 10);
      mock.faults.next({ outcome: 'reject', code, to: phoneOf(3) });
      mock.faults.next({ outcome: 'fail', code, to: phoneOf(4) });
      await start();
      await advance(5);
      expect([await count(), await find()]).toMatchObject([
        { read: 8, failed: 2 },
        { state: 'done', problem: null },
      ]);
    },
  );

  test('stops again if a failure is reported after its end, and not because of a message from before its resume', async () => {
    const context = await withCampaign({ database }, 2);
    const { mock, start, resume, advance, find, count, callback, statusCallback, settle } = context;
    mock.faults.next({ outcome: 'statuses', statuses: [], times: 2 });
    await start();
    await advance(2);
    const [first, second] = mock.sends();
    expect([await find(), mock.sends().length]).toMatchObject([{ state: 'done' }, 2]);

    const fails = async (id: string | undefined) => {
      await callback(statusCallback({ id, status: 'failed', errors: [{ code: 131042, title: 'Payment issue' }] }));
      await settle();
    };
    await fails(first?.external_id);
    expect(await find()).toMatchObject({
      state: 'stopped',
      problem: 'the provider refuses wa_1: 131042 Payment issue',
    });
    expect(await count()).toMatchObject({ waiting: 1 });

    mock.faults.clear();
    await resume();
    await fails(second?.external_id);
    await fails(first?.external_id); // Meta repeats callbacks
    await advance(5);
    expect([await count(), await find()]).toMatchObject([{ read: 2 }, { state: 'done', problem: null }]);
    expect(
      mock
        .sends()
        .map(({ to }) => to)
        .toSorted(),
    ).toEqual([first?.to, first?.to, second?.to, second?.to].toSorted());
  });
});

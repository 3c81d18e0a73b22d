import { describe, expect, test } from 'vitest';
import type { CampaignInput, CampaignPerson } from '../../domain/campaigns/campaign-plan.ts';
import { createCampaign, resumeCampaign, stopCampaign } from '../../domain/campaigns/create-campaign.ts';
import type { Tx } from '../../store/index.ts';
import { createTestServer, DATABASES } from '../../testing/server.ts';
import { feedCampaign, maxAtOnce } from './feed-campaign.ts';

const phoneOf = (index: number) => String(905551000000 + index);
const people = (count: number): CampaignPerson[] =>
  Array.from({ length: count }, (_, index) => ({ phone: phoneOf(index) }));

/** Creates a server with campaigns of its account. */
async function withCampaigns(options: Parameters<typeof createTestServer>[0] = {}) {
  const server = await createTestServer({ ...options, config: { logLevel: 'silent', ...options.config } });
  const { app } = server.server;
  const start = async (wish: CampaignInput, list: readonly CampaignPerson[], accountId = server.accountId) => {
    const id = await app.store.transaction((tx) => createCampaign(app, tx, accountId, wish, list));
    return id;
  };
  return {
    ...server,
    app,
    start,
    count: (id: number) => app.store.read.campaigns.count(server.accountId, id),
    find: (id: number) => app.store.read.campaigns.find(server.accountId, id),
    results: async (id: number) =>
      (await app.store.read.campaigns.listRecipients(server.accountId, id, 0, 999)).map(({ phone, state, reason }) => [
        phone,
        state,
        reason,
      ]),
    sentTo: () => server.mock.sends().map(({ to }) => to),
  };
}

describe.each(DATABASES)('campaigns on %s', (database) => {
  test('each person gets their own dynamic URL button', async () => {
    const { start, settle, advance, mock, results } = await withCampaigns({ database });
    const person = (phone: string, order: string): CampaignPerson => ({
      phone,
      variables: ['Ada', order],
      buttons: [{ index: 0, text: `${order}?x=1` }],
    });
    const id = await start({ template: 'order_update' }, [person(phoneOf(1), 'A-1'), person(phoneOf(2), 'B-2')]);
    await settle();
    await advance(2);
    const buttonsOf = ({ payload }: { payload: object }) =>
      (payload as { template: { components: { type: string }[] } }).template.components.filter(
        ({ type }) => type === 'button',
      );
    const sends = mock.sends().toSorted((left, right) => left.to.localeCompare(right.to));
    expect(sends.map((send) => [send.to, buttonsOf(send)])).toEqual(
      [
        [phoneOf(1), 'A-1?x=1'],
        [phoneOf(2), 'B-2?x=1'],
      ].map(([to, text]) => [
        to,
        [{ type: 'button', sub_type: 'url', index: '0', parameters: [{ type: 'text', text }] }],
      ]),
    );
    expect((await results(id)).map(([, state]) => state)).toEqual(['read', 'read']);
  });

  test('a missing, invalid or additional button value is refused', async () => {
    const { start } = await withCampaigns({ database });
    for (const [buttons, problem] of [
      [undefined, 'order_update'],
      [[{ index: 1, text: 'x' }], 'order_update'],
      [[{ index: 0, text: '' }], 'button 0 must not be empty'],
      [[{ index: 0, text: 'a\nb' }], 'button 0 may not contain a line break'],
    ] as const) {
      const list = [{ phone: phoneOf(1), variables: ['Ada', '1'], buttons }];
      await expect(start({ template: 'order_update' }, list)).rejects.toThrow(problem);
    }
    const list = [{ phone: phoneOf(1), buttons: [{ index: 0, text: 'x' }] }];
    await expect(start({ template: 'hello_world' }, list)).rejects.toThrow('recipients.0: ');
  });

  test('everyone on the list gets the template once, and its statuses are results and not events', async () => {
    const context = await withCampaigns({ database });
    const { start, receiver, settle, advance, mock, api, count, find, app, accountId } = context;
    const hook = await receiver();
    const list = [
      { phone: '0555 111 22 33', name: 'Ada', variables: { first_name: 'Ada' } },
      { phone: '+90 555 111 22 44', variables: { first_name: 'Grace' } },
      { phone: '905551112233', variables: { first_name: 'Ada again' } },
    ];
    const id = await start({ template: 'welcome_named' }, list);
    await settle();
    await advance(2);
    // The messages are sent concurrently, so their order can differ.
    const sends = mock.sends().toSorted((left, right) => left.to.localeCompare(right.to));
    expect(sends.map(({ to, payload }) => [to, JSON.stringify(payload).includes('"Grace"')])).toEqual([
      ['905551112233', false],
      ['905551112244', true],
    ]);
    expect(await count(id)).toEqual({ read: 2 });
    expect(await find(id)).toMatchObject({ state: 'done', problem: null, templateName: 'welcome_named' });

    const [first] = await app.store.read.campaigns.listRecipients(accountId, id, 0, 1);
    expect((await api('GET', `/messages/${first?.messageId}`)).body.data).toMatchObject({ status: 'read' });
    const history = await api('GET', '/conversations/905551112233/messages');
    expect(history.body.data.messages).toMatchObject([{ direction: 'out', type: 'template' }]);
    expect((await api('GET', '/stats')).body.data.messages).toMatchObject({ outgoing: 2, read: 2 });
    const end = await app.store.read.events.end(accountId);
    expect([hook.received, end.seq, (await app.store.read.deliveries.listAttempts(accountId)).length]).toEqual([
      [],
      0,
      0,
    ]);
  });

  test('people who are blocked or opted out are skipped, even during a campaign', async () => {
    const { start, api, settle, advance, mock, results, app, accountId } = await withCampaigns({ database });
    await api('POST', '/blocked-numbers', { body: { phone: phoneOf(0) } });
    await api('POST', '/opt-outs', { body: { phone: phoneOf(1) } });
    // The connection is unavailable at the start, so the other recipients are checked when their turn comes.
    await app.store.transaction((tx) => tx.connections.noteFailure(accountId, 'wa_1', 1, app.now() + 1_000_000));
    const id = await start({ template: 'promo_spring' }, people(20));
    await settle();
    expect(mock.sends()).toHaveLength(0);
    await api('POST', '/opt-outs', { body: { phone: phoneOf(18) } });
    await api('POST', '/blocked-numbers', { body: { phone: phoneOf(19) } });
    await advance(4);
    const skipped = (await results(id)).filter(([, state]) => state !== 'read');
    expect(skipped).toEqual([
      [phoneOf(0), 'skipped', 'blocked'],
      [phoneOf(1), 'skipped', 'opted_out'],
      [phoneOf(18), 'skipped', 'opted_out'],
      [phoneOf(19), 'skipped', 'blocked'],
    ]);
    expect(mock.sends()).toHaveLength(16);
    // §2.10: an opt-out applies to campaigns with any template.
    const utility = await start({ template: 'hello_world' }, people(2));
    await advance(1);
    expect(await results(utility)).toEqual([
      [phoneOf(0), 'skipped', 'blocked'],
      [phoneOf(1), 'skipped', 'opted_out'],
    ]);
  });

  // §2.10: an opt-out stops campaigns with any template, here with MARKETING and UTILITY templates.
  test.each(['promo_spring', 'hello_world'])(
    '%s is not sent to a person who opts out while the message waits for an unavailable connection',
    async (template) => {
      const { start, api, settle, advance, mock, results } = await withCampaigns({ database });
      mock.faults.next({ outcome: 'unavailable', times: 3 });
      const id = await start({ template }, people(3));
      await settle();
      expect((await results(id)).map(([, state]) => state)).toEqual(['queued', 'queued', 'queued']);
      await api('POST', '/opt-outs', { body: { phone: phoneOf(1) } });
      await advance(31);
      expect(await results(id)).toEqual([
        [phoneOf(0), 'read', null],
        [phoneOf(1), 'skipped', 'opted_out'],
        [phoneOf(2), 'read', null],
      ]);
      expect(mock.sends()).toHaveLength(2);
    },
  );

  test('a recipient whom the provider refuses does not affect the others', async () => {
    const { start, settle, advance, mock, results, find } = await withCampaigns({ database });
    mock.faults.next({ outcome: 'reject', code: 131026 });
    const id = await start({ template: 'hello_world' }, people(3));
    await settle();
    await advance(1);
    const states = await results(id);
    expect(states.map(([, state]) => state).sort()).toEqual(['failed', 'read', 'read']);
    expect(states.find(([, state]) => state === 'failed')?.[2]).toMatch(/^131026 \S+/);
    expect(await find(id)).toMatchObject({ state: 'done' });
  });
});

test('no message is lost when a connection is unavailable for a long time', async () => {
  const { start, settle, advance, mock, count, find, sentTo } = await withCampaigns();
  mock.faults.next({ outcome: 'unavailable', times: 99_999 });
  const id = await start({ template: 'hello_world' }, people(20));
  await settle();
  await advance(451);
  expect([mock.sends().length, (await count(id)).failed, (await find(id))?.state]).toEqual([0, undefined, 'sending']);
  mock.faults.clear();
  await advance(301);
  expect(await count(id)).toEqual({ read: 20 });
  expect([sentTo().length, new Set(sentTo()).size, (await find(id))?.state]).toEqual([20, 20, 'done']);
});

test('the API sends at once during a campaign of ten thousand, and both respect the rate limit', async () => {
  const { start, api, settle, advance, mock, clock, customerWrites, count, key } = await withCampaigns();
  await customerWrites('Hello');
  const fast = await key({ requestsPerMinute: 60_000 });
  mock.faults.next({ outcome: 'drop', times: 99_999 }); // no statuses, which this test does not need
  const id = await start({ template: 'hello_world' }, people(10_000));
  await settle();
  await advance(3);
  const before = mock.sends().length;
  expect([before >= 3 * 60, (await count(id)).waiting]).toEqual([true, 10_000 - before]);

  const sendMany = async (from: number, to: number) => {
    const at = clock.now();
    for (let index = from; index < to; index += 1) {
      const body = { to: '905551112233', text: `api ${index}` };
      expect((await api('POST', '/messages', { body, key: fast })).status).toBe(202);
    }
    return at;
  };
  /** How long after `at` each of the API's messages was sent, in milliseconds. */
  const waits = (at: number) =>
    mock
      .sends()
      .filter(({ type, at: left }) => type === 'text' && Date.parse(left) >= at)
      .map(({ at: left }) => Date.parse(left) - at);

  // A few messages find a free slot at any time.
  const few = await sendMany(0, 10);
  await settle();
  expect(waits(few)).toEqual(Array(10).fill(0));
  await advance(2);
  // If the API needs the whole rate limit of the connection, it gets all of it.
  const many = await sendMany(10, 80);
  await settle();
  await advance(1);
  expect([waits(many).length, Math.max(...waits(many)) <= 1000]).toEqual([70, true]);
  await advance(2);

  const times = mock.sends().map(({ at }) => Date.parse(at));
  const busiest = Math.max(...times.map((start) => times.filter((at) => at >= start && at < start + 1000).length));
  expect(busiest).toBeLessThanOrEqual(80);
  expect(mock.sends().length - before - 80).toBeGreaterThan(3 * 60);
});

test('a connection that is refused entirely stops its campaign, which loses no recipient', async () => {
  const { app, start, settle, advance, mock, count, find, sentTo, accountId } = await withCampaigns();
  mock.faults.next({ outcome: 'reject', code: 190, times: 99 });
  const id = await start({ template: 'hello_world' }, people(100));
  await settle();
  expect(await find(id)).toMatchObject({ state: 'stopped', problem: expect.stringMatching(/wa_1: 190 /) });
  expect([mock.sends(), await count(id)]).toEqual([[], { waiting: 92, queued: 8 }]);
  mock.faults.clear();
  // Nothing is sent before the operator resumes it.
  await advance(600);
  expect(mock.sends()).toEqual([]);
  await app.store.transaction((tx) => resumeCampaign(app, tx, { accountId, id }));
  await advance(302);
  expect([await count(id), new Set(sentTo()).size, sentTo().length]).toEqual([{ read: 100 }, 100, 100]);
  expect(await find(id)).toMatchObject({ state: 'done', problem: null });
});

test('a stopped campaign resumes where it stopped, and two workers that feed it send nothing twice', async () => {
  const { app, start, settle, advance, count, find, sentTo, accountId, anotherAccount } = await withCampaigns();
  const id = await start({ template: 'hello_world' }, people(60));
  await settle();
  const { accountId: stranger } = await anotherAccount();
  const stop = (tx: Tx, owner: number) => stopCampaign(app, tx, { accountId: owner, id });
  const resume = (tx: Tx) => resumeCampaign(app, tx, { accountId, id });
  const stops = await app.store.transaction(async (tx) => [
    ...[await stop(tx, stranger), await stop(tx, accountId), await stop(tx, accountId)],
    // In one transaction, because the worker begins as soon as a resumed campaign is committed.
    ...[await resume(tx), await stop(tx, accountId), await resume(tx), await resume(tx), await stop(tx, accountId)],
  ]);
  expect(stops).toEqual([false, true, false, true, true, true, false, true]);
  await advance(5);
  expect([sentTo().length, await count(id), (await find(id))?.state]).toEqual([8, { read: 8, waiting: 52 }, 'stopped']);
  await app.store.transaction(resume);
  await advance(3);
  expect([sentTo().length, new Set(sentTo()).size, (await find(id))?.state]).toEqual([60, 60, 'done']);
});

test.each(DATABASES)('a campaign that is resumed while a worker feeds it keeps one task, on %s', async (database) => {
  const { app, start, count, accountId, clock } = await withCampaigns({ database, config: { role: 'api' } });
  const id = await start({ template: 'hello_world' }, people(60));
  const lease = async () => {
    const now = app.monotonicNow();
    return app.store.transaction((tx) => tx.outbox.lease('campaign', 'a worker', now, now + 60_000_000, 99));
  };
  const [task = expect.unreachable()] = await lease();
  await app.store.transaction((tx) => stopCampaign(app, tx, { accountId, id }));
  await app.store.transaction((tx) => resumeCampaign(app, tx, { accountId, id }));
  await feedCampaign(app, task);
  clock.moveTo(clock.now() + 2_000);
  const feeds = (await lease()).filter((one) => one.task === 'feed-campaign');
  expect(feeds).toMatchObject([{ subject: String(id) }]);
  await feedCampaign(app, feeds[0] ?? expect.unreachable());
  expect(await count(id)).toEqual({ queued: 8, waiting: 52 });
});

test.each([
  ['its template is rejected', 'pending', /REJECTED/],
  ['its connection is disabled', 'off', /whatsapp/],
] as const)('a campaign stops with the reason when %s', async (_, what, reason) => {
  const { app, start, settle, advance, mock, find, accountId } = await withCampaigns();
  const id = await start({ template: 'hello_world' }, people(60));
  await settle();
  await app.store.transaction(async (tx) => {
    if (what === 'pending') {
      const [template] = await tx.templates.findByName(accountId, 'hello_world');
      await tx.templates.update({ ...(template ?? expect.unreachable()), status: 'REJECTED' }, app.now());
    } else {
      await tx.connections.setActive(accountId, 'wa_1', false);
    }
  });
  await advance(5);
  expect(mock.sends()).toHaveLength(8);
  expect(await find(id)).toMatchObject({ state: 'stopped', problem: expect.stringMatching(reason) });
});

test('a campaign stops when the license of its account expires', async () => {
  const { app, start, settle, advance, mock, clock, anotherAccount } = await withCampaigns();
  const licenseExpiresAt = (clock.now() + 500) * 1000;
  const { accountId } = await anotherAccount({ licenseExpiresAt });
  const id = await start({ template: 'hello_world' }, people(60), accountId);
  await settle();
  await advance(5);
  expect(mock.sends()).toHaveLength(32);
  const campaign = await app.store.read.campaigns.find(accountId, id);
  expect(campaign).toMatchObject({ state: 'stopped', problem: expect.stringMatching(/licen[sc]e/i) });
});

test("'an account does not see the campaigns of another account'", async () => {
  const { app, start, settle, advance, mock, count, api, accountId, anotherAccount } = await withCampaigns();
  const other = await anotherAccount();
  await api('POST', '/opt-outs', { body: { phone: phoneOf(0) } });
  await api('POST', '/blocked-numbers', { body: { phone: phoneOf(0) } });
  const id = await start({ template: 'promo_spring' }, people(2), other.accountId);
  await settle();
  await advance(1);
  expect(mock.sends()).toHaveLength(2);
  expect([await count(id), await app.store.read.campaigns.count(other.accountId, id)]).toEqual([{}, { read: 2 }]);
  const { templateId = 0 } = (await app.store.read.campaigns.find(other.accountId, id)) ?? {};
  const latest = (owner: number) => app.store.read.campaigns.latestRecipient(owner, phoneOf(0), templateId, 0);
  expect([await latest(other.accountId), await latest(accountId)]).toEqual([
    { name: null, variables: null },
    undefined,
  ]);
});

test.each([
  [{ template: 'nothing' }, [{ phone: '905551112233' }], 'nothing'],
  [{ template: 'pending_one' }, [{ phone: '905551112233' }], 'PENDING'],
  [{ template: 'multi_lang' }, [{ phone: '905551112233' }], 'en_US, tr'],
  [{ template: 'hello_world', connectionId: 'wa_9' }, [{ phone: '905551112233' }], 'wa_9'],
  [{ template: 'hello_world' }, [{ phone: '905551112233' }, { phone: 'Ada' }], 'recipients.1: '],
  [{ template: 'hello_world' }, [{ phone: '905551112233', variables: ['x'] }], '{{1}}'],
  [{ template: 'welcome_named' }, [{ phone: '905551112233' }], '{{first_name}}'],
  [{ template: 'welcome_named' }, [{ phone: '905551112233', variables: ['Ada'] }], 'NAMED'],
  [{ template: 'welcome_named' }, [{ phone: '905551112233', variables: { first_name: '' } }], 'first_name must not be'],
  [{ template: 'welcome_named' }, [{ phone: '905551112233', variables: { first_name: 'a\nb' } }], 'line break'],
  [{ template: 'order_update' }, [{ phone: '905551112233', variables: ['a', 'b'] }], 'Button 0'],
] as [CampaignInput, CampaignPerson[], string][])(
  'refuses %j to %j before anything is sent',
  async (wish, list, problem) => {
    const { app, start, settle, mock, accountId } = await withCampaigns();
    await expect(start(wish, list)).rejects.toThrow(problem);
    await settle();
    expect([mock.sends(), await app.store.read.campaigns.listNewest(accountId, 9)]).toEqual([[], []]);
  },
);

test.each([
  [0, 8],
  [0.6, 8],
  [0.7, 6],
  [0.8, 4],
  [0.95, 1],
  [1, 1],
])('a process with a load of %d creates %d messages at once', (load, messages) => {
  expect(maxAtOnce(load)).toBe(messages);
});

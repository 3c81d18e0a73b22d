import { describe, expect, test } from 'vitest';
import { type CampaignWish, createCampaign, type Listed } from '../domain/create-campaign.ts';
import { createTestServer, DATABASES } from '../testing.ts';

const phoneOf = (index: number) => String(905551000000 + index);
const people = (count: number): Listed[] => Array.from({ length: count }, (_, index) => ({ phone: phoneOf(index) }));

/** A server, and campaigns of its account. */
async function withCampaigns(options: Parameters<typeof createTestServer>[0] = {}) {
  const server = await createTestServer({ ...options, config: { logLevel: 'silent', ...options.config } });
  const { app } = server.server;
  const start = async (wish: CampaignWish, list: readonly Listed[], accountId = server.accountId) => {
    const id = await app.store.transaction((tx) => createCampaign(app, tx, accountId, wish, list));
    app.wake();
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
  test('everybody on the list gets the template once, and its statuses are results and no events', async () => {
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
    await advance(1);
    expect(mock.sends().map(({ to, payload }) => [to, JSON.stringify(payload).includes('"Grace"')])).toEqual([
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

  test('who is blocked or opted out is skipped, also in the midst of it', async () => {
    const { start, api, settle, advance, mock, results, app, accountId } = await withCampaigns({ database });
    await api('POST', '/blocked-numbers', { body: { phone: phoneOf(0) } });
    await api('POST', '/opt-outs', { body: { phone: phoneOf(1) } });
    // Those who come behind the first go are asked for at their own turn.
    const id = await start({ template: 'promo_spring' }, people(20));
    await app.store.transaction((tx) => tx.connections.noteFailure(accountId, 'wa_1', 1, app.now() + 1));
    await settle();
    await app.store.transaction((tx) => tx.connections.noteAnswer(accountId, 'wa_1'));
    expect(mock.sends()).toHaveLength(0);
    await api('POST', '/opt-outs', { body: { phone: phoneOf(18) } });
    await api('POST', '/blocked-numbers', { body: { phone: phoneOf(19) } });
    await advance(2);
    const skipped = (await results(id)).filter(([, state]) => state !== 'read');
    expect(skipped).toEqual([
      [phoneOf(0), 'skipped', 'blocked'],
      [phoneOf(1), 'skipped', 'opted_out'],
      [phoneOf(18), 'skipped', 'opted_out'],
      [phoneOf(19), 'skipped', 'blocked'],
    ]);
    expect(mock.sends()).toHaveLength(16);
    // An opt-out stops marketing only.
    const utility = await start({ template: 'hello_world' }, people(2));
    await advance(1);
    expect(await results(utility)).toEqual([
      [phoneOf(0), 'skipped', 'blocked'],
      [phoneOf(1), 'read', null],
    ]);
  });

  test('a message that waits for a line that is down is not sent to who opted out meanwhile', async () => {
    const { start, api, settle, advance, mock, results } = await withCampaigns({ database });
    mock.faults.next({ outcome: 'unavailable', times: 3 });
    const id = await start({ template: 'promo_spring' }, people(3));
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
  });

  test('one whom the provider refuses costs the others nothing', async () => {
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

  test('a line that is down for long costs nobody a message', async () => {
    const { start, settle, advance, mock, count, find, sentTo } = await withCampaigns({ database });
    mock.faults.next({ outcome: 'unavailable', times: 99_999 });
    const id = await start({ template: 'hello_world' }, people(100));
    await settle();
    await advance(800);
    expect([mock.sends().length, (await count(id)).failed, (await find(id))?.state]).toEqual([0, undefined, 'sending']);
    mock.faults.clear();
    await advance(330);
    expect(await count(id)).toEqual({ read: 100 });
    expect([sentTo().length, new Set(sentTo()).size, (await find(id))?.state]).toEqual([100, 100, 'done']);
  });
});

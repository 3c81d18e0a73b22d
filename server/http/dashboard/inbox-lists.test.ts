import { describe, expect, test } from 'vitest';
import { createCampaign } from '../../domain/campaigns/create-campaign.ts';
import { startDashboard } from '../../testing/dashboard.ts';
import { PNG } from '../../testing/files.ts';
import { makeFlow, pressButton } from '../../testing/flows.ts';
import { DATABASES } from '../../testing/server.ts';

const ADA = '905551112233';
const BOB = '905552223344';
const CAN = '905553334455';

describe.each(DATABASES)('what the inbox shows about people on %s', (database) => {
  const start = async () => {
    const tested = await startDashboard({}, { database });
    const { accountId, app } = tested;
    const at = (account: number | string) => `/admin/v1/accounts/${account}`;
    const addLabel = (owner: number, name: string) =>
      app.store.transaction((tx) => tx.labels.insert(owner, { name, color: null }, app.monotonicNow()));
    return { ...tested, own: at(accountId), at, addLabel, viewer: await tested.enter('viewer') };
  };

  test('conversations and contacts are listed by label, page by page', async () => {
    const { own, at, api, enter, viewer, addLabel, accountId, anotherAccount, customerWrites, advance } = await start();
    const { accountId: elsewhere } = await anotherAccount();
    const [vip, late, foreign] = [
      await addLabel(accountId, 'VIP'),
      await addLabel(accountId, 'Late'),
      await addLabel(elsewhere, 'Foreign'),
    ];
    const grace = await enter('agent');
    for (const person of [ADA, BOB, CAN]) {
      await customerWrites(`I am ${person}`, person);
      await advance(1);
    }
    await grace.call('PUT', `${own}/conversations/${ADA}/labels`, { label_ids: [late, vip] });
    await grace.call('PUT', `${own}/conversations/${CAN}/labels`, { label_ids: [vip] });

    const labels = await viewer.call('POST', `${own}/conversations/labels`, { phones: [ADA, BOB, CAN, 'nobody'] });
    expect(
      labels.body.conversations.map((one: { phone: string; connection_id: string; labels: { name: string }[] }) => [
        one.phone,
        one.connection_id,
        one.labels.map(({ name }) => name),
      ]),
    ).toEqual([
      [ADA, 'wa_1', ['VIP', 'Late']],
      [CAN, 'wa_1', ['VIP']],
    ]);

    const phones = async (path: string) => {
      const { status, body } = await viewer.call('GET', path);
      return status === 200
        ? (body.conversations ?? body.contacts).map(({ phone }: { phone: string }) => phone)
        : [status, body.error.field];
    };
    const paged = async (path: string, list: string) => {
      const { body } = await viewer.call('GET', `${path}&limit=1`);
      const { next_cursor: cursor } = body.pagination;
      return [body[list][0].phone, ...(cursor === null ? [] : await phones(`${path}&limit=1&cursor=${cursor}`))];
    };
    const listed = `${own}/conversations?label=${vip}`;
    // The newest message first, in the form of the API's own list.
    expect(await phones(listed)).toEqual([CAN, ADA]);
    expect((await viewer.call('GET', `${listed}&limit=1`)).body.conversations).toEqual(
      (await api('GET', '/conversations?limit=1')).body.data.conversations,
    );
    expect(await paged(listed, 'conversations')).toEqual([CAN, ADA]);
    await api('PATCH', `/conversations/${CAN}`, { body: { status: 'closed', unread_count: 0 } });
    expect(await phones(`${listed}&status=open`)).toEqual([ADA]);
    expect(await phones(`${listed}&unread=false&channel=whatsapp`)).toEqual([CAN]);
    expect(await phones(`${listed}&agent_id=1`)).toEqual([]);
    expect(await phones(`${listed}&cursor=x`)).toEqual([422, 'cursor']);
    expect(await phones(`${own}/conversations?label=${late}`)).toEqual([ADA]);
    expect(await phones(`${own}/labels/${vip}/contacts`)).toEqual([CAN, ADA]);
    expect(await paged(`${own}/labels/${vip}/contacts?`, 'contacts')).toEqual([CAN, ADA]);

    // Labels and people of another account.
    expect(await phones(`${own}/conversations?label=${foreign}`)).toEqual([]);
    expect(await phones(`${own}/labels/${foreign}/contacts`)).toEqual([]);
    const other = await enter('owner', elsewhere);
    expect((await other.call('GET', `${at(elsewhere)}/conversations?label=${vip}`)).body.conversations).toEqual([]);
    expect((await other.call('GET', `${at(elsewhere)}/labels/${vip}/contacts`)).body.contacts).toEqual([]);
    const asked = await other.call('POST', `${at(elsewhere)}/conversations/labels`, { phones: [ADA] });
    expect(asked.body.conversations).toEqual([]);
    for (const path of [`conversations?label=${vip}`, `labels/${vip}/contacts`, `conversations/${ADA}/activity`]) {
      expect([path, (await other.call('GET', `${own}/${path}`)).status]).toEqual([path, 404]);
    }
    const many = Array.from({ length: 101 }, (_, place) => String(place));
    expect((await viewer.call('POST', `${own}/conversations/labels`, { phones: many })).status).toBe(422);
  });

  test('a label of many conversations is listed page by page, also if it becomes rare on the way, and is deleted', async () => {
    const { own, addLabel, viewer, enter, accountId, app } = await start();
    const [common, other] = [await addLabel(accountId, 'Common'), await addLabel(accountId, 'Other')];
    const phones = Array.from({ length: 1_100 }, (_, index) => String(905551110000 + index));
    const isLabeled = (phone: string) => Number(phone) % 50 !== 0;
    const conversations = await app.store.transaction(async (tx) => {
      const ids = new Map<string, number>();
      for (const [index, person] of phones.entries()) {
        const line = { accountId, connectionId: 'wa_1', channel: 'whatsapp', person } as const;
        const id = await tx.conversations.ensure(line, app.now() + index);
        await tx.conversationTeam.setLabels(accountId, id, isLabeled(person) ? [common, other] : [other]);
        ids.set(person, id);
      }
      return ids;
    });
    const expected = phones.filter(isLabeled).reverse();
    const [last = '', ...removed] = expected.slice(-80).reverse();
    const lists = { conversations: `conversations?label=${common}&`, contacts: `labels/${common}/contacts?` };
    for (const list of ['conversations', 'contacts'] as const) {
      const listed: string[] = [];
      let cursor: string | null = '';
      while (cursor !== null) {
        const query: string = cursor === '' ? '' : `&cursor=${cursor}`;
        const { body } = await viewer.call('GET', `${own}/${lists[list]}limit=100${query}`);
        listed.push(...body[list].map(({ phone }: { phone: string }) => phone));
        cursor = body.pagination.next_cursor;
        if (list === 'contacts' && listed.length === 500) {
          await app.store.transaction(async (tx) => {
            for (const phone of removed) {
              await tx.conversationTeam.setLabels(accountId, conversations.get(phone) ?? 0, [other]);
            }
          });
        }
      }
      expect(listed).toEqual(list === 'contacts' ? [...expected.slice(0, -80), last] : expected);
    }
    const owner = await enter('owner');
    expect((await owner.call('DELETE', `${own}/labels/${other}`)).body).toEqual({ id: other, conversations: 1_100 });
    const left = await viewer.call('GET', `${own}/conversations?label=${other}`);
    expect(left.body.conversations).toEqual([]);
    const again = await viewer.call('GET', `${own}/conversations?label=${common}&limit=1`);
    expect(again.body.conversations).toMatchObject([{ phone: expected[0] }]);
  });

  test('the inbox lists who waits for an answer, the longest first, and what has no agent', async () => {
    const { own, api, enter, viewer, accountId, anotherAccount, at, customerWrites, advance } = await start();
    for (const person of [ADA, BOB, CAN]) {
      await customerWrites(`I am ${person}`, person);
      await advance(1);
    }
    const phones = async (query: string) =>
      (await viewer.call('GET', `${own}/conversations?${query}`)).body.conversations.map(
        ({ phone }: { phone: string }) => phone,
      );
    expect(await phones('')).toEqual([CAN, BOB, ADA]);
    expect(await phones('waiting=true&status=open')).toEqual([ADA, BOB, CAN]);
    await api('POST', '/messages', { body: { channel: 'whatsapp', to: ADA, text: 'Hello Ada' } });
    expect(await phones('waiting=true')).toEqual([BOB, CAN]);
    expect(await phones('waiting=true&status=closed')).toEqual([]);
    const { body } = await viewer.call('GET', `${own}/conversations?waiting=true&limit=1`);
    expect(await phones(`waiting=true&limit=1&cursor=${body.pagination.next_cursor}`)).toEqual([CAN]);
    // A cursor belongs to its order.
    const other = await viewer.call('GET', `${own}/conversations?cursor=${body.pagination.next_cursor}`);
    expect([other.status, other.body.error.field]).toEqual([422, 'cursor']);

    await enter('agent');
    const [agent] = (await api('GET', '/agents')).body.data.agents;
    expect((await api('PATCH', `/conversations/${BOB}`, { body: { agent_id: agent.id } })).status).toBe(200);
    expect(await phones('unassigned=true&status=open')).toEqual([ADA, CAN]);
    expect(await phones('unassigned=true&waiting=true&status=open')).toEqual([CAN]);
    expect(await phones('unassigned=false')).toEqual([BOB]);

    const stranger = await enter('owner', (await anotherAccount()).accountId);
    expect((await stranger.call('GET', `${at(accountId)}/conversations`)).status).toBe(404);
  });

  test('a person’s lists, runs of flows and campaigns are theirs alone, newest first', async () => {
    const tested = await start();
    const { own, api, viewer, accountId, app, settle, customerWrites, anotherAccount, enter, at } = tested;
    await customerWrites('Hi', ADA);
    await customerWrites('Hi', BOB);
    const about = async (phone: string) => (await viewer.call('GET', `${own}/conversations/${phone}/activity`)).body;
    expect(await about(BOB)).toEqual({ lists: [], flow_runs: [], campaigns: [] });
    const flowId = await makeFlow(tested, { steps: [{ delay: '2h', text: 'Hi' }] });
    await pressButton(tested, 'Tell me more', ADA);
    const list = [{ phone: ADA, name: 'Ada' }];
    const send = () =>
      app.store.transaction((tx) => createCampaign(app, tx, accountId, { template: 'hello_world' }, list));
    const first = await send();
    await settle();
    const second = await send();
    await settle();
    await api('POST', '/opt-outs', { body: { phone: ADA, source: 'call' } });
    await api('POST', '/blocked-numbers', { body: { phone: ADA, reason: 'rude' } });
    expect(await about(ADA)).toEqual({
      lists: [
        { list: 'opt_outs', cause: 'call', at: expect.any(String) },
        { list: 'blocked_numbers', cause: 'rude', at: expect.any(String) },
      ],
      flow_runs: [
        {
          run_id: expect.any(Number),
          flow_id: flowId,
          flow: 'Spring follow-up',
          status: 'stopped',
          stop_reason: 'other',
          current_step: 0,
          messages_sent: 0,
          started_at: expect.any(String),
          finished_at: expect.any(String),
        },
      ],
      campaigns: [second, first].map((id) => ({
        campaign_id: id,
        template: 'hello_world',
        state: expect.stringMatching(/^(sent|delivered|read)$/),
        reason: null,
        queued_at: expect.any(String),
      })),
    });
    expect(await about(BOB)).toEqual({ lists: [], flow_runs: [], campaigns: [] });
    expect((await viewer.call('GET', `${own}/conversations/${CAN}/activity`)).status).toBe(404);
    const { accountId: elsewhere } = await anotherAccount();
    const other = await enter('owner', elsewhere);
    expect((await other.call('GET', `${at(elsewhere)}/conversations/${ADA}/activity`)).status).toBe(404);
  });

  test('files in both directions have a link, also those that were sent by their ID', async () => {
    const { own, at, api, viewer, mock, business, settle, customerWrites, anotherAccount, enter } = await start();
    await customerWrites('Hi', ADA);
    const form = new FormData();
    form.set('file', new File([Buffer.from(PNG)], 'shoe.png', { type: 'image/png' }));
    const { id } = (await api('POST', '/media', { body: form })).body.data;
    const sent = (await api('POST', '/messages', { body: { to: ADA, type: 'image', media: { id } } })).body.data.id;
    await settle();
    await mock.receive({
      channel: 'whatsapp',
      business_id: business.whatsapp.phone_number_id,
      from: { id: ADA, name: 'Ada' },
      type: 'image',
      media: { mime_type: 'image/png', bytes: new Uint8Array(PNG) },
    });
    await settle();
    const { messages } = (await api('GET', `/conversations/${ADA}/messages`)).body.data;
    const received = messages.find((one: { direction: string; media: unknown }) => one.media && one.direction === 'in');
    const file = (message: string) => viewer.call('GET', `${own}/messages/${message}/file`);
    expect((await file(sent)).body).toEqual({
      url: expect.stringMatching(/\/media\/[\w.-]+$/),
      mime_type: 'image/png',
      size: PNG.length,
      filename: 'shoe.png',
    });
    expect((await file(received.id)).body).toMatchObject({ mime_type: 'image/png', size: null });
    for (const message of [sent, received.id]) {
      const answer = await fetch((await file(message)).body.url);
      expect([answer.headers.get('content-type'), Buffer.from(await answer.arrayBuffer())]).toEqual([
        'image/png',
        Buffer.from(PNG),
      ]);
    }
    const text = messages.find((one: { type: string }) => one.type === 'text').id;
    expect([(await file(text)).status, (await file('msg_1')).status]).toEqual([404, 404]);
    const { accountId: elsewhere } = await anotherAccount();
    const other = await enter('owner', elsewhere);
    expect((await other.call('GET', `${at(elsewhere)}/messages/${sent}/file`)).status).toBe(404);
  });
});

import { describe, expect, test } from 'vitest';
import { startDashboard } from '../../testing/dashboard.ts';
import { DATABASES } from '../../testing/server.ts';

const ADA = '905551112233';
const BOB = '905552223344';

describe.each(DATABASES)('what a team shares about a conversation on %s', (database) => {
  const start = async () => {
    const tested = await startDashboard({}, { database });
    await tested.customerWrites('Where is my order?');
    const at = `/admin/v1/accounts/${tested.accountId}/conversations/${ADA}`;
    return { ...tested, at };
  };

  test('notes have their author and time, and reach neither the customer nor the history', async () => {
    const { enter, at, api, mock, settle } = await start();
    const [grace, viewer] = [await enter('agent'), await enter('viewer')];
    const { status, body } = await grace.call('POST', `${at}/notes`, { text: ' She prefers mornings. ' });
    expect([status, body.note]).toEqual([
      200,
      {
        id: expect.any(Number),
        author: grace.session.agent.name,
        text: 'She prefers mornings.',
        mentions: [],
        at: expect.any(String),
      },
    ]);
    await grace.call('POST', `${at}/notes`, { text: 'And tea.' });
    const { notes } = (await viewer.call('GET', `${at}/notes`)).body;
    expect(notes.map(({ text }: { text: string }) => text)).toEqual(['She prefers mornings.', 'And tea.']);
    await settle();
    expect(mock.sends()).toEqual([]);
    expect((await api('GET', `/conversations/${ADA}/messages`)).body.data.messages).toHaveLength(1);
    for (const text of ['', '   ', 'x'.repeat(4097)]) {
      expect([text.length, (await grace.call('POST', `${at}/notes`, { text })).status]).toEqual([text.length, 422]);
    }
    expect((await viewer.call('POST', `${at}/notes`, { text: 'Hi' })).status).toBe(403);
    expect((await grace.call('GET', `${at.replace(ADA, BOB)}/notes`)).status).toBe(404);
  });

  test('a team saves replies, which other accounts do not see', async () => {
    const { enter, accountId, anotherAccount } = await start();
    const [grace, viewer] = [await enter('agent'), await enter('viewer')];
    const at = `/admin/v1/accounts/${accountId}/saved-replies`;
    const names = async () =>
      (await viewer.call('GET', at)).body.saved_replies.map(({ name }: { name: string }) => name);
    const hours = { name: 'Opening hours', text: 'From 9 to 18' };
    expect(await grace.call('POST', at, hours)).toMatchObject({ status: 200, body: hours });
    expect((await grace.call('POST', at, { name: 'Address: left/right?', text: 'Harbor 5' })).status).toBe(200);
    expect(await names()).toEqual(['Address: left/right?', 'Opening hours']);
    // The same name replaces the text.
    expect((await grace.call('POST', at, { ...hours, name: ' Opening hours ', text: 'From 10' })).status).toBe(200);
    expect((await viewer.call('GET', at)).body.saved_replies[1]).toEqual({ ...hours, text: 'From 10' });
    for (const wrong of [
      { name: ' ', text: 'x' },
      { name: 'x'.repeat(81), text: 'x' },
      { name: 'x', text: '\n' },
    ]) {
      expect([wrong, (await grace.call('POST', at, wrong)).status]).toEqual([wrong, 422]);
    }
    expect((await viewer.call('POST', at, hours)).status).toBe(403);
    const { accountId: elsewhere } = await anotherAccount();
    expect((await grace.call('GET', at.replace(`/${accountId}/`, `/${elsewhere}/`))).status).toBe(404);
    const path = `${at}/${encodeURIComponent('Address: left/right?')}`;
    expect((await viewer.call('DELETE', path)).status).toBe(403);
    expect((await grace.call('DELETE', path)).status).toBe(200);
    expect((await grace.call('DELETE', path)).status).toBe(404);
    expect(await names()).toEqual(['Opening hours']);
  });

  test('an account has at most 500 saved replies', async () => {
    const { enter, accountId, app } = await start();
    const grace = await enter('agent');
    const at = `/admin/v1/accounts/${accountId}/saved-replies`;
    await app.store.transaction(async (tx) => {
      for (let number = 0; number < 500; number += 1) {
        await tx.savedReplies.put(accountId, { name: `Reply ${number}`, text: 'Hi' });
      }
    });
    expect((await grace.call('POST', at, { name: 'Reply 7', text: 'Hello' })).status).toBe(200);
    const { status, body } = await grace.call('POST', at, { name: 'Reply 500', text: 'Hi' });
    expect([status, body.error.message]).toEqual([422, expect.stringContaining('500 saved replies')]);
  });

  test('an agent finds the conversations whose notes mention them, and no others do', async () => {
    const { enter, at, app, accountId, anotherAccount, customerWrites } = await start();
    await customerWrites('Hello', BOB);
    const [grace, alan, operator] = [await enter('agent'), await enter('agent'), await enter('operator')];
    const [{ id: graceId }, { id, name }] = [grace.session.agent, alan.session.agent];
    const { accountId: elsewhere } = await anotherAccount();
    const add = (owner: number, isActive: boolean) =>
      app.store.transaction((tx) => tx.agents.insert(owner, { name: 'Ivy', isActive }, app.monotonicNow()));
    const [foreign, inactive] = [await add(elsewhere, true), await add(accountId, false)];

    const note = (text: string, mentions: unknown) => grace.call('POST', `${at}/notes`, { text, mentions });
    expect((await note(`@${name} please call`, [id])).body.note.mentions).toEqual([{ id, name }]);
    expect((await note(`@${name} again`, [id])).status).toBe(200);
    expect((await grace.call('GET', `${at}/notes`)).body.notes[0].mentions).toEqual([{ id, name }]);

    const mentioned = async (who: typeof grace, more = '') => {
      const { body } = await who.call('GET', `/admin/v1/accounts/${accountId}/conversations?mentioned=true${more}`);
      return body.conversations.map(({ phone }: { phone: string }) => phone);
    };
    expect(await mentioned(alan)).toEqual([ADA]);
    expect(await mentioned(alan, '&status=closed')).toEqual([]);
    expect(await mentioned(alan, '&limit=1')).toEqual([ADA]);
    expect(await mentioned(grace)).toEqual([]);
    expect(await mentioned(operator)).toEqual([]);
    await note(`@${name} and myself`, [id, graceId]);
    expect(await mentioned(grace)).toEqual([ADA]);

    // A mention is unseen until the agent has the conversation open.
    const unseen = async (who: typeof grace) => {
      const { status, body } = await who.call('GET', `/admin/v1/accounts/${accountId}/mentions`);
      return [status, body.mentions.map(({ note_id, phone }: { note_id: number; phone: string }) => [note_id, phone])];
    };
    const ids = (await grace.call('GET', `${at}/notes`)).body.notes.map((one: { id: number }) => one.id).toReversed();
    expect(await unseen(alan)).toEqual([200, ids.map((noteId: number) => [noteId, ADA])]);
    expect(await unseen(grace)).toEqual([200, [[ids[0], ADA]]]);
    expect(await unseen(operator)).toEqual([200, []]);
    const report = (who: typeof grace, state: string, of = ADA) =>
      who.call('POST', `${at.replace(ADA, of)}/presence`, { state });
    expect((await report(alan, 'viewing', BOB)).body.last_note_id).toBe(null);
    await report(alan, 'away');
    await report(operator, 'viewing');
    expect((await unseen(alan))[1]).toHaveLength(3);
    expect((await report(alan, 'viewing')).body.last_note_id).toBe(ids[0]);
    expect(await unseen(alan)).toEqual([200, []]);
    expect((await unseen(grace))[1]).toHaveLength(1);
    expect(await mentioned(alan)).toEqual([ADA]);

    for (const [wrong, problem] of [
      [[foreign], `names no agent: there is no ${foreign}`],
      [[999_999], 'names no agent: there is no 999999'],
      [[inactive], 'names Ivy, who is not active'],
      [[id, id], ''],
      [['Alan'], ''],
    ] as const) {
      const { status, body } = await note('Hi', wrong);
      expect([wrong, status, body.error.message]).toEqual([wrong, 422, expect.stringContaining(problem)]);
    }
    expect((await grace.call('GET', `${at}/notes`)).body.notes).toHaveLength(3);
  });

  test('labels are those of the account', async () => {
    const { enter, at, app, accountId, anotherAccount } = await start();
    const [grace, viewer] = [await enter('agent'), await enter('viewer')];
    const { accountId: elsewhere } = await anotherAccount();
    const add = (owner: number, name: string) =>
      app.store.transaction((tx) => tx.labels.insert(owner, { name, color: null }, app.monotonicNow()));
    const [vip, late, foreign] = [
      await add(accountId, 'Best'),
      await add(accountId, 'Late'),
      await add(elsewhere, 'X'),
    ];
    const put = async (ids: number[]) => {
      const { status, body } = await grace.call('PUT', `${at}/labels`, { label_ids: ids });
      return [status, body.labels?.map(({ name }: { name: string }) => name)];
    };
    expect(await put([late, vip])).toEqual([200, ['Best', 'Late']]);
    expect(await put([vip])).toEqual([200, ['Best']]);
    expect((await put([vip, foreign]))[0]).toBe(422);
    expect((await viewer.call('GET', `${at}/labels`)).body.labels).toEqual([{ id: vip, name: 'Best', color: null }]);
    expect(await put([])).toEqual([200, []]);
    expect((await viewer.call('PUT', `${at}/labels`, { label_ids: [] })).status).toBe(403);
  });

  test('two people see each other in a conversation until they leave or fall silent', async () => {
    const { enter, at, clock } = await start();
    const [grace, alan] = [await enter('agent'), await enter('owner')];
    const report = async (who: typeof grace, state: string) =>
      (await who.call('POST', `${at}/presence`, { state })).body.others;
    expect(await report(grace, 'viewing')).toEqual([]);
    const { name } = grace.session.agent;
    expect(await report(alan, 'viewing')).toEqual([{ name, state: 'viewing' }]);
    await report(grace, 'typing');
    expect(await report(alan, 'viewing')).toEqual([{ name, state: 'typing' }]);
    await report(grace, 'away');
    expect(await report(alan, 'viewing')).toEqual([]);
    await report(grace, 'viewing');
    clock.moveTo(clock.now() + 26_000);
    expect(await report(alan, 'viewing')).toEqual([]);
    expect((await grace.call('POST', `${at}/presence`, { state: 'asleep' })).status).toBe(422);
  });

  test('a search finds texts of both sides, newest first, and takes % and _ as they are', async () => {
    const { enter, api, customerWrites, accountId, advance } = await start();
    await api('POST', '/messages', { body: { to: ADA, text: 'Your ORDER has 100% off_today' } });
    await advance(1);
    await customerWrites('An order of 100 items');
    const page = await enter('viewer');
    const search = async (text: string, next?: string) =>
      (await page.call('POST', `/admin/v1/accounts/${accountId}/messages/search`, { text, ...(next && { next }) }))
        .body;
    const texts = async (text: string) => (await search(text)).messages.map((one: { text: string }) => one.text);
    expect(await texts('order')).toEqual([
      'An order of 100 items',
      'Your ORDER has 100% off_today',
      'Where is my order?',
    ]);
    expect(await texts('100%')).toEqual(['Your ORDER has 100% off_today']);
    expect(await texts('f_t')).toEqual(['Your ORDER has 100% off_today']);
    expect(await texts('__')).toEqual([]);
    expect(await texts("' or '1'='1")).toEqual([]);
    expect(await search('items')).toMatchObject({
      messages: [{ phone: ADA, channel: 'whatsapp', direction: 'in', connection_id: 'wa_1' }],
      next: null,
    });
    for (const body of [{ text: 'x' }, { text: 'order', next: 'x' }, {}]) {
      const { status } = await page.call('POST', `/admin/v1/accounts/${accountId}/messages/search`, body);
      expect([body, status]).toEqual([body, 422]);
    }
  });

  test('a search goes back part by part, and says how far', async () => {
    const { app, accountId } = await start();
    await app.store.transaction(async (tx) => {
      const [conversationId = 0] = await tx.conversationList.listIds(accountId, ADA);
      for (let at = 1; at <= 25; at += 1) {
        await tx.messages.insert({
          accountId,
          id: `msg_in_${at}`,
          conversationId,
          connectionId: 'wa_1',
          channel: 'whatsapp',
          direction: 'in',
          person: ADA,
          type: 'text',
          text: at % 2 === 0 ? `even ${at}` : `odd ${at}`,
          content: {},
          status: 'delivered',
          externalId: `wamid.${at}`,
          error: null,
          isTest: false,
          campaignId: null,
          createdAt: 1_000_000 + at,
        });
      }
    });
    for (const [scanned, limit] of [
      [10, 50],
      [100, 5],
      [7, 2],
      [1, 1],
    ] as const) {
      const found: string[] = [];
      let before: number | undefined = 2_000_000;
      for (let part = 0; before !== undefined && part < 60; part += 1) {
        const result: Awaited<ReturnType<typeof app.store.read.messageSearch.find>> =
          await app.store.read.messageSearch.find(accountId, { text: 'EVEN', before, since: 0, scanned, limit });
        found.push(...result.found.map(({ text }) => text));
        before = result.next;
      }
      expect([scanned, limit, found]).toEqual([
        scanned,
        limit,
        Array.from({ length: 12 }, (_, place) => `even ${24 - 2 * place}`),
      ]);
    }
  });
});

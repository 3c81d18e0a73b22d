import { describe, expect, test } from 'vitest';
import { erasePerson } from '../../domain/people/erase-person.ts';
import { findPerson } from '../../domain/people/find-person.ts';
import { makeFlow, pressButton, reportOf, sendSpring } from '../../testing/flows.ts';
import {
  ADA,
  type Channel,
  historyOf,
  PSID,
  pageCallback,
  receivedEvents,
  receives,
  takes,
  whatsAppCallback,
  windowOf,
} from '../../testing/received.ts';
import { createTestServer, DATABASES, type TestServer } from '../../testing/server.ts';

const personOn = (channel: Channel) => (channel === 'whatsapp' ? ADA : PSID);

const seconds = ({ clock }: TestServer) => String(Math.floor(clock.now() / 1000));

/** Sends Meta's report that a customer edited or deleted the message with this ID. */
async function changes(server: TestServer, channel: Channel, target: string, text?: string, id = 'wamid.change') {
  if (channel === 'whatsapp') {
    const change = text === undefined ? { type: 'revoke', revoke: {} } : { type: 'edit', edit: {} };
    const content = {
      original_message_id: target,
      ...(text !== undefined && { message: { type: 'text', text: { body: text } } }),
    };
    await receives(server, channel, { id, ...change, [change.type]: content });
  } else {
    const event =
      text === undefined
        ? { message: { mid: target, is_deleted: true } }
        : { message_edit: { mid: target, text, num_edit: id } };
    await takes(server, pageCallback(server, channel, [event]));
  }
}

const messageOn = (channel: Channel, text: string) =>
  channel === 'whatsapp' ? { id: 'm_old', type: 'text', text: { body: text } } : { message: { mid: 'm_old', text } };

describe.each(DATABASES)('on %s', (database) => {
  test.each(['whatsapp', 'messenger', 'instagram'] as const)(
    'an edit on %s changes the text in the history and the list, and is one event',
    async (channel) => {
      const server = await createTestServer({ database });
      const hook = await server.receiver();
      await receives(server, channel, messageOn(channel, 'Friday at 6'));
      await server.advance(60);
      await changes(server, channel, 'm_old', 'Friday at 7');
      await changes(server, channel, 'm_old', 'Friday at 7'); // Meta repeats callbacks

      const [original, edited, ...others] = await receivedEvents(server);
      expect(others).toEqual([]);
      expect(edited).toMatchObject({
        type: 'edited',
        text: 'Friday at 7',
        from: { id: personOn(channel) },
        target: { id: original?.id, external_id: 'm_old' },
      });
      expect(await historyOf(server, personOn(channel))).toEqual([
        expect.objectContaining({ id: original?.id, type: 'text', text: 'Friday at 7', edited_at: expect.any(String) }),
      ]);
      const { body } = await server.api('GET', `/conversations/${personOn(channel)}`);
      expect(body.data).toMatchObject({ unread_count: 1, last_message: { text: 'Friday at 7' } });
      expect(hook.received.map(({ event: sent }) => sent.data.message.type)).toEqual(['text', 'edited']);
    },
  );

  test.each(['whatsapp', 'messenger', 'instagram'] as const)(
    'a deleted text on %s is not readable anywhere',
    async (channel) => {
      const server = await createTestServer({ database });
      const { app } = server.server;
      await server.receiver();
      await receives(server, channel, messageOn(channel, 'my PIN is 4711'));
      await server.advance(60);
      await changes(server, channel, 'm_old', 'my PIN is 4712');
      await server.advance(60);
      await changes(server, channel, 'm_old');
      await changes(server, channel, 'm_old');

      const events = await receivedEvents(server);
      expect(events.map(({ type, text }) => [type, text])).toEqual([
        ['text', null],
        ['edited', null],
        ['deleted', null],
      ]);
      expect(events[2]?.target).toEqual({ id: events[0]?.id, external_id: 'm_old' });
      const [message] = await historyOf(server, personOn(channel));
      expect(message).toMatchObject({ type: 'text', text: null, media: null, deleted_at: expect.any(String) });
      const { personalData } = app.store.read;
      const stored = [
        await personalData.callbackPage(undefined, 100),
        await personalData.deliveryPage(server.accountId, undefined, 100),
        (await server.api('GET', '/conversations')).body,
        events,
      ];
      expect(JSON.stringify(stored)).not.toContain('PIN');
    },
  );

  test('deleted files of one message of Messenger go together, and their links open nothing', async () => {
    const server = await createTestServer({ database });
    const attachments = ['a', 'b', 'c'].map((name) => ({
      type: 'image',
      payload: { url: `https://cdn.example/${name}` },
    }));
    await receives(server, 'messenger', { message: { mid: 'm_old', text: 'Three', attachments } });
    const events = await receivedEvents(server);
    expect(events.map(({ external_id, type, text }) => [external_id, type, text])).toEqual([
      ['m_old', 'image', 'Three'],
      ['m_old#2', 'image', null],
      ['m_old#3', 'image', null],
    ]);
    expect(new Set(events.map(({ media }) => media?.url)).size).toBe(3);
    await changes(server, 'messenger', 'm_old');
    for (const { media } of events) {
      expect((await fetch(media?.url ?? '')).status).toBe(410);
    }
    expect((await historyOf(server, PSID)).map(({ media, deleted_at }) => [media, typeof deleted_at])).toEqual([
      [null, 'string'],
      [null, 'string'],
      [null, 'string'],
    ]);
    expect((await receivedEvents(server)).map(({ type }) => type)).toEqual(['image', 'image', 'image', 'deleted']);
  });

  test('a reply may quote any file of a message', async () => {
    const server = await createTestServer({ database });
    const attachments = ['a', 'b'].map((name) => ({ type: 'image', payload: { url: `https://cdn.example/${name}` } }));
    server.mock.openWindow(server.business.messenger.page_id, PSID);
    await receives(server, 'messenger', { message: { mid: 'm_old', attachments } });
    const body = { channel: 'messenger', to: PSID, text: 'This one?', reply_to: 'm_old#2' };
    expect((await server.api('POST', '/messages', { body })).status).toBe(202);
    await server.settle();
    expect(server.mock.sends().at(-1)?.payload).toMatchObject({ reply_to: { mid: 'm_old' } });
  });

  test('an edit before its message changes it later; an edit of a message that never comes is shown', async () => {
    const server = await createTestServer({ database });
    await changes(server, 'whatsapp', 'm_old', 'Friday at 7', 'wamid.edit');
    expect(await receivedEvents(server)).toEqual([]);
    await receives(server, 'whatsapp', {
      ...messageOn('whatsapp', 'Friday at 6'),
      timestamp: String(Number(seconds(server)) - 60),
    });
    await server.advance(60);
    expect((await historyOf(server, ADA)).map(({ text }) => text)).toEqual(['Friday at 7']);

    await changes(server, 'whatsapp', 'm_unknown', 'Lost and found', 'wamid.other');
    await server.advance(5_000);
    expect((await historyOf(server, ADA)).map(({ text }) => text)).toContain('Lost and found');
    expect((await receivedEvents(server)).map(({ type, text }) => [type, text])).toEqual([
      ['text', 'Friday at 6'],
      ['edited', 'Friday at 7'],
      ['edited', 'Lost and found'],
    ]);
  });

  test.each([
    ['WhatsApp', ADA],
    ['Messenger', PSID],
  ])('on %s, an edit of an unknown message from the app is in the history', async (product, person) => {
    const server = await createTestServer({ database });
    const edit = { original_message_id: 'm_lost', message: { type: 'text', text: { body: 'Friday at 7' } } };
    const echo = {
      from: '15550783881',
      to: `+${ADA}`,
      id: 'wamid.edit',
      timestamp: seconds(server),
      type: 'edit',
      edit,
    };
    const pageEdit = { message_edit: { mid: 'm_lost', is_echo: true, text: 'Friday at 7', num_edit: 1 } };
    await takes(
      server,
      product === 'WhatsApp'
        ? whatsAppCallback(server, 'smb_message_echoes', { message_echoes: [echo] })
        : pageCallback(server, 'messenger', [pageEdit]),
    );
    await server.advance(5_000);
    const shown = await historyOf(server, person);
    expect(shown).toMatchObject([
      { direction: 'out', sent_by: 'app', external_id: 'm_lost', text: 'Friday at 7', edited_at: expect.any(String) },
    ]);
    expect(await receivedEvents(server)).toEqual([]);
  });

  test('buttons that the app sent show their text', async () => {
    const server = await createTestServer({ database });
    const interactive = { type: 'button', body: { text: 'Shall we?' }, action: { buttons: [] } };
    const echo = { to: ADA, id: 'wamid.app', timestamp: seconds(server), type: 'interactive', interactive };
    await takes(server, whatsAppCallback(server, 'smb_message_echoes', { message_echoes: [echo] }));
    expect(await historyOf(server, ADA)).toMatchObject([{ sent_by: 'app', type: 'text', text: 'Shall we?' }]);
  });

  test('an older edit that arrives late does not replace a newer one, and edits open no window', async () => {
    const server = await createTestServer({ database });
    await receives(server, 'whatsapp', messageOn('whatsapp', 'one'));
    await server.advance(25 * 3600);
    const at = Number(seconds(server));
    const edit = (text: string, timestamp: number, id: string) =>
      receives(server, 'whatsapp', {
        id,
        type: 'edit',
        timestamp: String(timestamp),
        edit: { original_message_id: 'm_old', message: { type: 'text', text: { body: text } } },
      });
    await edit('three', at - 1, 'wamid.3');
    await edit('two', at - 5, 'wamid.2');
    expect((await historyOf(server, ADA)).map(({ text }) => text)).toEqual(['three']);
    expect(await windowOf(server, 'whatsapp', ADA)).toBe(false);
  });

  test('what the business writes in its app is in the history, raises no event and stops flows as an agent does', async () => {
    const server = await createTestServer({ database });
    const hook = await server.receiver();
    await takes(
      server,
      whatsAppCallback(server, 'smb_message_echoes', {
        message_echoes: [
          {
            from: '15550783881',
            to: ADA,
            id: 'wamid.app',
            timestamp: seconds(server),
            type: 'text',
            text: { body: 'Hello from the phone' },
          },
        ],
      }),
    );
    const [message] = await historyOf(server, ADA);
    expect(message).toMatchObject({
      direction: 'out',
      sent_by: 'app',
      external_id: 'wamid.app',
      text: 'Hello from the phone',
      status: 'sent',
    });
    expect(await windowOf(server, 'whatsapp', ADA)).toBe(false);
    await takes(server, server.statusCallback({ id: 'wamid.app', status: 'read', recipient_id: ADA }));
    expect((await historyOf(server, ADA))[0]?.status).toBe('read');
    await takes(
      server,
      whatsAppCallback(server, 'smb_message_echoes', {
        message_echoes: [
          {
            from: '15550783881',
            to: ADA,
            id: 'wamid.gone',
            timestamp: seconds(server),
            type: 'revoke',
            revoke: { original_message_id: 'wamid.app' },
          },
        ],
      }),
    );
    expect((await historyOf(server, ADA))[0]).toMatchObject({
      text: null,
      sent_by: 'app',
      deleted_at: expect.any(String),
    });
    expect([hook.received, await receivedEvents(server)]).toEqual([[], []]);
    expect((await server.api('GET', '/stats')).body.data.messages).toMatchObject({ incoming: 0, outgoing: 0 });
  });

  test.each([
    ['stops', true, 'stopped', 'agent'],
    ['does not stop', false, 'running', null],
  ])('an answer in the app %s a flow with stop_on_agent %s', async (_, stops, status, reason) => {
    const server = await createTestServer({ database });
    const steps = [
      { delay: '0', text: 'one' },
      { delay: '1h', text: 'two' },
    ];
    const flow = await makeFlow(server, { steps, stop_on_agent: stops });
    await pressButton(server, 'Tell me more', ADA);
    await server.advance(60);
    const echo = { from: '15550783881', to: ADA, id: 'wamid.app', timestamp: seconds(server), type: 'text' };
    await takes(
      server,
      whatsAppCallback(server, 'smb_message_echoes', { message_echoes: [{ ...echo, text: { body: 'Grace here' } }] }),
    );
    expect((await reportOf(server, flow)).runs).toMatchObject([{ status, stop_reason: reason }]);
  });

  test('nothing of an erased person comes back when Meta repeats its callbacks', async () => {
    const server = await createTestServer({ database });
    const { app } = server.server;
    const echo = { message: { mid: 'm_echo', is_echo: true, text: 'my secret answer' } };
    const deletion = { message: { mid: 'm_echo', is_deleted: true } };
    await takes(server, pageCallback(server, 'messenger', [echo]));
    const account = (await app.store.read.accounts.find(server.accountId)) ?? expect.unreachable();
    const person = (await findPerson(app.store.read, account, PSID)) ?? expect.unreachable();
    expect(await erasePerson(app, person)).toMatchObject({ messages: 1, left: 0 });
    await takes(server, pageCallback(server, 'messenger', [echo]));
    await takes(server, pageCallback(server, 'messenger', [deletion]));
    await server.advance(5_000);
    expect((await server.api('GET', '/conversations')).body.data.conversations).toEqual([]);
    expect(JSON.stringify(await app.store.read.personalData.callbackPage(undefined, 9))).not.toContain('m_echo');
  });

  test.each(['messaging', 'standby'] as const)(
    'an answer from the inbox of the page under %s is in the history',
    async (field) => {
      const server = await createTestServer({ database });
      await receives(server, 'messenger', { message: { text: 'Hi' } });
      const echo = { message: { mid: 'm_echo', is_echo: true, app_id: 26390203743090, text: 'Hello, this is Grace' } };
      await takes(server, pageCallback(server, 'messenger', [echo], { field }));
      await takes(server, pageCallback(server, 'messenger', [echo], { field }));
      expect((await historyOf(server, PSID)).map(({ direction, text, sent_by }) => [direction, text, sent_by])).toEqual(
        [
          ['out', 'Hello, this is Grace', 'app'],
          ['in', 'Hi', undefined],
        ],
      );
      expect((await receivedEvents(server)).length).toBe(1);
    },
  );

  test.each([
    ['the postback first', false],
    ['the standby postback first', true],
  ])('one click as postback and standby postback is one event, %s', async (_, isLate) => {
    const server = await createTestServer({ database });
    const at = server.clock.now();
    const click = { timestamp: at, postback: { mid: 'm_click', title: 'Order', payload: 'ORDER' } };
    const bare = { timestamp: at + 40, postback: { title: 'Order' } };
    const [first, second] = isLate ? (['standby', 'messaging'] as const) : (['messaging', 'standby'] as const);
    for (const field of [first, second]) {
      const event = field === 'standby' ? bare : click;
      expect((await server.callback(pageCallback(server, 'messenger', [event], { field }))).status).toBe(200);
    }
    await server.advance(10);
    expect((await receivedEvents(server)).map(({ button, external_id }) => [button?.payload, external_id])).toEqual([
      ['ORDER', 'm_click'],
    ]);
  });

  test('a click that only standby reports arrives after a few seconds', async () => {
    const server = await createTestServer({ database });
    await server.callback(pageCallback(server, 'messenger', [{ postback: { title: 'Order' } }], { field: 'standby' }));
    await server.settle();
    expect(await receivedEvents(server)).toEqual([]);
    await server.advance(5);
    expect((await receivedEvents(server)).map(({ button }) => button)).toEqual([{ payload: 'Order', title: 'Order' }]);
  });

  test('chats from before the connection are in the history with their times, without events or window', async () => {
    const server = await createTestServer({ database });
    const now = Number(seconds(server));
    const old = (id: string, from: string, age: number, body: string, status?: string) => ({
      id,
      from,
      ...(from !== ADA && { to: ADA }),
      timestamp: String(now - age),
      type: 'text',
      text: { body },
      ...(status && { history_context: { status } }),
    });
    const value = {
      history: [
        {
          metadata: { phase: 0, chunk_order: 1, progress: 50 },
          threads: [
            {
              id: ADA,
              messages: [
                old('wamid.h3', ADA, 3_600, 'Thanks'),
                old('wamid.h2', '15550783881', 7_200, 'It left today', 'READ'),
                old('wamid.h1', ADA, 7_200, 'Where is it?'),
                old('wamid.h0', ADA, 100 * 86_400, 'too old'),
              ],
            },
          ],
        },
      ],
    };
    await takes(server, whatsAppCallback(server, 'history', value));
    await takes(server, whatsAppCallback(server, 'history', value));
    const shown = (await historyOf(server, ADA)).map(({ text, direction, status }) => [text, direction, status]);
    expect(shown[0]).toEqual(['Thanks', 'in', null]);
    expect(shown).toHaveLength(3);
    expect(shown).toContainEqual(['It left today', 'out', 'read']);
    expect(await receivedEvents(server)).toEqual([]);
    expect(await windowOf(server, 'whatsapp', ADA)).toBe(false);
    const { body } = await server.api('GET', `/conversations/${ADA}`);
    expect(body.data).toMatchObject({ unread_count: 0, last_message: { text: 'Thanks', direction: 'in' } });
  });

  test('a message in a group has its group, and changes no private conversation', async () => {
    const server = await createTestServer({ database });
    await receives(server, 'whatsapp', {
      id: 'wamid.g1',
      type: 'text',
      text: { body: 'stop' },
      group_id: '120363041234567890',
    });
    const [event] = await receivedEvents(server);
    expect(event).toMatchObject({ text: 'stop', group: { id: '120363041234567890' }, from: { id: ADA } });
    expect(await windowOf(server, 'whatsapp', ADA)).toBe(false);
    expect((await server.api('GET', '/conversations')).body.data.conversations).toEqual([]);
    const send = await server.api('POST', '/messages', { body: { to: ADA, text: 'Hi' } });
    expect(send.body.error.code).toBe('WINDOW_NEVER_OPENED');
  });

  test('a message in a group is not answered privately', async () => {
    const server = await createTestServer({ database });
    const group = { group_id: '120363041234567890' };
    await receives(server, 'whatsapp', { id: 'wamid.g1', type: 'text', text: { body: 'Lunch?' }, ...group });
    await receives(server, 'whatsapp', { id: 'wamid.p1', type: 'text', text: { body: 'Hello' } });
    const answer = (reply_to: string, more = {}) =>
      server.api('POST', '/messages', { body: { to: ADA, text: 'Yes', reply_to, ...more } });
    for (const more of [{}, { connection_id: 'wa_1' }]) {
      const { status, body } = await answer('wamid.g1', more);
      expect([status, body.error]).toMatchObject([422, { code: 'VALIDATION_FAILED', param: 'reply_to' }]);
      expect(body.error.message).toContain('a message in a group');
    }
    expect((await answer('wamid.p1')).status).toBe(202);
    expect((await answer('wamid.unknown')).status).toBe(202);
  });

  test.each([
    [
      'an identity change',
      { type: 'system', system: { type: 'customer_identity_changed', body: 'changed', identity: 'x' } },
    ],
    ['an unknown system message', { type: 'system', system: { type: 'something_new', body: 'new' } }],
    ['a system message without content', { type: 'system' }],
    ['a first visit', { type: 'request_welcome' }],
  ])('%s is no message of the customer', async (_, message) => {
    const server = await createTestServer({ database });
    await receives(server, 'whatsapp', { id: 'wamid.s1', ...message });
    expect(await receivedEvents(server)).toEqual([]);
    expect(await windowOf(server, 'whatsapp', ADA)).toBe(false);
    expect((await server.api('GET', '/conversations')).body.data.conversations).toEqual([]);

    await receives(server, 'whatsapp', { id: 'wamid.1', type: 'text', text: { body: 'Hi' } });
    await server.api('PATCH', `/conversations/${ADA}`, { body: { status: 'closed', unread_count: 0 } });
    await receives(server, 'whatsapp', { id: 'wamid.s2', ...message });
    const { body } = await server.api('GET', `/conversations/${ADA}`);
    expect(body.data).toMatchObject({ status: 'closed', unread_count: 0 });
  });

  test('a press on a template that was deleted in the app still opts out', async () => {
    const server = await createTestServer({ database });
    const id = await sendSpring(server, ADA);
    const echo = { from: '15550783881', to: `+${ADA}`, id: 'wamid.gone', timestamp: seconds(server), type: 'revoke' };
    await takes(
      server,
      whatsAppCallback(server, 'smb_message_echoes', {
        message_echoes: [{ ...echo, revoke: { original_message_id: id } }],
      }),
    );
    await receives(server, 'whatsapp', {
      id: 'wamid.stop',
      type: 'button',
      button: { text: 'Stop promotions', payload: 'Stop promotions' },
      context: { id },
    });
    expect((await server.api('GET', `/contacts/${ADA}`)).body.data.opted_out).toBe(true);
    expect((await receivedEvents(server)).map(({ text }) => text)).toEqual(['Stop promotions']);
  });

  test('an answer in the app belongs to the person, however Meta writes the number', async () => {
    const server = await createTestServer({ database });
    await receives(server, 'whatsapp', { id: 'wamid.1', type: 'text', text: { body: 'Hi' } });
    for (const [index, to] of [`+${ADA}`, '+90 555 111-22-33', ADA].entries()) {
      const echo = { from: '15550783881', to, id: `wamid.app${index}`, timestamp: seconds(server), type: 'text' };
      await takes(
        server,
        whatsAppCallback(server, 'smb_message_echoes', { message_echoes: [{ ...echo, text: { body: 'Hello' } }] }),
      );
    }
    expect(await historyOf(server, ADA)).toHaveLength(4);
    expect((await server.api('GET', '/conversations')).body.data.conversations).toHaveLength(1);
  });

  test('a change without content changes nothing', async () => {
    const server = await createTestServer({ database });
    await receives(server, 'instagram', { message: { mid: 'm_old', text: 'Friday' } });
    await takes(server, pageCallback(server, 'instagram', [{ message_edit: { mid: 'm_old', num_edit: 0 } }]));
    await receives(server, 'whatsapp', { id: 'wamid.1', type: 'text', text: { body: 'Monday' } });
    await receives(server, 'whatsapp', { id: 'wamid.2', type: 'edit', edit: { original_message_id: 'wamid.1' } });
    expect((await historyOf(server, PSID)).map(({ text }) => text)).toEqual(['Friday']);
    expect((await historyOf(server, ADA)).map(({ text }) => text)).toEqual(['Monday']);
    expect((await receivedEvents(server)).map(({ type }) => type)).toEqual(['text', 'text']);
  });

  test('the file of a message from before the connection replaces its placeholder', async () => {
    const server = await createTestServer({ database });
    const old = { id: 'wamid.h1', from: ADA, timestamp: seconds(server), type: 'media_placeholder' };
    await takes(
      server,
      whatsAppCallback(server, 'history', { history: [{ threads: [{ id: ADA, messages: [old] }] }] }),
    );
    const image = { id: '77', mime_type: 'image/jpeg', caption: 'My shoe' };
    await takes(server, whatsAppCallback(server, 'history', { messages: [{ ...old, type: 'image', image }] }));
    expect(await historyOf(server, ADA)).toMatchObject([{ type: 'image', text: 'My shoe', direction: 'in' }]);
    expect(await receivedEvents(server)).toEqual([]);
  });

  test('changes in a group name the group, and an answer of the app in a group is in no private history', async () => {
    const server = await createTestServer({ database });
    const inGroup = { group_id: '120363041234567890' };
    await receives(server, 'whatsapp', { id: 'wamid.g1', type: 'text', text: { body: 'Hi all' }, ...inGroup });
    const edit = { original_message_id: 'wamid.g1', message: { type: 'text', text: { body: 'Hello all' } } };
    await server.advance(60);
    await receives(server, 'whatsapp', { id: 'wamid.g2', type: 'edit', edit, ...inGroup });
    await receives(server, 'whatsapp', {
      id: 'wamid.g3',
      type: 'revoke',
      revoke: { original_message_id: 'wamid.g1' },
      ...inGroup,
    });
    const echo = { from: '15550783881', to: ADA, id: 'wamid.g4', timestamp: seconds(server), type: 'text', ...inGroup };
    await takes(
      server,
      whatsAppCallback(server, 'smb_message_echoes', { message_echoes: [{ ...echo, text: { body: 'Welcome' } }] }),
    );
    expect((await receivedEvents(server)).map(({ type, group }) => [type, group?.id])).toEqual([
      ['text', inGroup.group_id],
      ['edited', inGroup.group_id],
      ['deleted', inGroup.group_id],
    ]);
    expect((await server.api('GET', '/conversations')).body.data.conversations).toEqual([]);
  });

  test('repeated and late callbacks of a deleted message keep no copy', async () => {
    const server = await createTestServer({ database });
    const original = messageOn('messenger', 'my PIN is 4711');
    await receives(server, 'messenger', original);
    await receives(server, 'messenger', original);
    await server.advance(60);
    await changes(server, 'messenger', 'm_old');
    await receives(server, 'messenger', original);
    await changes(server, 'messenger', 'm_old', 'my PIN is 4712');
    const callbacks = await server.server.app.store.read.personalData.callbackPage(undefined, 100);
    expect(JSON.stringify(callbacks)).not.toContain('PIN');
  });

  test('a text without a time or an ID arrives once', async () => {
    const server = await createTestServer({ database });
    for (const odd of [{ timestamp: null }, { timestamp: 'soon' }, { id: 7 }, { id: null }]) {
      const message = { id: `wamid.${JSON.stringify(odd)}`, type: 'text', text: { body: JSON.stringify(odd) }, ...odd };
      const body = server.inboundCallback(message);
      await takes(server, body);
      await takes(server, body);
    }
    expect(await historyOf(server, ADA)).toHaveLength(4);
    expect(await windowOf(server, 'whatsapp', ADA)).toBe(true);
  });
});

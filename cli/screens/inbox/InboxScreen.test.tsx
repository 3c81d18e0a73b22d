import { Wigwag } from '@wigwag/sdk';
import { expect, onTestFinished, test } from 'vitest';
import type { Desk } from '../../commands/inbox/desk.ts';
import { InboxModel } from '../../commands/inbox/model.ts';
import type { DevInfo } from '../../dev/dev.ts';
import { startDev, waitFor } from '../../testing/cli.ts';
import { render } from '../../testing/ink.ts';
import { InboxScreen } from './InboxScreen.tsx';

type Fetch = (request: Request) => Promise<Response>;

/** Draws the inbox of a dev server. */
function openInbox(
  { live_key, base_url }: DevInfo,
  only?: string,
  send: Fetch = (request) => fetch(request),
  desk?: Desk,
) {
  const wigwag = new Wigwag({ apiKey: live_key, baseUrl: base_url, maxRetries: 0, fetch: send });
  const inbox = new InboxModel(wigwag, { only, ...(desk && { desk }) });
  const stop = new AbortController();
  const clock = { now: Date.now() };
  const screen = render(
    <InboxScreen inbox={inbox} isChat={only !== undefined} quit={() => stop.abort()} now={() => clock.now} />,
  );
  onTestFinished(() => screen.unmount());
  const until = (...wanted: string[]) =>
    waitFor(
      wanted.join(' and '),
      () => wanted.every((each) => screen.lastFrame()?.includes(each)),
      () => `; the frame is\n${screen.lastFrame()}`,
    );
  return { inbox, stop, clock, screen, until };
}

test("the screen shows the server's conversations, counts the window down and shows refusals", async () => {
  // Without the dashboard, whose owner is an agent.
  const { info, customerWrites } = await startDev(['--memory'], { env: { WIGWAG_DASHBOARD: 'off' } });
  await customerWrites('Where is my order?');
  const { inbox, stop, clock, screen, until } = openInbox(info);
  expect(screen.lastFrame()).toContain('loading ...');
  const followed = inbox.follow(stop.signal);
  await until('● live', '1 conversation, 1 unread', '< Where is my order?', 'window open 24 h 00 min');
  // Half a minute before the next minute, because the provider sends whole seconds.
  clock.now += 3_630_000;
  await customerWrites('Hello?');
  await until('< Hello?', 'window open 23 h 00 min');
  screen.stdin.write('\r');
  await until('write a reply', '0 unread');
  screen.stdin.write('x'.repeat(4_097));
  await until('xxxxxxxx');
  screen.stdin.write('\r');
  await until('VALIDATION_FAILED', 'fix: ', '/developers/errors/VALIDATION_FAILED', 'req_');
  // The draft stays, so that the user can correct it.
  await until('xxxxxxxx');
  screen.stdin.write('\u001b');
  await until('arrows choose', 'the draft is kept');
  screen.stdin.write('a');
  await until('no agents yet: add one with `wigwag admin agents add`', 'POST /agents');
  screen.stdin.write('\u0003');
  await followed;
});

test('a search shows the message that it has found between its neighbors, and both ways lead to the ends', async () => {
  const { info, customerWrites, api } = await startDev(['--memory'], { env: { WIGWAG_DASHBOARD: 'off' } });
  for (let number = 1; number <= 170; number += 1) {
    await customerWrites(number === 60 ? 'The cake for sunday' : `message ${number}`);
  }
  const { messages } = (await api('GET', '/conversations/905551112233/messages?limit=100')).body.data;
  const before = encodeURIComponent(messages.at(-1).at);
  const found = (await api('GET', `/conversations/905551112233/messages?limit=11&before=${before}`)).body.data;
  const { id, at } = found.messages.at(-1);
  const desk: Desk = {
    isKnown: () => true,
    searchMessages: async () => [
      {
        id,
        phone: '905551112233',
        name: null,
        channel: 'whatsapp',
        connection_id: 'wa_1',
        direction: 'in',
        text: 'The cake for sunday',
        at,
      },
    ],
    createAgent: async () => {},
  };
  const pages: string[] = [];
  const send: Fetch = (request) => {
    const { pathname, search } = new URL(request.url);
    if (pathname.endsWith('/messages')) {
      pages.push(search);
    }
    return fetch(request);
  };
  const { inbox, stop, screen, until } = openInbox(info, undefined, send, desk);
  const followed = inbox.follow(stop.signal);
  expect(await until('● live', '< message 170')).not.toContain('< The cake');
  pages.length = 0;
  screen.stdin.write('/sunday\r');
  await until('< message 59 ', '< The cake for sunday', '< message 61 ');
  // The inbox loads the newest page again after the stream has connected, perhaps only now.
  const around = pages.filter((query) => query !== '');
  expect(around).toEqual([expect.stringContaining('before='), expect.stringContaining('after=')]);
  // A message that arrives is not shown after messages that it does not follow.
  await customerWrites('Hello?');
  await until(' 171│');
  const press = (key: string, wanted: string) =>
    waitFor(
      wanted,
      () => {
        const isShown = screen.lastFrame()?.includes(wanted) === true;
        if (!isShown) {
          screen.stdin.write(key);
        }
        return isShown;
      },
      () => `; the frame is\n${screen.lastFrame()}`,
    );
  const PAGE_UP = '\u001b[5~';
  const PAGE_DOWN = '\u001b[6~';
  await press(PAGE_UP, '< message 1 ');
  await press(PAGE_DOWN, '< Hello?');
  const texts = inbox.opened?.history.map(({ text }) => text) ?? [];
  expect([texts.length, new Set(texts).size, texts[0]]).toEqual([171, 171, 'Hello?']);
  await customerWrites('Are you there?');
  await until('< Are you there?');
  stop.abort();
  await followed;
});

test('a search finds messages of conversations that are not loaded, and the first agent is created', async () => {
  const { info, customerWrites, api } = await startDev(['--memory'], { env: { WIGWAG_DASHBOARD: 'off' } });
  await customerWrites('The cake for sunday');
  const calls: string[] = [];
  const desk: Desk = {
    isKnown: () => true,
    async searchMessages(text) {
      calls.push(`search ${text}`);
      const at = '2026-05-04T12:00:00.000000+00:00';
      const other = {
        id: 'msg_in_1',
        name: null,
        channel: 'whatsapp',
        connection_id: 'wa_1',
        direction: 'in',
      } as const;
      return [{ ...other, phone: '905551112233', text: 'On sunday?', at }];
    },
    async createAgent(name) {
      calls.push(`agent ${name}`);
      await api('GET', '/me');
    },
  };
  const { inbox, stop, screen, until } = openInbox(info, undefined, undefined, desk);
  const followed = inbox.follow(stop.signal);
  await until('● live', '< The cake for sunday');
  await customerWrites('Thanks');
  await until('< Thanks');
  screen.stdin.write('/sunday\r');
  await until('05-04 On sunday?', '1 conversation has this text in a message');
  expect(calls).toEqual(['search sunday']);
  screen.stdin.write('a');
  await until('name of the first agent>');
  screen.stdin.write('Ken\r');
  await waitFor('the agent', () => calls.length === 2);
  expect(calls[1]).toBe('agent Ken');
  stop.abort();
  await followed;
});

test('after the window has closed, Enter offers the templates with a preview, and sends one with its values', async () => {
  const { info, api, control, customerWrites } = await startDev(['--memory', '--clock', 'virtual']);
  await customerWrites('Where is my order?');
  await control('POST', '/clock/advance', { seconds: 25 * 3600 });
  const { inbox, stop, screen, until } = openInbox(info);
  const followed = inbox.follow(stop.signal);
  await until('● live', 'window closed');
  screen.stdin.write('\r');
  await until('hello_world', '╭', 'Enter selects');
  const at = inbox.templates.findIndex(({ name }) => name === 'order_update');
  screen.stdin.write('j'.repeat(at));
  await until('{{1}}');
  screen.stdin.write('\r');
  await until('{{1}}>');
  screen.stdin.write('Ada');
  await until('Ada');
  screen.stdin.write('\r');
  await until('{{2}}>');
  screen.stdin.write('4711');
  await until('Ada', '4711');
  screen.stdin.write('\r');
  await until('the button ');
  screen.stdin.write('t-1\r');
  await until('? help', '4711');
  const { data } = (await api('GET', '/conversations/905551112233/messages')).body;
  expect(data.messages[0]).toMatchObject({ direction: 'out', type: 'template' });
  stop.abort();
  await followed;
});

test('a reply causes two requests per screen that shows the conversation, besides the reply', async () => {
  const { info, customerWrites } = await startDev(['--memory']);
  await customerWrites('Where is my order?');
  const requests: string[] = [];
  const counted: Fetch = (request) => {
    requests.push(`${request.method} ${new URL(request.url).pathname.replace(/^.*\/v1/, '')}`);
    return fetch(request);
  };
  const open = [1, 2, 3].map(() => openInbox(info, undefined, counted));
  const followed = open.map(({ inbox, stop }) => inbox.follow(stop.signal));
  for (const { until } of open) {
    await until('● live', '< Where is my order?');
  }
  const [first] = open;
  await first?.inbox.update({ unread_count: 0 }, '');
  await first?.inbox.refresh();
  requests.length = 0;
  await first?.inbox.reply('It left this morning.');
  for (const { until } of open) {
    await until('> It left this morning. ✓✓ read');
  }
  expect(requests.filter((one) => one.startsWith('POST'))).toEqual(['POST /messages']);
  expect(requests.filter((one) => one.endsWith('/window'))).toEqual([]);
  expect(requests.length).toBeLessThanOrEqual(9);
  for (const { stop } of open) {
    stop.abort();
  }
  await Promise.all(followed);
});

test('a message without a text is shown with its content, in the list and in the history', async () => {
  const { info } = await startDev();
  const contacts = [{ name: { formatted_name: 'Grace' }, phones: [{ phone: '+1 555 010 0200\u001b[2J' }] }];
  const receive = await fetch(`${info.mock_provider_url}/_mock/receive`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      channel: 'whatsapp',
      business_id: '106540352242922',
      from: { id: '905551112233', name: 'Ada' },
      type: 'contacts',
      contacts,
    }),
  });
  expect(receive.status).toBe(200);
  const { inbox, stop, until, screen } = openInbox(info);
  const followed = inbox.follow(stop.signal);
  await until('● live', 'Contact: Grace +1', '< Contact: Grace +1 555 010 0200');
  expect(screen.lastFrame()).not.toContain('[2J');
  screen.stdin.write('/0200\r');
  await until('1 conversation', '< Contact: Grace +1 555 010 0200');
  stop.abort();
  await followed;
});

test('replying in a chat marks it as read, and the note about a message in flight stays until delivery', async () => {
  const { info, api, control, customerWrites } = await startDev();
  await customerWrites('Where is my order?');
  const { inbox, stop, screen, until } = openInbox(info, '905551112233');
  const followed = inbox.follow(stop.signal);
  await until('● live', '< Where is my order?');
  const notes: string[] = [];
  inbox.watch(() => notes.push(inbox.note));
  screen.stdin.write('Here?');
  await until('Here?');
  screen.stdin.write('\r');
  await until('> Here? ✓');
  expect(notes).toEqual(expect.arrayContaining(['sending ...', expect.stringMatching(/^msg_\d+ is being sent$/)]));
  const unread = async () => (await api('GET', '/conversations/905551112233')).body.data.unread_count;
  expect(await unread()).toBe(0);
  await control('POST', '/settle');
  await waitFor('the end of the note', () => !screen.lastFrame()?.includes('is being sent'));
  stop.abort();
  await followed;
});

test('keys that arrive in one read are handled one after another, and pasted text sends nothing', async () => {
  const { info, api, customerWrites } = await startDev();
  await customerWrites('Where is my order?');
  const { inbox, stop, screen, until } = openInbox(info);
  const followed = inbox.follow(stop.signal);
  await until('● live', '< Where is my order?');
  screen.stdin.write('\rOn its way.\rIt cames\u001b[D\u001b[D\u001b[D\u007fo\u001b[F on Monday.\r');
  await until('> On its way.', '> It comes on Monday.', 'write a reply');
  screen.stdin.write('It says: \u001b[200~Dear Ada,\r\nit left.\u001b[201~');
  await until('> It says: Dear Ada,\n  it left.');
  screen.stdin.write('\u001b');
  await until('the draft is kept; press Enter to continue it');
  screen.stdin.write('\u001b[200~q\u001b[201~\r');
  await until('> It says: Dear Ada,\n  it left.');
  screen.stdin.write('\r');
  await until('> It says: Dear Ada, ', '      > it left. ✓', 'write a reply');
  const { body } = await api('GET', '/conversations/905551112233/messages');
  expect(body.data.messages.map(({ text }: { text: string }) => text)).toEqual([
    'It says: Dear Ada,\nit left.',
    'It comes on Monday.',
    'On its way.',
    'Where is my order?',
  ]);
  stop.abort();
  await followed;
});

test('control codes that arrive with text edit it as in a shell, and are never part of it', async () => {
  const { info, api, customerWrites } = await startDev();
  await customerWrites('Where is my order?');
  const { inbox, stop, screen, until } = openInbox(info, '905551112233');
  const followed = inbox.follow(stop.signal);
  await until('● live', '< Where is my order?');
  screen.stdin.write('It comes today\u0017\u0017left\u0001\u0005.\u0000\u001c\u0008!');
  await until('> It left!');
  screen.stdin.write('\u0001Yes. \u0005 Bye\u001b[D\u001b[D\u000b\u001b[200~\u001b[31mye\u0007\u001b[201~');
  await until('> Yes. It left! Bye');
  screen.stdin.write('\u0015');
  await until('> write a reply');
  screen.stdin.write('wrong\u0015Gone.\r');
  await until('> Gone. ✓');
  const { body } = await api('GET', '/conversations/905551112233/messages');
  expect(body.data.messages[0].text).toBe('Gone.');
  // Ctrl-C ends the screen also if a letter arrives with it.
  screen.stdin.write('x\u0003');
  await followed;
  expect(stop.signal.aborted).toBe(true);
});

test('a reply can have several lines, and arrows move between them', async () => {
  const { info, api, customerWrites } = await startDev();
  await customerWrites('Where is my order?');
  const { inbox, stop, screen, until } = openInbox(info, '905551112233');
  const followed = inbox.follow(stop.signal);
  await until('● live', '< Where is my order?');
  // Alt-Enter, and Ctrl-J.
  screen.stdin.write('Dear Ada\u001b\r');
  await until('> Dear Ada\n');
  screen.stdin.write('it left\ntoday');
  await until('> Dear Ada\n  it left\n  today');
  screen.stdin.write('\u001b[A!');
  await until('  it le!ft\n  today');
  screen.stdin.write('\u001b[A\u001b[A,\u001b[B\u001b[B\u001b[B.');
  await until('> Dear A,da\n  it le!ft\n  today.');
  screen.stdin.write('\r');
  await until('> Dear A,da', '> it le!ft', '> today.', 'write a reply');
  const { body } = await api('GET', '/conversations/905551112233/messages');
  expect(body.data.messages[0].text).toBe('Dear A,da\nit le!ft\ntoday.');
  stop.abort();
  await followed;
});

test('a refresh that began before an update does not show the old state again', async () => {
  const { info, customerWrites } = await startDev();
  await customerWrites('Where is my order?');
  const held: (() => void)[] = [];
  let isHolding = false;
  const { inbox, stop, until } = openInbox(info, undefined, async (request) => {
    const response = await fetch(request);
    if (isHolding && request.method === 'GET' && new URL(request.url).pathname.endsWith('/conversations')) {
      isHolding = false;
      await new Promise<void>((resolve) => held.push(resolve));
    }
    return response;
  });
  const followed = inbox.follow(stop.signal);
  await until('● live', '< Where is my order?');
  isHolding = true;
  const refreshed = inbox.refresh();
  const release = await waitFor('the old state', () => held[0]);
  const updated = inbox.update({ status: 'closed' }, 'closed');
  await until('closed');
  release();
  await Promise.all([refreshed, updated]);
  expect(inbox.conversations[0]?.status).toBe('closed');
  stop.abort();
  await followed;
});

test('chat refuses a recipient who can never receive messages before the user types', async () => {
  const { info } = await startDev();
  const { inbox, stop } = openInbox(info, 'abc');
  await expect(inbox.follow(stop.signal)).rejects.toMatchObject({ code: 'RECIPIENT_INVALID' });
});

const UP = '\u001b[5~';

test('older conversations and messages load at the end of their list, and stay after new events', async () => {
  const { info, control, api, customerWrites } = await startDev();
  const { account_id } = info;
  const { key } = (await control('POST', '/keys', { account_id, mode: 'live', requests_per_minute: 100_000 })).body;
  const person = (number: number) => `90555000${1000 + number}`;
  const everybody = Array.from({ length: 104 }, (_, index) => person(index + 1));
  await Promise.all(everybody.map((to) => api('POST', '/messages/template', { to, name: 'hello_world' }, key)));
  await customerWrites('Hi', person(105));
  for (let number = 1; number <= 52; number += 1) {
    await api('POST', '/messages', { to: person(105), text: `message ${number}.` }, key);
  }
  await control('POST', '/settle');
  const { inbox, stop, screen, until } = openInbox(info);
  const followed = inbox.follow(stop.signal);
  await until('● live', '100 newest conversations', 'message 52.');
  screen.stdin.write('j'.repeat(90));
  await until('100 newest conversations');
  screen.stdin.write('j');
  await until('105 conversations');
  screen.stdin.write('j'.repeat(200));
  const eldest = inbox.conversations.at(-1)?.phone ?? '';
  await waitFor('the last one', () => inbox.opened?.conversation.phone === eldest);
  // Another conversation moves up: none is lost, and none appears twice.
  await customerWrites('Me again', person(105));
  await waitFor('the event', () => inbox.conversations[0]?.unread_count === 2);
  expect(new Set(inbox.conversations.map(({ phone }) => phone)).size).toBe(105);
  expect([inbox.conversations.length, inbox.conversations.at(-1)?.phone]).toEqual([105, eldest]);
  // A change of a conversation far down is visible there.
  await inbox.update({ status: 'closed' }, 'closed');
  expect(inbox.conversations.at(-1)).toMatchObject({ phone: eldest, status: 'closed' });
  stop.abort();
  await followed;

  const chat = openInbox(info, person(105));
  const chatting = chat.inbox.follow(chat.stop.signal);
  await chat.until('● live', '< Me again');
  for (let pages = 0; !chat.screen.lastFrame()?.includes('< Hi'); pages += 1) {
    expect(pages).toBeLessThan(100);
    const { lastFrame, stdin } = chat.screen;
    const [frame, messages] = [lastFrame(), chat.inbox.opened?.history.length];
    stdin.write(UP);
    await waitFor('another page', () => lastFrame() !== frame || chat.inbox.opened?.history.length !== messages);
  }
  const texts = () => chat.inbox.opened?.history.map(({ text }) => text);
  const all = ['Me again', ...Array.from({ length: 52 }, (_, index) => `message ${52 - index}.`), 'Hi'];
  expect(texts()).toEqual(all);
  await customerWrites('One more', person(105));
  await waitFor('the event', () => texts()?.length === 55);
  expect(texts()).toEqual(['One more', ...all]);
  expect(chat.screen.lastFrame()).toContain('> message 1.');
  chat.stop.abort();
  await chatting;
});

test('a reply and its statuses cost few requests', async () => {
  const { info, control, customerWrites } = await startDev();
  await customerWrites('Where is my order?');
  const requests: string[] = [];
  const { inbox, stop, screen, until } = openInbox(info, undefined, (request) => {
    requests.push(`${request.method} ${new URL(request.url).pathname.replace(/^\/api\/v1/, '')}`);
    return fetch(request);
  });
  const followed = inbox.follow(stop.signal);
  await until('● live', '< Where is my order?');
  screen.stdin.write('\r');
  await until('write a reply', '0 unread');
  requests.length = 0;
  screen.stdin.write('On its way.\r');
  await until('> On its way. ✓');
  await control('POST', '/settle');
  await until('> On its way. ✓✓ read');
  expect(requests.filter((one) => one === 'POST /messages')).toHaveLength(1);
  // The list, the conversation, its messages and the window are loaded once, and again if an event comes meanwhile.
  expect(requests.length).toBeLessThanOrEqual(9);
  stop.abort();
  await followed;
});

test('an empty list says how to begin, if there is a way', () => {
  const inbox = new InboxModel(new Wigwag({ apiKey: 'ww_test_unused', baseUrl: 'http://127.0.0.1:9/api/v1' }), {});
  const listOf = (start?: string) => {
    const { lastFrame, unmount } = render(<InboxScreen inbox={inbox} start={start} quit={() => {}} />);
    onTestFinished(() => unmount());
    return lastFrame();
  };
  expect(listOf()).toMatch(/│no conversations +│/);
  expect(listOf('press 7')).toMatch(/│no conversations; press 7 +│/);
});

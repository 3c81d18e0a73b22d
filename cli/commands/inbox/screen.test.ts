import { describe, expect, test } from 'vitest';
import { scratchFolder, startDev, wigwag } from '../../testing/cli.ts';
import { hasTerminals, openTerminal, settled } from '../../testing/terminal.ts';

/** Starts a dev server to which three people have written; returns the environment to reach it. */
async function startWork(flags?: string[]) {
  const { dev, info, control, cwd, api } = await startDev(flags, { cwd: scratchFolder() });
  const env = { WIGWAG_BASE_URL: info.base_url, WIGWAG_API_KEY: info.live_key };
  const account_id = info.account_id;
  const writes = (id: string, name: string, text: string, channel = 'whatsapp') =>
    control('POST', '/inbound', { account_id, channel, from: { id, name }, type: 'text', text });
  await writes('905554445566', 'Grace', 'Thanks, it came.');
  await writes('ig_77', 'Linus', 'Hi there\n\u001b[31mred', 'instagram');
  await writes(
    '905551112233',
    'Ada',
    'Where is my order? I have been waiting for it since Monday, and no one calls back.',
  );
  await control('POST', '/agents', { account_id, name: 'Ken' });
  return { dev, env, cwd, info, api, writes };
}

/** Masks the countdown and the IDs, which differ in each run. */
const still = (screen: string): string =>
  settled(screen)
    .replace(/\d\d:\d\d (?=[<>])/g, 'HH:MM ')
    .replace(/open \d+ h \d\d min/, 'open HH h MM min')
    .replace(/msg_\d+/g, 'msg_ID');

describe.skipIf(!hasTerminals())('on a terminal', () => {
  test.each([
    [80, 24],
    [120, 40],
  ])('at %i by %i a user reads, replies, assigns, closes and searches', async (columns, rows) => {
    const { env, api, writes } = await startWork();
    const golden = (screen: string, name: string) =>
      expect(still(screen)).toMatchFileSnapshot(`../../goldens/inbox-${name}-${columns}x${rows}.txt`);
    const inbox = openTerminal(['inbox'], { columns, rows, env });
    await golden(await inbox.until('● live', '3 unread', 'window open'), 'list');

    inbox.press('Enter');
    await inbox.until('write a reply', '2 unread');
    inbox.type('It left this morning.');
    await inbox.until('> It left this morning.');
    inbox.press('Enter');
    await golden(await inbox.until('It left this morning. ✓✓ read', 'write a reply'), 'answered');
    const { body } = await api('GET', '/conversations/905551112233/messages');
    expect(body.data.messages[0]).toMatchObject({ direction: 'out', text: 'It left this morning.' });

    inbox.press('Escape');
    await inbox.until('a assign');
    inbox.press('a');
    await inbox.until('❯ no one', 'Ken');
    inbox.press('Down');
    await inbox.until('❯ Ken');
    inbox.press('Enter');
    await inbox.until('Ada open, Ken', 'assigned to Ken');
    inbox.press('c');
    await inbox.until('Ada closed, Ken', 'Ada is closed now');
    expect((await api('GET', '/conversations/905551112233')).body.data).toMatchObject({
      status: 'closed',
      agent: { name: 'Ken' },
      unread_count: 0,
    });

    inbox.press('/');
    await inbox.until('Enter keeps');
    inbox.type('grace');
    await inbox.until('/ grace');
    inbox.press('Enter');
    await golden(await inbox.until('Grace open', 'Thanks, it came.', 'a assign'), 'search');
    await writes('905554445566', 'Grace', 'One more thing');
    await inbox.until('< One more thing');
    inbox.press('?');
    await golden(await inbox.until('select a conversation'), 'help');
    inbox.press('q');
    await inbox.until('exit code 0');
    expect(inbox.isRestored()).toBe(true);
  });

  test('chat shows one conversation: new messages appear, typed lines are sent', async () => {
    const { env, writes, api } = await startWork();
    const chat = openTerminal(['chat', '0555 111 22 33'], { env });
    await chat.until('● live', 'write a reply', 'calls back.');
    await writes('905551112233', 'Ada', 'Hello?');
    await chat.until('< Hello?');
    chat.type('Here I am');
    await chat.until('> Here I am');
    chat.press('Enter');
    await chat.until('> Here I am ✓✓ read');
    chat.press('C-c');
    await chat.until('exit code 0');
    expect(chat.isRestored()).toBe(true);

    await api('POST', '/blocked-numbers', { phone: '905551112233' });
    const refused = openTerminal(['chat', '905551112233'], { env });
    await refused.until('● live');
    refused.press('Again', 'Enter');
    await refused.until('RECIPIENT_BLOCKED', 'fix: ', '> Again');
    refused.kill('SIGTERM');
    await refused.until('exit code 0');
    expect(refused.isRestored()).toBe(true);
  });

  test('the inbox survives a server restart and shows that it is disconnected meanwhile', async () => {
    const { dev, env, cwd, info } = await startWork([]);
    const inbox = openTerminal(['inbox'], { env });
    await inbox.until('● live');
    await dev.stop();
    await inbox.until('✗ disconnected');
    const again = await startDev(['--port', new URL(info.base_url).port], { cwd });
    await again.customerWrites('Are you there?');
    await inbox.until('● live', '< Are you there?');
    inbox.press('C-c');
    await inbox.until('exit code 0');
  });

  test('an unreachable server is reported after the terminal is restored', async () => {
    const { dev, env } = await startWork();
    await dev.stop();
    const inbox = openTerminal(['inbox'], { env });
    await inbox.until('ECONNREFUSED', 'exit code 7');
    expect(inbox.isRestored()).toBe(true);
  });
});

test('without a terminal, inbox prints a list and chat prints the messages', async () => {
  const { env } = await startWork();
  const inbox = await wigwag(['inbox', '--jq', '.[].phone'], { env });
  expect([inbox.code, inbox.stdout.trim().split('\n')]).toEqual([0, ['905551112233', 'ig_77', '905554445566']]);
  const chat = await wigwag(['chat', '905554445566', '--json'], { env });
  expect([chat.code, JSON.parse(chat.stdout)]).toEqual([0, [expect.objectContaining({ text: 'Thanks, it came.' })]]);
  expect((await wigwag(['chat', '905550000000'], { env })).code).toBe(4);
});

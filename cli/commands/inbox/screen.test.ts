import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { BIN, listen, scratchFolder, startDev, waitFor, wigwag } from '../../testing/cli.ts';
import { hasTerminals, openShell, openTerminal, settled } from '../../testing/terminal.ts';

/** A PNG of one pixel. */
const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

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

/** Starts a dev server to which six people have written in scripts whose width terminals disagree about. */
async function startWide() {
  const { info, control } = await startDev(undefined, { cwd: scratchFolder() });
  const env = { WIGWAG_BASE_URL: info.base_url, WIGWAG_API_KEY: info.live_key };
  const writes = (id: string, name: string, text: string) =>
    control('POST', '/inbound', {
      account_id: info.account_id,
      channel: 'whatsapp',
      from: { id, name },
      type: 'text',
      text,
    });
  for (const [index, [name, text]] of [
    ['Grace', 'skin 👍🏽 tail'],
    ['Ada', 'family 👨‍👩‍👧‍👦 tail'],
    ['राधा', 'नमस्ते tail'],
    ['مريم', 'مرحبا كيف الحال tail'],
    ['李雷', '你好，我的订单在哪里？ tail'],
    ['❤️ Zoe', '❤️ ⚠️ 1️⃣ tail'],
  ].entries()) {
    await writes(`90555111000${index + 1}`, name as string, text as string);
  }
  return { info, control, env, writes };
}

/** Waits until the screen is complete, and each row of a frame ends at the right edge, where its corners are. */
function wholeFrames(
  inbox: ReturnType<typeof openTerminal>,
  { columns, rows }: { columns: number; rows: number },
  isComplete: (lines: string[]) => boolean = () => true,
): Promise<string> {
  const isWhole = (screen: string) => {
    const lines = screen.split('\n').slice(0, rows);
    const top = lines.findIndex((line) => line.startsWith('╭'));
    const bottom = lines.findIndex((line) => line.startsWith('╰'));
    const edges = (line = '') => line.split(/[│╭╮╰╯]/).length;
    return (
      top === 1 &&
      bottom > top &&
      isComplete(lines) &&
      lines[top]?.length === columns &&
      lines.filter((line) => line.includes('╭')).length === 1 &&
      lines.slice(top, bottom + 1).every((line) => edges(line) === edges(lines[top]) && /[│╮╯]$/.test(line))
    );
  };
  return waitFor(
    'whole frames',
    () => {
      const screen = inbox.screen();
      return isWhole(screen) && screen;
    },
    () => `; the screen is\n${inbox.screen()}`,
  );
}

/** Masks the countdown and the IDs, which differ in each run. */
const still = (screen: string): string =>
  settled(screen)
    .replace(/\d\d:\d\d(?= [<>]|│)/g, 'HH:MM')
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
    await inbox.until('Enter searches all messages');
    inbox.type('grace');
    await inbox.until('/ grace');
    inbox.press('Enter');
    await golden(await inbox.until('Grace open', '< Thanks, it came.', 'window open', 'a assign'), 'search');
    await writes('905554445566', 'Grace', 'One more thing');
    await inbox.until('< One more thing');
    inbox.press('?');
    await golden(await inbox.until('select a conversation'), 'help');
    inbox.press('q', 'q');
    await inbox.until('exit code 0');
    expect(inbox.isRestored()).toBe(true);
  });

  test.each([
    [40, 15, 40],
    [80, 24, 28],
    [100, 24, 36],
    [200, 60, 64],
  ])('at %i by %i emoji, right-to-left and wide texts leave every frame in place', async (columns, rows, list) => {
    const { control, env, info, writes } = await startWide();
    const inbox = openTerminal(['inbox'], { columns, rows, env });
    await inbox.until('● live', '6 unread');
    inbox.resize({ columns: columns - 5, rows });
    await writes('905551110005', '李雷', '还在吗？ 👍🏽 tail');
    inbox.resize({ columns: columns + 9, rows });
    await writes('905551110003', 'राधा', 'नमस्ते नमस्ते tail');
    inbox.resize({ columns, rows });
    await inbox.until('नमस्ते नमस्ते');
    inbox.press('C-l');
    // The list shows each person once. After a resize, Ink first draws the panes in their earlier sizes.
    const names = ['राधा', '李雷', 'مريم', 'Zoe'].map((name) => new RegExp(`^│[●○] .*${name} .*wa \\d\\d:\\d\\d│`));
    const screen = await wholeFrames(
      inbox,
      { columns, rows },
      (lines) =>
        lines[1]?.indexOf('╮') === list - 1 &&
        names.every((name) => lines.filter((line) => name.test(line)).length === 1),
    );
    await expect(still(screen)).toMatchFileSnapshot(`../../goldens/inbox-wide-${columns}x${rows}.txt`);
    inbox.press('k', 'k', 'k', 'k', 'k', 'Enter');
    await inbox.until('write a reply', '< नमस्ते नमस्ते tail');
    // The customer sends a place and a choice while a reply of two lines is being written.
    inbox.type('👍🏽 Dear राधा');
    inbox.press('M-Enter');
    inbox.type('❤️ it left');
    const from = { id: '905551110003', name: 'राधा' };
    const location = { latitude: 41.5, longitude: 29.5, name: 'Shop 🏪' };
    const message = { account_id: info.account_id, channel: 'whatsapp', from };
    await control('POST', '/inbound', { ...message, type: 'location', location });
    await control('POST', '/inbound', { ...message, type: 'button', button: { payload: 'y', title: 'Yes ✔️' } });
    await inbox.until('Button: Yes ✔', 'it left');
    await wholeFrames(inbox, { columns, rows });
    expect(inbox.screen()).toMatch(/> 👍🏽 Dear राधा *\n {2}❤️? +it left/);
    inbox.press('Enter');
    await inbox.until(/> 👍🏽 Dear राधा[^\n]*\n[^\n]*> ❤️? +it left +✓/);
    inbox.press('Escape');
    await inbox.until('? help', 'q quit');
    inbox.press('q');
    await inbox.until('exit code 0');
    expect(inbox.isRestored()).toBe(true);
  });

  test('under 60 columns the inbox shows the list or the conversation, and a username instead of an ID', async () => {
    const { control, env, info } = await startWide();
    await control('POST', '/inbound', {
      account_id: info.account_id,
      channel: 'whatsapp',
      from: { id: 'TR.13491208655302741918', name: '', username: 'radia' },
      type: 'text',
      text: 'No number here',
    });
    const inbox = openTerminal(['inbox'], { columns: 40, rows: 15, env });
    const list = await inbox.until('● live', /● @radia +wa \d\d:\d\d│\n│ {2}No number here +1│/);
    expect(list).not.toContain('window open');
    inbox.press('Enter');
    const opened = await inbox.until(/@radia open {2}window open/, '< No number here', 'write a reply');
    expect(opened).not.toContain('Grace');
    inbox.press('Escape');
    await inbox.until('@radia', 'Zoe', '? help');
    inbox.resize({ columns: 60, rows: 15 });
    await inbox.until('@radia open', 'Zoe');
  });

  test('at 40 columns the help shows every word', async () => {
    const { env } = await startWide();
    const inbox = openTerminal(['inbox'], { columns: 40, rows: 15, env });
    await inbox.until('● live');
    inbox.press('?');
    const wordsOn = (screen: string) => screen.replaceAll(/\s+/g, ' ');
    const first = await inbox.until('arrows, j, k', 'arrows scroll');
    expect(wordsOn(first)).toContain('select a conversation; older ones load at the end');
    // The header may leave out a part of the address.
    const below = (screen: string) => screen.split('\n').slice(1).join('\n');
    expect(below(first)).not.toContain('…');
    inbox.press('NPage');
    expect(wordsOn(await inbox.until('search by'))).toContain(
      '/ search by name, number, agent, channel, status or last message',
    );
    inbox.press('NPage', 'NPage');
    const last = await inbox.until('✗ failed', 'closed');
    expect(below(last)).not.toContain('…');
    inbox.press('q', 'q');
    await inbox.until('exit code 0');
  });

  test('a picture is written only to a terminal that announces a protocol, and any key closes it', async () => {
    const { cwd, control, info } = await startDev([], { cwd: scratchFolder() });
    const png = Buffer.from(PNG, 'base64');
    const url = await listen(createServer((_, response) => response.setHeader('content-type', 'image/png').end(png)));
    const from = { id: '905551112233', name: 'Ada' };
    const message = { account_id: info.account_id, channel: 'whatsapp', from };
    const media = { url: `${url}/shoe.png`, mime_type: 'image/png' };
    expect(await control('POST', '/inbound', { ...message, type: 'image', media })).toMatchObject({ status: 200 });
    const inTmux = openTerminal(['inbox'], { cwd });
    await inTmux.until('● live', '< Image');
    inTmux.press('o');
    await inTmux.until(`png, ${png.length} B: this terminal does not show it.`);

    const raw = join(cwd, 'raw');
    const shell = openShell({ cwd });
    shell.tmux('pipe-pane', '-o', `cat > ${raw}`);
    shell.type(`env -u TMUX TERM=xterm-256color TERM_PROGRAM=WezTerm ${process.execPath} ${BIN} inbox`);
    shell.press('Enter');
    await shell.until('● live', '< Image');
    shell.press('o');
    await shell.until(`png, ${png.length} B, any key: back`);
    const size = `size=${png.length};width=80;height=23`;
    const sequence = `\u001b]1337;File=inline=1;preserveAspectRatio=1;${size}:${PNG}\u0007`;
    await waitFor('the picture', () => readFileSync(raw, 'latin1').includes(sequence));
    shell.press('x');
    await shell.until('● live', '? help', 'q quit');
    shell.press('q');
    await waitFor('the end', () => shell.modes() === '011');
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

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createReceiver, scratchFolder, startDev, waitFor, wigwag } from '../../testing/cli.ts';
import { hasTerminals, openTerminal } from '../../testing/terminal.ts';

/** Names and texts that terminals draw in different widths, very long words, and sequences that would clear the screen. */
const HARD: readonly (readonly [name: string, text: string])[] = [
  ['Ada', 'plain'],
  ['👨‍👩‍👧‍👦 Family', 'family 👨‍👩‍👧‍👦, skin 👍🏽, flag 🇹🇷, keycap 1️⃣'],
  ['مريم', 'مرحبا كيف الحال 123'],
  ['李雷', '你好，我的订单在哪里？我已经等了三天了，没有人给我打电话'],
  ['राधा', 'नमस्ते'],
  ['Z͑ͫ̓a̴l͎g͓o', 'ë́̂̃ combining ñ́́́́'],
  ['Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft', 'Longword'.repeat(40)],
  ['red \u001b[31m\u0007', 'a\u001b[2J\u001b[Hb\tc\u009b31m\u202ered\u2066\r\nsecond\n\n\nlast'],
  ['', '\u200b\u200d\ufeff'],
];

const SIZES = [
  [40, 15],
  [80, 24],
  [120, 40],
  [200, 60],
] as const;

/** What each tab shows when it is loaded, at every size. */
const TABS: readonly (readonly [name: string, ...wanted: RegExp[]])[] = [
  ['Inbox', /● live/, /^╭.*╮$/m, /^╰.*╯$/m],
  ['Events', /^● listening/m, /\d\d:\d\d:\d\d {3}◂/],
  // Each row has the whole ID.
  ['Deliveries', / ID +STATE/, /^(▶| ) .*whd_\d{20,} +(pending|delivered)\b/m],
  ['Campaigns', / ID +STATE/, /no campaigns yet/],
  ['Flows', / ID +STATE +.*NAME/, /^▶ 1 +active .*Spring/m],
  ['Requests', / HTTP +METHOD .*PATH/, /^(▶| ) .*20\d +(GET|POST) .*\/\w+/m],
  ['People', / ID +.*NAME/, /^(▶| ) 90555111000\d .*李雷/m],
];

/** Returns why a screen is not whole: it must have the tabs once at its top, the keys once below, and no cut ID. */
function problemOf(screen: string, { columns, rows }: { columns: number; rows: number }): string {
  const lines = screen.split('\n').slice(0, rows);
  const frames = lines.filter((line) => /^[╭│╰]/.test(line));
  const isTabs = (line: string) => /^ 1( \w+)? {2}2/.test(line);
  const isKeys = (line: string) => /(q quit|q or Esc back)$/.test(line);
  return [
    lines.findIndex(isTabs) !== 0 || lines.filter(isTabs).length > 1 ? 'the tabs' : '',
    lines.findIndex(isKeys) !== rows - 1 || (lines[rows - 1]?.length ?? 0) > columns ? 'the keys' : '',
    frames.some((line) => !/[╮│╯]$/.test(line)) ? 'a frame' : '',
    /whd_\d*…|\b(GET|POST)…/.test(screen) ? 'a cut ID' : '',
  ]
    .filter((problem) => problem !== '')
    .join(', ');
}

/**
 * Returns a screen without what may differ between two drawings of it. Events per second fall with time, and the rest of
 * the line is cut where the screen ends. tmux joins the parts of an emoji only if they arrive together.
 */
const comparable = (screen: string): string =>
  screen
    .replace(/^(wigwag listen {2}\d+ events).*$/m, '$1')
    .replace(/\p{Extended_Pictographic}|\p{Emoji_Modifier}|\u200d|\ufe0f/gu, '')
    .replace(/ +/g, ' ');

describe.skipIf(!hasTerminals())('on a terminal', () => {
  test('at every size each tab is whole while messages in all scripts arrive and the window changes', async () => {
    const { api, control, cwd, info } = await startDev([]);
    const { account_id } = info;
    const receiver = await createReceiver();
    await wigwag(['admin', 'webhooks', 'add', '--url', receiver.url], { cwd });
    const step = { delay: '0', text: 'Hi' };
    const flow = {
      name: 'Spring 春',
      template: 'promo_spring',
      button: 'Tell me more',
      is_active: true,
      steps: [step],
    };
    expect(await api('POST', '/flows', flow)).toMatchObject({ status: 201 });
    let written = 0;
    const write = async () => {
      const [name, text] = HARD[written % HARD.length] ?? ['', ''];
      const from = { id: `90555111000${written % HARD.length}`, name };
      written += 1;
      const message = { account_id, channel: 'whatsapp', from, type: 'text', text };
      expect(await control('POST', '/inbound', message)).toMatchObject({ status: 200 });
    };
    const cockpit = openTerminal([], { columns: 60, rows: 20, cwd });
    await cockpit.until('● live');
    for (const _ of HARD) {
      await write();
    }
    for (const [columns, rows] of SIZES) {
      const size = { columns, rows };
      const whole = (...wanted: RegExp[]) =>
        waitFor(
          'a whole screen',
          () => {
            const screen = cockpit.screen();
            return problemOf(screen, size) === '' && wanted.every((each) => each.test(screen)) && screen;
          },
          () => `: ${problemOf(cockpit.screen(), size)} at ${columns} by ${rows}; the screen is\n${cockpit.screen()}`,
        );
      for (const [index, [name, ...wanted]] of TABS.entries()) {
        cockpit.press(String(index + 1));
        cockpit.resize({ columns: columns + 7, rows: rows + 3 });
        const writing = write();
        cockpit.resize({ columns: columns - 9, rows: rows - 4 });
        await writing;
        cockpit.resize(size);
        await whole(new RegExp(`^( 1.*)? ${index + 1} ${name}\\b`), ...wanted);
      }
      // No customer's escape sequence clears the screen or colors it.
      expect(cockpit.coloured()).not.toMatch(/\p{Cc}\[[\d;]*31m[^\n]*red/u);
      cockpit.press('2');
      await whole(new RegExp(`^wigwag listen {2}${written} events`, 'm'));
      const help = whole(/arrows scroll {2}q or Esc back$/m, /show all details/);
      cockpit.press('?');
      await help;
      cockpit.press('q');
      // The last line of the help also ends a whole screen, of which only the upper lines may be drawn.
      const before = await whole(new RegExp(`^wigwag listen {2}${written} events`, 'm'), /▶.*◂/, /q quit$/m);
      // Nothing of an earlier frame is left: the same screen appears on an empty one.
      cockpit.tmux('send-keys', '-R', 'C-l');
      expect(comparable(await whole(/▶.*◂/))).toBe(comparable(before));
    }
    cockpit.press('q');
    await cockpit.until('exit code 0');
    expect(cockpit.isRestored()).toBe(true);
  });

  test('tabs keep their state, the admin API answers a search, and a customer without a name writes', async () => {
    const { cwd, customerWrites, control, info } = await startDev([]);
    const from = { id: '905551112244', name: '' };
    await control('POST', '/inbound', {
      account_id: info.account_id,
      channel: 'whatsapp',
      from,
      type: 'text',
      text: 'An old parcel',
    });
    await customerWrites('On Sunday');
    await customerWrites('On Monday');
    const cockpit = openTerminal([], { columns: 80, rows: 24, cwd });
    await cockpit.until('● live', '2 conversations');
    cockpit.press('/');
    cockpit.type('sunday');
    cockpit.press('Enter');
    await cockpit.until('1 conversation has this text in a message', /│.*\d\d-\d\d On Sunday/);
    cockpit.press('3');
    await cockpit.until('STATE', 'no deliveries yet');
    cockpit.press(':');
    cockpit.type('peo');
    await cockpit.until('Enter: people');
    cockpit.press('Enter');
    await cockpit.until(/▶ 905551112233/, '905551112244');
    cockpit.press('j', 'w');
    await cockpit.until('as the customer>');
    cockpit.type('Where is it?');
    cockpit.press('Enter');
    await cockpit.until('905551112244 wrote');
    // A tab keeps its state: the help of the inbox is still open.
    cockpit.press('1', '?');
    await cockpit.until('q or Esc back');
    cockpit.press('2', '1');
    await cockpit.until('q or Esc back');
    cockpit.press('q');
    await cockpit.until('? help');
    cockpit.press('q');
    await cockpit.until('exit code 0');
  });

  test('keys and theme come from the settings, and a wrong setting is explained', async () => {
    const { cwd } = await startDev([]);
    const config = scratchFolder();
    mkdirSync(join(config, 'wigwag'));
    const settings = (value: object) => writeFileSync(join(config, 'wigwag', 'settings.json'), JSON.stringify(value));
    const open = () => openTerminal([], { columns: 80, rows: 24, cwd, env: { XDG_CONFIG_HOME: config } });
    settings({ theme: 'light', keys: { 'inbox.search': 'F' } });
    const cockpit = open();
    await cockpit.until('F search');
    cockpit.press('F');
    await cockpit.until('Enter searches all messages');
    cockpit.press('C-c');
    await cockpit.until('exit code 0');
    settings({ keys: { 'inbox.dance': 'F' } });
    await open().until('no action is named inbox.dance', 'exit code 2');
    settings({ keys: { 'inbox.search': 'c' } });
    await open().until('have the same key c', 'exit code 2');
    settings({ theme: 'pink' });
    await open().until('it is "pink"', 'exit code 2');
  });

  test('a click selects a tab or a row, the wheel scrolls, and the mouse can be left to the terminal', async () => {
    const { cwd, customerWrites } = await startDev([]);
    for (const name of ['one', 'two', 'three']) {
      await customerWrites(`message ${name}`, `9055511122${name.length}${name.charCodeAt(0) % 10}`);
    }
    const cockpit = openTerminal([], { columns: 80, rows: 24, cwd });
    const press = (button: number, column: number, row: number) => {
      cockpit.type(`\u001b[<${button};${column};${row}M`);
      cockpit.type(`\u001b[<${button};${column};${row}m`);
    };
    const mouse = () => cockpit.tmux('display', '-p', '#{mouse_any_flag}').stdout.trim();
    await cockpit.until('message three');
    expect(mouse()).toBe('1');
    // The second conversation is on the lines 6 and 7, below the tabs, the status bar and the frame.
    press(0, 5, 6);
    await cockpit.until(/│ *\d\d:\d\d < message two/);
    press(64, 5, 6);
    await cockpit.until(/│ *\d\d:\d\d < message three/);
    press(0, 14, 1);
    await cockpit.until('● listening', 'no event yet');
    for (const name of ['one', 'two', 'three']) {
      await customerWrites(`event ${name}`);
    }
    await cockpit.until('3 events', /▶.*event three/);
    // Below the tabs and two lines of the header.
    press(0, 20, 4);
    await cockpit.until(/▶.*event one/);
    press(65, 20, 4);
    await cockpit.until(/▶.*event three/);
    cockpit.type(':mouse off');
    cockpit.press('Enter');
    await waitFor('the mouse', () => mouse() === '0');
    cockpit.press('q');
    await cockpit.until('exit code 0');
    expect(cockpit.isRestored()).toBe(true);
  });

  test('without a server, bare wigwag prints the help', async () => {
    const cockpit = openTerminal([], { columns: 80, rows: 60 });
    await cockpit.until('Main commands:', 'exit code 0');
  });
});

test('without a terminal, bare wigwag prints the help, with the commands of the main job first', async () => {
  const { stdout } = await wigwag([]);
  const names = [...stdout.matchAll(/^ {2}([\w-]+) {2}/gm)].map(([, name]) => name);
  expect(names.slice(0, 4)).toEqual(['demo', 'dev', 'send', 'templates']);
});

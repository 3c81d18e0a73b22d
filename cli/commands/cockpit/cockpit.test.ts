import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { scratchFolder, startDev, waitFor, wigwag } from '../../testing/cli.ts';
import { hasTerminals, openTerminal } from '../../testing/terminal.ts';

/** Texts that terminals draw in different widths, and an escape sequence that would clear the screen. */
const HARD = ['plain', 'family 👨‍👩‍👧‍👦', 'नमस्ते', 'مرحبا', '你好', 'é', 'red \u001b[31m\u001b[2J'];

describe.skipIf(!hasTerminals())('on a terminal', () => {
  test.each([
    [40, 15],
    [80, 24],
    [120, 40],
    [200, 60],
  ])('at %i by %i the cockpit shows every tab while messages arrive and the window changes', async (columns, rows) => {
    const { cwd, customerWrites } = await startDev([]);
    const cockpit = openTerminal([], { columns, rows, cwd });
    await cockpit.until('● live', /^ 1 Inbox /);
    for (const text of HARD) {
      await customerWrites(text);
    }
    cockpit.press('2');
    await cockpit.until('● listening', '7 events');
    cockpit.resize({ columns: columns + 5, rows: rows + 2 });
    await customerWrites('after the resize');
    cockpit.resize({ columns, rows });
    // No customer's escape sequence clears the screen or colors it.
    await cockpit.until('8 events', /▶.*◂/, /^ 1 .*2 Events/, 'red', '? help');
    expect(cockpit.coloured()).not.toMatch(/\p{Cc}\[[\d;]*31m[^\n]*red/u);
    for (const [tab, wanted] of [
      ['3', 'STATE'],
      ['4', 'no campaigns yet'],
      ['5', 'no flows yet'],
    ] as const) {
      cockpit.press(tab);
      await cockpit.until(wanted);
    }
    cockpit.press(':');
    cockpit.type('peo');
    await cockpit.until('Enter: people');
    cockpit.press('Enter');
    await cockpit.until('905551112233');
    cockpit.press('w');
    await cockpit.until('as the customer>');
    cockpit.type('Where is it?');
    cockpit.press('Enter');
    await cockpit.until('Ada wrote');
    // A tab keeps its state: the help of the inbox is still open.
    cockpit.press('1', '?');
    await cockpit.until('q or Esc back');
    cockpit.press('2', '1');
    await cockpit.until('q or Esc back');
    cockpit.press('q');
    await cockpit.until('? help');
    cockpit.press('q');
    await cockpit.until('exit code 0');
    expect(cockpit.isRestored()).toBe(true);
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

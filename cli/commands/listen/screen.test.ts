import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { constructEvent } from '@wigwag/sdk/webhooks';
import { describe, expect, onTestFinished, test } from 'vitest';
import { BIN, createReceiver, scratchFolder, waitFor } from '../../testing/cli.ts';
import { receivedEvent, statusEvent, TailServer } from '../../testing/tail.ts';
import { hasTerminals, openShell, openTerminal, settled, type TerminalOptions } from '../../testing/terminal.ts';

const SECRET = 'whsec_of_this_test';

async function startTail(): Promise<TailServer> {
  const server = new TailServer();
  await server.comeBack();
  onTestFinished(() => server.goAway());
  return server;
}

function openListen(server: TailServer, args: string[] = [], options: TerminalOptions = {}) {
  const env = { WIGWAG_BASE_URL: server.baseUrl, WIGWAG_API_KEY: 'ww_live_key', WIGWAG_SIGNING_SECRET: SECRET };
  return openTerminal(['listen', ...args], { ...options, env: { ...env, ...options.env } });
}

describe.skipIf(!hasTerminals())('on a terminal', () => {
  test.each([
    [80, 24],
    [120, 40],
  ])('at %i by %i every panel fits and its keys work', async (columns, rows) => {
    const server = await startTail();
    const receiver = await createReceiver();
    const golden = (screen: string, name: string) =>
      // The length of the durations changes the space before the details.
      expect(settled(screen).replace(/(?<=# ms) +│/g, ' │')).toMatchFileSnapshot(
        `../../goldens/listen-${name}-${columns}x${rows}.txt`,
      );
    const listen = openListen(server, ['--forward-to', receiver.url], { columns, rows });
    await listen.until('● listening');
    await golden(listen.screen(), 'empty');
    server.tell(
      receivedEvent(1, 'Where is my order? I have been waiting for it since Monday, waiting for it since calls back.'),
    );
    server.tell(statusEvent(2, 'sent'));
    server.tell(statusEvent(3, 'read'));
    server.tell(receivedEvent(4, 'naïve ☕ 你好\n\u001b[31mred', 'Léa'));
    await golden(await listen.until('4 events', /( 200 in .*){4}/s), 'list');

    listen.press('k', 'k');
    await listen.until(/▶.*msg_1002 sent/);
    listen.press('d');
    await golden(await listen.until('"whd_2"', 'q or Esc back'), 'details');
    listen.press('Escape');
    await listen.until('arrows move');
    listen.press('r');
    await listen.until('sent again to', '5 forwarded');
    const again = receiver.deliveries.filter(({ event }) => event.id === 'whd_2');
    expect(again).toHaveLength(2);
    for (const { headers, bytes } of receiver.deliveries) {
      await expect(constructEvent(bytes, headers, SECRET)).resolves.toMatchObject({ api_version: 'v1' });
    }

    listen.press('/');
    await listen.until('Enter keeps');
    listen.type('status=read');
    await golden(await listen.until(/▶[^\n]*msg_1003 read(?!.*Ada)/s), 'filter');
    listen.press('Enter');
    await listen.until('arrows move');
    listen.press('o');
    const curl = (await listen.until('curl -X POST')).replaceAll('\n', '');
    expect(curl).toContain(`'${receiver.url}'`);
    expect(curl).toMatch(/-H 'x-service-signature: t=\d{10},v1=[0-9a-f]{64}'/);
    expect(curl).toContain('"status":"read"');
    listen.press('o');
    await listen.until('arrows move');
    listen.press('?');
    await golden(await listen.until('PgUp and PgDn'), 'help');
    listen.press('q', 'q');
    await listen.until('exit code 0');
    expect(listen.isRestored()).toBe(true);
  });

  test.each([
    [40, 15],
    [80, 24],
    [100, 24],
    [200, 60],
  ])('at %i by %i texts of any width leave every column in place while events stream in', async (columns, rows) => {
    const server = await startTail();
    const listen = openListen(server, [], { columns, rows });
    await listen.until('● listening');
    const texts = ['plain', 'skin 👍🏽 tail', 'नमस्ते tail', '❤️ ⚠️ tail', '👨‍👩‍👧‍👦 tail', 'مرحبا tail', '你好 tail'];
    for (const [index, text] of texts.entries()) {
      server.tell({ ...receivedEvent(index + 1, text), created_at: new Date(Date.now() - 85_000).toISOString() });
    }
    const isWhole = (screen: string) => {
      const lines = screen.split('\n').slice(0, rows);
      const events = lines.filter((line) => /\d\d:\d\d:\d\d /.test(line));
      // Each event is there once, and the delay ends at the right edge.
      return events.length === texts.length && events.every((line) => /1 min *(│.*)?$/.test(line)) && lines;
    };
    const ends = () =>
      waitFor(
        'a whole screen',
        () => isWhole(listen.screen()),
        () => `; the screen is\n${listen.screen()}`,
      );
    await ends();
    listen.resize({ columns: columns - 3, rows });
    listen.resize({ columns: columns + 7, rows });
    await listen.until(`${texts.length} events`);
    await ends();
    listen.resize({ columns, rows });
    listen.press('C-l');
    const lines = await ends();
    await listen.until('? help', 'q quit');
    if (columns >= 80) {
      // Each whole text is there. tmux 3.3a draws ❤️ in one cell, so the second one stays empty, and it cuts a family
      // of four, which is a character of more than 21 bytes.
      const plain = lines.map((line) => line.replace(/ +/g, ' ').replace(/👨\S*/, '👨‍👩‍👧‍👦'));
      expect(texts.filter((text) => plain.filter((line) => line.includes(`: ${text} `)).length !== 1)).toEqual([]);
    }
    listen.press('q');
    await listen.until('exit code 0');
    expect(listen.isRestored()).toBe(true);
  });

  test('at 40 columns help and details show every word', async () => {
    const server = await startTail();
    const listen = openListen(server, [], { columns: 40, rows: 30 });
    await listen.until('● listening');
    server.tell(receivedEvent(1, 'Where is my order? I have been waiting since Monday.'));
    await listen.until('1 event');
    const wordsOn = (screen: string) => screen.replaceAll(/\s+/g, ' ');
    listen.press('?');
    const help = await listen.until('g              go');
    // The header may leave out a part of the address.
    const below = (screen: string) => screen.split('\n').slice(2).join('\n');
    expect(below(help)).not.toContain('…');
    expect(wordsOn(help)).toContain(
      '/ show only those with these words. What you type replaces the last filter; an arrow edits it. status=failed compares a field',
    );
    listen.press('?');
    await listen.until('arrows move');
    listen.press('d');
    const details = await listen.until('signature', 'q or Esc back');
    expect(below(details)).not.toContain('…');
    expect(wordsOn(details)).toContain('signature none: the server sends it over an authenticated connection');
    listen.press('G');
    listen.press('NPage');
    expect(wordsOn(await listen.until('"text"'))).toContain('Where is my order? I have been waiting since Monday.');
    listen.press('q', 'q');
    await listen.until('exit code 0');
  });

  test('after each resize to a narrower, shorter or larger window the whole screen is redrawn', async () => {
    const server = await startTail();
    const listen = openListen(server, [], { columns: 99, rows: 20 });
    const whole = (...lines: string[]) => listen.until(new RegExp(`^${lines.join('.*\n')}.*\n+$`));
    const head = ['wigwag listen', '● listening'];
    await listen.until('● listening');
    server.tell(
      receivedEvent(1, 'Where is my order? I have been waiting for it since Monday, waiting for it since calls back.'),
    );
    server.tell(statusEvent(2, 'sent'));
    await whole(...head, '.* I have been waiting', '▶.* sent', '\n{15}arrows move');
    listen.resize({ columns: 60, rows: 20 });
    await whole(...head, '.* my order.…', '▶.* sent', '\n{15}arrows move');
    server.tell(statusEvent(3, 'read'));
    await whole(...head, '.* my order.…', '.* sent', '▶.* read', '\n{14}arrows move');
    listen.resize({ columns: 60, rows: 4 });
    await whole('● listening', '▶.* read', '\narrows move');
    listen.resize({ columns: 98, rows: 8 });
    await whole(...head, '.* waiting for it since', '.* sent', '▶.* read', '\n{2}arrows move');
  });

  test('on a narrow screen, a failed status keeps its word', async () => {
    const server = await startTail();
    const listen = openListen(server, [], { columns: 40, rows: 15 });
    await listen.until('● listening');
    const event = statusEvent(1, 'failed');
    const { message } = event.data as { message: object };
    const error = { code: 131026, title: 'Message undeliverable' };
    server.tell({ ...event, data: { message: { ...message, error } } } as typeof event);
    await listen.until(/▶.*failed/);
    listen.resize({ columns: 120, rows: 15 });
    await listen.until(/error +131026 Message undeliverable/);
  });

  test('Ctrl-Z gives the terminal back, and fg draws the screen again', async () => {
    const server = await startTail();
    const env = { WIGWAG_BASE_URL: server.baseUrl, WIGWAG_API_KEY: 'ww_live_key' };
    const shell = openShell({ env });
    shell.type(`${process.execPath} ${BIN} listen`);
    shell.press('Enter');
    await shell.until('● listening');
    shell.press('C-z');
    await shell.until('Stopped');
    expect(shell.modes()).toBe('011');
    server.tell(receivedEvent(1, 'Hello?'));
    shell.type('fg');
    shell.press('Enter');
    await shell.until('● listening', 'Hello?');
    expect(shell.screen()).not.toContain('Stopped');
    shell.press('q');
    await shell.until(/Stopped[\s\S]*fg/);
    expect(shell.modes()).toBe('011');
  });

  test('the screen shows when it listens, when it was disconnected, and how many events it missed', async () => {
    const server = await startTail();
    server.isSilent = true;
    const listen = openListen(server);
    await listen.until('connecting ...');
    expect(listen.screen()).not.toContain('listening');
    server.speak();
    await listen.until('● listening');
    server.tell(statusEvent(1));
    await listen.until('1 event');
    await server.goAway();
    await listen.until(/✗ disconnected since \d\d:\d\d:\d\d, retrying/);
    expect(listen.screen()).not.toContain('listening');
    server.tell(statusEvent(2));
    server.tell(statusEvent(3));
    await server.comeBack();
    await listen.until('● listening: connected again; 2 events were missed', '3 events, 2 missed while offline');
    listen.press('C-c');
    await listen.until('exit code 0');
    expect(listen.isRestored()).toBe(true);
  });

  test('a signal, a refusal and a crash restore the terminal', async () => {
    const server = await startTail();
    const stopped = openListen(server);
    await stopped.until('● listening');
    stopped.kill('SIGTERM');
    await stopped.until('exit code 0');
    expect(stopped.isRestored()).toBe(true);

    await server.goAway();
    const refused = openListen(server);
    await refused.until('ECONNREFUSED', 'exit code 7');
    expect(refused.isRestored()).toBe(true);

    const program = join(scratchFolder(), 'crash.mjs');
    const show = new URL('dist/screens/terminal/full-screen.js', `file://${join(BIN, '..', '..')}/`).href;
    writeFileSync(
      program,
      `const { onFullScreen } = await import('${show}');
      setTimeout(() => { throw new Error('it broke'); }, 300);
      await onFullScreen('on the screen', () => new Promise(() => {}));`,
    );
    const crashed = openTerminal([], { program });
    await crashed.until('Error: it broke', 'exit code 1');
    expect(crashed.isRestored()).toBe(true);
  });

  test('webhooks sent to the receiver show whether their signature is valid', async () => {
    const listen = openTerminal(['listen', '--receive', '--port', '0'], { env: { WIGWAG_SIGNING_SECRET: SECRET } });
    const [, url = ''] = /on (http:\S+)/.exec(await listen.until(/● listening: on http/)) ?? [];
    const send = (signature: string, raw: string) =>
      fetch(url, {
        method: 'POST',
        body: raw,
        headers: { 'x-service-signature': signature, 'x-service-attempt': '2' },
      });
    const { generateTestHeader } = await import('@wigwag/sdk/webhooks');
    const raw = JSON.stringify(receivedEvent(1, 'Hello'));
    expect((await send(await generateTestHeader(raw, SECRET), raw)).status).toBe(200);
    expect((await send(await generateTestHeader(raw, SECRET), raw)).status).toBe(200);
    expect((await send(await generateTestHeader(raw, 'another'), raw)).status).toBe(400);
    await listen.until(
      '3 events, 1 refused',
      /✓ ◂ {2}Ada on whatsapp: Hello \(attempt 2\)/,
      /\(attempt 2, seen/,
      '✗ ✗  refused: The signature does not match',
    );
    listen.press('r');
    await listen.until('there is no address to send the event to');
    await waitFor('the end', () => {
      listen.press('q');
      return listen.screen().includes('exit code 0');
    });
  });
});

import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { listen, scratchFolder, wigwag } from '../testing/cli.ts';
import { hasTerminals, openTerminal } from '../testing/terminal.ts';
import { escaped, onOneLine, sanitizeTerminal } from './sanitize-terminal.ts';

/** Sets the title, clears the screen, moves up, sets colors, reverses the text direction, and writes a fake line. */
const NASTY = 'a\u001b]0;PWN\u0007\u001b[2J\u001b[1A\u009b31m\rb\nwigwag: fake\u202ec\u2066';
const UNTAMED = /[^\P{Cc}\n]|[\u202a-\u202e\u2066-\u2069]/u;

test('untrusted text loses its terminal commands and changes of direction', () => {
  expect(onOneLine(NASTY)).not.toMatch(/\p{Cc}|[\u202a-\u202e\u2066-\u2069]/u);
  expect(onOneLine('\u202aa\u202eb\u2066c\u2069d\u200ee\u200ff \u{1f468}\u200d\u{1f469} \u0627')).toBe(
    'abcdef \u{1f468}\u200d\u{1f469} \u0627',
  );
  expect(sanitizeTerminal('one\u001b[2J\ntwo\u202e')).toBe('one\ntwo');
  const json = JSON.stringify({ text: NASTY });
  expect(escaped(json)).not.toMatch(/\p{Cc}|[\u202a-\u202e\u2066-\u2069]/u);
  expect(JSON.parse(escaped(json))).toEqual({ text: NASTY });
});

/** Starts a server that returns such errors, or one contact with such a name. */
async function createNasty() {
  const url = await listen(
    createServer((request, response) => {
      const isList = request.url?.startsWith('/api/v1/contacts');
      const error = {
        code: 'VALIDATION_FAILED',
        http: 422,
        message: NASTY,
        reason: NASTY,
        fix: NASTY,
        docs: NASTY,
        request_id: NASTY,
      };
      const contact = { id: '1', name: NASTY, phone: '905551112233', labels: [NASTY] };
      const data = { contacts: [contact], pagination: { has_more: false, next_cursor: null } };
      response.writeHead(isList ? 200 : 422, { 'content-type': 'application/json' });
      response.end(JSON.stringify(isList ? { success: true, data } : { success: false, error }));
    }),
  );
  return { WIGWAG_BASE_URL: `${url}/api/v1`, WIGWAG_API_KEY: 'ww_live_x' };
}

test('an error is printed without the terminal commands of its server', async () => {
  const env = await createNasty();
  for (const args of [['me'], ['api', 'GET', '/x'], ['send', 'Hi', '--to', '905551112233']]) {
    const { stderr } = await wigwag(args, { env });
    expect(stderr).toContain('VALIDATION_FAILED');
    expect(stderr).not.toMatch(UNTAMED);
    expect(stderr).not.toMatch(/^wigwag: fake/m);
  }
});

test("an address in a folder's file is printed without its terminal commands", async () => {
  const cwd = scratchFolder();
  writeFileSync(join(cwd, 'wigwag.json'), JSON.stringify({ base_url: NASTY }));
  const { code, stderr } = await wigwag(['me'], { cwd });
  expect([code, stderr]).toEqual([2, expect.stringContaining('the base URL must be')]);
  expect(stderr).not.toMatch(UNTAMED);
});

test.runIf(hasTerminals())('data with terminal commands has no effect on a terminal, in every format', async () => {
  const env = await createNasty();
  for (const form of [[], ['--output', 'csv'], ['--jq', '.[].name'], ['--json']]) {
    const terminal = openTerminal(['contacts', 'list', ...form], { env, columns: 200 });
    await terminal.until('exit code 0');
    // The earlier output is still there, in its colors.
    const shown = terminal.coloured();
    expect([form, shown]).toEqual([form, expect.stringContaining('wigwag: fake')]);
    expect(shown).not.toContain('[31m');
    expect(shown).not.toMatch(/[\u202a-\u202e\u2066-\u2069]/);
    expect(terminal.screen().trimStart()).toMatch(/^(PHONE|phone|a|\[)/);
  }
});

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { expect, onTestFinished, test } from 'vitest';
import { BIN, listen, scratchFolder, startDev, wigwag } from '../testing/cli.ts';

/** Starts a dev server with 120 contacts, and runs `wigwag` in its folder. */
async function createCrowd(people = 120) {
  const dev = await startDev(['--data', '.wigwag']);
  const { account_id } = dev.info;
  const { key } = (await dev.control('POST', '/keys', { account_id, mode: 'live', requests_per_minute: 100_000 })).body;
  for (let at = 0; at < people; at += 20) {
    await Promise.all(
      Array.from({ length: Math.min(20, people - at) }, (_, index) =>
        dev.api(
          'POST',
          '/contacts',
          {
            phone: `90555${String(1_000_000 + at + index)}`,
            name: `Person ${at + index}, "the\u001b[31m ${'x'.repeat(60)}`,
          },
          key,
        ),
      ),
    );
  }
  const run = (args: string[], env: Record<string, string> = {}) => wigwag(args, { cwd: dev.cwd, env });
  return { ...dev, run };
}

test('a list is printed as a table, JSON, lines, CSV or the output of jq', async () => {
  const { run } = await createCrowd();
  const list = (...flags: string[]) => run(['contacts', 'list', '--order', 'asc', ...flags]);
  const [table, json, jsonl, csv, jq, all, none] = await Promise.all([
    run(['contacts', 'list', '--order', 'asc', '--limit', '3'], { COLUMNS: '80' }),
    list('--json'),
    list('--jsonl', '--limit', '2'),
    list('--output', 'csv', '--limit', '2'),
    list('--jq', '.[0].phone, (.[1] | {phone})'),
    list('--all', '--jsonl'),
    list('--search', 'nobody'),
  ]);
  // Untrusted text reaches the terminal without commands, and every line fits.
  const lines = table.stdout.trimEnd().split('\n');
  expect(lines).toHaveLength(4);
  expect(lines[0]).toMatch(/^PHONE +NAME +OPTED OUT/);
  // The column that identifies a row is not cut.
  expect(lines[1]).toMatch(/^905551000000 +Person 0.*… /);
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(80);
  expect(table.stdout).not.toContain('\u001b');

  expect(JSON.parse(json.stdout)).toHaveLength(25);
  expect(
    jsonl.stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).phone),
  ).toEqual(['905551000000', '905551000001']);
  expect(csv.stdout.split('\n')[0]).toBe('phone,name,display_name,username,email,opted_out,blocked,created_at');
  expect(csv.stdout).toContain('905551000001,"Person 1, ""the');
  expect(jq.stdout).toBe('905551000000\n{"phone":"905551000001"}\n');
  expect(new Set(all.stdout.trim().split('\n')).size).toBe(120);
  expect([none.code, none.stdout, none.stderr]).toEqual([0, '', 'none\n']);
});

test('CSV escapes every text that a spreadsheet would run as a formula', async () => {
  const { api, cwd } = await startDev(['--data', '.wigwag']);
  const run = (...args: string[]) => wigwag(args, { cwd });
  const rowsOf = (csv: string): Record<string, string>[] => parse(csv, { columns: true });
  const names = ['=HYPERLINK("http://x")', '@SUM(1)', '+cmd', '-2+3', '\t=1', '\r=1', '\n=1', '＝1', 'Ada'];
  for (const [index, name] of names.entries()) {
    const made = await api('POST', '/contacts', { phone: `90555111220${index}`, name });
    expect([name, made.status]).toEqual([name, 201]);
  }
  const listed = rowsOf((await run('contacts', 'list', '--order', 'asc', '--output', 'csv')).stdout);
  expect(listed.map(({ name }) => name)).toEqual(names.map((name) => (name === 'Ada' ? name : `'${name}`)));
  expect(listed[0]?.phone).toBe('905551112200');
  const [one] = rowsOf((await run('contacts', 'get', '905551112201', '--output', 'csv')).stdout);
  expect(one).toMatchObject({ phone: '905551112201', name: "'@SUM(1)" });
});

test('messages about the data go to stderr, or nowhere with --quiet', async () => {
  const { run, info } = await createCrowd(0);
  const link = `/messages/template?to=905551112233&name=hello_world&api_key=${info.live_key}`;
  const [verbose, linked, dry, quiet, wrong, both] = await Promise.all([
    run(['me', '--verbose', '--jq', '.account.name']),
    run(['api', 'GET', link, '--verbose']),
    run(['send', "it's", '--to', '905551112233', '--dry-run', '--idempotency-key', 'k']),
    run(['opt-outs', 'list', '--quiet']),
    run(['me', '--jq', '.[']),
    run(['me', '--json', '--output', 'csv']),
  ]);
  expect(verbose.stdout).toBe('Demo\n');
  expect(verbose.stderr).toMatch(
    /^> GET http\S+\/me\n> authorization: Bearer ww_live_\.\.\.\n[\s\S]*< 200 in \d+ ms {2}req_\S+\n/,
  );
  expect(verbose.stderr).not.toContain(info.live_key);
  expect([linked.code, linked.stderr]).toEqual([0, expect.stringContaining('&api_key=ww_live_...\n')]);
  expect(linked.stderr).not.toContain(info.live_key);
  const body = `{"to":"905551112233","text":"it'\\''s"}`;
  expect(dry).toEqual({
    code: 0,
    stdout: `curl -X POST '${info.base_url}/messages' -H "authorization: Bearer $WIGWAG_API_KEY" -H 'content-type: application/json' -H 'idempotency-key: k' -d '${body}'\n`,
    stderr: '',
  });
  expect(quiet).toEqual({ code: 0, stdout: '', stderr: '' });
  expect([wrong.code, wrong.stdout]).toEqual([2, '']);
  expect(wrong.stderr).toContain('--jq .[: ');
  expect([both.code, both.stderr]).toEqual([2, expect.stringContaining('cannot be used with')]);
  // A shell sends exactly the printed request.
  const sent = spawn('sh', ['-c', dry.stdout], { env: { ...process.env, WIGWAG_API_KEY: info.live_key } });
  let answer = '';
  sent.stdout.on('data', (text) => (answer += text));
  await once(sent, 'close');
  expect(JSON.parse(answer).error.code).toBe('WINDOW_NEVER_OPENED');
});

test('listen ends when the reader of its pipe ends, without another event', async () => {
  const { cwd, customerWrites } = await startDev(['--data', '.wigwag']);
  await customerWrites('Hello');
  // The event is already stored, and no other follows.
  const child = spawn('bash', ['-c', '"$NODE" "$BIN" listen --json --last-event-id 0 2>/dev/null | head -1'], {
    cwd,
    env: { PATH: process.env.PATH, HOME: cwd, NODE: process.execPath, BIN },
  });
  let said = '';
  child.stdout.on('data', (text) => (said += text));
  const [code] = await once(child, 'close');
  expect([code, JSON.parse(said).event]).toEqual([0, 'message.received']);
});

test('logs ends when the reader of its pipe ends during the earlier requests', async () => {
  const cwd = scratchFolder();
  const line = `${JSON.stringify({ at: '2026-05-04T12:00:00Z', method: 'GET', path: '/api/v1/me', status: 200, ms: 1, request_id: null, error: null })}\n`;
  // More than a pipe holds.
  writeFileSync(join(cwd, 'requests.jsonl'), line.repeat(20_000));
  const child = spawn('bash', ['-c', '"$NODE" "$BIN" logs --data . | head -1'], {
    cwd,
    env: { PATH: process.env.PATH, HOME: cwd, NODE: process.execPath, BIN },
  });
  let said = '';
  child.stdout.on('data', (text) => (said += text));
  onTestFinished(() => void child.kill());
  const [code] = await once(child, 'close');
  expect([code, said]).toEqual([0, expect.stringMatching(/GET {4}\/api\/v1\/me {2}200 {2}1 ms/)]);
});

test('a closed pipe ends a list without an error, and a full disk is reported', async () => {
  const { cwd } = await createCrowd();
  const shell = async (line: string) => {
    const child = spawn('bash', ['-c', line], {
      cwd,
      env: { PATH: process.env.PATH, HOME: cwd, NODE: process.execPath, BIN },
    });
    let said = '';
    child.stdout.on('data', (text) => (said += text));
    child.stderr.on('data', (text) => (said += text));
    const [code] = await once(child, 'close');
    return { code, said };
  };
  const early = await shell('set -o pipefail; "$NODE" "$BIN" contacts list --all --jsonl | head -1');
  expect([early.code, early.said.split('\n')]).toEqual([0, [expect.stringMatching(/^\{"id":/), '']]);
  const full = await shell('"$NODE" "$BIN" contacts list --json > /dev/full');
  expect(full).toEqual({ code: 1, said: expect.stringMatching(/^wigwag: cannot write to stdout: ENOSPC[^\n]*\n$/) });
});

test('--retries repeats calls that may be repeated, and reports each retry', async () => {
  let calls = 0;
  const error = {
    code: 'PROVIDER_UNAVAILABLE',
    http: 503,
    message: 'Down.',
    reason: 'It is.',
    fix: 'Wait.',
    docs: 'http://x/errors',
    request_id: 'req_1',
  };
  const server = createServer((_, response) => {
    calls += 1;
    response.writeHead(calls < 2 ? 503 : 200, { 'content-type': 'application/json', 'retry-after': '1' });
    response.end(
      JSON.stringify(calls < 2 ? { success: false, error } : { success: true, data: { id: 1 }, request_id: 'r' }),
    );
  });
  const env = { WIGWAG_BASE_URL: `${await listen(server)}/api/v1`, WIGWAG_API_KEY: 'ww_live_x' };
  expect(await wigwag(['me'], { env })).toEqual({
    code: 7,
    stdout: '',
    stderr:
      'wigwag: PROVIDER_UNAVAILABLE: Down. It is.\nwigwag:   fix: Run the command again with --retries 3, which waits between attempts.\nwigwag:   http://x/errors  req_1\n',
  });
  calls = 0;
  const again = await wigwag(['me', '--retries', '2', '--json'], { env });
  expect([again.code, again.stdout]).toEqual([0, '{"id":1}\n']);
  expect(again.stderr.match(/PROVIDER_UNAVAILABLE: Down\. It is\.; retrying/g)).toHaveLength(1);
});

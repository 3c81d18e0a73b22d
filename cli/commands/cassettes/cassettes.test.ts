import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createMockProvider, type MockProvider } from '@wigwag/mock-provider';
import { expect, onTestFinished, test } from 'vitest';
import { RunningCommand, scratchFolder, waitFor, wigwag } from '../../testing/cli.ts';

/** Sends a text to graph.facebook.com, and prints the status and the error code. */
const SEND = `
  const [token, number, text, version = "v25.0"] = process.argv.slice(2);
  const response = await fetch("https://graph.facebook.com/" + version + "/" + number + "/messages", {
    method: "POST",
    headers: { authorization: "Bearer " + token, "content-type": "application/json" },
    body: JSON.stringify({ messaging_product: "whatsapp", to: "+905551112233", type: "text", text: { body: text } }),
  });
  console.log(response.status, (await response.json()).error?.code ?? "");
`;

async function setup() {
  const cwd = scratchFolder();
  writeFileSync(join(cwd, 'send.mjs'), SEND);
  const mock = createMockProvider({ windows: 'off' });
  const { url, close } = await mock.listen();
  onTestFinished(close);
  const { access_token, whatsapp } = mock.credentials;
  const send = (text: string, ...more: string[]) =>
    `${process.execPath} send.mjs ${[access_token, whatsapp.phone_number_id, text, ...more].join(' ')}`;
  return { cwd, mock, url, send };
}

/** Starts an app that counts the callbacks it gets. */
async function startApp(): Promise<{ url: string; bodies: string[] }> {
  const bodies: string[] = [];
  const app = createServer(async (incoming, outgoing) => {
    let body = '';
    for await (const chunk of incoming.setEncoding('utf8')) {
      body += chunk;
    }
    bodies.push(body);
    outgoing.end();
  });
  await new Promise<void>((resolve) => app.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void app.close());
  return { url: `http://127.0.0.1:${(app.address() as AddressInfo).port}/callbacks`, bodies };
}

const wamidOf = (mock: MockProvider) => mock.sends()[0]?.external_id ?? 'none';

test('records an unchanged client over TLS, replays the cassette, and compares the mock with it', async () => {
  const { cwd, mock, url, send } = await setup();
  const recorded = await wigwag(['record', '--to', url, '--exec', send('Ayla')], { cwd });
  expect(recorded).toEqual({ code: 0, stdout: '200 \n', stderr: 'Recorded 1 exchange in cassette.jsonl\n' });
  const file = join(cwd, 'cassette.jsonl');
  const text = readFileSync(file, 'utf8');
  expect(text.trim().split('\n').length).toBe(2);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  const { access_token, whatsapp } = mock.credentials;
  for (const secret of [access_token, whatsapp.phone_number_id, 'Ayla', '905551112233', wamidOf(mock)]) {
    expect(text).not.toContain(secret);
  }
  expect(await wigwag(['record', '--exec', 'true'], { cwd })).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('add --force'),
  });
  const old = join(cwd, 'old.jsonl');
  writeFileSync(old, '');
  chmodSync(old, 0o644);
  expect(await wigwag(['record', '-o', old, '--force', '--exec', 'true'], { cwd })).toMatchObject({ code: 0 });
  expect(statSync(old).mode & 0o777).toBe(0o600);

  const same = await wigwag(['replay', 'cassette.jsonl', '--exec', send('Deniz')], { cwd });
  expect(same).toEqual({ code: 0, stdout: '200 \n', stderr: 'No differences from the cassette\n' });
  const other = await wigwag(['replay', 'cassette.jsonl', '--exec', send('Deniz', 'v24.0')], { cwd });
  expect([other.code, other.stdout]).toEqual([1, '200 \n']);
  expect(other.stderr).toMatch(
    /^POST \/v25\.0\/\d+\/messages\n {2}shape version: v25\.0 in the cassette, v24\.0 now\n1 difference /,
  );
  const json = await wigwag(['replay', 'cassette.jsonl', '--json', '--exec', 'true'], { cwd });
  expect([json.code, JSON.parse(json.stdout)]).toEqual([1, expect.objectContaining({ what: 'missing' })]);

  expect(await wigwag(['mock', 'diff', 'cassette.jsonl'], { cwd })).toEqual({
    code: 0,
    stdout: 'No differences from the cassette\n',
    stderr: '',
  });
  writeFileSync(file, text.replace('"status":200', '"status":202'));
  expect(await wigwag(['mock', 'diff', 'cassette.jsonl'], { cwd })).toMatchObject({
    code: 1,
    stdout: expect.stringContaining('  code status: 202 in the cassette, 200 now\n1 difference'),
  });
  const asJson = await wigwag(['mock', 'diff', 'cassette.jsonl', '--json'], { cwd });
  expect([asJson.code, JSON.parse(asJson.stdout)]).toEqual([
    1,
    [expect.objectContaining({ what: 'code', at: 'status' })],
  ]);
  writeFileSync(file, '{"log":{}}\n');
  expect(await wigwag(['mock', 'diff', 'cassette.jsonl'], { cwd })).toMatchObject({ code: 2 });
});

test("records Meta's callbacks to the app, and replays them signed", async () => {
  const { cwd, mock, url } = await setup();
  const app = await startApp();
  const record = new RunningCommand(['record', '--json', '--to', url, '--callback-url', app.url, '-o', 'all.jsonl'], {
    cwd,
  });
  const line = await record.until('its line', () => record.stdout.includes('\n') && record.stdout);
  mock.setCallbackUrl(JSON.parse(line).callback_address);
  await mock.receive({
    channel: 'whatsapp',
    business_id: mock.credentials.whatsapp.phone_number_id,
    from: { id: '905551112233', name: 'Ayla' },
    type: 'text',
    text: 'hi',
  });
  expect(app.bodies).toEqual([expect.stringContaining('Ayla')]);
  const { code, stderr } = await record.stop('SIGINT');
  expect([code, stderr]).toEqual([0, 'Recorded 1 exchange in all.jsonl\n']);

  const replay = await wigwag(['replay', 'all.jsonl', '--speed', '1000', '--callback-url', app.url], { cwd });
  expect([replay.code, replay.stderr]).toEqual([0, 'No differences from the cassette\n']);
  await waitFor('the callback', () => app.bodies.length === 2);
  expect(app.bodies[1]).toContain('"messages"');
  expect(app.bodies[1]).not.toContain('Ayla');
});

test('record --env prints exports for a shell, and keeps recording', async () => {
  const { cwd, url } = await setup();
  const { code, stdout } = await wigwag(['record', '--env', '--to', url], { cwd });
  const variables = Object.fromEntries(
    [...stdout.matchAll(/^export (\w+)='(.*)';$/gm)].map(([, name, value]) => [name, value]),
  );
  onTestFinished(() => void process.kill(Number(variables.RECORD_PID)));
  expect([code, variables.RECORD_CASSETTE]).toEqual([0, join(cwd, 'cassette.jsonl')]);
  expect(variables).toMatchObject({
    HTTPS_PROXY: expect.stringMatching(/^http:/),
    NODE_EXTRA_CA_CERTS: expect.stringMatching(/ca\.pem$/),
  });
  expect(readFileSync(join(cwd, 'cassette.jsonl'), 'utf8')).toMatch(/^\{"cassette":1,/);
});

test('record and replay print variables that a shell can evaluate, also with a space in the folder', async () => {
  const { cwd, url } = await setup();
  const folder = join(cwd, "Ada's folder");
  mkdirSync(folder);
  const record = new RunningCommand(['record', '--to', url, '--ca-dir', folder], { cwd });
  await record.until('its variables', () => record.stdout.includes('Press Ctrl-C'));
  const evaluated = (printed: string) => {
    const exports = printed.match(/^ {2}export .+$/gm)?.join('\n') ?? '';
    return execFileSync('sh', ['-c', `${exports}\nprintf %s "$NODE_EXTRA_CA_CERTS"`], { encoding: 'utf8' });
  };
  expect(evaluated(record.stdout)).toMatch(/Ada's folder\/.*ca\.pem$/);
  await record.stop('SIGINT');
  const replay = new RunningCommand(['replay', 'cassette.jsonl', '--ca-dir', folder], { cwd });
  await replay.until('its variables', () => replay.stdout.includes('Press Ctrl-C'));
  expect(evaluated(replay.stdout)).toMatch(/Ada's folder\/.*ca\.pem$/);
  await replay.stop('SIGINT');
});

test('a missing cassette is reported with the command that writes one', async () => {
  expect(await wigwag(['mock', 'diff', 'missing.jsonl'], { cwd: scratchFolder() })).toMatchObject({
    code: 2,
    stderr: 'wigwag: missing.jsonl does not exist; `wigwag record` writes a cassette\n',
  });
});

import { execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { scratchFolder, startDev, waitFor } from '../testing/cli.ts';

const EXAMPLES = fileURLToPath(new URL('../../sdk/examples/', import.meta.url));
const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGNgYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';

/** Starts `wigwag dev`, and runs the examples as processes that find it by their environment. */
async function createWorld() {
  const world = await startDev();
  const { info } = world;
  const env = {
    PATH: process.env.PATH,
    WIGWAG_API_KEY: info.live_key,
    WIGWAG_BASE_URL: info.base_url,
    WIGWAG_SIGNING_SECRET: info.signing_secret,
  };
  const run = async (name: string, ...args: string[]) => {
    const { stdout } = await promisify(execFile)(process.execPath, [join(EXAMPLES, name), ...args], { env });
    return stdout;
  };
  const start = async (name: string, more: Record<string, string> = {}) => {
    const child = spawn(process.execPath, [join(EXAMPLES, name)], { env: { ...env, ...more }, stdio: 'pipe' });
    const out = { text: '' };
    child.stdout.on('data', (data) => {
      out.text += data;
    });
    child.stderr.on('data', (data) => {
      out.text += data;
    });
    onTestFinished(async () => {
      if (child.exitCode === null) {
        child.kill();
        await once(child, 'exit');
      }
    });
    await waitFor(
      `${name} to listen`,
      () => out.text.includes('listening'),
      () => out.text,
    );
    return { child, out };
  };
  return { ...world, run, start };
}

test('there are six examples, and each has a test here', () => {
  expect(readdirSync(EXAMPLES).sort()).toEqual([
    'answer.ts',
    'contacts.ts',
    'mocked.ts',
    'receive.ts',
    'send.ts',
    'upload.ts',
  ]);
});

test.each([
  ['send.ts', 'usage: node send.ts PHONE TEXT\n'],
  ['upload.ts', 'usage: node upload.ts PHONE FILE\n'],
])('%s without arguments prints its usage', (file, usage) => {
  const { status, stderr } = spawnSync(process.execPath, [join(EXAMPLES, file)], {
    encoding: 'utf8',
    env: { PATH: process.env.PATH, WIGWAG_API_KEY: 'ww_live_x' },
  });
  expect([status, stderr]).toEqual([2, usage]);
});

test('send.ts: sends a template when the window is closed, then the message', async () => {
  const { run, customerWrites } = await createWorld();
  expect(await run('send.ts', '905551112233', 'Hello')).toMatch(
    /^the window is closed \(WINDOW_NEVER_OPENED\).*msg_\d+\n$/,
  );
  await customerWrites();
  expect(await run('send.ts', '905551112233', 'Hello')).toMatch(/^msg_\d+ is (delivered|read)\n$/);
});

test('upload.ts', async () => {
  const { run, customerWrites } = await createWorld();
  await customerWrites();
  const path = join(scratchFolder(), 'shoe.png');
  writeFileSync(path, PNG, 'base64');
  expect(await run('upload.ts', '905551112233', path)).toMatch(
    /^70 of 70 bytes\nimage\/png is being sent as msg_\d+\n$/,
  );
});

test('contacts.ts', async () => {
  const { run, api } = await createWorld();
  await api('POST', '/contacts', { phone: '905550001122', name: '=cmd("x")' });
  expect(await run('contacts.ts')).toBe(
    `phone,name,email\n"905550001122","'=cmd(""x"")",""\n"905551112233","Ada Lovelace",""\n"905559998877","Grace Hopper","grace@example.com"\n`,
  );
});

test('answer.ts: the customer gets a reply', async () => {
  const { start, customerWrites, control, info } = await createWorld();
  const { child, out } = await start('answer.ts', { ONCE: '1' });
  await customerWrites('Anybody there?');
  if (child.exitCode === null) {
    await once(child, 'exit');
  }
  expect(out.text).toBe('listening\nanswered Ada on whatsapp\n');
  await control('POST', '/settle');
  const { body } = await control('GET', `/provider/sends?account_id=${info.account_id}`);
  expect(body).toMatchObject([{ to: '905551112233', payload: { text: { body: 'You wrote: Anybody there?' } } }]);
});

test('receive.ts: shows deliveries, and refuses those without a valid signature', async () => {
  const { start, customerWrites, control, info } = await createWorld();
  const { out } = await start('receive.ts');
  const url = `http://127.0.0.1:${/"port":(\d+)/.exec(out.text)?.[1]}`;
  await control('PUT', '/webhook', { account_id: info.account_id, url });
  await customerWrites('Where is it?');
  await waitFor(
    'the message',
    () => out.text.includes('905551112233 writes: Where is it?'),
    () => out.text,
  );
  const forged = await fetch(url, { method: 'POST', body: '{}', headers: { 'x-service-signature': 't=1,v1=0' } });
  expect(forged.status).toBe(400);
});

test('mocked.ts: needs no server', async () => {
  const args = ['--test', join(EXAMPLES, 'mocked.ts')];
  const { stdout } = await promisify(execFile)(process.execPath, args, { env: { PATH: process.env.PATH } });
  expect(stdout).toMatch(/pass 3\n/);
});

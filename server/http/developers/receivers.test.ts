import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { freePort } from '../../../lab/testing/free-port.ts';
import { signatureOf } from '../../outbound/signature.ts';
import { createTestServer } from '../../testing/server.ts';
import { RECEIVERS, type SampleReceiver } from './receivers.ts';

const UNTIL_IT_ANSWERS = { interval: 50 };
const SECRET = 'whsec_of_the_test';

/** The argument with which each language prints its version. Languages that are not installed are skipped. */
const VERSION: Record<string, string> = { go: 'version' };

function isThere(program: string): boolean {
  try {
    execFileSync(program, [VERSION[program] ?? '--version'], { stdio: 'ignore' });
    return true;
  } catch {
    console.warn(`Skipped: the receiver in ${program} needs ${program} on this machine.`);
    return false;
  }
}

/** Runs a receiver as the page describes, but on a separate port. */
async function run({ file, source, command }: SampleReceiver, secret: string): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'receiver-'));
  writeFileSync(join(folder, file), source);
  const port = await freePort();
  const [program, ...args] = command.map((part) => part.replace('4000', String(port)));
  const child = spawn(String(program), args, {
    cwd: folder,
    // A separate process group, because `go run` starts another process.
    detached: true,
    env: { ...process.env, WEBHOOK_SECRET: secret, PORT: String(port), GOCACHE: join(folder, 'cache') },
    stdio: 'ignore',
  });
  onTestFinished(() => {
    process.kill(-Number(child.pid));
    rmSync(folder, { recursive: true, force: true });
  });
  const url = `http://127.0.0.1:${port}/`;
  const knock = () =>
    fetch(url, { method: 'POST' }).then(
      (response) => response.status,
      () => undefined,
    );
  await expect.poll(knock, UNTIL_IT_ANSWERS).toBe(400);
  return url;
}

const there = RECEIVERS.filter(({ command: [program] }) => isThere(program));

test('there are receivers in four languages, and at least one can run on any machine', () => {
  expect(RECEIVERS.map(({ language }) => language)).toEqual(['Node.js', 'Python', 'PHP', 'Go']);
  expect(there.map(({ language }) => language)).toContain('Node.js');
});

test.each(there)('the receiver in $language accepts only genuine deliveries', async (receiver) => {
  const url = await run(receiver, SECRET);
  const body = JSON.stringify({ id: 'whd_1', event: 'message.received', data: { text: 'Günaydın “Ada” 👋' } });
  const post = async (signature: string | undefined, sent = body) => {
    const headers = {
      'content-type': 'application/json',
      ...(signature !== undefined && { 'x-service-signature': signature }),
    };
    const response = await fetch(url, { method: 'POST', headers, body: sent });
    return response.status;
  };
  const now = Date.now();
  const genuine = signatureOf(SECRET, body, now);
  expect(await post(genuine)).toBe(204);
  expect(await post(signatureOf(SECRET, body, now - 290_000))).toBe(204);

  expect(await post(signatureOf(SECRET, body, now - 310_000))).toBe(400);
  expect(await post(signatureOf(SECRET, body, now + 320_000))).toBe(400);
  expect(await post(signatureOf('another secret', body, now))).toBe(400);
  expect(await post(genuine, body.replace('Ada', 'Bob'))).toBe(400);
  expect(await post(genuine, JSON.stringify(JSON.parse(body), null, 1))).toBe(400);
  expect(await post(genuine.replace(/\d+/, (t) => String(Number(t) + 1)))).toBe(400);
  expect(await post(`${genuine.slice(0, -1)}${genuine.endsWith('0') ? '1' : '0'}`)).toBe(400);
  for (const malformed of [
    undefined,
    '',
    'v1=',
    genuine.split(',')[1],
    `${genuine},v1=00`,
    `${genuine.slice(0, -2)}`,
  ]) {
    expect([malformed, await post(malformed)]).toEqual([malformed, 400]);
  }
  // The receiver is still running.
  expect(await post(genuine)).toBe(204);
});

test.each(there)('the receiver in $language accepts the deliveries of this server', async (receiver) => {
  const { server, accountId, signingSecret, customerWrites } = await createTestServer();
  const { store } = server.app;
  const url = await run(receiver, signingSecret);
  await store.transaction((tx) => tx.webhooks.setAddress(accountId, url, ['message.received']));
  await customerWrites('Günaydın');
  const [attempt] = await store.read.deliveries.listAttempts(accountId);
  expect(attempt).toMatchObject({ event: 'message.received', statusCode: 204, problem: null });
});

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { parsePage, ROOT } from '../../../../docs/site/markdown.ts';
import { hasBroker, startRedis } from '../../../../lab/testing/brokers.ts';
import { EXIT_CODES } from '../../../program/errors/exit-codes.ts';
import { scratchFolder, startDev, waitFor, wigwag } from '../../../testing/cli.ts';

if (!hasBroker.redis) {
  process.stderr.write('A test of Redis is skipped: the Debian package redis-server is not installed.\n');
}

/** Runs the consumer of the guide, and returns what it has printed. */
async function startConsumer(env: Record<string, string>): Promise<() => string> {
  const block = parsePage('docs/webhook-endpoints.md').blocks.find(({ title }) => title === 'consume.mjs');
  const cwd = scratchFolder();
  writeFileSync(join(cwd, 'consume.mjs'), block?.content ?? '');
  symlinkSync(join(ROOT, 'node_modules'), join(cwd, 'node_modules'));
  const child = spawn(process.execPath, ['consume.mjs'], { cwd, env, stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(child, 'exit');
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await ended;
  });
  let printed = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    printed += text;
  });
  return () => printed;
}

test.skipIf(!hasBroker.redis)(
  'a Redis stream gets events with its password, and the consumer of the guide reads them',
  async () => {
    const { port, stop } = await startRedis(['--requirepass', 'correct horse']);
    onTestFinished(stop);
    const { cwd, info, customerWrites } = await startDev([]);
    const run = async (args: string[], password = '') => {
      const env: Record<string, string> = password === '' ? {} : { WIGWAG_BROKER_PASSWORD: password };
      const { code, stdout, stderr } = await wigwag(
        ['admin', 'webhooks', ...args, '--account', info.account_id, '--json'],
        { cwd, env },
      );
      return { code, stderr, record: stdout === '' ? undefined : JSON.parse(stdout) };
    };
    const url = `redis://127.0.0.1:${port}/0/wigwag`;
    const added = await run(['add', '--url', url, '--password'], 'a wrong one');
    expect(added).toMatchObject({ code: 0, record: { id: 2, url, has_password: true } });
    const failed = await run(['test', '2']);
    expect(failed.record).toMatchObject({ status_code: null, problem: expect.stringContaining('WRONGPASS') });
    expect(failed.stderr).toContain('the receiver did not accept the event: WRONGPASS');

    expect(await run(['update', '2', '--password'], 'correct horse')).toMatchObject({ code: 0 });
    const sent = await run(['test', '2']);
    expect(sent).toMatchObject({
      code: 0,
      record: { problem: null, response_prefix: expect.stringMatching(/^entry /) },
    });
    const printed = await startConsumer({
      PATH: process.env.PATH ?? '',
      REDIS_URL: `redis://:correct%20horse@127.0.0.1:${port}`,
      WIGWAG_WEBHOOK_SECRET: added.record.signing_secret,
    });
    await customerWrites();
    await waitFor('two events', () => printed().split('\n').length > 2, printed);
    const lines = printed().trim().split('\n');
    expect(lines[0]).toBe(`${sent.record.delivery_id} message.received`);
    expect(lines[1]).toMatch(/^whd_\d+ message\.received$/);

    expect(await run(['update', '2', '--no-password'])).toMatchObject({ code: 0, record: { has_password: false } });
    expect((await run(['add', '--url', url, '--password'])).stderr).toContain('set WIGWAG_BROKER_PASSWORD');
    const first = await run(['update', '1', '--url', url]);
    expect(first).toMatchObject({
      code: EXIT_CODES.refused,
      stderr: expect.stringContaining('must start with https://'),
    });
    expect(first.stderr).toContain('wigwag admin webhooks add');
  },
);

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, onTestFinished, test } from 'vitest';
import { BIN, RunningCommand, scratchFolder, startDev, wigwag } from '../../testing/cli.ts';

/** Starts `wigwag listen` in the folder of a dev server and waits until it listens. */
async function startListen(cwd: string, flags: string[] = []) {
  const listen = new RunningCommand(['listen', ...flags], { cwd });
  await listen.until('it to listen', () => listen.stderr.includes('listening to the events of'));
  const lines = (count: number) =>
    listen.until(`${count} lines`, () => {
      const found = listen.stdout.split('\n').slice(0, -1);
      return found.length >= count && found;
    });
  return { listen, lines };
}

test('shows the events of the dev server in the same folder without any setup', async () => {
  const { cwd, customerWrites, api } = await startDev([], { cwd: scratchFolder() });
  const { listen, lines } = await startListen(cwd);
  await customerWrites('Where is\nmy \u001b[31morder?');
  await api('POST', '/messages', { to: '905551112233', text: 'Here' });
  expect(await lines(4)).toEqual([
    expect.stringMatching(/^\d\d:\d\d:\d\d\.\d{3} {3}message\.received {2}Ada on whatsapp: Where is my order\?$/),
    ...['sent', 'delivered', 'read'].map((status) =>
      expect.stringMatching(new RegExp(` {3}message\\.status {4}msg_\\d+ to 905551112233 is ${status}$`)),
    ),
  ]);
  expect(listen.stderr).toMatch(/^listening to the events of http:\S+\/api\/v1\. Press Ctrl-C to stop\.\n$/);
  expect((await listen.stop('SIGINT')).code).toBe(0);
});

test('--json prints one envelope for each event of the selected kinds and channel', async () => {
  const { cwd, customerWrites, api, info } = await startDev([], { cwd: scratchFolder() });
  const { lines } = await startListen(cwd, ['--json', '--events', 'message.status', '--channel', 'whatsapp']);
  const web = await startListen(cwd, ['--json', '--channel', 'web']);
  await customerWrites();
  await api('POST', '/messages', { to: '905551112233', text: 'Here' });
  const events = (await lines(3)).map((line) => JSON.parse(line));
  expect(events).toMatchObject(
    ['sent', 'delivered', 'read'].map((status) => ({
      id: expect.stringMatching(/^whd_\d+$/),
      event: 'message.status',
      api_version: 'v1',
      company_id: Number(info.account_id),
      attempt: 1,
      data: { message: { to: '905551112233', status } },
    })),
  );
  expect(web.listen.stdout).toBe('');
});

test('survives a server restart and shows the missed events', async () => {
  const cwd = scratchFolder();
  const first = await startDev([], { cwd });
  const { listen, lines } = await startListen(cwd);
  await first.customerWrites('one');
  await lines(1);
  expect((await first.dev.stop()).code).toBe(0);
  await listen.until('its retry message', () => listen.stderr.includes('Retrying until the server is back'));
  // No one listens during these events: this server has another port, so that the command does not find it.
  const between = await startDev([], { cwd });
  await between.customerWrites('two');
  await between.customerWrites('three');
  await between.dev.stop();
  const second = await startDev(['--port', new URL(first.info.base_url).port], { cwd });
  await lines(3);
  await second.customerWrites('four');
  expect((await lines(4)).map((line) => line.split(': ').at(-1))).toEqual(['one', 'two', 'three', 'four']);
  expect(listen.stderr).toContain('connected again; 2 events were missed and follow.');

  const last = JSON.parse(
    (await (await startListen(cwd, ['--json', '--last-event-id', '0'])).lines(4)).at(2) ?? '',
  ) as { id: string };
  const resumed = await startListen(cwd, ['--last-event-id', last.id]);
  expect(await resumed.lines(1)).toEqual([expect.stringContaining('four')]);
  expect(resumed.listen.stderr).toContain('1 event was missed and follows.');
  const lost = await startListen(cwd, ['--last-event-id', 'whd_1']);
  await lost.lines(4);
  expect(lost.listen.stderr).toContain('some events are lost');
});

test('ends when the reader of its pipe exits', async () => {
  const { cwd, customerWrites } = await startDev([], { cwd: scratchFolder() });
  const shell = spawn('sh', ['-c', `"${process.execPath}" "${BIN}" listen | head -n 1`], {
    cwd,
    env: { PATH: process.env.PATH, HOME: cwd },
    stdio: 'pipe',
  });
  onTestFinished(() => {
    shell.kill();
  });
  let [stdout, stderr] = ['', ''];
  shell.stdout.on('data', (chunk) => {
    stdout += chunk;
  });
  const ended = once(shell, 'close');
  await new Promise<void>((resolve) =>
    shell.stderr.on('data', (chunk) => {
      stderr += chunk;
      stderr.includes('listening') && resolve();
    }),
  );
  await customerWrites('one');
  await customerWrites('two');
  await customerWrites('three');
  await ended;
  expect(stdout.split('\n')).toEqual([expect.stringContaining('one'), '']);
  expect(stderr).not.toContain('wigwag:');
});

test('names what is missing or refused, with the matching exit code', async () => {
  const { info, control } = await startDev([], { cwd: scratchFolder() });
  const base = ['--base-url', info.base_url];
  const { body } = await control('POST', '/keys', {
    account_id: info.account_id,
    mode: 'live',
    scopes: ['messages:read'],
  });
  for (const [code, args, env, problem] of [
    [3, ['listen'], {}, 'no API key'],
    [
      5,
      ['listen', ...base, '--events', 'message.sent'],
      { WIGWAG_API_KEY: info.live_key },
      'events must be one or more of',
    ],
    [3, ['listen', ...base], { WIGWAG_API_KEY: `ww_live_${'A'.repeat(41)}` }, 'INVALID_API_KEY'],
    [3, ['listen', ...base], { WIGWAG_API_KEY: body.key }, 'SCOPE_DENIED'],
    [5, ['listen', ...base, '--last-event-id', 'yesterday'], { WIGWAG_API_KEY: info.live_key }, 'Last-Event-ID'],
    [7, ['listen', '--base-url', 'http://127.0.0.1:9/api/v1'], { WIGWAG_API_KEY: info.live_key }, ''],
  ] as const) {
    const ended = await wigwag(args, { env });
    expect([args, ended.code, ended.stdout]).toEqual([args, code, '']);
    expect(ended.stderr).toContain(problem);
  }
});

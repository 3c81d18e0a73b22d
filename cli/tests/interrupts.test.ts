import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { BIN, leftIn, listen, RunningCommand, scratchFolder, waitFor } from '../testing/cli.ts';
import { hasTerminals, openTerminal } from '../testing/terminal.ts';

// Tests Ctrl-C in every command that runs for a while. Others are in send-many.test.ts (`send --csv`),
// campaigns.test.ts (`admin campaigns`), dev.test.ts (`dev`), serve.test.ts (`serve`), mock.test.ts (`mock`), and
// listen/screen.test.ts and inbox/screen.test.ts (the screens).

/**
 * Starts a server that accepts a message, which stays queued, and never responds to other calls. It counts the calls.
 */
async function createSilence() {
  let asked = 0;
  const server = createServer(({ url }, response) => {
    asked += 1;
    if (url?.startsWith('/api/v1/messages')) {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ success: true, data: { id: 'msg_1', status: 'queued' }, request_id: 'req_1' }));
    }
  });
  const url = await listen(server);
  return { env: { WIGWAG_BASE_URL: `${url}/api/v1`, WIGWAG_API_KEY: 'ww_live_x' }, asked: () => asked };
}

test('Ctrl-C ends a command that waits for a response with 130, and a tail with 0', async () => {
  await Promise.all(
    (
      [
        [['messages', 'wait', 'msg_1'], 130],
        [['send', 'Hi', '--to', '905551112233', '--wait', 'read'], 130],
        [['contacts', 'list', '--all'], 130],
        [['media', 'upload', BIN], 130],
        [['stats', '--daily'], 130],
        [['trigger', 'message.received', '--control-url', 'http://127.0.0.1:1'], 130],
        [['doctor'], 130],
        [['inbox'], 130],
        [['chat', '905551112233'], 130],
        [['listen'], 0],
      ] as const
    ).map(async ([args, code]) => {
      const { env, asked } = await createSilence();
      const command = new RunningCommand(args, { env });
      await waitFor(`the call of ${args.join(' ')}`, () => asked() > 0);
      expect([args, await command.stop('SIGINT')]).toEqual([args, { code, stdout: '', stderr: '' }]);
    }),
  );
});

test('Ctrl-C ends the demo with 130, and it leaves nothing', async () => {
  const TMPDIR = join(scratchFolder(), 'tmp');
  mkdirSync(TMPDIR);
  const demo = new RunningCommand(['demo'], { env: { TMPDIR } });
  await demo.until('the server', () => demo.stdout.includes('the API is at'));
  expect(await demo.stop('SIGINT')).toMatchObject({ code: 130, stderr: 'wigwag: interrupted\n' });
  expect(leftIn(TMPDIR)).toEqual([]);
});

test('Ctrl-C ends conformance with 130, and also its server', async () => {
  const conformance = new RunningCommand(['conformance']);
  const childrenOf = (pid: number | undefined) =>
    spawnSync('pgrep', ['-P', String(pid)], { encoding: 'utf8' }).stdout.trim();
  const server = await waitFor('its server', () => childrenOf(conformance.child.pid) || undefined);
  expect(await conformance.stop('SIGINT')).toMatchObject({ code: 130, stdout: '' });
  await waitFor('the end of its server', () => {
    const state = spawnSync('ps', ['-o', 'stat=', '-p', server], { encoding: 'utf8' }).stdout.trim();
    return state === '' || state.startsWith('Z');
  });
});

describe.skipIf(!hasTerminals())('on a terminal', () => {
  test('Ctrl-C restores the terminal', async () => {
    const { env } = await createSilence();
    const demo = openTerminal(['demo']);
    await demo.until('the API is at');
    const sending = openTerminal(['send', 'Hi', '--to', '905551112233', '--wait', 'read'], { env });
    await sending.until('msg_1 queued');
    for (const terminal of [demo, sending]) {
      terminal.press('C-c');
      await terminal.until('exit code 130');
      expect(terminal.isRestored()).toBe(true);
    }
    expect(sending.screen()).not.toContain('msg_1');
  });
});

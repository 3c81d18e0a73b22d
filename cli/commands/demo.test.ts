import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { BIN, scratchFolder, waitFor, wigwag } from '../testing.ts';

/** What the demo has to show, in this order. */
const STEPS = [
  'Ada writes on WhatsApp: "Where is my order?"',
  'message.received',
  '[signature verified]',
  'the window to Ada is open for 24 hours',
  'answer "It left this morning."',
  '202 msg_',
  'queued',
  'is sent',
  'is delivered',
  'is read',
  'read, known to the provider as wamid.',
  'template hello_world',
  'every signature verified',
];

/** The steps that a text shows one after the other; it may break lines where it likes. */
function stepsIn(text: string): string[] {
  const flat = text.replace(/\s+/g, ' ');
  let from = 0;
  return STEPS.filter((step) => {
    const at = flat.indexOf(step, from);
    from = at < 0 ? from : at;
    return at >= 0;
  });
}

/** A folder for temporary files of the demo alone, to see what it leaves there. */
function temporaryFolder(): string {
  const folder = join(scratchFolder(), 'tmp');
  mkdirSync(folder);
  return folder;
}

test('without a terminal the demo prints each step, ends by itself and leaves nothing behind', async () => {
  const folder = temporaryFolder();
  const { code, stdout, stderr } = await wigwag(['demo'], { env: { TMPDIR: folder } });
  expect([code, stderr]).toEqual([0, '']);
  expect(stepsIn(stdout)).toEqual(STEPS);
  expect(stdout).not.toContain('WRONG');
  const webhooks = stdout.match(/^webhook .*\[signature verified\]$/gm) ?? [];
  expect(stdout).toMatch(new RegExp(`done: ${webhooks.length} webhooks received, every signature verified\n$`));
  expect(readdirSync(folder)).toEqual([]);
});

test('a reader that leaves early neither makes it crash nor leaves something behind', () => {
  const folder = temporaryFolder();
  const { stdout, stderr } = spawnSync('sh', ['-c', `"${process.execPath}" "${BIN}" demo | head -1`], {
    encoding: 'utf8',
    env: { PATH: process.env.PATH, TMPDIR: folder },
  });
  expect(stdout.split('\n')).toHaveLength(2);
  expect(stderr).toBe('');
  expect(readdirSync(folder)).toEqual([]);
});

test('on a terminal of 80 by 24 the screen shows the steps as they happen', async ({ skip }) => {
  if (spawnSync('tmux', ['-V']).status !== 0) {
    console.log('skipped: tmux is not installed, so there is no terminal to look at');
    skip();
  }
  const socket = join(scratchFolder(), 'tmux');
  const tmux = (...args: string[]) =>
    spawnSync('tmux', ['-f', '/dev/null', '-S', socket, ...args], {
      encoding: 'utf8',
      env: { PATH: process.env.PATH },
    });
  onTestFinished(() => {
    tmux('kill-server');
  });
  // The shell stays when the demo has ended, so that the screen can be read.
  const command = `"${process.execPath}" "${BIN}" demo; echo "exit code $?"; cat`;
  const started = tmux('-u', 'new-session', '-d', '-x', '80', '-y', '24', command);
  expect([started.status, started.stderr]).toEqual([0, '']);
  let spun = false;
  const screen = await waitFor('the end of the demo on the screen', () => {
    const text = tmux('capture-pane', '-p', '-J', '-S', '-500').stdout;
    spun ||= /[⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏]/.test(text);
    return text.includes('exit code') && text;
  });
  expect(stepsIn(screen)).toEqual(STEPS);
  expect(screen).toContain('exit code 0');
  expect(spun).toBe(true);
  expect(Math.max(...screen.split('\n').map((line) => line.length))).toBeLessThanOrEqual(80);
});

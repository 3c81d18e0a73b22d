import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { BIN, leftIn, scratchFolder, waitFor, wigwag } from '../../testing/cli.ts';
import { hasTerminals, openTerminal, settled } from '../../testing/terminal.ts';

/** The steps that the demo must show, in this order. */
const STEPS = [
  'Ada writes on WhatsApp: "Where is my order?"',
  'message.received',
  '[signature verified]',
  'the window to Ada is open for 24 hours',
  'reply "It left this morning."',
  '202 msg_',
  'queued',
  'is sent',
  'is delivered',
  'is read',
  'read, known to the provider as wamid.',
  'template hello_world',
  'Radia writes on WhatsApp, with a username and no phone number',
  'to TR.13491208655302741918 is delivered',
  'to TR.13491208655302741918 is read',
  'every signature verified',
];

/** Returns the steps that a text shows in order; line breaks may be anywhere. */
function stepsIn(text: string): string[] {
  const flat = text.replace(/\s+/g, ' ');
  let from = 0;
  return STEPS.filter((step) => {
    const at = flat.indexOf(step, from);
    from = at < 0 ? from : at;
    return at >= 0;
  });
}

/** Creates a temporary folder only for the demo, to see what it leaves there. */
function temporaryFolder(): string {
  const folder = join(scratchFolder(), 'tmp');
  mkdirSync(folder);
  return folder;
}

test('without a terminal the demo prints each step, ends automatically and leaves no files', async () => {
  const folder = temporaryFolder();
  const { code, stdout, stderr } = await wigwag(['demo'], { env: { TMPDIR: folder } });
  expect([code, stderr]).toEqual([0, '']);
  expect(stepsIn(stdout)).toEqual(STEPS);
  expect(stdout).not.toContain('WRONG');
  const webhooks = stdout.match(/^webhook .*\[signature verified\]$/gm) ?? [];
  expect(stdout).toMatch(
    new RegExp(
      `done: ${webhooks.length} webhooks received, every signature verified\nwigwag +next: run \`wigwag dev\`, write as a customer on its mock provider's page, and answer in the dashboard\n$`,
    ),
  );
  expect(leftIn(folder)).toEqual([]);
});

test('if the reader of its pipe exits early, the demo neither crashes nor leaves files', () => {
  const folder = temporaryFolder();
  const { stdout, stderr } = spawnSync('sh', ['-c', `"${process.execPath}" "${BIN}" demo | head -1`], {
    encoding: 'utf8',
    env: { PATH: process.env.PATH, TMPDIR: folder },
  });
  expect(stdout.split('\n')).toHaveLength(2);
  expect(stderr).toBe('');
  expect(leftIn(folder)).toEqual([]);
});

/** Masks the IDs and the port, which differ in each run. */
const still = (screen: string): string =>
  settled(screen)
    .replace(/\bmsg_\d+/g, 'msg_ID')
    .replace(/\b(wamid|m?mid)\.\S+/g, '$1.ID');

describe.skipIf(!hasTerminals())('on a terminal', () => {
  test.each([
    [80, 24],
    [120, 40],
  ])('at %i by %i the screen shows the steps as they happen', async (columns, rows) => {
    const demo = openTerminal(['demo'], { columns, rows });
    let spun = false;
    await waitFor('the end of the demo on the screen', () => {
      const screen = demo.screen();
      spun ||= /[⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏]/.test(screen);
      return screen.includes('exit code');
    });
    const history = demo.history();
    expect(stepsIn(history)).toEqual(STEPS);
    expect(spun).toBe(true);
    expect(demo.isRestored()).toBe(true);
    const end = demo.screen();
    expect(end).toContain('exit code 0');
    expect(Math.max(...end.split('\n').map((line) => line.length))).toBeLessThanOrEqual(columns);
    await expect(still(end)).toMatchFileSnapshot(`../../goldens/demo-end-${columns}x${rows}.txt`);
  });
});

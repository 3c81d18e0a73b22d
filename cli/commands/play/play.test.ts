import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { scratchFolder, startDev, wigwag } from '../../testing/cli.ts';

const EXAMPLES = fileURLToPath(new URL('./examples', import.meta.url));

async function startStage() {
  const { info } = await startDev();
  const env = {
    WIGWAG_BASE_URL: info.base_url,
    WIGWAG_API_KEY: info.live_key,
    WIGWAG_CONTROL_URL: info.control_url,
  };
  const play = (scenario: object, ...flags: string[]) => {
    const file = join(scratchFolder(), 'scenario.yaml');
    writeFileSync(file, JSON.stringify(scenario));
    return wigwag(['play', file, ...flags], { env });
  };
  return { env, play };
}

const people = { ada: { id: '905551112233', name: 'Ada' } };

test('every example passes', async () => {
  const { env } = await startStage();
  const files = readdirSync(EXAMPLES);
  expect(files).toHaveLength(3);
  for (const file of files) {
    const { code, stdout, stderr } = await wigwag(['play', join(EXAMPLES, file)], { env });
    expect([file, code, stderr]).toEqual([file, 0, expect.stringMatching(/: all \d+ steps passed\n$/)]);
    expect(stdout).not.toContain('✗');
  }
});

test('an expectation that does not hold ends with 1 and says what there is instead', async () => {
  const { play } = await startStage();
  const write = { write: { from: 'ada', text: 'Hello' } };
  const late = await play({
    name: 'Silence',
    people,
    steps: [write, { expect: { to: 'ada', text: 'Hi', within: '1s' } }, write],
  });
  expect([late.code, late.stdout.trimEnd().split('\n')]).toEqual([
    1,
    [
      '✓ ada writes "Hello"',
      '✗ expect a message to ada "Hi": not within 1s; the newest is from the person, text: "Hello"',
    ],
  ]);
  expect(late.stderr).toContain('Silence: step 2 of 3 failed');
  const steps = [{ send: { to: 'ada', text: 'Hello', refused: 'WINDOW_CLOSED' } }];
  const accepted = await play({ name: 'Open', people, steps }, '--json');
  expect(accepted.code).toBe(1);
  expect(JSON.parse(accepted.stdout)).toEqual([
    {
      step: 1,
      what: 'send "Hello" to ada, refused with WINDOW_CLOSED',
      ok: false,
      seconds: expect.any(Number),
      problem: 'the API accepted it, but WINDOW_CLOSED was expected',
    },
  ]);
});

test('a file that is not a scenario is refused with every problem', async () => {
  const { play } = await startStage();
  const wrong = await play({ name: '', people, steps: [{ shout: {} }, { wait: 'long' }] });
  expect(wrong.code).toBe(2);
  expect(wrong.stderr).toContain('name must NOT have fewer than 1 characters');
  expect(wrong.stderr).toContain('steps.0 cannot have shout');
  expect(wrong.stderr).toContain('steps.1.wait must match pattern');
  const stranger = await play({ name: 'Who', people, steps: [{ write: { from: 'bob', text: 'Hi' } }] });
  expect([stranger.code, stranger.stderr]).toEqual([2, expect.stringContaining('steps.0: bob is not one of people')]);
  const { stdout } = await wigwag(['play', '--schema']);
  expect(JSON.parse(stdout)).toMatchObject({ title: 'A scenario of `wigwag play`' });
});

import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { scratchFolder, startDev, wigwag } from '../../testing/cli.ts';

const EXAMPLES = fileURLToPath(new URL('./examples', import.meta.url));

async function startStage(flags: string[] = ['--memory']) {
  const { info } = await startDev(flags);
  const env = {
    WIGWAG_BASE_URL: info.base_url,
    WIGWAG_API_KEY: info.live_key,
    WIGWAG_CONTROL_URL: info.control_url,
  };
  const play = (scenario: object | string, ...flags: string[]) => {
    const file = join(scratchFolder(), 'scenario.yaml');
    writeFileSync(file, typeof scenario === 'string' ? scenario : JSON.stringify(scenario));
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

test('files and buttons are played as the API has them, and a virtual clock advances instead of a wait', async () => {
  const { play } = await startStage(['--memory', '--clock', 'virtual']);
  const media = { url: 'https://shop.example/shoe.png', mime_type: 'image/png' };
  const buttons = { kind: 'button', text: 'Which color?', buttons: [{ id: 'r', title: 'Red' }] };
  const steps = [
    { write: { from: 'ada', type: 'image', media } },
    { expect: { from: 'ada', type: 'image' } },
    { send: { to: 'ada', type: 'interactive', interactive: buttons } },
    { press: { from: 'ada', title: 'Red', payload: 'r' } },
    { expect: { from: 'ada', text: 'Red' } },
    { wait: '25h' },
    { send: { to: 'ada', text: 'Still there?', refused: 'WINDOW_CLOSED' } },
  ];
  const played = await play({ name: 'Colors', people, steps });
  expect([played.stdout.trimEnd().split('\n'), played.code]).toEqual([
    [
      '✓ ada sends image',
      '✓ expect a message from ada image',
      '✓ send "Which color?" to ada',
      '✓ ada presses "Red"',
      '✓ expect a message from ada "Red"',
      '✓ wait 25h',
      '✓ send "Still there?" to ada, refused with WINDOW_CLOSED',
    ],
    0,
  ]);
});

test.each<[what: string, content: string | Buffer | undefined, message: string]>([
  ['that does not exist', undefined, 'cannot read scenario.yaml: ENOENT: no such file or directory'],
  ['in another encoding', Buffer.from('name: caf\xe9', 'latin1'), 'cannot read scenario.yaml: it is not UTF-8: line 1'],
  [
    'with a tab',
    'people:\n\tada: 1\n',
    'scenario.yaml is neither JSON nor YAML: Tabs are not allowed as indentation at line 2, column 1\n',
  ],
  [
    'with an alias of nothing',
    'people: *ada\n',
    'scenario.yaml is neither JSON nor YAML: Unresolved alias (the anchor must be set before the alias): ada\n',
  ],
])('a file %s is refused in one line', async (_, content, message) => {
  const cwd = scratchFolder();
  if (content !== undefined) {
    writeFileSync(join(cwd, 'scenario.yaml'), content);
  }
  const { code, stderr } = await wigwag(['play', 'scenario.yaml'], { cwd });
  expect([code, stderr]).toEqual([2, expect.stringContaining(`wigwag: ${message}`)]);
  expect(stderr.trimEnd().split('\n')).toHaveLength(1);
});

test('line ends of Windows and a byte order mark change nothing', async () => {
  const { play } = await startStage();
  const scenario =
    "\ufeffname: 'Windows'\npeople: { ada: { id: '905551112233' } }\nsteps:\n  - write: { from: ada, text: Hi }\n";
  expect((await play(scenario.replaceAll('\n', '\r\n'))).code).toBe(0);
});

test('a file that is not a scenario is refused with every problem', async () => {
  const { play } = await startStage();
  const wrong = await play(`name: ''
people: { ada: { id: '1' } }
steps:
  - shout: {}
  - wait: long
  - send: { to: ada, txt: Hi }
  - expect: { to: ada, status: gone }
  - write: { text: Hi }
`);
  expect(wrong.code).toBe(2);
  expect(wrong.stderr.replaceAll('wigwag: ', '').trim().split('\n').slice(1)).toEqual([
    '  line 1: name must NOT have fewer than 1 characters',
    '  line 4: steps.0.shout is unknown; the fields here are write, press, send, wait, expect',
    '  line 5: steps.1.wait must be a number with s, m, h or d, such as 30s or 2h',
    '  line 6: steps.2.send needs one of text, media, interactive, template',
    expect.stringContaining('  line 6: steps.2.send.txt is unknown; the fields here are to, type, text'),
    '  line 7: steps.3.expect.status must be one of sent, delivered, read, failed',
    '  line 8: steps.4.write needs from',
  ]);
  const stranger = await play({ name: 'Who', people, steps: [{ write: { from: 'bob', text: 'Hi' } }] });
  expect([stranger.code, stranger.stderr]).toEqual([
    2,
    expect.stringContaining('steps.0.write.from is bob, who is not one of people; they are '),
  ]);
  const { stdout } = await wigwag(['play', '--schema']);
  expect(JSON.parse(stdout)).toMatchObject({ title: 'A scenario of `wigwag play`' });
});

import { expect, onTestFinished, test } from 'vitest';
import type { DemoStep } from '../../demo/script.ts';
import { render } from '../../testing/ink.ts';
import { DemoScreen } from './DemoScreen.tsx';

const STARTING: DemoStep = { who: 'wigwag', text: 'starting ...', pending: true };
const WRITES: DemoStep = { who: 'customer', text: 'Ada writes on WhatsApp: "Where is my order?"' };
const EVENT: DemoStep = { who: 'webhook', text: 'message.received  [signature verified]' };

const linesOf = (frame: string | undefined) => (frame ?? '').split('\n').map((line) => line.trimEnd());

test('the step in progress has a spinner until the next step replaces it', () => {
  const screen = render(<DemoScreen steps={[STARTING]} running />);
  expect(screen.lastFrame()).toMatch(/^\S starting \.\.\.$/m);
  screen.rerender(<DemoScreen steps={[STARTING, WRITES]} running />);
  expect(screen.lastFrame()).not.toContain('starting');
  expect(screen.lastFrame()).toContain('waiting for the next event ...');
  screen.unmount();
});

test('each finished step stays as a line with who and what, in order', () => {
  const screen = render(<DemoScreen steps={[STARTING, WRITES]} running />);
  screen.rerender(<DemoScreen steps={[STARTING, WRITES, EVENT]} running />);
  const lines = linesOf(screen.lastFrame());
  expect(lines.slice(0, 2)).toEqual([
    'customer  Ada writes on WhatsApp: "Where is my order?"',
    'webhook   message.received  [signature verified]',
  ]);
  screen.unmount();
});

test('there is no spinner after the end', () => {
  const screen = render(<DemoScreen steps={[WRITES]} running />);
  screen.rerender(<DemoScreen steps={[WRITES]} running={false} />);
  expect(linesOf(screen.lastFrame()).filter(Boolean)).toEqual([
    'customer  Ada writes on WhatsApp: "Where is my order?"',
  ]);
  screen.unmount();
});

test('a long step is wrapped within its own column', () => {
  const text = Array.from({ length: 40 }, (_, index) => `word${index}`).join(' ');
  const screen = render(<DemoScreen steps={[{ who: 'you', text }]} running={false} />);
  const lines = linesOf(screen.lastFrame()).filter(Boolean);
  const [first, ...rest] = lines;
  expect(first).toMatch(/^you {7}word0 word1 /);
  // The terminal of the testing library has 100 columns.
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(100);
  expect(rest.length).toBeGreaterThan(1);
  for (const line of rest) {
    expect(line).toMatch(/^ {10,11}word\d/);
  }
  screen.unmount();
});

test('a step that does not fit the line continues below its text', () => {
  const text = `${'a'.repeat(90)} next`;
  const { lastFrame, unmount } = render(<DemoScreen steps={[{ who: 'you', text }]} running={false} />);
  onTestFinished(() => unmount());
  expect(lastFrame()?.trimEnd().split('\n')).toEqual([`you       ${'a'.repeat(90)}`, '          next']);
});

import { Wigwag } from '@wigwag/sdk';
import { render } from 'ink-testing-library';
import { expect, onTestFinished, test } from 'vitest';
import { Desk } from '../inbox/desk.ts';
import { startDev, waitFor } from '../testing.ts';
import { InboxScreen } from './InboxScreen.tsx';

test('a screen shows what the server has, counts the window down and says what was refused', async () => {
  const { info, customerWrites } = await startDev();
  await customerWrites('Where is my order?');
  const desk = new Desk(new Wigwag({ apiKey: info.live_key, baseUrl: info.base_url, maxRetries: 0 }));
  const stop = new AbortController();
  let now = Date.now();
  const screen = render(<InboxScreen desk={desk} quit={() => stop.abort()} now={() => now} />);
  onTestFinished(() => screen.unmount());
  const until = (...wanted: string[]) =>
    waitFor(
      wanted.join(' and '),
      () => wanted.every((each) => screen.lastFrame()?.includes(each)),
      () => `; the frame is\n${screen.lastFrame()}`,
    );
  expect(screen.lastFrame()).toContain('loading ...');
  const followed = desk.follow(stop.signal);
  await until('● live', '1 conversation, 1 unread', '< Where is my order?', 'window open 24 h 00 min');
  // Half a minute short of the next minute: the provider tells whole seconds.
  now += 3_630_000;
  await customerWrites('Hello?');
  await until('< Hello?', 'window open 23 h 00 min');
  screen.stdin.write('\r');
  await until('write an answer', '0 unread');
  screen.stdin.write('x'.repeat(4_097));
  await until('xxxxxxxx');
  screen.stdin.write('\r');
  await until('VALIDATION_FAILED');
  // The draft stays, to be put right.
  await until('xxxxxxxx');
  screen.stdin.write('\u0003');
  await followed;
});

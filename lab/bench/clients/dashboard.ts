import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Browser, CDPSession, Page } from 'playwright-core';
import { launchChromium } from '../../testing/chromium.ts';
import { type Benchmark, type Figure, figure, percentile } from '../figure.ts';
import { customerSender, fillInbox, LONG } from '../support/dashboard/dashboard-data.ts';
import { type RunningDev, startDev } from '../support/dashboard/dev.ts';
import { arrivalOf, markOf, watchArrivals } from '../support/dashboard/page-arrivals.ts';
import { type Frames, framesDuring, type Scroll, wheel } from '../support/dashboard/page-frames.ts';

/** A frame must not take longer, in milliseconds. */
const FRAME = 50;
/** The target of the median from the customer's message to the agent's screen, in milliseconds. */
const SCREEN = 100;
/** Messages per second. */
const PER_SECOND = 5;
/** Pixels per second: someone who reads, and someone who searches. */
const SPEEDS = { slow: 2_000, fast: 30_000 };
const VIEWPORT = { width: 1280, height: 800 };
const LIST = '.conversations';
const THREAD = '.thread-scroll';

interface Screen {
  dev: RunningDev;
  browser: Browser;
  page: Page;
  cdp: CDPSession;
  progress: (text: string) => void;
}

const longest = (values: readonly number[]): number => Math.max(0, ...values);
const ms = (value: number): string => value.toFixed(1).padStart(6);

/** Prints the frames of a part, with the load of the machine. */
function report({ progress }: Screen, name: string, { intervals, work }: Frames): void {
  const seconds = intervals.reduce((sum, one) => sum + one, 0) / 1000;
  progress(
    `  ${name.padEnd(34)} ${String(intervals.length).padStart(5)} frames in ${seconds.toFixed(0).padStart(3)} s; longest ${ms(longest(intervals))} ms, ` +
      `over ${FRAME} ms: ${intervals.filter((one) => one > FRAME).length}; processor time p50 ${ms(percentile(work, 0.5))}, ` +
      `p99 ${ms(percentile(work, 0.99))}, longest ${ms(longest(work))} ms, over ${FRAME} ms: ${work.filter((one) => one > FRAME).length}; ` +
      `load ${loadavg()[0]?.toFixed(1)}`,
  );
}

const joined = (all: readonly Frames[]): Frames => ({
  intervals: all.flatMap(({ intervals }) => intervals),
  work: all.flatMap(({ work }) => work),
});

async function scroll(screen: Screen, name: string, options: Scroll): Promise<Frames> {
  const { browser, page, cdp } = screen;
  let hasEnded = false;
  const frames = await framesDuring(browser, page, async () => {
    hasEnded = await wheel(cdp, page, options);
  });
  report(screen, `${name}${hasEnded ? '' : ' (a part)'}`, frames);
  return frames;
}

/** Scrolls a list at both speeds, to its end and back. `away` is the sign of the direction in which pages are loaded. */
async function scrollAll(screen: Screen, name: string, selector: string, away: 1 | -1, seconds: number) {
  const slow = away * SPEEDS.slow;
  const fast = away * SPEEDS.fast;
  return joined([
    await scroll(screen, `${name}, slow`, { selector, speed: slow, seconds: seconds / 6 }),
    await scroll(screen, `${name}, fast, loading`, { selector, speed: fast, seconds }),
    await scroll(screen, `${name}, fast, back`, { selector, speed: -fast, seconds }),
    await scroll(screen, `${name}, fast, loaded`, { selector, speed: fast, seconds: seconds / 6 }),
  ]);
}

/** Sends messages of the customer whose thread is open, and prints how long each part of the way takes. */
async function measureArrivals(screen: Screen, count: number, first: number): Promise<number[]> {
  const { dev, page, progress } = screen;
  const receive = await customerSender(dev.info);
  const times: { sent: number; stored: number }[] = [];
  const now = () => performance.timeOrigin + performance.now();
  const sends: Promise<void>[] = [];
  const began = performance.now();
  for (let place = 0; place < count; place += 1) {
    await pause(Math.max(0, began + (place * 1000) / PER_SECOND - performance.now()));
    const sent = now();
    const text = `${markOf(first + place)} Is it on its way?`;
    sends.push(
      receive({ from: LONG, type: 'text', text }).then(() => {
        times[place] = { sent, stored: now() };
      }),
    );
  }
  await Promise.all(sends);
  const parts: Record<string, number[]> = {
    'sent to stored': [],
    'stored to read': [],
    'read to rendered': [],
    'rendered to painted': [],
  };
  const all: number[] = [];
  for (const [place, { sent, stored }] of times.entries()) {
    const { read, rendered, painted } = await arrivalOf(page, markOf(first + place));
    parts['sent to stored']?.push(stored - sent);
    parts['stored to read']?.push(read - stored);
    parts['read to rendered']?.push(rendered - read);
    parts['rendered to painted']?.push(painted - rendered);
    all.push(painted - sent);
  }
  const line = (name: string, values: number[]) =>
    progress(
      `    ${name.padEnd(32)} p50 ${ms(percentile(values, 0.5))}, p95 ${ms(percentile(values, 0.95))}, longest ${ms(longest(values))} ms`,
    );
  progress(`  ${count} messages of a customer, ${PER_SECOND} per second; load ${loadavg()[0]?.toFixed(1)}`);
  for (const [name, values] of Object.entries(parts)) {
    line(name, values);
  }
  line('all: sent to painted', all);
  return all;
}

async function openScreen(folder: string, progress: Screen['progress']): Promise<Screen> {
  const dev = await startDev(folder);
  const browser = await launchChromium();
  const context = await browser.newContext({ viewport: VIEWPORT });
  const page = await context.newPage();
  await page.goto(dev.info.dashboard_url ?? '');
  await page.getByRole('navigation', { name: 'Conversations' }).getByRole('button').first().waitFor();
  return { dev, browser, page, cdp: await context.newCDPSession(page), progress };
}

/** A list of as many rows without any script, in another window. Its frames show how busy the machine is. */
async function scrollPlainList(screen: Screen, rows: number, seconds: number): Promise<Frames> {
  const context = await screen.browser.newContext({ viewport: VIEWPORT });
  const page = await context.newPage();
  const row = '<div style="height: 76px">Grace Hopper<br>Where is my order?<br>Unassigned</div>';
  await page.setContent(`<main style="height: 100vh; overflow: auto">${row.repeat(rows)}</main>`);
  const plain = { ...screen, page, cdp: await context.newCDPSession(page) };
  const frames = joined([
    await scroll(plain, 'plain list, slow', { selector: 'main', speed: SPEEDS.slow, seconds: seconds / 6 }),
    await scroll(plain, 'plain list, fast', { selector: 'main', speed: SPEEDS.fast, seconds: seconds / 2 }),
  ]);
  await context.close();
  return frames;
}

/** The frames of the inbox while it is scrolled, and the time from a customer's message to the agent's screen. */
export const dashboard: Benchmark = async ({ quick, progress }) => {
  const size = quick ? 1_000 : 10_000;
  const messages = quick ? 25 : 100;
  const seconds = quick ? 12 : 60;
  const folder = mkdtempSync(join(tmpdir(), 'wigwag-bench-'));
  const first = await startDev(folder);
  await fillInbox(first.info, `sqlite:${join(folder, 'wigwag.db')}`, { conversations: size, messages: size });
  await first.stop();
  const screen = await openScreen(folder, progress);
  const { browser, page, cdp, dev } = screen;
  try {
    progress(`  ${size} conversations, and one of ${size} messages`);
    report(screen, 'idle page', await framesDuring(browser, page, () => pause(quick ? 2_000 : 10_000)));
    const plain = await scrollPlainList(screen, size, seconds);
    const list = await scrollAll(screen, 'list', LIST, 1, seconds);
    await page.goto(new URL(`/dashboard/inbox?with=${LONG.id}`, dev.info.base_url).href);
    await page.locator('.thread-row').first().waitFor();
    await watchArrivals(page);
    const arrivals = await measureArrivals(screen, messages, 0);
    const thread = await scrollAll(screen, 'thread', THREAD, -1, seconds);
    await page.getByRole('button', { name: /^(Newest|New messages)$/ }).click();
    const after = await measureArrivals(screen, messages, messages);
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: 4 });
    const calm = { speed: SPEEDS.slow, seconds: seconds / 6 };
    await scroll(screen, 'four times slower: list', { ...calm, selector: LIST });
    await scroll(screen, 'four times slower: thread', { ...calm, selector: THREAD, speed: -SPEEDS.slow });
    const p50 = (values: number[]) => percentile(values, 0.5);
    return [
      ...figuresOf('list', list, plain),
      ...figuresOf('thread', thread, plain),
      figure('dashboard: message to screen, p50', p50(arrivals), 'ms', SCREEN, 'down'),
      figure('dashboard: message to screen, whole thread loaded, p50', p50(after), 'ms', SCREEN, 'down'),
    ];
  } finally {
    await browser.close();
    await dev.stop();
    rmSync(folder, { recursive: true, force: true });
  }
};

const figuresOf = (name: string, { intervals, work }: Frames, plain: Frames): Figure[] => {
  const p99 = (frames: Frames) => percentile(frames.intervals, 0.99);
  return [
    figure(`dashboard: ${name}, longest processor time of a frame`, longest(work), 'ms', FRAME, 'down'),
    figure(`dashboard: ${name}, p99 of frames`, percentile(intervals, 0.99), 'ms', FRAME, 'down'),
    figure(`dashboard: ${name}, p99 of frames / plain list`, p99({ intervals, work }) / p99(plain), 'ratio', 2, 'down'),
  ];
};

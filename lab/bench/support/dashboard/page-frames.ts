import type { Browser, CDPSession, Page } from 'playwright-core';

/** The frames of a page in a period. Times are in milliseconds. */
export interface Frames {
  /** From each frame to the next, by the clock. Other programs on the machine make them longer. */
  intervals: number[];
  /** The processor time of the page's main thread in each of these intervals. Other programs do not change it. */
  work: number[];
}

interface TraceEvent {
  name: string;
  ph: string;
  pid: number;
  tid: number;
  ts: number;
  dur?: number;
  tdur?: number;
}

/** Requests a frame after each frame, so that the trace has each of them. */
const WATCH = `{
  const next = () => { globalThis.benchWatch = requestAnimationFrame(next); };
  next();
}`;
const UNWATCH = 'cancelAnimationFrame(globalThis.benchWatch)';

/** Traces the frames of a page while it does something. */
export async function framesDuring(browser: Browser, page: Page, act: () => Promise<void>): Promise<Frames> {
  await page.evaluate(WATCH);
  await browser.startTracing(page, {
    categories: ['-*', 'toplevel', 'devtools.timeline', 'disabled-by-default-devtools.timeline'],
  });
  await act();
  const trace = await browser.stopTracing();
  await page.evaluate(UNWATCH);
  return framesOf((JSON.parse(trace.toString()) as { traceEvents: TraceEvent[] }).traceEvents);
}

function framesOf(events: readonly TraceEvent[]): Frames {
  const marks = new Map<string, number[]>();
  for (const { name, pid, tid, ts } of events) {
    if (name === 'FireAnimationFrame') {
      const key = `${pid} ${tid}`;
      marks.set(key, [...(marks.get(key) ?? []), ts]);
    }
  }
  // Other threads and processes, such as that of the browser's own pages, have no frames or few.
  const [thread, starts] = [...marks].sort(([, one], [, other]) => other.length - one.length)[0] ?? ['', []];
  starts.sort((one, other) => one - other);
  const work = Array<number>(Math.max(0, starts.length - 1)).fill(0);
  const tasks = events
    .filter(({ name, pid, tid }) => name === 'RunTask' && `${pid} ${tid}` === thread)
    .sort((one, other) => one.ts - other.ts);
  let place = 0;
  for (const { ts, tdur = 0 } of tasks) {
    while (place < work.length && (starts[place + 1] as number) <= ts) {
      place += 1;
    }
    if (ts >= (starts[0] ?? 0) && place < work.length) {
      work[place] = (work[place] as number) + tdur / 1000;
    }
  }
  return { intervals: work.map((_, at) => ((starts[at + 1] as number) - (starts[at] as number)) / 1000), work };
}

export interface Scroll {
  /** The element that scrolls. */
  selector: string;
  /** Pixels per second; negative values scroll up. */
  speed: number;
  /** Ends earlier if the end is reached and nothing more is loaded. */
  seconds: number;
}

const PART_SECONDS = 1;
/** How many times in a row the end must be reached: the next page may still be loading. */
const AT_END = 3;

/** Scrolls with the wheel. Returns whether the end was reached. */
export async function wheel(cdp: CDPSession, page: Page, { selector, speed, seconds }: Scroll): Promise<boolean> {
  const box = await page.locator(selector).boundingBox();
  if (!box) {
    throw new Error(`${selector} is not on the page`);
  }
  const place = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  const where = async () => (await page.evaluate(`document.querySelector('${selector}').scrollTop`)) as number;
  let still = 0;
  for (const until = performance.now() + seconds * 1000; performance.now() < until; ) {
    const before = await where();
    await cdp.send('Input.synthesizeScrollGesture', {
      ...place,
      yDistance: -speed * PART_SECONDS,
      speed: Math.abs(speed),
      gestureSourceType: 'mouse',
      preventFling: true,
    });
    still = (await where()) === before ? still + 1 : 0;
    if (still === AT_END) {
      return true;
    }
  }
  return false;
}

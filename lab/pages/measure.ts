import type { Browser, BrowserContextOptions, Page } from 'playwright-core';

/** The figures of a page, with the names and the meaning that Lighthouse gives them. */
export interface Figures {
  /** The bytes of all responses, as they were sent: compressed, with headers. */
  kilobytes: number;
  /** Different addresses: some pages ask again each second. */
  requests: number;
  /**
   * Total blocking time: the part over 50 ms of each task after the first paint, in milliseconds. It is computed from
   * processor time, because other programs do not change it.
   */
  blocking: number;
  /** Largest contentful paint, in milliseconds. */
  paint: number;
  /** The sum of all layout shifts, so it is at least the cumulative layout shift. */
  shift: number;
}

/** A device with its network and its processor. Both are those of Lighthouse. */
export interface Device {
  width: number;
  height: number;
  /** Milliseconds that are added to each round trip. */
  latency: number;
  bytesPerSecond: number;
  /** How many times slower its processor is. */
  slower: number;
}

export const DEVICES: readonly Device[] = [
  { width: 390, height: 844, latency: 150, bytesPerSecond: (1_638_400 / 8) * 0.9, slower: 4 },
  { width: 1280, height: 800, latency: 40, bytesPerSecond: 10_240_000 / 8, slower: 1 },
];

/** Runs in the page before its own scripts. */
const WATCH = `{
  const measured = (globalThis.measured = { paint: 0, shift: 0, moved: [] });
  const watch = (type, read) => new PerformanceObserver((list) => list.getEntries().forEach(read)).observe({ type, buffered: true });
  watch('largest-contentful-paint', ({ startTime }) => { measured.paint = startTime; });
  watch('layout-shift', ({ value, sources }) => {
    measured.shift += value;
    measured.moved.push(...sources.map(({ node }) => (node?.outerHTML ?? node?.nodeName ?? '').slice(0, 80)));
  });
}`;

interface Watched {
  paint: number;
  shift: number;
  moved: string[];
}

/** A task blocks the page while it takes longer, in milliseconds. */
const TASK = 50;
const CATEGORIES = ['-*', 'toplevel', 'loading', 'devtools.timeline', 'disabled-by-default-devtools.timeline'];

interface TraceEvent {
  name: string;
  pid: number;
  tid: number;
  /** Microseconds. */
  ts: number;
  /** Microseconds of processor time. */
  tdur?: number;
}

/** Returns the total blocking time of the traced page. */
function blockingOf(events: readonly TraceEvent[], slower: number): number {
  // The browser's own pages paint before.
  const paint = events.findLast(({ name }) => name === 'firstContentfulPaint');
  return events
    .filter(({ name, pid, tid, ts }) => name === 'RunTask' && pid === paint?.pid && tid === paint.tid && ts >= paint.ts)
    .reduce((sum, { tdur = 0 }) => sum + Math.max(0, (tdur / 1000) * slower - TASK), 0);
}
/** A page has loaded when it loads nothing for so long, in milliseconds. */
const QUIET = 1_500;
/** Pages that ask the server again and again are measured for so long after they are ready, in milliseconds. */
const LONGEST = 5_000;

/** Counts the requests and the bytes of a page. Streams never end, so they count with what arrived. */
async function watchNetwork(page: Page, { latency, bytesPerSecond }: Device) {
  const cdp = await page.context().newCDPSession(page);
  const seen = { bytes: 0, addresses: new Set<string>(), last: performance.now() };
  const note = (bytes: number) => {
    seen.bytes += bytes;
    seen.last = performance.now();
  };
  cdp.on('Network.requestWillBeSent', ({ request }) => {
    if (request.url.startsWith('http')) {
      seen.addresses.add(request.url);
    }
    note(0);
  });
  cdp.on('Network.loadingFinished', ({ encodedDataLength }) => note(encodedDataLength));
  await cdp.send('Network.enable');
  await cdp.send('Network.emulateNetworkConditions', {
    offline: false,
    latency,
    downloadThroughput: bytesPerSecond,
    uploadThroughput: bytesPerSecond,
  });
  return seen;
}

/**
 * Opens a page with an empty cache, and measures it until it has loaded.
 *
 * @param ready a selector of what the page shows when its data has arrived
 */
export async function measure(
  browser: Browser,
  { url, ready, storageState }: { url: string; ready: string } & Pick<BrowserContextOptions, 'storageState'>,
  device: Device,
): Promise<Figures & Pick<Watched, 'moved'>> {
  const { width, height } = device;
  const context = await browser.newContext({ viewport: { width, height }, storageState });
  try {
    const page = await context.newPage();
    await page.addInitScript(WATCH);
    const seen = await watchNetwork(page, device);
    await browser.startTracing(page, { categories: CATEGORIES });
    await page.goto(url);
    await page.locator(ready).first().waitFor();
    const until = performance.now() + LONGEST;
    while (performance.now() - seen.last < QUIET && performance.now() < until) {
      await page.waitForTimeout(QUIET / 10);
    }
    const { paint, shift, moved } = (await page.evaluate('measured')) as Watched;
    const trace = JSON.parse(String(await browser.stopTracing())) as { traceEvents: TraceEvent[] };
    const blocking = blockingOf(trace.traceEvents, device.slower);
    return { kilobytes: seen.bytes / 1000, requests: seen.addresses.size, blocking, paint, shift, moved };
  } finally {
    await context.close();
  }
}

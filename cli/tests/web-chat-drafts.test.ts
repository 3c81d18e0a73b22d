import { expect } from 'vitest';
import { browserTest, openBrowser, openPage } from '../../lab/testing/browser.ts';
import { startDev } from '../testing/cli.ts';
import { answer, history, pageUrl, textsOn, untilStatus, visitorOf, write } from '../testing/web-chat.ts';

const html = { contentType: 'text/html', body: '<h1>Wi-Fi</h1>' };
const DAY = 24 * 60 * 60 * 1000;

/** Responses that do not come from our server. */
const STRANGE = [
  { ...html, status: 403 },
  { contentType: 'text/plain', body: 'timeout', status: 408 },
  { ...html, status: 413 },
  { ...html, status: 200 },
  { contentType: 'application/json', body: '{"id":"1"}', status: 200 },
  { contentType: 'application/json', body: '{"error":{"message":"No such route"}}', status: 404 },
  { ...html, status: 401 },
  { ...html, status: 429, headers: { 'retry-after': new Date(Date.now() - DAY).toUTCString() } },
  { ...html, status: 429, headers: { 'retry-after': 'soon' } },
  { ...html, status: 502 },
];

browserTest('whatever a proxy returns, each message is sent once and in order', async () => {
  const dev = await startDev();
  const browser = await openBrowser();
  const { page } = await openPage(browser, pageUrl(dev));
  await page.evaluate(`for (const [name, value] of Object.entries({
    'draft:broken': '{bad', 'draft:null': 'null', 'draft:other': '{"id":"another","text":"x","at":1}', 'draft:': '7',
  })) localStorage.setItem('wigwag:web_1:' + name, value)`);
  await page.reload();
  const answers = [...STRANGE];
  const tried = new Set<string>();
  await page.route('**/web_1/messages', async (route) => {
    const body = route.request().postData() ?? '';
    const isFirst = !tried.has(body);
    tried.add(body);
    await (isFirst ? route.fulfill(answers.shift() ?? {}) : route.continue());
  });
  const texts = STRANGE.map(({ status }, index) => `${index}: ${status}`);
  for (const text of texts) {
    await write(page, text);
  }
  const visitor = await visitorOf(dev);
  await expect.poll(() => history(dev, visitor), { interval: 200 }).toEqual(texts);
  await expect.poll(() => page.getByText('Sending…').count()).toBe(0);
  expect(await textsOn(page)).toEqual(texts);
  expect(tried.size).toBe(STRANGE.length);
});

browserTest(
  'a Retry-After date is respected, and one message that is always refused does not block the next',
  async () => {
    const dev = await startDev();
    const browser = await openBrowser();
    const { page } = await openPage(browser, 'about:blank');
    await page.clock.install();
    await page.goto(pageUrl(dev));
    await page.getByText('Write to us').waitFor();
    const tried: string[] = [];
    await page.route('**/web_1/messages', async (route) => {
      const { text } = route.request().postDataJSON();
      tried.push(text);
      const headers = { 'retry-after': new Date(Date.now() + 120_000).toUTCString() };
      if (tried.length === 1) {
        await route.fulfill({ ...html, status: 503, headers });
      } else {
        await (text === 'Refused' ? route.fulfill({ ...html, status: 403 }) : route.continue());
      }
    });
    await write(page, 'Later');
    await expect.poll(() => tried).toEqual(['Later']);
    await page.clock.runFor(60_000);
    expect(tried).toEqual(['Later']);
    await page.clock.runFor(120_000);
    const visitor = await visitorOf(dev);
    await write(page, 'Refused');
    await write(page, 'Next');
    const sent = async () => {
      await page.clock.runFor(20_000);
      return history(dev, visitor);
    };
    await expect.poll(sent).toEqual(['Later', 'Next']);
    await page.getByText('Not sent: 403').first().waitFor();
    expect(tried.filter((text) => text === 'Refused')).toHaveLength(5);
  },
);

browserTest(
  'a message that cannot be sent is marked, survives a reload, and is sent when the visitor tries again',
  async () => {
    const dev = await startDev();
    const browser = await openBrowser();
    const { page } = await openPage(browser, pageUrl(dev));
    const connect = (active: boolean) =>
      dev.control('POST', '/connections', {
        account_id: dev.info.account_id,
        channel: 'web',
        connection_id: 'web_1',
        active,
      });
    await write(page, 'Before');
    const visitor = await visitorOf(dev);
    await connect(false);
    await write(page, 'While it was off');
    await page.getByText('Not sent: There is no open chat web_1.').first().waitFor();
    await connect(true);
    await page.reload();
    await page.getByText('Not sent: There is no open chat web_1.').waitFor();
    await write(page, 'After');
    await expect.poll(() => history(dev, visitor)).toEqual(['Before', 'After']);

    await page.getByRole('button', { name: 'Try again' }).click();
    await expect.poll(() => history(dev, visitor)).toEqual(['Before', 'After', 'While it was off']);
    expect(await page.evaluate('document.activeElement.id')).toBe('text');
    await expect.poll(() => page.getByText('Not sent').count()).toBe(0);
    await expect.poll(() => textsOn(page)).toEqual(['Before', 'After', 'While it was off']);
    // The page deletes a draft only after it has drawn the response.
    await expect.poll(() => page.evaluate('Object.keys(localStorage)')).toEqual([]);
  },
);

browserTest("text typed before the page's script is loaded can be sent afterwards", async () => {
  const dev = await startDev();
  const browser = await openBrowser();
  const { page } = await openPage(browser, 'about:blank');
  let arrive = () => {};
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  await page.route('**/chat.js', (route) => arrived.then(() => route.continue()));
  await page.goto(pageUrl(dev), { waitUntil: 'commit' });
  await page.getByLabel('Your message').fill('Quick');
  expect(await page.getByRole('button', { name: 'Send' }).isDisabled()).toBe(true);
  arrive();
  await page.getByRole('button', { name: 'Send' }).click();
  await expect.poll(async () => history(dev, await visitorOf(dev))).toEqual(['Quick']);
});

browserTest('many replies at once are marked as read within the rate limit', async () => {
  const dev = await startDev();
  const browser = await openBrowser();
  const { page, complaints } = await openPage(browser, pageUrl(dev));
  await write(page, 'Hello');
  const visitor = await visitorOf(dev);
  const ids = [];
  for (let index = 0; index < 30; index += 1) {
    ids.push(await answer(dev, visitor, { text: `Answer ${index}` }));
  }
  await untilStatus(dev, ids.at(-1) ?? '', 'read');
  const begins = (await page.evaluate(
    "performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('/receipts')).map((entry) => entry.startTime)",
  )) as number[];
  // At most one per second, however many messages arrived.
  const gaps = begins.slice(1).map((begin, index) => Math.ceil(begin - (begins[index] ?? 0)));
  expect(gaps.filter((gap) => gap < 1000)).toEqual([]);
  expect(complaints).toEqual([]);
});

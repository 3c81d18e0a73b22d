import type { BrowserContext, Page } from 'playwright-core';
import { expect } from 'vitest';
import { browserTest, openBrowser, openPage, openProfile } from '../../lab/testing/browser.ts';
import { scratchFolder, startDev } from '../testing/cli.ts';
import {
  allow,
  answer,
  chatFrame,
  createSite,
  embedding,
  history,
  look,
  pageUrl,
  startInFolder,
  textsOn,
  untilStatus,
  visitorOf,
  visitors,
  write,
} from '../testing/web-chat.ts';

/** More than the six connections that browsers open to a host over HTTP/1. */
const TABS = 7;

async function openTabs(context: BrowserContext, count: number, url: string): Promise<Page[]> {
  const tabs = [];
  for (let index = 0; index < count; index += 1) {
    const tab = await context.newPage();
    await tab.goto(url);
    tabs.push(tab);
  }
  return tabs;
}

const expectOnAll = async (tabs: Page[], texts: string[]): Promise<void> => {
  for (const tab of tabs) {
    await expect.poll(() => textsOn(tab)).toEqual(texts);
  }
};

const isReady = (page: Page) => page.getByText('Write to us').waitFor();

/** Browsers freeze hidden pages. */
async function freeze(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Page.setWebLifecycleState', { state: 'frozen' });
}

browserTest(
  'seven tabs share one stream, and when its reader is frozen or closed the next tab takes over',
  async () => {
    const dev = await startDev();
    const browser = await openBrowser();
    const { page: first, context, complaints } = await openPage(browser, pageUrl(dev));
    await isReady(first);
    const tabs = [first, ...(await openTabs(context, TABS - 1, pageUrl(dev)))];
    await write(first, 'one');
    await expectOnAll(tabs, ['one']);
    const visitor = await visitorOf(dev);
    await untilStatus(dev, await answer(dev, visitor, { text: 'two' }), 'read');
    await expectOnAll(tabs, ['one', 'two']);

    await freeze(first);
    await answer(dev, visitor, { text: 'three' });
    await expectOnAll(tabs.slice(1), ['one', 'two', 'three']);
    await tabs[1]?.close();
    await answer(dev, visitor, { text: 'four' });
    await write(tabs[TABS - 1] as Page, 'five');
    await expectOnAll(tabs.slice(2), ['one', 'two', 'three', 'four', 'five']);
    // A tab that opens late gets the past and the new messages.
    const [late] = await openTabs(context, 1, pageUrl(dev));
    await answer(dev, visitor, { text: 'six' });
    await expectOnAll([late as Page, ...tabs.slice(2)], ['one', 'two', 'three', 'four', 'five', 'six']);
    expect(await history(dev, visitor)).toEqual(['one', 'two', 'three', 'four', 'five', 'six']);
    expect(complaints).toEqual([]);
  },
);

browserTest('a page that reads the stream and falls silent loses the lead', async () => {
  const dev = await startDev();
  const browser = await openBrowser();
  const { page: silent, context } = await openPage(browser, pageUrl(dev));
  await isReady(silent);
  await write(silent, 'Hello');
  const visitor = await visitorOf(dev);
  // The leading page does nothing.
  await silent.goto(pageUrl(dev).replace('web_1', 'icon.svg'));
  await silent.evaluate(`new Promise((held) => navigator.locks.request('wigwag web_1 ${visitor}', () => {
    held();
    return new Promise(() => {});
  }))`);
  const page = await context.newPage();
  await page.clock.install();
  await page.goto(pageUrl(dev));
  await page.getByText('Hello').waitFor();
  await answer(dev, visitor, { text: 'Are you there?' });
  await page.clock.fastForward(30_000);
  await page.getByText('Are you there?').waitFor();
  expect(await textsOn(page)).toEqual(['Hello', 'Are you there?']);
});

browserTest('where pages cannot share a stream, each visible page opens one', async () => {
  const dev = await startDev();
  const browser = await openBrowser();
  const { page: first, context } = await openPage(browser, 'about:blank');
  await context.addInitScript('delete Navigator.prototype.locks');
  await first.goto(pageUrl(dev));
  await isReady(first);
  const tabs = [first];
  for (let index = 1; index < TABS; index += 1) {
    await look(tabs.at(-1) as Page, 'hidden');
    tabs.push(...(await openTabs(context, 1, pageUrl(dev))));
    await isReady(tabs.at(-1) as Page);
  }
  await write(tabs.at(-1) as Page, 'Hello');
  await answer(dev, await visitorOf(dev), { text: 'Hi' });
  await expectOnAll(tabs.slice(-1), ['Hello', 'Hi']);
  await look(first, 'visible');
  await expectOnAll([first], ['Hello', 'Hi']);
});

/** Returns whether the site has loaded the chat before the visitor opened it. */
const hasFrame = (page: Page): boolean => page.frames().some((frame) => frame.url().includes('/webchat/'));

async function openOnSite(page: Page) {
  await page.getByRole('button', { name: 'Open the chat' }).click();
  const frame = await chatFrame(page);
  await frame.getByLabel('Your message').waitFor();
  return frame;
}

browserTest(
  'seven tabs of a shop leave connections for the chat, and load nothing for visitors who never wrote',
  async () => {
    const dev = await startInFolder();
    const site = await createSite(embedding(dev));
    await allow(dev, site);
    const context = await openProfile(scratchFolder());
    const page = await context.newPage();
    await page.goto(site);
    const opened = await openOnSite(page);
    await opened.getByText('Write to us').waitFor();
    await page.reload();
    await page.getByRole('button', { name: 'Open the chat' }).waitFor();
    expect(hasFrame(page)).toBe(false);

    await write(await openOnSite(page), 'From the shop');
    const visitor = await visitorOf(dev);
    await (await chatFrame(page)).getByText('From the shop').waitFor();
    const tabs = await openTabs(context, TABS, site);
    const last = tabs.at(-1) as Page;
    await write(await openOnSite(last), 'From the last tab');
    // Otherwise, the answer may be shown before the message.
    await (await chatFrame(page)).getByText('From the last tab').waitFor();
    await answer(dev, visitor, { text: 'Welcome' });
    const texts = ['From the shop', 'From the last tab', 'Welcome'];
    const all = [page, ...tabs];
    const shown = () => Promise.all(all.map(async (tab) => textsOn(await chatFrame(tab))));
    await expect.poll(shown).toEqual(all.map(() => texts));
    expect(await history(dev, visitor)).toEqual(texts);
    expect(await visitors(dev)).toEqual([visitor]);
  },
);

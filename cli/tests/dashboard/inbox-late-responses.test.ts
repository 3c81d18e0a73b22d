import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { browserTest, PAINTED, startDashboard } from '../../testing/dashboard.ts';
import { ADA, conversation, POLL, thread } from './jobs/inbox.ts';

/**
 * Holds back the responses to the page's GET requests for matching addresses.
 *
 * @returns a function that waits until `count` responses are there, and one that lets them through and waits until the
 * page has painted them
 */
async function holdResponses(page: Page, address: RegExp) {
  const release = Promise.withResolvers<void>();
  const responses: Promise<void>[] = [];
  let fetched = 0;
  await page.route(address, async (route) => {
    if (route.request().method() !== 'GET') {
      return route.fallback();
    }
    const response = await route.fetch();
    fetched += 1;
    responses.push(release.promise.then(() => route.fulfill({ response })));
    await responses.at(-1);
  });
  return {
    waitFor: (count: number) => expect.poll(() => fetched, POLL).toBeGreaterThanOrEqual(count),
    async release() {
      release.resolve();
      await Promise.all(responses);
      await page.evaluate(PAINTED);
      await page.evaluate(PAINTED);
    },
  };
}

browserTest('a response that is older than a change does not take the change back', async () => {
  const { page, api, customerWrites, complaints } = await startDashboard();
  await customerWrites('Where is my order?');
  await conversation(page, 'Ada').click();
  await expect.poll(async () => (await api('GET', `/conversations/${ADA}`)).body.data.unread_count, POLL).toBe(0);
  const person = await holdResponses(page, /\/conversations\/\d+$/);
  const list = await holdResponses(page, /\/conversations\?/);
  // When a person returns to the tab, the page asks for everything that has no events.
  await page.evaluate("document.dispatchEvent(new Event('visibilitychange'))");
  await Promise.all([person.waitFor(1), list.waitFor(1)]);
  await page.keyboard.press('e');
  await page.getByText('Closed the conversation with Ada').waitFor();
  expect(await conversation(page, 'Ada').count()).toBe(0);
  await person.release();
  expect(await conversation(page, 'Ada').count()).toBe(0);
  await list.release();
  expect(await conversation(page, 'Ada').count()).toBe(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await conversation(page, 'Ada').waitFor();
  expect(complaints).toEqual([]);
});

browserTest('a message that arrives while older ones are loaded stays in the thread', async () => {
  const { page, api, customerWrites, complaints } = await startDashboard();
  await customerWrites('Where is my order?');
  for (let number = 1; number <= 60; number += 1) {
    expect((await api('POST', '/messages', { to: ADA, text: `Answer ${number}` })).status).toBe(202);
  }
  const history = await holdResponses(page, /\/messages\?.*before=/);
  await conversation(page, 'Ada').click();
  await thread(page).getByText('Answer 60').waitFor();
  await thread(page).hover();
  await page.mouse.wheel(0, -100_000);
  await history.waitFor(1);
  await customerWrites('Hello?');
  await expect
    .poll(async () => (await api('GET', `/conversations/${ADA}/messages`)).body.data.messages[0].text, POLL)
    .toBe('Hello?');
  await page.mouse.wheel(0, 100_000);
  await thread(page).getByText('Hello?').waitFor();
  await history.release();
  await page.mouse.wheel(0, 100_000);
  await page.evaluate(PAINTED);
  expect(await thread(page).getByText('Hello?').count()).toBe(1);
  expect(complaints).toEqual([]);
});

browserTest('the head of a thread keeps its height on a phone when the reply window is known', async () => {
  const { page, customerWrites } = await startDashboard();
  await customerWrites('Where is my order?');
  await page.setViewportSize({ width: 390, height: 844 });
  const window = await holdResponses(page, /\/window(\?|$)/);
  await conversation(page, 'Ada').click();
  await window.waitFor(1);
  const head = page.locator('.thread-head');
  const before = await head.boundingBox();
  expect(await head.getByText('left').count()).toBe(0);
  await window.release();
  await head.getByText('left').waitFor();
  expect(await head.boundingBox()).toEqual(before);

  // The person over the page is left with the keyboard.
  await page.getByRole('button', { name: 'About the person' }).click();
  await page.getByRole('complementary', { name: 'About the person' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'About the person' }).click({ trial: true });
});

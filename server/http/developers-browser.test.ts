import { document, OPERATIONS } from '@wigwag/openapi';
import { expect } from 'vitest';
import {
  browserTest,
  expectNoBarriers,
  expectNoBarriersInTheDark,
  openBrowser,
  openPage,
} from '../../.config/testing-browser.ts';
import { createTestServer } from '../testing.ts';

browserTest('the reference shows every operation, from this server alone, to everybody', async () => {
  const { origin } = (await createTestServer()).server;
  const { page, complaints, hosts } = await openPage(await openBrowser(), `${origin}/developers`);
  await page.locator('.opblock').first().waitFor();
  const ids = await page
    .locator('.opblock')
    .evaluateAll((blocks) => blocks.map((block) => (block as unknown as { id: string }).id));
  for (const { id } of OPERATIONS) {
    expect(ids.filter((shownId) => shownId.endsWith(`-${id}`))).toHaveLength(1);
  }
  expect(ids).toHaveLength(37 + Object.keys(document.webhooks).length);
  // One operation of each kind, opened: a body, query parameters, a path parameter, fields of a schema.
  for (const id of [
    'messages-sendMessage',
    'messages-sendTemplateByQuery',
    'contacts-updateContact',
    'opt-outs-removeOptOut',
  ]) {
    await page.locator(`#operations-${id} .opblock-summary-control`).click();
    await page.locator(`#operations-${id} .responses-wrapper`).waitFor();
  }
  await page.locator('#operations-messages-sendMessage .tablinks', { hasText: 'Schema' }).first().click();
  await page.locator('#operations-messages-sendMessage .json-schema-2020-12-expand-deep-button').first().click();
  expect(await page.locator('#operations-messages-sendMessage').innerText()).toContain(
    'The key needs the scope messages:send.',
  );
  await expectNoBarriers(page, 'the reference');
  await expectNoBarriersInTheDark(page, 'the reference');
  expect(complaints).toEqual([]);
  expect([...hosts]).toEqual([new URL(origin).host]);
});

browserTest('a link to an operation opens it', async () => {
  const { origin } = (await createTestServer()).server;
  const { page, complaints } = await openPage(await openBrowser(), `${origin}/developers/errors/WINDOW_CLOSED`);
  await page.getByRole('link', { name: 'POST /messages', exact: true }).click();
  await page.locator('#operations-messages-sendMessage .responses-wrapper').waitFor();
  expect(await page.locator('.responses-wrapper').count()).toBe(1);
  expect(complaints).toEqual([]);
});

browserTest('the other pages can be read by everybody, without script too', async () => {
  const { origin } = (await createTestServer()).server;
  const browser = await openBrowser();
  for (const path of ['errors', 'errors/WINDOW_CLOSED', 'errors/VALIDATION_FAILED', 'webhooks', 'errors/NONE']) {
    const { page, complaints, hosts, answer } = await openPage(browser, `${origin}/developers/${path}`);
    await expectNoBarriers(page, path);
    await expectNoBarriersInTheDark(page, path);
    // Chromium itself complains of an answer that is no 200.
    expect([path, complaints.length]).toEqual([path, answer?.ok() ? 0 : 1]);
    expect([...hosts]).toEqual([new URL(origin).host]);
  }
  const plain = await openPage(browser, `${origin}/developers`, { javaScriptEnabled: false });
  expect(await plain.page.getByRole('row').count()).toBe(1 + OPERATIONS.length);
});

browserTest('the first key on a page leads past its header', async () => {
  const { origin } = (await createTestServer()).server;
  const { page } = await openPage(await openBrowser(), `${origin}/developers/errors`);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  expect(await page.evaluate('document.activeElement.id')).toBe('content');
});

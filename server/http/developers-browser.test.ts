import { document, OPERATIONS } from '@wigwag/openapi';
import { expect } from 'vitest';
import { createTestServer } from '../testing.ts';
import { accessibilityFaults, browserTest, openPage } from '../testing-browser.ts';

const SCHEMES = ['light', 'dark'] as const;

browserTest.each(SCHEMES)(
  'the reference shows every operation, from this server alone, to everybody (%s)',
  async (colorScheme) => {
    const { origin } = (await createTestServer()).server;
    const { page, problems } = await openPage(origin, { colorScheme });
    await page.goto(`${origin}/developers`);
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
    expect(await accessibilityFaults(page)).toEqual([]);
    expect(problems).toEqual([]);
  },
);

browserTest('a link to an operation opens it', async () => {
  const { origin } = (await createTestServer()).server;
  const { page, problems } = await openPage(origin);
  await page.goto(`${origin}/developers/errors/WINDOW_CLOSED`);
  await page.getByRole('link', { name: 'POST /messages', exact: true }).click();
  await page.locator('#operations-messages-sendMessage .responses-wrapper').waitFor();
  expect(await page.locator('.responses-wrapper').count()).toBe(1);
  expect(problems).toEqual([]);
});

browserTest.each(SCHEMES)('the other pages can be read by everybody, without script too (%s)', async (colorScheme) => {
  const { origin } = (await createTestServer()).server;
  const { page, problems } = await openPage(origin, { colorScheme });
  for (const path of ['errors', 'errors/WINDOW_CLOSED', 'errors/VALIDATION_FAILED', 'webhooks']) {
    await page.goto(`${origin}/developers/${path}`);
    expect([path, await accessibilityFaults(page)]).toEqual([path, []]);
  }
  expect(problems).toEqual([]);
  await page.goto(`${origin}/developers/errors/NONE`);
  expect(await accessibilityFaults(page)).toEqual([]);

  const plain = await openPage(origin, { colorScheme, javaScriptEnabled: false });
  await plain.page.goto(`${origin}/developers`);
  expect(await plain.page.getByRole('row').count()).toBe(1 + OPERATIONS.length);
});

browserTest('the first key on a page leads past its header', async () => {
  const { origin } = (await createTestServer()).server;
  const { page } = await openPage(origin);
  await page.goto(`${origin}/developers/errors`);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  expect(await page.evaluate('document.activeElement.id')).toBe('content');
});

import { document, ERRORS, OPERATIONS } from '@wigwag/openapi';
import { expect } from 'vitest';
import {
  browserTest,
  expectFits,
  expectNoBarriers,
  expectNoBarriersInTheDark,
  openBrowser,
  openPage,
  WIDTHS,
} from '../../../testing/browser.ts';
import { createTestServer } from '../../testing/server.ts';
import docs from './generated/docs.ts';

const DOCS = docs.groups.flatMap(({ pages }) => pages.map(({ slug }) => slug));

browserTest('the reference shows every operation, loads only from this server, and is accessible', async () => {
  const { origin } = (await createTestServer()).server;
  const { page, complaints, hosts } = await openPage(await openBrowser(), `${origin}/developers`);
  await page.locator('.opblock').first().waitFor();
  const ids = await page
    .locator('.opblock')
    .evaluateAll((blocks) => blocks.map((block) => (block as unknown as { id: string }).id));
  for (const { id } of OPERATIONS.filter(({ versioned }) => versioned)) {
    expect(ids.filter((shownId) => shownId.endsWith(`-${id}`))).toHaveLength(1);
  }
  // The API and the event stream.
  expect(ids).toHaveLength(36 + 1 + Object.keys(document.webhooks).length);
  // One operation of each kind, expanded: with a body, query parameters, a path parameter, and fields of a schema.
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

browserTest('the other pages are accessible, also without script', async () => {
  const { origin } = (await createTestServer()).server;
  const browser = await openBrowser();
  for (const path of ['errors', 'errors/WINDOW_CLOSED', 'errors/VALIDATION_FAILED', 'webhooks', 'errors/NONE']) {
    const { page, complaints, hosts, answer } = await openPage(browser, `${origin}/developers/${path}`);
    await expectNoBarriers(page, path);
    await expectNoBarriersInTheDark(page, path);
    // Chromium itself reports any status other than 200.
    expect([path, complaints.length]).toEqual([path, answer?.ok() ? 0 : 1]);
    expect([...hosts]).toEqual([new URL(origin).host]);
  }
  const plain = await openPage(browser, `${origin}/developers`, { javaScriptEnabled: false });
  expect(await plain.page.getByRole('row').count()).toBe(1 + OPERATIONS.length);
});

browserTest('people with any disability can read and search the docs, without script', async () => {
  const { origin } = (await createTestServer()).server;
  const browser = await openBrowser();
  const { page: reader, complaints: heard, hosts } = await openPage(browser, `${origin}/developers/docs`);
  for (const path of ['', ...DOCS.map((slug) => `/${slug}`), '?q=key', '?q=zebra']) {
    await reader.goto(`${origin}/developers/docs${path}`);
    await expectNoBarriers(reader, `docs${path}`);
  }
  // Colors are the same on all pages.
  for (const path of ['/authentication', '?q=key', '']) {
    await reader.emulateMedia({ colorScheme: 'light' });
    await reader.goto(`${origin}/developers/docs${path}`);
    await expectNoBarriersInTheDark(reader, `docs${path}`);
  }
  expect(heard).toEqual([]);
  expect([...hosts]).toEqual([new URL(origin).host]);
  const { page, complaints } = await openPage(browser, `${origin}/developers`, { javaScriptEnabled: false });
  await page.getByRole('link', { name: 'Docs', exact: true }).click();
  await page.getByRole('searchbox', { name: 'Search the docs' }).fill('revoke key');
  await page.keyboard.press('Enter');
  await page.getByRole('link', { name: 'Replace a key' }).first().click();
  expect(page.url()).toBe(`${origin}/developers/docs/authentication#replace-a-key`);
  await page.getByRole('navigation', { name: 'Documentation' }).getByRole('link', { name: 'Quickstart' }).click();
  await page.getByRole('heading', { name: 'Quickstart', level: 1 }).waitFor();
  expect(complaints).toEqual([]);
});

browserTest(
  'the docs fit a small phone, a phone and a laptop; a phone shows the text before the list of pages',
  async () => {
    const { origin } = (await createTestServer()).server;
    const { page } = await openPage(await openBrowser(), `${origin}/developers/docs`);
    const list = page.getByRole('navigation', { name: 'Documentation' }).getByRole('link', { name: 'Quickstart' });
    for (const width of [320, ...WIDTHS]) {
      await page.setViewportSize({ width, height: 900 });
      for (const path of ['', ...DOCS.map((slug) => `/${slug}`), `?q=${'k'.repeat(100)}`, '?q=key']) {
        await page.goto(`${origin}/developers/docs${path}`);
        await expectFits(page, `docs${path} at ${width}`);
        expect([width, path, await list.isVisible()]).toEqual([width, path, width > 900]);
      }
      if (width < 900) {
        await page.getByText('All pages', { exact: true }).click();
        await list.waitFor();
        await expectFits(page, `the list of pages at ${width}`);
      }
    }
  },
);

browserTest('the first Tab stop of a page skips its header', async () => {
  const { origin } = (await createTestServer()).server;
  const { page } = await openPage(await openBrowser(), `${origin}/developers/errors`);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  expect(await page.evaluate('document.activeElement.id')).toBe('content');
});

browserTest('each page fits a phone and a laptop, and breaks no error code in the middle of a word', async () => {
  const { origin } = (await createTestServer()).server;
  const browser = await openBrowser();
  for (const width of WIDTHS) {
    const options = { viewport: { width, height: 900 } };
    for (const path of [
      '/errors',
      '/errors/TEMPLATE_BUTTON_PARAM_MISSING',
      '/errors/NO_SUCH_CODE_AT_ALL',
      '/webhooks',
    ]) {
      const { page } = await openPage(browser, `${origin}/developers${path}`, options);
      await expectFits(page, `${path} at ${width}`);
    }
    const plain = await openPage(browser, `${origin}/developers`, { ...options, javaScriptEnabled: false });
    expect(await plain.page.getByRole('heading', { name: 'Authentication' }).count()).toBe(1);
    const { page } = await openPage(browser, `${origin}/developers`, options);
    await page.locator('.opblock').first().waitFor();
    await expectFits(page, `/developers at ${width}`);
    for (const id of ['messages-sendMessage', 'messages-sendTemplateByQuery', 'media-uploadMedia']) {
      await page.locator(`#operations-${id} .opblock-summary-control`).click();
      await page.locator(`#operations-${id} .response`).last().waitFor();
    }
    await expectFits(page, `/developers at ${width} with operations opened`);
  }
});

browserTest('the reference shows the examples of each status, and how to authenticate', async () => {
  const { origin } = (await createTestServer()).server;
  const { page } = await openPage(await openBrowser(), `${origin}/developers#/messages/sendMessage`);
  const operation = OPERATIONS.find(({ id }) => id === 'sendMessage');
  await page.locator('.response[data-code="503"]').waitFor();
  for (const status of operation?.statuses.filter((one) => one >= 400) ?? []) {
    const response = page.locator(`.response[data-code="${status}"]`);
    const codes = operation?.errors.filter((code) => ERRORS[code].http === status) ?? [];
    expect([status, await response.locator('.response__codes a').allInnerTexts()]).toEqual([status, codes]);
    for (const code of codes) {
      if (codes.length > 1) {
        await response.locator('.examples-select select, .response-control-examples select').selectOption(code);
      }
      const example = response.locator('pre.microlight');
      await example.getByText(`"${code}"`).waitFor();
      const { error } = JSON.parse(await example.innerText());
      expect(error).toMatchObject({ code, http: status, docs: `${origin}/developers/errors/${code}` });
    }
  }
  await page.locator('.response__codes a', { hasText: 'WINDOW_CLOSED' }).click();
  await page.getByRole('heading', { name: 'WINDOW_CLOSED' }).waitFor();
  await page.goto(`${origin}/developers`);
  await page.getByRole('heading', { name: 'Authentication' }).waitFor();
  const words = await page.locator('.information-container').innerText();
  for (const part of ['curl "$WIGWAG_BASE_URL/me"', 'Authorization: Bearer', 'ww_live_', 'ww_test_', 'messages:send']) {
    expect(words).toContain(part);
  }
});

import { expect } from 'vitest';
import {
  browserTest,
  expectFits,
  expectNoBarriers,
  expectNoBarriersInTheDark,
  openBrowser,
  openPage,
  WIDTHS,
} from '../../../lab/testing/browser.ts';
import { createTestServer } from '../../testing/server.ts';
import docs from './generated/docs.ts';

const DOCS = docs.groups.flatMap(({ pages }) => pages.map(({ slug }) => slug));

browserTest('the reference loads only from this server, and is accessible', async () => {
  const { origin } = (await createTestServer()).server;
  const { page, complaints, hosts } = await openPage(await openBrowser(), `${origin}/developers`);
  for (const path of ['', '/operations/sendMessage', '/operations/createFlow', '/operations/sendTemplateByQuery']) {
    await page.emulateMedia({ colorScheme: 'light' });
    await page.goto(`${origin}/developers${path}`);
    for (const closed of await page.locator('main details:not([open]) > summary').all()) {
      if (await closed.isVisible()) {
        await closed.click();
      }
    }
    await expectNoBarriers(page, path);
    await expectNoBarriersInTheDark(page, path);
  }
  expect(complaints).toEqual([]);
  expect([...hosts]).toEqual([new URL(origin).host]);
});

browserTest('a link on the page of an error leads to the operation', async () => {
  const { origin } = (await createTestServer()).server;
  const { page, complaints } = await openPage(await openBrowser(), `${origin}/developers/errors/WINDOW_CLOSED`);
  await page.getByRole('link', { name: 'POST /messages', exact: true }).click();
  await page.getByRole('heading', { name: 'Send a free-form message', level: 1 }).waitFor();
  await page.getByRole('navigation', { name: 'Operations' }).getByRole('link', { name: 'Get a contact' }).click();
  await page.getByRole('heading', { name: 'Get a contact', level: 1 }).waitFor();
  expect(complaints).toEqual([]);
});

browserTest('a reader tries an operation on this server, with a key that stays until the tab is closed', async () => {
  const { server, testKey, api } = await createTestServer();
  await api('POST', '/contacts', { body: { phone: '905551112233', name: 'Ada' } });
  const { page, complaints } = await openPage(
    await openBrowser(),
    `${server.origin}/developers/operations/sendMessage`,
  );
  const send = async () => {
    await page.getByRole('button', { name: 'Send the request' }).click();
    await page.locator('.try pre').waitFor();
    return JSON.parse(await page.locator('.try pre').innerText());
  };
  await page.getByLabel('API key').fill(testKey);
  expect(await send()).toMatchObject({ success: true, data: { status: 'sent', test: true } });
  expect(await page.getByRole('status').innerText()).toMatch(/^202 Accepted in \d+ ms$/);
  await page.goto(`${server.origin}/developers/operations/getContact`);
  await page.getByLabel('phone').fill('0555 111 22 33');
  expect(await send()).toMatchObject({ data: { name: 'Ada' } });
  await page.goto(`${server.origin}/developers/operations/listContacts`);
  await page.getByLabel('limit').fill('1');
  expect(await send()).toMatchObject({ data: { pagination: { limit: 1, count: 1 } } });
  await page.goto(`${server.origin}/developers/operations/uploadMedia`);
  const buffer = Buffer.from('%PDF-1.4\n');
  await page.getByLabel('file').setInputFiles({ name: 'invoice.pdf', mimeType: 'application/pdf', buffer });
  expect(await send()).toMatchObject({ data: { mime_type: 'application/pdf' } });
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
    for (const path of ['', '/operations/sendMessage', '/operations/sendTemplateByQuery', '/operations/createFlow']) {
      const { page } = await openPage(browser, `${origin}/developers${path}`, options);
      await page.locator('details').evaluateAll((all) => {
        for (const one of all as unknown as { open: boolean }[]) {
          one.open = true;
        }
      });
      await expectFits(page, `${path} at ${width}, opened`);
    }
  }
});

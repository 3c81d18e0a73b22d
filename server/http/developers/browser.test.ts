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

/** Pages with every kind of color of the docs. Contrast takes axe longest, and is checked only on these. */
const COLORFUL = ['', '/authentication', '?q=key'];
/** The other categories of axe. */
const EXCEPT_COLORS = [
  ...['aria', 'forms', 'keyboard', 'language', 'name-role-value', 'parsing', 'semantics'],
  ...['sensory-and-visual-cues', 'structure', 'tables', 'text-alternatives', 'time-and-media'],
].map((category) => `cat.${category}`);

browserTest('people with any disability can read the docs, on a small phone, a phone and a laptop', async () => {
  const { origin } = (await createTestServer()).server;
  const { page, complaints, hosts } = await openPage(await openBrowser(), `${origin}/developers/docs`);
  const list = page.getByRole('navigation', { name: 'Documentation' }).getByRole('link', { name: 'Quickstart' });
  for (const path of ['', ...DOCS.map((slug) => `/${slug}`), '?q=key', '?q=zebra', `?q=${'k'.repeat(100)}`]) {
    await page.goto(`${origin}/developers/docs${path}`);
    for (const width of [320, ...WIDTHS]) {
      await page.setViewportSize({ width, height: 900 });
      await expectFits(page, `docs${path} at ${width}`);
      // A phone shows the text before the list of pages.
      expect([width, path, await list.isVisible()]).toEqual([width, path, width > 900]);
    }
    if (COLORFUL.includes(path)) {
      await page.emulateMedia({ colorScheme: 'light' });
      await expectNoBarriers(page, `docs${path}`);
      await expectNoBarriersInTheDark(page, `docs${path}`);
    } else {
      await expectNoBarriers(page, `docs${path}`, EXCEPT_COLORS);
    }
  }
  for (const width of [320, WIDTHS[0]]) {
    await page.setViewportSize({ width, height: 900 });
    await page.goto(`${origin}/developers/docs`);
    if (width === WIDTHS[0]) {
      // All pages of the header are in one line.
      expect((await page.locator('.bar nav').boundingBox())?.height).toBeLessThan(40);
    }
    await page.getByText('All pages', { exact: true }).click();
    await list.waitFor();
    await expectFits(page, `the list of pages at ${width}`);
  }
  expect(complaints).toEqual([]);
  expect([...hosts]).toEqual([new URL(origin).host]);
});

browserTest('the docs can be searched without script', async () => {
  const { origin } = (await createTestServer()).server;
  const browser = await openBrowser();
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

browserTest('the first Tab stop of a page skips its header', async () => {
  const { origin } = (await createTestServer()).server;
  const { page } = await openPage(await openBrowser(), `${origin}/developers/errors`);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  expect(await page.evaluate('document.activeElement.id')).toBe('content');
});

browserTest('each page fits a phone and a laptop, and breaks no error code in the middle of a word', async () => {
  const { origin } = (await createTestServer()).server;
  const { page } = await openPage(await openBrowser(), `${origin}/developers`);
  for (const path of [
    '/errors',
    '/errors/TEMPLATE_BUTTON_PARAM_MISSING',
    '/errors/NO_SUCH_CODE_AT_ALL',
    '/webhooks',
    '',
    '/operations/sendMessage',
    '/operations/sendTemplateByQuery',
    '/operations/createFlow',
  ]) {
    await page.goto(`${origin}/developers${path}`);
    await page.locator('details').evaluateAll((all) => {
      for (const one of all as unknown as { open: boolean }[]) {
        one.open = true;
      }
    });
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 });
      await expectFits(page, `${path} at ${width}, opened`);
    }
  }
});

browserTest('a reader chooses a language once, and it stays over pages', async () => {
  const { origin } = (await createTestServer()).server;
  const { page, complaints } = await openPage(await openBrowser(), `${origin}/developers/operations/getMe`);
  await page.getByRole('tab', { name: 'curl' }).focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('End');
  const panel = page.getByRole('tabpanel');
  expect(await panel.innerText()).toContain('file_get_contents');
  await page.goto(`${origin}/developers/operations/sendMessage`);
  expect(await page.getByRole('tab', { selected: true }).innerText()).toBe('PHP');
  expect(await panel.innerText()).toContain("'method' => 'POST'");
  await page.goto(`${origin}/developers/webhooks`);
  expect(await panel.innerText()).toContain('receiver.php');
  // A language that the page does not have shows the first one.
  await page.getByRole('tab', { name: 'Node.js' }).click();
  await page.goto(`${origin}/developers/operations/getMe`);
  expect(await panel.innerText()).toContain('curl');
  await expectNoBarriers(page, 'tabs');
  // A phone shows all tabs without scrolling.
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await page.getByRole('tab').count()).toBe(6);
  for (const tab of await page.getByRole('tab').all()) {
    const { x, width } = (await tab.boundingBox()) ?? { x: 0, width: 0 };
    expect(x + width).toBeLessThan(390);
  }
  expect(complaints).toEqual([]);
});

browserTest('without script, all samples are below each other, and the page follows the system', async () => {
  const { origin } = (await createTestServer()).server;
  const options = { javaScriptEnabled: false, colorScheme: 'dark' } as const;
  const { page } = await openPage(await openBrowser(), `${origin}/developers/operations/getMe`, options);
  expect(await page.locator('.tabs h3').allInnerTexts()).toEqual([
    'curl',
    'SDK',
    'Command line',
    'Python',
    'Go',
    'PHP',
  ]);
  for (const sample of await page.locator('[data-sample]').all()) {
    expect(await sample.isVisible()).toBe(true);
  }
  expect(await page.getByRole('button', { name: 'Dark colors' }).count()).toBe(0);
});

browserTest('the chosen colors stay over pages, and the button copies the sample', async () => {
  const { origin } = (await createTestServer()).server;
  const { page, context, complaints } = await openPage(await openBrowser(), `${origin}/developers/operations/getMe`);
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin });
  const background = () => page.evaluate('getComputedStyle(document.body).backgroundColor');
  const light = await background();
  await page.getByRole('button', { name: 'Dark colors' }).click();
  const dark = await background();
  expect(dark).not.toBe(light);
  await page.goto(`${origin}/developers/errors`);
  expect(await background()).toBe(dark);
  expect(await page.getByRole('button', { name: 'Dark colors', pressed: true }).count()).toBe(1);
  await page.goto(`${origin}/developers/operations/getMe`);
  await page.locator('.beside .code').first().hover();
  await page.getByRole('button', { name: 'Copy' }).first().click();
  await page.getByRole('button', { name: 'Copied' }).waitFor();
  const copied = await page.evaluate('navigator.clipboard.readText()');
  expect(copied).toBe('curl "$WIGWAG_BASE_URL/me" \\\n  --header "Authorization: Bearer $WIGWAG_API_KEY"');
  expect(complaints).toEqual([]);
});

browserTest('Ctrl K searches operations, errors and guides, and forgives mistakes', async () => {
  const { origin } = (await createTestServer({ config: { publicUrl: undefined } })).server;
  const loaded: string[] = [];
  const browser = await openBrowser();
  const { page, complaints } = await openPage(browser, `${origin}/developers/webhooks`);
  page.on('request', (request) => loaded.push(request.url().split('/').at(-1) ?? ''));
  const search = page.getByRole('combobox', { name: 'Search the docs' });
  await page.keyboard.press('Control+k');
  await search.waitFor();
  for (const [query, path] of [
    ['windw closed', '/errors/WINDOW_CLOSED'],
    ['upsert contact', '/operations/upsertContact'],
    ['rotate key', '/docs/authentication#replace-a-key'],
  ] as const) {
    await search.fill(query);
    const hrefs = () =>
      page.getByRole('option').evaluateAll((all) => all.map((one) => (one as unknown as { href: string }).href));
    await expect.poll(hrefs, { message: query }).toContain(`${origin}/developers${path}`);
  }
  expect(loaded.sort()).toEqual(['search.js', 'search.json']);
  // A result without a text has only the name of its page.
  await search.fill('tempalte');
  const more = page.getByRole('option').locator('small');
  await expect.poll(() => more.count()).toBeGreaterThan(1);
  expect((await more.allInnerTexts()).filter((text) => / ·$/.test(text.trim()))).toEqual([]);
  await search.fill('send free-form messge');
  await expectNoBarriers(page, 'results');
  await page.getByRole('option', { name: 'Send a free-form message' }).waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Send a free-form message', level: 1 }).waitFor();
  // The key works when the script of the new page has run.
  await page.waitForLoadState();
  await page.keyboard.press('/');
  await search.fill('zebra');
  await page.getByText('Nothing has all words of “zebra”').waitFor();
  await page.keyboard.press('Escape');
  expect(await page.getByText('Nothing has all words of “zebra”').isVisible()).toBe(false);
  await search.fill('key');
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('option').first().waitFor();
  await expectFits(page, 'results on a phone');
  expect(complaints).toEqual([]);
});

browserTest('a repeated request of a reader sends nothing twice, and a changed one is a new request', async () => {
  const { server, testKey } = await createTestServer();
  const { page, complaints } = await openPage(
    await openBrowser(),
    `${server.origin}/developers/operations/sendMessage`,
  );
  await page.getByLabel('API key').fill(testKey);
  const send = async () => {
    await page.getByRole('button', { name: 'Send the request' }).click();
    await page.locator('.try pre').waitFor();
    return JSON.parse(await page.locator('.try pre').innerText()).data.id;
  };
  const first = await send();
  expect(await send()).toBe(first);
  expect(await page.locator('.try [role=status]').innerText()).toContain('the response to the first request');
  await page.getByLabel('Body').fill('{"to":"905551112233","text":"Another"}');
  expect(await send()).not.toBe(first);
  expect(complaints).toEqual([]);
});

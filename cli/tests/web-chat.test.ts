import { createServer } from 'node:http';
import { expect } from 'vitest';
import { browserTest, expectFits, expectNoBarriers, openBrowser, openPage, watch } from '../../lab/testing/browser.ts';
import { PNG } from '../../lab/testing/png.ts';
import { listen, scratchFolder, startDev } from '../testing/cli.ts';
import {
  allow,
  answer,
  chatFrame,
  createSite,
  embedding,
  firstWritten,
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

browserTest('a visitor chats both ways, and sees the whole conversation again on return', async () => {
  const dev = await startDev();
  const browser = await openBrowser();
  const { page, context, complaints, hosts } = await openPage(browser, pageUrl(dev));
  await page.getByText('Write to us').waitFor();
  // Uses only the keyboard: the conversation, the text, the button.
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.type('Are you open?');
  await page.keyboard.press('Shift+Enter');
  await page.keyboard.type('Today?');
  await page.keyboard.press('Enter');
  await page.keyboard.type('Hello?');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  const visitor = await visitorOf(dev);
  await expect.poll(() => history(dev, visitor)).toEqual(['Are you open?\nToday?', 'Hello?']);
  const id = await answer(dev, visitor, { text: 'Until six.', reply_to: await firstWritten(dev, visitor) });
  await untilStatus(dev, id, 'read');
  expect(await textsOn(page)).toEqual(['Are you open?\nToday?', 'Hello?', 'Are you open?\nToday?Until six.']);
  expect(await page.locator('.message').last().textContent()).toMatch(/^Demo: .*Until six\./s);

  await page.reload();
  await expect
    .poll(() => textsOn(page))
    .toEqual(['Are you open?\nToday?', 'Hello?', 'Are you open?\nToday?Until six.']);
  expect(await page.locator('blockquote').textContent()).toBe('Are you open?\nToday?');
  const [cookie] = await context.cookies();
  expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: '/webchat/web_1' });
  expect(complaints).toEqual([]);
  expect([...hosts]).toEqual([new URL(dev.info.base_url).host]);
});

browserTest('after a kill and restart in mid-conversation, the server loses and duplicates nothing', async () => {
  const cwd = scratchFolder();
  const first = await startInFolder(cwd);
  const { port } = new URL(first.info.base_url);
  const browser = await openBrowser();
  const { page } = await openPage(browser, pageUrl(first));
  await write(page, 'before');
  const visitor = await visitorOf(first);
  await untilStatus(first, await answer(first, visitor, { text: 'answer before' }), 'read');
  // The server is killed with an accepted reply that it has not sent yet.
  await answer(first, visitor, { text: 'accepted at the end' });
  await first.dev.stop('SIGKILL');

  await page.getByText('The connection is lost').waitFor();
  await write(page, 'while it was down 1');
  await write(page, 'while it was down 2');
  await page.getByText('Sending…').first().waitFor();

  const second = await startInFolder(cwd, ['--port', port]);
  await untilStatus(second, await answer(second, visitor, { text: 'answer after' }), 'read');
  const all = [
    'before',
    'answer before',
    'accepted at the end',
    'while it was down 1',
    'while it was down 2',
    'answer after',
  ];
  await expect.poll(async () => (await textsOn(page)).sort()).toEqual(all.toSorted());
  await expect.poll(() => page.getByText('Sending…').count()).toBe(0);
  expect((await history(second, visitor)).sort()).toEqual(all.toSorted());
  await page.getByText('Connected again.').waitFor();
  const onPage = await textsOn(page);
  await page.reload();
  await expect.poll(() => textsOn(page)).toEqual(onPage);
});

browserTest('a lost response to a send, and a page closed with a draft, duplicate nothing', async () => {
  const dev = await startDev();
  const browser = await openBrowser();
  const { page, context } = await openPage(browser, pageUrl(dev));
  let lost = 0;
  await page.route('**/web_1/messages', async (route) => {
    lost += 1;
    if (lost === 1) {
      await route.fetch();
    }
    await (lost < 3 ? route.abort() : route.continue());
  });
  await write(page, 'Once');
  const visitor = await visitorOf(dev);
  await expect.poll(() => lost).toBeGreaterThan(0);
  await page.close();
  const again = await context.newPage();
  await again.goto(pageUrl(dev));
  await write(again, 'Twice');
  await expect.poll(() => history(dev, visitor)).toEqual(['Once', 'Twice']);
  expect(await textsOn(again)).toEqual(['Once', 'Twice']);
  await expect.poll(() => again.evaluate('Object.keys(localStorage)')).toEqual([]);
});

browserTest('text stays text, files are shown by their type, and only web addresses become links', async () => {
  const dev = await startDev();
  const browser = await openBrowser();
  const { page, complaints } = await openPage(browser, pageUrl(dev));
  const hostile =
    '<img src=x onerror="alert(1)"> javascript:alert(1) see https://shop.example/a?b=c. (http://x.example)';
  await write(page, hostile);
  const visitor = await visitorOf(dev);
  const types: Record<string, string> = {
    svg: 'image/png',
    mp4: 'video/mp4',
    mp3: 'audio/mpeg',
    pdf: 'application/pdf',
  };
  const files = createServer((request, response) => {
    const type = types[request.url?.split('.').at(-1) ?? ''] ?? 'image/png';
    response.setHeader('content-type', type).end(type === 'image/png' ? PNG : '');
  });
  const host = await listen(files);
  for (const [type, name, more] of [
    ['image', 'shoe.png', { caption: 'Size 42' }],
    ['video', 'shop.mp4', {}],
    ['audio', 'hello.mp3', {}],
    ['document', 'bill%20may.pdf', {}],
    ['document', 'x.pdf', { filename: 'Rechnung.pdf', caption: 'Mai' }],
  ] as const) {
    await answer(dev, visitor, { type, media: { url: `${host}/${name}` }, ...more });
  }
  await page.getByText('Rechnung.pdf').waitFor();
  expect((await textsOn(page))[0]).toContain('<img src=x onerror="alert(1)"> javascript:alert(1) see');
  const links = await page.evaluate(
    "[...document.querySelectorAll('.bubble a')].map((a) => [a.getAttribute('href'), a.rel, a.textContent])",
  );
  const rel = 'noopener noreferrer nofollow';
  const tab = ' (opens a new tab)';
  expect(links).toEqual([
    ['https://shop.example/a?b=c', rel, `https://shop.example/a?b=c${tab}`],
    ['http://x.example/', rel, `http://x.example${tab}`],
    [`${host}/shoe.png`, rel, tab],
    [`${host}/bill%20may.pdf`, rel, `bill may.pdf${tab}`],
    [`${host}/x.pdf`, rel, `Rechnung.pdf${tab}`],
  ]);
  await expect.poll(() => page.evaluate("document.querySelector('img').naturalWidth")).toBe(1);
  expect(await page.locator('video[controls], audio[controls]').count()).toBe(2);
  expect(await page.locator('figcaption').allTextContents()).toEqual(['Size 42', 'Mai']);
  expect(complaints).toEqual([]);
});

browserTest('messages on a page are delivered, and messages in view on a visible page are read', async () => {
  const dev = await startDev();
  const browser = await openBrowser();
  const { page } = await openPage(browser, pageUrl(dev));
  await write(page, 'Hello');
  const visitor = await visitorOf(dev);
  await look(page, 'hidden');
  const id = await answer(dev, visitor, { text: 'Are you there?' });
  await untilStatus(dev, id, 'delivered');
  // The next one takes the same path: if the first had been read, that status would have arrived by now.
  await untilStatus(dev, await answer(dev, visitor, { text: 'Hello?' }), 'delivered');
  expect((await dev.api('GET', `/messages/${id}`)).body.data.status).toBe('delivered');
  await look(page, 'visible');
  await untilStatus(dev, id, 'read');
});

browserTest('the chat is accessible: axe, dark and light, 320 pixels wide, at 200 % and in Turkish', async () => {
  const dev = await startDev();
  const browser = await openBrowser();
  const { page } = await openPage(browser, pageUrl(dev));
  await write(page, `A long word ${'x'.repeat(300)} and https://shop.example/${'y'.repeat(300)}`);
  const visitor = await visitorOf(dev);
  await untilStatus(dev, await answer(dev, visitor, { text: 'An answer' }), 'read');
  await expect.poll(() => page.getByRole('log').getAttribute('aria-live')).toBe('polite');
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await expectNoBarriers(page, colorScheme);
  }
  // 1280 by 720 at 200 % is 640 by 360; 1280 at 400 % is 320 pixels.
  for (const [width, height] of [
    [320, 256],
    [640, 360],
    [320, 640],
  ] as const) {
    await page.setViewportSize({ width, height });
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
    const log = "document.getElementById('log')";
    // A visitor who was at the end stays at the end.
    await expect
      .poll(() => page.evaluate(`${log}.scrollHeight - ${log}.scrollTop - ${log}.clientHeight`))
      .toBeLessThan(2);
    await page.getByRole('button', { name: 'Send' }).scrollIntoViewIfNeeded();
    await expectNoBarriers(page, `${width} by ${height}`);
  }
  await page.goto(pageUrl(dev, '?lang=tr'));
  expect(await page.locator('html').getAttribute('lang')).toBe('tr');
  await page.getByLabel('Mesajınız').waitFor();
  await expectNoBarriers(page, 'Turkish');
});

browserTest('an allowed site shows the chat, even if the browser blocks third-party cookies', async () => {
  const dev = await startInFolder();
  const site = await createSite(embedding(dev));
  await allow(dev, site);
  const browser = await openBrowser(['--test-third-party-cookie-phaseout']);
  const { page, context, complaints, hosts } = await openPage(browser, site);
  const button = page.getByRole('button', { name: 'Open the chat' });
  await button.focus();
  expect(await button.getAttribute('aria-expanded')).toBe('false');
  await page.keyboard.press('Enter');
  const frame = await chatFrame(page);
  await frame.getByLabel('Your message').waitFor();
  await expect.poll(() => frame.evaluate('document.activeElement?.id')).toBe('text');
  await page.keyboard.type('From the shop');
  await page.keyboard.press('Enter');
  const visitor = await visitorOf(dev);
  await untilStatus(dev, await answer(dev, visitor, { text: 'Welcome' }), 'read');
  await expectNoBarriers(page, 'the site with the chat open');
  await frame.getByRole('button', { name: 'Close the chat' }).focus();
  await page.keyboard.press('Escape');
  await expect.poll(() => page.evaluate('document.activeElement?.shadowRoot?.activeElement?.tagName')).toBe('BUTTON');

  // A closed chat receives messages, but they are unread.
  const id = await answer(dev, visitor, { text: 'Anything else?' });
  await page.getByRole('button', { name: 'Open the chat, 1 new messages' }).waitFor();
  await untilStatus(dev, id, 'delivered');
  await page.reload();
  await page.getByRole('button', { name: 'Open the chat, 1 new messages' }).click();
  await untilStatus(dev, id, 'read');
  expect(await textsOn(await chatFrame(page))).toEqual(['From the shop', 'Welcome', 'Anything else?']);
  expect(await visitors(dev)).toEqual([visitor]);
  expect(await context.cookies()).toEqual([]);
  expect(complaints).toEqual([]);
  expect([...hosts].sort()).toEqual([new URL(dev.info.base_url).host, new URL(site).host].sort());
});

browserTest('on a phone the chat covers the site, has one way to close, and leaves room for the keyboard', async () => {
  const dev = await startInFolder();
  const html = embedding(dev)
    .replace('<head>', '<head><meta name="viewport" content="width=device-width">')
    .replace('<main>', '<main style="height: 5000px">');
  const site = await createSite(html);
  await allow(dev, site);
  const browser = await openBrowser();
  const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
  const { page, complaints } = await openPage(browser, site, phone);
  await page.getByRole('button', { name: 'Open the chat' }).click();
  const frame = await chatFrame(page);
  await frame.getByLabel('Your message').waitFor();
  const button = page.getByRole('button', { name: 'Close the chat', exact: true });
  await button.waitFor({ state: 'hidden' });
  const box = () => page.locator('iframe').boundingBox();
  expect(await box()).toEqual({ x: 0, y: 0, width: 390, height: 844 });
  expect(await page.evaluate('getComputedStyle(document.documentElement).overflow')).toBe('hidden');
  expect(await frame.getByText('Shift+Enter').isVisible()).toBe(false);
  await expectNoBarriers(page, 'a phone');
  // The keyboard opens.
  await page.setViewportSize({ width: 390, height: 430 });
  await expect.poll(box).toEqual({ x: 0, y: 0, width: 390, height: 430 });
  const sizes =
    '[document.documentElement.scrollHeight, document.getElementById("form").getBoundingClientRect().bottom]';
  await expect.poll(() => frame.evaluate(sizes)).toEqual([430, 430]);
  await frame.getByRole('button', { name: 'Close the chat' }).click();
  await page.getByRole('button', { name: 'Open the chat' }).waitFor();
  expect(await page.evaluate('getComputedStyle(document.documentElement).overflow')).toBe('visible');
  expect(complaints).toEqual([]);
});

browserTest('a page shows the tag, and the chat with the chosen options', async () => {
  const dev = await startDev();
  const browser = await openBrowser();
  const { page, context, complaints } = await openPage(browser, `${pageUrl(dev)}/snippet`);
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: new URL(pageUrl(dev)).origin });
  await page.getByRole('button', { name: 'Open the chat' }).waitFor();
  await page.getByLabel('Language').selectOption('Turkish');
  await page.getByRole('button', { name: 'Try it' }).click();
  const tag = `<script src="${pageUrl(dev)}/embed.js" data-lang="tr" async></script>`;
  await page.getByText(tag, { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Copy' }).first().click();
  await page.getByRole('button', { name: 'Copied' }).waitFor();
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe(tag);
  await page.getByRole('button', { name: 'Sohbeti aç' }).click();
  const frame = page.frameLocator('iframe');
  await frame.getByLabel('Mesajınız').fill('Merhaba');
  await frame.getByRole('button', { name: 'Gönder' }).click();
  await expect.poll(async () => history(dev, await visitorOf(dev))).toEqual(['Merhaba']);
  await page.setViewportSize({ width: 390, height: 844 });
  await frame.getByRole('button', { name: 'Sohbeti kapat' }).click();
  await expectNoBarriers(page, 'the tag');
  await expectFits(page, 'the tag');
  expect(complaints).toEqual([]);
});

browserTest('a site that is not allowed shows no chat: no button, no frame, no replies', async () => {
  const dev = await startInFolder();
  const stranger = await createSite(embedding(dev));
  await allow(dev, 'https://shop.example');
  const browser = await openBrowser();
  const { page, complaints } = await openPage(browser, stranger);
  await expect.poll(() => complaints.join()).toContain('cannot be shown on');
  expect(await page.getByRole('button').count()).toBe(0);
  const framing = await createSite(`<!doctype html><iframe src="${pageUrl(dev)}"></iframe>`);
  const other = await browser.newPage();
  const seen = watch(other);
  await other.goto(framing);
  await expect.poll(() => seen.complaints.join()).toContain('frame-ancestors');
  expect(await other.frameLocator('iframe').getByLabel('Your message').count()).toBe(0);
});

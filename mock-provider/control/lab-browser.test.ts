import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { expect, onTestFinished } from 'vitest';
import {
  browserTest,
  expectFits,
  expectNoBarriers,
  expectNoBarriersInTheDark,
  openBrowser,
  openPage,
} from '../../lab/testing/browser.ts';
import { PNG } from '../../lab/testing/png.ts';
import { createManualClock, createMockProvider, type MockProvider } from '../index.ts';

/** An app that accepts every callback. */
async function startApp(): Promise<string> {
  const app = createServer((_, response) => void response.end('ok'));
  await new Promise<void>((resolve) => app.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void app.close());
  return `http://127.0.0.1:${(app.address() as AddressInfo).port}/hook`;
}

/** A second of silence, as WAV with 8,000 bytes per second. */
const SOUND = Buffer.concat([
  Buffer.from('52494646641f000057415645666d7420100000000100010040' + '1f0000401f00000100080064617461401f0000', 'hex'),
  Buffer.alloc(8_000, 128),
]);

const LAPTOP = { width: 1280, height: 900 };
const PHONE = { width: 390, height: 844 };
const AYLA = { id: '905551112233', name: 'Ayla' };

/** Sends a message of the app to Ayla. */
async function sendTo(mock: MockProvider, url: string, message: object): Promise<string> {
  const { access_token, whatsapp } = mock.credentials;
  const sent = await fetch(`${url}/v25.0/${whatsapp.phone_number_id}/messages`, {
    method: 'POST',
    headers: { authorization: `Bearer ${access_token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ messaging_product: 'whatsapp', to: AYLA.id, ...message }),
  });
  expect(sent.status).toBe(200);
  const { messages } = (await sent.json()) as { messages: { id: string }[] };
  return messages[0]?.id ?? '';
}

const writing = (mock: MockProvider) =>
  ({ channel: 'whatsapp', business_id: mock.credentials.whatsapp.phone_number_id, from: AYLA }) as const;

const bubblesOf = (page: Page) => page.getByRole('list', { name: /^Chat of/ }).getByRole('listitem');
const openTab = (page: Page, name: string) => page.getByRole('tab', { name }).click();
const messageOf = (mock: MockProvider) => mock.callbacks().at(-1)?.body;
/** A chat that is longer than other lists of the control API can be. */
const LONG = 520;
const FIRST = 'entry.0.changes.0.value.messages.0';

async function choose(page: Page, field: string, option: string): Promise<void> {
  await page.getByRole('button', { name: new RegExp(`${field}$`) }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
}

browserTest('a person writes, presses choices, sends files and adopts a username on the page of the mock', async () => {
  const mock = createMockProvider({ callbackUrl: await startApp(), clock: createManualClock(Date.now()) });
  const { url, close } = await mock.listen();
  onTestFinished(close);
  const browser = await openBrowser();
  const { page, complaints, hosts } = await openPage(browser, url, { viewport: LAPTOP });
  const bubbles = bubblesOf(page);

  await page.getByRole('button', { name: 'New person' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('First message').fill('Is the shop open?');
  await dialog.getByRole('button', { name: 'Write as a new person' }).click();
  await bubbles.filter({ hasText: 'Is the shop open?' }).waitFor();

  const reply = { id: 'yes', title: 'Yes please' };
  await sendTo(mock, url, {
    type: 'interactive',
    interactive: {
      type: 'button',
      body: { text: 'Shall we call?' },
      action: { buttons: [{ type: 'reply', reply }] },
    },
  });
  await bubbles.filter({ hasText: 'Shall we call?' }).filter({ hasText: 'read' }).waitFor();
  await page.getByRole('button', { name: 'Yes please' }).click();
  await bubbles.filter({ hasText: /^Yes please/ }).waitFor();
  expect(messageOf(mock)).toHaveProperty(`${FIRST}.interactive.button_reply`, reply);

  const row = { id: 'small', title: 'Small', description: 'For one' };
  await sendTo(mock, url, {
    type: 'interactive',
    interactive: {
      type: 'list',
      body: { text: 'Which size?' },
      action: { button: 'Sizes', sections: [{ title: 'All', rows: [row] }] },
    },
  });
  await page.getByRole('button', { name: 'Sizes' }).click();
  await page.getByRole('button', { name: /^Small/ }).click();
  await bubbles.filter({ hasText: /^Small/ }).waitFor();
  expect(messageOf(mock)).toHaveProperty(`${FIRST}.interactive.list_reply`, row);

  await page.getByRole('button', { name: 'Send a location' }).click();
  await page.getByLabel('Latitude').fill('41.01');
  await page.getByLabel('Longitude').fill('28.97');
  await page.getByRole('button', { name: 'Send the location' }).click();
  await bubbles.filter({ hasText: '41.01, 28.97' }).waitFor();

  await page.getByRole('button', { name: 'Send a voice message' }).click();
  // Its bytes are generated, so there is nothing to play.
  await bubbles.filter({ hasText: 'Voice message' }).getByRole('link', { name: 'Save the file' }).waitFor();
  await page.getByLabel('Own file').setInputFiles({ name: 'song.wav', mimeType: 'audio/wav', buffer: SOUND });
  const player = page.getByLabel('song.wav');
  await expect.poll(() => player.evaluate((one) => (one as unknown as { duration: number }).duration)).toBe(1);

  await page.getByRole('button', { name: 'Send other content' }).click();
  await page.getByRole('menuitem', { name: 'Press of a button' }).click();
  await page.getByLabel('Title of the button').fill('Stop promotions');
  await page.getByRole('button', { name: 'Send the press' }).click();
  await bubbles.filter({ hasText: /^Stop promotions/ }).waitFor();
  expect(messageOf(mock)).toHaveProperty(`${FIRST}.button`, { payload: 'Stop promotions', text: 'Stop promotions' });

  await page.getByLabel('Message', { exact: true }).fill('My receipt');
  await page.getByLabel('Own file').setInputFiles({ name: 'receipt.png', mimeType: 'image/png', buffer: PNG });
  const receipt = bubbles.filter({ hasText: 'My receipt' });
  await receipt.waitFor();
  expect(messageOf(mock)).toHaveProperty(`${FIRST}.image.caption`, 'My receipt');
  await expect
    .poll(() => receipt.locator('img').evaluate((one) => (one as unknown as { naturalWidth: number }).naturalWidth))
    .toBe(1);

  await page.getByRole('button', { name: 'Username' }).click();
  await page.getByRole('textbox', { name: 'New username' }).fill('ayla.d');
  await page.getByRole('button', { name: 'Adopt username' }).click();
  await page.getByRole('heading', { name: /@ayla\.d/ }).waitFor();
  expect(complaints).toEqual([]);
  expect([...hosts]).toEqual([new URL(url).host]);
  for (const viewport of [LAPTOP, PHONE]) {
    await page.setViewportSize(viewport);
    await page.emulateMedia({ colorScheme: 'light' });
    await expectFits(page, `the phone at ${viewport.width}`);
    await expectNoBarriers(page, `the phone at ${viewport.width}`);
    await expectNoBarriersInTheDark(page, `the phone at ${viewport.width}`);
  }
});

browserTest('the control room shows callbacks, and changes templates, faults and the clock', async () => {
  const mock = createMockProvider({ callbackUrl: await startApp(), clock: createManualClock(Date.now()) });
  const { url, close } = await mock.listen();
  onTestFinished(close);
  await mock.receive({ ...writing(mock), type: 'text', text: 'Hello' });
  await sendTo(mock, url, { type: 'text', text: { body: '<script>alert(1)</script>' } });
  const browser = await openBrowser();
  const { page, complaints } = await openPage(browser, url, { viewport: LAPTOP });
  await bubblesOf(page).filter({ hasText: '<script>alert(1)</script>' }).waitFor();

  await page
    .getByRole('region', { name: 'Callbacks' })
    .getByRole('button', { name: /message.*status 200/ })
    .click();
  const sheet = page.getByRole('dialog');
  await sheet.getByText('X-Hub-Signature-256: sha256=').waitFor();
  await sheet.getByText('whatsapp_business_account').waitFor();
  const before = mock.callbacks();
  const first = before.find(({ events }) => events.includes('message'));
  await sheet.getByRole('button', { name: 'Send the callback again' }).click();
  await expect.poll(() => mock.callbacks().length).toBe(before.length + 1);
  expect(mock.callbacks().at(-1)).toMatchObject({ body: first?.body, status_code: 200, attempt: 1 });
  await sheet.waitFor({ state: 'detached' });

  await openTab(page, 'Templates');
  await page.getByRole('button', { name: 'Reject hello_world in en_US' }).click();
  await page
    .getByRole('list', { name: 'Templates' })
    .getByRole('listitem')
    .filter({ hasText: /hello_world.*REJECTED/ })
    .waitFor();

  await openTab(page, 'Faults');
  await page.getByLabel('Code').fill('131056');
  await page.getByRole('button', { name: 'Add fault' }).click();
  await page.getByRole('list', { name: 'Faults' }).filter({ hasText: '131056' }).waitFor();
  await page.getByRole('button', { name: 'Clear faults' }).click();
  await expect.poll(() => mock.faults.list()).toEqual([]);

  await openTab(page, 'Time');
  const now = Date.parse(mock.now());
  await page.getByRole('button', { name: 'Advance the clock' }).click();
  await expect.poll(() => Date.parse(mock.now()) - now).toBe(3_600_000);

  await openTab(page, 'Numbers');
  await page.getByRole('region', { name: 'Credentials' }).filter({ hasText: mock.credentials.access_token }).waitFor();
  await page.getByLabel('Callback URL').fill('https://other.example/hook');
  await page.getByRole('button', { name: 'Set the callback URL' }).click();
  await expect.poll(() => mock.state().callback_url).toBe('https://other.example/hook');
  expect(complaints).toEqual([]);

  for (const viewport of [LAPTOP, PHONE]) {
    await page.setViewportSize(viewport);
    if (viewport === PHONE) {
      await page.getByRole('button', { name: 'Control room' }).click();
    }
    for (const tab of ['Callbacks', 'Sends', 'Events', 'Faults', 'Templates', 'Numbers', 'Time']) {
      await openTab(page, tab);
      await page.emulateMedia({ colorScheme: 'light' });
      await expectFits(page, `${tab} at ${viewport.width}`);
      await expectNoBarriers(page, `${tab} at ${viewport.width}`);
    }
    await expectNoBarriersInTheDark(page, `the control room at ${viewport.width}`);
  }
});

browserTest('a person edits and unsends a message, replies and reacts', async () => {
  const mock = createMockProvider({ callbackUrl: await startApp() });
  const { url, close } = await mock.listen();
  onTestFinished(close);
  await mock.receive({ ...writing(mock), type: 'text', text: 'Three please' });
  const answer = await sendTo(mock, url, { type: 'text', text: { body: 'Three it is' } });
  const browser = await openBrowser();
  const { page, complaints } = await openPage(browser, url, { viewport: LAPTOP });
  const bubbles = bubblesOf(page);
  const act = async (words: string, name: string) => {
    await bubbles.filter({ hasText: words }).getByRole('button', { name: 'More about this message' }).click();
    await page.getByRole('menuitem', { name }).click();
  };
  await act('Three please', 'Edit');
  await page.getByLabel('New text').fill('Four please');
  await page.getByRole('button', { name: 'Send the edit' }).click();
  await bubbles.filter({ hasText: 'Four please' }).filter({ hasText: 'edited' }).waitFor();
  expect(messageOf(mock)).toHaveProperty(`${FIRST}.edit.message.text.body`, 'Four please');

  await act('Three it is', 'Reply');
  await page.getByLabel('Message', { exact: true }).fill('Thank you');
  await page.keyboard.press('Enter');
  await bubbles.filter({ hasText: 'Thank you' }).filter({ hasText: 'Three it is' }).waitFor();
  expect(messageOf(mock)).toHaveProperty(`${FIRST}.context.id`, answer);

  await bubbles.first().getByRole('button', { name: 'More about this message' }).click();
  await page.getByRole('menuitem', { name: 'Unsend' }).click();
  await bubbles.filter({ hasText: 'This message was deleted' }).waitFor();
  expect(messageOf(mock)).toHaveProperty(`${FIRST}.type`, 'revoke');

  await bubbles.nth(1).getByRole('button', { name: 'More about this message' }).click();
  await page.getByRole('menuitem', { name: 'React with 👍' }).click();
  await bubbles.filter({ hasText: 'Three it is' }).filter({ hasText: '👍' }).waitFor();
  expect(complaints).toEqual([]);
});

browserTest('the page sends every kind of event from an example that can be changed', async () => {
  const mock = createMockProvider({ callbackUrl: await startApp() });
  const { url, close } = await mock.listen();
  onTestFinished(close);
  const { instagram } = mock.credentials;
  await mock.receive({
    ...writing(mock),
    from: { id: '905551112299', name: 'Ayla' },
    type: 'text',
    text: 'Three please',
  });
  const from = { id: '7043812345678901', name: 'Can' };
  await mock.receive({ channel: 'instagram', business_id: instagram.account_id, from, type: 'text', text: 'Hello' });
  const browser = await openBrowser();
  const { page, complaints } = await openPage(browser, url, { viewport: LAPTOP });
  await openTab(page, 'Events');
  const content = page.getByRole('textbox', { name: 'Content' });
  const status = page.getByRole('status').filter({ hasText: 'Sent: ' });
  const people = page.getByRole('region', { name: 'People', exact: true });
  const sendKind = async (name: string) => {
    await page.getByRole('button', { name: 'Send the event' }).click();
    await status.filter({ hasText: `Sent: ${name}` }).waitFor();
    return messageOf(mock);
  };
  for (const [channel, person] of [
    ['whatsapp', 'Ayla'],
    ['instagram', 'Can'],
  ] as const) {
    await people.getByRole('button', { name: new RegExp(person) }).click();
    await page.getByRole('heading', { name: person }).waitFor();
    const shown = mock.examples().filter((one) => one.channel === channel || one.call === 'report');
    await page.getByRole('button', { name: /Event$/ }).click();
    expect(await page.getByRole('option').count()).toBe(shown.length);
    await page.keyboard.press('Escape');
    // The reports are the same in each chat.
    for (const { name } of shown.filter((one) => one.channel === channel && one.call === 'receive')) {
      const before = mock.callbacks().length;
      await choose(page, 'Event', name);
      await sendKind(name);
      expect(mock.callbacks().length, name).toBeGreaterThan(before);
    }
  }
  await people.getByRole('button', { name: /Ayla/ }).click();
  await choose(page, 'Event', 'edit');
  await expect.poll(() => content.inputValue()).toContain(`"target": "wamid.`);
  await content.fill((await content.inputValue()).replace('Two, not three.', 'Four please'));
  expect(await sendKind('edit')).toHaveProperty(`${FIRST}.edit.message.text.body`, 'Four please');
  await choose(page, 'Event', 'user_preferences: stop');
  await expect.poll(() => content.inputValue()).toContain('905551112299');
  await content.fill('{');
  await page.getByRole('button', { name: 'Send the event' }).click();
  await page.getByRole('alert').filter({ hasText: 'The content is not JSON' }).waitFor();
  expect(complaints).toEqual([]);
});

browserTest('on a narrow screen, the page shows one part at a time, and no unusable form', async () => {
  const mock = createMockProvider({ callbackUrl: await startApp() });
  const { url, close } = await mock.listen();
  onTestFinished(close);
  const browser = await openBrowser();
  const { page } = await openPage(browser, url, { viewport: PHONE });
  await page.getByText('No people yet').waitFor();
  await page.getByRole('button', { name: 'Phone', exact: true }).click();
  await page.getByText('No chat open').waitFor();
  expect(await page.getByRole('form', { name: 'Write as this person' }).count()).toBe(0);
  await page.getByRole('button', { name: 'Control room' }).click();
  await openTab(page, 'Time');
  // The tabs are wider than the page, and the chosen one is in sight.
  const tab = await page.getByRole('tab', { name: 'Time' }).boundingBox();
  expect((tab?.x ?? 0) + (tab?.width ?? 0)).toBeLessThanOrEqual(PHONE.width);
  await openTab(page, 'Numbers');
  const { phone_number_id } = mock.credentials.whatsapp;
  const id = await page.getByRole('button', { name: `Copy ID ${phone_number_id}` }).boundingBox();
  expect(id?.height).toBeLessThan(30);
  await openTab(page, 'Time');
  // The clock is real.
  await page.getByText('The clock is real').waitFor();
  expect(await page.getByRole('button', { name: 'Advance the clock' }).count()).toBe(0);
  await mock.receive({ ...writing(mock), type: 'text', text: 'hi' });
  await page.getByRole('button', { name: 'People', exact: true }).click();
  await page.getByRole('button', { name: /^Ayla/ }).click();
  await bubblesOf(page).filter({ hasText: 'hi' }).waitFor();
  expect(await page.getByRole('region', { name: 'People', exact: true }).isVisible()).toBe(false);
});

browserTest(
  'on a narrow screen, a part is loaded when it is first in sight, and its messages are unread until then',
  async () => {
    const mock = createMockProvider({ callbackUrl: await startApp() });
    const { url, close } = await mock.listen();
    onTestFinished(close);
    await mock.receive({ ...writing(mock), type: 'text', text: 'hi' });
    await sendTo(mock, url, { type: 'text', text: { body: 'One for you' } });
    const browser = await openBrowser();
    const context = await browser.newContext({ viewport: PHONE });
    const page = await context.newPage();
    const loaded: string[] = [];
    page.on('request', (request) => loaded.push(new URL(request.url()).pathname));
    await page.goto(url);
    const ayla = page.getByRole('button', { name: /^Ayla/ });
    await ayla.filter({ hasText: '1 unread' }).waitFor();
    expect(loaded.filter((path) => /lab\/(messages|callbacks)|control-room/.test(path))).toEqual([]);
    await ayla.click();
    await bubblesOf(page).filter({ hasText: 'One for you' }).waitFor();
    // What a person typed stays.
    await page.getByRole('textbox', { name: 'Message', exact: true }).fill('A draft');
    await page.getByRole('button', { name: 'People', exact: true }).click();
    await expect.poll(() => ayla.innerText()).not.toContain('unread');
    await sendTo(mock, url, { type: 'text', text: { body: 'Another' } });
    await ayla.filter({ hasText: '1 unread' }).waitFor();
    await page.getByRole('button', { name: 'Phone', exact: true }).click();
    expect(await page.getByRole('textbox', { name: 'Message', exact: true }).inputValue()).toBe('A draft');
  },
);

browserTest('the phone stays at the latest message while pictures and sounds load', async () => {
  const mock = createMockProvider({ callbackUrl: await startApp() });
  const { url, close } = await mock.listen();
  onTestFinished(close);
  for (let message = 1; message <= 12; message++) {
    await mock.receive({ ...writing(mock), type: 'text', text: `Message ${message}` });
  }
  await mock.receive({ ...writing(mock), type: 'image', media: { mime_type: 'image/png' } });
  // A sound that no browser plays becomes a card, which is higher.
  await mock.receive({ ...writing(mock), type: 'audio', media: { mime_type: 'audio/ogg', voice: true } });
  await mock.receive({ ...writing(mock), type: 'text', text: 'The latest' });
  const browser = await openBrowser();
  const { page, complaints } = await openPage(browser, url, { viewport: LAPTOP });
  await page.getByRole('link', { name: 'Save the file' }).waitFor();
  const chat = page.getByRole('list', { name: /^Chat of/ });
  const below = () =>
    chat.evaluate((one) => {
      const list = one as unknown as { scrollTop: number; scrollHeight: number; clientHeight: number };
      return [list.scrollHeight > list.clientHeight, list.scrollHeight - list.scrollTop - list.clientHeight < 1];
    });
  await expect.poll(below).toEqual([true, true]);
  expect(complaints).toEqual([]);
});

/** Enough that a page with all of them would be slow. */
const MANY = 10_000;

browserTest('the page shows 10,000 people, of whom only the rows in sight exist', async () => {
  const mock = createMockProvider({
    callbackUrl: await startApp(),
    limits: { throughput: null, pair: null, page: null },
  });
  const { url, close } = await mock.listen();
  onTestFinished(close);
  const { phone_number_id: business_id } = mock.credentials.whatsapp;
  for (let person = 0; person < MANY; person++) {
    const id = `90555${1_000_000 + person}`;
    mock.setContact({ business_id, id, name: `Person ${person}` });
    mock.openWindow(business_id, id);
  }
  const answer = await mock.receive({ ...writing(mock), type: 'text', text: 'Hello' });
  await sendTo(mock, url, { type: 'text', text: { body: 'One for you' } });
  expect(answer.external_id).toMatch(/^wamid\./);
  const browser = await openBrowser();
  const { page, complaints } = await openPage(browser, url, { viewport: LAPTOP });
  const people = page.getByRole('region', { name: 'People', exact: true });
  const rows = people.getByRole('listitem');
  // The person with the latest message is the first.
  await rows.first().filter({ hasText: 'Ayla' }).waitFor();
  const paint = await page.evaluate(
    () =>
      (
        globalThis as unknown as { performance: { getEntriesByName(name: string): { startTime: number }[] } }
      ).performance.getEntriesByName('first-contentful-paint')[0]?.startTime,
  );
  console.info(`First paint with ${MANY} people after ${Math.round(paint ?? 0)} ms`);
  await page.getByRole('heading', { name: `People ${(MANY + 1).toLocaleString('en-GB')}` }).waitFor();
  expect(await rows.count()).toBeLessThan(60);
  await people.evaluate((one) => {
    const list = one as unknown as { scrollTop: number; scrollHeight: number };
    list.scrollTop = list.scrollHeight;
  });
  await rows.last().filter({ hasText: 'Person' }).waitFor();
  expect(await rows.count()).toBeLessThan(60);
  await page.getByRole('searchbox', { name: 'Search people' }).fill('person 9876');
  await rows.filter({ hasText: 'Person 9876' }).waitFor();
  expect(await rows.count()).toBe(1);
  await rows.getByRole('button').click();
  await page.getByRole('heading', { name: 'Person 9876' }).waitFor();

  // A long chat loads earlier messages as one scrolls up, and what is in sight stays.
  for (let message = 1; message <= LONG; message++) {
    await mock.receive({ ...writing(mock), type: 'text', text: message === 1 ? 'The first' : `Message ${message}` });
  }
  await page.getByRole('searchbox', { name: 'Search people' }).fill('Ayla');
  await rows.filter({ hasText: 'Ayla' }).getByRole('button').click();
  const bubbles = bubblesOf(page);
  await bubbles.filter({ hasText: `Message ${LONG}` }).waitFor();
  const count = await bubbles.count();
  const chat = page.getByRole('list', { name: /^Chat of/ });
  await chat.evaluate((one) => void Object.assign(one, { scrollTop: 500 }));
  await expect.poll(() => bubbles.count()).toBeGreaterThan(count);
  const { top, height } = await chat.evaluate((one) => {
    const { scrollTop, scrollHeight } = one as unknown as { scrollTop: number; scrollHeight: number };
    return { top: scrollTop, height: scrollHeight };
  });
  expect(top).toBeGreaterThan(height / 4);
  const first = bubbles.filter({ hasText: 'The first' });
  const isLoaded = async () => {
    await chat.evaluate((one) => void Object.assign(one, { scrollTop: 0 }));
    return first.isVisible();
  };
  await expect.poll(isLoaded).toBe(true);
  expect(await bubbles.count()).toBeGreaterThan(LONG);
  expect(complaints).toEqual([]);
});

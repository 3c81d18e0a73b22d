import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { customerSender, LONG } from '../bench/support/dashboard/dashboard-data.ts';
import { type RunningDev, startDev } from '../bench/support/dashboard/dev.ts';
import { launchChromium } from '../testing/chromium.ts';
import { Film } from './film.ts';
import { Terminal } from './terminal.ts';

/*
 * Films real runs: the demo and the inbox in a terminal, the dashboard, and the page of the mock. Writes them beside the
 * other pictures of the documentation. `npm run lab -- pictures` runs it; with names, only these films are made.
 */

const QUESTION = 'Where is my order 1042?';
const ANSWER = 'It left this morning, and arrives tomorrow.';
const THANKS = 'Great, thank you!';
const OTHERS: Record<string, string> = {
  'Grace Hopper': 'Do you ship to Ankara?',
  'Alan Turing': 'Thanks, it arrived!',
  'Katherine Johnson': 'Can I change the address?',
};

interface Stage {
  browser: Browser;
  dev: RunningDev;
  folder: string;
  /** Writes as a customer. */
  receive(from: object, text: string): Promise<void>;
}

const openPage = async (browser: Browser, size: { width: number; height: number }): Promise<Page> =>
  (await browser.newContext({ viewport: size, reducedMotion: 'reduce' })).newPage();

async function dashboard({ browser, dev, receive }: Stage): Promise<void> {
  const page = await openPage(browser, { width: 1120, height: 660 });
  const film = new Film(page);
  await page.goto(dev.info.dashboard_url ?? '');
  await page.getByText('Katherine Johnson').first().waitFor();
  await film.take(1_200);
  await receive(LONG, QUESTION);
  await page.getByText(QUESTION).first().waitFor();
  await film.take(1_200);
  await page.getByRole('navigation', { name: 'Conversations' }).getByText(LONG.name).click();
  await page.locator('.thread-row').getByText(QUESTION).waitFor();
  await film.take(1_200);
  await page.keyboard.press('r');
  await film.type(ANSWER);
  await page.keyboard.press('Control+Enter');
  await page.locator('.thread-row').getByText(ANSWER).waitFor();
  await film.take(400);
  await page.getByText('Read', { exact: true }).last().waitFor();
  await film.take(1_200);
  await receive(LONG, THANKS);
  await page.locator('.thread-row').getByText(THANKS).waitFor();
  await film.take(1_000);
  await film.write('film-dashboard');
}

async function mock({ browser, dev, receive }: Stage): Promise<void> {
  const page = await openPage(browser, { width: 1120, height: 660 });
  const film = new Film(page);
  await receive(LONG, QUESTION);
  await page.goto(dev.info.mock_provider_url);
  await page.getByRole('heading', { name: LONG.name }).waitFor();
  await page
    .getByRole('button', { name: /message.*status 200/ })
    .first()
    .waitFor();
  await film.take(1_200);
  await page.getByLabel('Message', { exact: true }).focus();
  await film.type('It should have come on Monday.');
  await page.keyboard.press('Enter');
  const bubbles = page.getByRole('list', { name: /^Chat of/ }).getByRole('listitem');
  await bubbles.filter({ hasText: 'on Monday' }).waitFor();
  await film.take(1_200);
  const { base_url, live_key } = dev.info;
  await fetch(`${base_url}/messages`, {
    method: 'POST',
    headers: { authorization: `Bearer ${live_key}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      to: LONG.id,
      type: 'interactive',
      interactive: { kind: 'button', text: ANSWER, buttons: [{ id: 'yes', title: 'Thank you' }] },
    }),
  });
  await bubbles.filter({ hasText: 'this morning' }).waitFor();
  await film.take(800);
  await bubbles.filter({ hasText: 'this morning' }).filter({ hasText: 'read' }).waitFor();
  await film.take(1_200);
  await page.getByRole('button', { name: 'Thank you' }).click();
  await bubbles.filter({ hasText: /^Thank you/ }).waitFor();
  await film.take(1_000);
  await film.write('film-mock');
}

async function inbox({ browser, dev, folder, receive }: Stage): Promise<void> {
  const { base_url, live_key } = dev.info;
  const page = await openPage(browser, { width: 792, height: 312 });
  const terminal = new Terminal(page, folder, { WIGWAG_BASE_URL: base_url, WIGWAG_API_KEY: live_key });
  terminal.open(['inbox'], { columns: 90, rows: 14 });
  try {
    await terminal.until('● live');
    await terminal.until('Katherine Johnson');
    await receive(LONG, QUESTION);
    await terminal.until(QUESTION);
    await terminal.show(1_000);
    terminal.press('Up');
    await terminal.show(600);
    terminal.press('Enter');
    await terminal.until('Enter sends');
    await terminal.type('It left this morning.');
    terminal.press('Enter');
    await terminal.until('✓✓ read');
    await terminal.film.write('film-inbox');
  } finally {
    terminal.close();
  }
}

async function demo({ browser, folder }: Stage): Promise<void> {
  const page = await openPage(browser, { width: 1_090, height: 252 });
  const terminal = new Terminal(page, folder);
  terminal.open(['demo'], { columns: 126, rows: 11 });
  try {
    await terminal.until('is read');
    await terminal.film.write('film-demo');
  } finally {
    terminal.close();
  }
}

const FILMS: Record<string, (stage: Stage) => Promise<void>> = { demo, inbox, dashboard, mock };

for (const name of process.argv.length > 2 ? process.argv.slice(2) : Object.keys(FILMS)) {
  const folder = mkdtempSync(join(tmpdir(), 'wigwag-film-'));
  const browser = await launchChromium();
  const dev = await startDev(folder);
  try {
    const send = await customerSender(dev.info);
    const receive = (from: object, text: string) => send({ from, type: 'text', text });
    for (const [place, [person, text]] of Object.entries(OTHERS).entries()) {
      await receive({ id: `90555111000${place}`, name: person }, text);
    }
    await FILMS[name]?.({ browser, dev, folder, receive });
  } finally {
    await browser.close();
    await dev.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

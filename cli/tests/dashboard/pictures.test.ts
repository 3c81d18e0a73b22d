import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { expect, onTestFinished } from 'vitest';
import { browserTest, openPlace, startDashboard } from '../../testing/dashboard.ts';

const FOLDER = new URL('../../../server/http/developers/browser/pictures/', import.meta.url);

/** Takes a picture of the guide. `npm run lab -- pictures` writes it to the repository. */
async function takePicture(page: Page, name: string): Promise<void> {
  const png = await page.screenshot({ animations: 'disabled', caret: 'hide' });
  expect(png.length).toBeGreaterThan(10_000);
  if (process.env.PICTURES === 'write') {
    writeFileSync(new URL(`${name}.png`, FOLDER), png);
  }
}

browserTest('the pages that the guide shows', async () => {
  const { page, info, api, control } = await startDashboard();
  const inbound = (id: string, name: string, text: string) =>
    control('POST', '/inbound', {
      account_id: info.account_id,
      channel: 'whatsapp',
      from: { id, name },
      type: 'text',
      text,
    });
  await inbound('905551110001', 'Grace Hopper', 'Do you ship to Ankara?');
  await inbound('905551110002', 'Alan Turing', 'Thanks, it arrived!');
  await inbound('905551110003', 'Katherine Johnson', 'Can I change the address of my order?');
  await inbound('905551112233', 'Ada Lovelace', 'Hi, where is my order 1042?');
  await inbound('905551112233', 'Ada Lovelace', 'It should have come on Monday.');
  const reply = { channel: 'whatsapp', to: '905551112233', text: 'It left this morning, and arrives tomorrow.' };
  expect((await api('POST', '/messages', reply)).status).toBe(202);

  await page.getByText('Ada Lovelace').first().click();
  await page.getByText('It left this morning, and arrives tomorrow.').last().waitFor();
  await page.getByText('Read', { exact: true }).last().waitFor();

  const receiver = createServer((_, response) => response.writeHead(500).end('database is down'));
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void receiver.close());
  const address = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hooks`;
  await control('PUT', '/webhook', { account_id: info.account_id, url: address });
  await inbound('905551110001', 'Grace Hopper', 'Hello?');
  await openPlace(page, 'Webhooks');
  await page.getByRole('row').nth(1).click();
  await page.getByText('database is down').first().waitFor();
  await takePicture(page, 'dashboard-webhooks');
});

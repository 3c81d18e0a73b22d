import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { PNG } from '../../../lab/testing/png.ts';
import { browserTest, expectWellMade, openPlace, startDashboard } from '../../testing/dashboard.ts';

const ADA = '905551112233';
/** How long a busy machine may take. */
const POLL = { interval: 100 };

const conversations = (page: Page) => page.getByRole('navigation', { name: 'Conversations' });
const widthOf = (image: Locator) => image.evaluate((one) => (one as unknown as { naturalWidth: number }).naturalWidth);
const thread = (page: Page) => page.getByRole('region', { name: /^Messages with/ });
const about = (page: Page) => page.getByRole('complementary', { name: 'About the person' });

browserTest(
  "the inbox shows labels, a person's activity, files in both directions and the typing indicator",
  async () => {
    const dashboard = await startDashboard();
    const { page, admin, api, control, info, customerWrites, complaints } = dashboard;
    const account = `/accounts/${info.account_id}`;
    await control('POST', '/labels', { account_id: info.account_id, name: 'VIP' });
    await admin('POST', `${account}/labels`, { name: 'Waits for an answer', color: '#c0392b' });
    await admin('POST', `${account}/labels`, { name: 'Angry' });
    await customerWrites('Where is my order?');
    await page.reload();

    // A label of the conversation is in its row, and the list can be limited to it.
    await conversations(page).getByRole('button', { name: 'Ada' }).click();
    const labels = about(page).getByRole('region', { name: 'Labels' }).getByRole('button');
    await expect.poll(() => labels.allTextContents(), POLL).toEqual(['Angry', 'VIP', 'Waits for an answer']);
    await about(page).getByRole('button', { name: 'Waits for an answer' }).click();
    await conversations(page).getByText('Waits for an answer').waitFor();
    const choose = async (label: string) => {
      await page.getByRole('button', { name: /Label$/ }).click();
      await page.getByRole('option', { name: label }).click();
    };
    await choose('VIP');
    await page.getByText('No conversations match').waitFor();
    await choose('Waits for an answer');
    await conversations(page).getByRole('button', { name: 'Ada' }).waitFor();
    // Taking the label away takes the conversation out of the list, and a message does not bring it back.
    await about(page).getByRole('button', { name: 'Waits for an answer' }).click();
    await page.getByText('No conversations match').waitFor();
    const refreshed = page.waitForResponse((response) =>
      new URL(response.url()).pathname.endsWith(`/conversations/${ADA}`),
    );
    await customerWrites('Hello?');
    await refreshed;
    await thread(page).getByText('Hello?').waitFor();
    expect(await conversations(page).count()).toBe(0);
    await about(page).getByRole('button', { name: 'Waits for an answer' }).click();
    await conversations(page).getByText('Waits for an answer').waitFor();

    // The customer sees that someone writes.
    await page.getByRole('textbox', { name: 'Your reply' }).pressSequentially('It left');
    const signals = async () => {
      const response = await fetch(`${info.mock_provider_url}/_mock/signals`);
      const { signals: sent } = (await response.json()) as { signals: { action: string }[] };
      return sent.map(({ action }) => action).filter((action) => action !== 'read');
    };
    await expect.poll(signals, POLL).toEqual(['typing_on']);

    // Files that were sent and received are shown.
    await page
      .locator('.composer input[type=file]')
      .setInputFiles({ name: 'shoe.png', mimeType: 'image/png', buffer: PNG });
    const files = page.getByRole('list', { name: 'Files to send' });
    await files.getByRole('button', { name: 'Remove shoe.png' }).waitFor();
    await expect.poll(() => widthOf(files.locator('img')), POLL).toBe(1);
    await page.getByRole('textbox', { name: 'Your reply' }).press('Enter');
    const image = thread(page).getByRole('img', { name: 'It left' });
    await expect.poll(() => widthOf(image), POLL).toBe(1);
    const pdf = { name: 'invoice.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7 an invoice') };
    await page.locator('.composer input[type=file]').setInputFiles(pdf);
    await files.getByRole('button', { name: 'Remove invoice.pdf' }).waitFor();
    await page.getByRole('textbox', { name: 'Your reply' }).press('Enter');
    const link = thread(page).getByRole('link', { name: /invoice\.pdf.*1 kB/ });
    await link.waitFor();
    expect(
      await page.evaluate(`fetch(${JSON.stringify(await link.getAttribute('href'))}).then((one) => one.text())`),
    ).toBe('%PDF-1.7 an invoice');

    // Lists, flows and campaigns of the person, with links.
    const flow = { name: 'Spring', template: 'promo_spring', button: 'Tell me more', is_active: true };
    const made = await api('POST', '/flows', { ...flow, steps: [{ delay: '2h', text: 'Hi' }] });
    expect(made.status).toBe(201);
    const sent = await api('POST', '/messages/template', { to: ADA, name: 'promo_spring' });
    await control('POST', '/settle', {});
    const { external_id } = (await api('GET', `/messages/${sent.body.data.id}`)).body.data;
    const press = { type: 'button', button: { payload: 'Tell me more', title: 'Tell me more' }, reply_to: external_id };
    const from = { id: ADA, name: 'Ada' };
    await control('POST', '/inbound', { account_id: info.account_id, channel: 'whatsapp', from, ...press });
    await control('POST', '/settle', {});
    const campaigns = `${account}/campaigns`;
    const { campaign_id } = (await admin('POST', campaigns, { template: 'promo_spring', digest: 'Ada' })).body;
    const recipients = [{ position: 1, phone: ADA, name: 'Ada' }];
    await admin('POST', `${campaigns}/${campaign_id}/recipients`, { recipients });
    expect((await admin('POST', `${campaigns}/${campaign_id}/start`, { recipients: 1 })).status).toBe(200);
    await control('POST', '/settle', {});
    expect((await api('POST', '/opt-outs', { phone: ADA, source: 'template_button' })).status).toBe(201);
    await page.reload();
    await about(page).getByRole('region', { name: 'Lists' }).getByText('Opted out of marketing').waitFor();
    await about(page).getByText('Pressed the opt-out button of a template').waitFor();
    const activity = (name: string) => about(page).getByRole('region', { name, exact: true });
    await activity('Flows').getByText('Stopped').waitFor();
    await activity('Flows').getByText('0 messages').waitFor();
    await activity('Campaigns').getByText('Read', { exact: true }).waitFor();
    await activity('Flows').getByRole('link', { name: 'Spring' }).click();
    await page.getByRole('row', { name: new RegExp(`^${ADA} Stopped`) }).waitFor();
    await page.goBack();
    await activity('Campaigns').getByRole('link', { name: 'promo_spring' }).click();
    await page.getByRole('row', { name: new RegExp(`^1 ${ADA} Ada Read`) }).waitFor();
    await page.goBack();
    await activity('Lists').waitFor();
    await expectWellMade(page, 'a person with a label');

    // Contacts and the recipients of a campaign are chosen by the same labels.
    expect((await api('POST', '/contacts', { phone: '905552223344', name: 'Bob' })).status).toBe(201);
    await openPlace(page, 'Contacts');
    const people = page.getByRole('region', { name: 'Contacts' });
    await people.getByText('Bob').waitFor();
    await choose('Waits for an answer');
    await expect.poll(() => people.getByText('Bob').count(), POLL).toBe(0);
    await people.getByText('Ada').waitFor();
    await expectWellMade(page, 'contacts with a label');
    await choose('VIP');
    await page.getByText('No contacts have this label').waitFor();
    await openPlace(page, 'Campaigns');
    await page.getByRole('button', { name: 'New campaign' }).click();
    await page.getByRole('radio', { name: /^promo_spring/ }).check();
    await page.getByRole('button', { name: 'Continue to recipients' }).click();
    await page.getByRole('tab', { name: 'Contacts' }).click();
    await choose('Waits for an answer');
    await page.getByRole('button', { name: 'Use these contacts' }).click();
    await page.getByText('Contacts with the label Waits for an answer: 1 row').waitFor();
    expect(complaints).toEqual([]);
  },
);

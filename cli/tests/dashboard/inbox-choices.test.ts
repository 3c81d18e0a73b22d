import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { browserTest, expectWellMade, startDashboard } from '../../testing/dashboard.ts';

const [ADA, BOB] = ['905551112233', '905552223344'];
const POLL = { interval: 100 };
const rows = (page: Page) => page.getByRole('navigation', { name: 'Conversations' }).getByRole('button');
const phones = (page: Page) =>
  rows(page).evaluateAll((all) => all.map((one) => (one as unknown as { dataset: { phone: string } }).dataset.phone));

browserTest('an agent sees who waits longest, what is unassigned, drafts, and the choices that were sent', async () => {
  const { page, api, admin, info, customerWrites, complaints } = await startDashboard();
  await customerWrites('I wrote first', ADA);
  await customerWrites('I wrote later', BOB);
  const opened = page.url();
  await page.reload();
  await expect.poll(() => phones(page), POLL).toEqual([BOB, ADA]);

  await page.getByRole('button', { name: 'Order' }).click();
  await page.getByRole('option', { name: 'Longest waiting first' }).click();
  await expect.poll(() => phones(page), POLL).toEqual([ADA, BOB]);
  await expectWellMade(page, 'the longest waiting first');
  // What is in the address stays after a reload.
  await page.reload();
  await expect.poll(() => phones(page), POLL).toEqual([ADA, BOB]);

  // A draft is named in its row while another conversation is open.
  await rows(page).nth(0).click();
  await page.getByRole('textbox', { name: 'Your reply' }).fill('Shall we deliver?');
  await rows(page).nth(1).click();
  await rows(page).nth(0).getByText('Draft: Shall we deliver?').waitFor();
  await page.reload();
  await rows(page).nth(0).getByText('Draft: Shall we deliver?').waitFor();

  // The form of buttons has the only field for the text, keeps the draft, and counts its characters.
  await rows(page).nth(0).click();
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Reply buttons' }).click();
  const form = page.getByRole('form', { name: 'Reply buttons' });
  await form.getByText('17 of 1,024').waitFor();
  expect(await page.getByRole('textbox', { name: 'Your reply' }).count()).toBe(0);
  expect(await form.getByRole('textbox', { name: 'Text' }).inputValue()).toBe('Shall we deliver?');
  await form.getByLabel('Button 1').fill('Yes, but only after noon');
  await form.getByText('24 of 20').waitFor();
  expect(await form.getByRole('button', { name: 'Send the buttons' }).isDisabled()).toBe(true);
  await expectWellMade(page, 'the form of buttons');
  await form.getByLabel('Button 1').fill('Yes, after noon');
  await form.getByRole('button', { name: 'Send the buttons' }).click();
  const thread = page.getByRole('region', { name: /^Messages with/ });
  await thread.getByRole('list', { name: 'Buttons' }).getByText('Yes, after noon').waitFor();
  // Ada has an answer, so only Bob waits. The reply field is back, and empty.
  await expect.poll(() => phones(page), POLL).toEqual([BOB]);
  expect(await page.getByRole('textbox', { name: 'Your reply' }).inputValue()).toBe('');

  const sections = [{ rows: [{ id: '1', title: 'Monday', description: 'From nine' }] }];
  const interactive = { kind: 'list', text: 'When?', button: 'Days', sections };
  const list = await api('POST', '/messages', { type: 'interactive', channel: 'whatsapp', to: ADA, interactive });
  expect(list.status).toBe(202);
  await thread.getByRole('list', { name: 'Rows of the list' }).getByText('From nine').waitFor();
  const template = {
    name: 'order_update',
    language: 'en_US',
    variables: ['Ada', '1'],
    buttons: [{ index: 0, text: '1' }],
  };
  const sent = await api('POST', '/messages/template', { channel: 'whatsapp', to: ADA, ...template });
  expect([sent.status, sent.body]).toEqual([202, sent.body]);
  await thread.getByRole('list', { name: 'Buttons' }).getByText('Track order').waitFor();

  // Assigned conversations leave the list of those without an agent.
  await page.goto(opened);
  await page.getByRole('button', { name: 'Unassigned', exact: true }).click();
  await expect.poll(() => phones(page), POLL).toEqual([ADA, BOB]);
  const { id } = (await admin('POST', `/accounts/${info.account_id}/agents`, { name: 'Grace' })).body;
  expect((await api('PATCH', `/conversations/${BOB}`, { agent_id: id })).status).toBe(200);
  await page.reload();
  await expect.poll(() => phones(page), POLL).toEqual([ADA]);
  expect(complaints).toEqual([]);
});

import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { browserTest, expectWellMade, openPlace, startDashboard, WIDTHS } from '../../testing/dashboard.ts';

const PERSON = '905551112233';

/** Chooses an option of a select. */
async function choose(page: Page, label: string, option: string): Promise<void> {
  await page.getByRole('button', { name: label }).click();
  await page.getByRole('option', { name: option }).click();
}

browserTest.each(WIDTHS)('a flow is built, corrected, tested and published, and played, at %i px', async (width) => {
  const { page, complaints, api, control, customerWrites, info } = await startDashboard();
  await openPlace(page, 'Flows');
  await page.setViewportSize({ width, height: 844 });
  await page.getByRole('heading', { name: 'No flows yet' }).waitFor();
  await expectWellMade(page, 'flows, none');
  await page.getByRole('button', { name: 'Build a flow' }).click();

  await page.getByRole('textbox', { name: 'Name' }).fill('Spring follow-up');
  const first = page.getByRole('group', { name: 'Step 1' });
  await first.getByRole('textbox', { name: 'Text' }).fill('Hi');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Choose a template.').waitFor();
  await choose(page, 'Template', 'promo_spring');
  await first.getByRole('button', { name: 'Placeholder' }).click();
  await page.getByRole('menuitem', { name: 'Name of the customer' }).click();
  // The caret is after the placeholder.
  await expect
    .poll(() => first.getByRole('textbox', { name: 'Text' }).evaluate('document.activeElement?.value'))
    .toBe('Hi {{name}}');
  await page.keyboard.type('!');
  await first.getByRole('button', { name: 'Add a reply button' }).click();
  await first.getByRole('textbox', { name: 'Reply 1' }).fill('A text that is far too long');
  await page.getByRole('button', { name: 'Add a step' }).click();
  const second = page.getByRole('group', { name: 'Step 2' });
  // The text of the new step has focus.
  await page.keyboard.type('Our offer ends on Sunday.');
  await second.getByRole('textbox', { name: 'Delay after the press' }).fill('0');
  // A key moves a step repeatedly, and a removed step comes back.
  await second.getByRole('button', { name: 'Move step 2 up' }).press('Enter');
  await expect.poll(() => first.getByRole('textbox', { name: 'Text' }).inputValue()).toContain('Sunday');
  await page.keyboard.press('Enter');
  await expect.poll(() => second.getByRole('textbox', { name: 'Text' }).inputValue()).toContain('Sunday');
  await second.getByRole('button', { name: 'Remove step 2' }).press('Enter');
  await second.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => second.getByRole('textbox', { name: 'Text' }).inputValue()).toContain('Sunday');
  const preview = page.getByRole('complementary', { name: 'Preview' });
  await preview.getByText('Hi Ada!').waitFor();

  // What is typed stays after a reload.
  await page.reload();
  await preview.getByText('Our offer ends on Sunday.').waitFor();

  // The API's own rules, at the field.
  const messageOf = async (field: ReturnType<Page['getByRole']>) => {
    const ids = (await field.getAttribute('aria-invalid')) === 'true' && (await field.getAttribute('aria-describedby'));
    const messages = (ids || '').split(' ').map((id) => page.locator(`[id="${id}"]`).allTextContents());
    return (await Promise.all(messages)).flat().join(' ');
  };
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('alert').getByText('one field needs a change. Step 1: button 1.').waitFor();
  const reply = first.getByRole('textbox', { name: 'Reply 1' });
  await expect.poll(() => messageOf(reply)).toContain('20 characters');
  await expectWellMade(page, 'flows, an error');
  await reply.fill('Yes, please');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  const delay = second.getByRole('textbox', { name: 'Delay after the press' });
  await expect.poll(() => messageOf(delay)).toContain('Must be longer than that of the step before');
  await delay.fill('25h');
  await delay.blur();
  await expect.poll(() => messageOf(delay)).toContain('Write at most 24h');
  await delay.fill('30m');
  await page.getByRole('button', { name: 'Save and publish' }).click();
  await page.getByRole('heading', { name: 'Spring follow-up Published' }).waitFor();
  const saved = (await api('GET', '/flows/1')).body.data;
  expect(saved).toMatchObject({
    is_active: true,
    button: 'Tell me more',
    steps: [
      { delay: '0', text: 'Hi {{name}}!', buttons: [{ type: 'reply', text: 'Yes, please' }] },
      { delay: '30m', text: 'Our offer ends on Sunday.' },
    ],
  });

  // A test to a number that has not written, and then to one that has.
  await page.getByRole('button', { name: 'Test', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Phone number' }).fill(PERSON);
  await page.keyboard.press('Enter');
  await dialog.getByText(new RegExp(`: ${PERSON} has not written to wa_1 within the last 24 hours`)).waitFor();
  await customerWrites('Hello');
  await dialog.getByRole('button', { name: 'Send all steps' }).click();
  await dialog.getByText(`2 of 2 steps were sent to ${PERSON}.`).waitFor();
  await dialog.getByRole('button', { name: 'Close' }).first().click();

  // The customer presses the button, and later writes.
  const press = { type: 'button', button: { payload: 'Tell me more', title: 'Tell me more' } };
  const from = { id: PERSON, name: 'Ada' };
  const inbound = { account_id: info.account_id, channel: 'whatsapp', from };
  const sent = await api('POST', '/messages/template', { to: PERSON, name: 'promo_spring' });
  await control('POST', '/settle', {});
  const { external_id } = (await api('GET', `/messages/${sent.body.data.id}`)).body.data;
  await control('POST', '/inbound', { ...inbound, ...press, reply_to: external_id });
  await control('POST', '/settle', {});
  await page.getByRole('tab', { name: 'Runs' }).click();
  const runs = page.getByRole('region', { name: 'Runs' });
  await runs.getByRole('row', { name: `${PERSON} Running 1 of 2` }).waitFor();
  await expectWellMade(page, 'runs');
  await customerWrites('Yes');
  await control('POST', '/settle', {});
  await page.getByRole('tab', { name: 'Results' }).click();
  await page.getByRole('row', { name: 'The customer wrote 1 100.0 %' }).waitFor();
  await page.getByText('Show as a table').click();
  const funnel = page.getByRole('region', { name: 'People whom each step reached' });
  await funnel.getByRole('row', { name: 'Pressed 1 (100.0 %)' }).waitFor();
  await funnel.getByRole('row', { name: 'Step 1 1 (100.0 %)' }).waitFor();
  await funnel.getByRole('row', { name: 'Step 2 0 (0.0 %)' }).waitFor();
  await expectWellMade(page, 'results');

  // A flow with runs is deleted only together with them.
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Delete the flow' }).click();
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await dialog.getByRole('alert').getByText('FLOW_HAS_RUNS').waitFor();
  await dialog.getByText('Also delete its 1 run').click();
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('heading', { name: 'No flows yet' }).waitFor();
  expect((await api('GET', '/flows/1')).status).toBe(404);
  // Chromium reports refused requests.
  expect(complaints.filter((text) => !/status of (404|409|422)/.test(text))).toEqual([]);
});

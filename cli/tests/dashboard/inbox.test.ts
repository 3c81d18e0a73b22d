import { expect } from 'vitest';
import { browserTest, type Dashboard, expectWellMade, openPlace, startDashboard } from '../../testing/dashboard.ts';
import { ADA, answerCustomer, conversation, POLL, reply, sentTexts, thread } from './jobs/inbox.ts';

/** Sends a message of any kind from a customer, through the mock's own signed callback. */
async function receive({ info }: Dashboard, message: object): Promise<void> {
  const mock = info.mock_provider_url;
  const answer = await fetch(`${mock}/_mock/credentials`);
  const { whatsapp } = (await answer.json()) as { whatsapp: { phone_number_id: string } };
  const body = { channel: 'whatsapp', business_id: whatsapp.phone_number_id, ...message };
  const response = await fetch(`${mock}/_mock/receive`, { method: 'POST', body: JSON.stringify(body) });
  expect([message, response.status]).toEqual([message, 200]);
}

browserTest('an agent answers a customer who has just written, with the keyboard', async () => {
  await answerCustomer(await startDashboard(), expectWellMade);
});

browserTest('when the window is closed, an agent sends a template, and typed text stays', async () => {
  const dashboard = await startDashboard(['--memory', '--clock', 'virtual']);
  const { page, control, customerWrites, complaints } = dashboard;
  const advance = async (seconds: number) =>
    expect((await control('POST', '/clock/advance', { seconds })).status).toBe(200);
  await customerWrites('Hi');
  await conversation(page, 'Ada').click();
  await reply(page).fill('I have looked into');
  // A session ends if it is not used for half a day.
  for (let hours = 0; hours < 24; hours += 8) {
    await advance(8 * 3600);
    await page.getByRole('button', { name: 'Unread' }).click();
    await page.getByRole('button', { name: 'Unread' }).click();
    expect((await page.evaluate(`fetch('api/v1/me').then(({ status }) => status)`)) as number).toBe(200);
  }
  await reply(page).press('Enter');
  await page.getByText('The reply window is closed.').waitFor();
  await thread(page).getByText('WINDOW_CLOSED').waitFor();
  await thread(page).getByRole('button', { name: 'Edit' }).click();
  await expect.poll(() => reply(page).inputValue(), POLL).toBe('I have looked into');
  await page.getByText('Your text is kept.').waitFor();
  expect(await page.getByRole('button', { name: 'Send', exact: true }).isDisabled()).toBe(true);
  await expectWellMade(page, 'a closed window');

  await page.getByRole('button', { name: 'Choose a template' }).click();
  await page.getByRole('button', { name: 'order_update' }).click();
  const send = page.getByRole('button', { name: 'Send the template' });
  await expect.poll(() => send.isDisabled(), POLL).toBe(true);
  await page.getByLabel('Value 1').fill('Ada');
  await page.getByLabel('Value 2').fill('4711');
  await page.getByLabel('End of the address of “Track order”').fill('4711');
  await page.getByRole('figure', { name: 'Preview' }).getByText('Hi Ada, your order 4711 is on its way.').waitFor();
  await send.click();
  await thread(page).getByText('Hi Ada, your order 4711 is on its way.').waitFor();
  await expect.poll(() => reply(page).inputValue(), POLL).toBe('I have looked into');

  // The customer writes again: the window opens, and nothing is lost.
  await customerWrites('Hello again');
  await expect.poll(() => page.getByText('The reply window is closed.').count(), POLL).toBe(0);
  await reply(page).press('Enter');
  await expect.poll(() => sentTexts(dashboard), POLL).toContain('I have looked into');
  expect(complaints.filter((one) => !one.includes('409'))).toEqual([]);
});

browserTest('two agents see each other, and do not answer twice without knowing', async () => {
  const dashboard = await startDashboard();
  const { page, control, api, info, customerWrites, complaints } = dashboard;
  await control('POST', '/labels', { account_id: info.account_id, name: 'VIP' });
  await customerWrites('Where is my order?');
  const grace = await dashboard.openAs('agent');
  for (const one of [page, grace.page]) {
    await conversation(one, 'Ada').click();
    await thread(one).getByText('Where is my order?').waitFor();
  }
  await page.getByText('The agent is reading').waitFor();
  await reply(grace.page).fill('It left');
  await page.getByText('The agent is writing').waitFor();
  await reply(page).fill('Let me look');
  await reply(grace.page).press('Enter');
  // The answer of the other appears without a reload, and with a warning.
  await thread(page).getByText('It left').waitFor();
  await page.getByText('Someone has answered since you began to write.').waitFor();
  expect(await grace.page.getByText('Someone has answered').count()).toBe(0);

  // Notes and labels are for the team, and are not sent.
  await page.getByRole('button', { name: 'Note', exact: true }).click();
  await page.getByRole('textbox', { name: 'Your note' }).fill(`Likes tea ${MARKUP}`);
  await page.keyboard.press('Enter');
  await thread(page).getByText('Likes tea').waitFor();
  expect(await sentTexts(dashboard)).toEqual(['It left']);
  await page.getByRole('button', { name: 'VIP', exact: true }).click();
  await expect
    .poll(() => page.getByRole('button', { name: 'VIP', exact: true }).getAttribute('aria-pressed'), POLL)
    .toBe('true');
  await expectWellMade(page, 'notes and labels');

  // A mentioned agent sees how many mentions are new on each page, finds the conversation, and sees who is meant.
  await openPlace(grace.page, 'Contacts');
  const note = page.getByRole('textbox', { name: 'Your note' });
  await note.pressSequentially('Please call, @ag');
  await page.getByRole('option', { name: 'The agent' }).waitFor();
  await expectWellMade(page, 'agents to mention');
  await note.press('Enter');
  await note.pressSequentially('before six');
  expect(await note.inputValue()).toBe('Please call, @The agent before six');
  await note.press('Enter');
  await thread(page).locator('mark', { hasText: '@The agent' }).waitFor();
  await grace.page.getByRole('link', { name: 'Inbox 1 unread mentions' }).click();
  await conversation(grace.page, 'A note mentions you').waitFor();
  await expectWellMade(grace.page, 'an unread mention');
  await grace.page.getByRole('button', { name: 'Mentions 1 unread' }).click();
  await conversation(grace.page, 'Ada').click();
  await thread(grace.page).locator('mark.own', { hasText: '@The agent' }).waitFor();
  await expect.poll(() => grace.page.getByRole('link', { name: 'Inbox', exact: true }).count(), POLL).toBe(1);
  // The next note appears in the open conversation without a reload, and counts as seen.
  await note.fill('@The agent and bring the key');
  await note.press('Enter');
  await thread(grace.page).getByText('and bring the key').waitFor();
  expect(await conversation(grace.page, 'A note mentions you').count()).toBe(0);
  await grace.page.getByRole('button', { name: 'Mentions' }).click();
  await page.getByRole('button', { name: 'Mentions' }).click();
  await page.getByText('No conversations match').waitFor();
  await page.getByRole('button', { name: 'Mentions' }).click();

  // A viewer reads all of it and can change nothing.
  const viewer = await dashboard.openAs('viewer');
  await conversation(viewer.page, 'Ada').waitFor();
  await viewer.page.keyboard.press('/');
  await viewer.page.keyboard.type('ORDER?');
  await viewer.page.getByRole('navigation', { name: 'Search results' }).getByRole('button', { name: 'Ada' }).click();
  await thread(viewer.page).getByText('Likes tea').waitFor();
  await viewer.page.getByText('You can read this conversation, but not reply.').waitFor();
  for (const name of ['Assign', 'Close the conversation', 'Block']) {
    expect([name, await viewer.page.getByRole('button', { name }).count()]).toEqual([name, 0]);
  }
  expect((await api('GET', `/conversations/${ADA}`)).body.data.status).toBe('open');
  await expectWellMade(viewer.page, 'a search');

  // A session that ends during work: the page asks to log in again, and keeps what was typed.
  await reply(grace.page).fill('I also wanted to say');
  await grace.context.clearCookies();
  await reply(grace.page).press('Enter');
  const dialog = grace.page.getByRole('dialog', { name: 'Your session has ended' });
  expect(await dialog.getByLabel('Email').inputValue()).toBe('agent@shop.example');
  expect(await dialog.getByRole('button', { name: 'Close' }).count()).toBe(0);
  await dialog.getByLabel('Password').fill('correct horse battery staple');
  await dialog.getByRole('button', { name: 'Log in' }).click();
  await expect.poll(() => dialog.count(), POLL).toBe(0);
  // If another request showed the end of the session first, the text is still in the reply.
  const again = thread(grace.page).getByRole('button', { name: 'Try again' });
  const typed = () => reply(grace.page).inputValue();
  await expect.poll(async () => (await again.count()) > 0 || (await typed()) !== '', POLL).toBe(true);
  await ((await again.count()) > 0 ? again.click() : reply(grace.page).press('Enter'));
  await expect.poll(() => sentTexts(dashboard), POLL).toContain('I also wanted to say');
  expect([...complaints, ...viewer.complaints]).toEqual([]);
});

/** Markup that would run a script if a page took it for HTML, and an address that would. */
const MARKUP = `"><img src=x onerror="window.hasRun=true"><script>window.hasRun=true</script>{{7*7}}`;
const ADDRESS = 'javascript:window.hasRun=true';

/** Returns what a message must not bring to the page: scripts, handlers, foreign pictures and addresses. */
const FOREIGN = `[...document.querySelectorAll('.inbox *')].flatMap((element) => [
  ...(element.matches('script, iframe, object, embed, form[action]') ? [element.outerHTML] : []),
  ...[...element.attributes].filter(({ name, value }) => /^on/.test(name) || /^\\s*javascript:/i.test(value)).map(({ name }) => name),
  ...(element.src && new URL(element.src).origin !== location.origin ? [element.src] : []),
])`;

interface Example {
  channel: string;
  call: string;
  body: Record<string, unknown>;
}

/** Puts markup into each text of a message, except for the texts that select what it is. */
function hostile(value: unknown, name = ''): unknown {
  if (typeof value === 'string') {
    const isFixed =
      /^(type|channel|business_id|id|bytes|mime_type|.*_id|kind|field|currency|source|origin|surface)$/.test(name);
    return isFixed ? value : /url|link/.test(name) ? ADDRESS : MARKUP;
  }
  if (Array.isArray(value)) {
    return value.map((one) => hostile(one, name));
  }
  return value !== null && typeof value === 'object'
    ? Object.fromEntries(Object.entries(value).map(([key, one]) => [key, hostile(one, key)]))
    : value;
}

browserTest('a message with markup in every field shows it as text', async () => {
  const dashboard = await startDashboard();
  const { page, info, complaints } = dashboard;
  const answer = await fetch(`${info.mock_provider_url}/_mock/examples`);
  const { examples } = (await answer.json()) as { examples: Example[] };
  await receive(dashboard, { from: { id: ADA, name: MARKUP }, type: 'text', text: `${MARKUP} ${ADDRESS}` });
  await receive(dashboard, {
    from: { id: ADA, name: MARKUP },
    type: 'button',
    button: { payload: MARKUP, title: MARKUP },
  });
  await receive(dashboard, {
    from: { id: ADA, name: MARKUP },
    type: 'location',
    location: { latitude: 41, longitude: 29, name: MARKUP, address: MARKUP },
  });
  const shown = examples.filter(
    ({ channel, call, body }) => channel === 'whatsapp' && call === 'receive' && !body.target,
  );
  expect(shown.length).toBeGreaterThan(8);
  for (const { body } of shown) {
    await receive(dashboard, { ...(hostile(body) as object), from: { id: ADA, name: MARKUP } });
  }
  await page.getByText(MARKUP).first().waitFor();
  await page.getByRole('navigation', { name: 'Conversations' }).getByRole('button').first().click();
  await thread(page).getByText(MARKUP).first().waitFor();
  // Each message is on the page once on the way up.
  for (let height = 100_000; height >= 0; height -= height > 4000 ? 96_000 : 300) {
    await page.evaluate(`document.querySelector('.thread-scroll').scrollTop = ${height}`);
    await page.evaluate('new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))');
    expect(await page.evaluate(FOREIGN)).toEqual([]);
  }
  expect(await page.evaluate('window.hasRun')).toBe(undefined);
  expect(complaints.filter((one) => !/404|410|502|503/.test(one))).toEqual([]);
});

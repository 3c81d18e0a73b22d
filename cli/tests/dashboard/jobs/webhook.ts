import { createServer, type IncomingHttpHeaders } from 'node:http';
import { expect } from 'vitest';
import { listen } from '../../../testing/cli.ts';
import { type Dashboard, type ExpectLook, expectAccessible, openPlace } from '../../../testing/dashboard.ts';

const HOUR = 3_600;

interface Received {
  id: string;
  event: string;
  headers: IncomingHttpHeaders;
}

/** Starts a receiver whose answer the test can change. */
async function startReceiver() {
  const receiver = { url: '', status: 200, answer: 'noted', received: [] as Received[] };
  receiver.url = await listen(
    createServer(async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) {
        chunks.push(chunk as Buffer);
      }
      const { headers } = request;
      receiver.received.push({ ...JSON.parse(Buffer.concat(chunks).toString('utf8')), headers });
      response.writeHead(receiver.status).end(receiver.answer);
    }),
  );
  return receiver;
}

/**
 * An owner adds an endpoint, finds a failed event, fixes the receiver and replays it.
 *
 * @param dashboard has a virtual clock
 */
export async function mendWebhook(dashboard: Dashboard, expectLook: ExpectLook): Promise<void> {
  const { page, control, customerWrites, info, complaints } = dashboard;
  const receiver = await startReceiver();
  await openPlace(page, 'Webhooks');

  // Nothing is there yet: the page leads to the first event.
  await page.getByText('No endpoint yet').waitFor();
  await expectLook(page, 'webhooks without an endpoint');
  await page.getByRole('button', { name: 'Add endpoint' }).click();
  const form = page.getByRole('dialog', { name: 'Add an endpoint' });
  await form.getByLabel('Address').fill('http://shop.example/hooks');
  await form.getByRole('button', { name: 'Add endpoint' }).click();
  expect(await form.getByRole('alert').innerText()).toMatch(
    /must start with https:\/\/[\s\S]*Use a public https address/,
  );
  // What was typed stays after a reload.
  await page.reload();
  await page.getByRole('button', { name: 'Add endpoint' }).click();
  expect(await form.getByLabel('Address').inputValue()).toBe('http://shop.example/hooks');
  await form.getByLabel('Address').fill(receiver.url);
  await form.getByRole('button', { name: 'Add endpoint' }).click();
  const made = page.getByRole('dialog', { name: 'The endpoint is set' });
  expect(await made.getByRole('region', { name: 'Signing secret' }).innerText()).toBe(info.signing_secret);
  await made.getByRole('button', { name: 'Send sample event' }).click();

  // The receiver is broken: the page shows its answer and what to do.
  Object.assign(receiver, { status: 500, answer: 'no such table: orders' });
  const sample = page.getByRole('dialog', { name: 'Send a sample event' });
  await sample.getByRole('button', { name: 'Send', exact: true }).click();
  await sample.getByText('It returned 500.').waitFor();
  await sample.getByText('no such table: orders').waitFor();
  await expectLook(page, 'a failed sample event');
  await page.keyboard.press('Escape');

  // All attempts of a message's event fail. The page is used meanwhile, so that the session does not end.
  await customerWrites('Where is my order?');
  await control('POST', '/settle');
  await page.goto(new URL('/dashboard/webhooks?state=failing', info.base_url).href);
  const retrying = page.getByRole('row').filter({ hasText: 'message.received' }).filter({ hasNotText: 'Sample' });
  await retrying.getByText(/^Retrying \(\d failed\)$/).waitFor();
  expect(await retrying.innerText()).toMatch(/500\s+1\s+(within a minute|due)/);
  await retrying.getByRole('button', { name: 'message.received' }).click();
  const failing = page.getByRole('dialog', { name: 'message.received' });
  await failing.getByRole('button', { name: 'Retry now' }).click();
  await failing.getByRole('article', { name: 'Attempt 2' }).getByText('no such table: orders').waitFor();
  expect(receiver.received.at(-1)?.headers['x-service-attempt']).toBe('2');
  await expectLook(page, 'a delivery that is retried');
  await page.keyboard.press('Escape');
  await page.goto(new URL('/dashboard/webhooks', info.base_url).href);
  for (const hours of [3, 11, 2]) {
    await control('POST', '/clock/advance', { seconds: hours * HOUR });
    await page.reload();
    await page.getByRole('heading', { name: 'Deliveries' }).waitFor();
  }
  await page.getByRole('button', { name: /^Any status/ }).click();
  await page.getByRole('option', { name: 'Failed' }).click();
  const table = page.getByRole('table');
  const rows = table.getByRole('row').filter({ hasText: 'message.received' }).filter({ hasNotText: 'Sample' });
  await rows.getByRole('button', { name: 'message.received' }).click();
  const sheet = page.getByRole('dialog', { name: 'message.received' });
  await sheet.getByRole('article', { name: 'Attempt 6' }).getByText('no such table: orders').waitFor();
  expect(await sheet.getByRole('article', { name: 'Attempt 1' }).innerText()).toMatch(/500[\s\S]*Your server failed/);
  expect(await sheet.getByRole('region', { name: 'Body' }).innerText()).toContain('"text": "Where is my order?"');
  // Lines may break in the IDs of its body.
  await expectAccessible(page, 'a failed delivery');

  Object.assign(receiver, { status: 200, answer: 'noted' });
  const before = receiver.received.length;
  await sheet.getByRole('button', { name: 'Replay', exact: true }).click();
  // The sheet shows the replay, and follows it.
  await sheet.getByText('Replay of').waitFor();
  await control('POST', '/settle');
  await sheet.getByText('Delivered', { exact: true }).waitFor();
  expect(receiver.received.length).toBe(before + 1);
  expect(receiver.received.at(-1)).toMatchObject({ data: { message: { text: 'Where is my order?' } } });
  // The address names the open delivery and the filter, so that both can be shared.
  expect(page.url()).toMatch(/state=failed/);
  expect(page.url()).toMatch(/delivery=whd_\d+/);
  await page.keyboard.press('Escape');
  await sheet.waitFor({ state: 'hidden' });

  // A 410 disables the endpoint. Events are then missed, and replayed by their period.
  receiver.status = 410;
  await customerWrites('first');
  await control('POST', '/settle');
  for (const text of ['second', 'third']) {
    await customerWrites(text);
  }
  await page.reload();
  await page.getByText('No events are sent').waitFor();
  await expectLook(page, 'a disabled endpoint');
  receiver.status = 200;
  await page.getByRole('button', { name: 'Enable again' }).click();
  await page.getByText('The endpoint is enabled. 1 event is being sent').waitFor();
  await page.getByRole('button', { name: 'Replay a period' }).click();
  const period = page.getByRole('dialog', { name: 'Replay a period' });
  await period.getByRole('checkbox', { name: 'Failed' }).press('Space');
  await period.getByText('In the time zone of the account, ').waitFor();
  await expectLook(page, 'the replay of a period');
  await period.getByRole('button', { name: 'Replay', exact: true }).click();
  await period.getByText('2 events are being sent again.').waitFor();
  expect(await period.getByRole('progressbar').getAttribute('aria-valuetext')).toBe('2 of 2');
  await period.getByRole('button', { name: 'Close' }).last().click();

  // Selected ones are replayed together.
  await page.getByRole('button', { name: /^Failed/ }).click();
  await page.getByRole('option', { name: 'Delivered' }).click();
  await page
    .getByRole('checkbox', { name: /^Select message.received/ })
    .first()
    .press('Space');
  await page.getByRole('button', { name: 'Replay 1 selected' }).click();
  const picked = page.getByRole('dialog', { name: 'Replay 1 event' });
  await picked.getByRole('button', { name: 'Replay', exact: true }).click();
  await picked.getByText('The events are being sent again.').waitFor();
  // Chromium logs each refused request.
  expect(complaints.filter((text) => !/status of (422|429|502)/.test(text))).toEqual([]);
}

/**
 * An owner adds a second endpoint for failed messages, rotates its secret, and pauses and resumes it.
 *
 * @param dashboard has an endpoint that accepts events
 */
export async function useSecondEndpoint(dashboard: Dashboard, expectLook: ExpectLook): Promise<void> {
  const { page, control, api, info, complaints } = dashboard;
  const receiver = await startReceiver();
  const send = async () => expect((await api('POST', '/messages', TEXT)).status).toBe(202);
  const fail = async () => {
    const { account_id } = info;
    const fault = { account_id, channel: 'whatsapp', outcome: 'reject', code: 131026 };
    expect((await control('POST', '/provider/next', fault)).status).toBe(200);
    await send();
    await control('POST', '/settle');
  };
  await page.goto(new URL('/dashboard/webhooks', info.base_url).href);
  await page.getByRole('button', { name: 'Add endpoint' }).click();
  const form = page.getByRole('dialog', { name: 'Add an endpoint' });
  await form.getByLabel('Address').fill(receiver.url);
  await form.getByLabel('Name', { exact: true }).fill('Failures');
  await form.getByRole('textbox', { name: 'Filter' }).fill('evnt == "message.status"');
  await form.getByRole('button', { name: 'Add header' }).click();
  await form.getByLabel('Header 1', { exact: true }).fill('Authorization');
  await form.getByLabel('Value').fill('Bearer pager-token');
  await form.getByRole('button', { name: 'Add endpoint' }).click();
  await form.getByText('Unknown variable: evnt').waitFor();
  expect(await form.getByRole('textbox', { name: 'Filter' }).getAttribute('aria-invalid')).toBe('true');
  await expectLook(page, 'a filter that cannot be used');
  await form
    .getByRole('textbox', { name: 'Filter' })
    .fill('event == "message.status" && data.message.status == "failed"');
  await form.getByRole('button', { name: 'Add endpoint' }).click();
  const made = page.getByRole('dialog', { name: 'The endpoint is set' });
  const secret = await made.getByRole('region', { name: 'Signing secret' }).innerText();
  expect(secret).toMatch(/^whsec_/);
  expect(secret).not.toBe(info.signing_secret);
  await made.getByRole('button', { name: 'Close' }).last().click();

  // It gets only failed messages, with its header. The value of the header is not shown again.
  await send();
  await fail();
  expect(receiver.received).toMatchObject([
    {
      event: 'message.status',
      data: { message: { status: 'failed' } },
      headers: { authorization: 'Bearer pager-token' },
    },
  ]);
  const card = page.getByRole('region', { name: 'Endpoint Failures' });
  await card.getByText('authorization').waitFor();
  expect(await page.content()).not.toContain('pager-token');
  expect(await page.evaluate('JSON.stringify({ ...sessionStorage })')).not.toContain('pager-token');
  await page.getByRole('button', { name: /^Any endpoint/ }).click();
  await page.getByRole('option', { name: 'Failures' }).click();
  const rows = page.getByRole('table').getByRole('row').filter({ hasText: 'message.status' });
  await rows.getByText('Delivered').waitFor();
  expect(await rows.count()).toBe(1);

  // A new secret signs beside the old one.
  const choose = async (action: string) => {
    await card.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: action }).click();
  };
  await choose('Rotate signing secret');
  await page.getByRole('dialog').getByRole('button', { name: 'Rotate secret' }).click();
  const rotated = page.getByRole('dialog', { name: 'New signing secret' });
  expect(await rotated.getByRole('region', { name: 'Signing secret' }).innerText()).not.toBe(secret);
  await rotated.getByText('which also signs until').waitFor();
  await rotated.getByRole('button', { name: 'I have copied it' }).click();
  await card.getByText('The old one also signs until').waitFor();
  await fail();
  expect(String(receiver.received[1]?.headers['webhook-signature']).split(' ')).toHaveLength(2);

  // A paused endpoint gets its events when it is resumed.
  await choose('Pause');
  await card.getByText('Events wait, and are all sent when the endpoint is resumed.').waitFor();
  await fail();
  expect(receiver.received).toHaveLength(2);
  await page.reload();
  await rows.getByText('Waiting').waitFor();
  await expectLook(page, 'two endpoints, one paused');
  await card.getByRole('button', { name: 'Resume' }).click();
  await page.getByText('The endpoint is resumed. 1 event is being sent').waitFor();
  await control('POST', '/settle');
  expect(receiver.received).toHaveLength(3);

  // A sample event goes to the endpoint that is chosen, whatever its filter.
  await page.getByRole('button', { name: 'Send sample event' }).click();
  const sample = page.getByRole('dialog', { name: 'Send a sample event' });
  await sample.getByRole('button', { name: /Endpoint$/ }).click();
  await page.getByRole('option', { name: 'Failures' }).click();
  await sample.getByRole('button', { name: 'Send', exact: true }).click();
  await sample.getByText('Your server responded with 200').waitFor();
  expect(receiver.received.at(-1)).toMatchObject({ event: 'message.received', test: true });
  await expectLook(page, 'a sample event to one of two endpoints');
  await page.keyboard.press('Escape');

  // Its deliveries stay when it is removed, and its events end.
  await choose('Remove endpoint');
  await page.getByRole('dialog').getByRole('button', { name: 'Remove endpoint' }).click();
  await page.getByText('The endpoint is removed').waitFor();
  await card.waitFor({ state: 'hidden' });
  await fail();
  expect(receiver.received).toHaveLength(4);
  expect(complaints.filter((text) => !/status of (422|429|502)/.test(text))).toEqual([]);
}

const TEXT = { channel: 'whatsapp', to: '905551112233', type: 'text', text: 'Your parcel arrives today.' };

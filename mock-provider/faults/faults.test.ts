import { expect, test } from 'vitest';
import { createTestMock, TRANSPORTS } from '../testing/mock.ts';

const hello = { type: 'text', text: { body: 'hello' } };

test.each(TRANSPORTS)('refuses the next send %s with the requested code', async (transport) => {
  const { mock, send } = await createTestMock({}, transport);
  mock.faults.next({ channel: 'whatsapp', applies_to: 'send', outcome: 'reject', code: 131031 });
  const refused = await send(hello);
  expect(refused.status).toBe(403);
  expect(refused.body.error).toMatchObject({ code: 131031, message: '(#131031) Business Account locked' });
  expect((await send(hello)).status).toBe(200);
  expect(mock.sends()).toHaveLength(1);
});

test.each(TRANSPORTS)('is unavailable for the requested time %s', async (transport) => {
  const { mock, send } = await createTestMock({}, transport);
  mock.faults.next({ applies_to: 'send', outcome: 'unavailable', times: 2 });
  for (let count = 0; count < 2; count += 1) {
    const reply = await send(hello);
    expect(reply.status).toBe(503);
    expect(reply.body.error).toMatchObject({ code: 2, is_transient: true });
  }
  expect((await send(hello)).status).toBe(200);
});

test.each(TRANSPORTS)('accepts a send and loses its reply %s', async (transport) => {
  const { mock, app, send } = await createTestMock({}, transport);
  mock.faults.next({ applies_to: 'send', outcome: 'lost_reply' });
  await expect(send({ ...hello, biz_opaque_callback_data: 'msg_7' })).rejects.toThrow();
  await mock.whenIdle();
  expect(mock.sends()).toHaveLength(1);
  expect(app.statuses()).toEqual(['sent', 'delivered', 'read']);
  expect(app.received[0]?.bytes).toContain('"biz_opaque_callback_data":"msg_7"');
});

test('accepts a send and reports it failed', async () => {
  const { mock, app, send } = await createTestMock();
  mock.faults.next({ applies_to: 'send', outcome: 'fail', code: 131026 });
  expect((await send(hello)).status).toBe(200);
  expect(app.statuses()).toEqual(['failed']);
  expect(app.received[0]?.bytes).toContain('"code":131026');
});

test('reports exactly the requested statuses, in order', async () => {
  const { mock, app, send } = await createTestMock();
  mock.faults.next({
    applies_to: 'send',
    outcome: 'statuses',
    statuses: ['read', 'sent', 'sent', 'failed'],
    code: 131049,
  });
  await send(hello);
  expect(app.statuses()).toEqual(['read', 'sent', 'sent', 'failed']);
  expect(app.received[3]?.bytes).toContain('"code":131049');
});

test('applies only to the given business', async () => {
  const { mock, call, send, user } = await createTestMock();
  const other = mock.addBusiness();
  mock.faults.next({ business_id: other.whatsapp.phone_number_id, applies_to: 'send', outcome: 'reject' });
  expect((await send(hello)).status).toBe(200);
  const body = { messaging_product: 'whatsapp', to: user, ...hello };
  const refused = await call('POST', `/${other.whatsapp.phone_number_id}/messages`, {
    token: other.access_token,
    body,
  });
  expect(refused.body.error.code).toBe(100);
});

test.each(TRANSPORTS)('applies to reads on every channel %s', async (transport) => {
  const { mock, call, user } = await createTestMock({}, transport);
  for (const [channel, business_id] of [
    ['whatsapp', '106540352242922'],
    ['messenger', '113846158011745'],
    ['instagram', '178414532089610'],
  ] as const) {
    const { external_id } = await mock.receive({
      channel,
      business_id,
      from: { id: user },
      type: 'text',
      text: 'hi',
    });
    const body =
      channel === 'whatsapp'
        ? { messaging_product: 'whatsapp', status: 'read', message_id: external_id }
        : { recipient: { id: user }, sender_action: 'mark_seen' };
    mock.faults.next({ applies_to: 'read', channel, to: 'another person', outcome: 'reject' });
    mock.faults.next({ applies_to: 'read', channel, to: user, outcome: 'unavailable' });
    expect((await call('POST', `/${business_id}/messages`, { body })).status).toBe(503);
    expect(mock.reads({ business_id })).toEqual([]);
    expect((await call('POST', `/${business_id}/messages`, { body })).status).toBe(200);
    expect(mock.reads({ business_id })).toHaveLength(1);
  }
});

test.each(TRANSPORTS)('applies to listing, creating and deleting templates %s', async (transport) => {
  const { mock, call } = await createTestMock({}, transport);
  const path = '/102290129340398/message_templates';
  const components = [{ type: 'BODY', text: 'Hi' }];
  for (const [method, query, body] of [
    ['GET', '', undefined],
    ['POST', '', { name: 'x', language: 'en', category: 'UTILITY', components }],
    ['DELETE', '?name=hello_world', undefined],
  ] as const) {
    mock.faults.next({ applies_to: 'template', outcome: 'unavailable' });
    expect([method, (await call(method, path + query, { body })).status]).toEqual([method, 503]);
    expect([method, (await call(method, path + query, { body })).status]).toEqual([method, 200]);
  }
  mock.faults.next({ applies_to: 'template', outcome: 'reject' });
  expect((await call('GET', path, { token: 'bad' })).status).toBe(401);
  expect(mock.faults.list()).toHaveLength(1);
});

test.each<[object, string]>([
  [{ outcome: 'explode' }, "A fault's outcome must be one of reject, unavailable, html,"],
  [{ event: 'sent', times: 0 }, "A fault's outcome must be one of"],
  [
    { outcome: 'drop', event: 'nosuch' },
    "A fault's event must be one of sent, delivered, read, failed, played, message,",
  ],
  [{ outcome: 'drop', channel: 'telegram' }, "A fault's channel must be one of whatsapp, messenger, instagram"],
  [{ outcome: 'reject', applies_to: 'nothing' }, "A fault's applies_to must be one of send, media, read,"],
  [{ outcome: 'reject', times: 0 }, "A fault's times must be a whole number of at least 1"],
  [{ outcome: 'reject', times: 1.5 }, "A fault's times must be a whole number of at least 1"],
  [{ outcome: 'reject', code: '131031' }, "A fault's code must be a whole number of at least 0"],
  [{ outcome: 'slow', delay_ms: -1 }, "A fault's delay_ms must be a whole number of at least 0"],
  [{ outcome: 'statuses', statuses: 'sent' }, "A fault's statuses must be a list of words"],
  [{ outcome: 'drop', applies_to: 'send' }, 'A fault that applies to send can be one of reject, unavailable, html,'],
  [{ outcome: 'reject', applies_to: 'callback' }, 'A fault that applies to callback can be one of drop, duplicate,'],
  [
    { outcome: 'fail', applies_to: 'read' },
    'A fault that applies to read can be one of reject, unavailable, html, reset, slow',
  ],
  [{ outcome: 'reject', event: 'sent' }, 'A fault that applies to send cannot be narrowed by event'],
  [{ outcome: 'drop', type: 'image' }, 'A fault that applies to callback cannot be narrowed by type'],
  [{ outcome: 'reject', aplies_to: 'read' }, 'A fault has no aplies_to'],
])('refuses %j, which could never match or would mean something else', async (rule, message) => {
  const { mock, call } = await createTestMock();
  const reply = await call('POST', '/_mock/faults', { body: rule });
  expect([reply.status, reply.body.error]).toEqual([400, expect.stringContaining(message)]);
  expect(mock.faults.list()).toEqual([]);
});

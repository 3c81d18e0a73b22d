import { expect, test } from 'vitest';
import { createTestMock, DOORS } from './testing.ts';

const hello = { type: 'text', text: { body: 'hello' } };

test.each(DOORS)('refuses the next send %s with the code asked for', async (door) => {
  const { mock, send } = await createTestMock({}, door);
  mock.faults.next({ channel: 'whatsapp', applies_to: 'send', outcome: 'reject', code: 131031 });
  const refused = await send(hello);
  expect(refused.status).toBe(403);
  expect(refused.body.error).toMatchObject({ code: 131031, message: '(#131031) Business Account locked' });
  expect((await send(hello)).status).toBe(200);
  expect(mock.sends()).toHaveLength(1);
});

test.each(DOORS)('is unavailable for as long as asked %s', async (door) => {
  const { mock, send } = await createTestMock({}, door);
  mock.faults.next({ applies_to: 'send', outcome: 'unavailable', times: 2 });
  for (let count = 0; count < 2; count += 1) {
    const reply = await send(hello);
    expect(reply.status).toBe(503);
    expect(reply.body.error).toMatchObject({ code: 2, is_transient: true });
  }
  expect((await send(hello)).status).toBe(200);
});

test.each(DOORS)('accepts a send and loses its reply %s', async (door) => {
  const { mock, app, send } = await createTestMock({}, door);
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

test('reports exactly the statuses asked for, in their order', async () => {
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

test('concerns only the business it names', async () => {
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

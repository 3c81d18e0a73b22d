import { expect, test } from 'vitest';
import { createTestMock } from '../testing/mock.ts';

const NUMBER = '106540352242922';
const USER = '905551112233';
const path = `/v25.0/${NUMBER}/calls`;
const session = (sdp_type: string) => ({ sdp_type, sdp: 'v=0\r\n' });
const person = { business_id: NUMBER, from: USER };

async function setup() {
  const test = await createTestMock();
  const post = async (body: object) => {
    const reply = await test.call('POST', path, { body: { messaging_product: 'whatsapp', ...body } });
    await test.mock.whenIdle();
    return reply.body.error?.code ?? reply.body;
  };
  const calls = () =>
    test.app.received
      .map((_, index) => test.app.value(index))
      .map(({ calls, statuses }) => calls?.[0] ?? statuses?.[0]);
  return { ...test, post, calls };
}

test('calls a person who permitted it, reports how they answer, and ends the call', async () => {
  const { post, calls, mock, call, clock } = await setup();
  const connect = { to: USER, action: 'connect', session: session('offer'), biz_opaque_callback_data: 'T1' };
  expect(await post(connect)).toBe(138000);
  await call('POST', `/v25.0/${NUMBER}/settings`, { body: { calling: { status: 'ENABLED' } } });
  expect(await post(connect)).toBe(138006);
  await mock.call({ ...person, action: 'permit' });
  const asked = await call('GET', `/v25.0/${NUMBER}/call_permissions?user_wa_id=${USER}`);
  expect(asked.body).toMatchObject({ permission: { status: 'granted' } });
  expect(await post({ ...connect, session: session('answer') })).toBe(100);
  const placed = await post(connect);
  const [{ id }] = placed.calls;
  expect(id).toMatch(/^wacid\./);
  await mock.call({ ...person, action: 'accept', call_id: id });
  await clock.advance(61_000, mock.whenIdle);
  expect(await post({ call_id: id, action: 'terminate' })).toEqual({ success: true });
  expect(calls()).toMatchObject([
    { id, event: 'connect', to: USER, direction: 'BUSINESS_INITIATED', session: { sdp_type: 'answer' } },
    { id, type: 'call', status: 'RINGING', recipient_id: USER, biz_opaque_callback_data: 'T1' },
    { id, status: 'ACCEPTED' },
    { id, event: 'terminate', status: 'COMPLETED', duration: 61, biz_opaque_callback_data: 'T1' },
  ]);
  expect(await post({ call_id: id, action: 'terminate' })).toBe(100);
});

test('lets a person call, and the app accept or reject', async () => {
  const { post, calls, mock, call } = await setup();
  await call('POST', `/v25.0/${NUMBER}/settings`, { body: { calling: { status: 'ENABLED' } } });
  const { call_id } = await mock.call({ ...person, action: 'connect' });
  expect(await post({ call_id, action: 'pre_accept', session: session('answer') })).toEqual({ success: true });
  expect(await post({ call_id, action: 'accept', session: session('answer') })).toEqual({ success: true });
  await mock.call({ ...person, action: 'terminate', call_id });
  const second = await mock.call({ ...person, action: 'connect' });
  expect(await post({ call_id: second.call_id, action: 'reject' })).toEqual({ success: true });
  expect(calls()).toMatchObject([
    { id: call_id, event: 'connect', from: USER, direction: 'USER_INITIATED', session: { sdp_type: 'offer' } },
    { id: call_id, event: 'terminate', status: 'COMPLETED' },
    { event: 'connect' },
    { id: second.call_id, event: 'terminate', status: 'FAILED' },
  ]);
  await expect(mock.call({ ...person, action: 'accept', call_id: 'none' })).rejects.toThrow('No call none');
});

import { expect, test } from 'vitest';
import { createTestMock } from '../testing/mock.ts';

const NUMBER = '106540352242922';
const PAGE = '113846158011745';
const ACCOUNT = '178414532089610';
const PERSON = '905551112233';
const START = '2026-01-01T00:00:00.000Z';
const after = (seconds: number) => new Date(Date.parse(START) + seconds * 1000).toISOString();

async function onWhatsApp() {
  const test = await createTestMock();
  const from = { id: PERSON };
  const written = { channel: 'whatsapp', business_id: NUMBER, from, type: 'text', text: 'hi' } as const;
  const { external_id: message_id } = await test.mock.receive(written);
  const path = `/v25.0/${NUMBER}/messages`;
  const mark = (more: object = {}) =>
    test.call('POST', path, { body: { messaging_product: 'whatsapp', status: 'read', message_id, ...more } });
  return { ...test, message_id, mark };
}

test('lists read receipts and typing on WhatsApp, which ends after 25 seconds', async () => {
  const { mock, mark, message_id, call } = await onWhatsApp();
  expect(await mark()).toMatchObject({ status: 200, body: { success: true } });
  await mark({ typing_indicator: { type: 'text' } });
  const base = { channel: 'whatsapp', business_id: NUMBER, to: PERSON, message_id, at: START };
  const expected = [
    { ...base, action: 'read' },
    { ...base, action: 'read' },
    { ...base, action: 'typing_on', until: after(25) },
  ];
  expect(mock.signals()).toEqual(expected);
  expect((await call('GET', `/_mock/signals?business_id=${NUMBER}`, { token: null })).body.signals).toEqual(expected);
  expect(mock.signals({ business_id: PAGE })).toEqual([]);
});

test('typing on WhatsApp ends with the next message to that person, and with no other', async () => {
  const { mock, mark, send, clock } = await onWhatsApp();
  await send({ type: 'text', text: { body: 'before' } });
  await mark({ typing_indicator: { type: 'text' } });
  await clock.advance(4000, mock.whenIdle);
  await send({ to: '905550000001', type: 'text', text: { body: 'to another' } });
  const until = () => mock.signals().find(({ action }) => action === 'typing_on')?.until;
  expect(until()).toBe(after(25));
  await clock.advance(3000, mock.whenIdle);
  await send({ type: 'text', text: { body: 'hello' } });
  expect(until()).toBe(after(7));
});

test.each<[string, object, string]>([
  ['an unknown message', { message_id: 'wamid.unknown' }, 'Please check the message ID you have provided.'],
  ['another status', { status: 'seen' }, 'Param status must be one of {READ} - got "seen".'],
  [
    'another indicator',
    { typing_indicator: { type: 'audio' } },
    `Param typing_indicator['type'] must be one of {TEXT} - got "audio".`,
  ],
  ['no indicator', { typing_indicator: {} }, "The parameter typing_indicator['type'] is required."],
])('refuses to mark %s as read on WhatsApp', async (_name, more, words) => {
  const { mock, mark } = await onWhatsApp();
  const { status, body } = await mark(more);
  expect([status, body.error.code]).toEqual([400, 100]);
  expect(JSON.stringify(body.error).replaceAll('\\"', '"')).toContain(words);
  expect(mock.signals()).toEqual([]);
});

test.each([
  ['messenger', PAGE],
  ['instagram', ACCOUNT],
] as const)('lists the sender actions of %s in the same form', async (channel, business_id) => {
  const { mock, call, clock } = await createTestMock();
  const { external_id } = await mock.receive({ channel, business_id, from: { id: '7711' }, type: 'text', text: 'hi' });
  const act = (sender_action: string, more: object = {}, id = '7711') =>
    call('POST', `/v25.0/${business_id}/messages`, { body: { recipient: { id }, sender_action, ...more } });
  expect((await act('mark_seen')).body).toEqual({ recipient_id: '7711' });
  await act('typing_on');
  await clock.advance(3000, mock.whenIdle);
  await act('typing_off');
  await act('typing_on');
  await act('react', { payload: { message_id: external_id, reaction: 'love' } });
  expect(mock.signals().map(({ action, to, until }) => [action, to, until])).toEqual([
    ['read', '7711', undefined],
    ['typing_on', '7711', after(3)],
    ['typing_off', '7711', undefined],
    ['typing_on', '7711', after(23)],
    ['react', '7711', undefined],
  ]);
  expect((await act('typing')).body.error.message).toContain('sender_action must be one of');
  expect((await act('mark_seen', {}, '7712')).body.error).toMatchObject({ code: 100, error_subcode: 2018001 });
  expect((await act('react', { payload: { message_id: 'm_unknown' } })).body.error).toMatchObject({ code: 100 });
  expect((await act('react')).body.error.message).toContain('payload[message_id] is required');
  expect(mock.signals()).toHaveLength(5);
});

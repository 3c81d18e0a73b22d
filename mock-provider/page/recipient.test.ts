import { expect, test } from 'vitest';
import { createTestMock } from '../testing/mock.ts';

const PAGE = '113846158011745';
const ACCOUNT = '178414532089610';
const message = { text: 'hello' };

test.each([
  ['user_ref', 'checkbox-1', false],
  ['phone_number', '+1(212)555-2368', false],
  ['comment_id', '123_456', true],
  ['post_id', '123', true],
])('sends to a person known only by %s', async (name, value, told) => {
  const { mock, call, app } = await createTestMock();
  const send = () => call('POST', `/v25.0/${PAGE}/messages`, { body: { recipient: { [name]: value }, message } });
  const reply = await send();
  await mock.whenIdle();
  const person = app.event(0).recipient.id;
  expect(person).toMatch(/^\d+$/);
  expect(reply.body).toEqual({
    ...(told ? { recipient_id: person } : {}),
    message_id: expect.stringMatching(/^m_/),
  });
  expect(mock.sends()).toMatchObject([{ to: person, status: 'read', payload: { recipient: { [name]: value } } }]);
  await send();
  await mock.whenIdle();
  expect(app.event(3).recipient.id).toBe(person);
  // The person did not write, so the window stays closed for messages to their ID.
  const direct = await call('POST', `/v25.0/${PAGE}/messages`, { body: { recipient: { id: person }, message } });
  expect(direct.body.error).toMatchObject({ code: 10, error_subcode: 2018278 });
});

test('replies to a comment on Instagram, the only other reference there', async () => {
  const { mock, call } = await createTestMock();
  const send = (recipient: object) => call('POST', `/v25.0/${ACCOUNT}/messages`, { body: { recipient, message } });
  expect((await send({ comment_id: '178' })).body).toEqual({
    recipient_id: expect.stringMatching(/^\d+$/),
    message_id: expect.stringMatching(/^aWdf/),
  });
  for (const recipient of [{ user_ref: 'x' }, { phone_number: '1' }, {}]) {
    expect((await send(recipient)).body.error.message).toBe('(#100) The parameter recipient is required');
  }
  expect(mock.sends()).toHaveLength(1);
});

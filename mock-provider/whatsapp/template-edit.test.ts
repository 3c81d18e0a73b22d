import { expect, test } from 'vitest';
import { createTestMock } from '../testing/mock.ts';

const WABA = '102290129340398';
const LIST = `/v25.0/${WABA}/message_templates`;
const fresh = {
  name: 'fresh',
  language: 'en_US',
  category: 'marketing',
  components: [{ type: 'body', text: 'Hi {{1}}, welcome', example: { body_text: [['Ayla']] } }],
};

test('creates a template that is pending review', async () => {
  const { mock, call, app } = await createTestMock();
  const { body } = await call('POST', LIST, { body: fresh });
  expect(body).toEqual({ id: expect.stringMatching(/^\d+$/), status: 'PENDING', category: 'MARKETING' });
  const shown = await call('GET', `/${body.id}`);
  expect(shown.body).toMatchObject({ name: 'fresh', status: 'PENDING', components: [{ type: 'BODY' }] });
  mock.setTemplate(WABA, { name: 'fresh', language: 'en_US', status: 'APPROVED' });
  await mock.whenIdle();
  expect(app.value(0)).toMatchObject({ event: 'APPROVED', message_template_name: 'fresh' });
});

/** The subcode of an error, or its code. */
const codeOf = ({ body }: { body: { error?: { code: number; error_subcode?: number } } }) =>
  body.error?.error_subcode ?? body.error?.code;

test.each([
  ['no name', { name: undefined }, 100],
  ['a name in capitals', { name: 'Fresh' }, 2388046],
  ['an unknown category', { category: 'NEWS' }, 100],
  ['no body', { components: [{ type: 'FOOTER', text: 'x' }] }, 2388072],
  ['a body of 1,025 characters', { components: [{ type: 'BODY', text: 'x'.repeat(1025) }] }, 2388040],
  ['a variable at the end of the body', { components: [{ type: 'BODY', text: 'Hi {{1}}' }] }, 2388299],
  ['a variable in the footer', { components: [...fresh.components, { type: 'FOOTER', text: 'by {{1}} ' }] }, 2388073],
  ['a name that already exists in the language', { name: 'hello_world' }, 2388024],
])('does not create a template with %s', async (_name, change, code) => {
  const { call } = await createTestMock();
  const reply = await call('POST', LIST, { body: { ...fresh, ...change } });
  expect([reply.status, reply.body.error.code, codeOf(reply)]).toEqual([400, 100, code]);
});

// The responses of Meta that others published, with the names of this test.
test('explains to the user why a template cannot be created or deleted', async () => {
  const { call } = await createTestMock();
  const shown = { message: 'Invalid parameter', type: 'OAuthException', code: 100, is_transient: false };
  const twice = await call('POST', LIST, { body: { ...fresh, name: 'hello_world' } });
  expect(twice.body.error).toEqual({
    ...shown,
    error_subcode: 2388024,
    error_user_title: 'Content in This Language Already Exists',
    error_user_msg: 'There is already English content for this template. You can create a new template and try again.',
    fbtrace_id: expect.any(String),
  });
  const missing = await call('DELETE', `${LIST}?name=fake%20name`);
  expect(missing.body.error).toEqual({
    ...shown,
    error_subcode: 2593002,
    error_user_title: 'Message Template Not Found',
    error_user_msg: "The message template fake name wasn't found for this account.",
    fbtrace_id: expect.any(String),
  });
  expect(missing.headers.get('www-authenticate')).toBe(
    'OAuth "Facebook Platform" "invalid_request" "Invalid parameter"',
  );
  expect(missing.headers.get('cache-control')).toBe('no-store');
});

const password = {
  name: 'one_time_password',
  language: 'en_US',
  category: 'AUTHENTICATION',
  components: [
    { type: 'BODY', add_security_recommendation: true },
    { type: 'FOOTER', code_expiration_minutes: 5 },
    { type: 'BUTTONS', buttons: [{ type: 'OTP', otp_type: 'COPY_CODE' }] },
  ],
};

test('generates the text of a template for one-time passwords, which can then be sent', async () => {
  const { mock, call, send } = await createTestMock();
  const { body } = await call('POST', LIST, { body: password });
  expect(body).toMatchObject({ status: 'PENDING', category: 'AUTHENTICATION' });
  expect((await call('GET', `/${body.id}`)).body.components).toEqual([
    {
      type: 'BODY',
      text: '*{{1}}* is your verification code. For your security, do not share this code.',
      add_security_recommendation: true,
    },
    { type: 'FOOTER', text: 'This code expires in 5 minutes.', code_expiration_minutes: 5 },
    { type: 'BUTTONS', buttons: [{ type: 'OTP', otp_type: 'COPY_CODE', text: 'Copy code' }] },
  ]);
  mock.setTemplate(WABA, { name: 'one_time_password', language: 'en_US', status: 'APPROVED' });
  const parameters = [{ type: 'text', text: '123456' }];
  const template = {
    name: 'one_time_password',
    language: { code: 'en_US' },
    components: [
      { type: 'body', parameters },
      { type: 'button', sub_type: 'url', index: '0', parameters },
    ],
  };
  expect((await send({ type: 'template', template })).status).toBe(200);
});

test.each([
  ['a custom body', [{ type: 'BODY', text: '{{1}} is your code' }], undefined],
  [
    'a code that expires after 91 minutes',
    [...password.components.slice(0, 1), { type: 'FOOTER', code_expiration_minutes: 91 }],
    100,
  ],
  [
    'a button of an unknown kind',
    [{ type: 'BODY' }, { type: 'BUTTONS', buttons: [{ type: 'OTP', otp_type: 'FAX' }] }],
    100,
  ],
])('accepts or refuses a template for one-time passwords with %s', async (_name, components, code) => {
  const { call } = await createTestMock();
  expect((await call('POST', LIST, { body: { ...password, components } })).body.error?.code).toBe(code);
});

test('allows 100 creations per hour and 250 templates in total', async () => {
  const { call, clock } = await createTestMock();
  const create = async (index: number) =>
    codeOf(await call('POST', LIST, { body: { ...fresh, name: `fresh_${index}` } }));
  for (let index = 0; index < 100; index += 1) {
    expect(await create(index)).toBeUndefined();
  }
  expect(await create(100)).toBe(80007);
  await clock.advance(60 * 60 * 1000);
  for (let index = 100; index < 200; index += 1) {
    await create(index);
  }
  await clock.advance(60 * 60 * 1000);
  // The business starts with eight.
  for (let index = 200; index < 242; index += 1) {
    expect(await create(index)).toBeUndefined();
  }
  expect(await create(242)).toBe(2388019);
});

test('deletes a name in all languages, or one template by ID', async () => {
  const { mock, call, app } = await createTestMock();
  const turkish = mock.templates(WABA).find(({ language }) => language === 'tr')?.id;
  expect((await call('DELETE', `${LIST}?name=multi_lang&hsm_id=${turkish}`)).body).toEqual({ success: true });
  expect(mock.templates(WABA)).toHaveLength(7);
  expect((await call('DELETE', `${LIST}?name=multi_lang`)).body).toEqual({ success: true });
  expect(mock.templates(WABA)).toHaveLength(6);
  expect((await call('DELETE', `${LIST}?name=multi_lang`)).status).toBe(400);
  await mock.whenIdle();
  expect(app.value(0)).toMatchObject({ event: 'PENDING_DELETION', reason: null, message_template_language: 'tr' });
});

test('returns an edited template to review', async () => {
  const { mock, call } = await createTestMock();
  const [hello] = mock.templates(WABA);
  const reply = await call('POST', `/${hello?.id}`, { body: { components: [{ type: 'BODY', text: 'New words' }] } });
  expect(reply.body).toEqual({ success: true });
  expect(mock.templates(WABA)[0]).toMatchObject({
    status: 'PENDING',
    components: [{ type: 'BODY', text: 'New words' }],
  });
});

test.each([
  ['nothing', {}, 100],
  ['an unknown category', { category: 'NEWS' }, 100],
  ['only a header', { components: [{ type: 'HEADER', format: 'TEXT', text: 'Hi' }] }, 2388072],
  ['a body of 1,025 characters', { components: [{ type: 'BODY', text: 'x'.repeat(1025) }] }, 2388040],
])('does not edit a template into %s', async (_name, body, code) => {
  const { mock, call } = await createTestMock();
  const [hello] = mock.templates(WABA);
  expect(codeOf(await call('POST', `/${hello?.id}`, { body }))).toBe(code);
  expect(mock.templates(WABA)[0]).toEqual(hello);
});

test('clears the rejection reason of a template when it is edited', async () => {
  const { mock, call } = await createTestMock();
  const rejected = mock.templates(WABA).find(({ name }) => name === 'rejected_one');
  await call('POST', `/${rejected?.id}`, { body: { category: 'utility', message_send_ttl_seconds: 600 } });
  expect(
    (await call('GET', `/${rejected?.id}?fields=status,category,rejected_reason,message_send_ttl_seconds`)).body,
  ).toEqual({
    id: rejected?.id,
    status: 'PENDING',
    category: 'UTILITY',
    rejected_reason: 'NONE',
    message_send_ttl_seconds: 600,
  });
});

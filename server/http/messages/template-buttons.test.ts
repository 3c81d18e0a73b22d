import { expect, test } from 'vitest';
import { createCampaign } from '../../domain/campaigns/create-campaign.ts';
import { createTestServer } from '../../testing/server.ts';

const TO = '905551112233';
const CODE_URL = 'https://www.whatsapp.com/otp/code/?otp_type=COPY_CODE&code_expiration_minutes=10&code=otp{{1}}';

/** Creates a server with a template that Meta lists in this form. */
async function withTemplate(template: { components: object[]; category?: string }) {
  const server = await createTestServer();
  const { mock, business, settle, api } = server;
  mock.setTemplate(business.whatsapp.waba_id, { name: 'special', language: 'en_US', status: 'PENDING', ...template });
  mock.setTemplate(business.whatsapp.waba_id, { name: 'special', language: 'en_US', status: 'APPROVED' });
  await settle();
  return {
    ...server,
    send: async (body: object) => {
      const answer = await api('POST', '/messages/template', { body: { to: TO, name: 'special', ...body } });
      await settle();
      return answer;
    },
    /** Returns the button components of the last send. */
    sentButtons: () => {
      const payload = mock.sends().at(-1)?.payload as { template?: { components?: { type: string }[] } } | undefined;
      return (payload?.template?.components ?? []).filter(({ type }) => type === 'button');
    },
    shownButtons: async () =>
      (await api('GET', '/templates')).body.data.templates.find(({ name }: { name: string }) => name === 'special')
        ?.buttons,
  };
}

const withButton = (button: object, body = 'Hello') => ({
  components: [
    { type: 'BODY', text: body },
    { type: 'BUTTONS', buttons: [{ type: 'QUICK_REPLY', text: 'Thanks' }, button] },
  ],
});

const PASSWORD = { variables: ['123456'] };

test.each([
  ['copy_code', withButton({ type: 'COPY_CODE', text: 'Copy' }), {}, { type: 'coupon_code', coupon_code: 'SPRING26' }],
  [
    'url',
    withButton({ type: 'OTP', otp_type: 'COPY_CODE', text: 'Copy' }, '*{{1}}*'),
    PASSWORD,
    { type: 'text', text: 'SPRING26' },
  ],
  [
    'url',
    withButton({ type: 'URL', text: 'Copy', url: CODE_URL }, '*{{1}}*'),
    PASSWORD,
    { type: 'text', text: 'SPRING26' },
  ],
])('a button that is sent as %s needs its code', async (subType, template, values, parameter) => {
  const { send, sentButtons, shownButtons, mock } = await withTemplate(template);
  expect((await shownButtons()).map(({ dynamic }: { dynamic: boolean }) => dynamic)).toEqual([false, true]);
  expect((await send(values)).body.error.code).toBe('TEMPLATE_BUTTON_PARAM_MISSING');
  const long = await send({ ...values, buttons: [{ index: 1, text: 'x'.repeat(16) }] });
  expect([long.body.error.code, long.body.error.errors[0].field]).toEqual(['VALIDATION_FAILED', 'buttons.0.text']);
  expect(mock.sends()).toEqual([]);
  expect((await send({ ...values, buttons: [{ index: 1, text: 'SPRING26' }] })).status).toBe(202);
  expect(sentButtons()).toEqual([{ type: 'button', sub_type: subType, index: '1', parameters: [parameter] }]);
});

test.each<[string, object[], string, string]>([
  ['no text', [{ index: 0 }], 'TEMPLATE_BUTTON_PARAM_MISSING', 'buttons.0.text'],
  ['an empty text', [{ index: 0, text: '' }], 'TEMPLATE_BUTTON_PARAM_MISSING', 'buttons.0.text'],
  [
    'no text for another button',
    [{ index: 0, text: '1' }, { index: 1 }],
    'TEMPLATE_BUTTON_PARAM_MISSING',
    'buttons.1.text',
  ],
  ['no button', [], 'TEMPLATE_BUTTON_PARAM_MISSING', 'buttons'],
  ['no index', [{ text: '1' }], 'VALIDATION_FAILED', 'buttons.0.index'],
  ['neither index nor text', [{}], 'VALIDATION_FAILED', 'buttons.0.index'],
  ['a text that is not a string', [{ index: 0, text: 1 }], 'VALIDATION_FAILED', 'buttons.0.text'],
  ['a line break', [{ index: 0, text: 'a\nb' }], 'VALIDATION_FAILED', 'buttons.0.text'],
])('a dynamic button with %s is refused', async (_, buttons, code, param) => {
  const { api } = await createTestServer();
  const body = { to: TO, name: 'order_update', variables: ['Ada', '4711'], buttons };
  const { status, body: answer } = await api('POST', '/messages/template', { body });
  expect([status, answer.error]).toMatchObject([422, { code, param }]);
  expect(answer.error.message).toContain(code === 'VALIDATION_FAILED' ? param : 'of the template order_update needs');
});

test.each([
  ['FLOW', 'flow', { flow_token: 'T-1' }, [{ type: 'action', action: { flow_token: 'unused' } }]],
  ['CATALOG', 'CATALOG', { thumbnail_product_retailer_id: 'T-1' }, undefined],
])('a %s button takes a text and does not need one', async (type, subType, action, byDefault) => {
  const { send, sentButtons, shownButtons } = await withTemplate(withButton({ type, text: 'Open', flow_id: '1' }));
  expect((await shownButtons())[1]).toMatchObject({ type, dynamic: false });
  expect((await send({})).status).toBe(202);
  const component = { type: 'button', sub_type: subType, index: '1' };
  expect(sentButtons()).toEqual(byDefault ? [{ ...component, parameters: byDefault }] : []);
  expect((await send({ buttons: [{ index: 1, text: 'T-1' }] })).status).toBe(202);
  expect(sentButtons()).toEqual([{ ...component, parameters: [{ type: 'action', action }] }]);
  expect((await send({ buttons: [{ index: 0, text: 'T-1' }] })).body.error.code).toBe('VALIDATION_FAILED');
});

test.each([
  ['carousel', [{ type: 'CAROUSEL', cards: [] }]],
  ['limited-time offer', [{ type: 'LIMITED_TIME_OFFER', limited_time_offer: { text: 'Now', has_expiration: true } }]],
  ['list of products', [{ type: 'BUTTONS', buttons: [{ type: 'MPM', text: 'View items' }] }]],
  ['product', [{ type: 'BUTTONS', buttons: [{ type: 'SPM', text: 'View' }] }]],
  ['product in its header', [{ type: 'HEADER', format: 'PRODUCT' }]],
])('a template with a %s is refused with the reason', async (what, components) => {
  const { send, api, mock, server, accountId } = await withTemplate({
    components: [{ type: 'BODY', text: 'Hello' }, ...components],
  });
  const problem = expect.stringMatching(new RegExp(`${what === 'carousel' ? 'cards' : what}.*no field`));
  const link = await api('GET', `/messages/template?to=${TO}&name=special`);
  for (const { status, body } of [await send({}), link]) {
    expect([status, body.error]).toMatchObject([422, { code: 'VALIDATION_FAILED', param: 'name', message: problem }]);
  }
  await expect(
    server.app.store.transaction((tx) =>
      createCampaign(server.app, tx, accountId, { template: 'special' }, [{ phone: TO }]),
    ),
  ).rejects.toThrow('no field');
  expect(mock.sends()).toEqual([]);
});

test.each(['en-US', 'EN_us', 'En-uS'])('the language en_US may be written as %s', async (language) => {
  const { send, mock } = await withTemplate({ components: [{ type: 'BODY', text: 'Hello' }] });
  expect((await send({ language })).status).toBe(202);
  expect(mock.sends()[0]?.payload).toMatchObject({ template: { language: { code: 'en_US' } } });
});

test('an error about another language names those in which the template exists', async () => {
  const { api } = await createTestServer();
  for (const language of ['en', 'en_GB', 'de']) {
    const { status, body } = await api('POST', '/messages/template', {
      body: { to: TO, name: 'multi_lang', language },
    });
    expect([status, body.error]).toMatchObject([
      404,
      { code: 'TEMPLATE_NOT_FOUND', param: 'language', available_languages: ['en_US', 'tr'] },
    ]);
  }
});

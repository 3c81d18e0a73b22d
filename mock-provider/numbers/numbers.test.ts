import { generateKeyPairSync } from 'node:crypto';
import { expect, test } from 'vitest';
import { createTestMock, TRANSPORTS } from '../testing/mock.ts';

const NUMBER = '106540352242922';
const USER = '905551112233';
const product = { messaging_product: 'whatsapp' };
const path = (edge: string) => `/v25.0/${NUMBER}/${edge}`;

test.each(TRANSPORTS)('blocks people who wrote in the last 24 hours, and no one else %s', async (transport) => {
  const { call, mock, send } = await createTestMock({}, transport);
  mock.openWindow(NUMBER, USER);
  const body = { ...product, block_users: [{ user: `+${USER}` }, { user: '15550001111' }] };
  const blocked = await call('POST', path('block_users'), { body });
  expect([blocked.status, blocked.body]).toMatchObject([
    400,
    {
      block_users: {
        added_users: [{ input: `+${USER}`, wa_id: USER }],
        failed_users: [{ input: '15550001111', wa_id: '15550001111', errors: [{ code: 131047 }] }],
      },
      error: { code: 139100, message: '(#139100) Failed to block/unblock users' },
    },
  ]);
  const listed = await call('GET', path('block_users'));
  expect(listed.body).toMatchObject({ data: [{ messaging_product: 'whatsapp', wa_id: USER }], paging: {} });
  expect((await send({ text: { body: 'hi' } })).body.error.code).toBe(130403);
  const inbound = { channel: 'whatsapp', business_id: NUMBER, from: { id: USER }, type: 'text', text: 'hi' } as const;
  await expect(mock.receive(inbound)).rejects.toThrow('blocked this person');
  const unblocked = await call('DELETE', path('block_users'), { body: { ...product, block_users: [{ user: USER }] } });
  expect(unblocked.body).toEqual({
    messaging_product: 'whatsapp',
    block_users: { removed_users: [{ input: USER, wa_id: USER }] },
  });
  expect((await send({ text: { body: 'hi' } })).status).toBe(200);
});

test.each(TRANSPORTS)('creates, changes, lists and deletes QR codes %s', async (transport) => {
  const { call } = await createTestMock({}, transport);
  const created = await call('POST', path('message_qrdls'), {
    body: { prefilled_message: 'Hello', generate_qr_image: 'SVG' },
  });
  const { code } = created.body;
  expect(created.body).toEqual({
    code: expect.stringMatching(/^[A-Z2-7]{14}$/),
    prefilled_message: 'Hello',
    deep_link_url: `https://wa.me/message/${code}`,
    qr_image_url: expect.stringMatching(/\.svg$/),
  });
  await call('POST', path('message_qrdls'), { body: { code, prefilled_message: 'Changed' } });
  const shown = { data: [{ code, prefilled_message: 'Changed', deep_link_url: `https://wa.me/message/${code}` }] };
  expect((await call('GET', path(`message_qrdls/${code}`))).body).toEqual(shown);
  expect((await call('GET', path('message_qrdls'))).body).toMatchObject(shown);
  expect((await call('DELETE', path(`message_qrdls/${code}`))).body).toEqual({ success: true });
  expect((await call('GET', path(`message_qrdls/${code}`))).body.error).toMatchObject({ code: 100, error_subcode: 33 });
  const long = await call('POST', path('message_qrdls'), { body: { prefilled_message: 'x'.repeat(141) } });
  expect(long.body.error.code).toBe(100);
});

test('keeps settings, commerce settings, automation, the badge and the public key of a number', async () => {
  const { call } = await createTestMock();
  const post = async (edge: string, body: object) => {
    const reply = await call('POST', path(edge), { body });
    return reply.body.error?.code ?? reply.body;
  };
  const get = async (edge: string) => (await call('GET', path(edge))).body;
  expect(await post('settings', {})).toBe(100);
  expect(await post('settings', { calling: { status: 'perhaps' } })).toBe(100);
  expect(await post('settings', { calling: { status: 'ENABLED' } })).toEqual({ success: true });
  expect(await get('settings')).toMatchObject({ calling: { status: 'ENABLED', call_icon_visibility: 'DEFAULT' } });
  expect(await post('whatsapp_commerce_settings?is_cart_enabled=false', {})).toEqual({ success: true });
  expect(await post('whatsapp_commerce_settings', {})).toBe(100);
  expect(await get('whatsapp_commerce_settings')).toEqual({
    data: [{ id: NUMBER, is_cart_enabled: false, is_catalog_visible: false }],
  });
  const commands = [{ command_name: 'help', command_description: 'Get help' }];
  expect(await post('conversational_automation', { prompts: ['Hi'], commands })).toEqual({ success: true });
  expect(await post('conversational_automation', { commands: [...commands, ...commands] })).toBe(100);
  const automated = await call('GET', `/v25.0/${NUMBER}?fields=conversational_automation`);
  expect(automated.body).toMatchObject({ conversational_automation: { prompts: ['Hi'], commands } });
  expect(await get('official_business_account')).toMatchObject({ oba_status: 'NOT_STARTED' });
  expect(await post('official_business_account', {})).toEqual({ success: true });
  expect(await get('official_business_account')).toMatchObject({ oba_status: 'PENDING' });
  const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const business_public_key = publicKey.export({ type: 'spki', format: 'pem' }).toString();
  expect(await get('whatsapp_business_encryption')).toEqual({ data: [] });
  expect(await post('whatsapp_business_encryption', { business_public_key: 'no key' })).toBe(100);
  expect(await post('whatsapp_business_encryption', { business_public_key })).toEqual({ success: true });
  expect(await get('whatsapp_business_encryption')).toEqual({
    data: [{ business_public_key, business_public_key_signature_status: 'VALID' }],
  });
});

test('keeps the compliance information of a number', async () => {
  const { call, mock } = await createTestMock();
  const edge = path('business_compliance_info');
  const post = async (change: object) => {
    const body = {
      ...product,
      entity_name: 'Lucky Shrub Private Limited',
      entity_type: 'PARTNERSHIP',
      is_registered: true,
      grievance_officer_details: { name: 'Chandravati P.', email: 'chandravati@luckyshrub.example' },
      customer_care_details: { email: 'support@luckyshrub.example', mobile_number: '+913854559033' },
      ...change,
    };
    const reply = await call('POST', edge, { body });
    return reply.body.error?.message ?? reply.body;
  };
  const { waba_id } = mock.credentials.whatsapp;
  const empty = { entity_name: null, entity_type: null, is_registered: false, customer_care_details: null };
  expect((await call('GET', edge)).body.data).toMatchObject([{ whatsapp_business_account_id: waba_id, ...empty }]);
  expect(await post({ entity_name: 'L' })).toContain('entity_name');
  expect(await post({ entity_type: 'CLUB' })).toContain('entity_type');
  expect(await post({ entity_type: 'OTHER' })).toBe('(#100) Entity_type_custom is mandatory for OTHER entity type');
  expect(await post({ entity_type: 'PUBLIC_COMPANY' })).toContain('is_registered required only when');
  expect(await post({ grievance_officer_details: { name: 'Chandravati P.' } })).toContain("['email'] is required");
  expect(await post({})).toEqual({ success: true });
  expect((await call('GET', `${edge}?fields=entity_type,is_registered,customer_care_details`)).body.data).toEqual([
    {
      entity_type: 'Partnership',
      is_registered: true,
      customer_care_details: { email: 'support@luckyshrub.example', mobile_number: '+913854559033' },
    },
  ]);
});

test('sends only marketing templates as marketing messages', async () => {
  const { call, mock } = await createTestMock();
  const { waba_id } = mock.credentials.whatsapp;
  mock.setTemplate(waba_id, {
    name: 'spring',
    language: 'en',
    category: 'MARKETING',
    components: [{ type: 'BODY', text: 'Spring' }],
  });
  const body = (name: string, code: string) => ({
    ...product,
    to: USER,
    type: 'template',
    template: { name, language: { code } },
  });
  const sent = await call('POST', path('marketing_messages'), { body: body('spring', 'en') });
  expect(sent.body).toMatchObject({ messages: [{ message_status: 'accepted' }] });
  const refused = await call('POST', path('marketing_messages'), { body: body('hello_world', 'en_US') });
  expect([refused.status, refused.body.error.code]).toEqual([400, 100]);
});

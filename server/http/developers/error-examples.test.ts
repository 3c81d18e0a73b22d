import { type ErrorBody, type ErrorCode, OPERATIONS } from '@wigwag/openapi';
import { expect, test } from 'vitest';
import { createTestServer } from '../../testing/server.ts';

const to = '905551112233';
const FLOW = { name: 'Spring', template: 'promo_spring', button: 'Buy', steps: [{ delay: '0', text: 'Hi' }] };
const form = (channel: string, ...files: Blob[]) => {
  const data = new FormData();
  data.set('channel', channel);
  for (const file of files) {
    data.set('file', file, 'file');
  }
  return data;
};
const image = (url: string) => ({ type: 'image', to, media: { url } });

/** Requests that cause the document's example of a code at an operation. */
const PROVOKED: [id: string, code: ErrorCode, path: string, body?: unknown][] = [
  ['sendMessage', 'VALIDATION_FAILED', '/messages', { text: 'Hello' }],
  ['sendTemplate', 'VALIDATION_FAILED', '/messages/template', { name: 'hello_world' }],
  ['sendTemplateByQuery', 'VALIDATION_FAILED', '/messages/template?name=hello_world'],
  ['sendTemplateByPathKey', 'VALIDATION_FAILED', '/messages/template/{api_key}?name=hello_world'],
  ['uploadMedia', 'VALIDATION_FAILED', '/media', form('whatsapp')],
  ['listTemplates', 'VALIDATION_FAILED', '/templates?status=PAUSED'],
  ['listContacts', 'VALIDATION_FAILED', '/contacts?limit=101'],
  ['upsertContact', 'VALIDATION_FAILED', '/contacts', { name: 'Ada' }],
  ['updateContact', 'VALIDATION_FAILED', `/contacts/${to}`, { email: 1 }],
  ['listOptOuts', 'VALIDATION_FAILED', '/opt-outs?limit=101'],
  ['addOptOut', 'VALIDATION_FAILED', '/opt-outs', {}],
  ['listBlockedNumbers', 'VALIDATION_FAILED', '/blocked-numbers?limit=101'],
  ['blockNumber', 'VALIDATION_FAILED', '/blocked-numbers', {}],
  ['listConversations', 'VALIDATION_FAILED', '/conversations?status=done'],
  ['updateConversation', 'VALIDATION_FAILED', `/conversations/${to}`, { status: 'done' }],
  ['listConversationMessages', 'VALIDATION_FAILED', `/conversations/${to}/messages?limit=101`],
  ['listFlows', 'VALIDATION_FAILED', '/flows?is_active=maybe'],
  ['createFlow', 'VALIDATION_FAILED', '/flows', { ...FLOW, steps: undefined }],
  ['updateFlow', 'VALIDATION_FAILED', '/flows/7', { quiet_start: 24 }],
  ['deleteFlow', 'VALIDATION_FAILED', '/flows/7?force=maybe'],
  ['listFlowRuns', 'VALIDATION_FAILED', '/flows/7/runs?status=over'],
  ['testFlow', 'VALIDATION_FAILED', '/flows/7/test', {}],
  ['getStats', 'VALIDATION_FAILED', '/stats?from=2026-02-30'],
  ['listLabels', 'VALIDATION_FAILED', '/labels?limit=101'],
  ['listAgents', 'VALIDATION_FAILED', '/agents?limit=101'],
  ['testWebhook', 'VALIDATION_FAILED', '/webhooks/test', { event: 'message.sent' }],

  ['uploadMedia', 'INVALID_JSON', '/media', {}],
  ['uploadMedia', 'CHANNEL_FEATURE_UNSUPPORTED', '/media', form('instagram', new Blob(['Hello']))],
  ['sendMessage', 'CHANNEL_UNSUPPORTED', '/messages', { channel: 'sms', to, text: 'Hello' }],
  [
    'sendMessage',
    'CHANNEL_FEATURE_UNSUPPORTED',
    '/messages',
    { channel: 'messenger', to: '1', type: 'location', latitude: 1, longitude: 1 },
  ],
  [
    'sendTemplate',
    'CHANNEL_FEATURE_UNSUPPORTED',
    '/messages/template',
    { channel: 'instagram', to, name: 'hello_world' },
  ],
  ['sendMessage', 'CONNECTION_NOT_FOUND', '/messages', { connection_id: 'wa_7', to, text: 'Hello' }],
  ['sendMessage', 'RECIPIENT_INVALID', '/messages', { to: 'ada', text: 'Hello' }],
  ['getWindow', 'RECIPIENT_INVALID', '/contacts/ada/window'],
  ['sendMessage', 'WINDOW_NEVER_OPENED', '/messages', { to, text: 'Hello' }],
  ['sendMessage', 'MEDIA_REQUIRED', '/messages', { type: 'image', to }],
  ['sendMessage', 'MEDIA_URL_INVALID', '/messages', image('http://shop.example/a.jpg')],
  ['sendTemplate', 'TEMPLATE_NOT_FOUND', '/messages/template', { to, name: 'order_udpate' }],
  ['sendTemplate', 'TEMPLATE_NOT_APPROVED', '/messages/template', { to, name: 'pending_one' }],
  [
    'sendTemplate',
    'TEMPLATE_VARIABLES_MISSING',
    '/messages/template',
    { to, name: 'order_update', variables: ['Ada'], buttons: [{ index: 0, text: '1' }] },
  ],
  ['sendTemplateByQuery', 'TEMPLATE_VARIABLES_MISSING', `/messages/template?to=${to}&name=order_update&var1=Ada`],
  [
    'sendTemplate',
    'TEMPLATE_VARIABLES_FORMAT',
    '/messages/template',
    { to, name: 'order_update', variables: { a: 'b' } },
  ],
  ['sendTemplateByQuery', 'TEMPLATE_VARIABLES_FORMAT', `/messages/template?to=${to}&name=welcome_named&var1=Ada`],
  [
    'sendTemplate',
    'TEMPLATE_BUTTON_PARAM_MISSING',
    '/messages/template',
    { to, name: 'order_update', variables: ['Ada', '1'] },
  ],
  ['getMessage', 'MESSAGE_NOT_FOUND', '/messages/msg_17000000000000000001'],
  ['getContact', 'CONTACT_NOT_FOUND', `/contacts/${to}`],
  ['getConversation', 'CONVERSATION_NOT_FOUND', `/conversations/${to}`],
  ['getFlow', 'FLOW_NOT_FOUND', '/flows/7'],
  ['createFlow', 'FLOW_INVALID', '/flows', FLOW],
  ['testWebhook', 'WEBHOOK_NOT_CONFIGURED', '/webhooks/test'],
];

test('the server’s errors match the examples in the API document', async () => {
  const { api, server, key } = await createTestServer();
  const liveKey = await key({ requestsPerMinute: 6_000 });
  // The examples in the document link to an example host.
  const text = await (await fetch(`${server.origin}/developers/openapi.json`)).text();
  const document = JSON.parse(text.replaceAll('https://api.example.com', server.origin));
  const answered = new Set<string>();
  for (const [id, code, path, body] of PROVOKED) {
    const operation = OPERATIONS.find((one) => one.id === id);
    const { method = '', keyIn } = operation ?? {};
    const answer = await api(method.toUpperCase(), path.replace('{api_key}', liveKey), {
      key: keyIn?.includes('path') ? null : liveKey,
      ...(body !== undefined && { body }),
    });
    const { examples } =
      document.paths[operation?.path ?? ''][method].responses[answer.status].content['application/json'];
    const { $ref, value } = examples[code] ?? {};
    const example = ($ref ? document.components.examples[code].value : value) as ErrorBody;
    const { request_id } = answer.body.error;
    expect.soft([id, answer.body]).toEqual([id, { ...example, error: { ...example.error, request_id } }]);
    if (code === 'VALIDATION_FAILED') {
      answered.add(id);
    }
  }
  const validated = OPERATIONS.filter(({ errors }) => errors.includes('VALIDATION_FAILED')).map(({ id }) => id);
  expect([...answered].toSorted()).toEqual(validated.toSorted());
});

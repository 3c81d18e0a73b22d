import { OPERATIONS, type Operation } from '@wigwag/openapi';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ApiAnswer, type ApiCall, type AtEnd, createTestServer, type TestServer } from '../../testing/server.ts';
import type { ApiOperationId } from '../operation.ts';

/** Tests that every operation returns every status that the API document lists for it. */

interface StatusRequest extends ApiCall {
  /** `{api_key}` is replaced by the key. */
  path: string;
  body?: unknown;
  /** Replaces a JSON body. It is a function because a form can be sent only once. */
  form?: () => FormData;
}

const PERSON = '905551112233';
const STRANGER = '905550009999';
const HELLO = { to: PERSON, name: 'hello_world' };
const FLOW = { name: 'Spring', template: 'promo_spring', button: 'Tell me more', steps: [{ delay: '0', text: 'Hi' }] };
const query = (values: object) => new URLSearchParams(values as Record<string, string>).toString();

const upload =
  (content: string | Uint8Array<ArrayBuffer>, fields: Record<string, string> = {}) =>
  () => {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) {
      form.set(name, value);
    }
    form.set('file', new Blob([content]), 'file');
    return form;
  };

/** A successful request for each operation, after a customer has written and all people are contacts. */
const USUAL: Record<ApiOperationId, StatusRequest> = {
  getMe: { path: '/me' },
  listChannels: { path: '/channels' },
  sendMessage: { path: '/messages', body: { to: PERSON, text: 'Hello' } },
  sendTemplate: { path: '/messages/template', body: HELLO },
  sendTemplateByQuery: { path: `/messages/template?${query(HELLO)}` },
  sendTemplateByPathKey: { path: `/messages/template/{api_key}?${query(HELLO)}` },
  getMessage: { path: '/messages/{sent}' },
  listTemplates: { path: '/templates' },
  uploadMedia: { path: '/media', form: upload('Hello') },
  listContacts: { path: '/contacts' },
  upsertContact: { path: '/contacts', body: { phone: PERSON, name: 'Ada' } },
  getContact: { path: `/contacts/${PERSON}` },
  updateContact: { path: `/contacts/${PERSON}`, body: { name: 'Ada' } },
  getWindow: { path: `/contacts/${PERSON}/window` },
  listOptOuts: { path: '/opt-outs' },
  addOptOut: { path: '/opt-outs', body: { phone: PERSON } },
  removeOptOut: { path: `/opt-outs/${PERSON}` },
  listBlockedNumbers: { path: '/blocked-numbers' },
  blockNumber: { path: '/blocked-numbers', body: { phone: STRANGER } },
  unblockNumber: { path: `/blocked-numbers/${PERSON}` },
  listConversations: { path: '/conversations' },
  getConversation: { path: `/conversations/${PERSON}` },
  updateConversation: { path: `/conversations/${PERSON}`, body: { status: 'closed' } },
  listConversationMessages: { path: `/conversations/${PERSON}/messages` },
  getStats: { path: '/stats' },
  listLabels: { path: '/labels' },
  listAgents: { path: '/agents' },
  testWebhook: { path: '/webhooks/test', body: { event: 'message.status' } },
  listFlows: { path: '/flows' },
  createFlow: { path: '/flows', body: FLOW },
  getFlow: { path: '/flows/{flow}' },
  updateFlow: { path: '/flows/{flow}', body: { name: 'Summer' } },
  deleteFlow: { path: '/flows/{flow}' },
  listFlowRuns: { path: '/flows/{flow}/runs' },
  getFlowStats: { path: '/flows/{flow}/stats' },
  testFlow: { path: '/flows/{flow}/test', body: { to: PERSON } },
};

/** The server of all cases. Each case has a separate account on it, which no other case changes. */
let shared: TestServer;
/** A server whose database is closed. */
let broken: TestServer;
const ends: Parameters<AtEnd>[0][] = [];

async function openServer(): Promise<TestServer> {
  return createTestServer({ config: { logLevel: 'silent' }, atEnd: (run) => void ends.unshift(run) });
}

beforeAll(async () => {
  shared = await openServer();
  broken = await openServer();
  await broken.server.app.store.close();
});
afterAll(async () => {
  for (const end of ends) {
    await end();
  }
});

/** Returns a new account that a customer has written to. No tasks of other cases are still due. */
async function openAccount(): Promise<TestServer> {
  const tenant = await shared.anotherTenant();
  await tenant.customerWrites('Hello');
  return tenant;
}

type Provoke = (server: TestServer, operation: Operation & { id: ApiOperationId }) => Promise<ApiAnswer>;

/** Returns the ID of a new message, or an unknown ID if nothing can be sent. */
async function sentId(server: TestServer): Promise<string> {
  const { body } = await server.api('POST', '/messages', { body: { to: PERSON, text: 'Hello' } });
  return body.data?.id ?? 'msg_1';
}

/** Returns the ID of a new flow; 1 if none can be created. */
async function flowId(server: TestServer): Promise<string> {
  const { body } = await server.api('POST', '/flows', { body: FLOW });
  return String(body.data?.id ?? 1);
}

/** Sends a request for an operation: the usual request with changes. */
async function ask(
  server: TestServer,
  { id, method }: Operation & { id: ApiOperationId },
  changes: Partial<StatusRequest> = {},
): Promise<ApiAnswer> {
  const { path, form, ...usual } = { ...USUAL[id], ...changes };
  const key = changes.key === undefined ? server.liveKey : changes.key;
  const sent = path.includes('{sent}') ? await sentId(server) : '';
  const flow = path.includes('{flow}') ? await flowId(server) : '';
  const url = path
    .replace('{api_key}', key ?? 'ww_live_nothing')
    .replace('{sent}', sent)
    .replace('{flow}', flow);
  return server.api(method.toUpperCase(), url, {
    ...usual,
    key: path.includes('{api_key}') ? null : key,
    ...(form && usual.raw === undefined && { body: form() }),
  });
}

/** Causes a status in every operation that lists it. */
const EVERYWHERE: Record<number, Provoke> = {
  400: (server, operation) => ask(server, operation, { raw: '{' }),
  401: (server, operation) => ask(server, operation, { key: null }),
  402: async (server, operation) =>
    ask(server, operation, { key: (await server.anotherAccount({ licenseExpiresAt: 1 })).liveKey }),
  403: async (server, operation) =>
    ask(server, operation, { key: (await server.anotherAccount({ isActive: false })).liveKey }),
  413: (server, operation) => ask(server, operation, { raw: ' '.repeat(256 * 1024 + 1) }),
  429: async (server, operation) => {
    const key = await server.key({ requestsPerMinute: 1 });
    await server.api('GET', '/me', { key });
    return ask(server, operation, { key });
  },
  500: (_server, operation) => ask(broken, operation),
};

const withQuery =
  (values: object): Provoke =>
  (server, operation) =>
    ask(server, operation, { path: `${USUAL[operation.id].path.split('?')[0]}?${query(values)}` });
const withPath =
  (path: string): Provoke =>
  (server, operation) =>
    ask(server, operation, { path });
const withBody =
  (body: unknown): Provoke =>
  (server, operation) =>
    ask(server, operation, { body });
const withForm =
  (form: () => FormData): Provoke =>
  (server, operation) =>
    ask(server, operation, { form });
const unknownLine = 'wa_99';

/** Returns a working URL that is not an image. */
const documentUrl = ({ baseUrl }: TestServer) => `${new URL(baseUrl).origin}/developers/openapi.json`;

/** Simulates that the provider of the connection failed five times. */
const down: Provoke = async (server, operation) => {
  server.mock.faults.next({ outcome: 'unavailable', times: 5 });
  for (let count = 0; count < 5; count += 1) {
    await server.api('POST', '/messages', { body: { to: PERSON, text: String(count) } });
  }
  await server.settle();
  return ask(server, operation);
};
const notConnected: Provoke = async (server, operation) => {
  const { accountId, connections, server: running } = server;
  await running.app.store.transaction((tx) =>
    tx.connections.setActive(accountId, connections.whatsapp ?? unknownLine, false),
  );
  return ask(server, operation);
};

/** Requests a file that does not exist. */
const withFile: Provoke = (server, operation) =>
  ask(server, operation, {
    body: {
      ...FLOW,
      name: undefined,
      steps: [{ delay: '0', type: 'image', media_url: documentUrl(server) }],
      ...(operation.id === 'createFlow' && { name: 'Spring' }),
    },
  });

/** Causes a status in one operation. */
const SPECIAL: Partial<Record<`${ApiOperationId} ${number}`, Provoke>> = {
  'sendMessage 404': withBody({ to: PERSON, text: 'x', connection_id: unknownLine }),
  'sendMessage 409': withBody({ to: STRANGER, text: 'x' }),
  'sendMessage 422': withBody({ to: PERSON }),
  'sendMessage 503': down,
  'sendTemplate 404': withBody({ to: PERSON, name: 'nothing' }),
  'sendTemplate 409': notConnected,
  'sendTemplate 422': withBody({ to: PERSON, name: 'pending_one' }),
  'sendTemplate 503': down,
  'sendTemplateByQuery 404': withQuery({ to: PERSON, name: 'nothing' }),
  'sendTemplateByQuery 409': notConnected,
  'sendTemplateByQuery 422': withQuery({ to: PERSON, name: 'pending_one' }),
  'sendTemplateByQuery 503': down,
  'sendTemplateByPathKey 404': withQuery({ to: PERSON, name: 'nothing' }),
  'sendTemplateByPathKey 409': notConnected,
  'sendTemplateByPathKey 422': withQuery({ to: PERSON, name: 'pending_one' }),
  'sendTemplateByPathKey 503': down,
  'getMessage 404': withPath('/messages/msg_1'),
  'listTemplates 422': withQuery({ status: 'LOST' }),
  'uploadMedia 404': withForm(upload('Hello', { connection_id: unknownLine })),
  'uploadMedia 409': notConnected,
  'uploadMedia 413': withForm(
    upload(new Uint8Array(5 * 1024 * 1024 + 1).map((_, index) => [0xff, 0xd8, 0xff][index] ?? 1)),
  ),
  'uploadMedia 415': withForm(upload('MZ\0\0')),
  'uploadMedia 422': withForm(upload('Hello', { nothing: 'x' })),
  'uploadMedia 502': (server, operation) => {
    server.mock.faults.next({ applies_to: 'media', outcome: 'reject' });
    return ask(server, operation);
  },
  'uploadMedia 503': (server, operation) => {
    server.mock.faults.next({ applies_to: 'media', outcome: 'unavailable' });
    return ask(server, operation);
  },
  'sendMessage 415': (server, operation) =>
    ask(server, operation, { body: { to: PERSON, type: 'image', media: { url: documentUrl(server) } } }),
  'sendTemplate 415': (server, operation) =>
    ask(server, operation, { body: { to: PERSON, name: 'promo_spring', header: { url: documentUrl(server) } } }),
  'listContacts 422': withQuery({ limit: 101 }),
  'upsertContact 201': withBody({ phone: STRANGER }),
  'upsertContact 422': withBody({ name: 'Ada' }),
  'getContact 404': withPath(`/contacts/${STRANGER}`),
  'updateContact 404': withPath(`/contacts/${STRANGER}`),
  'updateContact 422': withBody({ name: 1 }),
  'getWindow 422': withPath('/contacts/nobody/window'),
  'listOptOuts 422': withQuery({ order: 'up' }),
  'addOptOut 422': withBody({}),
  'listBlockedNumbers 422': withQuery({ cursor: 'x' }),
  'blockNumber 422': withBody({ phone: '' }),
  'listConversations 422': withQuery({ unread: 'maybe' }),
  'getConversation 404': withPath(`/conversations/${STRANGER}`),
  'updateConversation 404': withPath(`/conversations/${STRANGER}`),
  'updateConversation 422': withBody({ status: 'bot' }),
  'listConversationMessages 404': withPath(`/conversations/${STRANGER}/messages`),
  'listConversationMessages 422': withQuery({ before: 'yesterday' }),
  'listFlows 422': withQuery({ is_active: 'maybe' }),
  'createFlow 415': withFile,
  'createFlow 422': withBody({ ...FLOW, template: 'pending_one' }),
  'getFlow 404': withPath('/flows/99'),
  'updateFlow 404': withPath('/flows/99'),
  'updateFlow 415': withFile,
  'updateFlow 422': withBody({ button: 'Stop promotions' }),
  'deleteFlow 404': withPath('/flows/99'),
  'deleteFlow 422': withQuery({ force: 'maybe' }),
  'listFlowRuns 404': withPath('/flows/99/runs'),
  'listFlowRuns 422': withQuery({ status: 'lost' }),
  'getFlowStats 404': withPath('/flows/99/stats'),
  'testFlow 404': withPath('/flows/99/test'),
  'testFlow 409': notConnected,
  'testFlow 422': withBody({ to: STRANGER }),
  'testFlow 502': (server, operation) => {
    server.mock.faults.next({ outcome: 'reject' });
    return ask(server, operation);
  },
  'testFlow 503': (server, operation) => {
    server.mock.faults.next({ outcome: 'unavailable' });
    return ask(server, operation);
  },
  'getStats 422': withQuery({ from: '2026-02-30' }),
  'listLabels 422': withQuery({ limit: 0 }),
  'listAgents 422': withQuery({ limit: 'many' }),
  'testWebhook 200': async (server, operation) => {
    await server.receiver();
    return ask(server, operation);
  },
  'testWebhook 409': ask,
  'testWebhook 422': withBody({ event: 'message.sent' }),
  'testWebhook 502': async (server, operation) => {
    (await server.receiver()).answers(500);
    return ask(server, operation);
  },
};

/**
 * Statuses that a synchronous response never has, because sends are asynchronous. The refusal appears as the status
 * `failed`.
 */
const LATER = ['sendMessage 502', 'sendTemplate 502', 'sendTemplateByQuery 502', 'sendTemplateByPathKey 502'];

const VERSIONED = OPERATIONS.filter(({ versioned }) => versioned) as (Operation & { id: ApiOperationId })[];

describe.each(VERSIONED)('$id', (operation) => {
  const expected = operation.statuses.filter((status) => !LATER.includes(`${operation.id} ${status}`));
  test.each(expected)('returns %i', async (status) => {
    const server = await openAccount();
    const provoke = SPECIAL[`${operation.id} ${status}`] ?? EVERYWHERE[status] ?? ask;
    expect((await provoke(server, operation)).status).toBe(status);
  });
});

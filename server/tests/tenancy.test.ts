import { OPERATIONS, type Operation, type OperationId, resolveReference, type Schema } from '@wigwag/openapi';
import { describe, expect, test } from 'vitest';
import { createDemoAccount } from '../domain/account/demo-account.ts';
import { createProviderApp } from '../domain/connections/create-connection.ts';
import { PNG } from '../testing/files.ts';
import {
  type ApiAnswer,
  type ApiCall,
  createTestServer,
  DATABASES,
  metaCallback,
  type TestServer,
} from '../testing/server.ts';
import { createReceiver } from '../testing/worker.ts';

/** Tests two accounts: with the key of one, records of the other do not exist, and they do not change. */

/** In every name and text of the owner's account; it must never appear in a response to the other account. */
const OWNER = 'OWNEROFTHINGS';
const MINE = '905551112233';
const THEIRS = '905552223344';
const OPTED_OUT = '905553334455';
const BLOCKED = '905554445566';
const SENT_ONCE = '905556667788';
const TEMPLATE = 'their_template';

/** The owner's records, which others could try to name. */
interface Theirs {
  key: string;
  line: string;
  messageId: string;
  receivedId: string;
  externalId: string;
  mediaId: string;
  templateId: number;
  flowId: number;
  agentId: number;
  cursors: Record<string, string>;
}

/** One attempt to reach another account's record. */
interface Try {
  path?: Record<string, string | number>;
  query?: Record<string, string | number | undefined>;
  body?: Record<string, unknown>;
  form?: Record<string, string>;
  idempotencyKey?: string;
  /** The response to the stranger: an error, or a success that contains nothing of the owner. */
  stranger: [status: number, code?: string];
  /** The response to the same request by the owner, which shows that it names an existing record. */
  owner: number;
  /** Further checks of the responses. */
  also?: (answers: { stranger: ApiAnswer; owner: ApiAnswer }) => void;
}

const seesNothing: Pick<Try, 'stranger' | 'owner' | 'also'> = {
  stranger: [200],
  owner: 200,
  also: ({ owner }) => expect(JSON.stringify(owner.body)).toContain(OWNER),
};
const notFound = (code: string): Pick<Try, 'stranger' | 'owner'> => ({ stranger: [404, code], owner: 200 });
const notTheSame = ({ stranger, owner }: { stranger: ApiAnswer; owner: ApiAnswer }) => {
  expect(owner.headers['idempotent-replayed']).toBe('true');
  expect(stranger.body.data.id).not.toBe(owner.body.data.id);
};

/** The same words as for an ID that does not exist. */
const unknownFile = (field: string) => ({ field, message: expect.stringContaining('is not the ID of an upload') });

const STEP = { delay: '0', text: 'Hi' };
const FLOW = { name: 'Mine', button: 'More', is_active: true, steps: [STEP] };

/** Every operation, with every field that can name a stored record. `key` is the one in the path of a link. */
const TRIES: Record<OperationId, (theirs: Theirs, key: string) => Try[]> = {
  getDocument: () => [{ stranger: [200], owner: 200 }],
  getMe: () => [seesNothing],
  listChannels: () => [{ stranger: [200], owner: 200 }],
  sendMessage: ({ line, mediaId, externalId }) => [
    { body: { to: MINE, text: 'Hi', connection_id: line }, stranger: [404, 'CONNECTION_NOT_FOUND'], owner: 409 },
    { body: { to: THEIRS, text: 'Hi' }, stranger: [409, 'WINDOW_NEVER_OPENED'], owner: 202 },
    {
      body: { to: MINE, type: 'image', media: { id: mediaId } },
      stranger: [422, 'VALIDATION_FAILED'],
      owner: 409,
      also: ({ stranger, owner }) => {
        expect(stranger.body.error.errors).toEqual([unknownFile('media.id')]);
        expect(owner.body.error.code).toBe('WINDOW_NEVER_OPENED'); // the file was found
      },
    },
    // An ID of the provider, which is valid only on its own connections. It does not look up any record of ours.
    { body: { to: MINE, text: 'Hi', reply_to: externalId }, stranger: [202], owner: 409 },
    { body: { to: MINE, text: 'Hi' }, idempotencyKey: 'of the owner', stranger: [202], owner: 409 },
  ],
  sendTemplate: ({ line, mediaId }) => [
    {
      body: { to: MINE, name: 'hello_world', connection_id: line },
      stranger: [404, 'CONNECTION_NOT_FOUND'],
      owner: 202,
    },
    { body: { to: MINE, name: TEMPLATE }, stranger: [404, 'TEMPLATE_NOT_FOUND'], owner: 202 },
    {
      body: { to: MINE, name: 'promo_spring', header: { media_id: mediaId } },
      stranger: [422, 'VALIDATION_FAILED'],
      owner: 202,
      also: ({ stranger }) => expect(stranger.body.error.errors).toEqual([unknownFile('header.media_id')]),
    },
    {
      body: { to: SENT_ONCE, name: 'hello_world' },
      idempotencyKey: 'of the owner',
      stranger: [202],
      owner: 202,
      also: notTheSame,
    },
  ],
  sendTemplateByQuery: (theirs) => linkTries(theirs),
  sendTemplateByPathKey: (theirs, key) => linkTries(theirs).map((one) => ({ ...one, path: { api_key: key } })),
  getMessage: ({ messageId, receivedId }) =>
    [messageId, receivedId].map((id) => ({ path: { id }, ...notFound('MESSAGE_NOT_FOUND') })),
  listTemplates: ({ cursors }) => [
    seesNothing,
    { query: { cursor: cursors.templates ?? '' }, stranger: [200], owner: 200 },
  ],
  uploadMedia: ({ line }) => [{ form: { connection_id: line }, stranger: [404, 'CONNECTION_NOT_FOUND'], owner: 201 }],
  listContacts: ({ cursors }) => [
    seesNothing,
    { query: { search: OWNER }, ...seesNothing },
    { query: { search: THEIRS }, ...seesNothing },
    { query: { cursor: cursors.contacts ?? '' }, stranger: [200], owner: 200 },
  ],
  getContact: () => [{ path: { phone: THEIRS }, ...notFound('CONTACT_NOT_FOUND') }],
  updateContact: () => [
    { path: { phone: THEIRS }, body: { name: OWNER }, ...notFound('CONTACT_NOT_FOUND') },
    { path: { phone: THEIRS }, body: { phone: THEIRS }, ...notFound('CONTACT_NOT_FOUND') },
  ],
  // Both accounts may know the same person: this is the stranger's own contact.
  upsertContact: () => [{ body: { phone: THEIRS, name: 'Mine' }, stranger: [201], owner: 200 }],
  getWindow: () => [
    {
      path: { id: THEIRS },
      stranger: [200],
      owner: 200,
      also: ({ stranger, owner }) => {
        expect(stranger.body.data).toMatchObject({ window_open: false, last_inbound_at: null });
        expect(owner.body.data.window_open).toBe(true);
      },
    },
  ],
  listOptOuts: ({ cursors }) => [
    seesNothing,
    { query: { cursor: cursors.opt_outs ?? '' }, stranger: [200], owner: 200 },
  ],
  addOptOut: () => [{ body: { phone: OPTED_OUT, source: 'mine' }, stranger: [201], owner: 201 }],
  removeOptOut: () => [{ path: { phone: OPTED_OUT }, stranger: [200], owner: 200, also: removedOnce }],
  listBlockedNumbers: ({ cursors }) => [
    seesNothing,
    { query: { cursor: cursors.blocked_numbers ?? '' }, stranger: [200], owner: 200 },
  ],
  blockNumber: () => [{ body: { phone: BLOCKED, reason: 'mine' }, stranger: [201], owner: 201 }],
  unblockNumber: () => [{ path: { phone: BLOCKED }, stranger: [200], owner: 200, also: removedOnce }],
  listConversations: ({ agentId, cursors }) => [
    seesNothing,
    { query: { phone: THEIRS }, ...seesNothing },
    { query: { agent_id: agentId }, ...seesNothing },
    { query: { cursor: cursors.conversations ?? '' }, stranger: [200], owner: 200 },
  ],
  getConversation: () => [{ path: { phone: THEIRS }, ...notFound('CONVERSATION_NOT_FOUND') }],
  listConversationMessages: () => [{ path: { phone: THEIRS }, ...notFound('CONVERSATION_NOT_FOUND') }],
  updateConversation: ({ agentId }) => [
    { path: { phone: THEIRS }, body: { status: 'closed' }, ...notFound('CONVERSATION_NOT_FOUND') },
    { path: { phone: MINE }, body: { agent_id: agentId }, stranger: [422, 'VALIDATION_FAILED'], owner: 200 },
  ],
  listFlows: ({ templateId, cursors }) => [
    seesNothing,
    { query: { template_id: templateId }, ...seesNothing },
    { query: { cursor: cursors.flows ?? '' }, stranger: [200], owner: 200 },
  ],
  createFlow: ({ templateId }) => [
    { body: { ...FLOW, template: TEMPLATE }, stranger: [422, 'FLOW_INVALID'], owner: 201 },
    { body: { ...FLOW, template_id: templateId }, stranger: [422, 'FLOW_INVALID'], owner: 201 },
  ],
  getFlow: ({ flowId: id }) => [{ path: { id }, ...notFound('FLOW_NOT_FOUND') }],
  getFlowStats: ({ flowId: id }) => [{ path: { id }, ...notFound('FLOW_NOT_FOUND') }],
  listFlowRuns: ({ flowId: id, cursors }) => [
    { path: { id }, ...notFound('FLOW_NOT_FOUND') },
    { path: { id }, query: { phone: THEIRS }, ...notFound('FLOW_NOT_FOUND') },
    { path: { id }, query: { cursor: cursors.runs ?? '' }, ...notFound('FLOW_NOT_FOUND') },
  ],
  testFlow: ({ flowId: id }) => [{ path: { id }, body: { to: THEIRS }, ...notFound('FLOW_NOT_FOUND') }],
  updateFlow: ({ flowId: id, templateId }) => [
    { path: { id }, body: { name: OWNER }, ...notFound('FLOW_NOT_FOUND') },
    { path: { id }, body: { template: TEMPLATE, button: 'More' }, ...notFound('FLOW_NOT_FOUND') },
    { path: { id }, body: { template_id: templateId, button: 'More' }, ...notFound('FLOW_NOT_FOUND') },
  ],
  deleteFlow: ({ flowId: id }) => [{ path: { id }, query: { force: 'true' }, ...notFound('FLOW_NOT_FOUND') }],
  getStats: () => [
    { stranger: [200], owner: 200, also: ({ stranger }) => expect(stranger.body.data.messages.incoming).toBe(1) },
  ],
  listLabels: ({ cursors }) => [seesNothing, { query: { cursor: cursors.labels ?? '' }, stranger: [200], owner: 200 }],
  listAgents: ({ cursors }) => [seesNothing, { query: { cursor: cursors.agents ?? '' }, stranger: [200], owner: 200 }],
  testWebhook: () => [{ body: {}, stranger: [409, 'WEBHOOK_NOT_CONFIGURED'], owner: 200 }],
};

function removedOnce({ stranger, owner }: { stranger: ApiAnswer; owner: ApiAnswer }) {
  expect(stranger.body.data.removed).toBe(false);
  expect(owner.body.data.removed).toBe(true);
}

function linkTries({ line }: Theirs): Try[] {
  const link = { to: MINE, name: 'hello_world' };
  return [
    { query: { ...link, connection_id: line }, stranger: [404, 'CONNECTION_NOT_FOUND'], owner: 202 },
    { query: { to: MINE, name: TEMPLATE }, stranger: [404, 'TEMPLATE_NOT_FOUND'], owner: 202 },
    { query: { phone: MINE, template: TEMPLATE }, stranger: [404, 'TEMPLATE_NOT_FOUND'], owner: 202 },
    { query: { ...link, to: SENT_ONCE, idempotency_key: 'of a link' }, stranger: [202], owner: 202, also: notTheSame },
    { query: { ...link, to: SENT_ONCE }, idempotencyKey: 'of a link', stranger: [202], owner: 202 },
  ];
}

/** Fields that name nothing stored, and therefore nothing of another account. */
const PLAIN = new Set(
  `type channel text caption filename latitude longitude address interactive language variables buttons file order limit
   email display_name username source reason status unread from unread_count typing before after direction is_active button button_index
   stop_on_reply stop_on_agent quiet_start quiet_end steps force event category var vars media.url header.url
   header.filename header.text sendMessage.name upsertContact.name updateContact.name createFlow.name updateFlow.name getStats.to
   listConversations.to`.split(/\s+/),
);

const resolved = (schema: Schema): Schema =>
  typeof schema.$ref === 'string' ? resolved(resolveReference(schema.$ref) as Schema) : schema;

/** Returns the fields of a body, including the inner fields of the two that contain a file ID. */
function fieldsOf(schema: Schema, prefix = ''): string[] {
  const { properties, oneOf, anyOf, allOf } = resolved(schema) as Record<string, unknown>;
  const choices = [oneOf, anyOf, allOf].flatMap((list) => (list ?? []) as Schema[]);
  const own = Object.entries((properties ?? {}) as Record<string, Schema>).flatMap(([name, value]) =>
    prefix === '' && (name === 'media' || name === 'header') ? fieldsOf(value, `${name}.`) : [prefix + name],
  );
  return [...own, ...choices.flatMap((choice) => fieldsOf(choice, prefix))];
}

const namesOf = ({ parameters, body }: Operation): string[] => [
  ...new Set([...parameters.map(({ name }) => name), ...(body ? fieldsOf(body.schema) : [])]),
];

const triedBy = ({ path, query, body, form, idempotencyKey }: Try): string[] => [
  ...Object.keys({ ...path, ...query, ...form }),
  ...(idempotencyKey === undefined ? [] : ['Idempotency-Key']),
  ...Object.entries(body ?? {}).flatMap(([name, value]) =>
    name === 'media' || name === 'header' ? Object.keys(value as object).map((inner) => `${name}.${inner}`) : [name],
  ),
];

const NOBODY: Theirs = {
  key: '',
  line: '',
  messageId: '',
  receivedId: '',
  externalId: '',
  mediaId: '',
  templateId: 0,
  flowId: 0,
  agentId: 0,
  cursors: {},
};

test('every field of the document is either plain or tested with another account’s values', () => {
  const untried = OPERATIONS.flatMap((operation) => {
    const tries = TRIES[operation.id]?.(NOBODY, '') ?? [];
    const tried = new Set(tries.flatMap(triedBy));
    const missing = namesOf(operation).filter(
      (name) => !tried.has(name) && !PLAIN.has(name) && !PLAIN.has(`${operation.id}.${name}`),
    );
    return [
      ...(tries.length === 0 ? [`${operation.id} as a whole`] : []),
      ...missing.map((name) => `${operation.id} ${name}`),
    ];
  });
  expect(untried).toEqual([]);
});

/** Fills an account with records of every kind, created by its customers and by its own key. */
async function fill(server: TestServer): Promise<Theirs> {
  const { app } = server.server;
  const { accountId, connections } = await server.anotherAccount({ name: OWNER });
  const key = await server.key({ accountId, ...UNLIMITED });
  const receiver = await createReceiver();
  await app.store.transaction((tx) => tx.webhooks.setAddress(accountId, receiver.url, ['message.received']));
  const line = connections.whatsapp ?? '';
  const { providerId, wabaId } = (await app.store.read.connections.find(accountId, line)) ?? {};
  const customer = (what: object, id = THEIRS) =>
    server.mock.receive({
      channel: 'whatsapp',
      business_id: providerId ?? '',
      from: { id, name: OWNER },
      type: 'text',
      ...what,
    });
  const call = async (method: string, path: string, call: ApiCall = {}) => {
    const answer = await server.api(method, path, { key, ...call });
    expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
    return answer.body.data;
  };
  const buttons = { type: 'BUTTONS', buttons: [{ type: 'QUICK_REPLY', text: 'More' }] };
  const components = [{ type: 'BODY', text: OWNER }, buttons];
  for (const status of ['PENDING', 'APPROVED']) {
    const template = { name: TEMPLATE, language: 'en_US', category: 'UTILITY', status, components };
    server.mock.setTemplate(wabaId ?? '', template);
  }
  await server.settle();
  const [template] = await app.store.read.templates.findByName(accountId, TEMPLATE);
  await app.store.transaction((tx) => tx.labels.insert(accountId, { name: OWNER, color: null }, app.monotonicNow()));
  const agentId = await app.store.transaction((tx) =>
    tx.agents.insert(accountId, { name: OWNER, isActive: true }, app.monotonicNow()),
  );
  await customer({ text: OWNER });
  await server.settle();
  await call('PATCH', `/contacts/${THEIRS}`, { body: { name: OWNER, email: 'owner@example.com' } });
  const flow = await call('POST', '/flows', { body: { ...FLOW, name: OWNER, template: TEMPLATE } });
  const idempotent = { headers: { 'idempotency-key': 'of the owner' } };
  await call('POST', '/messages/template', { body: { to: SENT_ONCE, name: 'hello_world' }, ...idempotent });
  await call('GET', `/messages/template?to=${SENT_ONCE}&name=hello_world&idempotency_key=of+a+link`);
  const sent = await call('POST', '/messages/template', { body: { to: THEIRS, name: TEMPLATE } });
  await server.settle();
  const { external_id: externalId } = await call('GET', `/messages/${sent.id}`);
  await customer({ type: 'template_button', button: { payload: 'More', title: 'More' }, reply_to: externalId });
  await server.settle();
  await call('PATCH', `/conversations/${THEIRS}`, { body: { agent_id: agentId } });
  await call('POST', '/opt-outs', { body: { phone: OPTED_OUT, source: OWNER } });
  await call('POST', '/blocked-numbers', { body: { phone: BLOCKED, reason: OWNER } });
  const media = await call('POST', '/media', { body: form({}) });
  const { messages } = await call('GET', `/conversations/${THEIRS}/messages?direction=in`);
  return {
    key,
    line,
    messageId: sent.id,
    receivedId: messages[0].id,
    externalId,
    mediaId: media.id,
    templateId: template?.id ?? 0,
    flowId: flow.id,
    agentId,
    cursors: Object.fromEntries(LISTS.map((list) => [list, cursorOf(list)])),
  };
}

const UNLIMITED = { requestsPerMinute: 1_000_000 };

const LISTS = 'contacts opt_outs blocked_numbers conversations flows runs labels agents templates'.split(' ');

/** Returns a cursor as a client could forge it: after everything, or at the end with the first position. */
const cursorOf = (list: string): string => {
  const position = list === 'conversations' || list === 'templates' ? [9_000_000_000_000_000, 9_999] : [9_999];
  return Buffer.from(JSON.stringify([list, 'desc', ...position])).toString('base64url');
};

function form(fields: Record<string, string>): FormData {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) {
    body.set(name, value);
  }
  body.set('file', new Blob([PNG], { type: 'image/png' }), `${OWNER}.png`);
  return body;
}

/** Returns everything that an account can read about itself. */
async function seenBy(server: TestServer, key: string, flowId: number) {
  const paths = [
    '/me',
    '/channels',
    '/contacts',
    '/opt-outs',
    '/blocked-numbers',
    '/conversations',
    `/conversations/${THEIRS}`,
    `/conversations/${THEIRS}/messages`,
    '/templates',
    '/flows',
    `/flows/${flowId}`,
    `/flows/${flowId}/runs`,
    `/flows/${flowId}/stats`,
    '/labels',
    '/agents',
    '/stats',
  ];
  const answers = await Promise.all(paths.map((path) => server.api('GET', path, { key })));
  return answers.map(({ status, body }) => ({ status, data: body.data }));
}

/** Makes one attempt as one of the two accounts. */
async function attempt(server: TestServer, operation: Operation, one: Try, key: string): Promise<ApiAnswer> {
  const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) => String(one.path?.[name]));
  const query = new URLSearchParams(one.query as Record<string, string>);
  if (!operation.versioned) {
    const response = await fetch(server.server.origin + path);
    return { status: response.status, headers: {}, body: await response.json() };
  }
  const body = one.form ? form(one.form) : one.body;
  return server.api(operation.method.toUpperCase(), `${path}?${query}`, {
    key: operation.keyIn.includes('header') ? key : null,
    ...(body && { body }),
    ...(one.idempotencyKey !== undefined && { headers: { 'idempotency-key': one.idempotencyKey } }),
  });
}

describe.each(DATABASES)('on %s', (database) => {
  test('no operation can name, see or change anything of another account', { timeout: 300_000 }, async () => {
    const server = await createTestServer({ database });
    await server.customerWrites('Hi', MINE);
    const stranger = await server.key(UNLIMITED);
    const theirs = await fill(server);
    const before = await seenBy(server, theirs.key, theirs.flowId);
    expect(before.every(({ status }) => status === 200)).toBe(true);

    // Attempts that create something for the stranger, or take something from the owner, come last.
    const tries = OPERATIONS.flatMap((operation) =>
      TRIES[operation.id](theirs, stranger).map((one) => ({ operation, one })),
    ).sort((left, right) => Number(makes(left.one)) - Number(makes(right.one)));
    const answers: ApiAnswer[] = [];
    for (const { operation, one } of tries) {
      const answer = await attempt(server, operation, one, stranger);
      const what = `${operation.id} ${JSON.stringify(one)}`;
      expect([what, answer.status, answer.body.error?.code]).toEqual([
        what,
        ...one.stranger,
        ...(one.stranger[1] ? [] : [undefined]),
      ]);
      expect(JSON.stringify(answer.body), what).not.toContain(OWNER);
      answers.push(answer);
    }
    await server.settle();
    expect(await seenBy(server, theirs.key, theirs.flowId)).toEqual(before);

    // The same requests with the owner's key: each names a record that exists.
    const asOwner = tries.map((entry, index) => ({ ...entry, stranger: answers[index] as ApiAnswer }));
    for (const { operation, one, ...answered } of asOwner.sort(
      (left, right) => Number(removes(left)) - Number(removes(right)),
    )) {
      const path = one.path?.api_key === undefined ? one.path : { api_key: theirs.key };
      const owner = await attempt(server, operation, { ...one, ...(path && { path }) }, theirs.key);
      expect(owner.status, `${operation.id} ${JSON.stringify(one)} answered ${JSON.stringify(owner.body)}`).toBe(
        one.owner,
      );
      one.also?.({ ...answered, owner });
    }
  });
});

const makes = ({ stranger: [status] }: Try): boolean => status === 201 || status === 202;
const removes = ({ operation }: { operation: Operation }): boolean => operation.method === 'delete';

test('a provider’s app can report only on its own connections', async () => {
  const server = await createTestServer();
  const { app } = server.server;
  const providerAppId = await app.store.transaction((tx) =>
    createProviderApp(app, tx, { appSecret: 'of the other', verifyToken: 'of the other' }),
  );
  const ids = { whatsapp: '900000000000001', messenger: '900000000000002', instagram: '900000000000003' };
  const business = { providerAppId, accessToken: 'token', ids, wabaId: '900000000000004', templates: [] };
  const other = await createDemoAccount(app, { name: 'Other' }, business);
  const message = { id: 'wamid.1', from: THEIRS, timestamp: '1700000000', type: 'text', text: { body: 'Hi' } };
  for (const phoneNumberId of [ids.whatsapp, server.business.whatsapp.phone_number_id]) {
    const callback = metaCallback(phoneNumberId, { messages: [message] });
    expect((await server.callback(callback)).status).toBe(200);
  }
  await server.settle();
  const conversations = async (key: string) =>
    (await server.api('GET', '/conversations', { key })).body.data.conversations.length;
  expect([await conversations(server.liveKey), await conversations(other.liveKey)]).toEqual([1, 0]);
});

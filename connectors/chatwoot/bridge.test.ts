import { spawnSync } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Wigwag } from '@wigwag/sdk';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createAgent } from '../../server/admin/labels-agents.ts';
import { createFileHost, PNG } from '../../server/testing/files.ts';
import { createTestServer } from '../../server/testing/server.ts';
import { startBridge } from './bridge.mjs';

/** Waits until the bridge has done something, which takes long on a busy machine. */
const arrives = (check: () => void) => vi.waitFor(check, { timeout: 180_000, interval: 20 });

const SECRET = 'inbox-secret';
const TO = '905551112233';
const SOURCE_ID = `whatsapp:${TO}`;
const CONTACTS = '/public/api/v1/inboxes/inbox_1/contacts';
const CONTACT = `${CONTACTS}/whatsapp%3A905551112233`;

const INBOX = '/public/api/v1/inboxes/[^/]+';
const TEXT = /^./s;

/**
 * The operations that the bridge may call, with the fields of their bodies, as in `swagger/swagger.json` of Chatwoot 4. The
 * document lacks `source_id` and `attachments[]`, which the controllers of the client API read.
 */
const OPERATIONS: [method: string, path: RegExp, fields: Record<string, RegExp>][] = [
  [
    'POST',
    new RegExp(`^${INBOX}/contacts$`),
    { identifier: TEXT, email: TEXT, name: TEXT, phone_number: /^\+\d+$/, custom_attributes: /^\{/, source_id: TEXT },
  ],
  ['GET', new RegExp(`^${INBOX}/contacts/[^/]+$`), {}],
  ['GET', new RegExp(`^${INBOX}/contacts/[^/]+/conversations$`), {}],
  ['POST', new RegExp(`^${INBOX}/contacts/[^/]+/conversations$`), { custom_attributes: /^\{/ }],
  [
    'POST',
    new RegExp(`^${INBOX}/contacts/[^/]+/conversations/\\d+/messages$`),
    { content: /^/, echo_id: TEXT, 'attachments[]': TEXT },
  ],
  [
    'PATCH',
    /^\/api\/v1\/accounts\/\d+\/conversations\/\d+\/messages\/\d+$/,
    { status: /^(sent|delivered|read|failed)$/, external_error: TEXT },
  ],
];

/** Returns the fields of a JSON object or a form. */
function fieldsOf(body: string): [name: string, value: string][] {
  if (!body.startsWith('--')) {
    const fields = Object.entries(JSON.parse(body || '{}') as object);
    return fields.map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)]);
  }
  const parts = body.matchAll(/name="([^"]+)".*?\r\n\r\n(.*?)\r\n--/gs);
  return [...parts].map(([, name = '', value = '']) => [name, value]);
}

/** Returns what Chatwoot does not document about a call; undefined if nothing. */
function undocumented({ method, path, body }: Call): string | undefined {
  const operation = OPERATIONS.find(([documented, pattern]) => documented === method && pattern.test(path));
  if (!operation) {
    return `${method} ${path}`;
  }
  const wrong = fieldsOf(body).find(([name, value]) => operation[2][name]?.test(value) !== true);
  return wrong && `${method} ${path}: ${wrong.join(' is ')}`;
}

interface Call {
  method: string;
  path: string;
  body: string;
}

/**
 * Answers the operations of Chatwoot's client API and application API that the bridge uses. It is written by hand,
 * requires the token only where Chatwoot does, and refuses what Chatwoot does not document.
 */
async function createChatwoot() {
  const calls: Call[] = [];
  const problems: string[] = [];
  const contacts = new Set<string>();
  const conversations: { id: number; status: string }[] = [];
  const answer = (method: string, path: string, body: string, token: unknown): [number, unknown] => {
    const [, contact = ''] = /\/contacts\/([^/]+)/.exec(path) ?? [];
    if (path.startsWith('/api/v1/accounts/1/')) {
      return token === 'agent-token' ? [200, { id: 1 }] : [401, { error: 'Unauthorized' }];
    }
    if (method === 'POST' && path === CONTACTS) {
      contacts.add(JSON.parse(body).source_id);
      return [200, { source_id: JSON.parse(body).source_id, pubsub_token: 'p' }];
    }
    if (!contacts.has(decodeURIComponent(contact))) {
      return [404, { error: 'Contact not found' }];
    }
    if (method === 'POST' && path.endsWith('/conversations')) {
      conversations.push({ id: conversations.length + 1, status: 'open' });
      return [200, conversations.at(-1)];
    }
    return [200, path.endsWith('/conversations') ? conversations : { id: calls.length }];
  };
  const server = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray()).toString();
    const { method = '', url: path = '' } = request;
    calls.push({ method, path, body });
    const problem = undocumented({ method, path, body });
    problems.push(...(problem === undefined ? [] : [problem]));
    const [status, answered] = problem
      ? [422, { error: problem }]
      : answer(method, path, body, request.headers.api_access_token);
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answered));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.close();
    expect(problems).toEqual([]);
  });
  const url = `http://127.0.0.1:${(server.address() as { port: number }).port}`;
  const messages = () => calls.filter(({ path }) => path.endsWith('/messages')).map(({ body }) => body);
  return { url, calls, conversations, messages };
}

async function createWorld() {
  const server = await createTestServer();
  const chatwoot = await createChatwoot();
  const folder = mkdtempSync(join(tmpdir(), 'wigwag-chatwoot-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const bridge = await startBridge({
    wigwag: new Wigwag({ apiKey: server.liveKey, baseUrl: server.baseUrl }),
    chatwoot: { url: chatwoot.url, account: '1', token: 'agent-token', inbox: 'inbox_1' },
    secret: SECRET,
    stateFile: join(folder, 'state.json'),
    port: 0,
  });
  onTestFinished(() => bridge.close());
  /** Posts a webhook of the inbox as Chatwoot does. */
  const hook = async (payload: object, secret = SECRET) => {
    const body = JSON.stringify(payload);
    const time = String(Math.floor(Date.now() / 1000));
    const signature = `sha256=${createHmac('sha256', secret).update(`${time}.${body}`).digest('hex')}`;
    const headers = { 'x-chatwoot-timestamp': time, 'x-chatwoot-signature': signature };
    const { status } = await fetch(`http://127.0.0.1:${bridge.port}`, { method: 'POST', headers, body });
    return status;
  };
  const conversation = { id: 1, status: 'open', contact_inbox: { source_id: SOURCE_ID } };
  const agentWrites = (changes: object = {}) =>
    hook({
      event: 'message_created',
      id: 51,
      message_type: 'outgoing',
      private: false,
      content: 'It left.',
      conversation,
      ...changes,
    });
  const sends = () => server.mock.sends().map(({ payload }) => payload);
  return { ...server, ...chatwoot, hook, agentWrites, conversation, sends };
}

test('a customer becomes a contact with a conversation, and continues in it until an agent resolves it', async () => {
  const { customerWrites, messages, calls, conversations } = await createWorld();
  await customerWrites('Where is my order?');
  await customerWrites('Hello?');
  await arrives(() => expect(messages()).toHaveLength(2));
  expect(JSON.parse(messages()[0] ?? '')).toMatchObject({ content: 'Where is my order?' });
  const created = calls.find(({ method, path }) => method === 'POST' && path === CONTACTS);
  expect(JSON.parse(created?.body ?? '')).toMatchObject({ source_id: SOURCE_ID, phone_number: `+${TO}` });
  expect(conversations).toHaveLength(1);
  Object.assign(conversations[0] as object, { status: 'resolved' });
  await customerWrites('Me again');
  await arrives(() => expect(messages()).toHaveLength(3));
  expect(calls.at(-1)?.path).toBe(`${CONTACT}/conversations/2/messages`);
});

test("an agent's message is sent once, and its statuses go back to Chatwoot", async () => {
  const { customerWrites, agentWrites, settle, sends, calls, messages } = await createWorld();
  await customerWrites('Hi');
  await arrives(() => expect(messages()).toHaveLength(1));
  expect(await agentWrites()).toBe(200);
  expect(await agentWrites()).toBe(200); // repeated
  await settle();
  expect(sends()).toEqual([expect.objectContaining({ to: TO, text: expect.objectContaining({ body: 'It left.' }) })]);
  const statuses = () =>
    calls
      .filter(({ path }) => path === '/api/v1/accounts/1/conversations/1/messages/51')
      .map(({ method, body }) => [method, JSON.parse(body).status]);
  await arrives(() => expect(statuses().at(-1)).toEqual(['PATCH', 'read']));
});

test('private notes, incoming messages and webhooks without a valid signature are not sent', async () => {
  const { customerWrites, agentWrites, hook, settle, sends, messages } = await createWorld();
  await customerWrites('Hi');
  await arrives(() => expect(messages()).toHaveLength(1));
  expect(await agentWrites({ private: true })).toBe(200);
  expect(await agentWrites({ message_type: 'incoming' })).toBe(200);
  expect(await hook({ event: 'message_created' }, 'wrong')).toBe(401);
  await settle();
  expect(sends()).toEqual([]);
});

test('a refused message fails in Chatwoot, and a resolved conversation closes', async () => {
  const { agentWrites, calls, customerWrites, hook, conversation, api, messages } = await createWorld();
  expect(await agentWrites()).toBe(200);
  expect(JSON.parse(calls.at(-1)?.body ?? '')).toMatchObject({
    status: 'failed',
    external_error: expect.stringMatching(/./),
  });
  await customerWrites('Hi');
  await arrives(() => expect(messages()).toHaveLength(1));
  const closed = { ...conversation, status: 'resolved' };
  expect(await hook({ event: 'conversation_status_changed', ...closed })).toBe(200);
  expect((await api('GET', `/conversations/${TO}`)).body.data.status).toBe('closed');
});

test("a customer's file becomes an attachment, and an agent's files go to the customer, the first with the text", async () => {
  const { mock, business, settle, messages, agentWrites, sends } = await createWorld();
  const { phone_number_id: business_id } = business.whatsapp;
  const media = { mime_type: 'image/png', bytes: new Uint8Array(PNG) };
  await mock.receive({ channel: 'whatsapp', business_id, from: { id: TO, name: 'Ada' }, type: 'image', media });
  await arrives(() => expect(messages()).toHaveLength(1));
  expect(messages()[0]).toMatch(/name="attachments\[\]"; filename=".+"\r\nContent-Type: image\/png/);
  const files = await createFileHost();
  const pdf = files.put('/invoice.pdf', { headers: { 'content-type': 'application/pdf' } });
  const attachments = [
    { file_type: 'image', data_url: files.put('/photo.png', {}) },
    { file_type: 'file', data_url: pdf },
  ];
  expect(await agentWrites({ attachments })).toBe(200);
  await settle();
  expect(sends().map(({ type, ...payload }) => [type, payload[String(type)]])).toEqual([
    ['image', expect.objectContaining({ caption: 'It left.', link: attachments[0]?.data_url })],
    ['document', expect.objectContaining({ link: pdf })],
  ]);
});

test('the assignee in Chatwoot becomes the agent with the same name', async () => {
  const { server, accountId, customerWrites, hook, conversation, api, messages } = await createWorld();
  const id = await createAgent(server.app, accountId, { name: 'Grace Hopper' });
  await customerWrites('Hi');
  await arrives(() => expect(messages()).toHaveLength(1));
  const assigned = (name: string) => ({ event: 'conversation_updated', ...conversation, meta: { assignee: { name } } });
  expect(await hook(assigned('Grace Hopper'))).toBe(200);
  expect((await api('GET', `/conversations/${TO}`)).body.data.agent).toEqual({ id, name: 'Grace Hopper' });
  expect(await hook(assigned('Someone else'))).toBe(200);
  expect((await api('GET', `/conversations/${TO}`)).body.data.agent).toEqual({ id, name: 'Grace Hopper' });
});

test('the program names the variables that are missing', () => {
  const env = { WIGWAG_API_KEY: 'k', CHATWOOT_URL: 'https://a.example', CHATWOOT_TOKEN: 't', CHATWOOT_SECRET: 's' };
  const program = join(import.meta.dirname, 'bridge.mjs');
  const { status, stderr } = spawnSync(process.execPath, ['-C', 'wigwag-source', program], { env, encoding: 'utf8' });
  expect([status, stderr]).toEqual([
    2,
    'Set CHATWOOT_ACCOUNT, CHATWOOT_INBOX. docs/connectors.md says where to find the values.\n',
  ]);
});

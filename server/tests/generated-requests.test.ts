import { OPERATIONS } from '@wigwag/openapi';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { receiveInbound } from '../domain/messages/receive-inbound.ts';
import { runOne } from '../store/rules.ts';
import { anyRequest, type SampleFieldValues } from '../testing/http.ts';
import { createTestServer, DATABASES, type TestServer } from '../testing/server.ts';

const VERSIONED = OPERATIONS.filter(({ versioned }) => versioned);

/** Contained in every record of the other account; it must never appear in a response. */
const SECRET = 'SECRETOFANOTHERACCOUNT';
const PERSON = '905551112233';

/** Values that exist, so that requests pass the first checks. */
const KNOWN: SampleFieldValues = {
  text: ['Hello', 'x'.repeat(1001)],
  media: [{ url: 'https://127.0.0.1:9/a.jpg' }],
  interactive: [{ kind: 'button', text: 'Yes?', buttons: [{ id: 'a', title: 'A' }] }],
  variables: [['Ada', '4711'], { first_name: 'Ada' }, []],
  header: [undefined],
  buttons: [[{ index: 0, text: '4711' }], undefined],
  reply_to: ['wamid.1'],
  to: [PERSON, '+90 555 111 22 33', '0555 111 22 33', '905550000000', 'web_visitor1'],
  phone: [PERSON, '0555 111 22 33', '905550000000', 'web_visitor1'],
  id: [PERSON, 'msg_17000000000000000001', '1', '2', '3'],
  channel: ['whatsapp', 'web', 'instagram', 'messenger'],
  connection_id: ['wa_1', 'web_1', 'wa_2', 'ig_1'],
  name: ['hello_world', 'order_update', 'welcome_named', 'promo_spring', 'multi_lang'],
  template: ['hello_world', 'order_update', 'promo_spring'],
  template_id: [4, 1],
  button: ['Tell me more', 'Stop promotions'],
  button_index: [0, 1],
  delay: ['0', '1h', '24h'],
  media_url: ['https://127.0.0.1:9/a.jpg'],
  language: ['en_US', 'tr'],
  agent_id: [1, 2, null],
  url: ['https://127.0.0.1:9/a.jpg'],
  api_key: ['ww_live_nobody'],
  cursor: ['WyJkZXNjIiwxXQ'],
  before: ['2026-05-04T12:00:00.000000+00:00'],
};

/** Every list of an account, and all reads about one person. */
const READS = [
  '/me',
  '/contacts?limit=100',
  '/opt-outs',
  '/blocked-numbers',
  '/conversations',
  `/conversations/${PERSON}`,
  `/conversations/${PERSON}/messages`,
  '/templates',
  '/labels',
  '/agents',
  '/stats',
  '/flows',
];

interface Other {
  key: string;
  messageId: string;
  agentId: number;
}

/** Fills another account that knows the same people, with records in every list. */
async function fillAnother({ server: { app }, anotherAccount }: TestServer): Promise<Other> {
  const { accountId, connections, liveKey: key } = await anotherAccount({ name: SECRET });
  const line = await app.store.read.connections.find(accountId, connections.whatsapp ?? '');
  if (!line) {
    throw new Error('the other account has no connection');
  }
  return app.store.transaction(async (tx) => {
    const at = app.monotonicNow();
    for (const externalId of ['wamid.1', 'wamid.2']) {
      const from = { id: PERSON, name: SECRET };
      const inbound = { externalId, from, type: 'text', text: SECRET, replyTo: null, writtenAt: at };
      await runOne(tx, receiveInbound, { app, connection: line, inbound });
    }
    await tx.contacts.upsert(accountId, PERSON, { name: SECRET, email: SECRET, username: SECRET }, at);
    await tx.optOuts.add(accountId, { phone: PERSON, note: SECRET, createdAt: at });
    await tx.blockedNumbers.add(accountId, { phone: 'web_visitor1', note: SECRET, createdAt: at });
    const [template] = await tx.templates.findByName(accountId, 'promo_spring');
    await tx.flows.insert({
      accountId,
      name: SECRET,
      templateId: template?.id ?? 0,
      button: 'Tell me more',
      buttonIndex: 0,
      isActive: true,
      stopOnReply: true,
      stopOnAgent: true,
      quietStart: null,
      quietEnd: null,
      steps: [],
      createdAt: at,
      updatedAt: at,
    });
    await tx.labels.insert(accountId, { name: SECRET, color: null }, at);
    const agentId = await tx.agents.insert(accountId, { name: SECRET, isActive: true }, at);
    const conversation = (await tx.conversations.listWrittenSince(0)).find((one) => one.accountId === accountId);
    const [message] = await tx.messages.listNewest(
      accountId,
      [conversation?.id ?? 0],
      ['in'],
      { since: 0, before: undefined },
      1,
    );
    return { key, messageId: message?.id ?? '', agentId };
  });
}

describe.each(DATABASES)('on %s', (database) => {
  const runs = database === 'sqlite' ? 300 : 30;
  test(`${runs * 20} generated requests: no server error, and nothing of another account`, {
    timeout: 300_000,
  }, async () => {
    const server = await createTestServer({ database });
    await server.customerWrites('Hi');
    const other = await fillAnother(server);
    const fast = await server.key({ requestsPerMinute: 1_000_000 });
    const known: SampleFieldValues = {
      ...KNOWN,
      id: [PERSON, other.messageId, '1', '2'],
      agent_id: [other.agentId, 1, null],
      api_key: [fast],
    };
    const seenByOther = async () => {
      const answers = await Promise.all(READS.map((path) => server.api('GET', path, { key: other.key })));
      return answers.map(({ status, body }) => [status, body.data]);
    };
    const before = await seenByOther();
    expect(before.filter(([status, data]) => status === 200 && JSON.stringify(data).includes(SECRET))).toHaveLength(10);
    const statuses = new Map<number, number>();
    await fc.assert(
      fc.asyncProperty(fc.array(anyRequest(VERSIONED, known), { minLength: 20, maxLength: 20 }), async (requests) => {
        await Promise.all(
          requests.map(async ({ method, path, body, headers }) => {
            const answer = await server.api(method, path, {
              key: fast,
              headers,
              ...(body !== undefined && { raw: JSON.stringify(body) ?? '' }),
            });
            const text = JSON.stringify(answer.body);
            expect(answer.status, `${method} ${path} ${JSON.stringify(body)} answered ${text}`).toBeLessThan(500);
            expect(answer.headers['x-request-id']).toMatch(/^req_/);
            expect(answer.headers['x-injected']).toBeUndefined();
            expect(answer.body.success).toBe(answer.status < 300);
            expect(text).not.toContain(SECRET);
            statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
          }),
        );
      }),
      { numRuns: runs, seed: 20_261_121 },
    );
    expect(await seenByOther()).toEqual(before);
    // 6,000 requests reach all kinds of responses. Some kinds are rare, so the smaller run may not reach them.
    const kinds = database === 'sqlite' ? [200, 202, 400, 404, 409, 422] : [200, 404, 422];
    expect([...statuses.keys()]).toEqual(expect.arrayContaining(kinds));
  });
});

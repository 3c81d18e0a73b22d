import { describe, expect, test } from 'vitest';
import type { Connection } from '../../store/connections/connections.ts';
import { portfolioOf } from '../../store/contacts/identities.ts';
import type { Conversation } from '../../store/conversations/conversations.ts';
import type { Reservation } from '../../store/messages/idempotency.ts';
import { createTestServer, DATABASES } from '../../testing/server.ts';
import type { Caller } from '../account/caller.ts';
import type { ApiError } from '../api-error.ts';
import { acceptFactsOf } from './accept-message.ts';
import { acceptSend, type IdempotentSend } from './accept-send.ts';
import type { SendFacts } from './send-facts.ts';

const PERSON = '905551112233';
const OLD_NUMBER = '905551112200';
const NOW = 1_800_000_000_000_000;
const DAY = 86_400_000_000;

const connection = {
  accountId: 1,
  id: 'wa_1',
  channel: 'whatsapp',
  isActive: true,
  unavailableUntil: null,
} as Connection;
const conversation = {
  id: 7,
  accountId: 1,
  connectionId: 'wa_1',
  channel: 'whatsapp',
  person: PERSON,
  lastInboundAt: NOW - 1,
  lastMessageAt: NOW + 5,
} as Conversation;

type AcceptSendFacts = SendFacts & { reserved: Map<string, Reservation> };

const factsWith = (
  changes: Partial<AcceptSendFacts> = {},
  conversations: Conversation[] = [conversation],
): AcceptSendFacts => ({
  ...acceptFactsOf(conversations),
  connections: new Map([[1, [connection]]]),
  identities: new Map(),
  blocked: new Set(),
  optedOut: new Set(),
  templates: new Map(),
  uploads: new Map(),
  quoted: new Map(),
  lastInbound: new Map(),
  checkedAt: NOW,
  reserved: new Map(),
  ...changes,
});

let stamp = NOW;
const app = {
  config: { allowLoopback: false },
  now: () => NOW,
  monotonicNow: () => {
    stamp += 1;
    return stamp;
  },
} as IdempotentSend['app'];
const caller = { account: { id: 1, country: 'TR' }, key: { id: 1, mode: 'live' } } as unknown as Caller;
const input = { channel: 'whatsapp', to: PERSON, type: 'text', text: 'Hello' } as const;
const sendWith = (text = 'Hello', key?: string): IdempotentSend => ({
  app,
  caller,
  input: { ...input, text },
  idempotent: { caller, operation: 'POST /messages', key, body: { text }, requestId: `req_${text}`, now: NOW },
});

/** Returns the error code of a send that must be refused. */
function refusalOf(facts: AcceptSendFacts, send: IdempotentSend): string {
  try {
    acceptSend.decide(facts, send);
  } catch (error) {
    return (error as ApiError).code;
  }
  return 'accepted';
}

test('messages of one batch and conversation get different times, all later than its last message', () => {
  const facts = factsWith();
  const times = ['one', 'two', 'three'].map(
    (text) => acceptSend.decide(facts, sendWith(text)).effects.messages?.[0]?.message.createdAt ?? 0,
  );
  expect(times).toEqual([NOW + 6, NOW + 7, NOW + 8]);
});

test('of two requests with one key in a batch, the second gets the first one’s result or a conflict', () => {
  const facts = factsWith();
  const first = acceptSend.decide(facts, sendWith('one', 'order-1'));
  expect(acceptSend.decide(facts, sendWith('one', 'order-1'))).toEqual({
    effects: {},
    result: { data: first.result.data, replayOf: 'req_one' },
  });
  expect(refusalOf(facts, sendWith('other', 'order-1'))).toBe('IDEMPOTENCY_CONFLICT');
});

test.each([
  ['RECIPIENT_BLOCKED', factsWith({ blocked: new Set([`1 ${PERSON}`]) })],
  ['WINDOW_CLOSED', factsWith({}, [{ ...conversation, lastInboundAt: NOW - DAY }])],
  ['WINDOW_NEVER_OPENED', factsWith({}, [])],
  ['CHANNEL_NOT_CONNECTED', factsWith({ connections: new Map() })],
  ['PROVIDER_UNAVAILABLE', factsWith({ connections: new Map([[1, [{ ...connection, unavailableUntil: NOW * 2 }]]]) })],
])('a refused send has no effect on the facts: %s', (code, facts) => {
  const before = structuredClone(facts);
  expect(refusalOf(facts, sendWith('one', 'order-1'))).toBe(code);
  expect(facts).toEqual(before);
});

describe.each(DATABASES)('on %s', (database) => {
  test('concurrent first messages to a person begin one conversation, and each has a different time', async () => {
    const { api, server, accountId } = await createTestServer({ database, config: { role: 'api' } });
    const send = (key: string) =>
      api('POST', '/messages/template', {
        body: { to: PERSON, name: 'hello_world' },
        headers: { 'idempotency-key': key },
      });
    const sent = await Promise.all(['a', 'b', 'c', 'a', 'b', 'c'].map(send));
    expect(sent.map(({ status }) => status)).toEqual([202, 202, 202, 202, 202, 202]);
    const ids = [...new Set(sent.map(({ body }) => String(body.data.id)))];
    expect(ids).toHaveLength(3);
    const messages = await server.app.store.read.messages.listByIds(ids.map((id) => ({ accountId, id })));
    expect(new Set(messages.map(({ conversationId }) => conversationId)).size).toBe(1);
    expect(new Set(messages.map(({ createdAt }) => createdAt)).size).toBe(3);
    expect((await api('GET', '/conversations')).body.data.conversations).toHaveLength(1);
  });

  test('a send uses the current connections and names, not those of the last send', async () => {
    const { api, server, accountId } = await createTestServer({ database, config: { role: 'api' } });
    const { store } = server.app;
    const send = async (to = PERSON) => {
      const { status, body } = await api('POST', '/messages/template', { body: { to, name: 'hello_world' } });
      expect(status).toBe(202);
      return store.read.messages.find(accountId, body.data.id);
    };
    const first = await send();
    const [own] = (await store.read.connections.list(accountId)).filter(({ channel }) => channel === 'whatsapp');
    const next = { ...(own as Connection), id: 'wa_next', providerId: '106540352242999' };
    await store.transaction(async (tx) => {
      await tx.connections.insert(next, 1);
      await tx.connections.setActive(accountId, own?.id ?? '', false);
    });
    const second = await send();
    expect(second).toMatchObject({ connectionId: 'wa_next', person: PERSON });
    expect(second?.conversationId).not.toBe(first?.conversationId);
    const portfolio = portfolioOf(next);
    await store.transaction(async (tx) => {
      await tx.identities.ensure(portfolio, OLD_NUMBER);
      await tx.identities.rename(portfolio, OLD_NUMBER, PERSON);
    });
    expect(await send(OLD_NUMBER)).toMatchObject({ person: PERSON, conversationId: second?.conversationId });
  });
});

test('on PostgreSQL a conversation that another process begins at the same moment makes a batch run again', async () => {
  const { server, accountId } = await createTestServer({ database: 'postgres', config: { role: 'api' } });
  const { store } = server.app;
  const key = { accountId, connectionId: 'wa_1', channel: 'whatsapp', person: PERSON } as const;
  let runs = 0;
  const id = await store.transaction(async (tx) => {
    runs += 1;
    const known = await tx.conversations.listForUpdate([key]);
    if (known[0]) {
      return known[0].id;
    }
    await store.transaction((other) => other.conversations.ensure(key, 1));
    const ids = await tx.conversations.insertAll([{ ...key, createdAt: 2 }]);
    return [...ids.values()][0];
  });
  expect(runs).toBe(2);
  expect((await store.read.conversations.find(key))?.id).toBe(id);
});

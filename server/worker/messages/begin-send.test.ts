import { expect, test } from 'vitest';
import type { App } from '../../app/app.ts';
import type { Connection } from '../../store/connections/connections.ts';
import type { StoredMessage } from '../../store/messages/messages.ts';
import { messageWith } from '../../testing/store.ts';
import { taskWith } from '../../testing/tasks.ts';
import { beginSend } from './begin-send.ts';

type BeginFacts = Parameters<typeof beginSend.decide>[0];

const app = {
  vault: { open: (secret: string) => `opened ${secret}` },
  appProofs: { note: () => {} },
} as unknown as Pick<App, 'vault' | 'appProofs'>;
const connection = { accountId: 1, id: 'wa_1', accessToken: 'token' } as Connection;

const factsOf = (changes: Partial<BeginFacts> = {}): BeginFacts => ({
  blocked: new Set(),
  optedOut: new Set(),
  marketing: new Map(),
  connections: new Map([['1 wa_1', connection]]),
  begun: new Map([[7, false]]),
  ...changes,
});

const decide = (facts: BeginFacts, message: Partial<StoredMessage> = {}, deduplicates = false) =>
  beginSend.decide(facts, {
    app,
    task: taskWith(),
    message: messageWith(message),
    index: 2,
    deduplicates,
    flowProblem: undefined,
  });

const MESSAGE = '1 msg_1';
const template = { type: 'template', content: { name: 'promo', language: 'tr' } };

test('an attempt starts once, with its part', () => {
  const facts = factsOf();
  expect(decide(facts)).toEqual({
    effects: { begun: [{ id: 7, lessee: 'worker', part: 2 }] },
    result: { connection, accessToken: 'opened token' },
  });
  expect(decide(facts)).toEqual({ effects: {}, result: undefined });
});

test('an attempt does not start if another worker has its task', () => {
  expect(decide(factsOf({ begun: new Map() }))).toEqual({ effects: {}, result: undefined });
});

test('the start is not recorded if the provider recognizes repeats', () => {
  expect(decide(factsOf({ begun: new Map() }), {}, true)).toMatchObject({ effects: {}, result: { connection } });
});

test.each([
  ['blocked', { blocked: new Set([MESSAGE]) }, {}],
  ['not_connected', { connections: new Map() }, {}],
  ['opted_out', { optedOut: new Set([MESSAGE]), marketing: new Map([['1 promo', ['tr']]]) }, template],
  ['opted_out', { optedOut: new Set([MESSAGE]) }, { ...template, campaignId: 3 }],
] as const)('a message is refused as %s and its attempt does not start', (code, facts, message) => {
  expect(decide(factsOf(facts), message)).toMatchObject({ effects: {}, result: { error: { code } } });
});

test.each([
  ['a free-form message', {}],
  ['a template in a language that is not marketing', { ...template, content: { name: 'promo', language: 'en' } }],
])('an opt-out does not stop %s', (_, message) => {
  const facts = factsOf({ optedOut: new Set([MESSAGE]), marketing: new Map([['1 promo', ['tr']]]) });
  expect(decide(facts, message).result).toMatchObject({ connection });
});

import { createMockProvider, type MockProvider } from '@wigwag/mock-provider';
import { Agent } from 'undici';
import { expect, onTestFinished, test } from 'vitest';
import { realClock } from '../../engine/clock.ts';
import type { Connection } from '../../store/connections/connections.ts';
import type { StoredMessage } from '../../store/messages/messages.ts';
import type { Reach } from '../callback.ts';
import { createPageProvider } from '../page/send.ts';
import type { Provider, SendOutcome } from '../provider.ts';
import { createWhatsApp } from '../whatsapp/send.ts';
import { createGraph } from './graph.ts';
import { reachOf } from './graph-errors.ts';

type Channel = 'whatsapp' | 'messenger' | 'instagram';

interface TestConnection {
  mock: MockProvider;
  send(): Promise<SendOutcome>;
  /** Closes the mock's port. */
  hangUp(): Promise<void>;
}

/** Connects one of our adapters to the mock, with an open window to one person. */
async function createLine(channel: Channel): Promise<TestConnection> {
  const mock = createMockProvider();
  const { url, close } = await mock.listen();
  const dispatcher = new Agent();
  let open = true;
  const hangUp = async () => {
    if (open) {
      open = false;
      await close();
    }
  };
  onTestFinished(async () => {
    await dispatcher.destroy();
    await hangUp();
  });
  const { credentials } = mock;
  const ids = {
    whatsapp: credentials.whatsapp.phone_number_id,
    messenger: credentials.messenger.page_id,
    instagram: credentials.instagram.account_id,
  };
  const graph = createGraph({ url, version: 'v25.0', clock: realClock, dispatcher });
  const provider: Provider =
    channel === 'whatsapp' ? createWhatsApp(graph) : createPageProvider(channel, graph, realClock);
  mock.openWindow(ids[channel], '905551112233');
  const connection = { providerId: ids[channel] } as Connection;
  const content = { type: 'text', text: 'Hello', to: '905551112233', channel };
  const message = { id: 'msg_1', channel, person: '905551112233', type: 'text', content } as StoredMessage;
  const part = channel === 'whatsapp' ? ({ kind: 'whole' } as const) : ({ kind: 'text', text: 'Hello' } as const);
  const outgoing = { connection, accessToken: credentials.access_token, message, part, index: 0, tag: 'msg_1' };
  return { mock, hangUp, send: () => provider.send(outgoing) };
}

/** The consequence of each of Meta's codes for a send: a permanent refusal (with its class), or a retry. */
const WHATSAPP: readonly [code: number, outcome: string][] = [
  [0, 'auth'],
  [1, 'retry'],
  [2, 'retry'],
  [3, 'auth'],
  [4, 'throttle'],
  [10, 'auth'],
  [33, 'final'],
  [100, 'final'],
  [104, 'auth'],
  [190, 'auth'],
  [200, 'auth'],
  [299, 'auth'],
  [368, 'final'],
  [80007, 'throttle'],
  [130403, 'final'],
  [130429, 'throttle'],
  [130497, 'final'],
  [131000, 'retry'],
  [131005, 'auth'],
  [131008, 'final'],
  [131009, 'final'],
  [131016, 'retry'],
  [131021, 'final'],
  [131030, 'final'],
  [131031, 'auth'],
  [131037, 'final'],
  [131045, 'final'],
  [131047, 'window'],
  [131051, 'final'],
  [131053, 'final'],
  [131056, 'throttle'],
  [131057, 'retry'],
  [131062, 'final'],
  [131063, 'final'],
  [132000, 'final'],
  [132001, 'final'],
  [132005, 'final'],
  [132007, 'final'],
  [132012, 'final'],
  [132015, 'final'],
  [132016, 'final'],
  [132018, 'final'],
  [133010, 'final'],
  [133016, 'final'],
  [135000, 'final'],
  [999_999, 'unknown'],
];

const PAGES: readonly [channel: Channel, code: number, subcode: number | undefined, outcome: string][] = [
  ['messenger', 1, 99, 'retry'],
  ['messenger', 1, 1357046, 'retry'],
  ['messenger', 2, undefined, 'retry'],
  ['messenger', 4, undefined, 'throttle'],
  ['messenger', 10, 2018278, 'window'],
  ['messenger', 10, 2018065, 'window'],
  ['messenger', 10, 2018108, 'final'],
  ['messenger', 10, undefined, 'auth'],
  ['messenger', 100, 2018001, 'final'],
  ['messenger', 100, 2018047, 'final'],
  ['messenger', 190, 460, 'auth'],
  ['messenger', 200, 1545041, 'final'],
  ['messenger', 230, undefined, 'auth'],
  ['messenger', 368, undefined, 'final'],
  ['messenger', 551, 1545041, 'final'],
  ['messenger', 613, undefined, 'throttle'],
  ['messenger', 1200, undefined, 'retry'],
  ['instagram', 10, 2534022, 'window'],
  ['instagram', 190, undefined, 'auth'],
  ['instagram', 100, 2018001, 'final'],
  ['instagram', 613, undefined, 'throttle'],
];

function classOfOutcome(outcome: SendOutcome): string {
  switch (outcome.kind) {
    case 'rejected':
      return outcome.class;
    case 'unavailable':
      return outcome.throttled ? 'throttle' : 'retry';
    default:
      return outcome.kind;
  }
}

test.each(WHATSAPP)('WhatsApp code %i is %s', async (code, expected) => {
  const { mock, send } = await createLine('whatsapp');
  mock.faults.next({ applies_to: 'send', outcome: 'reject', code });
  const outcome = await send();
  expect(classOfOutcome(outcome)).toBe(expected);
  expect(outcome).toMatchObject({ error: { code, provider_message: expect.any(String) } });
  expect(mock.sends()).toEqual([]);
});

test.each(PAGES)('%s code %i/%s is %s', async (channel, code, subcode, expected) => {
  const { mock, send } = await createLine(channel);
  mock.faults.next({ applies_to: 'send', outcome: 'reject', code, ...(subcode !== undefined && { subcode }) });
  const outcome = await send();
  expect(classOfOutcome(outcome)).toBe(expected);
  expect(mock.sends()).toEqual([]);
});

/** What each of Meta's codes affects beyond one message. */
const REACHES: readonly [Exclude<Reach, 'message'>, (number | { code: number; error_subcode: number })[]][] = [
  ['recipient', [551, 130403, 130472, 130497, 131021, 131026, 131030, 131047, 131049, 131050, 131056, 131062]],
  ['recipient', [2018278, 2018065, 2534022, 2018108].map((error_subcode) => ({ code: 10, error_subcode }))],
  [
    'recipient',
    [
      { code: 100, error_subcode: 2018001 },
      { code: 200, error_subcode: 1545041 },
    ],
  ],
  ['template', [132000, 132001, 132007, 132012, 132015, 132016]],
  ['number', [33, { code: 100, error_subcode: 33 }, 130429, 131016, 131037, 131045, 131048, 131057, 133010, 133016]],
  ['account', [0, 3, 4, 10, 104, 190, 200, 230, 299, 368, 80007, 131005, 131031, 131042, 131063, 131064]],
];

test('an error affects one message, unless it is known to affect more', () => {
  for (const [reach, all] of REACHES) {
    for (const one of all) {
      expect([one, reachOf(typeof one === 'number' ? { code: one } : one)]).toEqual([one, reach]);
    }
  }
  const wide = REACHES.flatMap(([, all]) => all);
  const others = WHATSAPP.map(([code]) => code).filter((code) => !wide.includes(code));
  expect(others.filter((code) => reachOf({ code }) !== 'message')).toEqual([]);
});

test.each(['whatsapp', 'messenger', 'instagram'] as const)(
  'the outcome of a lost response of %s is unknown, although the provider accepted the message',
  async (channel) => {
    const { mock, send } = await createLine(channel);
    mock.faults.next({ applies_to: 'send', outcome: 'lost_reply' });
    expect((await send()).kind).toBe('unknown');
    expect(mock.sends()).toHaveLength(1);
  },
);

test('the outcome is unknown if the provider returns an HTML page', async () => {
  const { mock, send } = await createLine('whatsapp');
  mock.faults.next({ applies_to: 'send', outcome: 'html' });
  expect(await send()).toEqual({ kind: 'unknown', problem: 'the provider returned 500 without an error code' });
});

test('a provider that does not listen never received the message', async () => {
  const { send, hangUp } = await createLine('whatsapp');
  await hangUp();
  expect(await send()).toMatchObject({
    kind: 'unavailable',
    throttled: false,
    error: { code: 'provider_unavailable' },
  });
});

test('an accepted message has the provider’s ID; only Messenger and Instagram count it as sent', async () => {
  for (const [channel, status] of [
    ['whatsapp', 'queued'],
    ['messenger', 'sent'],
    ['instagram', 'sent'],
  ] as const) {
    const { mock, send } = await createLine(channel);
    expect(await send()).toEqual({ kind: 'accepted', externalId: mock.sends()[0]?.external_id, status });
  }
});

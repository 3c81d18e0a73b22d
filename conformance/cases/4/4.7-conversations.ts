import type { ApiResponse } from '../../answer.ts';
import type { CaseContext } from '../../context.ts';
import { clause, reading, timed } from '../../declare-case.ts';
import { equal, expectThat, oneOf } from '../../expectations.ts';
import { OTHER_KINDS } from '../support/sends.ts';
import { awaitOneDay, dateOf, isRefusal, leaves, personOf } from '../support/support.ts';

const phones = async (t: CaseContext, filter = '', key?: string): Promise<string[]> =>
  (await t.get(`/conversations${filter}`, key ? { key } : {}))
    .succeeds()
    .data.conversations.map((one: { phone: string }) => personOf(one.phone))
    .sort();

/** Returns the same time with another UTC offset, in whole hours. Keeps the digits after the seconds. */
function inOffset(time: string, hours: number): string {
  const local = new Date(Date.parse(time) + hours * 3_600_000).toISOString().slice(0, 19);
  const [fraction = ''] = /\.\d+/.exec(time) ?? [];
  const offset = String(Math.abs(hours)).padStart(2, '0');
  return `${local}${fraction}${hours < 0 ? '-' : '+'}${offset}:00`;
}

reading('4.7/list-200', async (t) => {
  const { data } = (await t.get('/conversations')).is(200);
  expectThat(
    Array.isArray(data.conversations) && typeof data.pagination === 'object',
    'conversations and pagination are present',
    data,
  );
});
clause('4.7/list-401', async (t) => {
  equal((await t.get('/conversations', { key: null })).status, 401, 'the status');
});
clause('4.7/list-403', async (t) => {
  equal((await t.get('/conversations', { key: await t.key({ scopes: [] }) })).status, 403, 'the status');
});
clause('4.7/list-account', async (t) => {
  await t.customer();
  const other = await t.newAccount();
  equal(await phones(t, '', other.live), [], 'the records the other account lists');
});

/**
 * Creates four people on whatsapp (one conversation is read, one closed, one assigned to an agent) and one person on
 * each other channel. Only phones are certain to work in paths, so conversations on other channels stay unchanged.
 */
const mixed = (t: CaseContext) =>
  t.shared('conversations', async (own) => {
    const on = {
      read: await own.customer(),
      closed: await own.customer(),
      assigned: await own.customer(),
      other: await own.customer(),
      instagram: await own.customer('instagram'),
      messenger: await own.customer('messenger'),
      web: await own.customer('web'),
    };
    const agent = await own.agent();
    for (const who of ['read', 'assigned', 'other'] as const) {
      (await own.patch(`/conversations/${on[who]}`, { status: 'open' })).succeeds();
    }
    (await own.patch(`/conversations/${on.closed}`, { status: 'closed' })).succeeds();
    (await own.patch(`/conversations/${on.assigned}`, { agent_id: agent })).succeeds();
    (await own.patch(`/conversations/${on.read}`, { unread_count: 0 })).succeeds();
    return { on, agent, key: (await own.account()).live };
  });

type On = Awaited<ReturnType<typeof mixed>>['on'];
const WHATSAPP: (keyof On)[] = ['read', 'closed', 'assigned', 'other'];
const FILTERS: [slug: string, filter: (agent: number, on: On) => string, who: (keyof On)[], variant?: string][] = [
  ['filter-status-open', () => 'status=open&channel=whatsapp', ['read', 'assigned', 'other']],
  ['filter-status-closed', () => 'status=closed', ['closed']],
  ['filter-status-bot', () => 'status=bot&channel=whatsapp', []],
  ['filter-channel-whatsapp', () => 'channel=whatsapp', WHATSAPP],
  ['filter-channel-instagram', () => 'channel=instagram', ['instagram']],
  ['filter-channel-messenger', () => 'channel=messenger', ['messenger']],
  ['filter-channel-web', () => 'channel=web', ['web']],
  ['filter-agent', (agent) => `agent_id=${agent}`, ['assigned']],
  ['filter-phone', (_, on) => `phone=${on.other}`, ['other']],
  ['filters-together', (agent) => `status=open&channel=whatsapp&agent_id=${agent}`, ['assigned']],
  ['filters-together', () => 'status=closed&channel=web', []],
  ['filters-together', (agent) => `status=closed&agent_id=${agent}`, [], 'status and agent'],
  ['filters-together', (_, on) => `status=closed&phone=${on.other}`, [], 'status and phone'],
  ['filters-together', (_, on) => `status=closed&phone=${on.closed}`, ['closed']],
  ['filters-together', (_, on) => `channel=web&phone=${on.other}`, [], 'channel and phone'],
  ['filters-together', (agent) => `channel=web&agent_id=${agent}`, [], 'channel and agent'],
  ['filters-together', (agent, on) => `agent_id=${agent}&phone=${on.other}`, [], 'agent and phone'],
  ['filters-together', (_, on) => `unread=true&phone=${on.read}`, [], 'unread and phone'],
  ['filters-together', () => 'unread=false&status=closed&channel=web', [], 'unread, status and channel'],
];
for (const [slug, filter, who, variant] of FILTERS) {
  clause(`4.7/${slug}`, variant ?? (who.join(' ') || 'none'), async (t) => {
    const { on, agent, key } = await mixed(t);
    equal(await phones(t, `?${filter(agent, on)}`, key), who.map((one) => on[one]).sort(), 'the people listed');
  });
}
for (const [slug, filter, isUnread, variant] of [
  ['filter-unread-true', '?unread=true', true],
  ['filters-together', '?unread=true&channel=whatsapp', true, 'unread and whatsapp'],
  ['filter-unread-false', '?unread=false', false],
  ['filter-unread-false', '?unread=false&channel=instagram', false, 'of a channel'],
] as const) {
  clause(`4.7/${slug}`, variant ?? String(isUnread), async (t) => {
    const { on, key } = await mixed(t);
    // The specification does not say whether a change of the status or the agent marks a conversation as read.
    const { list } = (await t.get(`/conversations${filter.replace(/unread=\w+&?/, '')}`, { key })).succeeds();
    const expected = list.filter(({ unread_count }) => unread_count > 0 === isUnread);
    const found = await phones(t, filter, key);
    equal(found, expected.map(({ phone }) => personOf(phone)).sort(), 'the people listed');
    equal(found.includes(on.read), !isUnread && !filter.includes('channel'), 'whether the read conversation is listed');
  });
}
clause('4.7/filters-together', 'from and to', async (t) => {
  const { on, agent, key } = await mixed(t);
  const now = await t.now();
  const others = ['', 'status=open', 'channel=whatsapp', `agent_id=${agent}`, 'unread=true', `phone=${on.other}`];
  const past = `to=${dateOf(now, -7)}`;
  for (const other of others) {
    for (const days of [past, `from=${dateOf(now, 7)}`, `from=${dateOf(now, -9)}&${past}`]) {
      equal(await phones(t, `?${days}&${other}`, key), [], `the people listed with ${days} ${other}`.trim());
    }
  }
});
clause('4.7/filter-pages', async (t) => {
  const { on, key } = await mixed(t);
  const pages = await t.pages('/conversations?channel=whatsapp&limit=2', { key });
  equal(
    pages.flatMap(({ list }) => list.map(({ phone }) => personOf(phone))).sort(),
    WHATSAPP.map((one) => on[one]).sort(),
    'the people listed on all pages',
  );
});
for (const [slug, filter] of [
  ['filter-status-unknown', 'status=asleep'],
  ['filter-channel-unknown', 'channel=telegram'],
  ['filter-agent-integer', 'agent_id=grace'],
  ['filter-unread-boolean', 'unread=perhaps'],
  ['filter-date-form', 'from=yesterday'],
  ['filter-date-form', 'to=2026-13-45'],
] as const) {
  reading(`4.7/${slug}`, filter, async (t) => {
    (await t.get(`/conversations?${filter}`)).refuses(422);
  });
}

// Two extra days allow for any time zone.
clause(['4.7/filter-from', '4.7/filter-to'], async (t) => {
  const phone = await t.customer();
  const now = await t.now();
  for (const order of ['desc', 'asc']) {
    const listed = (filter: string) => phones(t, `?${filter}&order=${order}`);
    equal(await listed(`from=${dateOf(now, -2)}`), [phone], `the people listed from two days ago, ${order}`);
    equal(await listed(`from=${dateOf(now, 2)}`), [], `the people listed from two days ahead, ${order}`);
    equal(await listed(`to=${dateOf(now, 2)}`), [phone], `the people listed up to two days ahead, ${order}`);
    equal(await listed(`to=${dateOf(now, -2)}`), [], `the people listed up to two days ago, ${order}`);
  }
});
timed('4.7/filter-from', 'today', async (t) => {
  await awaitOneDay(t);
  const phone = await t.customer();
  const today = dateOf(await t.now(), 0);
  equal(await phones(t, `?from=${today}`), [phone], 'the people listed from today');
});
timed('4.7/filter-from-to-today', async (t) => {
  await awaitOneDay(t);
  const phone = await t.customer();
  const today = dateOf(await t.now(), 0);
  equal(await phones(t, `?from=${today}&to=${today}`), [phone], 'the people listed');
});

reading(['4.7/detail-404', '7/conversation-404'], async (t) => {
  (await t.get(`/conversations/${t.person()}`)).refuses(404);
});
clause('4.7/detail-other-account', async (t) => {
  const phone = await t.customer();
  const other = await t.newAccount();
  (await t.get(`/conversations/${phone}`, { key: other.live })).refuses(404);
});

// History.

/** Checks that an unknown person has no messages. Whether the response is a 404 or an empty history is open. */
function isNothing(answer: ApiResponse): void {
  if (answer.status !== 404) {
    equal(answer.succeeds().list, [], 'the history');
  }
}

/** Returns a person with five inbound and five outbound messages, alternating. */
const talk = (t: CaseContext) =>
  t.shared('history', async (own) => {
    const phone = own.person();
    const said: string[] = [];
    for (let i = 1; i <= 5; i++) {
      await own.writes(phone, 'whatsapp', { text: `in-${i}` });
      (await own.send({ to: phone, text: `out-${i}` })).succeeds();
      await own.settle();
      said.unshift(`in-${i}`);
      said.unshift(`out-${i}`);
    }
    return { phone, said, key: (await own.account()).live };
  });

/** Returns the texts of a page, whatever the field names. */
const texts = (list: unknown[]): (string | undefined)[] =>
  list.map((one) => [...leaves(one)].map(String).find((leaf) => /^(in|out)-\d+$/.test(leaf)));

clause(['4.7/messages-200', '4.7/messages-newest-first', '4.7/messages-both-directions'], async (t) => {
  const { phone, said, key } = await talk(t);
  equal(texts((await t.get(`/conversations/${phone}/messages`, { key })).is(200).list), said, 'the history');
});
for (const direction of ['in', 'out']) {
  clause(`4.7/messages-direction-${direction}`, async (t) => {
    const { phone, said, key } = await talk(t);
    const { list } = (await t.get(`/conversations/${phone}/messages?direction=${direction}`, { key })).succeeds();
    equal(
      texts(list),
      said.filter((text) => text.startsWith(direction)),
      'the history',
    );
  });
}
clause('4.7/messages-each-kind', async (t) => {
  const phone = await t.customer();
  const kinds = [
    ...OTHER_KINDS.filter(([, channels]) => channels.includes('whatsapp')).map(([, , content]) => content(t)),
    { text: 'A text' },
  ];
  for (const content of kinds) {
    (await t.send({ to: phone, ...content })).succeeds();
  }
  (await t.sendTemplate({ to: phone, name: 'hello_world' })).succeeds();
  // A message may be in the history only after it was sent.
  await t.settle();
  const { list } = (await t.get(`/conversations/${phone}/messages?direction=out`)).succeeds();
  equal(list.length, kinds.length + 1, 'the number of messages in the history');
});
clause('4.7/messages-unread', async (t) => {
  const phone = await t.customer();
  const before = await standing(t);
  (await t.get(`/conversations/${phone}/messages`)).succeeds();
  (await t.get(`/conversations/${phone}`)).succeeds();
  equal(await standing(t), before, 'status, agent and unread_count afterwards');
});
clause('4.7/messages-direction-unknown', async (t) => {
  const { phone, key } = await talk(t);
  (await t.get(`/conversations/${phone}/messages?direction=sideways`, { key })).refuses(422);
});
clause(['4.7/messages-before', '4.7/messages-before-next', '4.7/messages-before-complete'], async (t) => {
  const { phone, said, key } = await talk(t);
  const seen: (string | undefined)[] = [];
  let before: string | undefined;
  do {
    const answer = (
      await t.get(`/conversations/${phone}/messages?limit=3${before ? `&before=${encodeURIComponent(before)}` : ''}`, {
        key,
      })
    ).succeeds();
    seen.push(...texts(answer.list));
    before = answer.list.length > 0 ? answer.data.pagination?.before : undefined;
  } while (before && seen.length < 30);
  equal(seen, said, 'the whole history, page by page');
});
clause('4.7/messages-has-more', async (t) => {
  const { phone, said, key } = await talk(t);
  const path = `/conversations/${phone}/messages?limit=5`;
  const first = (await t.get(path, { key })).succeeds();
  const next = encodeURIComponent(String(first.data.pagination?.before));
  const last = (await t.get(`${path}&before=${next}`, { key })).succeeds();
  equal([...texts(first.list), ...texts(last.list)], said, 'the history on two full pages');
  // The cursor of the history may replace has_more, count and limit. The history has ten messages.
  for (const [{ data }, more] of [
    [first, true],
    [last, false],
  ] as const) {
    const { has_more = more, count = 5, limit = 5 } = data.pagination ?? {};
    equal([has_more, limit], [more, 5], 'has_more and limit, if shown');
    oneOf(count, [5, 10], 'count, if shown');
  }
});
clause('4.7/messages-direction-pages', async (t) => {
  const { phone, said, key } = await talk(t);
  const path = `/conversations/${phone}/messages?limit=3&direction=in`;
  const first = (await t.get(path, { key })).succeeds();
  const next = encodeURIComponent(String(first.data.pagination?.before));
  const last = (await t.get(`${path}&before=${next}`, { key })).succeeds();
  equal(
    [...texts(first.list), ...texts(last.list)],
    said.filter((text) => text.startsWith('in')),
    'the inbound messages, on two pages',
  );
});
clause('4.7/messages-direction-more', async (t) => {
  const { phone, said, key } = await talk(t);
  const inbound = said.filter((text) => text?.startsWith('in'));
  const answer = (
    await t.get(`/conversations/${phone}/messages?limit=${inbound.length}&direction=in`, { key })
  ).succeeds();
  equal(texts(answer.list), inbound, 'the inbound messages, on one full page');
  equal(answer.data.pagination?.has_more ?? false, false, 'has_more, if shown');
});
clause('4.7/messages-before-offset', async (t) => {
  const { phone, key } = await talk(t);
  const path = `/conversations/${phone}/messages?limit=3`;
  const { before } = (await t.get(path, { key })).succeeds().data.pagination;
  const read = async (time: string) =>
    texts((await t.get(`${path}&before=${encodeURIComponent(time)}`, { key })).succeeds().list);
  const next = await read(before);
  for (const hours of [3, -5]) {
    equal(await read(inOffset(before, hours)), next, `the page before the same time with the offset ${hours} h`);
  }
});
clause('4.7/messages-before-form', async (t) => {
  const { phone, key } = await talk(t);
  (await t.get(`/conversations/${phone}/messages?before=earlier`, { key })).refuses(422);
});
reading('4.7/messages-404', async (t) => {
  isNothing(await t.get(`/conversations/${t.person()}/messages`));
});
reading('4.7/messages-other-account', async (t) => {
  const { phone } = await talk(t);
  isNothing(await t.get(`/conversations/${phone}/messages`));
});

/** Returns a person with 105 inbound messages. */
const long = (t: CaseContext) =>
  t.shared('long history', async (own) => {
    const phone = own.person();
    const messages = Array.from({ length: 105 }, (_, i) => `in-${i}`);
    await Promise.all(
      [1, 2, 3, 4].map(async () => {
        for (let text = messages.pop(); text; text = messages.pop()) {
          await own.writes(phone, 'whatsapp', { text });
        }
      }),
    );
    return { path: `/conversations/${phone}/messages`, key: (await own.account()).live };
  });

for (const [slug, filter, holds] of [
  ['default', '', 50],
  ['100', '?limit=100', 100],
  ['limit', '?limit=7', 7],
] as const) {
  clause(`8/page-messages-${slug}`, async (t) => {
    const { path, key } = await long(t);
    equal((await t.get(path + filter, { key })).succeeds().list.length, holds, 'the number of messages on the page');
  });
}
clause('8/page-messages-over-100', async (t) => {
  const { path, key } = await long(t);
  const answer = await t.get(`${path}?limit=101`, { key });
  const { length } = answer.status === 422 ? [] : answer.succeeds().list;
  expectThat(length <= 100, 'the page has at most 100 messages', length);
});

// Changes.

/** Returns the status and agent of the only conversation. */
async function standing(t: CaseContext) {
  const [{ status, agent, unread_count }] = (await t.get('/conversations')).succeeds().data.conversations;
  return { status, agent: agent?.id ?? null, unread_count };
}

for (const [slug, change] of [
  ['patch-status-bot', { status: 'bot' }],
  ['patch-status-unknown', { status: 'asleep' }],
  ['patch-agent-integer', { agent_id: 'grace' }],
  ['patch-unread-count-integer', { unread_count: 'many' }],
  ['patch-422', { status: 7 }],
] as const) {
  clause(`4.7/${slug}`, async (t) => {
    const phone = await t.customer();
    const before = await standing(t);
    (await t.patch(`/conversations/${phone}`, change)).refuses(422);
    equal(await standing(t), before, 'status, agent and unread_count afterwards');
  });
}
clause('4.7/agent-stays', async (t) => {
  const phone = await t.customer();
  const agent_id = await t.agent();
  (await t.patch(`/conversations/${phone}`, { agent_id })).succeeds();
  await t.writes(phone);
  (await t.send({ to: phone, text: 'Hello' })).succeeds();
  equal((await standing(t)).agent, agent_id, 'the agent after a message in each direction');
});
for (const change of [
  { status: 'closed', agent_id: 999_999_999 },
  { unread_count: 9, agent_id: 999_999_999 },
  { status: 'closed', unread_count: 'many' },
]) {
  clause('4.7/patch-422-nothing', JSON.stringify(change), async (t) => {
    const phone = await t.customer();
    const before = await standing(t);
    const answer = await t.patch(`/conversations/${phone}`, change);
    expectThat(isRefusal(answer), 'the change is refused', answer.status);
    equal(await standing(t), before, 'status, agent and unread_count afterwards');
  });
}
clause('4.7/patch-unread-count', async (t) => {
  const phone = await t.customer();
  (await t.patch(`/conversations/${phone}`, { unread_count: 0 })).succeeds();
  equal((await t.get('/conversations')).succeeds().data.conversations[0].unread_count, 0, 'unread_count');
  (await t.patch(`/conversations/${phone}`, { unread_count: 4 })).succeeds();
  equal((await t.get('/conversations')).succeeds().data.conversations[0].unread_count, 4, 'unread_count');
});
clause('4.7/patch-together', async (t) => {
  const phone = await t.customer();
  const agent_id = await t.agent();
  (await t.patch(`/conversations/${phone}`, { status: 'closed' })).succeeds();
  (await t.patch(`/conversations/${phone}`, { agent_id, unread_count: 6 })).succeeds();
  equal(await standing(t), { status: 'open', agent: agent_id, unread_count: 6 }, 'status, agent and unread_count');
  (await t.patch(`/conversations/${phone}`, { status: 'closed', unread_count: 3 })).succeeds();
  const { status, unread_count } = await standing(t);
  equal([status, unread_count], ['closed', 3], 'status and unread_count');
});
clause('4.7/patch-keeps', async (t) => {
  const phone = await t.customer();
  (await t.patch(`/conversations/${phone}`, { agent_id: await t.agent() })).succeeds();
  const before = await standing(t);
  (await t.patch(`/conversations/${phone}`, { unread_count: 7 })).succeeds();
  equal(await standing(t), { ...before, unread_count: 7 }, 'status, agent and unread_count afterwards');
});
clause('4.7/patch-keeps-each', async (t) => {
  const phone = await t.customer();
  const [agent_id, other] = [await t.agent(), await t.agent()];
  (await t.patch(`/conversations/${phone}`, { agent_id, unread_count: 3 })).succeeds();
  for (const [change, shown] of [
    [{ status: 'closed' }, { status: 'closed' }],
    [{ status: 'open' }, { status: 'open' }],
    [{ agent_id: other }, { agent: other }],
    [{ agent_id: null }, { agent: null }],
  ]) {
    const before = await standing(t);
    (await t.patch(`/conversations/${phone}`, change)).succeeds();
    equal(await standing(t), { ...before, ...shown }, `status, agent and unread_count after ${JSON.stringify(change)}`);
  }
});
reading('4.7/patch-404', async (t) => {
  (await t.patch(`/conversations/${t.person()}`, { status: 'closed' })).refuses(404);
});
clause('4.7/patch-other-account', async (t) => {
  const phone = await t.customer();
  const before = await standing(t);
  const other = await t.newAccount();
  (await t.patch(`/conversations/${phone}`, { status: 'closed' }, { key: other.live })).refuses(404);
  equal(await standing(t), before, 'the conversation');
});

timed('5.7/not-in-inbox', async (t) => {
  const to = t.person();
  (await t.send({ to, text: 'Only a test' }, { key: await t.testKey() })).succeeds();
  await t.settle();
  const inbox = await phones(t);
  expectThat(!inbox.includes(to), `the recipient ${to} is not in the inbox`, inbox);
});

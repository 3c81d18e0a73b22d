import { Temporal } from 'temporal-polyfill';
import { expect, test } from 'vitest';
import { createCampaign } from '../../domain/campaigns/create-campaign.ts';
import {
  conversationStatus,
  makeFlow,
  PERSON,
  press,
  pressButton,
  reportOf,
  SPRING,
  sendSpring,
  stepsSent,
} from '../../testing/flows.ts';
import { createTestServer, DATABASES, type TestServer } from '../../testing/server.ts';

const HOUR = 3600;
const text = (delay: string, words = delay) => ({ delay, text: words });

async function assign({ api, server: { app }, accountId }: TestServer): Promise<void> {
  const agent = await app.store.transaction((tx) =>
    tx.agents.insert(accountId, { name: 'Grace', isActive: true }, app.monotonicNow()),
  );
  expect((await api('PATCH', `/conversations/${PERSON}`, { body: { agent_id: agent } })).status).toBe(200);
}

test.each(DATABASES)(
  'on %s steps are timed from the press, and the conversation is bot until the last one',
  async (database) => {
    const server = await createTestServer({ database });
    const { api, advance } = server;
    const id = await makeFlow(server, { steps: [text('0'), text('30m'), text('2h30m'), text('180')] });
    const externalId = await sendSpring(server);
    await advance(10 * 60);
    await press(server, 'Tell me more', externalId);
    expect(stepsSent(server)).toEqual(['0']);
    const { runs } = await reportOf(server, id);
    expect(runs).toMatchObject([
      { phone: PERSON, status: 'running', stop_reason: null, current_step: 1, finished_at: null },
    ]);
    expect(Date.parse(runs[0].next_step_at) - Date.parse(runs[0].started_at)).toBe(30 * 60_000);
    expect(await conversationStatus(server)).toBe('bot');
    for (const [seconds, sent] of [
      [30 * 60 - 1, ['0']],
      [1, ['0', '30m']],
      [2 * HOUR - 1, ['0', '30m']],
      [1, ['0', '30m', '2h30m']],
      [30 * 60 - 1, ['0', '30m', '2h30m']],
    ] as const) {
      await advance(seconds);
      expect(stepsSent(server)).toEqual(sent);
      expect(await conversationStatus(server)).toBe('bot');
    }
    await advance(1);
    expect(stepsSent(server)).toEqual(['0', '30m', '2h30m', '180']);
    expect(await conversationStatus(server)).toBe('open');
    const after = await reportOf(server, id);
    expect(after.runs).toMatchObject([{ status: 'done', current_step: 4, next_step_at: null }]);
    expect(after.stats).toEqual({
      entered: 1,
      running: 0,
      done: 1,
      stopped: 0,
      messages_sent: 4,
      stop_reasons: { reply: 0, agent: 0, window: 0, other: 0 },
      funnel: [1, 2, 3, 4].map((step) => ({ step, reached: 1, rate: 100 })),
    });
    // Steps are ordinary messages.
    const { messages } = (await api('GET', `/conversations/${PERSON}/messages?direction=out`)).body.data;
    expect(messages.map((one: { text: string; status: string }) => [one.text, one.status]).slice(0, 4)).toEqual(
      ['180', '2h30m', '30m', '0'].map((words) => [words, 'read']),
    );
    expect((await api('GET', '/stats')).body.data.messages).toMatchObject({ incoming: 1, outgoing: 5, read: 5 });
  },
);

test('each step reports its statuses as events, and the press is reported with its button', async () => {
  const server = await createTestServer();
  const receiver = await server.receiver();
  await makeFlow(server);
  await pressButton(server, 'Tell me more');
  const told = receiver.received.map(({ event }) => [
    event.event,
    event.data.message.status ?? event.data.message.button.title,
  ]);
  const statuses = ['sent', 'delivered', 'read'].map((status) => ['message.status', status]);
  expect(told).toEqual([...statuses, ['message.received', 'Tell me more'], ...statuses]);
});

/** What stops a run, the reason that is reported, and whether the conversation is open afterward. */
const STOPS: [string, object, (server: TestServer) => Promise<unknown>, 'reply' | 'agent' | 'other' | undefined][] = [
  ['a reply', {}, (server) => server.customerWrites('Thanks'), 'reply'],
  [
    'a reply, if replies do not stop the flow',
    { stop_on_reply: false },
    (server) => server.customerWrites('Thanks'),
    undefined,
  ],
  ['an agent', {}, assign, 'agent'],
  ['an agent, if agents do not stop the flow', { stop_on_agent: false }, assign, undefined],
  [
    'the end of an assignment',
    {},
    ({ api }) => api('PATCH', `/conversations/${PERSON}`, { body: { agent_id: null } }),
    undefined,
  ],
  [
    'a closed conversation',
    {},
    ({ api }) => api('PATCH', `/conversations/${PERSON}`, { body: { status: 'closed' } }),
    undefined,
  ],
  ['a reply from us', {}, ({ api }) => api('POST', '/messages', { body: { to: PERSON, text: 'Hello' } }), undefined],
  ['the opt-out button', {}, (server) => pressButton(server, 'Stop promotions'), 'reply'],
  ['the opt-out button always', { stop_on_reply: false }, (server) => pressButton(server, 'Stop promotions'), 'reply'],
  ['an opt-out', {}, ({ api }) => api('POST', '/opt-outs', { body: { phone: PERSON } }), 'other'],
  ['a block', {}, ({ api }) => api('POST', '/blocked-numbers', { body: { phone: PERSON } }), 'other'],
  ['an unpublished flow', {}, ({ api }) => api('PATCH', '/flows/1', { body: { is_active: false } }), undefined],
];

test.each(STOPS)('%s', async (_, changes, happens, reason) => {
  const server = await createTestServer();
  const id = await makeFlow(server, { steps: [text('0'), text('1h')], ...changes });
  await pressButton(server, 'Tell me more');
  await server.advance(60);
  await happens(server);
  await server.settle();
  const stopped = await reportOf(server, id);
  const status = reason === undefined ? 'running' : 'stopped';
  expect(stopped.runs).toMatchObject([{ status, stop_reason: reason ?? null, current_step: 1 }]);
  if (reason !== undefined) {
    expect(stopped.runs).toMatchObject([{ next_step_at: null, finished_at: expect.any(String) }]);
    expect(stopped.stats.stop_reasons).toEqual({ reply: 0, agent: 0, window: 0, other: 0, [reason]: 1 });
    expect(await conversationStatus(server)).toBe('open');
  }
  await server.advance(2 * HOUR);
  expect(stepsSent(server).filter((words) => words !== 'Hello')).toEqual(reason === undefined ? ['0', '1h'] : ['0']);
  expect((await reportOf(server, id)).stats).toMatchObject({
    entered: 1,
    running: 0,
    done: reason === undefined ? 1 : 0,
    stopped: reason === undefined ? 0 : 1,
  });
});

test('a step at the last moment of the window stops the run, unless the customer has written again', async () => {
  const server = await createTestServer();
  const steps = [text('23h59m'), text('24h')];
  const strict = await makeFlow(server, { steps });
  const lenient = await makeFlow(server, { steps: [...steps.slice(1)], stop_on_reply: false });
  await pressButton(server, 'Tell me more');
  await server.advance(24 * HOUR);
  expect(stepsSent(server)).toEqual(['23h59m']);
  expect((await reportOf(server, strict)).runs).toMatchObject([
    { status: 'stopped', stop_reason: 'window', current_step: 1 },
  ]);
  expect((await reportOf(server, lenient)).runs).toMatchObject([{ status: 'stopped', stop_reason: 'window' }]);
  expect(await conversationStatus(server)).toBe('open');

  await pressButton(server, 'Tell me more');
  await server.advance(HOUR);
  await server.customerWrites('One moment');
  await server.advance(23 * HOUR);
  expect((await reportOf(server, strict)).stats.stop_reasons).toEqual({ reply: 1, agent: 0, window: 1, other: 0 });
  expect((await reportOf(server, lenient)).stats).toMatchObject({ done: 1, stop_reasons: { window: 1 } });
  expect(stepsSent(server)).toEqual(['23h59m', '24h']);
});

test('a press starts no second run of a flow, but a new one after the end, and one for each published flow', async () => {
  const server = await createTestServer();
  const steps = [text('0', 'now'), text('1h', 'later')];
  const first = await makeFlow(server, { steps });
  const input = await makeFlow(server, { steps, is_active: false });
  const externalId = await pressButton(server, 'Tell me more');
  await press(server, 'Tell me more', externalId);
  await pressButton(server, 'Tell me more');
  expect((await reportOf(server, first)).stats).toMatchObject({ entered: 1, running: 1 });
  expect(await conversationStatus(server)).toBe('bot');
  await server.advance(HOUR);
  expect(stepsSent(server)).toEqual(['now', 'later']);
  await press(server, 'Tell me more', externalId);
  expect((await reportOf(server, first)).stats).toMatchObject({ entered: 2, running: 1, done: 1 });
  expect((await reportOf(server, input)).stats).toMatchObject({ entered: 0 });
  const second = await makeFlow(server, { steps: [text('30m', 'second')] });
  await press(server, 'Tell me more', externalId);
  await server.advance(2 * HOUR);
  expect(stepsSent(server)).toEqual(['now', 'later', 'now', 'second', 'later']);
  expect((await reportOf(server, second)).stats).toMatchObject({ entered: 1, done: 1 });
});

test('a disabled connection sends no more steps', async () => {
  const server = await createTestServer();
  const id = await makeFlow(server, { steps: [text('0', 'now'), text('1h', 'later')] });
  await pressButton(server, 'Tell me more');
  const { app } = server.server;
  await app.store.transaction((tx) => tx.connections.setActive(server.accountId, 'wa_1', false));
  await server.advance(2 * HOUR);
  expect(stepsSent(server)).toEqual(['now']);
  expect((await reportOf(server, id)).stats).toMatchObject({
    stopped: 1,
    stop_reasons: { agent: 0, other: 1 },
    messages_sent: 1,
  });
});

test('a person has one run of a flow at a time, on any connection', async () => {
  const server = await createTestServer();
  const { store } = server.server.app;
  const flow = await makeFlow(server, { steps: [text('1h', 'later')] });
  await pressButton(server, 'Tell me more');
  const [run] = (await reportOf(server, flow)).runs;
  const elsewhere = await store.transaction(async (tx) => {
    const other = { accountId: server.accountId, connectionId: 'wa_99', channel: 'whatsapp', person: PERSON } as const;
    const known = await tx.flowRuns.find(server.accountId, run.id);
    const conversationId = await tx.conversations.ensure(other, 1);
    return tx.flowRuns.insert({ ...(known ?? expect.unreachable()), conversationId });
  });
  expect(elsewhere).toBeUndefined();
});

/** Presses that quote no message: as the mock's page sends them, and as Meta sometimes reports them. */
const UNQUOTED = [
  ['of the type button', { type: 'button', button: { title: 'Tell me more', payload: 'Tell me more' } }],
  ['without payload', { type: 'template_button', button: { title: 'Tell me more' } }],
] as const;

test.each(UNQUOTED)('a press %s starts the flow of the newest template, also of a campaign', async (_, content) => {
  const server = await createTestServer();
  const { app } = server.server;
  const id = await makeFlow(server);
  const recipients = [{ phone: PERSON, name: 'Augusta' }];
  await app.store.transaction((tx) =>
    createCampaign(app, tx, server.accountId, { template: SPRING.template }, recipients),
  );
  await server.advance(2);
  await server.api('POST', '/messages/template', { body: { to: PERSON, name: 'order_update', variables: ['7'] } });
  await server.settle();
  const from = { id: PERSON, name: 'Ada' };
  const { phone_number_id: business_id } = server.business.whatsapp;
  await server.mock.receive({ channel: 'whatsapp', business_id, from, ...content });
  await server.settle();
  expect((await reportOf(server, id)).stats).toMatchObject({ entered: 1, done: 1 });
  expect(stepsSent(server)).toEqual(['Hi Augusta']);
});

test('presses of unknown templates, and of blocked or opted-out people, start nothing', async () => {
  const server = await createTestServer();
  const { api } = server;
  const id = await makeFlow(server);
  const { liveKey } = await server.anotherAccount();
  await api('POST', '/flows', {
    key: liveKey,
    body: { name: 'x', template: 'promo_spring', button: 'Tell me more', is_active: true, steps: [text('0')] },
  });
  await press(server, 'Tell me more', undefined);
  await press(server, 'Tell me more', 'wamid.unknown');
  const { body } = await api('POST', '/messages', { body: { to: PERSON, text: 'Tell me more' } });
  await server.settle();
  await press(server, 'Tell me more', (await api('GET', `/messages/${body.data.id}`)).body.data.external_id);
  const template = await sendSpring(server);
  await press(server, 'Something else', template);
  await server.customerWrites('Tell me more');
  for (const list of ['/opt-outs', '/blocked-numbers']) {
    await api('POST', list, { body: { phone: PERSON } });
    await press(server, 'Tell me more', template);
    await api('DELETE', `${list}/${PERSON}`);
  }
  expect((await reportOf(server, id)).stats.entered).toBe(0);
  await press(server, 'Tell me more', template);
  expect((await reportOf(server, id)).stats.entered).toBe(1);
});

test('the opt-out button adds the person to the opt-out list once, and no flow can start anymore', async () => {
  const server = await createTestServer();
  const { api } = server;
  const id = await makeFlow(server);
  const template = await pressButton(server, 'Stop promotions');
  expect((await api('GET', '/opt-outs')).body.data.opt_outs).toMatchObject([
    { phone: PERSON, source: 'template_button' },
  ]);
  await api('POST', '/opt-outs', { body: { phone: PERSON, source: 'by phone' } });
  await press(server, 'Stop promotions', template);
  expect((await api('GET', '/opt-outs')).body.data.opt_outs).toMatchObject([{ phone: PERSON, source: 'by phone' }]);
  await press(server, 'Tell me more', template);
  expect((await reportOf(server, id)).stats.entered).toBe(0);
  const refused = await api('POST', '/messages/template', { body: { to: PERSON, name: 'promo_spring' } });
  expect(refused.body.error.code).toBe('RECIPIENT_OPTED_OUT');
});

test('a press of a step’s button is a reply', async () => {
  const server = await createTestServer();
  const buttons = [
    { type: 'reply', text: 'Yes' },
    { type: 'reply', text: 'No' },
  ];
  const id = await makeFlow(server, { steps: [{ delay: '0', text: 'Shall we call?', buttons }, text('1h')] });
  await pressButton(server, 'Tell me more');
  const sent = server.mock.sends().at(-1);
  expect(sent?.payload.interactive).toEqual({
    type: 'button',
    body: { text: 'Shall we call?' },
    action: { buttons: ['Yes', 'No'].map((title) => ({ type: 'reply', reply: { id: title, title } })) },
  });
  const receiver = await server.receiver();
  await press(server, 'Yes', sent?.external_id);
  expect(receiver.received[0]?.event.data.message).toMatchObject({
    type: 'button',
    button: { payload: 'Yes', title: 'Yes' },
  });
  expect((await reportOf(server, id)).runs).toMatchObject([{ status: 'stopped', stop_reason: 'reply' }]);
});

test('a message that overtakes a press is distinguished from one that was written before it', async () => {
  const server = await createTestServer();
  const id = await makeFlow(server, { steps: [text('10m')] });
  const context = { from: '15550783881', id: await sendSpring(server) };
  const button = { payload: 'Tell me more', text: 'Tell me more' };
  const at = (seconds: number) => String(Math.floor(server.clock.now() / 1000) + seconds);
  await server.advance(100);
  // Written before the press, but reported after it.
  await server.callback(
    server.inboundCallback({ id: 'wamid.press', timestamp: at(-30), type: 'button', button, context }),
  );
  await server.callback(server.inboundCallback({ id: 'wamid.before', timestamp: at(-40) }));
  await server.settle();
  expect((await reportOf(server, id)).stats).toMatchObject({ running: 1, stopped: 0 });
  await server.advance(HOUR);
  expect(stepsSent(server)).toEqual(['10m']);
  // Written after the press, but reported before it.
  await server.callback(server.inboundCallback({ id: 'wamid.after', timestamp: at(-10) }));
  await server.callback(
    server.inboundCallback({ id: 'wamid.press2', timestamp: at(-20), type: 'button', button, context }),
  );
  await server.settle();
  expect((await reportOf(server, id)).stats).toMatchObject({
    entered: 2,
    running: 0,
    done: 1,
    stop_reasons: { reply: 1 },
  });
});

/** Starts a flow with one step whose message finds the provider unavailable, and is retried after 30 s and 2 min. */
async function heldUp(server: TestServer, steps: object[], secondsBefore = 0): Promise<() => Promise<string[]>> {
  await makeFlow(server, { steps });
  const template = await sendSpring(server);
  await press(server, 'Tell me more', template);
  await server.advance(secondsBefore);
  return async () =>
    (await server.api('GET', `/conversations/${PERSON}/messages?direction=out`)).body.data.messages
      .filter(({ type }: { type: string }) => type === 'text')
      .map(({ status, error }: { status: string; error: { code: string } | null }) => error?.code ?? status);
}

test.each([
  ['a stop', 'flow_stopped', [text('1h'), text('2h')], (server: TestServer) => server.customerWrites('Thanks')],
  [
    'an opt-out',
    'opted_out',
    [text('1h')],
    ({ api }: TestServer) => api('POST', '/opt-outs', { body: { phone: PERSON } }),
  ],
  [
    'a block',
    'blocked',
    [text('1h')],
    ({ api }: TestServer) => api('POST', '/blocked-numbers', { body: { phone: PERSON } }),
  ],
  ['the end of its flow', 'flow_stopped', [text('1h')], ({ api }: TestServer) => api('DELETE', '/flows/1?force=true')],
  ['nothing', 'read', [text('1h')], async () => {}],
] as const)('a step that could not be sent at once is not sent after %s: %s', async (_, outcome, steps, happens) => {
  const server = await createTestServer({ config: { logLevel: 'silent' } });
  const outcomes = await heldUp(server, [...steps], HOUR - 1);
  server.mock.faults.next({ outcome: 'unavailable' });
  await server.advance(1);
  expect(await outcomes()).toEqual(['queued']);
  await happens(server);
  await server.advance(60);
  expect(await outcomes()).toEqual([outcome]);
  expect(stepsSent(server)).toEqual(outcome === 'read' ? ['1h'] : []);
});

test('a step that could not be sent at once is not sent after the window', async () => {
  const server = await createTestServer({ config: { logLevel: 'silent' } });
  const outcomes = await heldUp(server, [text('23h59m')], 24 * HOUR - 61);
  server.mock.faults.next({ outcome: 'unavailable', times: 2 });
  await server.advance(1 + 30);
  expect(await outcomes()).toEqual(['queued']);
  await server.advance(2 * 60);
  expect(await outcomes()).toEqual(['window_closed']);
  expect(stepsSent(server)).toEqual([]);
});

test('ten steps in a day respect quiet hours across midnight at the change to daylight saving time', async () => {
  const zone = 'Europe/Berlin';
  const server = await createTestServer({ account: { timeZone: zone } });
  // 2027-03-28: at 2 a.m. the clock moves to 3 a.m.
  server.clock.moveTo(Temporal.ZonedDateTime.from('2027-03-27T18:00[Europe/Berlin]').epochMilliseconds);
  const delays = ['0', '1h', '3h59m', '4h', '5h', '8h', '10h', '12h59m', '13h', '23h59m'];
  const id = await makeFlow(server, { steps: delays.map((delay) => text(delay)), quiet_start: 22, quiet_end: 8 });
  await pressButton(server, 'Tell me more');
  const { runs } = await reportOf(server, id);
  expect(runs[0].next_step_at).toBe('2027-03-27T18:00:00.000000+00:00');
  await server.advance(24 * HOUR);
  const local = server.mock
    .sends()
    .filter(({ type }) => type === 'text')
    .map(({ payload, at }) => [
      (payload.text as { body: string }).body,
      Temporal.Instant.from(String(at)).toZonedDateTimeISO(zone).toPlainDateTime().toString({ smallestUnit: 'minute' }),
    ]);
  expect(local).toEqual([
    ['0', '2027-03-27T18:00'],
    ['1h', '2027-03-27T19:00'],
    ['3h59m', '2027-03-27T21:59'],
    // From ten in the evening to eight in the morning, which is nine hours in that night.
    ['4h', '2027-03-28T08:00'],
    ['5h', '2027-03-28T08:00'],
    ['8h', '2027-03-28T08:00'],
    ['10h', '2027-03-28T08:00'],
    ['12h59m', '2027-03-28T08:00'],
    ['13h', '2027-03-28T08:00'],
    ['23h59m', '2027-03-28T18:59'],
  ]);
  expect((await reportOf(server, id)).runs).toMatchObject([{ status: 'done' }]);
});

test('a run stops if the quiet hours delay a step until after the window', async () => {
  const server = await createTestServer();
  server.clock.moveTo(Temporal.ZonedDateTime.from('2027-05-04T07:30[Europe/Istanbul]').epochMilliseconds);
  const id = await makeFlow(server, { steps: [text('0'), text('23h')], quiet_start: 6, quiet_end: 8 });
  await pressButton(server, 'Tell me more');
  const waiting = await reportOf(server, id);
  expect(waiting.runs).toMatchObject([{ status: 'running', next_step_at: '2027-05-04T05:00:00.000000+00:00' }]);
  await server.advance(1800);
  expect(stepsSent(server)).toEqual(['0']);
  await server.advance(22.5 * HOUR - 1);
  expect((await reportOf(server, id)).runs).toMatchObject([{ status: 'running' }]);
  await server.advance(1);
  expect((await reportOf(server, id)).runs).toMatchObject([
    { status: 'stopped', stop_reason: 'window', current_step: 1 },
  ]);
});

test('people in a running flow continue with its current version', async () => {
  const server = await createTestServer();
  const { api } = server;
  const id = await makeFlow(server, { steps: [text('0'), text('5h')] });
  const change = (steps: object[]) => api('PATCH', `/flows/${id}`, { body: { steps } });
  await pressButton(server, 'Tell me more');
  await change([text('0'), text('1h', 'sooner'), text('2h', 'more')]);
  await server.advance(HOUR);
  expect(stepsSent(server)).toEqual(['0', 'sooner']);
  await change([text('0'), text('1h'), text('3h', 'later')]);
  await server.settle();
  expect((await reportOf(server, id)).runs[0]).toMatchObject({ current_step: 2 });
  await server.advance(2 * HOUR - 1);
  expect(stepsSent(server)).toEqual(['0', 'sooner']);
  await change([text('0')]);
  await server.settle();
  expect((await reportOf(server, id)).runs).toMatchObject([{ status: 'done', current_step: 2 }]);
  expect((await reportOf(server, id)).stats.funnel).toEqual([{ step: 1, reached: 1, rate: 100 }]);
});

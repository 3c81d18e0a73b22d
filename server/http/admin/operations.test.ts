import { createHash } from 'node:crypto';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createConnection } from '../../domain/connections/create-connection.ts';
import { newEvent, recordEvent } from '../../domain/webhooks/events.ts';
import { SAMPLES } from '../../domain/webhooks/sample-events.ts';
import { startAdmin } from '../../testing/admin-api.ts';
import { PNG } from '../../testing/files.ts';
import { DATABASES } from '../../testing/server.ts';

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('base64url');

test('deliveries are listed with filters, and replayed one by one and by period', async () => {
  const { of, call, place, receiver, customerWrites, settle } = await startAdmin();
  expect(await of('GET', '/deliveries')).toEqual({ deliveries: [], next: null });
  const hook = await receiver();
  await customerWrites('Hello');
  const [delivery] = (await of('GET', '/deliveries?event=message.received&state=delivered&state=failed')).deliveries;
  expect(delivery).toMatchObject({
    event: 'message.received',
    state: 'delivered',
    sample: false,
    replay_of: null,
    attempts: [{ attempt: 1, status_code: 200, problem: null, next_attempt_at: null }],
  });
  expect((await of('GET', '/deliveries?state=failed')).deliveries).toEqual([]);
  expect((await of('GET', '/deliveries?failing=true')).deliveries).toEqual([]);
  expect((await of('GET', '/deliveries?failing=false&limit=1')).deliveries).toMatchObject([{ id: delivery.id }]);
  const replay = await of('POST', `/deliveries/${delivery.id}/replay`);
  expect(replay).toEqual({ id: expect.stringMatching(/^whd_\d+$/), replay_of: delivery.id });
  const from = '2020-01-01T00:00:00Z';
  const wanted = { from, event: 'message.received' };
  expect(await of('POST', '/deliveries/replay', wanted)).toEqual({ replays: [], next: null, left: 0 });
  const { replays, ...rest } = await of('POST', '/deliveries/replay', { ...wanted, again: true });
  expect(replays).toEqual([{ id: expect.any(String), replay_of: delivery.id }]);
  expect(rest).toEqual({ next: null, left: 0 });
  await settle();
  expect(hook.received.length).toBe(3);
  expect((await of('GET', '/deliveries?limit=1')).deliveries).toMatchObject([{ id: replays[0].id }]);

  for (const [method, path, body, status, message] of [
    ['GET', '/deliveries?limit=none', undefined, 422, 'query/limit must be integer'],
    ['GET', '/deliveries?colour=red', undefined, 422, 'query/colour is not recognized'],
    ['GET', '/deliveries?state=lost', undefined, 422, 'query/state/0 must be one of pending'],
    ['GET', `/deliveries?from=${from}&to=2019-01-01T00:00:00Z`, undefined, 422, 'from must be before'],
    ['POST', '/deliveries/replay', {}, 422, "'from'"],
    ['POST', '/deliveries/replay', { from, states: ['pending'] }, 422, 'body/states/0 must be one of'],
    ['POST', '/deliveries/replay', { from, after: 'whd_1' }, 422, 'body/after must match pattern'],
    ['POST', '/deliveries/whd_1/replay', undefined, 404, 'the account has no delivery whd_1'],
  ] as const) {
    const answer = await call(method, place + path, { body });
    expect([path, answer.status, answer.body.error.message]).toEqual([path, status, expect.stringContaining(message)]);
  }
});

test('deliveries are read from the newest to the oldest, and each is shown with its request and its replays', async () => {
  const { of, call, place, receiver, customerWrites, settle } = await startAdmin();
  const hook = await receiver();
  for (const text of ['first', 'second', 'third']) {
    await customerWrites(text);
  }
  const all = (await of('GET', '/deliveries')).deliveries;
  expect(all).toHaveLength(3);
  const read = [];
  for (let before = ''; ; ) {
    const { deliveries, next } = await of('GET', `/deliveries?limit=2${before}`);
    read.unshift(...deliveries);
    if (next === null) {
      break;
    }
    before = `&before=${next}`;
  }
  expect(read).toEqual(all);
  // A list that ends with a full page has no next page.
  expect((await of('GET', '/deliveries?limit=3')).next).toBe(null);

  const [first] = all;
  const { id: replay } = await of('POST', `/deliveries/${first.id}/replay`);
  await settle();
  expect(await of('GET', `/deliveries/${first.id}`)).toEqual({
    ...first,
    request: {
      url: expect.stringMatching(/^http/),
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'user-agent': 'wigwag',
        'x-service-event': 'message.received',
        'x-service-delivery-id': first.id,
        'x-service-attempt': '1',
      },
      body: hook.received[0]?.event,
    },
    replays: [{ id: replay, state: 'delivered' }],
  });
  expect(await of('GET', `/deliveries/${replay}`)).toMatchObject({ replay_of: first.id, replays: [] });
  expect(await call('GET', `${place}/deliveries/whd_1`)).toMatchObject({
    status: 404,
    body: { error: { message: 'the account has no delivery whd_1' } },
  });
});

test('the installation shows versions, queues and the last backup', async () => {
  const { call, server, customerWrites } = await startAdmin();
  await customerWrites('Hello');
  const { status, body } = await call('GET', '/installation');
  expect([status, body]).toEqual([
    200,
    {
      version: expect.stringMatching(/^\d+\.\d+\.\d+/),
      node: process.versions.node,
      public_url: server.origin,
      database: { kind: 'sqlite', migration: expect.stringMatching(/^\d{4}-/) },
      queues: expect.any(Array),
      last_backup_at: null,
      last_archived_at: null,
      workers: null,
      free_bytes: null, // the database is in memory
      shared_connections: [],
    },
  ]);
  expect(body.queues).toContainEqual({
    queue: 'deliver',
    due: 0,
    waiting: expect.any(Number),
    running: 0,
    oldest_due_seconds: 0,
  });
});

test('connections show their app, the last message of a customer and the page of a web chat', async () => {
  const { of, server, customerWrites } = await startAdmin();
  const shown = async (id: string) =>
    (await of('GET', '/connections')).connections.find((one: { connection_id: string }) => one.connection_id === id);
  expect(await shown('wa_1')).toMatchObject({ last_inbound_at: null, unavailable_until: null });
  await customerWrites('Hello');
  expect(await shown('wa_1')).toMatchObject({
    app_id: expect.any(String),
    waba_id: expect.stringMatching(/^\d+$/),
    last_inbound_at: expect.stringMatching(/\+00:00$/),
  });
  expect(await shown('web_1')).toMatchObject({
    app_id: null,
    waba_id: null,
    page: `${server.origin}/webchat/web_1`,
    last_inbound_at: null,
  });
});

test('a replay of a long period responds in parts, and repeated calls send nothing twice', async () => {
  const { of, receiver, server, accountId, settle } = await startAdmin();
  const hook = await receiver();
  const { app } = server;
  await app.store.transaction(async (tx) => {
    for (let event = 0; event < 401; event += 1) {
      await recordEvent(
        tx,
        newEvent(app, accountId, 'message.received', SAMPLES['message.received'](app.monotonicNow())),
      );
    }
  });
  await settle();
  const from = '2020-01-01T00:00:00Z';
  const replay = (body: object = {}) => of('POST', '/deliveries/replay', { from, ...body });
  const first = await replay();
  expect([first.replays.length, first.left]).toEqual([200, 201]);
  const second = await replay({ after: first.next });
  expect([second.replays.length, second.left]).toEqual([200, 1]);
  // As after a lost response: the call without `after` skips the events that were sent again.
  expect(await replay()).toMatchObject({ replays: [{}], next: null, left: 0 });
  expect(await replay()).toEqual({ replays: [], next: null, left: 0 });
  await settle();
  const replayed = hook.received.flatMap(({ event }) => event.replay_of ?? []);
  expect([replayed.length, new Set(replayed).size]).toEqual([401, 401]);
  // With `again`, only `next` prevents repeated replays.
  let part = await replay({ again: true });
  let count = part.replays.length;
  while (part.next !== null) {
    part = await replay({ again: true, after: part.next });
    count += part.replays.length;
  }
  expect(count).toBe(401);
});

describe.each(DATABASES)('on %s', (database) => {
  test('only one account can have an active connection to a number', async () => {
    const { call, mock, anotherAccount, accountId } = await startAdmin({}, { database });
    const { app_secret, access_token, whatsapp } = mock.addBusiness();
    const { app_id } = (await call('POST', '/apps', { body: { app_secret } })).body;
    const { accountId: others } = await anotherAccount();
    const wanted = { channel: 'whatsapp', provider_id: whatsapp.phone_number_id, waba_id: whatsapp.waba_id, app_id };
    const connect = async (account: number, more: object = {}) => {
      const { status, body } = await call('POST', `/accounts/${account}/connections`, {
        body: { ...wanted, access_token, ...more },
      });
      return { status, id: body.connection_id as string, message: body.error?.message as string | undefined };
    };
    const activate = async (account: number, id: string, is_active: boolean) =>
      (await call('PATCH', `/accounts/${account}/connections/${id}`, { body: { is_active } })).status;
    const taken = 'this number, page or account is already connected to this server';
    // At the same time.
    const both = await Promise.all([connect(accountId), connect(others)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 422]);
    const [winner, loser] = both[0]?.status === 200 ? [accountId, others] : [others, accountId];
    const { id = '' } = both.find(({ status }) => status === 200) ?? {};
    expect(await connect(loser)).toEqual({ status: 422, id: undefined, message: taken });
    expect(await connect(loser, { force: true })).toMatchObject({ status: 422, message: taken });
    // Without a valid token, no one learns that the number is connected.
    expect((await connect(loser, { access_token: 'EAAwrongtoken' })).message).toMatch(/^nothing was changed: fix/);
    expect((await connect(winner)).message).toBe(`${id} is already connected to ${whatsapp.phone_number_id}`);

    // The other account may take over a number that is not active.
    expect(await activate(winner, id, false)).toBe(200);
    const taking = await connect(loser);
    expect([taking.status, await activate(winner, id, true)]).toEqual([200, 422]);
    expect(await activate(loser, taking.id, true)).toBe(200);
    await activate(loser, taking.id, false);
    const again = await Promise.all([activate(winner, id, true), activate(loser, taking.id, true)]);
    expect(again.sort()).toEqual([200, 422]);
  });

  test('connections that earlier versions allowed twice are reported', async () => {
    const { call, mock, anotherAccount, accountId, server } = await startAdmin({}, { database });
    const { app } = server;
    const { app_secret, access_token, messenger } = mock.addBusiness();
    const { app_id } = (await call('POST', '/apps', { body: { app_secret } })).body;
    const { accountId: others } = await anotherAccount();
    const ids: string[] = [];
    for (const account of [accountId, others]) {
      const line = {
        channel: 'messenger',
        name: 'Page',
        providerAppId: app_id,
        providerId: messenger.page_id,
      } as const;
      ids.push(
        await app.store.transaction((tx) =>
          createConnection(app, tx, { ...line, accountId: account, accessToken: access_token }),
        ),
      );
    }
    const shared = async () => (await call('GET', '/installation')).body.shared_connections;
    expect(await shared()).toEqual([
      {
        provider_id: messenger.page_id,
        connections: [
          { account_id: String(accountId), connection_id: ids[0] },
          { account_id: String(others), connection_id: ids[1] },
        ],
      },
    ]);
    const faults = async () =>
      (await call('POST', `/accounts/${others}/connections/${ids[1]}/check`)).body.findings.filter(
        ({ what }: { what: string }) => what.startsWith('Another active connection'),
      );
    expect(await faults()).toHaveLength(1);
    // The older one gets callbacks until it is deactivated.
    const found = async () => (await app.store.read.connections.findByProvider(app_id, [messenger.page_id]))?.id;
    expect(await found()).toBe(ids[0]);
    await call('PATCH', `/accounts/${accountId}/connections/${ids[0]}`, { body: { is_active: false } });
    expect([await found(), await shared(), await faults()]).toEqual([ids[1], [], []]);
  });
});

test('apps and connections are added with secrets that no response and no log contains', async () => {
  const { of, call, place, lines, mock, server } = await startAdmin();
  const { app_secret, access_token, whatsapp } = mock.addBusiness();
  const { body: app } = await call('POST', '/apps', { body: { app_secret } });
  expect(app).toEqual({
    app_id: expect.any(String),
    callback_url: `${server.origin}/callbacks/meta/${app.app_id}`,
    verify_token: expect.stringMatching(/^\w{32}$/),
  });
  const wanted = {
    channel: 'whatsapp',
    app_id: app.app_id,
    provider_id: whatsapp.phone_number_id,
    waba_id: whatsapp.waba_id,
  };
  const wrong = await call('POST', `${place}/connections`, { body: { ...wanted, access_token: 'EAAwrongtoken' } });
  expect([wrong.status, wrong.body.error]).toEqual([
    422,
    {
      message: 'nothing was changed: fix the faults above, or add --force to continue anyway',
      findings: expect.arrayContaining([{ ok: false, what: expect.any(String), fix: expect.any(String) }]),
    },
  ]);
  const { connection_id, findings } = await of('POST', '/connections', { ...wanted, access_token, force: true });
  expect([connection_id, findings]).toEqual(['wa_2', expect.arrayContaining([expect.objectContaining({ ok: true })])]);
  expect(await of('POST', `/connections/${connection_id}/check`)).toEqual({ connection_id, findings });
  const token = { access_token, force: true };
  expect(await of('PUT', `/connections/${connection_id}/token`, token)).toEqual({ connection_id, findings });
  expect(await of('POST', `/connections/${connection_id}/templates/sync`)).toEqual({
    connection_id,
    templates: mock.templates(whatsapp.waba_id).length,
  });
  const chat = await of('POST', '/connections', { channel: 'web', origins: ['https://SHOP.example:443'] });
  expect(chat).toEqual({
    connection_id: expect.stringMatching(/^web_/),
    page: `${server.origin}/webchat/${chat.connection_id}`,
    origins: ['https://shop.example'],
    findings: [],
  });
  for (const [body, message] of [
    [{ ...wanted, access_token }, 'is already connected'],
    [{ ...wanted, provider_id: '99', waba_id: undefined, access_token }, 'waba_id is required'],
    [{ ...wanted, provider_id: '99', app_id: undefined, access_token }, 'app_id is required'],
    [{ ...wanted, provider_id: '99' }, 'access_token is required'],
    [{ ...wanted, provider_id: '99', app_id: 'nothing', access_token }, 'there is no app nothing'],
    [{ ...wanted, origins: ['https://shop.example'], access_token }, 'leave them out for other channels'],
    [{ channel: 'fax' }, 'body/channel must be one of'],
  ] as const) {
    const answer = await call('POST', `${place}/connections`, { body });
    expect([answer.status >= 400, answer.body.error.message]).toEqual([true, expect.stringContaining(message)]);
  }
  const said = JSON.stringify([lines, app, wrong.body, findings, chat]);
  for (const secret of [app_secret, access_token, 'EAAwrongtoken']) {
    expect(said.includes(secret)).toBe(false);
  }
});

test('a campaign is planned, loaded in parts, started, stopped, resumed, and its results are listed', async () => {
  const { of, call, place, advance, mock } = await startAdmin();
  const wish = { template: 'promo_spring', digest: 'of the list' };
  expect(await of('POST', '/campaigns/plan', wish)).toMatchObject({
    country: 'TR',
    template: { name: 'promo_spring', parameter_format: 'POSITIONAL', components: expect.any(Array) },
    connection_id: 'wa_1',
    previous: null,
  });
  const { campaign_id, is_loading } = await of('POST', '/campaigns', wish);
  expect(is_loading).toBe(true);
  const campaign = `/campaigns/${campaign_id}`;
  const add = (...phones: string[]) =>
    of('POST', `${campaign}/recipients`, {
      recipients: phones.map((phone) => ({ position: Number(phone.slice(-1)), phone })),
    });
  await add('905551112239');
  expect(await of('DELETE', `${campaign}/recipients`)).toEqual({ campaign_id });
  expect(await add('905551112231', '905551112232')).toEqual({ campaign_id, added: 2 });
  // The same part again, as after a lost response, adds nothing.
  await add('905551112231', '905551112232');
  for (const [path, body, message] of [
    ['/recipients', { recipients: [{ position: 3, phone: '12' }] }, '12 is not a valid recipient'],
    ['/recipients', { recipients: [] }, 'body/recipients must NOT have fewer than 1 items'],
    ['/start', { recipients: 3 }, 'does not have 3 recipients'],
    ['/stop', {}, 'is not sending: it is loading'],
    ['/resume', {}, 'never completely stored'],
  ] as const) {
    const answer = await call('POST', place + campaign + path, { body });
    expect([path, answer.status, answer.body.error.message]).toEqual([path, 422, expect.stringContaining(message)]);
  }
  expect(mock.sends()).toEqual([]);
  expect(await of('POST', `${campaign}/start`, { recipients: 2 })).toEqual({ campaign_id, state: 'sending' });
  expect(await of('POST', `${campaign}/stop`)).toEqual({ campaign_id, state: 'stopped' });
  expect((await of('POST', '/campaigns/plan', wish)).previous).toMatchObject({ campaign_id, state: 'stopped' });
  expect(await of('POST', `${campaign}/resume`)).toEqual({ campaign_id, state: 'sending' });
  await advance(60);
  const shown = await of('GET', campaign);
  expect(shown).toMatchObject({ campaign_id, state: 'done', recipients: 2, waiting: 0, failed: 0, idle_seconds: 0 });
  expect(await of('GET', '/campaigns?limit=1')).toEqual({ campaigns: [shown] });
  const { recipients, next } = await of('GET', `${campaign}/recipients`);
  expect(next).toBe(null);
  expect(recipients).toMatchObject([
    { position: 1, phone: '905551112231', name: null, message_id: expect.any(String), reason: null },
    { position: 2, phone: '905551112232', queued_at: expect.stringMatching(/\+00:00$/) },
  ]);
  expect((await of('GET', `${campaign}/recipients?after=1`)).recipients).toHaveLength(1);
  expect(mock.sends()).toHaveLength(2);
  const again = await call('POST', `${place}/campaigns`, { body: wish });
  expect([again.status, again.body.error]).toEqual([
    422,
    { message: expect.stringContaining('was already sent as campaign'), hint: 'add --again to send it again' },
  ]);
  const second = await of('POST', '/campaigns', { ...wish, again: true });
  expect(second).toEqual({ campaign_id: campaign_id + 1, is_loading: true });
  expect((await call('GET', `${place}/campaigns/999`)).status).toBe(404);
  expect((await call('POST', `${place}/campaigns/plan`, { body: { template: 'nothing' } })).status).toBe(404);
});

test('a check of a list names skipped and invalid recipients, and results are filtered by state', async () => {
  const { of, call, place } = await startAdmin();
  const wish = { template: 'order_update' };
  const buttons = [{ index: 0, text: '17' }];
  const valid = (position: number, phone: string) => ({ position, phone, variables: ['Ada', '17'], buttons });
  const recipients = [
    valid(2, '+90 555 111 22 31'),
    valid(3, '0555 111 22 31'),
    valid(4, 'nobody'),
    { position: 5, phone: '905551112232', variables: ['', '17'], buttons },
    { position: 6, phone: '905551112233', variables: ['Ada'], buttons },
    valid(7, '905551112234'),
  ];
  await of('POST', '/contacts/import', { contacts: [{ position: 1, phone: '905551112234' }] });
  const checked = await of('POST', '/campaigns/check', { ...wish, recipients });
  expect(checked.skipped).toEqual([]);
  expect(checked.phones).toEqual(['905551112231', '905551112231', null, null, null, '905551112234']);
  expect(checked.invalid).toEqual([
    { position: 4, field: 'phone', problem: expect.stringContaining('nobody'), fix: expect.any(String) },
    { position: 5, field: 'variable 1', problem: expect.stringContaining('must not be empty'), fix: null },
    { position: 6, field: 'variables', problem: expect.stringContaining('{{2}}'), fix: expect.any(String) },
  ]);

  const { campaign_id } = await of('POST', '/campaigns', { ...wish, digest: 'abc' });
  const added = { recipients: [valid(2, '905551112231'), valid(7, '905551112234')] };
  await of('POST', `/campaigns/${campaign_id}/recipients`, added);
  const list = `/campaigns/${campaign_id}/recipients`;
  expect((await of('GET', `${list}?state=waiting`)).recipients).toHaveLength(2);
  expect(await of('GET', `${list}?state=sent&state=failed`)).toEqual({ recipients: [], next: null });
  expect((await call('GET', `${place}${list}?state=lost`)).status).toBe(422);
});

test('a scheduled campaign with a name starts at its new time', async () => {
  const { of, call, place, advance, mock, server } = await startAdmin();
  const { campaign_id: id } = await of('POST', '/campaigns', {
    template: 'promo_spring',
    digest: 'one',
    name: ' Spring ',
  });
  await of('POST', `/campaigns/${id}/recipients`, { recipients: [{ position: 1, phone: '905551112231' }] });
  const inSeconds = (seconds: number) => new Date(server.app.now() / 1000 + 1000 * seconds).toISOString();
  const move = (seconds: number) =>
    call('POST', `${place}/campaigns/${id}/reschedule`, { body: { at: inSeconds(seconds) } });
  const early = await move(60);
  expect([early.status, early.body.error.message]).toEqual([422, `campaign ${id} is not scheduled: it is loading`]);
  await of('POST', `/campaigns/${id}/start`, { recipients: 1, at: inSeconds(3_600) });
  for (const seconds of [-1, 91 * 86_400]) {
    const refused = await move(seconds);
    expect([refused.status, refused.body.error.field]).toEqual([422, 'at']);
  }
  // Later, then earlier.
  expect((await move(7_200)).body).toEqual({ campaign_id: id, state: 'scheduled' });
  await advance(3_700);
  expect([(await of('GET', `/campaigns/${id}`)).state, mock.sends()]).toEqual(['scheduled', []]);
  expect((await move(60)).status).toBe(200);
  await advance(100);
  expect(mock.sends()).toHaveLength(1);
  expect(await of('GET', `/campaigns/${id}`)).toMatchObject({ state: 'done', name: 'Spring' });
  expect((await move(60)).status).toBe(422);
});

test('a campaign starts at its time, unless it is stopped before', async () => {
  const { of, call, place, advance, mock, server } = await startAdmin();
  const phone = '905551112231';
  const load = async (digest: string) => {
    const { campaign_id } = await of('POST', '/campaigns', { template: 'promo_spring', digest });
    await of('POST', `/campaigns/${campaign_id}/recipients`, { recipients: [{ position: 1, phone }] });
    return campaign_id;
  };
  const stateOf = async (id: number) => (await of('GET', `/campaigns/${id}`)).state;
  const start = (id: number, seconds: number) => {
    const at = new Date(server.app.now() / 1000 + 1000 * seconds).toISOString();
    return call('POST', `${place}/campaigns/${id}/start`, { body: { recipients: 1, at } });
  };
  const first = await load('first');
  for (const seconds of [-1, 91 * 86_400]) {
    const refused = await start(first, seconds);
    expect([refused.status, refused.body.error.message]).toEqual([422, 'at must be in the next 90 days']);
  }
  expect((await start(first, 3_600)).body).toEqual({ campaign_id: first, state: 'scheduled' });
  const second = await load('second');
  expect((await start(second, 3_600)).status).toBe(200);
  expect(await of('POST', `/campaigns/${second}/stop`)).toEqual({ campaign_id: second, state: 'stopped' });
  await advance(3_500);
  expect([await stateOf(first), mock.sends()]).toEqual(['scheduled', []]);
  await advance(200);
  expect([await stateOf(first), await stateOf(second), mock.sends().length]).toEqual(['done', 'stopped', 1]);
  expect((await of('GET', `/campaigns/${first}`)).starts_at).toEqual(expect.any(String));

  // A stopped one sends when it is resumed, and a scheduled one is refused.
  const resumed = await load('resumed');
  expect((await start(resumed, 86_400)).status).toBe(200);
  const early = await call('POST', `${place}/campaigns/${resumed}/resume`, { body: {} });
  expect([early.status, early.body.error.message]).toEqual([422, `campaign ${resumed} is scheduled`]);
  await of('POST', `/campaigns/${resumed}/stop`);
  expect(await of('POST', `/campaigns/${resumed}/resume`)).toEqual({ campaign_id: resumed, state: 'sending' });
  await advance(10);
  expect([await stateOf(resumed), mock.sends().length]).toEqual(['done', 2]);

  // The campaign of an account that is inactive at its time stops.
  const third = await load('third');
  expect((await start(third, 3_600)).status).toBe(200);
  await of('PATCH', '', { is_active: false });
  await advance(7_200);
  await of('PATCH', '', { is_active: true });
  await advance(60);
  expect([await stateOf(third), mock.sends().length]).toEqual(['stopped', 2]);
});

test('a template is submitted for review and stored; what is wrong with it is named', async () => {
  const { of, call, place, mock, server, accountId, settle } = await startAdmin();
  const path = '/connections/wa_1/templates';
  const template = {
    ...{ name: 'order_ready', language: 'en_US', category: 'UTILITY', header: 'Good news', footer: 'Shop' },
    body: 'Hi {{2}}, order {{1}} is ready.',
    samples: { 1: '4711', 2: 'Ada' },
    buttons: [
      { type: 'QUICK_REPLY', text: 'Thanks' },
      { type: 'URL', text: 'Track', url: 'https://shop.example/{{1}}', sample: 'https://shop.example/4711' },
      { type: 'PHONE_NUMBER', text: 'Call', phone_number: '+905551112233' },
    ],
  };
  for (const [change, message] of [
    [{ name: 'Order ready' }, 'body/name must match pattern'],
    [{ body: 'Hi {{1}} and {{3}}, hello' }, 'body must have the variables {{1}}, {{2}}'],
    [{ header: 'Hi {{1}}' }, 'header must not have variables'],
    [{ samples: { 1: '4711' } }, 'samples must have a sample for {{2}}'],
    [{ buttons: [{ type: 'URL', text: 'Track', url: 'shop.example' }] }, 'buttons.0.url must be an address'],
    // A rule that only Meta knows.
    [{ body: '{{1}} is ready for {{2}}, thank you' }, 'Meta refused the template: '],
  ] as const) {
    const answer = await call('POST', place + path, { body: { ...template, ...change } });
    expect([change, answer.status, answer.body.error.message]).toEqual([change, 422, expect.stringContaining(message)]);
  }
  expect((await call('POST', `${place}/connections/wa_9/templates`, { body: template })).status).toBe(404);
  expect(await of('POST', path, template)).toEqual({
    ...{ connection_id: 'wa_1', name: 'order_ready', language: 'en_US', category: 'UTILITY', status: 'PENDING' },
  });
  const stored = async () => (await server.app.store.read.templates.findByName(accountId, 'order_ready'))[0];
  expect(await stored()).toMatchObject({ status: 'PENDING', parameterFormat: 'POSITIONAL' });
  expect((await stored())?.components).toMatchObject([
    { type: 'HEADER', text: 'Good news' },
    { type: 'BODY', example: { body_text: [['4711', 'Ada']] } },
    { type: 'FOOTER' },
    { type: 'BUTTONS', buttons: [{ type: 'QUICK_REPLY' }, { url: 'https://shop.example/{{1}}' }, { text: 'Call' }] },
  ]);
  const again = await call('POST', place + path, { body: template });
  expect(again.body.error.message).toContain('There is already English content for this template');
  await settle();
  expect(mock.sends()).toEqual([]);
});

test("a template with a media header is submitted with its example, and a template for one-time codes uses Meta's text", async () => {
  const { of, call, api, place, server, accountId } = await startAdmin();
  const path = '/connections/wa_1/templates';
  const form = new FormData();
  form.set('file', new File([Buffer.from(PNG)], 'shoe.png', { type: 'image/png' }));
  const { id } = (await api('POST', '/media', { body: form })).body.data;
  const template = { name: 'new_shoes', language: 'en_US', category: 'MARKETING', body: 'Our new shoes are here.' };
  const image = { format: 'IMAGE', media_id: id };
  for (const [change, message] of [
    [{ header_media: image, header: 'Shoes' }, 'header_media must not be given together with header'],
    [{ header_media: { format: 'VIDEO', media_id: id } }, 'header_media.media_id must be video/mp4'],
    [{ header_media: { format: 'IMAGE', media_id: 'med_1' } }, 'header_media.media_id is not the ID of an upload'],
    [
      { header_media: { format: 'IMAGE', url: 'http://shop.example/x.png' } },
      'header_media.url is not the address of a file: it must start with https://',
    ],
    [{ header_media: { format: 'IMAGE', url: 'https://127.0.0.1:1/x.png' } }, 'header_media.url names a file that'],
    [{ code_expiration_minutes: 5 }, 'code_expiration_minutes is for authentication templates only'],
    [{ body: undefined }, 'body is required'],
    [{ category: 'AUTHENTICATION' }, 'body must not be given: Meta writes the text'],
  ] as const) {
    const answer = await call('POST', place + path, { body: { ...template, ...change } });
    expect([change, answer.status, answer.body.error.message]).toEqual([change, 422, expect.stringContaining(message)]);
  }
  for (const media of [{ format: 'IMAGE' }, { ...image, url: 'https://shop.example/x.png' }]) {
    expect((await call('POST', place + path, { body: { ...template, header_media: media } })).status).toBe(422);
  }
  expect(await of('POST', path, { ...template, header_media: image })).toMatchObject({ status: 'PENDING' });
  const stored = async (name: string) => (await server.app.store.read.templates.findByName(accountId, name))[0];
  expect((await stored('new_shoes'))?.components).toEqual([
    // The handle contains the hash of the file.
    { type: 'HEADER', format: 'IMAGE', example: { header_handle: [expect.stringContaining(sha256(PNG))] } },
    { type: 'BODY', text: 'Our new shoes are here.' },
  ]);
  const codes = { name: 'login_code', language: 'en_US', category: 'AUTHENTICATION', code_expiration_minutes: 5 };
  expect(await of('POST', path, { ...codes, add_security_recommendation: true })).toMatchObject({
    category: 'AUTHENTICATION',
  });
  expect((await stored('login_code'))?.components).toMatchObject([
    { type: 'BODY', text: expect.stringContaining('{{1}}* is your verification code. For your security') },
    { type: 'FOOTER', text: 'This code expires in 5 minutes.' },
    { type: 'BUTTONS', buttons: [{ type: 'OTP', otp_type: 'COPY_CODE', text: 'Copy code' }] },
  ]);
});

test('an account uploads one sample of a template at a time, and a process at most 4', async () => {
  const { call, anotherAccount, accountId, clock, server } = await startAdmin();
  const { app } = server;
  const accounts = [accountId];
  for (let count = 0; count < 4; count += 1) {
    accounts.push((await anotherAccount()).accountId);
  }
  const opened: ServerResponse[] = [];
  let next = Promise.withResolvers<void>();
  const host = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'image/png' }).write(PNG.subarray(0, 8));
    opened.push(response);
    next.resolve();
  });
  await new Promise<void>((resolve) => host.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    host.closeAllConnections();
    host.close();
  });
  const url = `http://127.0.0.1:${(host.address() as AddressInfo).port}/a.png`;
  const submit = async (account = 0) => {
    const [connection] = await app.store.read.connections.listActive(account);
    return call('POST', `/accounts/${account}/connections/${connection?.id}/templates`, {
      body: {
        name: 'shoes',
        language: 'en_US',
        category: 'MARKETING',
        body: 'Shoes',
        header_media: { format: 'IMAGE', url },
      },
    });
  };
  const busy = { status: 429, body: { error: { message: expect.stringContaining('too many samples') } } };
  const running = [];
  for (const account of accounts.slice(0, 4)) {
    next = Promise.withResolvers<void>();
    running.push(submit(account));
    await next.promise;
    expect(await submit(account)).toMatchObject(busy);
  }
  const refused = await submit(accounts[4]);
  expect(refused).toMatchObject(busy);
  expect(refused.headers.get('retry-after')).toBe('5');

  opened[0]?.end(PNG.subarray(8));
  expect((await running[0])?.status).toBe(200);
  next = Promise.withResolvers<void>();
  const last = submit(accounts[4]);
  await next.promise;
  opened[1]?.destroy();
  const broken = { status: 422, body: { error: { message: expect.stringContaining('a file that cannot be read') } } };
  expect(await running[1]).toMatchObject(broken);
  clock.moveTo(clock.now() + 300_000);
  for (const late of [running[2], running[3], last]) {
    expect(await late).toMatchObject(broken);
  }
  expect(opened).toHaveLength(5);
});

test('contacts are imported, and the invalid ones are named without stopping the others', async () => {
  const { of } = await startAdmin();
  const contacts = [
    { position: 2, phone: '+90 555 111 22 31', name: 'Ada' },
    { position: 3, phone: 'nobody', name: 'Bob' },
    { position: 4, phone: '0555 111 22 31', email: 'ada@shop.example' },
    { position: 5, phone: '905551112232', name: 'x'.repeat(256) },
  ];
  const invalid = [
    { position: 3, field: 'phone', problem: expect.stringContaining('phone'), fix: null },
    { position: 5, field: 'name', problem: expect.stringContaining('255'), fix: null },
  ];
  const checked = await of('POST', '/contacts/import', { contacts, dry_run: true });
  expect(checked).toEqual({ created: 1, changed: 1, invalid });
  expect(await of('POST', '/contacts/import', { contacts })).toEqual({ created: 1, changed: 1, invalid });
  expect(await of('POST', '/contacts/import', { contacts })).toEqual({ created: 0, changed: 2, invalid });
  const exported = await of('POST', '/people/export', { person: '905551112231' });
  expect(exported.contacts).toMatchObject([{ name: 'Ada', email: 'ada@shop.example' }]);
});

test('a person is exported and erased', async () => {
  const { of, call, place, customerWrites } = await startAdmin();
  await customerWrites('Zanzibar, please');
  const person = { person: '+90 555 111 22 33' };
  expect(await of('POST', '/people/export', person)).toMatchObject({
    person: expect.arrayContaining(['905551112233']),
    messages: [{ text: 'Zanzibar, please' }],
  });
  const stranger = { person: '905559999999', channel: 'instagram' };
  expect((await call('POST', `${place}/people/export`, { body: stranger })).body).toEqual({
    error: { message: `nothing is stored about 905559999999 on instagram in account ${place.split('/')[2]}` },
  });
  expect(await of('POST', '/people/erase', person)).toMatchObject({ messages: 1, left: 0, remains: false });
  for (const path of ['/people/export', '/people/erase']) {
    expect((await call('POST', place + path, { body: person })).status).toBe(404);
  }
});

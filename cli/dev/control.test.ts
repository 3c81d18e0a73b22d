import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { freshPostgres } from '../../lab/testing/postgres.ts';
import { queryOnce } from '../../lab/testing/start-postgres.ts';
import { createReceiver, startDev } from '../testing/cli.ts';

const HOUR = 60 * 60;
const VIRTUAL = ['--memory', '--clock', 'virtual'];

test('a virtual clock advances only on request', async () => {
  const { control } = await startDev(VIRTUAL);
  const { body: before } = await control('GET', '/clock');
  expect((await control('GET', '/clock')).body).toEqual(before);
  expect(Math.abs(Date.parse(before.now) - Date.now())).toBeLessThan(30_000);
  const { status, body: after } = await control('POST', '/clock/advance', { seconds: 90 });
  expect([status, Date.parse(after.now) - Date.parse(before.now)]).toEqual([200, 90_000]);
  expect((await control('GET', '/clock')).body).toEqual(after);
  for (const [seconds, now] of [
    [0.0000007, after.now],
    [0.0015, new Date(Date.parse(after.now) + 2).toISOString().replace('Z', '000+00:00')],
  ]) {
    expect(await control('POST', '/clock/advance', { seconds })).toEqual({ status: 200, body: { now } });
  }
});

test('an unknown call returns the list of known calls', async () => {
  const { control } = await startDev(VIRTUAL);
  const { status, body } = await control('POST', '/clock/advnce', { seconds: 90 });
  expect([status, body]).toEqual([404, { error: expect.stringContaining('POST /clock/advance, ') }]);
});

test('a body that is not marked as JSON is refused with the header to send', async () => {
  const { info } = await startDev(VIRTUAL);
  for (const type of ['application/x-www-form-urlencoded', 'text/plain']) {
    const request = { method: 'POST', body: '{"seconds":90}', headers: { 'content-type': type } };
    const response = await fetch(`${info.control_url}/clock/advance`, request);
    expect([response.status, await response.json()]).toEqual([
      415,
      { error: expect.stringContaining('send it with the header "Content-Type: application/json"') },
    ]);
  }
});

test('the window closes 24 hours after the customer wrote', async () => {
  const { api, control, customerWrites } = await startDev(VIRTUAL);
  const send = async () =>
    (await api('POST', '/messages', { to: '905551112233', text: 'Hello' })).body.error?.code ?? 'sent';
  expect(await send()).toBe('WINDOW_NEVER_OPENED');
  await customerWrites();
  await control('POST', '/clock/advance', { seconds: 24 * HOUR - 60 });
  expect(await send()).toBe('sent');
  await control('POST', '/clock/advance', { seconds: 120 });
  expect(await send()).toBe('WINDOW_CLOSED');
  await customerWrites();
  expect(await send()).toBe('sent');
});

test('a message of a customer is processed before the response, even if the database is slow', async () => {
  const { url } = await freshPostgres();
  const { api, customerWrites } = await startDev([...VIRTUAL, '--database', url]);
  const lock = queryOnce(url, 'begin; lock table messages in access exclusive mode; select pg_sleep(3); commit');
  await Promise.all([customerWrites(), lock]);
  const { status } = await api('POST', '/messages', { to: '905551112233', text: 'Hello' });
  expect(status).toBe(202);
});

test('a failed delivery is retried as the clock advances, and the list shows each attempt', async () => {
  const { control, customerWrites, info } = await startDev(VIRTUAL);
  const { account_id } = info;
  // No server listens there.
  await control('PUT', '/webhook', { account_id, url: 'http://127.0.0.1:9' });
  await customerWrites();
  await control('POST', '/clock/advance', { seconds: 6 * 60 });
  const { body } = await control('GET', `/deliveries?account_id=${account_id}`);
  expect(body.address_enabled).toBe(true);
  expect(body.deliveries.map(({ attempt }: { attempt: number }) => attempt).sort()).toEqual([1, 2, 3]);
});

test('a customer writes by user ID, by both identifiers and by number, shares the number and changes it', async () => {
  const { control, info } = await startDev(VIRTUAL);
  const id = 'TR.13491208655302741918';
  const receive = async (body: object) => {
    const inbound = { account_id: info.account_id, channel: 'whatsapp', type: 'text', text: 'Hello', ...body };
    expect(await control('POST', '/inbound', inbound)).toMatchObject({ status: 200 });
    const response = await fetch(`${info.mock_provider_url}/_mock/callbacks`);
    // biome-ignore lint/suspicious/noExplicitAny: the test reads deep into Meta's bodies.
    const { callbacks } = (await response.json()) as { callbacks: any[] };
    return callbacks.at(-1).body.entry[0].changes[0];
  };
  const ada = { name: 'Ada', username: 'ada' };
  const hidden = await receive({ from: { id, ...ada } });
  expect(hidden.value.contacts).toEqual([{ profile: ada, user_id: id }]);
  const both = await receive({ from: { id, phone: '905551112233', ...ada } });
  expect(both.value.contacts).toEqual([{ profile: ada, wa_id: '905551112233', user_id: id }]);
  const shared = await receive({ from: { id, ...ada }, type: 'contacts', origin: 'contact_request' });
  expect(shared.value.messages[0].contacts[0]).toMatchObject({
    origin: 'contact_request',
    phones: [{ wa_id: '905551112233' }],
  });
  const shown = await receive({ from: { id: '905551112233', name: 'Ada', username: null } });
  expect(shown.value.contacts).toEqual([{ profile: { name: 'Ada' }, wa_id: '905551112233', user_id: id }]);
  const from = { id: '905551112233', name: 'Ada' };
  const moved = await receive({ from, type: 'system', change: { phone: '905551112244' } });
  expect(moved.value.messages[0].system).toMatchObject({
    type: 'user_changed_number',
    wa_id: '905551112244',
    previous_user_id: id,
  });
  const renamed = await receive({
    from: { id: '905551112244', name: 'Ada' },
    type: 'system',
    change: { user_id: id, as: 'user_id_update' },
  });
  expect([renamed.field, renamed.value.user_id_update[0].user_id.current]).toEqual(['user_id_update', id]);
});

test('a real clock cannot be advanced', async () => {
  const { control } = await startDev();
  expect(await control('POST', '/clock/advance', { seconds: 1 })).toEqual({
    status: 409,
    body: { error: expect.stringContaining('--clock virtual') },
  });
});

test('an invalid call returns a 4xx error, and the server continues', async () => {
  const { control, info } = await startDev();
  const { account_id } = info;
  for (const [method, path, body] of [
    ['GET', '/nowhere', undefined],
    ['POST', '/keys', undefined],
    ['POST', '/keys', { account_id, mode: 'neither' }],
    ['POST', '/keys', { account_id: '999999', mode: 'live' }],
    ['POST', '/keys/revoke', { key: 'ww_live_unknown' }],
    ['POST', '/accounts', { situation: 'unheard_of' }],
    ['PUT', '/webhook', { account_id: 'x', url: null }],
    ['POST', '/inbound', { account_id, channel: 'whatsapp' }],
    [
      'POST',
      '/inbound',
      { account_id, channel: 'whatsapp', connection_id: 'wa_999', from: { id: '1' }, type: 'text', text: 'x' },
    ],
    ['POST', '/provider/next', { account_id, channel: 'whatsapp', outcome: 'explode' }],
    ['GET', '/provider/sends', undefined],
    ['GET', '/deliveries?account_id=999999', undefined],
    ['POST', '/clock/advance', { seconds: -1 }],
  ] as const) {
    const { status, body: answer } = await control(method, path, body);
    expect([method, path, answer]).toEqual([method, path, { error: expect.stringMatching(/.{5}/) }]);
    expect([method, path, status >= 400 && status < 500]).toEqual([method, path, true]);
  }
  const broken = await fetch(`${info.control_url}/keys`, {
    method: 'POST',
    body: '{"account_id":',
    headers: { 'content-type': 'application/json' },
  });
  expect([broken.status, await broken.json()]).toEqual([400, { error: expect.any(String) }]);
  expect((await control('GET', '/clock')).status).toBe(200);
});

test('an invalid value is refused with the name of its field, and creates nothing', async () => {
  const { control, info } = await startDev();
  const { account_id } = info;
  const key = { account_id, mode: 'live' };
  for (const [path, body, field, value] of [
    ['/keys', { ...key, allowed_ips: ['10.0.0.1', '10.0.0.0/99'] }, 'allowed_ips', '10.0.0.0/99'],
    ['/keys', { ...key, allowed_ips: ['10/8'] }, 'allowed_ips', '10/8'],
    ['/keys', { ...key, allowed_ips: [''] }, 'allowed_ips', ''],
    ['/keys', { ...key, allowed_ips: '10.0.0.1' }, 'allowed_ips', ''],
    ['/keys', { ...key, scopes: ['messages:send', 'messages:sned'] }, 'scopes', ''],
    ['/keys', { ...key, requests_per_minute: 0 }, 'requests_per_minute', ''],
    ['/accounts', { country: 'XX' }, 'country', 'XX'],
    ['/accounts', { country: 'Turkey' }, 'country', ''],
    ['/accounts', { time_zone: 'Europe/Atlantis' }, 'time_zone', 'Europe/Atlantis'],
    ['/accounts', { time_zone: '' }, 'time_zone', ''],
    ['/labels', { account_id, name: '' }, 'name', ''],
    ['/labels', { account_id, name: '  ' }, 'name', 'must not be empty'],
    ['/labels', { account_id, name: 'VIP', color: 'red' }, 'color', ''],
    ['/agents', { account_id, name: '  ' }, 'name', 'must not be empty'],
  ] as const) {
    const { status, body: answer } = await control('POST', path, body);
    expect([field, status]).toEqual([field, 422]);
    expect(answer).toEqual({ error: expect.stringContaining(field) });
    expect(answer.error).toContain(value);
  }
  const { status } = await control('POST', '/keys', { ...key, allowed_ips: ['10.0.0.0/8', '2001:db8::/32', '::1'] });
  expect(status).toBe(200);
  expect((await control('POST', '/accounts', { country: 'DE', time_zone: 'Europe/Berlin' })).status).toBe(200);
});

test('each scenario can have a separate account, with keys that work', async () => {
  const { api, control } = await startDev();
  for (const [situation, code] of [
    ['inactive', 'ACCOUNT_INACTIVE'],
    ['license_expired', 'LICENSE_EXPIRED'],
    ['api_disabled', 'MODULE_DISABLED'],
    [undefined, undefined],
  ] as const) {
    const { body: account } = await control('POST', '/accounts', situation && { situation });
    expect(account).toEqual({
      account_id: expect.stringMatching(/^\d+$/),
      company_id: expect.any(Number),
      live_key: expect.stringMatching(/^ww_live_\w{41}$/),
      test_key: expect.stringMatching(/^ww_test_\w{41}$/),
      signing_secret: expect.any(String),
      connections: expect.objectContaining({ whatsapp: expect.stringMatching(/^wa_\d+$/) }),
    });
    const { body } = await api('GET', '/me', undefined, account.live_key);
    expect([situation, body.error?.code]).toEqual([situation, code]);
  }
});

test('keys are created with scopes and addresses, and revoked', async () => {
  const { api, control, info } = await startDev();
  const { account_id } = info;
  const make = async (extra: object) =>
    (await control('POST', '/keys', { account_id, mode: 'live', ...extra })).body.key;
  const refusal = async (key: string) => (await api('GET', '/messages/msg_1', undefined, key)).body.error.code;
  const key = await make({ scopes: ['messages:read'] });
  expect(await refusal(key)).toBe('MESSAGE_NOT_FOUND');
  expect(await refusal(await make({ scopes: ['media:write'] }))).toBe('SCOPE_DENIED');
  expect(await refusal(await make({ allowed_ips: ['192.0.2.1'] }))).toBe('IP_NOT_ALLOWED');
  expect((await control('POST', '/keys/revoke', { key })).body).toEqual({ revoked: true });
  expect(await refusal(key)).toBe('API_KEY_REVOKED');
});

test('the mock provider treats the next send as instructed', async () => {
  const { api, control, customerWrites, info } = await startDev(VIRTUAL);
  const { account_id } = info;
  await customerWrites();
  const statusAfter = async (outcome: object) => {
    await control('POST', '/provider/next', { account_id, channel: 'whatsapp', ...outcome });
    const { id } = (await api('POST', '/messages', { to: '905551112233', text: 'Hello' })).body.data;
    expect((await control('POST', '/settle')).body).toEqual({ ran: expect.any(Number) });
    const { data } = (await api('GET', `/messages/${id}`)).body;
    return [data.status, data.error?.code];
  };
  expect(await statusAfter({ outcome: 'reject', code: 131026 })).toEqual(['failed', 131026]);
  expect(await statusAfter({ outcome: 'fail', code: 131049 })).toEqual(['failed', 131049]);
  expect(await statusAfter({ outcome: 'statuses', statuses: ['sent', 'delivered'] })).toEqual(['delivered', undefined]);
  expect(await statusAfter({ outcome: 'unavailable' })).toEqual(['queued', undefined]);
});

test('a connection is added, deactivated and activated', async () => {
  const { api, control, info } = await startDev();
  const { account_id } = info;
  const { body: added } = await control('POST', '/connections', { account_id, channel: 'whatsapp' });
  expect(added).toEqual({ connection_id: expect.stringMatching(/^wa_\d+$/) });
  const refusal = async () => {
    const template = { to: '905551112233', name: 'hello_world', connection_id: added.connection_id };
    return (await api('POST', '/messages/template', template)).body.error?.code;
  };
  const before = await refusal();
  await control('POST', '/connections', { account_id, channel: 'whatsapp', ...added, active: false });
  expect(await refusal()).toBe('CONNECTION_NOT_FOUND');
  await control('POST', '/connections', { account_id, channel: 'whatsapp', ...added, active: true });
  expect(await refusal()).toBe(before);
});

test('a visitor of web chat writes and gets a reply, without a window', async () => {
  const { api, control, info } = await startDev(VIRTUAL);
  const { account_id } = info;
  const from = { id: 'web_visitor1', name: 'Ada' };
  const { body: written } = await control('POST', '/inbound', {
    account_id,
    channel: 'web',
    from,
    type: 'text',
    text: 'Are you open?',
  });
  expect(written.external_id).toEqual(expect.any(String));
  await control('POST', '/clock/advance', { seconds: 48 * HOUR });
  const sent = await api('POST', '/messages', { channel: 'web', to: from.id, text: 'Until six.' });
  expect(sent.status).toBe(202);
  await control('POST', '/settle');
  const { data } = (await api('GET', `/messages/${sent.body.data.id}`)).body;
  expect(data.status).toBe('sent');
  expect((await control('GET', `/provider/sends?account_id=${account_id}`)).body).toEqual([
    expect.objectContaining({
      channel: 'web',
      connection_id: 'web_1',
      to: from.id,
      type: 'text',
      external_id: data.external_id,
    }),
  ]);
  const unsteerable = { account_id, channel: 'web', outcome: 'reject' };
  expect((await control('POST', '/provider/next', unsteerable)).status).toBe(404);
});

test('sends on Messenger have the kinds of the API', async () => {
  const { api, control, info } = await startDev(VIRTUAL);
  const { account_id } = info;
  const from = { id: '7234567890123456', name: 'Ada' };
  await control('POST', '/inbound', { account_id, channel: 'messenger', from, type: 'text', text: 'Hi' });
  const files = createServer((_, response) => response.end('%PDF-1.4')).listen(0, '127.0.0.1');
  onTestFinished(() => void files.close());
  await once(files, 'listening');
  const file = `http://127.0.0.1:${(files.address() as AddressInfo).port}/a.pdf`;
  const buttons = [{ id: 'yes', title: 'Yes' }];
  for (const message of [
    { text: 'Hello' },
    { type: 'document', media: { url: file } },
    { type: 'interactive', interactive: { kind: 'button', text: 'Pick', buttons } },
  ]) {
    expect((await api('POST', '/messages', { channel: 'messenger', to: from.id, ...message })).status).toBe(202);
    await control('POST', '/settle');
  }
  const { body: sends } = await control('GET', `/provider/sends?account_id=${account_id}`);
  expect(sends.map(({ type }: { type: string }) => type)).toEqual(['text', 'document', 'interactive']);
});

test('labels and agents are added, and conversations assigned', async () => {
  const { api, control, customerWrites, info } = await startDev();
  const { account_id } = info;
  const label = (await control('POST', '/labels', { account_id, name: 'VIP', color: '#c0392b' })).body;
  const grace = (await control('POST', '/agents', { account_id, name: 'Grace' })).body;
  const resting = (await control('POST', '/agents', { account_id, name: 'Rest', is_active: false })).body;
  expect((await api('GET', '/labels')).body.data.labels).toEqual([{ id: label.id, name: 'VIP', color: '#c0392b' }]);
  expect((await api('GET', '/agents')).body.data.agents).toEqual([
    { id: resting.id, name: 'Rest', is_active: false },
    { id: grace.id, name: 'Grace', is_active: true },
    { id: expect.any(Number), name: 'Owner', is_active: true }, // logs in to the dashboard
  ]);
  await customerWrites();
  const assigned = await api('PATCH', '/conversations/905551112233', { agent_id: grace.id });
  expect(assigned.body.data.agent).toEqual({ id: grace.id, name: 'Grace' });
  for (const [path, body] of [
    ['/labels', { account_id, name: 'VIP', color: 'red' }],
    ['/labels', { account_id, name: '' }],
    ['/agents', { account_id: '999999', name: 'Grace' }],
    ['/accounts', { time_zone: 'Moon/Crater' }],
  ] as const) {
    const { status, body: answer } = await control('POST', path, body);
    expect([path, status >= 400 && status < 500, typeof answer.error]).toEqual([path, true, 'string']);
  }
});

test('settle and inbound respond when all work is done, however much it is', async () => {
  const { api, control, customerWrites, info } = await startDev(VIRTUAL);
  await customerWrites();
  const fast = (
    await control('POST', '/keys', { account_id: info.account_id, mode: 'live', requests_per_minute: 60_000 })
  ).body.key;
  const send = (at: number) => api('POST', '/messages', { to: '905551112233', text: String(at) }, fast);
  const sent = await Promise.all(Array.from({ length: 60 }, (_, at) => send(at)));
  // Some of the sends have already ended.
  expect((await control('POST', '/settle')).status).toBe(200);
  const statuses = await Promise.all(sent.map(({ body }) => api('GET', `/messages/${body.data.id}`, undefined, fast)));
  expect(statuses.filter(({ body }) => body.data.status === 'queued')).toEqual([]);
});

test('reset restores the seeded state with the same keys', async () => {
  const { api, control, customerWrites, info } = await startDev(VIRTUAL);
  const { account_id } = info;
  const receiver = await createReceiver();
  await control('PUT', '/webhook', { account_id, url: receiver.url });
  await customerWrites();
  const { id } = (await api('POST', '/messages', { to: '905551112233', text: 'Hello' })).body.data;
  const { live_key: other } = (await control('POST', '/accounts')).body;
  await control('POST', '/clock/advance', { seconds: 48 * HOUR });

  expect(await control('POST', '/reset')).toMatchObject({ status: 200 });
  expect((await api('GET', '/me')).body.data.account.id).toBe(account_id);
  expect((await api('GET', `/messages/${id}`)).body.error.code).toBe('MESSAGE_NOT_FOUND');
  expect((await api('GET', '/me', undefined, other)).body.error.code).toBe('INVALID_API_KEY');
  expect((await api('GET', '/me', undefined, info.test_key)).status).toBe(200);
  expect((await control('GET', `/provider/sends?account_id=${account_id}`)).body).toEqual([]);
  expect(Math.abs(Date.parse((await control('GET', '/clock')).body.now) - Date.now())).toBeLessThan(60_000);
  expect((await api('POST', '/messages', { to: '905551112233', text: 'Hello' })).body.error.code).toBe(
    'WINDOW_NEVER_OPENED',
  );

  const before = receiver.deliveries.length;
  await customerWrites();
  await control('POST', '/settle');
  expect(receiver.deliveries).toHaveLength(before);
});

test('a campaign sends to everyone on its list, and its statuses cause no events', async () => {
  const { api, control, customerWrites, info } = await startDev(VIRTUAL);
  const { account_id } = info;
  const receiver = await createReceiver();
  await control('PUT', '/webhook', { account_id, url: receiver.url });
  await api('POST', '/blocked-numbers', { phone: '905551112255' });
  const named = { account_id, template: 'welcome_named' };
  const recipients = [
    { phone: '0555 111 22 33', name: 'Ada', variables: { first_name: 'Ada' } },
    { phone: '+90 555 111 22 44', variables: { first_name: 'Grace' } },
    { phone: '905551112255', variables: { first_name: 'Alan' } },
  ];
  const { status, body } = await control('POST', '/campaigns', { ...named, recipients });
  expect([status, body]).toEqual([200, { campaign_id: expect.any(Number) }]);
  const tail = new AbortController();
  const events = await fetch(`${info.base_url.replace('/api/v1', '')}/developers/events`, {
    headers: { authorization: `Bearer ${info.live_key}` },
    signal: tail.signal,
  });
  await control('POST', '/clock/advance', { seconds: 5 });
  const sends = (await control('GET', `/provider/sends?account_id=${account_id}`)).body;
  expect(sends.map(({ to }: { to: string }) => to).sort()).toEqual(['905551112233', '905551112244']);
  const history = (await api('GET', '/conversations/905551112233/messages')).body.data.messages;
  expect(history).toMatchObject([{ direction: 'out', type: 'template', status: 'read' }]);
  expect((await api('GET', `/messages/${history[0].id}`)).body.data.status).toBe('read');

  // Only later events are in the stream.
  await customerWrites('Thanks');
  expect(receiver.deliveries.map(({ event }) => event.event)).toEqual(['message.received']);
  let told = '';
  for await (const chunk of events.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    told += chunk;
    if (told.includes('message.received')) {
      break;
    }
  }
  tail.abort();
  expect(told).not.toContain('message.status');

  const order = { phone: '905551112233', variables: ['Ada', 'A-1'], buttons: [{ index: 0, text: 'A-1' }] };
  const orders = { account_id, template: 'order_update', recipients: [order] };
  expect((await control('POST', '/campaigns', orders)).status).toBe(200);
  await control('POST', '/clock/advance', { seconds: 5 });
  const { payload } = (await control('GET', `/provider/sends?account_id=${account_id}`)).body.at(-1);
  expect(payload.template.components.at(-1)).toMatchObject({ type: 'button', parameters: [{ text: 'A-1' }] });

  for (const [wrong, problem] of [
    [{ ...named, account_id: '999999', recipients }, 'account 999999 does not exist'],
    [{ ...named, template: 'nothing', recipients }, 'no template nothing'],
    [{ ...named, template: 'pending_one', recipients: [{ phone: '905551112233' }] }, 'PENDING'],
    [{ ...named, template: 'multi_lang', recipients: [{ phone: '905551112233' }] }, 'en_US, tr'],
    [{ ...named, recipients: [...recipients, { phone: 'Ada' }] }, 'recipients.3: '],
    [{ ...named, recipients: [{ phone: '905551112233' }] }, '{{first_name}}'],
    [{ ...named, recipients: [] }, 'recipients'],
    [{ account_id, template: 'order_update', recipients: [{ ...order, buttons: undefined }] }, 'order_update'],
    [{ account_id, template: 'order_update', recipients: [{ ...order, buttons: [{ index: 0 }] }] }, 'text'],
  ] as const) {
    const refused = await control('POST', '/campaigns', wrong);
    expect([refused.status >= 400 && refused.status < 500, refused.body.error]).toEqual([
      true,
      expect.stringContaining(problem),
    ]);
  }
});

test('flow steps run as the clock advances, in the order in which they are due', async () => {
  const { api, control, info } = await startDev(VIRTUAL);
  const { account_id } = info;
  const template = await control('POST', '/templates', {
    account_id,
    name: 'asks',
    language: 'en_US',
    category: 'UTILITY',
    status: 'APPROVED',
    parameter_format: 'POSITIONAL',
    components: [
      { type: 'BODY', text: 'Shall we?' },
      { type: 'BUTTONS', buttons: ['Yes', 'No'].map((text) => ({ type: 'QUICK_REPLY', text })) },
    ],
  });
  for (const [button, delays] of [
    ['Yes', ['10m', '30m']],
    ['No', ['20m', '40m']],
  ] as const) {
    const steps = delays.map((delay) => ({ delay, text: `${button} ${delay}` }));
    await api('POST', '/flows', { name: button, template_id: template.body.id, button, is_active: true, steps });
  }
  for (const [to, title] of [
    ['905551112233', 'Yes'],
    ['905551112244', 'No'],
  ] as const) {
    await api('POST', '/messages/template', { to, name: 'asks' });
    await control('POST', '/settle', {});
    const { body: sends } = await control('GET', `/provider/sends?account_id=${account_id}`);
    await control('POST', '/inbound', {
      account_id,
      channel: 'whatsapp',
      from: { id: to, name: 'Ada' },
      type: 'button',
      button: { payload: title, title },
      reply_to: sends.at(-1).external_id,
    });
  }
  await control('POST', '/clock/advance', { seconds: 2 * HOUR });
  const { body: sends } = await control('GET', `/provider/sends?account_id=${account_id}`);
  expect(sends.slice(2).map(({ payload }: { payload: { text: { body: string } } }) => payload.text.body)).toEqual([
    'Yes 10m',
    'No 20m',
    'Yes 30m',
    'No 40m',
  ]);
});

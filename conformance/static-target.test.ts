import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { Api } from './api.ts';
import { Control } from './control.ts';
import { type ClauseResult, type Report, run } from './index.ts';
import { customerWrites, listening, ownServer } from './testing/servers.ts';

const RECIPIENTS = ['905550000001', '905550000002', '905550000003'];
const MANY = { requests_per_minute: 600_000 };
let report: Report;
let again: Report;
let stopped: Report;
let sends: { to: string }[];
/** The account's data about the recipients, before and after. */
const held: unknown[] = [];

/** A target described only by its address, keys and fixtures. The test creates these through the control protocol. */
beforeAll(async () => {
  const own = await ownServer();
  try {
    const control = new Control(own.target.control_url);
    const { account_id, signing_secret } = await control.call('createAccount', {});
    const key = async (more: object, mode: 'live' | 'test' = 'live') =>
      (await control.call('createKey', { account_id, mode, ...more })).key;
    const in_ = async (
      situation: 'inactive' | 'license_expired' | 'api_disabled' | 'flows_disabled' | 'webhook_disabled',
    ) => (await control.call('createAccount', { situation })).live_key;
    const writes = (id: string) => customerWrites(control, account_id, id);
    await writes('905550000002');
    await control.call('advanceClock', { seconds: 90_000 });
    await writes('905550000001');
    const free = await listening(() => {});
    const listen = new URL(free.url).host;
    await free.close();
    const url = `http://${listen}/hook`;
    await control.call('setWebhook', { account_id, url });
    const live = await key(MANY);
    const read = async (path: string) =>
      (await fetch(own.target.base_url + path, { headers: { authorization: `Bearer ${live}` } })).json() as Promise<{
        success: boolean;
        data: unknown;
      }>;
    const hold = async () => {
      const [opted, blocked] = [await read('/opt-outs?limit=100'), await read('/blocked-numbers?limit=100')];
      // A message to a person who never wrote creates a contact.
      const contacts = await Promise.all(
        RECIPIENTS.slice(0, 2).map(async (id) => (await read(`/contacts/${id}`)).data),
      );
      held.push({
        stopped: RECIPIENTS.filter((id) => JSON.stringify([opted.data, blocked.data]).includes(id)),
        contacts,
        isRead: opted.success && blocked.success,
      });
    };
    await hold();
    const target = {
      base_url: own.target.base_url,
      keys: {
        live,
        test: await key(MANY, 'test'),
        revoked: await key({ ...MANY, revoked: true }),
        no_scope: await key({ ...MANY, scopes: [] }),
        ip_denied: await key({ ...MANY, allowed_ips: ['203.0.113.7'] }),
        inactive: await in_('inactive'),
        license_expired: await in_('license_expired'),
        api_disabled: await in_('api_disabled'),
        flows_disabled: await in_('flows_disabled'),
        webhook_disabled: await in_('webhook_disabled'),
      },
      recipients: { open: '905550000001', closed: '905550000002', never: '905550000003' },
      templates: {
        plain: 'hello_world',
        positional: 'order_update',
        named: 'welcome_named',
        marketing: 'promo_spring',
        pending: 'pending_one',
      },
      webhook: { listen, url, secret: signing_secret },
    };
    report = await run(target);
    again = await run(target, { seed: 2, only: ['4.2', '4.6', '5.5', '5.7', '7'] });
    const slow = { base_url: target.base_url, keys: { live: await key({ requests_per_minute: 60 }) } };
    stopped = await run(slow, { only: ['4.1', '4.2', '5'] });
    await hold();
    sends = await control.call('listProviderSends', undefined, `?account_id=${account_id}`);
  } finally {
    await own.stop();
  }
});

const ofVerdict = (...verdicts: ClauseResult['verdict'][]) =>
  report.clauses.filter(({ verdict }) => verdicts.includes(verdict));

test('a correct target without the control protocol fails no clause', () => {
  expect(
    ofVerdict('fail', 'error', 'warn').map(({ id, cases }) => [id, cases.map(({ failure }) => failure?.message)]),
  ).toEqual([]);
});

test('a second run gives the same result, and no run permanently changes the recipients', () => {
  const verdicts = ({ clauses }: Report) => clauses.map(({ id, verdict }) => `${verdict} ${id}`);
  const first = new Set(verdicts(report));
  expect(again.totals.pass).toBeGreaterThan(50);
  expect(verdicts(again).filter((one) => !first.has(one))).toEqual([]);
  const [before, after] = held;
  expect(before).toMatchObject({ stopped: [], isRead: true });
  expect(after).toEqual(before);
});

test('clauses that the keys, recipients, templates and webhook allow are tested', () => {
  const passed = new Set(ofVerdict('pass').map(({ id }) => id));
  const named = [
    '1/accepted-202',
    '2.8/unread-count',
    '2.4/variables-none',
    '3.1/test-delivered',
    '4.2/idempotent-same-id',
    '4.10/signed',
    '5.5/empty',
    '5.6/expired',
    '5.6/ip',
    '5.6/module-flows',
    '5.6/revoked',
    '6/signature-value',
    '4.2/template-422-approval',
    '7/WINDOW_CLOSED',
    '7/WINDOW_NEVER_OPENED',
    '8/media-image-over',
  ];
  expect(named.filter((id) => !passed.has(id))).toEqual([]);
  expect(passed.size).toBeGreaterThan(440);
});

test('a run ends if the clock of the target is stopped, so that a limit never ends', () => {
  expect(stopped.incomplete).toMatch(
    /still returns 429 with a key after 3 waits for Retry-After\. If its clock is stopped, it needs control_url/,
  );
  expect(stopped.duration_ms).toBeLessThan(60_000);
});

test('the other clauses are untestable, each with what it needs', () => {
  const untestable = ofVerdict('untestable');
  expect(untestable.length).toBeGreaterThan(800);
  expect(untestable.filter(({ reason }) => !/^(needs |no matching request or event)/.test(reason ?? ''))).toEqual([]);
});

test('only the recipients of the target receive messages', () => {
  const others = sends
    .map(({ to }) => to)
    .filter((to) => !['905550000001', '905550000002', '905550000003'].includes(to));
  expect(others).toEqual([]);
  expect(sends.length).toBeGreaterThan(5);
});

test('if no event arrives at webhook.url, clauses about events are untestable', async () => {
  const target = await listening((_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"success":true,"data":{}}');
  });
  onTestFinished(() => target.close());
  const webhook = { listen: '127.0.0.1:0', url: 'https://hooks.example/hook', secret: 'whsec_1' };
  const { clauses } = await run(
    { base_url: `${target.url}/v1`, keys: { live: 'k' }, webhook },
    { only: ['4.10/received'] },
  );
  expect(clauses.map(({ verdict, reason }) => [verdict, reason])).toEqual([
    ['untestable', expect.stringMatching(/^no event arrives at webhook\.url \(POST \/webhooks\/test returned 200\)/)],
  ]);
});

test('the suite waits for a rate limit of the target, and does not fail', async () => {
  let refused = 0;
  const target = await listening((_, response) => {
    const over = refused++ % 2 === 1;
    response.writeHead(over ? 429 : 200, {
      'content-type': 'application/json',
      'x-request-id': 'req_1',
      ...(over && { 'retry-after': '1' }),
    });
    const error = { code: 'RATE_LIMITED', http: 429, request_id: 'req_1' };
    response.end(JSON.stringify(over ? { success: false, error } : { success: true, data: {}, request_id: 'req_1' }));
  });
  onTestFinished(() => target.close());
  const { clauses } = await run({ base_url: `${target.url}/v1`, keys: { live: 'k' } }, { only: ['4.1/me-200'] });
  expect(clauses.map(({ id, verdict }) => [id, verdict])).toEqual([['4.1/me-200', 'pass']]);
  expect(refused).toBe(3);
});

test('an upload on a connection that the target closed is retried once', async () => {
  const seen = new Set<unknown>();
  let breaks = (socket: unknown) => seen.has(socket);
  const target = await listening((request, response) => {
    if (breaks(request.socket)) {
      request.socket.destroy();
      return;
    }
    seen.add(request.socket);
    request.resume().on('end', () => response.end('{}'));
  });
  onTestFinished(() => target.close());
  const api = new Api(target.url, () => {});
  const upload = async () => {
    const form = new FormData();
    form.set('file', new Blob(['Hi']), 'hi.txt');
    return (await api.call('POST', '/media', { raw: form })).status;
  };
  expect([await upload(), await upload(), await upload()]).toEqual([200, 200, 200]);
  expect(seen.size).toBeGreaterThan(1);
  breaks = () => true;
  await expect(upload()).rejects.toThrow('got no response');
});

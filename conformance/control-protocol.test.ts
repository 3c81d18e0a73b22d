import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { Control, ControlFault } from './control.ts';
import { exitCodeOf, run } from './index.ts';
import { Hooks, type WebhookReceiver } from './receiver.ts';
import type { ProxiedRequest } from './testing/mutants/mutant.ts';
import { spoiled } from './testing/proxy.ts';
import { customerWrites, type JudgedServer, ownServer } from './testing/servers.ts';

let own: JudgedServer;
let control: Control;

beforeAll(async () => {
  own = await ownServer();
  control = new Control(own.target.control_url);
});
afterAll(() => own.stop());

const customer = (account_id: string, id: string) => customerWrites(control, account_id, id);

/** Creates an account with a receiver. */
async function account(by = control): Promise<{ account_id: string; receiver: WebhookReceiver; live_key: string }> {
  const hooks = new Hooks(() => {});
  await hooks.start();
  onTestFinished(() => hooks.stop());
  const { account_id, signing_secret, live_key } = await by.call('createAccount', {});
  const receiver = hooks.receiver(signing_secret);
  await by.call('setWebhook', { account_id, url: receiver.url });
  return { account_id, receiver, live_key };
}

const deliveries = async (account_id: string, by = control) =>
  (await by.call('listDeliveries', undefined, `?account_id=${account_id}`)).deliveries;

test('a receiver that does not respond delays neither /inbound, /settle nor /clock/advance', async () => {
  const { account_id, receiver } = await account();
  receiver.reply = (_, earlier) => (earlier === 0 ? { silent: true } : { status: 500 });
  await customer(account_id, '905551110001');
  await control.call('settle');
  await control.call('advanceClock', { seconds: 9 });
  expect(await deliveries(account_id)).toEqual([]);
  await control.call('advanceClock', { seconds: 2 });
  const [first] = await deliveries(account_id);
  expect(first).toMatchObject({ attempt: 1, status_code: null, next_attempt_at: expect.stringContaining('T') });
  await control.call('advanceClock', { seconds: 60 });
  // The row of the first attempt stays as it was, and the retry has another row.
  expect(await deliveries(account_id)).toEqual([first, expect.objectContaining({ attempt: 2, status_code: 500 })]);
});

test('/inbound and /settle wait for a response unless the receiver reports that it withholds it', async () => {
  // With a real clock, they otherwise wait for the response or for the timeout of 10 s.
  const real = await ownServer(undefined, 'real');
  onTestFinished(() => real.stop());
  const by = new Control(real.target.control_url);
  const { account_id, receiver } = await account(by);
  const arrived = Promise.withResolvers<string>();
  const respond = Promise.withResolvers<void>();
  receiver.reply = ({ body }) => {
    arrived.resolve(body.id);
    return { after: respond.promise };
  };
  const hold = (id: string, attempt: number, held: boolean) => by.call('holdDelivery', { id, attempt, held });

  const inbound = customerWrites(by, account_id, '905551110001');
  const id = await arrived.promise;
  await hold(id, 1, true);
  await inbound;
  await by.call('settle');
  expect(await deliveries(account_id, by)).toEqual([]);

  await hold(id, 1, false);
  await hold(id, 2, true);
  await hold('whd_1', 1, true);
  let isSettled = false;
  const settled = by.call('settle').then(() => {
    isSettled = true;
  });
  // A wrong attempt or delivery holds nothing. If it did, /settle would return during these calls.
  for (let i = 0; i < 40; i++) {
    expect(await deliveries(account_id, by)).toEqual([]);
  }
  expect(isSettled).toBe(false);
  respond.resolve();
  await settled;
  expect(await deliveries(account_id, by)).toMatchObject([{ attempt: 1, status_code: 200 }]);
});

test('a receiver of a run reports each response that it withholds, before and after', async () => {
  const hooks = new Hooks(() => {});
  const told: unknown[] = [];
  hooks.onHeld = async (attempt) => void told.push(attempt);
  await hooks.start();
  onTestFinished(() => hooks.stop());
  const receiver = hooks.receiver('secret');
  const post = (attempt: number) =>
    fetch(receiver.url, { method: 'POST', body: JSON.stringify({ id: 'whd_1', attempt }) });
  const respond = Promise.withResolvers<void>();
  receiver.reply = () => {
    respond.resolve();
    return { after: respond.promise, status: 202 };
  };
  expect((await post(1)).status).toBe(202);
  receiver.reply = () => ({});
  expect((await post(2)).status).toBe(200);
  expect(told).toEqual([
    { id: 'whd_1', attempt: 1, held: true },
    { id: 'whd_1', attempt: 1, held: false },
  ]);
});

test('uploads can be refused, unavailable or lost, and nothing else', async () => {
  const { account_id } = await account();
  const next = (applies_to: 'media' | 'send', outcome: 'reject' | 'fail', channel: 'whatsapp' | 'web' = 'whatsapp') =>
    control.call('setProviderOutcome', { account_id, channel, applies_to, outcome });
  await next('media', 'reject');
  await expect(next('media', 'fail')).rejects.toThrow(/POST \/provider\/next of the control protocol returned 422/);
  await expect(next('send', 'reject', 'web')).rejects.toBeInstanceOf(ControlFault);
});

test('only a change to APPROVED or REJECTED raises template.status', async () => {
  const { account_id, receiver } = await account();
  const template = (status: 'PENDING' | 'APPROVED' | 'REJECTED') =>
    control.call('putTemplate', {
      account_id,
      name: 'news',
      language: 'en_US',
      category: 'UTILITY',
      status,
      parameter_format: 'POSITIONAL',
      components: [{ type: 'BODY', text: 'News' }],
    });
  for (const status of ['PENDING', 'APPROVED', 'PENDING', 'REJECTED'] as const) {
    await template(status);
  }
  expect(receiver.deliveries.map(({ body }) => body.data.template.status)).toEqual(['APPROVED', 'REJECTED']);
});

test('a message of a person on the block list arrives, and a press without reply_to quotes nothing', async () => {
  const { account_id, receiver, live_key } = await account();
  await fetch(`${own.target.base_url}/blocked-numbers`, {
    method: 'POST',
    headers: { authorization: `Bearer ${live_key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ phone: '905551110002' }),
  });
  await customer(account_id, '905551110002');
  await control.call('receiveInbound', {
    account_id,
    channel: 'whatsapp',
    from: { id: '905551110003', name: 'Ada' },
    type: 'button',
    button: { payload: 'yes', title: 'Yes' },
  });
  expect(receiver.deliveries.map(({ body: { data } }) => [data.message.from.id, data.message.reply_to])).toEqual([
    ['905551110002', null],
    ['905551110003', null],
  ]);
});

test('without several endpoints or filters, the clauses about them are untestable, for one reason each', async () => {
  const verdicts = async (refuses: (body: { filter?: string }) => boolean) => {
    const control = (asked: ProxiedRequest) => {
      if (asked.path === '/endpoints' && refuses(asked.json)) {
        asked.path = asked.json.filter === undefined ? '/no-such-call' : '/labels';
      }
    };
    const { target, close } = await spoiled(own.target, { name: 'no endpoints', control });
    onTestFinished(close);
    const report = await run(target, { only: ['endpoints'] });
    expect(exitCodeOf(report, true)).toBe(0);
    return report.clauses.map(
      ({ id, verdict, reason }) => `${id} ${verdict}${reason === undefined ? '' : `: ${reason}`}`,
    );
  };
  const names = [
    ...['each', 'events', 'filter', 'signature', 'retries', 'slow'],
    ...['disabled-50', 'failures-apart', 'disabled-410'],
  ].map((name) => `endpoints/${name}`);
  const none = 'untestable: needs POST /endpoints of the control protocol: ';
  expect(await verdicts(({ filter }) => filter !== undefined)).toEqual(
    names.map((id) => `${id} ${id === 'endpoints/filter' ? `${none}filters of webhook endpoints` : 'pass'}`),
  );
  expect(await verdicts((body) => delete body.filter)).toEqual(
    names.map((id) => `${id} ${none}several webhook endpoints`),
  );
});

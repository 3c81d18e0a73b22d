import type { ApiResponse } from '../../answer.ts';
import type { ApiCallOptions } from '../../api.ts';
import type { CaseContext } from '../../context.ts';
import { clause, reading } from '../../declare-case.ts';
import { equal, expectThat, matches } from '../../expectations.ts';
import { link, linkOfKey, onlySend, withKey } from '../support/support.ts';
import { ENDPOINTS_WITHOUT_IDS } from './4-endpoints.ts';

// Rules of all sends, on each operation that sends: a rule must not hold on one and be forgotten on another.

interface SendOperation {
  name: string;
  /** Whether the operation has `connection_id` and `channel`. */
  connection: boolean;
  channel: boolean;
  /** Whether the operation accepts the header Idempotency-Key. */
  idempotencyKey: boolean;
  call: (t: CaseContext, values: Record<string, string>, options?: ApiCallOptions) => Promise<ApiResponse>;
}

const TEMPLATE = 'hello_world';
const SENDS: readonly SendOperation[] = [
  {
    name: 'POST /messages',
    connection: true,
    channel: true,
    idempotencyKey: true,
    call: (t, values, options) => t.send({ text: 'Hello', ...values }, options),
  },
  {
    name: 'POST /messages/template',
    connection: true,
    channel: true,
    idempotencyKey: true,
    call: (t, values, options) => t.sendTemplate({ name: TEMPLATE, ...values }, options),
  },
  {
    name: 'GET /messages/template',
    connection: true,
    channel: false,
    idempotencyKey: false,
    call: (t, values, options) => t.get(link({ name: TEMPLATE, ...values }), options),
  },
  {
    name: 'GET /messages/template/{api_key}',
    connection: false,
    channel: false,
    idempotencyKey: false,
    call: async (t, values, { key, ...options } = {}) =>
      t.get(linkOfKey(key ?? (await t.account()).live, { name: TEMPLATE, ...values }), { ...options, key: null }),
  },
];

for (const send of SENDS) {
  const { name, call } = send;
  clause(['2.2/send-response-id', '2.2/send-response-status', '2.2/id-sent'], name, async (t) => {
    const { data } = (await call(t, { to: await t.customer() })).is(202);
    matches(data.id, /^msg_\d+$/, 'the ID');
    equal(data.status, 'queued', 'the status');
  });
  clause('7/RECIPIENT_INVALID', name, async (t) => {
    (await call(t, { to: 'not-a-number' })).refuses('RECIPIENT_INVALID');
    equal(await t.sends(), [], 'the sends the provider accepted');
  });
  clause('7/CHANNEL_NOT_CONNECTED', name, async (t) => {
    const to = await t.customer();
    const { connections } = await t.account();
    await t.connection('whatsapp', { connection_id: connections?.whatsapp, active: false });
    (await call(t, { to })).refuses('CHANNEL_NOT_CONNECTED');
  });
  clause('7/RECIPIENT_BLOCKED', name, async (t) => {
    const to = await t.customer();
    (await t.post('/blocked-numbers', { phone: to })).succeeds();
    (await call(t, { to })).refuses('RECIPIENT_BLOCKED');
    equal(await t.sends(), [], 'the sends the provider accepted');
  });
  clause('7/RATE_LIMITED', name, async (t) => {
    const [key, to] = [await t.key({ requests_per_minute: 5 }), await t.customer()];
    for (let more = 0; more < 16 && (await t.get('/me', { key })).status !== 429; more++) {}
    (await call(t, { to }, { key })).refuses('RATE_LIMITED');
  });
  clause('5.7/not-sent', name, async (t) => {
    const answer = await call(t, { to: await t.customer() }, { key: await t.testKey() });
    equal([answer.succeeds().data.status, answer.data.test], ['sent', true], 'status and test');
    equal(await t.sends(), [], 'the sends the provider accepted');
  });
  if (send.connection) {
    clause('7/CONNECTION_NOT_FOUND', name, async (t) => {
      const to = await t.customer();
      const inactive = await t.connection('whatsapp');
      await t.connection('whatsapp', { connection_id: inactive, active: false });
      const foreign = (await t.newAccount()).connections?.whatsapp ?? '';
      for (const connection_id of ['wa_999999999', foreign, inactive]) {
        (await call(t, { to, connection_id })).refuses('CONNECTION_NOT_FOUND');
      }
      equal(await t.sends(), [], 'the sends the provider accepted');
    });
  }
  if (send.channel) {
    reading('7/CHANNEL_UNSUPPORTED', name, async (t) => {
      (await call(t, { to: '905551112233', channel: 'telegram' })).refuses('CHANNEL_UNSUPPORTED');
    });
  }
  if (send.idempotencyKey) {
    clause('4.2/idempotent-not-sent-again', name, async (t) => {
      const to = await t.customer();
      const ids: string[] = [];
      for (let i = 0; i < 3; i++) {
        ids.push((await call(t, { to }, withKey(t, 'again'))).succeeds().data.id);
        await t.settle();
      }
      equal(new Set(ids).size, 1, 'the number of IDs');
      equal((await onlySend(t)).channel, 'whatsapp', 'the channel');
    });
    clause('4.2/idempotent-at-once', name, async (t) => {
      const to = await t.customer();
      const answers = await Promise.all(Array.from({ length: 6 }, () => call(t, { to }, withKey(t, 'at-once'))));
      const taken = answers.filter(({ status }) => status === 202);
      expectThat(
        taken.length >= 1,
        'at least one is accepted',
        answers.map(({ status }) => status),
      );
      equal(new Set(taken.map(({ data }) => data.id)).size, 1, 'the number of messages');
      equal((await t.sends()).length, 1, 'the number of sends the provider accepted');
    });
    clause(['4.2/idempotent-other-key', '4.2/idempotent-no-key'], name, async (t) => {
      const to = await t.customer();
      for (const options of [withKey(t, 'one'), withKey(t, 'two'), {}, {}]) {
        (await call(t, { to }, options)).is(202);
      }
      equal((await t.sends()).length, 4, 'the number of sends the provider accepted');
    });
    clause('7/IDEMPOTENCY_CONFLICT', name, async (t) => {
      const [to, other] = [await t.customer(), await t.customer()];
      (await call(t, { to }, withKey(t, 'conflict'))).succeeds();
      (await call(t, { to: other }, withKey(t, 'conflict'))).refuses('IDEMPOTENCY_CONFLICT');
      equal((await t.sends()).length, 1, 'the number of sends the provider accepted');
    });
  }
}

// A closed account, on every operation that needs no existing record. GET /me and GET /channels may describe why.
for (const [slug, situation, code] of [
  ['module-api', 'api_disabled', 'MODULE_DISABLED'],
  ['inactive', 'inactive', 'ACCOUNT_INACTIVE'],
  ['expired', 'license_expired', 'LICENSE_EXPIRED'],
] as const) {
  clause([`5.6/${slug}`, `7/${code}`], 'every operation', async (t) => {
    const { live } = await t.newAccount(situation);
    for (const ask of ENDPOINTS_WITHOUT_IDS) {
      (await ask(t, live)).refuses(code);
    }
  });
}

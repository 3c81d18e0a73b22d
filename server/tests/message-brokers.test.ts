import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { type JetStreamManager, jetstreamManager } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import { connect as connectToRabbit } from 'amqplib';
import { Redis } from 'ioredis';
import { describe, expect, onTestFinished, test } from 'vitest';
import { hasBroker, startNats, startRabbit, startRedis, type TestBroker } from '../../lab/testing/brokers.ts';
import { addEndpoint, type EndpointSettings, updateEndpoint } from '../admin/endpoints.ts';
import { setWebhook } from '../admin/webhooks.ts';
import { newEvent, recordEvent } from '../domain/webhooks/events.ts';
import { SAMPLES } from '../domain/webhooks/sample-events.ts';
import { startAdmin } from '../testing/admin-api.ts';
import { createTestServer, type TestServer } from '../testing/server.ts';

/** What a consumer reads of one event. */
interface Consumed {
  headers: Record<string, string>;
  body: string;
}

/** A kind of message broker, with what is particular to it. */
interface Kind {
  /** The scheme of an address. */
  name: 'redis' | 'nats' | 'amqp';
  debianPackage: string;
  /** The path of an address. */
  path: string;
  start(more?: string[]): Promise<TestBroker>;
  /** Arguments that require the user `shop` with the password `correct horse`. */
  locked: string[];
  /** What the server says about a wrong password. */
  wrong: string;
  acknowledged: RegExp;
  consume(port: number, password?: string): Promise<Consumed[]>;
}

async function natsManager(port: number, pass?: string): Promise<JetStreamManager> {
  const client = await connect({ servers: `127.0.0.1:${port}`, ...(pass !== undefined && { user: 'shop', pass }) });
  onTestFinished(() => client.close());
  return jetstreamManager(client);
}

const REDIS: Kind = {
  name: 'redis',
  debianPackage: 'redis-server',
  path: '/3/wigwag%2Fevents',
  start: startRedis,
  locked: ['--user', 'shop', 'on', '>correct_horse', '~*', '+@all', '--user', 'default', 'off'],
  wrong: 'WRONGPASS',
  acknowledged: /^entry \d+-\d+$/,
  async consume(port, password) {
    const client = new Redis({ port, db: 3, ...(password !== undefined && { username: 'shop', password }) });
    const entries = await client.xrange('wigwag/events', '-', '+');
    client.disconnect();
    return entries.map(([, fields]) => {
      const pairs = Array.from({ length: fields.length / 2 }, (_, at) => fields.slice(2 * at, 2 * at + 2));
      const { body = '', ...headers } = Object.fromEntries(pairs) as Record<string, string>;
      return { headers, body };
    });
  },
};

const NATS: Kind = {
  name: 'nats',
  debianPackage: 'nats-server',
  path: '/wigwag.events',
  async start(more = []) {
    const broker = await startNats(more);
    const start = async () => {
      const manager = await natsManager(broker.port, more.length > 0 ? 'correct_horse' : undefined);
      await manager.streams.add({ name: 'EVENTS', subjects: ['wigwag.*'] });
    };
    await start();
    return {
      ...broker,
      async start() {
        await broker.start();
        await start();
      },
    };
  },
  locked: ['--user', 'shop', '--pass', 'correct_horse'],
  wrong: 'Authorization Violation',
  acknowledged: /^stream EVENTS, sequence \d+$/,
  async consume(port, password) {
    const { streams } = await natsManager(port, password);
    const { state } = await streams.info('EVENTS');
    const messages = await Promise.all(
      Array.from({ length: state.messages }, (_, at) => streams.getMessage('EVENTS', { seq: state.first_seq + at })),
    );
    return messages.flatMap((message) =>
      message
        ? [
            {
              headers: Object.fromEntries([...message.header].map(([name, [value]]) => [name, value ?? ''])),
              body: message.string(),
            },
          ]
        : [],
    );
  },
};

/** Returns a channel of RabbitMQ, which closes at the end of the test. */
async function rabbitChannel(port: number, password?: string) {
  const user = password === undefined ? 'guest:guest' : `shop:${password}`;
  const client = await connectToRabbit(`amqp://${user}@127.0.0.1:${port}`);
  client.on('error', () => {}); // the test may stop the server
  onTestFinished(() => client.close().catch(() => {}));
  return client.createChannel();
}

const RABBITMQ: Kind = {
  name: 'amqp',
  debianPackage: 'rabbitmq-server',
  path: '/%2F/wigwag',
  async start(more = []) {
    const broker = await startRabbit(more);
    const start = async () => {
      const channel = await rabbitChannel(broker.port, more.length > 0 ? 'correct_horse' : undefined);
      await channel.assertExchange('wigwag', 'topic');
      await channel.assertQueue('events');
      await channel.bindQueue('events', 'wigwag', 'message.*');
    };
    await start();
    return {
      ...broker,
      async start() {
        await broker.start();
        await start();
      },
    };
  },
  locked: ['default_user = shop', 'default_pass = correct_horse'],
  wrong: 'ACCESS_REFUSED',
  acknowledged: /^exchange wigwag, routing key message\.received$/,
  async consume(port, password) {
    const channel = await rabbitChannel(port, password);
    const consumed: Consumed[] = [];
    for (let message = await channel.get('events'); message !== false; message = await channel.get('events')) {
      expect(message.fields.routingKey).toMatch(/^message\.(received|status)$/);
      consumed.push({ headers: message.properties.headers as Consumed['headers'], body: message.content.toString() });
    }
    return consumed;
  },
};

const KINDS = [REDIS, NATS, RABBITMQ].filter(({ name, debianPackage }) => {
  if (!hasBroker[name]) {
    process.stderr.write(
      `Tests of message brokers are skipped: the Debian package ${debianPackage} is not installed.\n`,
    );
  }
  return hasBroker[name];
});

/** Records an event. */
async function happen({ server: { app }, accountId }: TestServer): Promise<void> {
  await app.store.transaction((tx) =>
    recordEvent(tx, newEvent(app, accountId, 'message.received', SAMPLES['message.received'](app.monotonicNow()))),
  );
}

/** Starts a broker and a server with an endpoint that leads to it. */
async function startWith(
  kind: Kind,
  { settings = {}, locked = false }: { settings?: Omit<EndpointSettings, 'url'>; locked?: boolean } = {},
) {
  const broker = await kind.start(locked ? kind.locked : []);
  onTestFinished(broker.stop);
  const admin = await startAdmin();
  const url = `${kind.name}://${locked ? 'shop@' : ''}127.0.0.1:${broker.port}${kind.path}`;
  const { webhook, signingSecret } = await addEndpoint(admin.server.app, admin.accountId, { ...settings, url });
  /** Returns the deliveries, oldest first. */
  const attempts = async (): Promise<{ state: string; attempts: { problem: string | null }[] }[]> =>
    (await admin.of('GET', `/deliveries?endpoint=${webhook.id}`)).deliveries;
  return { broker, admin, url, webhook, signingSecret, attempts };
}

describe.each(KINDS)('an endpoint that is a message broker: $name', (kind) => {
  test('gets signed events that pass its filter, independently of the first endpoint', async () => {
    const { broker, admin, webhook, signingSecret, attempts } = await startWith(kind, {
      settings: { headers: { 'X-Tenant': 'shop 7' }, filter: 'data.message.type == "text"' },
    });
    const first = await admin.receiver();
    first.answers(500);
    await happen(admin);
    await updateEndpoint(admin.server.app, admin.accountId, webhook.id, { filter: 'data.message.type == "image"' });
    await happen(admin);
    await admin.settle();
    const consumed = await kind.consume(broker.port);
    expect(consumed).toHaveLength(1);
    const [{ headers, body }] = consumed as [Consumed];
    const event = JSON.parse(body);
    expect(event).toMatchObject({ event: 'message.received', attempt: 1, company_id: admin.accountId });
    expect(headers).toMatchObject({
      'x-tenant': 'shop 7',
      'x-service-event': 'message.received',
      'x-service-delivery-id': event.id,
      'x-service-attempt': '1',
      'webhook-id': event.id,
      'content-type': 'application/json; charset=utf-8',
    });
    const [, t, v1] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(headers['x-service-signature'] ?? '') ?? [];
    expect(createHmac('sha256', signingSecret).update(`${t}.${body}`).digest('hex')).toBe(v1);
    expect(await attempts()).toMatchObject([
      {
        state: 'delivered',
        attempts: [{ status_code: null, problem: null, response_prefix: expect.stringMatching(kind.acknowledged) }],
      },
    ]);
    expect(first.received).toHaveLength(2);
  });

  test('is retried while its server is down, and then gets the event exactly once', async () => {
    const { broker, admin, attempts } = await startWith(kind);
    await happen(admin);
    await admin.settle();
    await broker.stop();
    await happen(admin);
    await admin.settle();
    await admin.advance(60);
    expect((await attempts()).at(-1)).toMatchObject({
      state: 'pending',
      attempts: [{ problem: expect.stringMatching(/refused/i) }, { problem: expect.stringMatching(/refused/i) }],
    });
    await broker.start();
    await admin.advance(299);
    expect(await kind.consume(broker.port)).toHaveLength(0);
    await admin.advance(1);
    expect((await attempts()).at(-1)).toMatchObject({ state: 'delivered', attempts: [{}, {}, { problem: null }] });
    await admin.advance(24 * 3600);
    const consumed = await kind.consume(broker.port);
    expect(consumed.map(({ body }) => JSON.parse(body).attempt)).toEqual([3]);
  });

  test('shows a wrong password in the attempt, and accepts the right one', async () => {
    const { broker, admin, webhook, url, attempts } = await startWith(kind, {
      locked: true,
      settings: { password: 'a wrong one' },
    });
    await happen(admin);
    await admin.settle();
    expect(await attempts()).toMatchObject([{ attempts: [{ problem: expect.stringContaining(kind.wrong) }] }]);
    const place = `/endpoints/${webhook.id}`;
    const changed = await admin.of('PATCH', place, { password: 'correct_horse' });
    expect(changed).toMatchObject({ url, has_password: true });
    const sample = await admin.of('POST', `${place}/test`, { event: 'message.status' });
    expect(sample).toMatchObject({ accepted: true, status_code: null, problem: null });
    expect((await kind.consume(broker.port, 'correct_horse')).map(({ body }) => JSON.parse(body).id)).toEqual([
      sample.delivery_id,
    ]);
    expect(JSON.stringify([changed, await admin.of('GET', '/endpoints'), admin.lines])).not.toContain('correct_horse');
    const row = await admin.server.app.store.read.webhooks.find(admin.accountId, webhook.id);
    expect(admin.server.app.vault.open(row?.password ?? '')).toBe('correct_horse');
    // Another server must not get the password.
    expect(await admin.of('PATCH', place, { url: `${url}2` })).toMatchObject({ has_password: false });
  });

  test('a server that accepts connections but does not respond fails the attempt after 10 seconds', async () => {
    const { broker, admin, attempts } = await startWith(kind);
    await happen(admin);
    await admin.settle();
    const resume = broker.freeze();
    onTestFinished(resume);
    await happen(admin);
    await happen(admin);
    await expect
      .poll(async () => {
        admin.clock.moveTo(admin.clock.now() + 10_000);
        return (await attempts()).slice(1).flatMap(({ attempts: [made] }) => made?.problem ?? []);
      })
      .toEqual(Array(2).fill('no response within 10 s'));
    resume();
    // While this machine is busy, the clock passes several retries above. The last one comes after 12 hours.
    await admin.advance(12 * 3600);
    expect((await attempts()).map(({ state }) => state)).toEqual(Array(3).fill('delivered'));
    // The server may also have stored what it got before it stopped to respond. Consumers recognize it by its ID.
    const consumed = await kind.consume(broker.port);
    expect(new Set(consumed.map(({ headers }) => headers['webhook-id'])).size).toBe(3);
  });
});

test.each([
  ['redis://redis.example.com/0/events', 'it must start with rediss://, so that the connection is encrypted'],
  ['rediss://shop:secret@redis.example.com/0/events', 'it contains a password, which is a separate setting'],
  ['rediss://redis.example.com/events', 'its path must be the number of a database and the name of a stream'],
  ['rediss://redis.example.com/0/', 'its path must be the number of a database and the name of a stream'],
  ['rediss://redis.example.com/0/events?maxlen=0', 'it may have only maxlen after the question mark'],
  ['rediss://redis.example.com/0/events#1', 'it contains #'],
  ['nats://nats.example.com/', 'its path must be a subject without wildcards'],
  ['nats://nats.example.com/events.*', 'its path must be a subject without wildcards'],
  ['nats://nats.example.com/$JS.API.STREAM.DELETE.EVENTS', 'its path must be a subject without wildcards'],
  ['nats://nats.example.com/events?a=1', 'it must not have a question mark'],
  ['rediss://10.0.0.1/0/events', 'it does not lead to a public address'],
  ['rediss://10.1/0/events', 'it does not lead to a public address'],
  ['rediss://[::1]/0/events', 'it does not lead to a public address'],
  ['nats://169.254.169.254/events', 'it does not lead to a public address'],
  ['nats://localhost/events', 'it does not lead to a public address'],
  ['amqp://rabbit.example.com/%2F/events', 'it must start with amqps://, so that the connection is encrypted'],
  ['amqps://rabbit.example.com/events', 'its path must be the names of a virtual host and an exchange'],
  ['amqps://rabbit.example.com/%2F/', 'its path must be the names of a virtual host and an exchange'],
  [`amqps://rabbit.example.com/%2F/${'e'.repeat(256)}`, 'its path must be the names of a virtual host and an exchange'],
  ['amqps://rabbit.example.com/%2F/events?heartbeat=1', 'it must not have a question mark'],
  ['amqps://10.0.0.1/%2F/events', 'it does not lead to a public address'],
  ['kafka://kafka.example.com/events', 'it must start with https://'],
])('%s is refused: %s', async (url, problem) => {
  const { server, accountId } = await createTestServer({ config: { allowLoopback: false } });
  await expect(addEndpoint(server.app, accountId, { url })).rejects.toThrow(problem);
});

test.each(['redis', 'nats', 'amqp'])(
  'the guide shows the form of addresses that an error names: %s',
  async (scheme) => {
    const { server, accountId } = await createTestServer();
    const { hint } = await addEndpoint(server.app, accountId, { url: `${scheme}://127.0.0.1/` }).catch(
      (error) => error,
    );
    const guide = readFileSync(new URL('../../docs/webhook-endpoints.md', import.meta.url), 'utf8');
    const [form = ''] = hint.match(/\w+:\/\/[^ ,]+/g);
    expect(form.startsWith(scheme)).toBe(true);
    expect(guide).toContain(`| \`${form}\` |`);
  },
);

test('the first endpoint takes no message broker, and an https address takes no password', async () => {
  const { server, accountId, api } = await createTestServer();
  const { app } = server;
  const url = 'redis://127.0.0.1:1/0/events';
  const refused = {
    message: `events cannot be sent to ${url}: it must start with https://`,
    hint: expect.stringContaining('`wigwag admin webhooks add`'),
  };
  await expect(setWebhook(app, accountId, { url })).rejects.toMatchObject(refused);
  await expect(updateEndpoint(app, accountId, 1, { url })).rejects.toMatchObject(refused);
  const settings = { url: 'https://127.0.0.1', password: 'secret' };
  await expect(addEndpoint(app, accountId, settings)).rejects.toThrow('password is only for message brokers');
  // The control protocol stores any address.
  await setWebhook(app, accountId, { url }, { isChecked: false });
  const { status, body } = await api('POST', '/webhooks/test', { body: {} });
  expect([status, body.error.code]).toEqual([422, 'WEBHOOK_URL_INVALID']);
});

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { jetstreamManager } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import { connect as connectToRabbit } from 'amqplib';
import { Redis } from 'ioredis';
import { describe, expect, onTestFinished, test } from 'vitest';
import { hasBroker, startNats, startRabbit, startRedis, type TlsFiles } from '../../../lab/testing/brokers.ts';
import { localCertificate } from '../../../lab/testing/certificate.ts';
import { VirtualClock } from '../../engine/clock.ts';
import { createGuardedAgent } from '../agent.ts';
import type { Lookup } from '../resolver.ts';
import { postWebhook, webhookUrlProblem } from '../webhook.ts';
import { createBrokers } from './brokers.ts';

if (!hasBroker.redis || !hasBroker.nats || !hasBroker.amqp) {
  process.stderr.write(
    'Some tests of message brokers are skipped: install the Debian packages redis-server, nats-server and rabbitmq-server.\n',
  );
}

/** Sends events as the server does. */
function createSender({ allowLoopback = true, lookup }: { allowLoopback?: boolean; lookup?: Lookup } = {}) {
  const clock = new VirtualClock();
  const brokers = createBrokers({ clock, allowLoopback, ...(lookup && { lookup }) });
  const dispatcher = createGuardedAgent({ allowLoopback });
  onTestFinished(async () => {
    brokers.close();
    await dispatcher.destroy();
  });
  let sent = 0;
  const send = (url: string, settings: { password?: string; headers?: Record<string, string> } = {}) => {
    sent += 1;
    const event = { isFirst: false, event: 'message.received', deliveryId: `whd_${sent}`, attempt: 1, rawBody: '{}' };
    return postWebhook({ secrets: ['s'], ...event, url, ...settings }, { clock, dispatcher, allowLoopback, brokers });
  };
  return { clock, brokers, send };
}

async function redisServer(more: string[] = []) {
  const { port, ...broker } = await startRedis(more);
  onTestFinished(broker.stop);
  const client = new Redis({ port });
  client.on('error', () => {});
  onTestFinished(() => client.disconnect());
  /** Returns the number of connections of others. */
  const connections = async () =>
    String(await client.client('LIST'))
      .trim()
      .split('\n').length - 1;
  return { ...broker, port, url: `redis://127.0.0.1:${port}/0/events`, client, connections };
}

describe.skipIf(!hasBroker.redis)('a Redis stream', () => {
  test('gets its events over one connection, which closes when it is idle', async () => {
    const { url, client, connections } = await redisServer();
    const { clock, send } = createSender();
    const answers = await Promise.all(Array.from({ length: 20 }, () => send(url)));
    expect(answers.map((answer) => answer?.problem)).toEqual(Array(20).fill(null));
    expect(await connections()).toBe(1);
    clock.moveTo(clock.now() + 9_999);
    await send(url);
    clock.moveTo(clock.now() + 9_999);
    await send(url);
    expect(await connections()).toBe(1);
    clock.moveTo(clock.now() + 10_000);
    await expect.poll(connections).toBe(0);
    await send(url);
    expect(await client.xlen('events')).toBe(23);
  });

  test('gets an event over a new connection if the server has closed the last one', async () => {
    const { url, client } = await redisServer();
    const { send } = createSender();
    await send(url);
    await client.call('CLIENT', 'KILL', 'TYPE', 'normal', 'SKIPME', 'yes');
    expect(await send(url)).toMatchObject({ problem: null });
    expect(await client.xlen('events')).toBe(2);
  });

  test('keeps about as many entries as its address says', async () => {
    const { url, client } = await redisServer();
    const { send } = createSender();
    await Promise.all(Array.from({ length: 500 }, () => send(`${url}?maxlen=200`)));
    const kept = await client.xlen('events');
    expect(kept).toBeGreaterThanOrEqual(200);
    expect(kept).toBeLessThan(400);
  });

  test.each([
    ['shop@', '3/events', 'correct', null],
    ['', '3/events', undefined, 'NOAUTH'],
    ['other@', '3/events', 'correct', 'WRONGPASS'],
    ['shop@', '99/events', 'correct', 'DB index is out of range'],
    ['shop@', '0/text', 'correct', 'WRONGTYPE'],
    ['shop@', '0/forbidden', 'correct', 'NOPERM'],
  ])('of %s at %s with the password %s has the problem %s', async (user, path, password, problem) => {
    const rights = ['on', '>correct', '~events', '~text', '+auth', '+select', '+xadd', '+set'];
    const { port } = await redisServer(['--user', 'shop', ...rights, '--user', 'default', 'off']);
    const client = new Redis({ port, username: 'shop', password: 'correct', enableReadyCheck: false });
    await client.set('text', 'a');
    client.disconnect();
    const { send } = createSender();
    const url = `redis://${user}127.0.0.1:${port}/${path}`;
    const answer = await send(url, password === undefined ? {} : { password });
    expect(answer).toMatchObject({
      statusCode: null,
      problem: problem === null ? null : expect.stringContaining(problem),
      isOwnFailure: false,
    });
  });

  test('that is another server has a problem of at most 500 characters', async () => {
    const other = createServer((socket) => {
      socket.on('error', () => {}).on('data', () => socket.write(`-ERR \0${'é'.repeat(100_000)}\r\n`));
    });
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void other.close());
    const { send } = createSender();
    const answer = await send(`redis://127.0.0.1:${(other.address() as AddressInfo).port}/0/events`);
    expect(answer?.problem).toBe(`ERR ${'é'.repeat(496)}`);
  });

  test('says nothing about an event that the stop of the server interrupts', async () => {
    const { url, client, freeze } = await redisServer();
    const { brokers, send } = createSender();
    await send(url);
    const resume = freeze();
    const interrupted = send(url);
    brokers.close();
    expect(await interrupted).toBeUndefined();
    expect(await send(url)).toBeUndefined();
    resume();
    expect(await client.xlen('events')).toBeLessThanOrEqual(2);
  });
});

describe.skipIf(!hasBroker.nats)('a NATS subject', () => {
  test('that no stream has is a clear problem, and the server drops repeated events', async () => {
    const { port, stop } = await startNats();
    onTestFinished(stop);
    const url = `nats://127.0.0.1:${port}/events`;
    const { send } = createSender();
    expect(await send(url)).toMatchObject({ problem: 'the server has no JetStream stream with the subject events' });
    const client = await connect({ port });
    onTestFinished(() => client.close());
    const { streams } = await jetstreamManager(client);
    await streams.add({ name: 'EVENTS', subjects: ['events'] });
    expect(await send(url)).toMatchObject({ problem: null, responsePrefix: 'stream EVENTS, sequence 1' });
    const { send: sendAgain } = createSender();
    await sendAgain(url);
    expect(await sendAgain(url)).toMatchObject({ responsePrefix: 'stream EVENTS, sequence 1, which it already had' });
    expect((await streams.info('EVENTS')).state.messages).toBe(2);
  });

  test('with a token instead of a user', async () => {
    const { port, stop } = await startNats(['--auth', 'token']);
    onTestFinished(stop);
    const { send } = createSender();
    const url = `nats://127.0.0.1:${port}/events`;
    expect(await send(url)).toMatchObject({ problem: expect.stringMatching(/authorization violation/i) });
    expect(await send(url, { password: 'token' })).toMatchObject({
      problem: 'the server has no JetStream stream with the subject events',
    });
  });
});

describe.skipIf(!hasBroker.amqp)('an exchange of RabbitMQ', () => {
  test('says why it does not take an event, and takes it once a queue gets it', async () => {
    const { port, stop } = await startRabbit();
    onTestFinished(stop);
    const { brokers, send } = createSender();
    const client = await connectToRabbit({ port });
    client.on('error', () => {});
    onTestFinished(() => client.close().catch(() => {}));
    const channel = await client.createChannel();
    const url = `amqp://127.0.0.1:${port}/%2F/events`;

    expect(await send(url)).toMatchObject({ problem: expect.stringContaining("no exchange 'events' in vhost '/'") });
    await channel.assertExchange('events', 'direct');
    const unrouted = 'no queue gets events with the routing key message.received from the exchange events';
    expect(await send(url)).toMatchObject({ problem: unrouted });
    await channel.assertQueue('received', { arguments: { 'x-max-length': 1, 'x-overflow': 'reject-publish' } });
    await channel.bindQueue('received', 'events', 'message.received');
    expect(await send(url)).toMatchObject({ problem: null });
    expect(await send(url)).toMatchObject({ problem: 'the server has rejected the event' });
    expect(await send(url.replace('%2F', 'shop'))).toMatchObject({
      problem: 'the server has no virtual host shop for this user',
    });

    const message = await channel.get('received');
    expect(message).toMatchObject({
      fields: { routingKey: 'message.received', exchange: 'events' },
      properties: { messageId: 'whd_3', contentType: 'application/json', deliveryMode: 2 },
      content: Buffer.from('{}'),
    });
    expect(await channel.checkQueue('received')).toMatchObject({ consumerCount: 0 });
    brokers.close();
  });

  test('gets events over one connection, also after the server has closed it', async () => {
    const { port, stop, start } = await startRabbit();
    onTestFinished(stop);
    const declare = async () => {
      const client = await connectToRabbit({ port });
      client.on('error', () => {});
      const channel = await client.createChannel();
      await channel.assertExchange('events', 'fanout');
      await channel.assertQueue('all');
      await channel.bindQueue('all', 'events', '');
      return { client, channel };
    };
    const { client } = await declare();
    const { send } = createSender();
    const url = `amqp://127.0.0.1:${port}/%2F/events`;
    const answers = await Promise.all(Array.from({ length: 20 }, () => send(url)));
    expect(answers.map((answer) => answer?.problem)).toEqual(Array(20).fill(null));
    await client.close();
    await stop();
    await start();
    const later = await declare();
    expect(await send(url)).toMatchObject({ problem: null });
    expect(await later.channel.checkQueue('all')).toMatchObject({ messageCount: 1 });
    await later.client.close();
  });
});

describe.skipIf(!hasBroker.redis || !hasBroker.nats)('the guard of message brokers', () => {
  /** Writes a certificate, which Node then trusts. */
  function trustedFiles(...names: string[]): TlsFiles {
    const folder = mkdtempSync(join(tmpdir(), 'wigwag-brokers-'));
    const pair = localCertificate(names);
    const trusted = getCACertificates('default');
    setDefaultCACertificates([...trusted, pair.cert]);
    onTestFinished(() => {
      setDefaultCACertificates(trusted);
      rmSync(folder, { recursive: true, force: true });
    });
    const files = { cert: join(folder, 'cert.pem'), key: join(folder, 'key.pem') };
    writeFileSync(files.cert, pair.cert);
    writeFileSync(files.key, pair.key);
    return files;
  }
  const local: Lookup = async () => [{ address: '127.0.0.1', family: 4 }];

  test.each([
    ['rediss', startRedis, '/0/events'],
    ['nats', startNats, '/events'],
  ] as const)('checks the certificate of %s for the name of the address', async (scheme, start, path) => {
    const { port, stop } = await start([], trustedFiles('broker.example'));
    onTestFinished(stop);
    const { send } = createSender({ lookup: local });
    const accepted = scheme === 'nats' ? 'the server has no JetStream stream with the subject events' : null;
    expect(await send(`${scheme}://broker.example:${port}${path}`)).toMatchObject({ problem: accepted });
    if (scheme === 'rediss') {
      expect(await send(`rediss://127.0.0.1:${port}${path}`)).toMatchObject({ problem: null });
    }
    expect(await send(`${scheme}://other.example:${port}${path}`)).toMatchObject({
      problem: expect.stringContaining("does not match certificate's altnames"),
    });
  });

  test.skipIf(!hasBroker.amqp)('checks the certificate of amqps for the name of the address', async () => {
    const { port, stop } = await startRabbit([], trustedFiles('broker.example'));
    onTestFinished(stop);
    const { send } = createSender({ lookup: local });
    // A user guest may only connect from this machine, and this one has no exchange.
    expect(await send(`amqps://broker.example:${port}/%2F/events`)).toMatchObject({
      problem: expect.stringContaining("no exchange 'events'"),
    });
    expect(await send(`amqps://other.example:${port}/%2F/events`)).toMatchObject({
      problem: expect.stringContaining("does not match certificate's altnames"),
    });
  });

  test('gives a NATS server without TLS neither the password nor events', async () => {
    const { port, stop } = await startNats();
    onTestFinished(stop);
    const { send } = createSender({ lookup: local });
    expect(await send(`nats://broker.example:${port}/events`, { password: 'secret' })).toMatchObject({
      problem: expect.stringContaining('tls'),
    });
  });

  test.each([
    'rediss://rebinding.example:PORT/0/events',
    'nats://rebinding.example:PORT/events',
    'amqps://rebinding.example:PORT/%2F/events',
  ])(
    '%s, a name that is public when it is checked but private when it is used, is refused on use',
    async (template) => {
      let connections = 0;
      const trap = createServer((socket) => {
        connections += 1;
        socket.destroy();
      });
      await new Promise<void>((resolve) => trap.listen(0, '127.0.0.1', resolve));
      onTestFinished(() => void trap.close());
      const url = template.replace('PORT', String((trap.address() as AddressInfo).port));
      let asked = 0;
      const changing: Lookup = async () => {
        asked += 1;
        return [{ address: asked === 1 ? '93.184.215.14' : '127.0.0.1', family: 4 }];
      };
      const rules = { allowLoopback: false, lookup: changing };
      expect(await webhookUrlProblem({ url, isFirst: false }, rules)).toEqual({ isKnown: true });
      expect(await createSender(rules).send(url)).toMatchObject({
        problem: 'it does not lead to a public address',
        isForbidden: true,
      });
      expect([asked, connections]).toEqual([2, 0]);
    },
  );
});

import { once } from 'node:events';
import { Agent, createServer, type IncomingMessage, type RequestListener, request } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { server as createHapi } from '@hapi/hapi';
import express from 'express';
import createFastify from 'fastify';
import { expect, onTestFinished, test, vi } from 'vitest';
import {
  fastifyPlugin,
  fetchHandler,
  generateTestHeader,
  hapiRoute,
  nodeHandler,
  type WebhookEvent,
  type WebhookHandlerOptions,
} from '../webhooks.ts';

const SECRET = 'whsec_of_this_test';
const EVENT = { id: 'whd_1', event: 'message.received', data: { message: { text: 'Grüße 👋' } } };
// A format that no JSON middleware writes.
const BODY = JSON.stringify(EVENT, null, 1);

type Post = (body: string, headers: Record<string, string>, method?: string) => Promise<Response>;

async function listening(listener: RequestListener): Promise<Post> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return postTo(`http://127.0.0.1:${(server.address() as AddressInfo).port}/webhooks`);
}

const postTo =
  (url: string): Post =>
  (body, headers, method = 'POST') =>
    fetch(url, {
      method,
      headers: { 'content-type': 'application/json', ...headers },
      ...(method === 'POST' && { body }),
    });

const FRAMEWORKS: Record<string, (options: WebhookHandlerOptions) => Promise<Post>> = {
  'node:http': (options) => listening(nodeHandler(options)),
  fetch: async (options) => {
    const handler = fetchHandler(options);
    return (body, headers, method = 'POST') =>
      handler(new Request('http://app.example/webhooks', { method, headers, ...(method === 'POST' && { body }) }));
  },
  Express: async (options) => {
    const app = express();
    app.post('/webhooks', nodeHandler(options));
    return listening(app);
  },
  'Express with express.raw()': async (options) => {
    const app = express();
    app.use(express.raw({ type: () => true }));
    app.post('/webhooks', nodeHandler(options));
    return listening(app);
  },
  hapi: async (options) => {
    const hapi = createHapi({ port: 0, host: '127.0.0.1' });
    hapi.route(hapiRoute({ path: '/webhooks', ...options }));
    await hapi.start();
    onTestFinished(() => hapi.stop());
    return postTo(`${hapi.info.uri}/webhooks`);
  },
  Fastify: async (options) => {
    const app = createFastify();
    app.register(fastifyPlugin({ path: '/webhooks', ...options }));
    app.post('/orders', (request) => request.body);
    onTestFinished(() => app.close());
    const url = await app.listen({ port: 0, host: '127.0.0.1' });
    // Other routes still get parsed JSON.
    expect(await (await postTo(`${url}/orders`)('{"id":1}', {})).json()).toEqual({ id: 1 });
    return postTo(`${url}/webhooks`);
  },
  'Fastify with register(plugin, options)': async (options) => {
    const app = createFastify();
    app.register(fastifyPlugin, { prefix: '/meta', path: '/webhooks', ...options });
    app.post('/orders', (request) => request.body);
    onTestFinished(() => app.close());
    const url = await app.listen({ port: 0, host: '127.0.0.1' });
    expect(await (await postTo(`${url}/orders`)('{"id":1}', {})).json()).toEqual({ id: 1 });
    return postTo(`${url}/meta/webhooks`);
  },
};

test.each(Object.keys(FRAMEWORKS))('%s: a valid delivery reaches the app and gets a 200', async (name) => {
  const events: WebhookEvent[] = [];
  const post = await FRAMEWORKS[name]?.({ secret: SECRET, onEvent: (event) => void events.push(event) });
  const answer = await post?.(BODY, { 'x-service-signature': await generateTestHeader(BODY, SECRET) });
  expect(answer?.status).toBe(200);
  expect(events).toEqual([EVENT]);
});

test.each(Object.keys(FRAMEWORKS))(
  '%s: a delivery without a valid signature gets a 400 with the reason',
  async (name) => {
    const events: WebhookEvent[] = [];
    const errors: unknown[] = [];
    const post = await FRAMEWORKS[name]?.({
      secret: SECRET,
      onEvent: (event) => void events.push(event),
      onError: (error) => void errors.push(error),
    });
    const header = await generateTestHeader(BODY, SECRET);
    const forged = await post?.(BODY, { 'x-service-signature': await generateTestHeader(BODY, 'another') });
    expect([forged?.status, await forged?.text()]).toEqual([
      400,
      expect.stringContaining('the secret is not that of this webhook address'),
    ]);
    const rewritten = await post?.(JSON.stringify(EVENT), { 'x-service-signature': header });
    expect(rewritten?.status).toBe(400);
    expect((await post?.(BODY, {}))?.status).toBe(400);
    expect(events).toEqual([]);
    expect(errors).toMatchObject([{ problem: 'wrong_secret' }, {}, { problem: 'header_missing' }]);
  },
);

test.each(Object.keys(FRAMEWORKS))(
  '%s: when the app fails, the response is a 500 without details, so that the server retries',
  async (name) => {
    const errors: unknown[] = [];
    const post = await FRAMEWORKS[name]?.({
      secret: SECRET,
      onEvent: async () => {
        throw new Error('the database at 10.0.0.7 is down');
      },
      onError: (error) => void errors.push(error),
    });
    const answer = await post?.(BODY, { 'x-service-signature': await generateTestHeader(BODY, SECRET) });
    expect([answer?.status, await answer?.text()]).toEqual([500, 'The event could not be processed.']);
    expect(String(errors)).toContain('10.0.0.7');
  },
);

test.each(Object.keys(FRAMEWORKS))('%s: without onError, an error of onEvent is printed', async (name) => {
  const print = vi.spyOn(console, 'error').mockImplementation(() => {});
  onTestFinished(() => print.mockRestore());
  const problem = new Error('the database is down');
  const onEvent = () => Promise.reject(problem);
  const post = await FRAMEWORKS[name]?.({ secret: SECRET, onEvent });
  // Anyone can send a request without a valid signature, so these are not printed.
  expect((await post?.(BODY, {}))?.status).toBe(400);
  expect(print).not.toHaveBeenCalled();
  const headers = { 'x-service-signature': await generateTestHeader(BODY, SECRET) };
  expect((await post?.(BODY, headers))?.status).toBe(500);
  expect(print.mock.calls).toEqual([[expect.stringMatching(/^wigwag: onEvent failed for the event whd_1/), problem]]);
  const other = await FRAMEWORKS[name]?.({ secret: SECRET, onEvent, onError: () => {} });
  await other?.(BODY, headers);
  expect(print).toHaveBeenCalledTimes(1);
});

test('after express.json() the response says that the body was already parsed', async () => {
  const app = express();
  app.use(express.json());
  app.post('/webhooks', nodeHandler({ secret: SECRET, onEvent: () => {} }));
  const post = await listening(app);
  const answer = await post(BODY, { 'x-service-signature': await generateTestHeader(BODY, SECRET) });
  expect([answer.status, await answer.text()]).toEqual([400, expect.stringContaining('already parsed')]);
});

test.each(['node:http', 'fetch'])('%s: only POST is accepted', async (name) => {
  const post = await FRAMEWORKS[name]?.({ secret: SECRET, onEvent: () => {} });
  const answer = await post?.('', {}, 'GET');
  expect([answer?.status, answer?.headers.get('allow')]).toEqual([405, 'POST']);
});

test.each(['node:http', 'fetch', 'hapi', 'Fastify'])('%s: a body larger than any event is refused', async (name) => {
  const post = await FRAMEWORKS[name]?.({ secret: SECRET, onEvent: () => {} });
  expect((await post?.('x'.repeat(4_000_000), {}))?.status).toBe(400);
  const answer = await post?.('x'.repeat(4_000_001), {}).catch(() => undefined);
  expect([413, undefined]).toContain(answer?.status);
});

test('node:http: a client that hangs up during its body is reported to onError, and no promise rejects', async () => {
  const heard = Promise.withResolvers<unknown>();
  const handler = nodeHandler({ secret: SECRET, onEvent: () => {}, onError: heard.resolve });
  const returned = Promise.withResolvers<unknown>();
  const server = createServer((...args) => handler(...args).then(returned.resolve, returned.reject));
  onTestFinished(() => void server.close());
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  server.once('request', () => socket.resetAndDestroy());
  socket.write('POST / HTTP/1.1\r\nhost: app\r\ncontent-length: 1000\r\n\r\nhalf');
  expect(await returned.promise).toBeUndefined();
  expect(await heard.promise).toMatchObject({ code: 'ECONNRESET' });
});

test.each(Object.keys(FRAMEWORKS))('%s: an onError that throws does not change the response', async (name) => {
  const broken = [
    () => {
      throw new Error('the log is full');
    },
    async () => {
      throw new Error('the log is full');
    },
  ];
  for (const onError of broken) {
    const post = await FRAMEWORKS[name]?.({ secret: SECRET, onEvent: () => {}, onError });
    expect((await post?.(BODY, {}))?.status).toBe(400);
  }
});

test('node:http: after a 413 the connection accepts the next delivery', async () => {
  const events: WebhookEvent[] = [];
  const server = createServer(nodeHandler({ secret: SECRET, onEvent: (event) => void events.push(event) }));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  onTestFinished(() => {
    agent.destroy();
    server.close();
  });
  const post = async (body: string, headers: Record<string, string>) => {
    const { port } = server.address() as AddressInfo;
    const made = request({ host: '127.0.0.1', port, method: 'POST', agent, headers });
    made.end(body);
    const [answer] = (await once(made, 'response')) as [IncomingMessage];
    await once(answer.resume(), 'end');
    return [answer.statusCode, made.reusedSocket];
  };
  expect(await post('x'.repeat(5_000_000), {})).toEqual([413, false]);
  expect(await post(BODY, { 'x-service-signature': await generateTestHeader(BODY, SECRET) })).toEqual([200, true]);
  expect(events).toEqual([EVENT]);
});

test('a tolerance that is not a number is refused when the handler is created', () => {
  for (const tolerance of [Number.NaN, '5m' as never]) {
    const options = { secret: SECRET, onEvent: () => {}, tolerance };
    const routes = [() => hapiRoute({ path: '/', ...options }), () => fastifyPlugin({ path: '/', ...options })];
    for (const make of [nodeHandler, fetchHandler, ...routes]) {
      expect(() => make(options)).toThrow(TypeError);
    }
  }
});

test('fetchHandler says that the body of a request was already read', async () => {
  const onError = vi.fn();
  const handler = fetchHandler({ secret: SECRET, onEvent: () => {}, onError });
  const headers = { 'x-service-signature': await generateTestHeader(BODY, SECRET) };
  const request = new Request('http://127.0.0.1/', { method: 'POST', body: BODY, headers });
  await request.json();
  const response = await handler(request);
  expect([response.status, await response.text()]).toEqual([400, expect.stringContaining('body was already parsed')]);
  expect(onError).toHaveBeenCalledWith(expect.objectContaining({ problem: 'body_parsed' }));
});

test('Fastify refuses to start if an option is wrong', async () => {
  const onEvent = () => {};
  for (const [options, message] of [
    [{ path: '/', onEvent, secrets: SECRET }, /secrets does not exist.* secret\?/],
    [{ onEvent }, /path is missing/],
    [{ path: '/' }, /onEvent is missing/],
  ] as const) {
    const app = createFastify();
    app.register(fastifyPlugin, options as never);
    await expect(app.ready()).rejects.toThrow(message);
    expect(() => fastifyPlugin(options as never)).toThrow(message);
  }
});

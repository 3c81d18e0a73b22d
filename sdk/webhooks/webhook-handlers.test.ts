import { once } from 'node:events';
import { Agent, createServer, type IncomingMessage, request } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { server as createHapi } from '@hapi/hapi';
import { expect, onTestFinished, test, vi } from 'vitest';
import { BODY, EVENT, type Framework, listening, postTo, SECRET, testHandlers } from '../tests/webhook-handlers.ts';
import {
  fastifyPlugin,
  fetchHandler,
  generateTestHeader,
  hapiRoute,
  nodeHandler,
  type WebhookEvent,
} from '../webhooks.ts';

// lab/recipes tests those of Express and Fastify.
const FRAMEWORKS = {
  'node:http': (options) => listening(nodeHandler(options)),
  fetch: async (options) => {
    const handler = fetchHandler(options);
    return (body, headers, method = 'POST') =>
      handler(new Request('http://app.example/webhooks', { method, headers, ...(method === 'POST' && { body }) }));
  },
  hapi: async (options) => {
    const hapi = createHapi({ port: 0, host: '127.0.0.1' });
    hapi.route(hapiRoute({ path: '/webhooks', ...options }));
    await hapi.start();
    onTestFinished(() => hapi.stop());
    return postTo(`${hapi.info.uri}/webhooks`);
  },
} satisfies Record<string, Framework>;

testHandlers(FRAMEWORKS, Object.keys(FRAMEWORKS));

test.each(['node:http', 'fetch'] as const)('%s: only POST is accepted', async (name) => {
  const post = await FRAMEWORKS[name]({ secret: SECRET, onEvent: () => {} });
  const answer = await post?.('', {}, 'GET');
  expect([answer?.status, answer?.headers.get('allow')]).toEqual([405, 'POST']);
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

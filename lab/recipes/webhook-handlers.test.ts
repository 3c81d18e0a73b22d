import { fastifyPlugin, generateTestHeader, nodeHandler } from '@wigwag/sdk/webhooks';
import express from 'express';
import createFastify from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import { BODY, type Framework, listening, postTo, SECRET, testHandlers } from '../../sdk/tests/webhook-handlers.ts';

const FRAMEWORKS: Record<string, Framework> = {
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

testHandlers(FRAMEWORKS, ['Fastify']);

test('after express.json() the response says that the body was already parsed', async () => {
  const app = express();
  app.use(express.json());
  app.post('/webhooks', nodeHandler({ secret: SECRET, onEvent: () => {} }));
  const post = await listening(app);
  const answer = await post(BODY, { 'x-service-signature': await generateTestHeader(BODY, SECRET) });
  expect([answer.status, await answer.text()]).toEqual([400, expect.stringContaining('already parsed')]);
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

import { createServer, type IncomingHttpHeaders, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { Agent } from 'undici';
import { expect, onTestFinished, test } from 'vitest';
import { VirtualClock } from '../engine/clock.ts';
import { createGuardedAgent } from './agent.ts';
import { openFile } from './file.ts';

/** Starts a host that sends this response and records the request headers. */
async function createHost(answer: RequestListener) {
  const asked: IncomingHttpHeaders[] = [];
  const server = createServer((request, response) => {
    asked.push(request.headers);
    answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked };
}

/** Opens a file; `provider` is the only host that may receive the token. */
async function open(url: string, provider: string, { allowLoopback = true, clock = new VirtualClock() } = {}) {
  const agents = { provider: new Agent(), guarded: createGuardedAgent({ allowLoopback }) };
  onTestFinished(async () => {
    await Promise.all([agents.provider.destroy(), agents.guarded.destroy()]);
  });
  const found = await openFile(url, 'token', {
    clock,
    providerOrigins: [provider],
    ...agents,
    providerOnce: agents.provider,
    guardedOnce: agents.guarded,
    allowLoopback,
  });
  return found.kind === 'open' ? { ...found, body: await text(found.body) } : found;
}

const gives: RequestListener = (_, response) => response.writeHead(200, { 'content-type': 'text/x' }).end('file');

test('only the provider receives the token', async () => {
  const provider = await createHost(gives);
  const stranger = await createHost(gives);
  expect(await open(`${provider.origin}/a`, provider.origin)).toMatchObject({ kind: 'open', body: 'file' });
  expect(await open(`${stranger.origin}/a`, provider.origin)).toMatchObject({ kind: 'open', body: 'file' });
  expect(provider.asked[0]?.authorization).toBe('Bearer token');
  expect(stranger.asked[0]).not.toHaveProperty('authorization');
});

test('a redirect of the provider is followed without the token, even back to the provider', async () => {
  const stranger = await createHost(gives);
  const provider = await createHost((request, response) =>
    request.url === '/start'
      ? response.writeHead(302, { location: `${stranger.origin}/x` }).end()
      : gives(request, response),
  );
  expect(await open(`${provider.origin}/start`, provider.origin)).toMatchObject({ kind: 'open', body: 'file' });
  expect(stranger.asked[0]).not.toHaveProperty('authorization');
  const back = await createHost((_, response) => response.writeHead(302, { location: `${provider.origin}/x` }).end());
  await open(`${back.origin}/`, provider.origin);
  expect(provider.asked.at(-1)).not.toHaveProperty('authorization');
});

test('three redirects are followed; a fourth, and any redirect into a private network, is not', async () => {
  const host = await createHost((request, response) => {
    const left = Number(request.url?.slice(1));
    return left === 0 ? gives(request, response) : response.writeHead(302, { location: `/${left - 1}` }).end();
  });
  expect(await open(`${host.origin}/3`, 'http://provider.example')).toMatchObject({ kind: 'open' });
  expect(await open(`${host.origin}/4`, 'http://provider.example')).toMatchObject({ kind: 'unavailable' });
  // The provider may be in a private network, but its redirects may not lead there.
  const provider = await createHost((_, response) => response.writeHead(302, { location: 'https://10.0.0.1/' }).end());
  expect(await open(provider.origin, provider.origin, { allowLoopback: false })).toEqual({
    kind: 'gone',
    problem: '10.0.0.1 is not a public address',
  });
});

test.each([
  ['http://shop.example/a', 'gone'],
  ['https://127.0.0.1/a', 'gone'],
  ['https://localhost/a', 'gone'],
  ['data:text/html,x', 'gone'],
  ['', 'gone'],
])('%j is not opened', async (url, kind) => {
  expect(await open(url, 'https://graph.example', { allowLoopback: false })).toMatchObject({ kind });
});

test.each([
  [403, 'gone'],
  [404, 'gone'],
  [410, 'gone'],
  [401, 'unavailable'],
  [429, 'unavailable'],
  [500, 'unavailable'],
  [206, 'unavailable'],
])('a response of %d means that the file is %s', async (status, kind) => {
  const host = await createHost((_, response) => response.writeHead(status).end('no'));
  expect(await open(host.origin, 'https://graph.example')).toMatchObject({ kind });
});

test('a host that does not respond within 30 seconds is unavailable', async () => {
  const clock = new VirtualClock();
  const host = await createHost(() => clock.moveTo(clock.now() + 30_000));
  expect(await open(host.origin, 'https://graph.example', { clock })).toEqual({
    kind: 'unavailable',
    problem: 'no response within 30 s',
  });
});

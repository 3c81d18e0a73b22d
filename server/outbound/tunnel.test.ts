import { once } from 'node:events';
import { createServer } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { expect, onTestFinished, test } from 'vitest';
import { localCertificate } from '../../lab/testing/certificate.ts';
import type { Proxies } from '../config/proxies.ts';
import { VirtualClock } from '../engine/clock.ts';
import { createGraph } from '../providers/meta/graph.ts';
import { createGuardedAgent, createProviderAgent } from './agent.ts';
import { openFile } from './file.ts';
import type { Lookup } from './resolver.ts';
import { postEvent } from './testing/post-event.ts';

const NAMES: Record<string, string[]> = {
  'shop.example': ['127.0.0.1'],
  'inside.example': ['10.0.0.1'],
  'half.example': ['93.184.215.14', '10.0.0.1'],
  'metadata.example': ['169.254.169.254'],
};

/** Starts a receiver with TLS that this process trusts, and records what arrives. */
async function createReceiver() {
  const pair = localCertificate(['shop.example', 'graph.example']);
  const trusted = getCACertificates();
  setDefaultCACertificates([...trusted, pair.cert]);
  onTestFinished(() => setDefaultCACertificates(trusted));
  const received: { host: string | undefined; servername: unknown }[] = [];
  const server = createSecureServer(pair, (request, response) => {
    received.push({ host: request.headers.host, servername: (request.socket as { servername?: unknown }).servername });
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });
  return { port: await listen(server), received, pair };
}

type CertificatePair = ReturnType<typeof localCertificate>;

/** Starts a proxy, with TLS if it gets a certificate. It records its tunnels. `answer` is sent instead of opening one. */
async function createProxy({
  target,
  answer,
  pair,
}: {
  target?: number;
  answer?: string;
  pair?: CertificatePair;
} = {}) {
  const tunnels: { target: string | undefined; authorization: string | undefined }[] = [];
  const server = pair ? createSecureServer(pair) : createServer();
  server.on('connect', (request, client: Socket) => {
    tunnels.push({ target: request.url, authorization: request.headers['proxy-authorization'] });
    client.on('error', () => {});
    if (answer !== undefined) {
      client.end(answer);
      return;
    }
    const upstream = connect(target ?? 0, '127.0.0.1', () => {
      client.write('HTTP/1.1 200 Connection established\r\n\r\n');
      upstream.pipe(client).pipe(upstream);
    });
    upstream.on('error', () => client.destroy());
  });
  return { url: new URL(`${pair ? 'https' : 'http'}://127.0.0.1:${await listen(server)}`), tunnels };
}

async function listen(server: ReturnType<typeof createServer>): Promise<number> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => sockets.add(socket));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
    for (const socket of sockets) {
      socket.destroy();
    }
  });
  return (server.address() as AddressInfo).port;
}

const through = (https: URL, changes: Partial<Proxies> = {}): Proxies => ({
  https,
  http: undefined,
  except: [],
  ...changes,
});

/** Posts an event through the proxies. Loopback counts as public if `allowLoopback` is set. */
function post(url: string, proxies: Proxies, { allowLoopback = true } = {}) {
  const lookup: Lookup = async (name) => (NAMES[name] ?? []).map((address) => ({ address, family: 4 }));
  const dispatcher = createGuardedAgent({ allowLoopback, proxies, lookup });
  onTestFinished(() => dispatcher.destroy());
  return postEvent(url, { dispatcher, allowLoopback });
}

test('an event goes through the proxy to the address that was checked, with the name of its host', async () => {
  const { port, received } = await createReceiver();
  const proxy = await createProxy({ target: port });
  expect(await post(`https://shop.example:${port}/hook`, through(proxy.url))).toMatchObject({ statusCode: 200 });
  expect(proxy.tunnels).toEqual([{ target: `127.0.0.1:${port}`, authorization: undefined }]);
  expect(received).toEqual([{ host: `shop.example:${port}`, servername: 'shop.example' }]);
});

test.each([
  ['p%40ss', 'p@ss'],
  ['100%', '100%'],
])('a proxy can use TLS and require the password %s', async (password, shown) => {
  const { port, pair } = await createReceiver();
  const proxy = await createProxy({ target: port, pair });
  Object.assign(proxy.url, { username: 'me', password });
  expect(await post(`https://shop.example:${port}/hook`, through(proxy.url))).toMatchObject({ statusCode: 200 });
  expect(proxy.tunnels).toEqual([
    { target: `127.0.0.1:${port}`, authorization: `Basic ${Buffer.from(`me:${shown}`).toString('base64')}` },
  ]);
});

test.each([
  'https://inside.example/hook',
  'https://half.example/hook',
  'https://metadata.example/hook',
  'https://10.0.0.1/hook',
  'https://[fd00::1]/hook',
  'https://[::ffff:10.0.0.1]/hook',
  'https://0x7f.1/hook',
])('no proxy gets a request for %s', async (url) => {
  const proxy = await createProxy();
  const answer = await post(url, through(proxy.url), { allowLoopback: false });
  expect(answer).toMatchObject({
    isForbidden: true,
    isOwnFailure: false,
    problem: 'it does not lead to a public address',
  });
  expect(proxy.tunnels).toEqual([]);
});

test('a host in NO_PROXY is called directly, and is still checked', async () => {
  const { port } = await createReceiver();
  const proxy = await createProxy({ target: port });
  const proxies = through(proxy.url, { except: [{ name: 'example', port: undefined }] });
  expect(await post(`https://shop.example:${port}/hook`, proxies)).toMatchObject({ statusCode: 200 });
  expect(await post('https://inside.example/hook', proxies)).toMatchObject({ isForbidden: true });
  expect(proxy.tunnels).toEqual([]);
});

test('a tunnel does not replace the check of the certificate', async () => {
  const { port } = await createReceiver();
  const proxy = await createProxy({ target: port });
  NAMES['other.example'] = ['127.0.0.1'];
  const answer = await post(`https://other.example:${port}/hook`, through(proxy.url));
  expect(answer).toMatchObject({ statusCode: null, problem: expect.stringContaining('altnames') });
});

test('calls to the provider go through the proxy, which resolves its name', async () => {
  const { port, received } = await createReceiver();
  const proxy = await createProxy({ target: port });
  const provider = createProviderAgent({ proxies: through(proxy.url) });
  onTestFinished(() => provider.destroy());
  const clock = new VirtualClock();
  const url = `https://graph.example:${port}`;
  const graph = createGraph({ url, version: 'v25.0', clock, dispatcher: provider });
  expect(await graph.get('me', 'token')).toEqual({ kind: 'answered', body: {} });
  expect(await graph.post('me/messages', 'token', {})).toEqual({ kind: 'answered', body: {} });
  const file = await openFile(`${url}/file`, 'token', {
    clock,
    providerOrigins: [url],
    provider,
    providerOnce: provider,
    guarded: provider,
    guardedOnce: provider,
    allowLoopback: false,
  });
  expect(file.kind).toBe('open');
  expect(new Set(proxy.tunnels.map(({ target }) => target))).toEqual(new Set([`graph.example:${port}`]));
  expect(received).toHaveLength(3);
});

test('http calls to the provider go through a tunnel of the http proxy', async () => {
  const host = createServer((_, response) => response.end('{}'));
  const port = await listen(host);
  const proxy = await createProxy({ target: port });
  const dispatcher = createProviderAgent({ proxies: { https: undefined, http: proxy.url, except: [] } });
  onTestFinished(() => dispatcher.destroy());
  const graph = createGraph({ url: 'http://mock.example', version: 'v25.0', clock: new VirtualClock(), dispatcher });
  expect(await graph.get('me', 'token')).toEqual({ kind: 'answered', body: {} });
  expect(proxy.tunnels).toMatchObject([{ target: 'mock.example:80' }]);
});

test.each([
  ['returns 407', 'HTTP/1.1 407 Proxy Authentication Required\r\n\r\n', true, 'refuses the user name and password'],
  ['returns 403', 'HTTP/1.1 403 Forbidden\r\n\r\n', false, 'returned 403 for 127.0.0.1:443'],
  ['returns 502', 'HTTP/1.1 502 Bad Gateway\r\ncontent-length: 2\r\n\r\nno', false, 'returned 502 for 127.0.0.1:443'],
  ['closes the connection', '', true, 'cannot be reached'],
  ['is not a proxy', 'SSH-2.0-x\r\n', true, 'cannot be reached'],
])('if the proxy %s, nothing was sent', async (_, answer, isOwnFailure, problem) => {
  const proxy = await createProxy({ answer });
  expect(await post('https://shop.example/hook', through(proxy.url))).toMatchObject({
    statusCode: null,
    isOwnFailure,
    isForbidden: false,
    problem: expect.stringContaining(problem),
  });
  const dispatcher = createProviderAgent({ proxies: through(proxy.url) });
  onTestFinished(() => dispatcher.destroy());
  const graph = createGraph({ url: 'https://graph.example', version: 'v25.0', clock: new VirtualClock(), dispatcher });
  expect(await graph.post('me/messages', 'token', {})).toMatchObject({ kind: 'unreachable' });
});

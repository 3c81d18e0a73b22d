import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { createGuardedAgent } from './agent.ts';
import type { Lookup } from './resolver.ts';
import { postEvent } from './testing/post-event.ts';
import { webhookUrlProblem } from './webhook.ts';

/** Names that resolve to private addresses, and one that does not. */
const NAMES: Record<string, string[]> = {
  'inside.example': ['10.1.2.3'],
  'metadata.example': ['169.254.169.254'],
  'loopback.example': ['127.0.0.1'],
  'six.example': ['fd00::1'],
  'mapped.example': ['::ffff:192.168.0.1'],
  'half.example': ['93.184.215.14', '10.0.0.1'],
  'public.example': ['93.184.215.14'],
};
const lookup: Lookup = async (hostname) =>
  (NAMES[hostname] ?? []).map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));

/** Posts an event as the server does, inside or outside `wigwag dev`. */
function post(url: string, options: { allowLoopback?: boolean; lookup?: Lookup } = {}) {
  const { allowLoopback = false } = options;
  const dispatcher = createGuardedAgent({ allowLoopback, lookup: options.lookup ?? lookup });
  onTestFinished(() => dispatcher.destroy());
  return postEvent(url, { dispatcher, allowLoopback });
}

/** Checks the address of a first endpoint. */
const check = (url: string, options: { allowLoopback?: boolean; lookup?: Lookup } = { lookup }) =>
  webhookUrlProblem({ url, isFirst: true }, { allowLoopback: false, ...options });

const INSIDE = [
  'https://127.0.0.1/hook',
  'https://127.8.9.10/hook',
  'https://localhost/hook',
  'https://[::1]/hook',
  'https://[::]/hook',
  'https://0.0.0.0/hook',
  'https://0/hook',
  'https://169.254.0.1/hook',
  'https://169.254.169.254/latest/meta-data/',
  'https://10.0.0.1/hook',
  'https://10.255.255.255/hook',
  'https://192.168.0.1/hook',
  'https://172.16.0.1/hook',
  'https://172.31.255.255/hook',
  'https://100.64.0.1/hook',
  'https://100.127.255.255/hook',
  'https://2130706433/hook', // 127.0.0.1 as one number
  'https://3232235521/hook', // 192.168.0.1
  'https://0x7f000001/hook',
  'https://0x7f.0.0.1/hook',
  'https://0300.0250.0.1/hook', // 192.168.0.1 in octal
  'https://017700000001/hook',
  'https://127.1/hook',
  'https://127.0.0.1./hook',
  'https://%31%32%37.0.0.1/hook',
  'https://１２７.０.０.１/hook',
  'https://[::ffff:127.0.0.1]/hook',
  'https://[::ffff:10.0.0.1]/hook',
  'https://[::ffff:a00:1]/hook',
  'https://[64:ff9b::10.0.0.1]/hook',
  'https://[2002:a00:1::]/hook',
  'https://[fc00::1]/hook',
  'https://[::127.0.0.1]/hook',
  'https://[::10.0.0.1]/hook',
  'https://[fdff:ffff::1]/hook',
  'https://[fe80::1]/hook',
  'https://[febf::1]/hook',
  'https://224.0.0.1/hook',
  'https://255.255.255.255/hook',
  'https://inside.example/hook',
  'https://metadata.example/hook',
  'https://loopback.example/hook',
  'https://six.example/hook',
  'https://mapped.example/hook',
  'https://half.example/hook',
];

test.each(INSIDE)('%s is refused both when it is set and when an event is sent to it', async (url) => {
  // The system resolver knows localhost.
  const options = new URL(url).hostname === 'localhost' ? {} : { lookup };
  const problem = 'it does not lead to a public address';
  expect(await check(url, options)).toEqual({ problem, isKnown: true });
  const answer = await post(url, new URL(url).hostname === 'localhost' ? { lookup: localhost } : {});
  expect(answer).toMatchObject({ statusCode: null, responsePrefix: null, problem, isForbidden: true });
});

const localhost: Lookup = async () => [{ address: '127.0.0.1', family: 4 }];

test.each([
  ['http://public.example/hook', 'it must start with https://'],
  ['http://127.0.0.1/hook', 'it must start with https://'],
  ['ftp://public.example/hook', 'it must start with https://'],
  ['file:///etc/passwd', 'it must start with https://'],
  ['https://user:secret@public.example/hook', 'it contains a user name or password'],
  ['https://', 'it is not a URL'],
  ['https://...', 'its host is not a valid name'],
  ['https://public.example,https://other.example', 'its host is not a valid name'],
  ['shop', 'it is not a URL'],
])('%s is refused: %s', async (url, problem) => {
  expect(await check(url)).toEqual({ problem, isKnown: true });
  expect(await post(url)).toMatchObject({ statusCode: null, problem, isForbidden: true });
});

test.each([
  [' https://public.example/hook', 'it contains a space or a line break'],
  ['https://public.example\nhttps://other.example', 'it contains a space or a line break'],
  ['https://public.example/#/hook', 'it contains #, and what follows is never sent'],
])('%j is refused as a new address: %s', async (url, problem) => {
  expect(await check(url)).toEqual({ problem, isKnown: true });
});

test.each([
  'https://hooks.public.example:8443/a%20b?c=d,e',
  'https://münchen.example/hook',
  'https://a_b.example',
  'https://[2606:4700::1111]/',
])('%s is a valid address', async (url) => {
  expect((await check(url)).problem).toBeUndefined();
});

test('a public address is accepted, and a name that does not resolve yet is reported separately', async () => {
  expect(await check('https://public.example/hook')).toEqual({ isKnown: true });
  expect(await check('https://93.184.215.14:8443/hook')).toEqual({ isKnown: true });
  expect(await check('https://unknown.example/hook')).toEqual({ isKnown: false });
  expect(await post('https://unknown.example/hook')).toMatchObject({ statusCode: null, isForbidden: false });
});

/** Starts a server on a private address, which must not be reached. */
async function createInside(): Promise<{ port: number; connections: () => number }> {
  let connections = 0;
  const server = createServer((_, response) => response.end('secret'));
  server.on('connection', () => {
    connections += 1;
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return { port: (server.address() as AddressInfo).port, connections: () => connections };
}

test('a name that is public when it is checked but private when it is used is refused on use', async () => {
  const inside = await createInside();
  const url = `https://rebinding.example:${inside.port}/hook`;
  let asked = 0;
  const changing: Lookup = async () => {
    asked += 1;
    return [{ address: asked === 1 ? '93.184.215.14' : '127.0.0.1', family: 4 }];
  };
  expect(await check(url, { lookup: changing })).toEqual({ isKnown: true });
  expect(await post(url, { lookup: changing })).toMatchObject({ statusCode: null, isForbidden: true });
  expect(asked).toBe(2);
  expect(inside.connections()).toBe(0);
});

test.each(['http', 'https'])(
  'a redirect to a private address, by %s, counts as an ordinary response and is not followed',
  async (scheme) => {
    const inside = await createInside();
    const receiver = createServer((_, response) =>
      response.writeHead(307, { location: `${scheme}://127.0.0.1:${inside.port}/` }).end(),
    );
    await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void receiver.close());
    const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`;
    const answer = await post(url, { allowLoopback: true });
    expect(answer).toMatchObject({ statusCode: 307, problem: 'it returned 307', isForbidden: false });
    expect(inside.connections()).toBe(0);
  },
);

test.each([
  ['http://127.0.0.1:1/hook', true],
  ['http://localhost:1/hook', true],
  ['http://[::1]:1/hook', true],
  ['https://127.0.0.1:1/hook', true],
  ['http://10.0.0.1/hook', false],
  ['https://10.0.0.1/hook', false],
  ['http://public.example/hook', false],
  ['http://loopback.example/hook', false],
])('in wigwag dev %s is allowed: %s', async (url, allowed) => {
  const problemIn = async (allowLoopback: boolean) =>
    (await check(url, { allowLoopback, lookup: url.includes('localhost') ? localhost : lookup })).problem;
  expect((await problemIn(true)) === undefined).toBe(allowed);
  expect(await problemIn(false)).toBeDefined();
});

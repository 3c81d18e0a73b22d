import { createServer } from 'node:net';
import { Agent } from 'undici';
import { describe, expect, onTestFinished, test } from 'vitest';
import { VirtualClock } from '../engine/clock.ts';
import { createGuardedAgent, isPublicAddress } from './agent.ts';
import { isOwnFailure, neverLeft } from './failures.ts';
import { call } from './request.ts';
import { signatureOf } from './signature.ts';
import { postEvent } from './testing/post-event.ts';

test('the signature matches the documented example', () => {
  // printf '1777896000.{"a":1}' | openssl dgst -sha256 -hmac whsec_test
  expect(signatureOf('whsec_test', '{"a":1}', 1_777_896_000_999)).toMatch(/^t=1777896000,v1=[0-9a-f]{64}$/);
  expect(signatureOf('key', 'The quick brown fox', 0)).toBe(
    `t=0,v1=10c3ae5bdd0fd5c9ad60a05ea4051bb529622def626c0d64295951b2039454ed`,
  );
});

test.each([
  ['8.8.8.8', true],
  ['1.1.1.1', true],
  ['172.15.255.255', true],
  ['172.32.0.0', true],
  ['100.63.255.255', true],
  ['100.128.0.0', true],
  ['2606:4700:4700::1111', true],
  ['2a00:1450:4001:830::200e', true],
  ['::ffff:8.8.8.8', true],
  ['0.0.0.0', false],
  ['10.0.0.1', false],
  ['100.64.0.1', false],
  ['127.0.0.1', false],
  ['127.255.255.254', false],
  ['169.254.169.254', false],
  ['172.16.0.1', false],
  ['172.31.255.255', false],
  ['192.0.0.1', false],
  ['192.168.1.1', false],
  ['198.18.0.1', false],
  ['224.0.0.1', false],
  ['240.0.0.1', false],
  ['255.255.255.255', false],
  ['::', false],
  ['::1', false],
  ['::127.0.0.1', false],
  ['::ffff:127.0.0.1', false],
  ['::ffff:10.0.0.1', false],
  ['::ffff:7f00:1', false],
  ['64:ff9b::7f00:1', false],
  ['64:ff9b:1::7f00:1', false],
  ['2002:7f00:1::', false],
  ['2001::1', false],
  ['2001:db8::1', false],
  ['fc00::1', false],
  ['fd12:3456::1', false],
  ['fe80::1', false],
  ['fec0::1', false],
  ['ff02::1', false],
])('%s is public: %s', (address, isPublic) => {
  expect(isPublicAddress(address, false)).toBe(isPublic);
});

test.each([
  ['127.0.0.1', true],
  ['::1', true],
  ['::ffff:127.0.0.1', true],
  ['10.0.0.1', false],
  ['0.0.0.0', false],
  ['169.254.169.254', false],
])('with loopback allowed, %s is allowed: %s', (address, allowed) => {
  expect(isPublicAddress(address, true)).toBe(allowed);
});

/** Starts a server that must not be reached, and counts its connections. */
async function createTrap(): Promise<{ port: number; connections: () => number }> {
  let connections = 0;
  const server = createServer((socket) => {
    connections += 1;
    socket.destroy();
  });
  await new Promise<void>((resolve) => server.listen(0, () => resolve()));
  onTestFinished(() => void server.close());
  return { port: (server.address() as { port: number }).port, connections: () => connections };
}

const get = (url: string, dispatcher: Agent) => {
  onTestFinished(() => dispatcher.destroy());
  return call({
    method: 'GET',
    url,
    headers: {},
    dispatcher,
    clock: new VirtualClock(),
    timeoutSeconds: 10,
    maxBytes: 100,
  }).catch((error: unknown) => error);
};

describe('the guarded agent', () => {
  test.each([
    'localhost',
    '127.0.0.1',
    '127.1',
    '2130706433',
    '0x7f.1',
    '[::1]',
    '[::ffff:127.0.0.1]',
    '0.0.0.0',
    'LOCALHOST',
  ])('does not connect to %s', async (host) => {
    const trap = await createTrap();
    const error = await get(`http://${host}:${trap.port}/`, createGuardedAgent({ allowLoopback: false }));
    expect(error).toMatchObject({ name: 'PrivateAddressError', code: 'WIGWAG_PRIVATE_ADDRESS' });
    expect(trap.connections()).toBe(0);
  });

  test.each(['localhost', '127.0.0.1'])('connects to %s if loopback is allowed', async (host) => {
    const trap = await createTrap();
    await get(`http://${host}:${trap.port}/`, createGuardedAgent({ allowLoopback: true }));
    expect(trap.connections()).toBe(1);
  });

  test('a webhook to a private address counts as a failed attempt', async () => {
    const trap = await createTrap();
    const agent = createGuardedAgent({ allowLoopback: false });
    onTestFinished(() => agent.destroy());
    const answer = await postEvent(`https://localhost:${trap.port}/`, { dispatcher: agent, allowLoopback: false });
    const problem = 'it does not lead to a public address';
    expect(answer).toMatchObject({ statusCode: null, problem, isForbidden: true });
    expect(trap.connections()).toBe(0);
  });
});

test.each([
  ['a refused connection', 'http://127.0.0.1:1/', true],
  ['a refused connection to a name with several addresses', 'http://localhost:1/', true],
  ['a name that does not exist', 'http://nothing.invalid/', true],
])('%s certainly never arrived', async (_name, url, left) => {
  expect(neverLeft(await get(url, new Agent()))).toBe(left);
});

test('a request on an established connection that broke may have arrived', async () => {
  const trap = await createTrap();
  const error = await get(`http://127.0.0.1:${trap.port}/`, new Agent());
  expect(error).toBeInstanceOf(Error);
  expect(neverLeft(error)).toBe(false);
});

test('a request to a private address certainly never arrived, but one with an unknown error may have', () => {
  expect(neverLeft(Object.assign(new Error(), { code: 'WIGWAG_PRIVATE_ADDRESS' }))).toBe(true);
  expect(neverLeft(Object.assign(new Error(), { code: 'WIGWAG_TIMEOUT' }))).toBe(false);
  expect(neverLeft(Object.assign(new Error(), { code: 'ECONNRESET' }))).toBe(false);
  expect(neverLeft(new Error('what'))).toBe(false);
  expect(neverLeft(new AggregateError([{ code: 'ECONNREFUSED' }, { code: 'ECONNRESET' }]))).toBe(false);
});

test('an error of an established connection does not prove that a request never arrived', () => {
  const withSyscall = (code: string, syscall: string) => Object.assign(new Error(), { code, syscall });
  expect(neverLeft(withSyscall('EHOSTUNREACH', 'read'))).toBe(false);
  expect(neverLeft(withSyscall('ENETUNREACH', 'write'))).toBe(false);
  expect(neverLeft(withSyscall('ETIMEDOUT', 'connect'))).toBe(true);
  expect(neverLeft(withSyscall('EMFILE', 'connect'))).toBe(true);
});

test.each([
  ['EAI_AGAIN', 'getaddrinfo', true],
  ['ENETUNREACH', 'connect', true],
  ['EHOSTUNREACH', 'connect', true],
  ['EADDRNOTAVAIL', 'connect', true],
  ['EMFILE', 'connect', true],
  ['EPERM', 'connect', true],
  ['ECONNREFUSED', 'connect', false],
  ['ETIMEDOUT', 'connect', false],
  ['ENOTFOUND', 'getaddrinfo', false],
  ['EHOSTUNREACH', 'read', false],
  ['ECONNRESET', 'read', false],
])('whether %s during %s is a failure of this machine: %s', (code, syscall, isOwn) => {
  const error = Object.assign(new Error(), { code, syscall });
  expect(isOwnFailure(error)).toBe(isOwn);
  expect(isOwnFailure(new AggregateError([error, error]))).toBe(isOwn);
  const refused = Object.assign(new Error(), { code: 'ECONNREFUSED', syscall: 'connect' });
  expect(isOwnFailure(new AggregateError([error, refused]))).toBe(false);
});

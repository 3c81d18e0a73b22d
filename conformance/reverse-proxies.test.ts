import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import tls from 'node:tls';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { localCertificate } from '../lab/testing/certificate.ts';
import { type Report, run, trustAuthority } from './index.ts';
import { limitingProxy, type ReverseProxy, relay, tlsProxy } from './testing/reverse-proxies.ts';
import { type JudgedServer, listening, ownServer } from './testing/servers.ts';

/** A few clauses with requests, uploads, webhooks, limits and an advanced clock. */
const FEW = [
  '4.1',
  '6/enabled-again',
  '4.4/upload-201',
  '6/ok-200',
  '8/rate-exact',
  '8/rate-minute-later',
  '1/window-whatsapp',
];
/** `WIGWAG_CONFORMANCE=proxies` runs all clauses. */
const ONLY = process.env.WIGWAG_CONFORMANCE === 'proxies' ? [] : FEW;
const TIMEOUT_MILLISECONDS = ONLY.length === 0 ? 3_600_000 : 60_000;

const pair = localCertificate();
let own: JudgedServer;
let direct: string[];

const verdictsOf = ({ clauses }: Report) => clauses.map(({ id, verdict }) => `${verdict} ${id}`);

beforeAll(async () => {
  own = await ownServer();
  direct = verdictsOf(await run(own.target, { only: ONLY }));
}, TIMEOUT_MILLISECONDS);
afterAll(() => own.stop());

/** Runs the suite through proxies of the server's two ports, and compares the verdicts. */
async function isTheSameThrough(proxy: (origin: string) => Promise<ReverseProxy>): Promise<void> {
  const [api, control] = [await proxy(own.target.base_url), await proxy(own.target.control_url)];
  onTestFinished(() => Promise.all([api.close(), control.close()]).then(() => {}));
  const report = await run(
    { base_url: api.url + new URL(own.target.base_url).pathname, control_url: control.url },
    { only: ONLY },
  );
  if (ONLY.length === 0) {
    process.stderr.write(`${api.url}: ${(report.duration_ms / 1000).toFixed(1)} s\n`);
  }
  expect(report.incomplete).toBe(undefined);
  expect(verdictsOf(report)).toEqual(direct);
  expect(report.totals.pass).toBeGreaterThan(20);
}
const originOf = (url: string) => new URL(url).origin;

test(
  'a target with an IPv6 address gets the same verdicts',
  () => isTheSameThrough((url) => relay(originOf(url), { host: '::1' })),
  TIMEOUT_MILLISECONDS,
);

test(
  'a target with 200 ms of latency gets the same verdicts',
  () => isTheSameThrough((url) => relay(originOf(url), { milliseconds: 200 })),
  TIMEOUT_MILLISECONDS,
);

test('a certificate of an unknown authority is explained, and refused without --ca', async () => {
  const proxy = await tlsProxy(originOf(own.target.base_url), pair);
  onTestFinished(() => proxy.close());
  await expect(run({ base_url: `${proxy.url}/api/v1`, keys: { live: 'k' } })).rejects.toThrow(
    /self-signed certificate.*; add --ca FILE to trust its certificate authority/,
  );
});

test('a file without certificates is refused', () => {
  expect(() => trustAuthority('/nowhere/ca.pem')).toThrow('--ca /nowhere/ca.pem is not a file of certificates: ENOENT');
});

test(
  'a target with a proxy for TLS and HTTP/2 gets the same verdicts',
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'wigwag-ca-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    await writeFile(join(folder, 'ca.pem'), pair.cert);
    const before = tls.getCACertificates('default');
    onTestFinished(() => tls.setDefaultCACertificates(before));
    trustAuthority(join(folder, 'ca.pem'));
    await isTheSameThrough((url) => tlsProxy(originOf(url), pair));
  },
  TIMEOUT_MILLISECONDS,
);

test('a target without HTTP/1.1 is not testable, with the reason', async () => {
  const proxy = await tlsProxy(originOf(own.target.base_url), pair, false);
  onTestFinished(() => proxy.close());
  await expect(run({ base_url: `${proxy.url}/api/v1`, keys: { live: 'k' } })).rejects.toThrow(
    /the suite needs HTTP\/1\.1/,
  );
});

test.each(['Too many requests', '{"success":false,"error":{"code":"RATE_LIMITED"}}'])(
  'a proxy that sometimes returns 429 to all clients changes no verdict: %s',
  async (body) => {
    const proxy = await limitingProxy(originOf(own.target.base_url), body);
    onTestFinished(() => proxy.close());
    const base_url = proxy.url + new URL(own.target.base_url).pathname;
    const report = await run({ ...own.target, base_url }, { only: FEW });
    expect(verdictsOf(report)).toEqual(direct.filter((line) => verdictsOf(report).includes(line)));
    expect(report.totals).toMatchObject({ fail: 0, warn: 0, error: 0 });
    expect(proxy.refused()).toBeGreaterThan(2);
  },
  TIMEOUT_MILLISECONDS,
);

test('a target that returns only 429 is not testable, with the reason', async () => {
  const target = await listening((_, response) => void response.writeHead(429, { 'retry-after': '900' }).end());
  onTestFinished(() => target.close());
  await expect(run({ base_url: `${target.url}/v1`, control_url: target.url })).rejects.toThrow(
    'returns 429 even without a key, with a Retry-After of 900 s',
  );
});

import { createSocket } from 'node:dgram';
import { Resolver } from 'node:dns/promises';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { isOwnFailure, neverLeft } from './failures.ts';
import { createLookup, type Lookup } from './resolver.ts';

const CODES = { NOERROR: 0, SERVFAIL: 2, NXDOMAIN: 3, REFUSED: 5 };

/** Starts a name server that answers every question with an IPv4 address, or with a code. Returns its address. */
async function createNameServer(answer: string | keyof typeof CODES): Promise<string> {
  const server = createSocket('udp4');
  server.on('message', (query, { port, address }) => {
    const isFour = query.at(query.indexOf(0, 12) + 2) === 1;
    const code = answer in CODES ? CODES[answer as keyof typeof CODES] : 0;
    const record =
      isFour && !(answer in CODES) ? [0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 60, 0, 4, ...answer.split('.').map(Number)] : [];
    const question = query.subarray(12, query.indexOf(0, 12) + 5);
    const head = [0x81, 0x80 | code, 0, 1, 0, record.length ? 1 : 0, 0, 0, 0, 0];
    server.send(Buffer.concat([query.subarray(0, 2), Buffer.from(head), question, Buffer.from(record)]), port, address);
  });
  await new Promise<void>((resolve) => server.bind(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return `127.0.0.1:${server.address().port}`;
}

/** Returns a lookup whose name servers are in a file, as those of a machine are in /etc/resolv.conf. */
function lookupWith(nameServer: string): { lookup: Lookup; use(nameServer: string): void } {
  const folder = mkdtempSync(join(tmpdir(), 'wigwag-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'resolv.conf');
  const use = (address: string) => writeFileSync(file, address);
  use(nameServer);
  const createResolver = () => {
    const resolver = new Resolver({ timeout: 2_000, tries: 1 });
    resolver.setServers([readFileSync(file, 'utf8')]);
    return resolver;
  };
  return { lookup: createLookup({ file, createResolver }), use };
}

test('the resolver uses the name servers of a changed file', async () => {
  const { lookup, use } = lookupWith(await createNameServer('93.184.215.14'));
  expect(await lookup('shop.example')).toEqual([{ address: '93.184.215.14', family: 4 }]);
  use(await createNameServer('93.184.215.15'));
  expect(await lookup('shop.example')).toEqual([{ address: '93.184.215.15', family: 4 }]);
});

test.each(['NXDOMAIN', 'NOERROR'] as const)('if a name server answers %s, the name has no address', async (answer) => {
  const { lookup } = lookupWith(await createNameServer(answer));
  const error = await lookup('shop.example').catch((reason: unknown) => reason);
  expect(error).toMatchObject({ code: 'ENOTFOUND' });
  expect([neverLeft(error), isOwnFailure(error)]).toEqual([true, false]);
});

test.each(['SERVFAIL', 'REFUSED'] as const)(
  'if a name server answers %s, that is a failure of this machine',
  async (answer) => {
    const { lookup } = lookupWith(await createNameServer(answer));
    const error = await lookup('shop.example').catch((reason: unknown) => reason);
    expect(error).toMatchObject({ code: 'EAI_AGAIN', message: expect.stringContaining(answer) });
    expect([neverLeft(error), isOwnFailure(error)]).toEqual([true, true]);
  },
);

test('a name server that does not run is a failure of this machine', async () => {
  const { lookup } = lookupWith('127.0.0.1:1');
  const error = await lookup('shop.example').catch((reason: unknown) => reason);
  expect([neverLeft(error), isOwnFailure(error)]).toEqual([true, true]);
});

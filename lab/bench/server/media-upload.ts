import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { type Benchmark, figure, median } from '../figure.ts';

const MB = 1024 * 1024;
/** Concurrent uploads. */
const AT_ONCE = 4;
const SMALL = 1 * MB;
/** The size of the largest document (§8). */
const LARGE = 100 * MB;
const PROCESS = fileURLToPath(new URL('../support/programs/upload-process.ts', import.meta.url));

const HEAD = Buffer.from(
  '--x\r\nContent-Disposition: form-data; name="file"; filename="a.pdf"\r\nContent-Type: application/pdf\r\n\r\n%PDF-1.7\n',
);
const TAIL = Buffer.from('\r\n--x--\r\n');

/** Returns a form with a document of this many bytes. */
function* form(bytes: number): Generator<Buffer> {
  yield HEAD;
  const chunk = Buffer.alloc(MB / 4, 'x');
  for (let left = bytes - '%PDF-1.7\n'.length; left > 0; left -= chunk.length) {
    yield chunk.subarray(0, left);
  }
  yield TAIL;
}

/** A provider that accepts files and stores nothing. */
async function startProvider(): Promise<{ url: string; received: () => number; close(): void }> {
  let received = 0;
  const server = createServer(async (incoming, outgoing) => {
    for await (const chunk of incoming) {
      received += (chunk as Buffer).length;
    }
    outgoing.writeHead(200, { 'content-type': 'application/json' }).end('{"id":"1"}');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, received: () => received, close: () => server.close() };
}

async function upload(origin: string, key: string, bytes: number): Promise<void> {
  const call = request(`${origin}/api/v1/media`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${key}`,
      'content-type': 'multipart/form-data; boundary=x',
      'content-length': HEAD.length - '%PDF-1.7\n'.length + bytes + TAIL.length,
    },
  });
  const answered = once(call, 'response');
  await pipeline(Readable.from(form(bytes)), call);
  const [answer] = await answered;
  answer.resume();
  if (answer.statusCode !== 201) {
    throw new Error(`an upload of ${bytes} bytes returned ${answer.statusCode}`);
  }
}

/** Returns the peak memory, in megabytes, of a new server after concurrent uploads of this many bytes. */
async function peakOf(bytes: number, providerUrl: string): Promise<number> {
  const server = fork(PROCESS, [providerUrl], { execArgv: ['--conditions=wigwag-source'] });
  try {
    const [{ origin, key }] = await once(server, 'message');
    await Promise.all(Array.from({ length: AT_ONCE }, () => upload(origin, key, bytes)));
    server.send('peak');
    const [{ peakKibibytes }] = await once(server, 'message');
    return peakKibibytes / 1024;
  } finally {
    server.kill('SIGKILL');
    await once(server, 'exit').catch(() => {});
  }
}

/**
 * The additional peak memory of a server for the largest documents compared with small ones, each in a new process.
 * Uploads are concurrent, because uncollected garbage (tens of megabytes) does not grow with their number, but files
 * held in memory would.
 */
export const mediaUpload: Benchmark = async ({ quick, progress }) => {
  const rounds = quick ? 1 : 3;
  const provider = await startProvider();
  try {
    const growths: number[] = [];
    for (let round = 1; round <= rounds; round += 1) {
      const small = await peakOf(SMALL, provider.url);
      const large = await peakOf(LARGE, provider.url);
      growths.push((large - small) / AT_ONCE);
      progress(
        `round ${round} of ${rounds}: ${small.toFixed(0)} MB with ${AT_ONCE} uploads of 1 MB, ${large.toFixed(0)} MB with ${AT_ONCE} of 100 MB`,
      );
    }
    if (provider.received() < rounds * AT_ONCE * (SMALL + LARGE)) {
      throw new Error('the files did not reach the provider');
    }
    return [figure('media-upload-memory', median(growths), 'MB', 40, 'down')];
  } finally {
    provider.close();
  }
};

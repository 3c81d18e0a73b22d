import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { JPEG, PNG } from '../../testing/files.ts';
import { createTestServer } from '../../testing/server.ts';

/** Creates a separate folder for temporary files. */
function ownTmpdir(): string {
  const folder = mkdtempSync(join(tmpdir(), 'wigwag-test-'));
  vi.stubEnv('TMPDIR', folder);
  onTestFinished(() => {
    vi.unstubAllEnvs();
    rmSync(folder, { recursive: true });
  });
  return folder;
}

const HEAD = '--x\r\nContent-Disposition: form-data; name="file"; filename="a.jpg"\r\nContent-Type: image/jpeg\r\n\r\n';

/** Returns the head of a request that announces a longer body than it sends. */
function requestHead(origin: string, key: string, length: number): string {
  const { host } = new URL(origin);
  return [
    'POST /api/v1/media HTTP/1.1',
    `Host: ${host}`,
    `Authorization: Bearer ${key}`,
    'Content-Type: multipart/form-data; boundary=x',
    `Content-Length: ${length}`,
    '',
    HEAD,
  ].join('\r\n');
}

function open(origin: string) {
  const { hostname, port } = new URL(origin);
  const socket = connect({ port: Number(port), host: hostname, allowHalfOpen: true });
  onTestFinished(() => void socket.destroy());
  return socket;
}

test('no part of a file is left on the disk, whether it was accepted or refused', async () => {
  const folder = ownTmpdir();
  const { api, mock } = await createTestServer();
  const send = async (...files: File[]) => {
    const form = new FormData();
    for (const file of files) {
      form.append('file', file);
    }
    const { status } = await api('POST', '/media', { body: form });
    return [status, readdirSync(folder)];
  };
  const png = () => new File([PNG], 'a.png');
  expect(await send(png())).toEqual([201, []]);
  expect(await send(png(), png())).toEqual([422, []]);
  expect(await send(new File([JPEG, Buffer.alloc(6_000_000)], 'a.jpg'))).toEqual([413, []]);
  expect(await send(new File([Buffer.alloc(6_000_000)], 'a'))).toEqual([415, []]);
  mock.faults.next({ applies_to: 'media', outcome: 'reject' });
  expect(await send(png())).toEqual([502, []]);
});

test('no part of a file is left on the disk if the client disconnects', async () => {
  const folder = ownTmpdir();
  const { server, liveKey } = await createTestServer();
  const socket = open(server.origin);
  socket.write(requestHead(server.origin, liveKey, 4_000_000));
  socket.write(JPEG);
  socket.write(Buffer.alloc(1_000_000));
  await expect.poll(() => readdirSync(folder)).toHaveLength(1);
  socket.destroy();
  await expect.poll(() => readdirSync(folder)).toEqual([]);
});

test('no part of a file is left on the disk if the server stops', async () => {
  const folder = ownTmpdir();
  const { server, liveKey } = await createTestServer();
  const socket = open(server.origin);
  socket.on('error', () => {});
  socket.write(requestHead(server.origin, liveKey, 4_000_000));
  socket.write(JPEG);
  await expect.poll(() => readdirSync(folder)).toHaveLength(1);
  await server.stop();
  await expect.poll(() => readdirSync(folder)).toEqual([]);
});

test('a client that is still sending gets the error immediately if its file is too large, and its connection is not reset', async () => {
  const { server, liveKey } = await createTestServer();
  const socket = open(server.origin);
  const chunks: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => chunks.push(chunk));
  const length = 400_000_000;
  socket.write(requestHead(server.origin, liveKey, length));
  socket.write(JPEG);
  const megabyte = Buffer.alloc(1_000_000);
  let sent = 0;
  while (chunks.length === 0) {
    sent += megabyte.length;
    if (!socket.write(megabyte)) {
      await Promise.race([once(socket, 'drain'), once(socket, 'data')]);
    }
    expect(sent).toBeLessThan(100_000_000);
  }
  // It does not read the response yet and continues to send.
  for (let more = 0; more < 20; more += 1) {
    await new Promise<void>((resolve, reject) =>
      socket.write(megabyte, (error) => (error ? reject(error) : resolve())),
    );
  }
  const answer = Buffer.concat(chunks).toString();
  expect(answer).toMatch(/^HTTP\/1\.1 413 /);
  expect(answer).toContain('MEDIA_TOO_LARGE');
});

test('a client without a valid key gets the error while it sends a large file', async () => {
  const { server } = await createTestServer();
  const socket = open(server.origin);
  const answered = once(socket, 'data');
  socket.write(requestHead(server.origin, 'ww_live_unknown', 50_000_000));
  const megabyte = Buffer.alloc(1_000_000);
  for (let more = 0; more < 49; more += 1) {
    await new Promise<void>((resolve, reject) =>
      socket.write(megabyte, (error) => (error ? reject(error) : resolve())),
    );
  }
  expect(String((await answered)[0])).toMatch(/^HTTP\/1\.1 401 /);
});

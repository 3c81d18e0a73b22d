import { truncateSync, writeFileSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { listen, scratchFolder, waitFor } from '../testing/cli.ts';
import { hasTerminals, openTerminal } from '../testing/terminal.ts';
import { bytesOf, clockOf, progressText } from './progress-line.ts';

test('a frame shows the share, the rate and the remaining time within 80 columns', () => {
  expect(progressText(2, 8, 1, String)).toBe(`${'█'.repeat(6)}${'░'.repeat(18)} 25%  2/8  2/s  ETA 0:03`);
  expect(progressText(0, 8, 0, String)).toBe(`${'░'.repeat(24)} 0%  0/8  0/s`);
  expect(progressText(7, 8, 14, String)).toContain(' 87%  7/8  1/s  ETA 0:02');
  expect(progressText(8, 8, 4, String)).toBe(`${'█'.repeat(24)} 100%  8/8  2/s  ETA 0:00`);
  expect(progressText(0, 0, 0, String)).toBe(`${'█'.repeat(24)} 100%  0/0  0/s`);
  expect(progressText(1_000_000, 4_000_000, 2, bytesOf)).toContain(' 25%  1.0 MB/4.0 MB  500.0 kB/s  ETA 0:06');
  const longest = progressText(99_999_999, 100_000_000, 10_000_000, bytesOf);
  expect(longest.length).toBeLessThanOrEqual(80);
  expect(progressText(1, 1_000_000, 1, String)).toContain('ETA 277:46:39');
});

test('times and sizes are readable', () => {
  expect([0, 59.4, 59.6, 125, 3_600, 3_725].map(clockOf)).toEqual([
    '0:00',
    '0:59',
    '1:00',
    '2:05',
    '1:00:00',
    '1:02:05',
  ]);
  expect([0, 999, 1_000, 999_999, 1_000_000, 31_500_000].map(bytesOf)).toEqual([
    '0 B',
    '999 B',
    '1.0 kB',
    '1000.0 kB',
    '1.0 MB',
    '31.5 MB',
  ]);
});

/** Sends an API response. */
const answer = (response: ServerResponse, status: number, data: object) =>
  response
    .writeHead(status, { 'content-type': 'application/json' })
    .end(JSON.stringify({ success: true, data, request_id: 'req_1' }));

describe.skipIf(!hasTerminals())('on a terminal', () => {
  test('send --csv draws its progress, and removes the line at the end', async () => {
    const held: ServerResponse[] = [];
    let isOpen = false;
    const server = createServer((request, response) => {
      request.resume();
      if (request.url === '/api/v1/me') {
        return answer(response, 200, { account: { id: 'acc_1' }, key: { mode: 'live' } });
      }
      if (isOpen || held.push(response) === 1) {
        answer(response, 202, { id: 'msg_1', status: 'queued' });
      }
    });
    const env = { WIGWAG_BASE_URL: `${await listen(server)}/api/v1`, WIGWAG_API_KEY: 'ww_live_x' };
    const cwd = scratchFolder();
    writeFileSync(join(cwd, 'p.csv'), 'to\n905550000001\n905550000002\n905550000003\n905550000004\n');
    const sending = openTerminal(['send', 'Hello', '--csv', 'p.csv', '--parallel', '1'], { cwd, env });
    await sending.until(/^█{6}░{18} 25% {2}1\/4 {2}\d+\/s {2}ETA \d+:\d\d$/m);
    const second = await waitFor('the second row', () => held[1]);
    isOpen = true;
    answer(second, 202, { id: 'msg_2', status: 'queued' });
    const screen = await sending.until('4 sent, 0 refused, 0 sent before, of 4 in', 'exit code 0');
    expect(screen).not.toMatch(/[█░]/);
  });

  test('media upload draws its progress', async () => {
    let release: (() => unknown) | undefined;
    const server = createServer((request, response) => {
      request.once('readable', () => {
        release = () => request.resume().once('end', () => answer(response, 201, { id: 'media_1', kind: 'document' }));
      });
    });
    const env = { WIGWAG_BASE_URL: `${await listen(server)}/api/v1`, WIGWAG_API_KEY: 'ww_live_x' };
    const cwd = scratchFolder();
    writeFileSync(join(cwd, 'long.pdf'), '%PDF-1.7\n');
    truncateSync(join(cwd, 'long.pdf'), 90_000_000);
    const uploading = openTerminal(['media', 'upload', 'long.pdf'], { cwd, env });
    await uploading.until(/^█*░+ \d+% {2}\d+\.\d [kM]B\/90\.0 MB {2}\d+\.\d [kM]B\/s {2}ETA \d+:\d\d$/m);
    // Data that the client has written may not have arrived here yet.
    (await waitFor('the file', () => release))();
    const screen = await uploading.until(/^id +media_1$/m, 'exit code 0');
    expect(screen).not.toMatch(/[█░]/);
  });
});

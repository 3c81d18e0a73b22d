import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { type DevState, runningDev, writeState } from './state.ts';

test('a `wigwag dev` that needs more than a second to respond runs, and one without a listener does not', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'wigwag-state-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const server = createServer((_, response) => void setTimeout(() => response.end('{}'), 1_200));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/v1`;
  const account = { liveKey: 'ww_live_key' } as DevState['account'];
  writeState(folder, { secretKey: 'secret', businesses: [], baseUrl, ...(account && { account }) });

  expect(await runningDev(folder)).toBe(baseUrl);
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  expect(await runningDev(folder)).toBeUndefined();
});

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { Installation } from './installation.ts';
import { Mock } from './mock.ts';
import { createRandom } from './random.ts';
import { startReceiver } from './receiver.ts';
import { setUp } from './set-up.ts';

/** A server in a process of its own, with a provider in another. */
export async function startInstallation() {
  const folder = mkdtempSync(join(tmpdir(), 'wigwag-drain-'));
  const log = join(folder, 'processes.log');
  const mock = new Mock(1, log);
  await mock.ready();
  const receiver = await startReceiver(createRandom(1));
  const databaseUrl = `sqlite:${join(folder, 'wigwag.db')}`;
  const secretKey = 'a secret key for tests';
  const account = await setUp(databaseUrl, secretKey, mock, receiver.url);
  receiver.verifyWith(account.signingSecret);
  const installation = new Installation({ database: 'sqlite', databaseUrl, graphUrl: mock.url, secretKey, log });
  onTestFinished(async () => {
    await installation.killAll();
    await mock.program.kill();
    receiver.close();
    rmSync(folder, { recursive: true, force: true });
  });
  await installation.start();
  const [origin] = installation.origins as [string];
  const [place] = installation.places as [(typeof installation.places)[number]];
  await mock.control('PUT', 'callback-url', { url: origin + account.callbackPath });
  return { installation, place, mock, account, origin };
}

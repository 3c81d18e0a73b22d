import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import { createRandom } from '../testing/random.ts';
import { CrashInstallation } from './installation.ts';
import { Mock } from './mock.ts';
import { startReceiver } from './receiver.ts';
import { setUp } from './set-up.ts';

/**
 * Starts a server in a separate process, and a provider in another.
 *
 * @param options.program the URL of the server's program. @default that of this folder
 */
export async function startInstallation({ program }: { program?: string } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'wigwag-drain-'));
  const log = join(folder, 'processes.log');
  const mock = new Mock(1, log);
  await mock.ready();
  const receiver = await startReceiver(createRandom(1));
  const databaseUrl = `sqlite:${join(folder, 'wigwag.db')}`;
  const secretKey = 'a secret key for tests';
  const account = await setUp(databaseUrl, secretKey, mock, [receiver]);
  const installation = new CrashInstallation({
    database: 'sqlite',
    databaseUrl,
    graphUrl: mock.url,
    secretKey,
    adminToken: 'an admin token for tests',
    log,
    program,
  });
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

/** Runs `npm run lab -- crash` with these arguments until it ends. */
export async function runCrash(...args: string[]): Promise<{ code: number | null; printed: string; told: string }> {
  const program = fileURLToPath(new URL('main.ts', import.meta.url));
  const run = spawn(process.execPath, [program, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  let printed = '';
  let told = '';
  run.stdout.on('data', (text) => {
    printed += text;
  });
  run.stderr.on('data', (text) => {
    told += text;
  });
  await once(run, 'close');
  return { code: run.exitCode, printed, told };
}

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync } from 'node:fs';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import type { DevInfo } from '../../../../cli/dev/dev.ts';

/** The built binary; run `npm run build` first. */
const BIN = fileURLToPath(new URL('../../../../cli/bin/wigwag.js', import.meta.url));
const PORTS = ['--port', '0', '--mock-port', '0', '--control-port', '0'];

/** A server, its worker and the mock of Meta, in another process. */
export interface RunningDev {
  info: DevInfo;
  stop(): Promise<void>;
}

/** Starts `wigwag dev` with a data folder. */
export async function startDev(folder: string): Promise<RunningDev> {
  const child = spawn(process.execPath, [BIN, 'dev', '--json', ...PORTS, '--data', folder], {
    // It logs each call of the admin API.
    stdio: ['ignore', 'pipe', openSync(join(folder, 'dev.log'), 'a')],
  });
  const exited = once(child, 'exit');
  const [line] = await Promise.race([
    once(child.stdout as Readable, 'data'),
    exited.then(([code]) => {
      throw new Error(`wigwag dev ended with ${code}; its log is dev.log in ${folder}`);
    }),
  ]);
  return {
    info: JSON.parse(String(line)) as DevInfo,
    async stop() {
      child.kill('SIGTERM');
      await exited;
    },
  };
}

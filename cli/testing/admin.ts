import { join } from 'node:path';
import { expect } from 'vitest';
import { readState } from '../dev/state.ts';
import { EXIT_CODES } from '../program/errors/exit-codes.ts';
import { scratchFolder, startDev, wigwag } from './cli.ts';

/**
 * Runs `wigwag admin` on one database and appends `more` to each command. Returns its records with --json, or the error
 * text of a failure with its exit code.
 */
export function adminOn(env: Record<string, string>, more: readonly string[] = []) {
  const run = (...args: string[]) => wigwag(['admin', ...args, ...more], { env });
  async function failure(exit: number, args: string[]): Promise<string> {
    const { code, stdout, stderr } = await run(...args);
    expect([args, code, stdout, stderr]).toEqual([args, exit, '', expect.stringMatching(/^wigwag: /m)]);
    return stderr;
  }
  return {
    env,
    run,
    // biome-ignore lint/suspicious/noExplicitAny: tests read the fields they expect
    async records(...args: string[]): Promise<any[]> {
      const { code, stdout, stderr } = await run(...args, '--json');
      expect([args, code, stderr]).toEqual([args, 0, expect.not.stringContaining('error')]);
      return [JSON.parse(stdout)].flat();
    },
    refusal: (...args: string[]) => failure(EXIT_CODES.usage, args),
    refusedByRule: (...args: string[]) => failure(EXIT_CODES.refused, args),
    notFound: (...args: string[]) => failure(EXIT_CODES.notFound, args),
  };
}

/**
 * Starts a whole service on a data folder, with a clock that tests can advance, and runs `wigwag admin` on the same
 * SQLite file.
 */
export async function devWithAdmin(data = scratchFolder(), clock: 'virtual' | 'real' = 'virtual') {
  const dev = await startDev(['--data', data, '--clock', clock]);
  const file = join(data, 'wigwag.db');
  const env = { WIGWAG_SECRET_KEY: readState(data)?.secretKey ?? '', WIGWAG_DATABASE_URL: `sqlite:${file}` };
  const account = dev.info.account_id;
  return {
    ...dev,
    ...adminOn(env),
    data,
    file,
    account,
    advance: (seconds: number) => dev.control('POST', '/clock/advance', { seconds }),
    /** Returns what the provider accepted. */
    sends: async () => (await dev.control('GET', `/provider/sends?account_id=${account}`)).body,
  };
}

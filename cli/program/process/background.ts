import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { quoted } from '@wigwag/server/shell-word';
import { UsageError } from '../errors/errors.ts';

/** @throws {UsageError} if both options are given */
export function requireEnvOrExec({ env, exec }: { env?: boolean; exec?: string }): void {
  if (env && exec !== undefined) {
    throw new UsageError('use --env or --exec, not both');
  }
}

/**
 * For `--env`: starts the same command without `--env` in the background, and prints exports for `eval`, as ssh-agent
 * does. The command must print one line of JSON when it is ready.
 *
 * @param variablesOf returns the variables, from the line and the process ID
 * @throws if the command does not start
 */
export async function startInBackground<Info>(
  variablesOf: (info: Info, pid: string) => Record<string, string>,
  defaults: string[] = [],
): Promise<void> {
  const [, script = '', ...args] = process.argv;
  const own = args.filter((one) => one !== '--env' && one !== '--json');
  const child = spawn(process.execPath, [...process.execArgv, script, ...own, ...defaults, '--json'], {
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  const line = await new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stdout }).once('line', resolve);
    child.once('error', reject);
    child.once('exit', () => reject(new Error(`The command did not start. ${stderr.trim()}`)));
  });
  const variables = variablesOf(JSON.parse(line) as Info, String(child.pid));
  process.stdout.write(`${exportsOf(variables).join('\n')}\n`);
  child.removeAllListeners();
  child.stdout.destroy();
  child.stderr.destroy();
  child.unref();
}

/** Returns lines that set variables in any POSIX shell, indented to be shown to the user. */
export const shownExports = (variables: Record<string, string>): string =>
  exportsOf(variables)
    .map((line) => `  ${line}`)
    .join('\n');

/** Returns a line for each variable that sets it in any POSIX shell. */
const exportsOf = (variables: Record<string, string>): string[] =>
  Object.entries(variables).map(([name, value]) => `export ${name}=${quoted(value)};`);

import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { mockEnvironment } from './mock-exec.ts';

/**
 * `wigwag mock --env`: starts the same command without `--env` in the background, and prints exports for `eval`, like
 * ssh-agent does. The mock runs until `kill $MOCK_PID`.
 *
 * @throws if the mock does not start
 */
export async function startInBackground(): Promise<void> {
  const [, script = '', ...args] = process.argv;
  const own = args.filter((one) => one !== '--env' && one !== '--json');
  const port = own.some((one) => one.startsWith('--port')) ? [] : ['--port', '0'];
  const child = spawn(process.execPath, [...process.execArgv, script, ...own, ...port, '--json'], {
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
    child.once('exit', () => reject(new Error(`The mock did not start. ${stderr.trim()}`)));
  });
  const { url, proxy, ...credentials } = JSON.parse(line);
  const variables: Record<string, string> = {
    ...mockEnvironment(url, credentials),
    ...proxy?.env,
    MOCK_PID: String(child.pid),
  };
  const exports = Object.entries(variables).map(([name, value]) => `export ${name}=${quoted(value)};`);
  process.stdout.write(`${exports.join('\n')}\n`);
  child.removeAllListeners();
  child.stdout.destroy();
  child.stderr.destroy();
  child.unref();
}

/** Returns a word for any POSIX shell. */
const quoted = (value: string) => `'${value.replaceAll("'", "'\\''")}'`;

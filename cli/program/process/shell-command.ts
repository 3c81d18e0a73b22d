import { spawn } from 'node:child_process';
import { constants } from 'node:os';

/**
 * For `--exec`: runs a shell command with additional variables, and forwards a signal to it. Returns the command's exit
 * code, or 128 plus the number of the signal that ended it.
 *
 * @param stopped resolves at a signal, which the command then also gets
 */
export async function runShellCommand(
  command: string,
  variables: Record<string, string>,
  stopped: Promise<NodeJS.Signals>,
): Promise<number> {
  const child = spawn(command, { shell: true, stdio: 'inherit', env: { ...process.env, ...variables } });
  void stopped.then((signal) => child.kill(signal === 'SIGPIPE' ? 'SIGTERM' : signal));
  return new Promise<number>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (status, signal) => resolve(status ?? 128 + (signal ? constants.signals[signal] : 0)));
  });
}

import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

/** Interval between two checks, in milliseconds. */
const INTERVAL = 250;

/** Returns undefined for what another process has closed, or what this user may not see. */
function unlessGone<T>(look: () => T): T | undefined {
  try {
    return look();
  } catch {
    return undefined;
  }
}

const linkOf = (path: string): string | undefined => unlessGone(() => readlinkSync(path));

/** Returns the descriptors of other processes that read a pipe, as paths in /proc. */
function readersOf(pipe: string): string[] {
  const processes = (unlessGone(() => readdirSync('/proc')) ?? []).filter(
    (name) => /^\d+$/.test(name) && name !== String(process.pid),
  );
  return processes.flatMap((id) =>
    (unlessGone(() => readdirSync(`/proc/${id}/fd`)) ?? [])
      .filter((fd) => linkOf(`/proc/${id}/fd/${fd}`) === pipe && isReadable(`/proc/${id}/fdinfo/${fd}`))
      .map((fd) => `/proc/${id}/fd/${fd}`),
  );
}

/** The flags are octal; their last digit is 1 if the descriptor can only write. */
const isReadable = (path: string): boolean =>
  /^flags:\s*\d*[02]$/m.test(unlessGone(() => readFileSync(path, 'utf8')) ?? '');

/**
 * Calls `run` when the last process that reads stdout closes it, as `| head -1` does. Node reports a closed pipe only
 * when it writes, so a command that waits for events would wait for the next one. Needs /proc; without it, and if
 * stdout is not a pipe, this does nothing.
 *
 * @returns the timer; it does not keep the process alive
 */
export function whenReaderLeaves(run: () => void): NodeJS.Timeout | undefined {
  const pipe = linkOf(`/proc/self/fd/${process.stdout.fd}`);
  let readers = pipe?.startsWith('pipe:') ? readersOf(pipe) : [];
  if (pipe === undefined || readers.length === 0) {
    return undefined;
  }
  const timer = setInterval(() => {
    readers = readers.filter((path) => linkOf(path) === pipe);
    if (readers.length === 0) {
      readers = readersOf(pipe);
    }
    if (readers.length === 0) {
      clearInterval(timer);
      run();
    }
  }, INTERVAL);
  return timer.unref();
}

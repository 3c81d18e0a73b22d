import type { CrashInstallation } from './installation.ts';
import type { Mock } from './mock.ts';
import { pause } from './programs.ts';

const MINUTE = 60_000;
/** The number of consecutive checks that must find no work. */
const LOOKS = 3;
const BETWEEN_LOOKS = 200;
const TIMEOUT = 5 * MINUTE;
/** Longer than the provider's first delays before it retries a callback. */
const PROVIDER_STEP = 120 * MINUTE;
/** Together these steps are shorter than a window. */
const MAX_PROVIDER_STEPS = 11;
/** Longer than the wait for the callback that confirms a send. */
const STEP = 16 * MINUTE;
/** Together these steps are longer than every retry delay. */
const MAX_STEPS = 80;

/** Waits until no work is left. @throws if the work never ends */
export async function untilQuiet(installation: CrashInstallation, mock: Mock): Promise<number> {
  const deadline = Date.now() + TIMEOUT;
  for (let quiet = 0; ; ) {
    const tasks = await installation.tasks();
    const { idle } = await mock.control<{ idle: boolean }>('GET', 'idle');
    quiet = idle && tasks?.busy === 0 ? quiet + 1 : 0;
    if (tasks && quiet === LOOKS) {
      return tasks.waiting;
    }
    if (Date.now() > deadline) {
      throw new Error(`the installation still has work: ${JSON.stringify({ idle, ...tasks })}`);
    }
    await pause(BETWEEN_LOOKS);
  }
}

/** Runs all remaining work, and moves time forward if something waits for it. */
export async function settle(
  installation: CrashInstallation,
  mock: Mock,
  progress: (text: string) => void,
): Promise<void> {
  let waiting = await untilQuiet(installation, mock);
  for (let step = 1; (await mock.waiting()) > 0 && step <= MAX_PROVIDER_STEPS; step += 1) {
    progress(`the provider delays callbacks: moving its clock ${step * 120} minutes ahead`);
    mock.program.jump(PROVIDER_STEP);
    waiting = await untilQuiet(installation, mock);
  }
  for (let step = 1; waiting > 0 && step <= MAX_STEPS; step += 1) {
    progress(`${waiting} tasks are not due yet: moving the clock ${step * 16} minutes ahead`);
    installation.jump(STEP);
    waiting = await untilQuiet(installation, mock);
  }
}

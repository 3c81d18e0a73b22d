import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

/**
 * Gives each timeout of undici a timer of its process. undici itself shares one timer among all its timeouts: killing the
 * process that owns it would stop the timeouts of all other processes.
 */
export function installUndiciTimers(): void {
  const timers = require('undici/lib/util/timers.js');
  const begin = (run: (value: unknown) => void, delay: number, value: unknown) => setTimeout(run, delay, value);
  const end = (timer: NodeJS.Timeout) => clearTimeout(timer);
  Object.assign(timers, { setTimeout: begin, setFastTimeout: begin, clearTimeout: end, clearFastTimeout: end });
}

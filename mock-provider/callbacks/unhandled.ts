import type { CallbackAttempt } from './callbacks.ts';

const HANDLED = 200;

/** Returns the last attempt of each callback that the app never accepted with status 200, oldest first. */
export function unhandled(attempts: readonly CallbackAttempt[]): CallbackAttempt[] {
  const last = new Map<string, CallbackAttempt>();
  const accepted = new Set<string>();
  for (const one of attempts) {
    const key = `${one.url} ${JSON.stringify(one.body)}`;
    if (one.status_code === HANDLED) {
      accepted.add(key);
    }
    last.set(key, one);
  }
  return [...last].filter(([key]) => !accepted.has(key)).map(([, one]) => one);
}

/** Returns a line about a callback for people. */
export function describeAttempt({ events, channel, url, status_code, error, body }: CallbackAttempt): string {
  const outcome = status_code === null ? (error ?? 'no response') : `status ${status_code}`;
  return `${events.join(', ')} on ${channel} to ${url}: ${outcome}\n  ${JSON.stringify(body)}`;
}

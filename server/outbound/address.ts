/** A name as DNS has it, or an IPv6 address. URLs also allow other characters, such as the comma between two addresses. */
const HOST = /^([\w.-]*[a-z\d][\w.-]*|\[[\da-f:.]+\])$/i;

const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/** Returns whether the host of a URL is this machine. */
export const isLoopback = (hostname: string): boolean => LOOPBACK.test(hostname);

/**
 * Returns what is wrong with a user's address for a file or for events. The address must use https, and must not
 * contain a user name or password. In `wigwag dev`, http on this machine is also allowed. `createGuardedAgent` checks
 * the host's IP address when it connects.
 */
export function addressProblem(url: string, allowLoopback: boolean): string | undefined {
  const parsed = URL.parse(url);
  if (!parsed) {
    return 'it is not a URL';
  }
  if (parsed.protocol !== 'https:' && !(parsed.protocol === 'http:' && allowLoopback && isLoopback(parsed.hostname))) {
    return 'it must start with https://';
  }
  if (!HOST.test(parsed.hostname)) {
    return 'its host is not a valid name';
  }
  return parsed.username !== '' || parsed.password !== '' ? 'it contains a user name or password' : undefined;
}

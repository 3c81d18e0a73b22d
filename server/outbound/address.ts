const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/**
 * What is wrong with an address that a user gave for a file or for events: it has to be https, without name and password. In
 * `wigwag dev` http on this machine counts as public https. Where its host leads is checked when connecting (`createGuardedAgent`).
 */
export function addressProblem(url: string, allowLoopback: boolean): string | undefined {
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  if (!parsed) {
    return 'it is no URL';
  }
  if (parsed.protocol !== 'https:' && !(allowLoopback && LOOPBACK.test(parsed.hostname))) {
    return 'it must start with https://';
  }
  if (!/[\p{L}\p{N}:]/u.test(parsed.hostname)) {
    return 'its host is no name';
  }
  return parsed.username !== '' || parsed.password !== '' ? 'it holds a name or password' : undefined;
}

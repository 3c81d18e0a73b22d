import { randomText } from '../../base/secrets.ts';

/**
 * The parameters of argon2id that OWASP recommends ("Password Storage Cheat Sheet"); the memory is in KiB. A stored hash
 * contains its own parameters.
 */
const ARGON2ID = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** The number of hashes that are computed at the same time. Each needs 19 MiB and a thread of Node's pool of four. */
const AT_ONCE = 2;
/** How many others may wait. Beyond it, a login is refused, so that attempts cannot fill the memory. */
const MAX_WAITING = 100;
/** How many of these places are only for known people. */
const RESERVED = 50;

/** Thrown if too many passwords are being checked. */
export class PasswordsBusy extends Error {
  override name = 'PasswordsBusy';
}

let running = 0;
/** Known people come first. */
const waiting = { known: [] as (() => void)[], unknown: [] as (() => void)[] };

/** Runs work outside the event loop, a few at a time. */
async function inTurn<T>(isKnown: boolean, work: () => Promise<T>): Promise<T> {
  if (running >= AT_ONCE) {
    const { known, unknown } = waiting;
    if (known.length + unknown.length >= MAX_WAITING - (isKnown ? 0 : RESERVED)) {
      throw new PasswordsBusy('too many passwords are being checked');
    }
    await new Promise<void>((resolve) => (isKnown ? known : unknown).push(resolve));
  } else {
    running += 1;
  }
  try {
    return await work();
  } finally {
    const next = waiting.known.shift() ?? waiting.unknown.shift();
    if (next) {
      next();
    } else {
      running -= 1;
    }
  }
}

/** Loads the library at the first password, because most processes check none. */
const argon2 = () => import('@node-rs/argon2');

/** Returns the hash under which a password is stored. Only people who have a session or a link set one. @throws {PasswordsBusy} */
export const hashPassword = (password: string): Promise<string> =>
  inTurn(true, async () => (await argon2()).hash(password.normalize('NFKC'), ARGON2ID));

let unknown: Promise<string> | undefined;

/**
 * Returns whether a password matches a hash. Without a hash, it takes as long and returns false, so that the duration
 * does not reveal which logins exist.
 *
 * @param isKnown whether the person has a session, or has logged in from this address before
 * @throws {PasswordsBusy}
 */
export async function verifyPassword(
  password: string,
  hash: string | null | undefined,
  isKnown: boolean,
): Promise<boolean> {
  unknown ??= hashPassword(randomText(32)).catch((error) => {
    unknown = undefined;
    throw error;
  });
  const expected = hash ?? (await unknown);
  const matches = await inTurn(isKnown, async () => (await argon2()).verify(expected, password.normalize('NFKC')));
  return matches && hash !== null && hash !== undefined;
}

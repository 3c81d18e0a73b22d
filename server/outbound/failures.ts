/** The system calls before a request is sent. Their errors are also those of established connections. */
const BEFORE_SENDING = ['connect', 'getaddrinfo'];

/**
 * The failures of this machine: its name servers, network, firewall, limits and proxy. They do not
 * mean that the other side failed.
 */
const OWN_FAILURES = [
  'EAI_AGAIN',
  'ENETDOWN',
  'ENETUNREACH',
  'EHOSTUNREACH',
  'EADDRNOTAVAIL',
  'EACCES',
  'EPERM',
  'EMFILE',
  'ENFILE',
  'ENOBUFS',
  'ENOMEM',
  'WIGWAG_PROXY_UNUSABLE',
];

const NEVER_LEFT = [
  'EAI_AGAIN',
  'ENOTFOUND',
  'ECONNREFUSED',
  'UND_ERR_CONNECT_TIMEOUT',
  'WIGWAG_PRIVATE_ADDRESS',
  'WIGWAG_PROXY_REFUSED',
  'WIGWAG_PROXY_UNUSABLE',
];

/**
 * Returns a short reason why a call failed. If all addresses of a name fail, the error has no message, but contains
 * their errors.
 */
export function problemOf(error: unknown): string {
  const { message, code, errors } = error as { message?: string; code?: string; errors?: unknown[] };
  return message || (errors?.[0] ? problemOf(errors[0]) : (code ?? String(error)));
}

/** If all addresses of a name fail, the error contains all their errors. Returns whether `test` holds for each. */
function everyError(error: unknown, test: (one: { code?: string; syscall?: string }) => boolean): boolean {
  const { errors } = error as { errors?: unknown[] };
  return errors?.length ? errors.every((one) => everyError(one, test)) : test(error as object);
}

/** Returns whether a failed call certainly never reached the other side, so that a retry cannot repeat its effect. */
export const neverLeft = (error: unknown): boolean =>
  everyError(error, ({ code = '', syscall = '' }) => BEFORE_SENDING.includes(syscall) || NEVER_LEFT.includes(code));

/** Returns whether a call failed before it reached the other side, because of this machine or its network. */
export const isOwnFailure = (error: unknown): boolean =>
  neverLeft(error) && everyError(error, ({ code = '' }) => OWN_FAILURES.includes(code));

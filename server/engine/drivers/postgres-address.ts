import { readFileSync } from 'node:fs';

/** The values of `sslmode` that pg implements as PostgreSQL defines them. */
const MODES = ['disable', 'require', 'verify-ca', 'verify-full'];
/** The settings that name files. */
const FILES = ['sslrootcert', 'sslcert', 'sslkey'];

/** Returns what is wrong with the TLS settings of a URL, and the fix; undefined if nothing is. */
export function tlsProblem(url: string): string | undefined {
  const settings = Object.fromEntries(new URL(url).searchParams);
  const { sslmode, sslrootcert } = settings;
  if (sslmode !== undefined && !MODES.includes(sslmode)) {
    return `sslmode=${sslmode} is not supported; use ${MODES.slice(0, -1).join(', ')} or ${MODES.at(-1)}`;
  }
  if (sslmode === 'verify-ca' && sslrootcert === undefined) {
    return 'sslmode=verify-ca needs the certificate of an authority; add sslrootcert=FILE';
  }
  return FILES.map((name) => fileProblem(name, settings[name])).find((problem) => problem !== undefined);
}

function fileProblem(name: string, file: string | undefined): string | undefined {
  try {
    if (file !== undefined) {
      readFileSync(file);
    }
    return undefined;
  } catch (error) {
    return `${name} must be a file that this process can read: ${(error as Error).message}`;
  }
}

/**
 * Makes `sslmode` mean what PostgreSQL defines. Otherwise pg treats `require` and `verify-ca` as `verify-full`, and
 * prints a warning.
 */
export const withStandardModes = (url: string): string => `${url}${url.includes('?') ? '&' : '?'}uselibpqcompat=true`;

/** What to do about the errors of a connection, by name, code or message. */
const FIXES: readonly [RegExp, string][] = [
  [
    /SELF_SIGNED_CERT|UNABLE_TO_(VERIFY_LEAF_SIGNATURE|GET_ISSUER_CERT)/,
    'set sslrootcert to the file of the authority that signed the certificate of the database',
  ],
  [
    /ERR_TLS_CERT_ALTNAME_INVALID/,
    'use a host name that the certificate contains, or sslmode=verify-ca, which does not check the name',
  ],
  [/server does not support SSL/, 'turn on `ssl` in the database, or remove sslmode from the URL'],
  [/no encryption|SSL off/, 'add sslmode=verify-full to the URL'],
  [
    /KnexTimeoutError|53300|no more connections allowed/,
    'the database, or its pooler, must allow more connections (docs/capacity.md)',
  ],
];

/** Returns the fix of an error, to follow its message; empty if it is not about connections. */
export function connectionFix({ name, code, message }: Error & { code?: unknown }): string {
  const fix = FIXES.find(([pattern]) => pattern.test(`${name} ${code} ${message}`))?.[1];
  return fix === undefined ? '' : `; ${fix}`;
}

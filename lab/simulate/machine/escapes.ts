import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

/** Thrown by code that would do real work outside the simulation, in an order that the seed does not determine. */
export class EscapeError extends Error {
  override name = 'EscapeError';

  constructor(what: string) {
    super(`${what} escapes the simulation: its result arrives at a time that the seed does not determine`);
  }
}

/** Functions of Node that use other threads, other processes or the network. */
const ESCAPES: Record<string, readonly string[]> = {
  'node:child_process': ['exec', 'execFile', 'fork', 'spawn', 'spawnSync', 'execSync', 'execFileSync'],
  'node:worker_threads': ['Worker'],
  'node:dgram': ['createSocket'],
  'node:dns': ['lookup', 'resolve', 'resolve4', 'resolve6', 'reverse'],
  'node:dns/promises': ['lookup', 'resolve', 'resolve4', 'resolve6', 'reverse'],
  'node:tls': ['connect'],
  'node:zlib': ['gzip', 'gunzip', 'deflate', 'inflate', 'brotliCompress', 'brotliDecompress'],
  'node:crypto': ['scrypt', 'pbkdf2', 'hkdf', 'generateKeyPair', 'generateKey', 'generatePrime'],
  // `files.ts` replaces the other functions that servers use.
  'node:fs': ['readFile', 'writeFile', 'appendFile', 'stat', 'readdir', 'mkdtemp', 'rm', 'watch'],
  'node:fs/promises': ['readFile', 'writeFile', 'appendFile', 'stat', 'readdir', 'watch'],
};

const escapes: string[] = [];

/** Returns what tried to escape since the last call; code under test may swallow the error. */
export const takeEscapes = (): string[] => escapes.splice(0);

/** Records an escape. Returns the error to throw. */
export function escaped(what: string): EscapeError {
  escapes.push(what);
  return new EscapeError(what);
}

/** Makes each of these functions throw. Their synchronous forms are deterministic, so they still work. */
export function refuseEscapes(): void {
  const fs = require('node:fs');
  // The driver's backup uses it before its first step.
  fs.access = (path: string, done: (error: Error | null) => void) => {
    let failure: Error | null = null;
    try {
      fs.accessSync(path);
    } catch (error) {
      failure = error as Error;
    }
    process.nextTick(done, failure);
  };
  for (const [module, names] of Object.entries(ESCAPES)) {
    const found = require(module);
    for (const name of names) {
      const what = `${name} of ${module}`;
      found[name] = function refused(): never {
        throw escaped(what);
      };
    }
  }
}

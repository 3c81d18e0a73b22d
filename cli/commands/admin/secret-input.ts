import { UsageError } from '../../program/errors/errors.ts';
import { readStdin } from '../../program/input/stdin.ts';

/** Reads a secret from the environment or stdin, not from an argument: other users can see command lines. */
export async function requireSecret(variable: string, what: string): Promise<string> {
  const value = process.env[variable] || (process.stdin.isTTY ? '' : await readStdin());
  if (value.trim() === '') {
    throw new UsageError(`no ${what}: set ${variable}, or pipe it to stdin`);
  }
  return value.trim();
}

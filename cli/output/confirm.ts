import { createInterface } from 'node:readline/promises';
import { InterruptedError, UsageError } from '../program/errors.ts';

interface Confirmation {
  /** Consent was given on the command line. */
  yes?: boolean | undefined;
  /** What has not happened when there is none. */
  unchanged: string;
  /** How to give it without a terminal. */
  hint: string;
}

/** Asks on a terminal. @throws {UsageError} when the answer is no @throws {InterruptedError} when there is none */
export async function requireConfirmation(question: string, { yes, unchanged, hint }: Confirmation): Promise<void> {
  if (yes) {
    return;
  }
  if (!process.stdin.isTTY) {
    throw new UsageError(`${unchanged}: ${hint}`);
  }
  const asked = createInterface({ input: process.stdin, output: process.stderr });
  const closed = new AbortController();
  asked.once('close', () => closed.abort());
  const answer = await asked.question(`${question} [y/N] `, { signal: closed.signal }).catch(() => {
    throw new InterruptedError(unchanged);
  });
  asked.close();
  if (!/^y(es)?$/i.test(answer.trim())) {
    throw new UsageError(unchanged);
  }
}

import { createInterface } from 'node:readline/promises';
import { InterruptedError, UsageError } from '../program/errors/errors.ts';

interface Confirmation {
  /** Consent from the command line. */
  yes?: boolean | undefined;
  /** The error text if the user refuses, such as `nothing was sent`. */
  unchanged: string;
  /** How to consent without a terminal. */
  hint: string;
}

/**
 * Asks for consent on a terminal.
 *
 * @throws {UsageError} if the answer is no
 * @throws {InterruptedError} if there is no answer
 */
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

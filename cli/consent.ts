import { createInterface } from 'node:readline/promises';
import { UsageError } from './errors.ts';

interface Consent {
  /** Consent was given on the command line. */
  yes?: boolean | undefined;
  /** What has not happened when there is none. */
  unchanged: string;
  /** How to give it without a terminal. */
  hint: string;
}

/** Asks on a terminal. @throws {UsageError} when nobody says yes */
export async function requireConsent(question: string, { yes, unchanged, hint }: Consent): Promise<void> {
  if (yes) {
    return;
  }
  if (!process.stdin.isTTY) {
    throw new UsageError(`${unchanged}: ${hint}`);
  }
  const asked = createInterface({ input: process.stdin, output: process.stderr });
  const answer = await asked.question(`${question} [y/N] `).catch(() => '');
  asked.close();
  if (!/^y(es)?$/i.test(answer.trim())) {
    throw new UsageError(unchanged);
  }
}

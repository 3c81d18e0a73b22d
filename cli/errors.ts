/** The command was called in a way that cannot work; the message says how to put it right. Exit code 2. */
export class UsageError extends Error {
  override name = 'UsageError';
}

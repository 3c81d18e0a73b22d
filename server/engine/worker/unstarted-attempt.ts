/**
 * An attempt failed before it did anything that must not be repeated, although the database may have recorded its start:
 * a connection can fail after a commit and before this process learns of it.
 */
export class UnstartedAttempt extends Error {
  override name = 'UnstartedAttempt';

  /** @param cause why the attempt did not start */
  constructor(cause: unknown) {
    super('the attempt did not start', { cause });
  }
}

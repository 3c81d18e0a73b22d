/** The command was called incorrectly; the message says how to fix it. Exit code 2. */
export class UsageError extends Error {
  override name = 'UsageError';
}

/** There is no key for the server; the message says how to provide one. Exit code 3. */
export class KeyError extends Error {
  override name = 'KeyError';
}

/** The command ran, but without the expected result; the message says what happened. Exit code 1. */
export class OutcomeError extends Error {
  override name = 'OutcomeError';
}

/** A user or a supervisor ended the command. Exit code 130. */
export class InterruptedError extends Error {
  override name = 'InterruptedError';
}

/** Rules refused part of the work; the message says how much. Exit code 5. */
export class RefusedError extends Error {
  override name = 'RefusedError';
}

/** The named thing does not exist. Exit code 4. */
export class NothingFoundError extends Error {
  override name = 'NotFoundError';
}

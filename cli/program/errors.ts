/** The command was called in a way that cannot work; the message says how to put it right. Exit code 2. */
export class UsageError extends Error {
  override name = 'UsageError';
}

/** There is no key for the server; the message says where one may stand. Exit code 3. */
export class KeyError extends Error {
  override name = 'KeyError';
}

/** The command did its part, and what it waited for did not happen; the message says what did. Exit code 1. */
export class OutcomeError extends Error {
  override name = 'OutcomeError';
}

/** A person or a supervisor ended the command. Exit code 130. */
export class InterruptedError extends Error {
  override name = 'InterruptedError';
}

/** Rules refused part of what was asked for; the message says how much of it. Exit code 5. */
export class RefusedError extends Error {
  override name = 'RefusedError';
}

/** What was named does not exist. Exit code 4. */
export class NotFoundError extends Error {
  override name = 'NotFoundError';
}

/**
 * What a client does, for `logger`. No event holds the key or a body; `path` is the document's, without the values that
 * were filled in, so no phone number either. `tries` counts the tries before this one.
 */
export type LogEvent =
  | { type: 'request'; method: string; path: string; tries: number }
  | {
      type: 'response';
      method: string;
      path: string;
      tries: number;
      /** The HTTP status; undefined when no answer came. */
      status: number | undefined;
      requestId: string | undefined;
      /** Milliseconds. */
      duration: number;
    }
  | {
      type: 'retry';
      method: string;
      path: string;
      tries: number;
      /** Milliseconds until the next try. */
      wait: number;
      /** Why the try failed. */
      error: unknown;
    };

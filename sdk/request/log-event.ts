/**
 * An action of the client, for `logger`. No event contains the key or a body. `path` is the document's template,
 * without its values, so it contains no phone number. `tries` counts the attempts before this one.
 */
export type LogEvent =
  | { type: 'request'; method: string; path: string; tries: number }
  | {
      type: 'response';
      method: string;
      path: string;
      tries: number;
      /** The HTTP status; undefined if there was no response. */
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
      /** Milliseconds until the next attempt. */
      wait: number;
      /** Why the attempt failed. */
      error: unknown;
    };

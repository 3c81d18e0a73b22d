/**
 * Thrown if another session has written a row since the facts were loaded. Nothing was written; the work has to run
 * again with new facts.
 */
export class StaleFacts extends Error {
  override name = 'StaleFacts';
}

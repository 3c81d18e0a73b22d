/** A request that makes no sense; the message says why. */
export class ControlError extends Error {
  override name = 'ControlError';
  readonly status: 404 | 422;

  /** @param status 404 for what is not there, 422 for what has no meaning */
  constructor(message: string, status: 404 | 422 = 404) {
    super(message);
    this.status = status;
  }
}

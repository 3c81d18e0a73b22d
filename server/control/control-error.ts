/** Thrown for an invalid request; the message says why. */
export class ControlError extends Error {
  override name = 'ControlError';
  readonly status: 404 | 422;

  /** @param status 404 for something that does not exist, 422 for an invalid request */
  constructor(message: string, status: 404 | 422 = 404) {
    super(message);
    this.status = status;
  }
}

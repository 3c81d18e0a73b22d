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

/** @throws {ControlError} when some value of a field has no meaning; `expected` completes "country must be ..." */
export function requireMeaning(
  field: string,
  values: readonly string[] | undefined,
  isKnown: (value: string) => boolean,
  expected: string,
): void {
  const unknown = values?.find((value) => !isKnown(value));
  if (unknown !== undefined) {
    throw new ControlError(`body/${field} must be ${expected}; "${unknown}" is not`, 422);
  }
}

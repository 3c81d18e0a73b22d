/** Headers to send in addition to those that the SDK sets. */
export type ExtraHeaders = Headers | Readonly<Record<string, string | undefined>>;

/** The message never contains the value, because it may be a key. @throws {TypeError} */
export function requireHeaderValue(name: string, value: unknown): void {
  if (typeof value !== 'string' || !/^[\x20-\x7e]+$/.test(value)) {
    throw new TypeError(`${name} must be printable ASCII on one line.`);
  }
}

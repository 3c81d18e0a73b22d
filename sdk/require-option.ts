/** Refuses what is no number, or less than `min`: with NaN no comparison would hold. @throws {TypeError} */
export function requireNumber(name: string, value: unknown, min = 0): void {
  if (!(typeof value === 'number' && value >= min)) {
    throw new TypeError(`${name} must be a number from ${min} on, not ${value}.`);
  }
}

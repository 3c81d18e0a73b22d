/** Refuses an option that cannot be right. @throws {TypeError} */
export function requireOption(name: string, value: unknown, isRight: boolean, what: string): void {
  if (!isRight) {
    throw new TypeError(`${name} must be ${what}, not ${value}.`);
  }
}

/** Refuses what is no number, or less than `min`: with NaN no comparison would hold. @throws {TypeError} */
export const requireNumber = (name: string, value: unknown, min = 0): void =>
  requireOption(name, value, typeof value === 'number' && value >= min, `a number >= ${min}`);

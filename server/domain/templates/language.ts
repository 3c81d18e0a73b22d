/**
 * Returns whether two codes name the same language. Meta writes `en_US` in lists and messages, and also `en-US` in
 * callbacks.
 */
export const isLanguage = (one: string, other: string): boolean => plain(one) === plain(other);

const plain = (code: string): string => code.replaceAll('-', '_').toLowerCase();

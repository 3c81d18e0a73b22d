import { currentForm } from './phone-form.ts';
import { plainNumber } from './phone-text.ts';

/**
 * Returns a number with its country code in the form of the API, however it is written, so that it can be compared. Any
 * other text, and a local number, stays different from the form of the API.
 */
export function comparableNumber(text: string): string {
  const plain = plainNumber(text);
  return typeof plain === 'string' ? currentForm(plain.replace(/\D/g, '').replace(/^00/, '')) : text;
}

import { parseOrigin } from '@wigwag/server';
import { UsageError } from '../../program/errors.ts';

/** @throws {UsageError} naming the first that is none */
export function requireOrigins(texts: readonly string[] = []): string[] {
  return texts.map((text) => {
    const origin = parseOrigin(text);
    if (origin === undefined) {
      throw new UsageError(
        `an origin is https:// and a host, perhaps with a port, as https://shop.example; not "${text}"`,
      );
    }
    return origin;
  });
}

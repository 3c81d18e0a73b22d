import type { World } from '../world/world.ts';

/** Takes one token from a bucket of `burst` that gains one every `everyMs`. Returns false if the bucket is empty. */
export function takeToken(world: World, key: string, { burst, everyMs }: { burst: number; everyMs: number }): boolean {
  const now = world.clock.now();
  const bucket = world.state.buckets.get(key) ?? { tokens: burst, at: now };
  const tokens = Math.min(burst, bucket.tokens + (now - bucket.at) / everyMs);
  world.state.buckets.set(key, { tokens: tokens >= 1 ? tokens - 1 : tokens, at: now });
  return tokens >= 1;
}

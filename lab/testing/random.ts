/** Pseudo-random numbers, the same for the same seed. */
export interface Random {
  /** From 0 to below 1. */
  next(): number;
  /** A whole number from 0 to below `limit`. */
  below(limit: number): number;
  /** Returns one of the keys. Its probability is proportional to its weight. */
  weighted<T extends string>(weights: Partial<Record<T, number>>): T;
}

/** Mulberry32: small, and random enough to choose targets. */
export function createRandom(seed: number): Random {
  let state = seed;
  function next(): number {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }
  return {
    next,
    below: (limit) => Math.floor(next() * limit),
    weighted<T extends string>(weights: Partial<Record<T, number>>) {
      const entries = Object.entries(weights) as [T, number][];
      let left = next() * entries.reduce((sum, [, weight]) => sum + weight, 0);
      const found = entries.find(([, weight]) => {
        left -= weight;
        return left < 0;
      });
      return (found ?? (entries.at(-1) as [T, number]))[0];
    },
  };
}

import { median } from '../bench/figure.ts';

/** What one measurement costs at one number of messages. */
export interface Cost {
  messages: number;
  value: number;
}

/** How much more than the logarithm a cost may grow before it is flagged, because measurements vary. */
const TOLERANCE = 1.25;

/** A measurement at each size. Each ratio is to the smallest size. */
export interface Growth {
  values: number[];
  ratios: number[];
  /** Whether it grows faster than the logarithm of the number of messages, at any size. */
  isFast: boolean;
}

/** Compares the costs of one measurement with that at the smallest size. @param costs in the order of their sizes */
export function growthOf(costs: readonly Cost[]): Growth {
  const [{ messages: smallest, value: first } = { messages: 1, value: Number.NaN }] = costs;
  const ratios = costs.map(({ value }) => value / first);
  const allowedAt = (messages: number) => (TOLERANCE * Math.log(messages)) / Math.log(smallest);
  return {
    values: costs.map(({ value }) => value),
    ratios,
    isFast: costs.some(({ messages }, index) => (ratios[index] ?? 0) > allowedAt(messages)),
  };
}

/** Measures in turn at each size, so that a busy moment affects all sizes alike. Returns the medians. */
export async function mediansInTurn<Size>(
  sizes: readonly Size[],
  rounds: number,
  measure: (size: Size) => Promise<number>,
): Promise<number[]> {
  const samples = sizes.map(() => [] as number[]);
  for (let round = -2; round < rounds; round += 1) {
    for (const [index, size] of sizes.entries()) {
      const value = await measure(size);
      if (round >= 0) {
        samples[index]?.push(value); // the first rounds are the warm-up
      }
    }
  }
  return samples.map(median);
}

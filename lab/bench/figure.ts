/** One measured number, as `npm run bench -- --json` prints it. */
export interface Figure {
  name: string;
  value: number;
  unit: string;
  /** The target value. */
  reach: number;
  /** Whether higher or lower is better. */
  direction: 'up' | 'down';
  holds: boolean;
}

export interface BenchOptions {
  /** Whether to use smaller data and shorter rounds. */
  quick: boolean;
  /** Reports progress. */
  progress(text: string): void;
}

/** Compares two things that it measures in the same run. */
export type Benchmark = (options: BenchOptions) => Promise<Figure[]>;

export function figure(
  name: string,
  value: number,
  unit: string,
  reach: number,
  direction: Figure['direction'],
): Figure {
  const holds = direction === 'up' ? value >= reach : value <= reach;
  return { name, value: Number(value.toPrecision(4)), unit, reach, direction, holds };
}

/** Returns the quantile: the smallest value that this share of the values does not exceed. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((left, right) => left - right);
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((left, right) => left - right);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? Number.NaN)) / 2;
}

import { BURST_FACTOR, BURST_MINIMUM_PER_SECOND } from './limits.ts';

/** Returns the burst, in requests per second, of a key with this limit per minute (§8). */
export const burstOf = (perMinute: number): number =>
  Math.max(BURST_MINIMUM_PER_SECOND, Math.floor((perMinute * BURST_FACTOR) / 60));

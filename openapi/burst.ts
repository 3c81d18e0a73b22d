import { BURST_FACTOR, BURST_MINIMUM_PER_SECOND } from './limits.ts';

/** Returns the requests per second that a key with so many requests per minute may make (§8). */
export const burstOf = (perMinute: number): number =>
  Math.max(BURST_MINIMUM_PER_SECOND, Math.floor((perMinute * BURST_FACTOR) / 60));

import { randomInt } from 'node:crypto';

const timeDigits = (stamp: number): string => String(stamp).padStart(16, '0');

/**
 * Twenty digits: the microsecond of birth and four random ones, so that ids sort by age and two processes do not meet.
 * `stamp` must be larger at each call (see `createStamps`).
 */
const digits = (stamp: number): string => `${timeDigits(stamp)}${String(randomInt(10_000)).padStart(4, '0')}`;

/** §2.2 */
export const sentMessageId = (stamp: number): string => `msg_${digits(stamp)}`;
/** §2.2 */
export const inboundMessageId = (stamp: number): string => `msg_in_${digits(stamp)}`;
/** §6 */
export const deliveryId = (stamp: number): string => `whd_${digits(stamp)}`;
/** A callback of the provider. */
export const callbackId = (stamp: number): string => `cb_${digits(stamp)}`;
/** Before the ids of callbacks of this moment and later, and behind all others. */
export const callbackIdAt = (stamp: number): string => `cb_${timeDigits(stamp)}`;
/** §2.6: an uploaded file. */
export const mediaId = (stamp: number): string => `med_${digits(stamp)}`;

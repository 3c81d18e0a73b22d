import { randomInt } from 'node:crypto';

const timeDigits = (stamp: number): string => String(stamp).padStart(16, '0');

/**
 * Returns twenty digits: the microsecond of creation and four random digits. IDs therefore sort by age, and two
 * processes do not generate the same ID. `stamp` must be larger at each call (see `createMonotonicClock`).
 */
const digits = (stamp: number): string => `${timeDigits(stamp)}${String(randomInt(10_000)).padStart(4, '0')}`;

/** §2.2 */
export const sentMessageId = (stamp: number): string => `msg_${digits(stamp)}`;
/** §2.2 */
export const inboundMessageId = (stamp: number): string => `msg_in_${digits(stamp)}`;
/** §6 */
export const deliveryId = (stamp: number): string => `whd_${digits(stamp)}`;
/** Returns a text that sorts before the IDs of deliveries from this moment on, and after all earlier IDs. */
export const deliveryIdAt = (stamp: number): string => `whd_${timeDigits(stamp)}`;
/** The ID of a provider's callback. */
export const callbackId = (stamp: number): string => `cb_${digits(stamp)}`;
/** Returns a text that sorts before the IDs of callbacks from this moment on, and after all earlier IDs. */
export const callbackIdAt = (stamp: number): string => `cb_${timeDigits(stamp)}`;
/** §2.6: an uploaded file. */
export const mediaId = (stamp: number): string => `med_${digits(stamp)}`;

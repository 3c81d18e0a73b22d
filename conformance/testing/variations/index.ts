import { DELIVERIES } from './deliveries.ts';
import { DETAILS } from './details.ts';
import { OPEN } from './open.ts';
import { READINGS } from './readings.ts';
import { WIRE } from './wire.ts';

/** Each variation is a valid difference from our server, so every clause must still pass. */
export const VARIATIONS = [...WIRE, ...OPEN, ...READINGS, ...DELIVERIES, ...DETAILS];

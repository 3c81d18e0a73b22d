import { DELIVERIES } from './deliveries.ts';
import { OPEN } from './open.ts';
import { WIRE } from './wire.ts';

/** Each is something that a correct server may do otherwise, so that every clause has to hold all the same. */
export const VARIATIONS = [...WIRE, ...OPEN, ...DELIVERIES];

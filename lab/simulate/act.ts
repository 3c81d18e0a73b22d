import type { Random } from '../testing/random.ts';
import type { SimulatedWorld } from './world/world.ts';

/** What a plan may choose from. */
export interface Size {
  accounts: number;
  people: number;
  /** The names of the server processes. */
  servers: readonly string[];
}

export type DatabaseKind = 'sqlite' | 'postgres';

/** Something that can happen: a customer writes, a server dies. Its details are plain JSON, so that a plan can be stored. */
export interface Act<Details> {
  /** How often it happens per day. */
  perDay: number;
  /** Whether it is a fault: faults end before the final check, and shrinking removes them first. */
  isFault?: boolean;
  /** The database on which it can happen. @default both */
  only?: DatabaseKind;
  /** Chooses the details when the plan is made. */
  choose(random: Random, size: Size): Details;
  /** Returns the line that describes it in the log of the simulation. */
  tell(details: Details): string;
  /** Makes it happen. */
  perform(world: SimulatedWorld, details: Details): void | Promise<void>;
}

/** Hides the type of the details inside the act. */
export const act = <Details>(definition: Act<Details>): Act<unknown> => definition as Act<unknown>;

/** Returns one of several values. */
export const oneOf = <T>(random: Random, values: readonly T[]): T => values[random.below(values.length)] as T;

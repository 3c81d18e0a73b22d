import type { Callbacks } from '../callbacks/callbacks.ts';
import type { FaultInjector } from '../faults/faults.ts';
import type { Clock } from './clock.ts';
import type { MockSettings } from './settings.ts';
import type { State } from './state.ts';
import type { Work } from './work.ts';

/** The objects shared by all parts of the mock. */
export interface World {
  readonly settings: MockSettings;
  readonly clock: Clock;
  readonly work: Work;
  readonly faults: FaultInjector;
  readonly callbacks: Callbacks;
  /** Replaced by a reset. Waiting tasks compare it and stop if it changed. */
  state: State;
  /** The mock's URL, once it listens. */
  origin?: string;
}

export function iso(world: World): string {
  return new Date(world.clock.now()).toISOString();
}

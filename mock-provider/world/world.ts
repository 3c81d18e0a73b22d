import type { Callbacks } from '../callbacks/callbacks.ts';
import type { Faults } from '../faults/faults.ts';
import type { Clock } from './clock.ts';
import type { Settings } from './settings.ts';
import type { State } from './state.ts';
import type { Work } from './work.ts';

/** What every part of the mock works on. */
export interface World {
  readonly settings: Settings;
  readonly clock: Clock;
  readonly work: Work;
  readonly faults: Faults;
  readonly callbacks: Callbacks;
  /** Replaced by a reset; whoever waited for something compares it and lets go. */
  state: State;
  /** Where the mock listens, once it does. */
  origin?: string;
}

export function iso(world: World): string {
  return new Date(world.clock.now()).toISOString();
}

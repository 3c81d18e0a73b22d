import type { Api } from '../api.ts';
import type { Control } from '../control.ts';
import type { Hooks } from '../receiver.ts';
import type { Target } from '../target.ts';

/** What all cases of a run share. */
export interface Session {
  target: Target;
  api: Api;
  /** Undefined when the target offers none. */
  control: Control | undefined;
  /** Whether the clock of the target can be moved. */
  movesClock: boolean;
  hooks: Hooks;
  /** Why the events of a target without control cannot be judged. */
  webhookFault: string | undefined;
  /** A number that no other call gives. */
  next: () => number;
  /** What cases only read and may therefore share. */
  shared: Map<string, Promise<unknown>>;
}

import type { Channel } from '@wigwag/openapi';
import type { ApiResponse } from '../answer.ts';
import type { Api } from '../api.ts';
import type { Control } from '../control.ts';
import type { Hooks } from '../receiver.ts';
import type { ClockTurn } from '../run/shared-clock.ts';
import type { Step } from '../steps.ts';
import type { Target } from '../target.ts';

/** The case's separate account, or the only account that the target offers. */
export interface TestAccount {
  /** Undefined if the target has no control protocol. */
  id: string | undefined;
  companyId: number | undefined;
  live: string;
  test: string;
  secret: string;
  connections: Record<Channel, string> | undefined;
}

/** State shared by all cases of a run. */
export interface SuiteSession {
  target: Target;
  api: Api;
  /** Undefined if the target offers none. */
  control: Control | undefined;
  /** Whether the target's clock can be moved. */
  movesClock: boolean;
  /** The turn of a case that shares the clock with others. */
  turn?: ClockTurn;
  hooks: Hooks;
  /** Why the events of a target without the control protocol cannot be tested. */
  webhookFault: string | undefined;
  /** Returns a number that is unique in this run. */
  next: () => number;
  /** Determines generated values. */
  seed: number;
  /** Whether to generate many values, instead of a few. */
  explores: boolean;
  /** The account of cases that change nothing in it, and how many more of them may use it. */
  sharedAccount: { account: Promise<TestAccount>; casesLeft: number } | undefined;
  /** Objects that cases only read, and therefore share. */
  shared: Map<string, SharedObject<unknown>>;
}

/** An object that several cases read. */
export interface SharedObject<T> {
  made: Promise<T>;
  /** What made it. */
  steps: readonly Step[];
  answers: readonly ApiResponse[];
}

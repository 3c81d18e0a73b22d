import type { App } from '../app/app.ts';
import type { ControlledProvider } from './provider.ts';
import type { Timekeeper } from './time.ts';

/** The server and the mock that the control protocol controls. */
export interface ControlContext {
  app: App;
  provider: ControlledProvider;
  time: Timekeeper;
  /** The ID of the provider app whose secret signs callbacks. */
  providerAppId: string;
  /** Restores the seeded state, including the clock. */
  reset(): Promise<void>;
}

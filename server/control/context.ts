import type { App } from '../app.ts';
import type { ControlledProvider } from './provider.ts';
import type { Timekeeper } from './time.ts';

/** What the control protocol works on. */
export interface ControlContext {
  app: App;
  provider: ControlledProvider;
  time: Timekeeper;
  /** The app at the provider whose secret signs callbacks. */
  providerAppId: string;
  /** Back to the seeded state, clock included. */
  reset(): Promise<void>;
}

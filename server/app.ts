import type { Logger } from 'pino';
import type { Clock } from './clock.ts';
import type { KeyRates } from './domain/account/key-rates.ts';
import type { Outbound } from './outbound/outbound.ts';
import type { Config } from './process/config.ts';
import type { LoadMeter } from './process/load.ts';
import type { Metrics } from './process/metrics.ts';
import type { Providers } from './providers/providers.ts';
import type { Vault } from './secrets.ts';
import type { Store } from './store/index.ts';
import type { QueueName } from './store/outbox/outbox.ts';
import type { Pacer } from './worker/pacer.ts';

/** What every part of the server gets to work with. */
export interface App {
  config: Config;
  clock: Clock;
  /** Microseconds since the epoch, as the clock has it: what falls due later is reckoned from this. */
  now(): number;
  /** Microseconds since the epoch, each larger than the one before, so that what happens can be put in order. */
  monotonicNow(): number;
  store: Store;
  vault: Vault;
  log: Logger;
  metrics: Metrics;
  providers: Providers;
  outbound: Outbound;
  /** Keeps keys within their limits. */
  keyRates: KeyRates;
  /** Keeps sends below the ceilings of providers. */
  pacer: Pacer;
  /** How busy this process is: what can wait, waits while it is. */
  load: LoadMeter;
  /** Tells the worker, here or in another process, that a task was committed: to this queue, or to any. */
  wake(queue?: QueueName): unknown;
  /** Scheme, host and port that the world sees, without a slash at the end. */
  publicUrl(): string;
}

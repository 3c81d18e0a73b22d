import type { Logger } from 'pino';
import type { Vault } from '../base/secrets.ts';
import type { Config } from '../config/config.ts';
import type { Clock } from '../engine/clock.ts';
import type { Outbound } from '../outbound/outbound.ts';
import type { AppProofs } from '../providers/meta/app-proofs.ts';
import type { Providers } from '../providers/providers.ts';
import type { Store } from '../store/index.ts';
import type { KeyRates } from './key-rates.ts';
import type { LastUses } from './last-uses.ts';
import type { LoadMeter } from './load.ts';
import type { Metrics } from './metrics.ts';
import type { Pacer } from './pacer.ts';
import type { RequestLog } from './request-log.ts';

/** The dependencies that every part of the server receives. */
export interface App {
  config: Config;
  clock: Clock;
  /** The clock's time, in microseconds since the epoch. Due times are computed from it. */
  now(): number;
  /** The time in microseconds since the epoch. Each value is larger than the last, so that events can be ordered. */
  monotonicNow(): number;
  store: Store;
  vault: Vault;
  log: Logger;
  metrics: Metrics;
  providers: Providers;
  /** Proves to providers that the caller knows the secret of its app. */
  appProofs: AppProofs;
  outbound: Outbound;
  /** Enforces the rate limit of each key. */
  keyRates: KeyRates;
  /** Remembers when keys were used and callbacks arrived. */
  lastUses: LastUses;
  /** Stores the requests of keys for the log that operators read. */
  requestLog: RequestLog;
  /** Keeps sends within the rate limits of providers. */
  pacer: Pacer;
  /** Measures how busy this process is. While it is busy, work that can wait is postponed. */
  load: LoadMeter;
  /** Public scheme, host and port, without a trailing slash. */
  publicUrl(): string;
}

import type { DestinationStream } from 'pino';
import { createVault } from '../base/secrets.ts';
import type { Config } from '../config/config.ts';
import { originOf } from '../config/origin.ts';
import { type Clock, createMonotonicClock, realClock } from '../engine/clock.ts';
import { createProviderAgent } from '../outbound/agent.ts';
import { createOutbound } from '../outbound/outbound.ts';
import { createAppProofs } from '../providers/meta/app-proofs.ts';
import { createProviders } from '../providers/providers.ts';
import type { Store } from '../store/index.ts';
import { QUEUES } from '../store/tasks.ts';
import type { App } from './app.ts';
import { createOwnKeyRates, createSharedKeyRates } from './key-rates.ts';
import { createLastUses } from './last-uses.ts';
import { createLoadMeter } from './load.ts';
import { createLogger } from './log.ts';
import { createMetrics } from './metrics.ts';
import { createOwnPacer, createSharedPacer } from './pacer.ts';
import { createRequestLog } from './request-log.ts';

/** Creates the services that all parts of the server share, for a running server and for the operator's commands. */
export function createApp(
  config: Config,
  store: Store,
  options: {
    clock: Clock;
    log?: DestinationStream | undefined;
    /** Returns the address on which the server listens; undefined before it listens. */
    origin(): string | undefined;
  },
): { app: App; resetStamps(): void } {
  const { clock } = options;
  const stamps = createMonotonicClock(clock);
  const metrics = createMetrics({
    readQueues: () => store.read.outbox.levels(QUEUES, clock.now() * 1000),
    isWritable: store.isWritable,
    replicaReads: store.replicaReads,
  });
  const dispatcher = createProviderAgent(config);
  const repeatOn = createProviderAgent({ ...config, keepsConnections: false });
  const vault = createVault(config.secretKey, config.previousSecretKey);
  const appProofs = createAppProofs(async (id) => {
    const row = await store.read.connections.findProviderApp(id);
    return row && vault.open(row.app_secret);
  });
  const log = createLogger(config, options.log);
  const app: App = {
    config,
    clock,
    now: () => clock.now() * 1000,
    monotonicNow: stamps.next,
    store,
    vault,
    log,
    metrics,
    providers: createProviders({ config, clock, metrics, dispatcher, repeatOn, proofOf: appProofs.proofOf }),
    appProofs,
    outbound: createOutbound(config, clock, dispatcher, repeatOn),
    keyRates: store.countsRequests ? createSharedKeyRates(store, clock) : createOwnKeyRates(clock),
    lastUses: createLastUses(store, clock, log),
    requestLog: createRequestLog(store, clock, log),
    pacer: store.isShared ? createSharedPacer(store) : createOwnPacer(),
    // While a virtual clock is stopped, any work would look like overload.
    load: clock === realClock ? createLoadMeter() : () => 0,
    publicUrl: () => config.publicUrl ?? options.origin() ?? originOf(config),
  };
  return { app, resetStamps: stamps.reset };
}

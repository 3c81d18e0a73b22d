import { pino } from 'pino';
import type { App } from './app.ts';
import { createStamps, realClock } from './clock.ts';
import type { Config } from './config.ts';
import { createOutbound } from './outbound/outbound.ts';
import { requireSecretKey } from './secret-check.ts';
import { createVault } from './secrets.ts';
import { openStore } from './store/index.ts';
import { Pacer } from './worker/pacer.ts';

/** The operator's hands on the database, beside a server that may be running. It neither listens nor works off tasks. */
export async function openAdmin(config: Config): Promise<{ app: App; close(): Promise<void> }> {
  const store = await openStore(config.databaseUrl);
  const app: App = {
    config,
    clock: realClock,
    now: () => realClock.now() * 1000,
    stamp: createStamps(realClock).next,
    store,
    vault: createVault(config.secretKey),
    log: pino({ level: config.logLevel }, pino.destination(2)),
    outbound: createOutbound(config, realClock),
    pacing: { pacer: new Pacer(), due: new Set() },
    wake: () => {},
    publicUrl: () => config.publicUrl ?? `http://${config.host}:${config.port}`,
  };
  await requireSecretKey(app);
  return {
    app,
    async close() {
      await app.outbound.close();
      await store.close();
    },
  };
}

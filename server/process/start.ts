import type { Server } from '@hapi/hapi';
import type { DestinationStream } from 'pino';
import { sqlitePathOf } from '../admin/database/backup.ts';
import { requireDatabaseNotMoved } from '../admin/database/moved-to-postgres.ts';
import type { App } from '../app/app.ts';
import { createApp } from '../app/create-app.ts';
import { createLogger } from '../app/log.ts';
import { requireSecretKey } from '../app/secret-check.ts';
import type { Config } from '../config/config.ts';
import { originOf } from '../config/origin.ts';
import { shownProxies } from '../config/proxies.ts';
import { type Clock, realClock } from '../engine/clock.ts';
import { prepareFolder } from '../engine/drivers/connect.ts';
import { addAudit } from '../http/admin/audit.ts';
import { addAdminRoutes } from '../http/admin/routes.ts';
import { addDashboard } from '../http/dashboard/routes.ts';
import { createOperatorServer } from '../http/metrics-server.ts';
import { STOP_GRACE } from '../http/plugins/draining.ts';
import { type ProblemOf, refuseRequests } from '../http/plugins/refuse-requests.ts';
import { type ServedRequest, servedRequest } from '../http/served-request.ts';
import { createHttpServer } from '../http/server.ts';
import type { OpenOptions } from '../store/database.ts';
import { openStore, type Store } from '../store/index.ts';
import { lockFile } from '../store/lock.ts';
import { createWorker, type Worker } from '../worker/worker.ts';
import { createReadiness } from './readiness.ts';

/** A running server. */
export interface RunningServer {
  app: App;
  /** An `api` process never starts it; tests run its tasks one round at a time. */
  readonly worker: Worker;
  /** Scheme, host and port, without a trailing slash. */
  origin: string;
  /** The origin of /metrics, if it is configured. */
  operatorOrigin: string | undefined;
  /** Resets rate limits and the last timestamp, and ends event streams; for the reset command of `wigwag dev`. */
  forget(): void;
  /**
   * Stops accepting new work, finishes running work, and closes the database. Nothing is lost.
   *
   * @throws {StopError} if that takes too long; the caller must then end the process, which loses nothing
   */
  stop(): Promise<void>;
}

/** Thrown if the address is in use or cannot be bound; the message is one line and says which. */
export class ListenError extends Error {
  override name = 'ListenError';
}

/**
 * How long a stop may take, in milliseconds of real time. An unresponsive database would otherwise block it forever.
 */
const STOP_MILLISECONDS = 30_000;

/** Thrown if in-flight work did not end in time during a stop; the process must then be killed. */
class StopError extends Error {
  override name = 'StopError';
}

/** Locks a SQLite file before it is migrated, so that no other process changes it while a server runs on it. */
function lock(config: Config): () => void {
  const path = sqlitePathOf(config.databaseUrl);
  if (path === undefined) {
    return () => {};
  }
  prepareFolder(path);
  return lockFile(path);
}

/** @throws {ListenError} */
async function listen(server: Server, variable: 'WIGWAG_PORT' | 'WIGWAG_METRICS_PORT'): Promise<void> {
  const { host, port } = server.settings;
  try {
    await server.start();
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'EADDRINUSE') {
      throw new ListenError(`the port ${port} on ${host} is in use; choose another one with ${variable}`, {
        cause: error,
      });
    }
    if (code === 'EACCES' || code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
      throw new ListenError(`cannot listen on ${host}:${port}: ${message}`);
    }
    throw error;
  }
}

/**
 * How long a statement may take, in milliseconds of real time. Statements usually take milliseconds; one that takes
 * this long hangs, and an error is better than no response.
 */
const ANSWER_MILLISECONDS = 15_000;

interface StartOptions {
  clock?: Clock;
  log?: DestinationStream;
  /** Is called after each response. */
  onRequest?: ((served: ServedRequest) => void) | undefined;
  /** Returns why a request is refused; undefined if it is not; for the API of `wigwag dev`. */
  problemOf?: ProblemOf | undefined;
  /** The longest duration of a stop in real time, for tests. */
  stopMilliseconds?: number;
  /** The longest duration of a PostgreSQL statement in real time, for tests. */
  answerMilliseconds?: number;
  /** The content of a new in-memory SQLite database, for tests (`OpenOptions`). */
  image?: Buffer | undefined;
  /** Replaces our migrations, for tests (`OpenOptions`). */
  source?: OpenOptions['source'];
  /** Whether several servers may use the database, for the simulator (`OpenOptions`). */
  isShared?: boolean | undefined;
}

/**
 * Opens the database, migrates it, and starts the components that `config.role` selects: the HTTP server, the worker or
 * both.
 *
 * @throws {ConfigError | DatabaseError | LockedError | MoveError | ListenError} if it cannot start; nothing is left
 * running or open
 */
export async function startServer(config: Config, options: StartOptions = {}): Promise<RunningServer> {
  const unlock = options.isShared ? () => {} : lock(config);
  try {
    requireDatabaseNotMoved(config.databaseUrl);
    const { answerMilliseconds = ANSWER_MILLISECONDS } = options;
    const store = await openStore(config.databaseUrl, {
      directUrl: config.databaseDirectUrl,
      connections: config.databaseConnections,
      replica: config.replica,
      answerMilliseconds,
      image: options.image,
      source: options.source,
      isShared: options.isShared,
      onMigrate: (migrations) =>
        createLogger(config, options.log).info(
          { migrations },
          'migrating the schema, which may take a long time on a large database; the server accepts requests afterward',
        ),
      onWait: () =>
        createLogger(config, options.log).info('another process is migrating the schema; this one waits for it'),
    });
    try {
      return await startOn(store, unlock, config, options);
    } catch (error) {
      await store.close();
      throw error;
    }
  } catch (error) {
    unlock();
    throw error;
  }
}

async function startOn(
  store: Store,
  unlock: () => void,
  config: Config,
  { clock = realClock, log, onRequest, problemOf, stopMilliseconds = STOP_MILLISECONDS }: StartOptions,
): Promise<RunningServer> {
  let origin: string | undefined;
  const { app, resetStamps } = createApp(config, store, { clock, log, origin: () => origin });
  let worker = config.role === 'api' ? undefined : createWorker(app);
  if (config.unknownVariables.length > 0) {
    app.log.warn(
      { variables: config.unknownVariables },
      'some variables that are set are never read; docs/configuration.md lists all variables',
    );
  }
  const proxies = shownProxies(config.proxies);
  if (proxies !== undefined) {
    app.log.info(proxies);
  }
  let isStopping = false;
  const readiness = createReadiness({
    store,
    log: app.log,
    isStopping: () => isStopping,
    isWorking: worker?.running,
  });
  let http: Server | undefined;
  let operator: Server | undefined;
  try {
    http = config.role === 'worker' ? undefined : createHttpServer(app, readiness);
    if (config.metricsPort !== undefined) {
      operator = createOperatorServer(config.metricsPort, app.metrics, readiness);
    }
    const admin = config.adminPort === 'metrics' ? operator : http;
    if (config.adminToken !== undefined && admin) {
      addAdminRoutes(admin, app, config.adminToken);
    }
    if (config.dashboard && http) {
      addDashboard(http, app);
    }
    for (const server of new Set([http, operator])) {
      if (server) {
        addAudit(server, app);
      }
    }
    if (http && problemOf) {
      refuseRequests(http, problemOf);
    }
    http?.events.on('response', (request) => {
      const served = servedRequest(request, config.trustProxy);
      onRequest?.(served);
      const { key: keyId, request_id: requestId, method, path, status, ms, error, ip } = served;
      const { caller } = request.app;
      if (caller && keyId !== null) {
        const at = request.info.received * 1_000;
        const { id: accountId } = caller.account;
        app.requestLog.note({ accountId, keyId, at, requestId, method, path, status, ms, error, ip });
      }
    });
    await requireSecretKey(app);
    if (!store.isShared) {
      // Only one process uses the database, so all leases in it belong to a process that has died.
      await store.transaction((tx) => tx.outbox.releaseAllLeases(app.monotonicNow()));
    }
    if (http) {
      await listen(http, 'WIGWAG_PORT');
      origin = originOf(http.info);
    }
    if (operator) {
      await listen(operator, 'WIGWAG_METRICS_PORT');
    }
  } catch (error) {
    await http?.stop();
    await app.outbound.close();
    throw error;
  }
  worker?.start();
  const listening = http;

  async function end(): Promise<void> {
    // Calls that the other side does not answer within the grace period are cut off. On a virtual clock, no timeout
    // would end them.
    const grace = setTimeout(() => void app.outbound.close(), STOP_GRACE);
    await Promise.all([listening?.stop(), worker?.stop()]);
    clearTimeout(grace);
    await app.outbound.close();
    await app.lastUses.close();
    await app.requestLog.close();
    await store.close();
    // The operator's tools are stopped last, so that they report the stop until it is complete.
    await operator?.stop();
    unlock();
  }

  return {
    app,
    get worker() {
      worker ??= createWorker(app);
      return worker;
    },
    origin: origin ?? app.publicUrl(),
    operatorOrigin: operator && originOf(operator.info),
    forget() {
      app.keyRates.clear();
      void listening?.app.tails.endAll();
      listening?.app.webRates.clear();
      app.pacer.clear();
      app.lastUses.clear();
      app.requestLog.clear();
      resetStamps();
    },
    async stop() {
      isStopping = true;
      let giveUp: NodeJS.Timeout | undefined;
      const late = new Promise<never>((_, reject) => {
        giveUp = setTimeout(() => {
          const error = new StopError(`in-flight work did not end within ${stopMilliseconds / 1_000} s`);
          app.log.fatal(
            { error },
            'the shutdown timed out; accepted work is in the database and continues at the next start',
          );
          reject(error);
        }, stopMilliseconds);
      });
      await Promise.race([end(), late]).finally(() => clearTimeout(giveUp));
    },
  };
}

import type { Server } from '@hapi/hapi';
import type { DestinationStream } from 'pino';
import { sqlitePathOf } from '../admin/backup.ts';
import { requireDatabaseNotMoved } from '../admin/moved-to-postgres.ts';
import type { App } from '../app.ts';
import { type Clock, realClock } from '../clock.ts';
import { originOf } from '../http/listener.ts';
import { createOperatorServer } from '../http/metrics-server.ts';
import { STOP_GRACE } from '../http/plugins/draining.ts';
import { createHttpServer } from '../http/server.ts';
import { type OpenOptions, prepareFolder } from '../store/drivers/database.ts';
import { workTopic } from '../store/drivers/signals.ts';
import { openStore, type Store } from '../store/index.ts';
import { createWorker, type Worker } from '../worker/worker.ts';
import type { Config } from './config.ts';
import { createApp } from './create-app.ts';
import { lockFile } from './lock.ts';
import { createLogger } from './log.ts';
import { createReadiness } from './readiness.ts';
import { requireSecretKey } from './secret-check.ts';

/** A server that runs. */
export interface RunningServer {
  app: App;
  worker: Worker;
  /** Scheme, host and port, without a slash at the end. */
  origin: string;
  /** Where /metrics is, when the configuration asks for it. */
  operatorOrigin: string | undefined;
  /** Forgets what was counted and given out of rates and times, and ends tails; `dev`'s reset needs it. */
  forget(): void;
  /**
   * Takes nothing new, ends what runs, closes the database. Nothing is lost.
   *
   * @throws {StopError} when that takes too long: whoever gets it ends the process, and nothing is lost then either
   */
  stop(): Promise<void>;
}

/** The address is in use or cannot be bound; the message says which, in one line. */
export class ListenError extends Error {
  override name = 'ListenError';
}

/** How long a stop takes at most, in milliseconds of real time: a database that hangs would hold it up for ever. */
const STOP_MILLISECONDS = 30_000;

/** What was in hand did not end in time when the server was told to stop: the process can only be ended. */
class StopError extends Error {
  override name = 'StopError';
}

/** A SQLite file is taken before it is migrated, so that nobody changes it under a server that runs. */
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

/** A statement takes milliseconds. What takes so long, of real time, hangs: then an error is a better answer than none. */
const ANSWER_MILLISECONDS = 15_000;

interface StartOptions {
  clock?: Clock;
  log?: DestinationStream;
  /** Of real time that a stop may take, for tests. */
  stopMilliseconds?: number;
  /** Of real time that PostgreSQL may take for a statement, for tests. */
  answerMilliseconds?: number;
  /** The content of a new SQLite database in memory, for tests (`OpenOptions`). */
  image?: Buffer | undefined;
  /** Other migrations than ours, for tests (`OpenOptions`). */
  source?: OpenOptions['source'];
}

/**
 * Opens the database, migrates it, and starts what `config.role` asks for: the HTTP side, the worker or both.
 *
 * @throws {ConfigError | DatabaseError | LockedError | MoveError | ListenError} when it cannot start; nothing is left running or open
 * then
 */
export async function startServer(config: Config, options: StartOptions = {}): Promise<RunningServer> {
  const unlock = lock(config);
  try {
    requireDatabaseNotMoved(config.databaseUrl);
    const { answerMilliseconds = ANSWER_MILLISECONDS } = options;
    const store = await openStore(config.databaseUrl, {
      answerMilliseconds,
      image: options.image,
      source: options.source,
      onMigrate: (migrations) =>
        createLogger(config, options.log).info(
          { migrations },
          'the schema is brought up to date; nothing is answered until it is, which may take long where there is much data',
        ),
      onWait: () =>
        createLogger(config, options.log).info('another process brings the schema up to date; this one waits for it'),
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
  { clock = realClock, log, stopMilliseconds = STOP_MILLISECONDS }: StartOptions,
): Promise<RunningServer> {
  let origin: string | undefined;
  let worker: Worker | undefined;
  const { app, resetStamps } = createApp(config, store, {
    clock,
    log,
    wake: (queue) => (config.role === 'api' ? store.signals.notify(workTopic(queue)) : worker?.wake(queue)),
    origin: () => origin,
  });
  worker = createWorker(app);
  if (config.unknownVariables.length > 0) {
    app.log.warn(
      { variables: config.unknownVariables },
      'variables are set that nothing reads, so they change nothing; docs/configuration.md lists all variables',
    );
  }
  let isStopping = false;
  const readiness = createReadiness({
    store,
    log: app.log,
    isStopping: () => isStopping,
    isWorking: config.role === 'api' ? undefined : worker.running,
  });
  let http: Server | undefined;
  let operator: Server | undefined;
  try {
    http = createHttpServer(app, readiness);
    if (config.metricsPort !== undefined) {
      operator = createOperatorServer(config.metricsPort, app.metrics, readiness);
    }
    await requireSecretKey(app);
    if (config.databaseUrl.startsWith('sqlite:')) {
      // One process works on a SQLite file: claims in it belong to one that died.
      await store.transaction((tx) => tx.outbox.releaseClaims(app.monotonicNow()));
    }
    if (config.role !== 'worker') {
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
  if (config.role !== 'api') {
    worker.start();
  }
  const running = worker;
  const listening = http;

  async function end(): Promise<void> {
    // What the other side does not answer within the grace is cut off: on a virtual clock no timeout would ever end it.
    const grace = setTimeout(() => void app.outbound.close(), STOP_GRACE);
    await Promise.all([listening.stop(), running.stop()]);
    clearTimeout(grace);
    await app.outbound.close();
    await store.close();
    // The operator's tools see that it stops until it has.
    await operator?.stop();
    unlock();
  }

  return {
    app,
    worker: running,
    origin: origin ?? app.publicUrl(),
    operatorOrigin: operator && originOf(operator.info),
    forget() {
      app.keyRates.clear();
      void listening.app.tails.endAll();
      listening.app.webRates.clear();
      app.pacer.clear();
      resetStamps();
    },
    async stop() {
      isStopping = true;
      let giveUp: NodeJS.Timeout | undefined;
      const late = new Promise<never>((_, reject) => {
        giveUp = setTimeout(() => {
          const error = new StopError(`what was in hand did not end within ${stopMilliseconds / 1_000} s`);
          app.log.fatal(
            { error },
            'the stop is given up; what was accepted is in the database and goes on at the next start',
          );
          reject(error);
        }, stopMilliseconds);
      });
      await Promise.race([end(), late]).finally(() => clearTimeout(giveUp));
    },
  };
}

import { createRequire } from 'node:module';
import type { Socket } from 'node:net';
import type pg from 'pg';
import { real } from './scheduler.ts';

const require = createRequire(import.meta.url);
/** The socket that `network.ts` replaces. */
const { Socket: RealSocket } = require('node:net') as typeof import('node:net');
const connect: (this: Socket, port: number, host: string) => Socket = RealSocket.prototype.connect;

/** Each simulator process has a PostgreSQL server and runs one simulation at a time. */
const DATABASE = 'simulation';
/**
 * What would act at times that no seed determines. Lock and statement timeouts are simulated; deadlocks must be found
 * before the next step.
 */
const SETTINGS = {
  autovacuum: 'off',
  deadlock_timeout: '1ms',
  jit: 'off',
  max_parallel_workers_per_gather: '0',
  max_parallel_maintenance_workers: '0',
};

type TableRow = Record<string, unknown>;

/** Resolves after this many milliseconds of real time. */
export const realPause = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => {
    real.setTimeout(resolve, milliseconds);
  });

/** The real PostgreSQL server of this process. Its connections are real: nothing in a simulation waits for them. */
export class PostgresServer {
  readonly #url: URL;
  #control: pg.Client | undefined;
  #database: pg.Client | undefined;

  constructor(url: string) {
    this.#url = new URL(url);
  }

  /** Returns a real connection to the server, on which nothing has been sent. */
  socket(): Socket {
    const socket = new RealSocket();
    socket.setNoDelay(true);
    return connect.call(socket, Number(this.#url.port), this.#url.hostname);
  }

  /** The URL of the simulated database, on a port of the simulated network. */
  urlOn(port: number): string {
    const { username, password } = this.#url;
    return `postgres://${username}:${password}@127.0.0.1:${port}/${DATABASE}`;
  }

  /** Returns a socket for pg, which calls `connect` on it. */
  #stream(): Socket {
    const socket = this.socket();
    realStreams.add(socket);
    return Object.assign(socket, { connect: () => socket });
  }

  async #client(database: string): Promise<pg.Client> {
    const { Client } = require('pg') as typeof pg;
    const { username: user, password, hostname: host, port } = this.#url;
    const client = new Client({
      user,
      password,
      host,
      port: Number(port),
      database,
      pipeline: true,
      stream: () => this.#stream(),
    } as pg.ClientConfig);
    client.on('error', () => {});
    await client.connect();
    return client;
  }

  /** Creates an empty database for the next simulation. */
  async create(): Promise<void> {
    if (this.#control === undefined) {
      this.#control = await this.#client('postgres');
      for (const [name, value] of Object.entries(SETTINGS)) {
        await this.#control.query(`alter system set ${name} = '${value}'`);
      }
      await this.#control.query('select pg_reload_conf()');
      while ((await this.#query('show deadlock_timeout'))[0]?.deadlock_timeout !== SETTINGS.deadlock_timeout) {
        await realPause(10);
      }
    }
    await this.drop();
    await this.#query(`create database ${DATABASE} template template0 strategy file_copy`);
  }

  async drop(): Promise<void> {
    await this.#database?.end();
    this.#database = undefined;
    await this.#query(`drop database if exists ${DATABASE} with (force)`);
  }

  /** A connection to the database of the simulation that belongs to no simulated process. */
  async database(): Promise<pg.Client> {
    this.#database ??= await this.#client(DATABASE);
    return this.#database;
  }

  /** Locks these tables against writes, until `unlock`. Does nothing if a write is in progress. */
  async lock(tables: readonly string[]): Promise<void> {
    const database = await this.database();
    await database.query('begin');
    await database.query(`lock table ${tables.join(', ')} in share row exclusive mode nowait`).catch(() => {});
  }

  async unlock(): Promise<void> {
    await (await this.database()).query('rollback');
  }

  /** Returns all rows of all tables of the simulation. */
  async tables(): Promise<{ table: string; rows: TableRow[] }[]> {
    const database = await this.database();
    const { rows: tables } = await database.query(
      "select relname from pg_class where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace order by relname",
    );
    const all: { table: string; rows: TableRow[] }[] = [];
    for (const { relname } of tables) {
      all.push({ table: relname, rows: (await database.query(`select * from "${relname}"`)).rows });
    }
    return all;
  }

  async #query(sql: string, values: unknown[] = []): Promise<TableRow[]> {
    const { rows } = await (this.#control as pg.Client).query(sql, values);
    return rows as TableRow[];
  }

  /** Cancels the running statement of a server process. */
  async cancel(processId: number): Promise<void> {
    await this.#query('select pg_cancel_backend($1)', [processId]);
  }

  /** Sends a signal of the operating system to a server process. */
  signal(processId: number, signal: 'SIGSTOP' | 'SIGCONT'): void {
    try {
      process.kill(processId, signal);
    } catch {
      // It has ended.
    }
  }

  /** Asks server processes to end, which they do as soon as they run. */
  async end(processIds: readonly number[]): Promise<void> {
    await this.#query('select pg_terminate_backend(pid) from unnest($1::integer[]) as pid', [processIds]);
  }

  /** Ends a server process and waits until it has released its locks. */
  async terminate(processId: number): Promise<void> {
    await this.end([processId]);
    while ((await this.#query('select 1 from pg_stat_activity where pid = $1', [processId])).length > 0) {
      await realPause(1);
    }
  }

  /** Returns the server processes that wait for a lock, and those that they wait for. */
  async waiting(): Promise<Map<number, readonly number[]>> {
    const rows = await this.#query(
      'select pid, pg_blocking_pids(pid) as blockers from (select distinct pid from pg_locks where not granted) as waiting',
    );
    return new Map(rows.map(({ pid, blockers }) => [pid as number, blockers as number[]]));
  }
}

/** The streams of pg that lead to the real server. */
const realStreams = new WeakSet<object>();

/** Returns whether a stream of pg leads to the real server. */
export const isReal = (stream: object): boolean => realStreams.has(stream);

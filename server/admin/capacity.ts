import { CONNECTIONS_PER_PROCESS } from '../engine/drivers/connect.ts';

/** Measured by `npm run lab -- footprint`: bytes with indexes, each with the message's three statuses and deliveries. */
const BYTES = {
  sqlite: { kept: 5_300, events: 1_600 },
  postgres: { kept: 6_900, events: 1_700 },
};
/** How long they stay, in days. */
const KEPT_DAYS = { kept: 90, events: 7 };
/**
 * Measured by `npm run lab -- footprint`: statements from the request to the last webhook, if messages come one by one.
 * With 20 at once, they share statements, and a message takes a fifth of it.
 */
const STATEMENTS = 50;
/** An assumption: statements per second of a core of a database server. */
const STATEMENTS_PER_CORE = 10_000;
/** An assumption: the time of a core per message in each kind of process, in milliseconds. */
const CORE_MILLISECONDS = { api: 4, worker: 8 };
/** The share of each core that may be in use at the peak. */
const IN_USE = 0.6;
/** An assumption: the largest peak for SQLite, in messages per second. One process does all work of a message. */
const SQLITE_PEAK = 20;
/** Cores of the largest database server that docs/capacity.md recommends. */
const LARGEST_SERVER = 16;
const WHATSAPP_NUMBER_RATE = 80;
const DAY_SECONDS = 86_400;

/** What an installation needs, calculated from measured figures per message and from assumptions. */
export interface CapacityEstimate {
  messages_per_second: number;
  peak_per_second: number;
  setup: 'SQLite, one process' | 'PostgreSQL, one server' | 'PostgreSQL, several servers';
  statements_per_second: number;
  database_cores: number;
  api_processes: number;
  worker_processes: number;
  database_connections: number;
  whatsapp_numbers: number;
  /** The size of the database when rows begin to expire, in gigabytes. */
  storage_gb: number;
}

/**
 * Estimates what an installation needs.
 *
 * @param messagesPerDay sent messages, each with three statuses and three webhook deliveries
 * @param peak how many times the average the busiest second is
 */
export function estimateCapacity({ messagesPerDay, peak }: { messagesPerDay: number; peak: number }): CapacityEstimate {
  const average = messagesPerDay / DAY_SECONDS;
  const atPeak = average * peak;
  const isSqlite = atPeak <= SQLITE_PEAK;
  const bytes = BYTES[isSqlite ? 'sqlite' : 'postgres'];
  const stored = messagesPerDay * (bytes.kept * KEPT_DAYS.kept + bytes.events * KEPT_DAYS.events);
  const processes = (milliseconds: number) => Math.max(2, Math.ceil((atPeak * milliseconds) / 1_000 / IN_USE));
  const [api, worker] = isSqlite ? [0, 0] : [processes(CORE_MILLISECONDS.api), processes(CORE_MILLISECONDS.worker)];
  const cores = Math.max(1, Math.ceil((atPeak * STATEMENTS) / STATEMENTS_PER_CORE / IN_USE));
  return {
    messages_per_second: rounded(average),
    peak_per_second: rounded(atPeak),
    setup: isSqlite
      ? 'SQLite, one process'
      : cores <= LARGEST_SERVER
        ? 'PostgreSQL, one server'
        : 'PostgreSQL, several servers',
    statements_per_second: Math.round(atPeak * STATEMENTS),
    database_cores: isSqlite ? 0 : cores,
    api_processes: api,
    worker_processes: worker,
    // The last process is `wigwag admin`, which does not listen.
    database_connections: isSqlite ? 0 : (api + worker + 1) * CONNECTIONS_PER_PROCESS - 1,
    whatsapp_numbers: Math.max(1, Math.ceil(atPeak / WHATSAPP_NUMBER_RATE)),
    storage_gb: rounded(stored / 1e9),
  };
}

const rounded = (value: number): number => Number(value.toPrecision(3));

import { createRequire } from 'node:module';
import { currentNetwork } from './network.ts';
import { currentGate } from './postgres.ts';
import { isReal } from './postgres-server.ts';

const require = createRequire(import.meta.url);

/** The clock of PostgreSQL, as `workers.ts` reads it. */
const DATABASE_CLOCK = '(extract(epoch from clock_timestamp()) * 1000000)::bigint';

interface QueryConfig {
  text: string;
  name?: string;
}

/** Connects pg to the simulated network, and replaces what would differ between two runs. */
export function installPostgres(): void {
  const Connection = require('pg/lib/connection.js') as { prototype: { connect(port: number, host: string): unknown } };
  const { Client } = require('pg') as { Client: { prototype: { query(...values: unknown[]): unknown } } };
  const { connect } = Connection.prototype;
  Connection.prototype.connect = function simulated(this: { stream: object }, port: number, host: string) {
    if (!isReal(this.stream)) {
      const socket = currentNetwork().connect(port);
      this.stream = Object.assign(socket, { connect: () => socket, isOpaque: true });
    }
    return connect.call(this, port, host);
  };
  const { query } = Client.prototype;
  // Knex counts the savepoints of a process. PostgreSQL uses the last one of a name, so one name is enough.
  const fixed = (sql: string) => sql.replace(/\btrx\d+\b/g, 'trx');
  Client.prototype.query = function simulated(config: unknown, ...others: unknown[]) {
    const gate = currentGate();
    if (typeof config === 'string' || gate === undefined) {
      return query.call(this, config, ...others);
    }
    const { name, ...given } = config as QueryConfig;
    const text = fixed(given.text);
    // The simulation cannot move PostgreSQL's clock. The time is part of the text, so the statement has no name.
    const now = text.replaceAll(DATABASE_CLOCK, () => String(gate.faults.now));
    const isNamed = name !== undefined && now === text;
    return query.call(this, { ...given, text: now, ...(isNamed && { name }) }, ...others);
  };
}

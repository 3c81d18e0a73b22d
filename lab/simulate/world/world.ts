import type { Administrator } from './administrator.ts';
import type { Client } from './client.ts';
import type { FaultyDatabase } from './faulty-database.ts';
import type { FaultyPostgres } from './faulty-postgres.ts';
import type { SimulatedInstallation } from './installation.ts';
import type { Meta } from './meta.ts';
import type { SimulatedOperator } from './operator.ts';
import type { SimulatedReceiver } from './receiver.ts';
import type { SimulatedVisitor } from './visitor.ts';
import type { NetworkWeather } from './weather.ts';

/** The parts of the simulation that acts use and disturb. */
export interface SimulatedWorld {
  meta: Meta;
  installation: SimulatedInstallation;
  operator: SimulatedOperator;
  administrator: Administrator;
  disk: FaultyDatabase;
  /** Undefined on SQLite. */
  postgres: FaultyPostgres | undefined;
  weather: NetworkWeather;
  /** Returns the client program of an account. */
  client(account: number): Client;
  /** Returns a visitor of the web chat of an account. */
  visitor(account: number, number: number): SimulatedVisitor;
  /** Returns the webhook endpoint of an account. */
  receiver(account: number): SimulatedReceiver;
  /** Returns the id of the agent of an account. */
  agent(account: number): number;
  /** Returns the id of the last message that an account has sent, if any. */
  messageOf(account: number): string | undefined;
  /** Resolves after so many microseconds. */
  pause(microseconds: number): Promise<void>;
  /** Sends a few messages, so that a fault has something to disturb. */
  someLoad(messages: number): Promise<void>;
}

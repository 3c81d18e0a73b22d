import type { Random } from '../testing/random.ts';

/** A kill of a server that starts. */
export interface StartKill {
  server: string;
  /** The number of the statement at which the process dies. */
  statement: number;
  isAfter: boolean;
}

/** How the servers start for the first time. */
export interface FirstStart {
  /** Whether they start at the same time instead of one after another. */
  isAtOnce: boolean;
  kills: StartKill[];
  /** How far the clock of the database is ahead, in seconds; heartbeats use it. */
  databaseAhead: number;
}

/** The first start takes about this many statements. A start that runs one migration takes fewer. */
const START_STATEMENTS = 120;
const UPGRADE_STATEMENTS = 60;
const MAX_AHEAD = 300;

const chooseKills = (random: Random, servers: readonly string[], count: number, statements: number): StartKill[] =>
  Array.from({ length: count }, () => ({
    server: servers[random.below(servers.length)] as string,
    statement: 1 + random.below(statements),
    isAfter: random.below(2) === 0,
  }));

/** Chooses where servers die while they upgrade the database. */
export const chooseUpgradeKills = (random: Random, servers: readonly string[]): StartKill[] =>
  chooseKills(random, servers, random.below(4), UPGRADE_STATEMENTS);

/** Chooses how the servers start. */
export function chooseStart(random: Random, servers: readonly string[]): FirstStart {
  const isDisturbed = random.below(3) === 0;
  return {
    isAtOnce: random.below(2) === 0,
    kills: chooseKills(random, servers, isDisturbed ? 1 + random.below(4) : 0, START_STATEMENTS),
    databaseAhead: random.below(2) === 0 ? 0 : random.below(2 * MAX_AHEAD) - MAX_AHEAD,
  };
}

import type { Random } from '../testing/random.ts';

/** A kill of a server that starts on a new database. */
interface StartKill {
  server: string;
  /** The statement of the process at which it dies. */
  statement: number;
  isAfter: boolean;
}

/** How the servers start for the first time. */
export interface FirstStart {
  /** Whether they start at once, and not one after the other. */
  isAtOnce: boolean;
  kills: StartKill[];
  /** How far the clock of the database is ahead, in seconds; heartbeats use it. */
  databaseAhead: number;
}

/** The first start takes about this many statements. */
const START_STATEMENTS = 120;
const MOST_AHEAD = 300;

/** Chooses how the servers start. */
export function chooseStart(random: Random, servers: readonly string[]): FirstStart {
  const isDisturbed = random.below(3) === 0;
  return {
    isAtOnce: random.below(2) === 0,
    kills: Array.from({ length: isDisturbed ? 1 + random.below(4) : 0 }, () => ({
      server: servers[random.below(servers.length)] as string,
      statement: 1 + random.below(START_STATEMENTS),
      isAfter: random.below(2) === 0,
    })),
    databaseAhead: random.below(2) === 0 ? 0 : random.below(2 * MOST_AHEAD) - MOST_AHEAD,
  };
}

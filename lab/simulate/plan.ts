import { readFileSync } from 'node:fs';
import { createRandom } from '../testing/random.ts';
import type { DatabaseKind, Size } from './act.ts';
import { ACTS } from './acts.ts';
import { chooseStart, type FirstStart } from './first-start.ts';

export const DAY = 24 * 60 * 60 * 1_000_000;

/** An act and its time. */
export interface Happening {
  /** Microseconds since the start. */
  at: number;
  act: string;
  details: unknown;
}

/** Everything that a simulation decides in advance. */
export interface SimulationPlan {
  seed: number;
  days: number;
  topology: Topology;
  size: Size;
  happenings: Happening[];
  /** @default one after another, without kills */
  start?: FirstStart;
}

/** The processes on one database: a SQLite file has one server, unless the simulation shares it. */
export type Topology = 'one' | 'several' | 'postgres';

const SERVERS: Record<Topology, readonly string[]> = {
  one: ['server'],
  several: ['api 1', 'worker 1', 'worker 2'],
  postgres: ['api 1', 'api 2', 'worker 1', 'worker 2'],
};

/** Reads the plan that a failure wrote to a file. @param fail is called with what is wrong, and does not return */
export function readPlan(file: string, fail: (message: string) => never): SimulationPlan {
  let plan: SimulationPlan;
  try {
    plan = JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    return fail(`--plan cannot read ${file}: ${(error as Error).message}`);
  }
  if (!(plan?.topology in SERVERS && Array.isArray(plan.happenings))) {
    return fail(`--plan needs a file that a failure wrote, such as simulation-plan.json; ${file} is none`);
  }
  const unknown = plan.happenings.find(({ act }) => !(act in ACTS));
  return unknown === undefined ? plan : fail(`--plan: ${file} contains the unknown act "${unknown.act}"`);
}

/** Returns the plan of a seed. */
export function makePlan(seed: number, days: number, database: DatabaseKind = 'sqlite'): SimulationPlan {
  const random = createRandom(seed);
  const onSqlite: Topology = random.below(4) === 0 ? 'several' : 'one';
  const topology = database === 'postgres' ? database : onSqlite;
  const size: Size = { accounts: 2 + random.below(2), people: 3 + random.below(4), servers: SERVERS[topology] };
  const happenings: Happening[] = [];
  for (const [name, { perDay, choose, only = database }] of Object.entries(ACTS)) {
    if (only !== database) {
      continue;
    }
    // The fraction is the probability of one more act.
    const wanted = perDay * days;
    const count = Math.floor(wanted) + (random.next() < wanted % 1 ? 1 : 0);
    for (let index = 0; index < count; index += 1) {
      happenings.push({ at: Math.floor(random.next() * days * DAY), act: name, details: choose(random, size) });
    }
  }
  happenings.sort((left, right) => left.at - right.at);
  return { seed, days, topology, size, happenings, start: chooseStart(random, size.servers) };
}

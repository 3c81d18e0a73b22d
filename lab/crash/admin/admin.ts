import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createRandom, type Random } from '../../testing/random.ts';
import { startPostgres } from '../../testing/start-postgres.ts';
import type { CommandAttempt, Scenario } from './attempt.ts';
import { type CommandResult, type KillMoment, momentOf, runCommand } from './command.ts';
import { erasing } from './kill-erase.ts';
import { moving } from './kill-move.ts';
import { restoring } from './kill-restore.ts';
import { rotating } from './kill-rotate.ts';
import { prepare } from './prepared.ts';

/** The probability that a command that resumes after a kill is killed again. */
const AGAIN = 0.25;

/** The result of one command. */
interface Tally {
  kills: number;
  /** Its duration and result without a kill. */
  undisturbed: { milliseconds: number; file: number; statement: number };
  /** How it was killed, and the state found after that. */
  moments: Record<string, number>;
  found: Record<string, number>;
  problems: string[];
}

interface AdminOptions {
  folder: string;
  log: string;
  kills: number;
  seed: number;
  /** Whether to use fewer rows. */
  quick: boolean;
  /** A PostgreSQL server for the databases. @default a new one */
  postgresUrl: string | undefined;
  progress(text: string): void;
}

/** Kills each command that changes a whole database this many times, and checks the resulting state. */
export async function killCommands(options: AdminOptions): Promise<Record<string, Tally>> {
  const { folder, log, kills, seed, quick, progress } = options;
  const [prepared, postgres] = await Promise.all([
    prepare(folder, log, { seed, quick }),
    options.postgresUrl === undefined ? startPostgres() : undefined,
  ]);
  try {
    const scenarios = {
      restore: await restoring(prepared),
      'move-database': await moving(prepared, postgres?.url ?? (options.postgresUrl as string)),
      'secrets rotate': await rotating(prepared),
      'people erase': await erasing(prepared),
    };
    const tallies = Object.entries(scenarios).map(async ([name, scenario], index) => {
      const tally = await killOften(name, scenario, { folder, kills, random: createRandom(seed + index), progress });
      progress(`${name}: ${JSON.stringify(tally)}`);
      return [name, tally] as const;
    });
    return Object.fromEntries(await Promise.all(tallies));
  } finally {
    await postgres?.stop();
  }
}

async function killOften(
  name: string,
  scenario: Scenario,
  { folder, kills, random, progress }: Pick<AdminOptions, 'folder' | 'kills' | 'progress'> & { random: Random },
): Promise<Tally> {
  /** @throws a description of the fault */
  async function attempt<T>(run: (one: CommandAttempt, place: string) => Promise<T>): Promise<T> {
    const place = mkdtempSync(join(folder, 'attempt-'));
    const one = await scenario(place);
    try {
      return await run(one, place);
    } finally {
      await one.close?.();
      rmSync(place, { recursive: true });
    }
  }

  const whole = await attempt(async (one, place) => {
    const ended = await runCommand(one.args, { env: one.env, folder: place });
    await one.afterEnd(ended);
    return ended;
  });
  const { file = 0, statement = 0 } = whole.steps ?? {};
  const tally: Tally = {
    kills: 0,
    undisturbed: { milliseconds: Math.round(whole.milliseconds), file, statement },
    moments: {},
    found: {},
    problems: [],
  };
  const tell = (counts: Record<string, number>, what: string) => {
    counts[what] = (counts[what] ?? 0) + 1;
  };
  while (tally.kills < kills) {
    const moments: KillMoment[] = [];
    await attempt(async (one, place) => {
      let ended: CommandResult;
      do {
        const moment = momentOf(random, whole);
        moments.push(moment);
        ended = await runCommand(one.args, { env: one.env, folder: place, moment });
        if (ended.wasKilled) {
          tally.kills += 1;
          tell(tally.moments, moment.kind);
          tell(tally.found, await one.afterKill());
          if (tally.kills % 10 === 0) {
            progress(`${name}: ${JSON.stringify(tally)}`);
          }
        }
      } while (ended.wasKilled && random.next() < AGAIN);
      await one.afterEnd(ended.wasKilled ? await runCommand(one.args, { env: one.env, folder: place }) : ended);
    }).catch((error: Error) => {
      tally.problems.push(`${error.message} after kills at ${JSON.stringify(moments)}`);
    });
  }
  return tally;
}

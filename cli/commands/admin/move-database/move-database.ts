import { admin, realClock } from '@wigwag/server';
import { requireConfirmation } from '../../../output/confirm.ts';
import { ProgressLine } from '../../../output/progress-line.ts';
import { UsageError } from '../../../program/errors.ts';
import { type Output, printer } from '../database.ts';

/** `wigwag admin move-database`: moves a stopped installation from SQLite to PostgreSQL. */
export async function move(
  flags: Output & { from: string; to?: string; yes?: boolean; dryRun?: boolean },
): Promise<void> {
  const { from, dryRun } = flags;
  const to = flags.to ?? process.env.WIGWAG_DATABASE_URL;
  if (!to) {
    throw new UsageError('give --to, or set WIGWAG_DATABASE_URL to the PostgreSQL database to move to');
  }
  if (!dryRun) {
    await requireConfirmation(`Move everything from ${from} into the PostgreSQL database?`, {
      yes: flags.yes,
      unchanged: 'nothing was moved',
      hint: 'add --yes to move without confirmation, or --dry-run to only count the rows',
    });
  }
  let progress: ProgressLine | undefined;
  let done = 0;
  let current = '';
  let ofCurrent = 0;
  const { tables, kept } = await admin
    .moveDatabase(from, to, {
      now: realClock.now() * 1000,
      dryRun,
      onTotal(rows) {
        progress = new ProgressLine(rows, { quiet: flags.json ?? false });
      },
      onRows(table, rows) {
        done += rows - (table === current ? ofCurrent : 0);
        [current, ofCurrent] = [table, rows];
        progress?.at(done);
      },
    })
    .finally(() => progress?.clear());
  const printNext = printer(flags);
  for (const { table, rows, ...more } of tables) {
    printNext({ table, rows, ...more });
  }
  if (kept !== undefined) {
    process.stderr.write(`All rows were moved. The SQLite file is now ${kept}; do not start a server on it again.\n`);
  }
}

import { admin, realClock } from '@wigwag/server';
import { requireConfirmation } from '../../../output/confirm.ts';
import type { CommandContext } from '../../../program/context/context.ts';
import { UsageError } from '../../../program/errors/errors.ts';
import { requireDirect } from '../database.ts';

/** `wigwag admin move-database`: moves a stopped installation from SQLite to PostgreSQL. */
export async function move(
  context: CommandContext,
  flags: { from: string; to?: string; yes?: boolean; dryRun?: boolean },
): Promise<void> {
  requireDirect();
  const { from, dryRun } = flags;
  const to = flags.to ?? (process.env.WIGWAG_DATABASE_DIRECT_URL || process.env.WIGWAG_DATABASE_URL);
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
  let progress: ReturnType<CommandContext['progress']> | undefined;
  let done = 0;
  let current = '';
  let ofCurrent = 0;
  const { tables, kept } = await admin
    .moveDatabase(from, to, {
      now: realClock.now() * 1000,
      dryRun,
      onTotal(rows) {
        progress = context.progress(rows);
      },
      onRows(table, rows) {
        done += rows - (table === current ? ofCurrent : 0);
        [current, ofCurrent] = [table, rows];
        progress?.at(done);
      },
    })
    .finally(() => progress?.clear());
  await context.output.list(tables, ['table', 'rows', ...(dryRun ? [] : ['sha256'])]);
  if (kept !== undefined) {
    context.say(`All rows were moved. The SQLite file is now ${kept}; do not start a server on it again.`);
  }
}

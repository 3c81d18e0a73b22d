import { admin, readConfig } from '@wigwag/server';
import { requireConfirmation } from '../../../output/confirm.ts';
import { bytesOf } from '../../../output/progress-line.ts';
import type { CommandContext } from '../../../program/context/context.ts';
import { requireDatabase, requireDirect, withAdmin } from '../database.ts';

/** SQLite's page size; progress is shown in bytes. */
const PAGE_BYTES = 4_096;

/** Draws a progress bar of the copied pages once the total is known. */
function pageProgress(context: CommandContext): { onPages(done: number, total: number): void; clear(): void } {
  let progress: ReturnType<CommandContext['progress']> | undefined;
  return {
    onPages(done, total) {
      progress ??= context.progress(total, (pages) => bytesOf(pages * PAGE_BYTES));
      progress.at(done);
    },
    clear: () => progress?.clear(),
  };
}

/** `wigwag admin backup`: writes a full copy of the database while the server runs. */
export async function backUpDatabase(context: CommandContext, file: string): Promise<void> {
  requireDirect();
  const config = readConfig(process.env);
  requireDatabase(config);
  const { onPages, clear } = pageProgress(context);
  const bytes = await admin.backUp(config, file, onPages).finally(clear);
  await context.output.record({ file, bytes });
}

interface RestoreFlags {
  yes?: boolean;
  dryRun?: boolean;
  keepSends?: boolean;
}

/** `wigwag admin restore`: replaces the database with a backup and keeps the old one. */
export async function restoreDatabase(context: CommandContext, file: string, flags: RestoreFlags): Promise<void> {
  requireDirect();
  const config = readConfig(process.env);
  const target = admin.sqlitePathOf(config.databaseUrl);
  if (!flags.dryRun && target !== undefined) {
    await requireConfirmation(`Replace ${target} with ${file}?`, {
      yes: flags.yes,
      unchanged: 'nothing was restored',
      hint: 'add --yes to restore without confirmation, or --dry-run to only check the backup',
    });
  }
  const { onPages, clear } = pageProgress(context);
  const { kept, heldBack } = await admin.restore(config, file, { ...flags, onPages }).finally(clear);
  await context.output.record({
    restored: !flags.dryRun,
    database: target,
    kept_aside: kept ?? null,
    sends_held_back: heldBack.messages,
    campaigns_stopped: heldBack.campaigns,
  });
  if (flags.dryRun) {
    context.say(`${file} can be restored: it is intact, not newer than this version, and opens with this secret key`);
  }
}

/** `wigwag admin hold-sends`: keeps a database that another program restored from sending its queued messages again. */
export async function holdSends(context: CommandContext, { yes }: { yes?: boolean }): Promise<void> {
  await withAdmin(async (app) => {
    await requireConfirmation('Hold back all queued messages, and stop all campaigns and flow runs?', {
      yes,
      unchanged: 'nothing was changed',
      hint: 'add --yes to continue without confirmation',
    });
    const { messages, campaigns } = await admin.holdSends(app);
    await context.output.record({ sends_held_back: messages, campaigns_stopped: campaigns });
  });
}

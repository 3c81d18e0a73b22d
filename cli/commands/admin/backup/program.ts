import type { Command } from 'commander';
import { jsonOption } from '../../../program/options.ts';

const loadBackup = () => import('./backup.ts');
type Backup = Awaited<ReturnType<typeof loadBackup>>;

/** `wigwag admin backup` and `restore`. */
export function addBackupCommands(admin: Command): void {
  admin
    .command('backup')
    .description('write a full copy of a SQLite database to a file while the server runs')
    .argument('<file>', 'a new file; it appears only after the backup is complete and checked')
    .addOption(jsonOption())
    .addHelpText(
      'after',
      `
For PostgreSQL use pg_dump: pg_dump --format=custom --file=FILE service=wigwag, with the service wigwag in ~/.pg_service.conf

Examples:
  $ wigwag admin backup wigwag-$(date +%F).db
  $ wigwag admin backup /backups/wigwag.db --json`,
    )
    .action(async (file: string, flags: Parameters<Backup['backUpDatabase']>[1]) =>
      (await loadBackup()).backUpDatabase(file, flags),
    );
  admin
    .command('restore')
    .description(
      'replace the SQLite database of a stopped server with a backup; the old file is kept under another name',
    )
    .argument('<file>', 'a file written by `admin backup`')
    .option('--yes', 'do not ask for confirmation')
    .option('--dry-run', 'only check the backup')
    .option(
      '--keep-sends',
      'also send what was queued in the backup; by default it is not sent, because it may have been sent since',
    )
    .addOption(jsonOption())
    .addHelpText(
      'after',
      `
For PostgreSQL use pg_restore: pg_restore --clean --if-exists --dbname=service=wigwag FILE

Examples:
  $ wigwag admin restore wigwag-2026-11-21.db --dry-run
  $ wigwag admin restore wigwag-2026-11-21.db --yes`,
    )
    .action(async (file: string, flags: Parameters<Backup['restoreDatabase']>[1]) =>
      (await loadBackup()).restoreDatabase(file, flags),
    );
}

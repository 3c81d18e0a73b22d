import type { Command } from 'commander';
import { localCommand, runs } from '../../../program/options/frame.ts';

const load = () => import('./backup.ts');

/** `wigwag admin backup`, `restore` and `hold-sends`. */
export function addBackupCommands(admin: Command): void {
  localCommand(
    admin
      .command('backup')
      .description('write a full copy of a SQLite database to a file while the server runs')
      .argument('<file>', 'a new file; it appears only after the backup is complete and checked')
      .addHelpText(
        'after',
        '\nFor PostgreSQL use pg_dump: pg_dump --format=custom --file=FILE service=wigwag, with the service wigwag in ~/.pg_service.conf',
      ),
    'wigwag admin backup wigwag-$(date +%F).db',
    'wigwag admin backup /backups/wigwag.db --json',
  ).action(runs(load, 'backUpDatabase'));
  localCommand(
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
      .addHelpText(
        'after',
        '\nFor PostgreSQL use pg_restore: pg_restore --clean --if-exists --dbname=service=wigwag FILE\nThen run `wigwag admin hold-sends` before the servers start.',
      ),
    'wigwag admin restore wigwag-2026-11-21.db --dry-run',
    'wigwag admin restore wigwag-2026-11-21.db --yes',
  ).action(runs(load, 'restoreDatabase'));
  localCommand(
    admin
      .command('hold-sends')
      .description(
        'after a restore of PostgreSQL and before the servers start: do not send again what was queued, and stop campaigns and flow runs',
      )
      .option('--yes', 'do not ask for confirmation')
      .addHelpText(
        'after',
        '\nMessages that were queued in the backup may have been sent since. They fail as unconfirmed after 15 minutes unless a callback proves that they were sent. `admin restore` does the same for SQLite.',
      ),
    'wigwag admin hold-sends --yes',
  ).action(runs(load, 'holdSends'));
}

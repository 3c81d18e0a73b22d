import type { Command } from 'commander';
import { localCommand, runs } from '../../../program/options/frame.ts';
import { databaseUrl } from '../../../program/options/options.ts';

/** `wigwag admin move-database`. */
export function addMoveCommand(admin: Command): void {
  localCommand(
    admin
      .command('move-database')
      .description('move everything from the SQLite file of a stopped server to an empty PostgreSQL database')
      .requiredOption('--from <url>', 'SQLite database to move, such as sqlite:/var/lib/wigwag/wigwag.db', databaseUrl)
      .option(
        '--to <url>',
        'empty PostgreSQL database, such as postgres://.. (default: WIGWAG_DATABASE_URL, which other users of the machine cannot see)',
        databaseUrl,
      )
      .option('--yes', 'do not ask for confirmation')
      .option('--dry-run', 'only count the rows')
      .addHelpText(
        'after',
        `
Moves all rows or none, and reads each one back to compare it. The SQLite file is kept under another name. After the move, start
the server with WIGWAG_DATABASE_URL=postgres://.. and the same WIGWAG_SECRET_KEY.`,
      ),
    'wigwag admin move-database --from sqlite:./wigwag.db --to postgres://wigwag@db/wigwag --dry-run',
    'WIGWAG_DATABASE_URL=postgres://.. wigwag admin move-database --from sqlite:./wigwag.db --yes',
  ).action(runs(() => import('./move-database.ts'), 'move'));
}

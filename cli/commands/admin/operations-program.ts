import type { Command } from 'commander';
import { accountOption, channelOption, databaseUrl, jsonOption } from '../../program/options.ts';

const loadBackup = () => import('./backup.ts');
const loadSecrets = () => import('./secrets.ts');
const loadMove = () => import('./move.ts');
const loadPeople = () => import('./people.ts');
type Backup = Awaited<ReturnType<typeof loadBackup>>;

/** `wigwag admin backup` and `restore`. */
export function addBackupCommands(admin: Command): void {
  admin
    .command('backup')
    .description('write a full copy of a SQLite database to a file while the server runs')
    .argument('<file>', 'a new file; it appears only when the backup is complete and checked')
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
      'replace a SQLite database, whose server is stopped, with a backup; keep the old file under another name',
    )
    .argument('<file>', 'a file written by `admin backup`')
    .option('--yes', 'do not ask for confirmation')
    .option('--dry-run', 'only check the backup')
    .option(
      '--keep-sends',
      'send what was queued; by default it is not sent, because it may have left after the backup was made',
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

/** `wigwag admin secrets`: the key that encrypts tokens and secrets at rest. */
export function addSecretCommands(admin: Command): void {
  admin
    .command('secrets')
    .description('the key that encrypts tokens and secrets in the database')
    .command('rotate')
    .description('encrypt everything again: from WIGWAG_SECRET_KEY_PREVIOUS to WIGWAG_SECRET_KEY')
    .option('--yes', 'do not ask; all servers already run with both keys')
    .option('--dry-run', 'only count the secrets')
    .addOption(jsonOption())
    .addHelpText(
      'after',
      `
First restart every server with both variables set. If the command is interrupted, run it again to resume.

Examples:
  $ WIGWAG_SECRET_KEY=$NEW WIGWAG_SECRET_KEY_PREVIOUS=$OLD wigwag admin secrets rotate --dry-run
  $ WIGWAG_SECRET_KEY=$NEW WIGWAG_SECRET_KEY_PREVIOUS=$OLD wigwag admin secrets rotate --yes`,
    )
    .action(async (flags: Parameters<Awaited<ReturnType<typeof loadSecrets>>['rotate']>[0]) =>
      (await loadSecrets()).rotate(flags),
    );
}

/** `wigwag admin move-database`. */
export function addMoveCommand(admin: Command): void {
  admin
    .command('move-database')
    .description('move everything from a SQLite file, whose server is stopped, to an empty PostgreSQL database')
    .requiredOption('--from <url>', 'such as sqlite:/var/lib/wigwag/wigwag.db', databaseUrl)
    .option(
      '--to <url>',
      'such as postgres://..; default: WIGWAG_DATABASE_URL, which other users of the machine cannot see',
      databaseUrl,
    )
    .option('--yes', 'do not ask for confirmation')
    .option('--dry-run', 'only count the rows')
    .addOption(jsonOption())
    .addHelpText(
      'after',
      `
Moves all rows or none, and reads each one back to compare it. The SQLite file is kept under another name. Then start the server
with WIGWAG_DATABASE_URL=postgres://.. and the same WIGWAG_SECRET_KEY.

Examples:
  $ wigwag admin move-database --from sqlite:./wigwag.db --to postgres://wigwag@db/wigwag --dry-run
  $ WIGWAG_DATABASE_URL=postgres://.. wigwag admin move-database --from sqlite:./wigwag.db --yes`,
    )
    .action(async (flags: Parameters<Awaited<ReturnType<typeof loadMove>>['move']>[0]) =>
      (await loadMove()).move(flags),
    );
}

const PERSON = 'a phone number in any format, or the id of a person on a channel';

/** `wigwag admin people`: answers a person's request for a copy or erasure of their data. */
export function addPeopleCommands(admin: Command): void {
  type People = Awaited<ReturnType<typeof loadPeople>>;
  const people = admin.command('people').description('export or erase the stored data of one person');
  people
    .command('export')
    .description('print everything that is stored about one person as JSON')
    .argument('<phone-or-id>', PERSON)
    .addOption(accountOption())
    .addOption(channelOption('only data on this channel'))
    .option('--output <file>', 'a new file; - writes to stdout', '-')
    .addHelpText(
      'after',
      `
Examples:
  $ wigwag admin people export "+90 555 111 22 33" --account 1 --output ada.json
  $ wigwag admin people export 1784140012345 --account 1 --channel instagram`,
    )
    .action(async (text: string, flags: Parameters<People['exportOne']>[1]) =>
      (await loadPeople()).exportOne(text, flags),
    );
  people
    .command('erase')
    .description('erase everything that identifies one person; reports keep only counts of the messages')
    .argument('<phone-or-id>', PERSON)
    .addOption(accountOption())
    .addOption(channelOption('only data on this channel'))
    .option('--yes', 'do not ask for confirmation')
    .option('--dry-run', 'only count')
    .addOption(jsonOption())
    .addHelpText(
      'after',
      `
Works while a server runs. Cancels messages queued for the person. Also removes the person from the opt-out and block lists, so
remove them from your own lists. If something cannot be erased yet, the command says why and exits with 1: run it again later.

Examples:
  $ wigwag admin people erase "+90 555 111 22 33" --account 1 --dry-run
  $ wigwag admin people erase "+90 555 111 22 33" --account 1 --yes`,
    )
    .action(async (text: string, flags: Parameters<People['eraseOne']>[1]) =>
      (await loadPeople()).eraseOne(text, flags),
    );
}

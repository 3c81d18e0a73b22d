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
    .description('write a whole copy of a SQLite database into a file, while the server runs')
    .argument('<file>', 'a new one; it is there once it is whole and checked')
    .addOption(jsonOption())
    .addHelpText(
      'after',
      `
PostgreSQL makes its own: pg_dump --format=custom --file=FILE service=wigwag, with the service wigwag in ~/.pg_service.conf

Examples:
  $ wigwag admin backup wigwag-$(date +%F).db
  $ wigwag admin backup /backups/wigwag.db --json`,
    )
    .action(async (file: string, flags: Parameters<Backup['backUpDatabase']>[1]) =>
      (await loadBackup()).backUpDatabase(file, flags),
    );
  admin
    .command('restore')
    .description('put a backup in the place of a SQLite database whose server is stopped; the old one is kept aside')
    .argument('<file>', 'what `admin backup` wrote')
    .option('--yes', 'do not ask')
    .option('--dry-run', 'only check the backup')
    .option(
      '--keep-sends',
      'send what was queued; without, it may have left since the backup was made, and is not sent again',
    )
    .addOption(jsonOption())
    .addHelpText(
      'after',
      `
PostgreSQL restores its own: pg_restore --clean --if-exists --dbname=service=wigwag FILE

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
    .description('encrypt everything anew with WIGWAG_SECRET_KEY that WIGWAG_SECRET_KEY_PREVIOUS encrypted')
    .option('--yes', 'do not ask; all servers run with both keys already')
    .option('--dry-run', 'only count')
    .addOption(jsonOption())
    .addHelpText(
      'after',
      `
First restart every server with both variables set. Broken off, it goes on when it is called again.

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
    .description('carry everything from a SQLite file, whose server is stopped, over to an empty PostgreSQL database')
    .requiredOption('--from <url>', 'as sqlite:/var/lib/wigwag/wigwag.db', databaseUrl)
    .option(
      '--to <url>',
      'as postgres://..; WIGWAG_DATABASE_URL without, which nobody else on the machine sees',
      databaseUrl,
    )
    .option('--yes', 'do not ask')
    .option('--dry-run', 'only count what there is')
    .addOption(jsonOption())
    .addHelpText(
      'after',
      `
All rows or none arrive; each is read back and compared. The SQLite file is kept under another name. The server then starts with
WIGWAG_DATABASE_URL=postgres://.. and the same WIGWAG_SECRET_KEY.

Examples:
  $ wigwag admin move-database --from sqlite:./wigwag.db --to postgres://wigwag@db/wigwag --dry-run
  $ WIGWAG_DATABASE_URL=postgres://.. wigwag admin move-database --from sqlite:./wigwag.db --yes`,
    )
    .action(async (flags: Parameters<Awaited<ReturnType<typeof loadMove>>['move']>[0]) =>
      (await loadMove()).move(flags),
    );
}

const PERSON = 'a phone number in any spelling, or the id of a person on a channel';

/** `wigwag admin people`: what one person may ask for. */
export function addPeopleCommands(admin: Command): void {
  type People = Awaited<ReturnType<typeof loadPeople>>;
  const people = admin.command('people').description('what is stored of one person: hand it out, erase it');
  people
    .command('export')
    .description('print everything that is stored of one person as JSON')
    .argument('<phone-or-id>', PERSON)
    .addOption(accountOption())
    .addOption(channelOption('only what is on this channel'))
    .option('--output <file>', 'a new file; - for stdout', '-')
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
    .description('erase everything that tells of one person; messages stay as mere numbers in reports')
    .argument('<phone-or-id>', PERSON)
    .addOption(accountOption())
    .addOption(channelOption('only what is on this channel'))
    .option('--yes', 'do not ask')
    .option('--dry-run', 'only count')
    .addOption(jsonOption())
    .addHelpText(
      'after',
      `
Runs beside a server. What is queued for the person is stopped; their entries on the opt-out and block lists go too, so take
them off your own lists as well. Ends with 1 when something is left, and says why: then call it again.

Examples:
  $ wigwag admin people erase "+90 555 111 22 33" --account 1 --dry-run
  $ wigwag admin people erase "+90 555 111 22 33" --account 1 --yes`,
    )
    .action(async (text: string, flags: Parameters<People['eraseOne']>[1]) =>
      (await loadPeople()).eraseOne(text, flags),
    );
}

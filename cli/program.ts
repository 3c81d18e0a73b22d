import { readFileSync } from 'node:fs';
import { Command, CommanderError, Option } from 'commander';
import { addAdminCommands } from './admin-program.ts';
import type { DevFlags } from './commands/dev.ts';
import type { ListenFlags } from './commands/listen.ts';
import type { MockFlags } from './commands/mock.ts';
import type { SendFlags } from './commands/send.ts';
import { addConformanceCommands } from './conformance-program.ts';
import { baseUrlOption, databaseUrl, port, seconds } from './options.ts';

const { version } = JSON.parse(readFileSync(new URL(import.meta.resolve('@wigwag/cli/package.json')), 'utf8')) as {
  version: string;
};

/** The command tree. Each command loads what it needs when it is called, so that `--help` stays quick. */
export function createProgram(): Command {
  const program = new Command('wigwag')
    .description('One API over WhatsApp, Instagram, Messenger and web chat: send, listen, run a server.')
    .version(version)
    .showHelpAfterError('(add --help for the options and examples)')
    // What stands behind a command is its own: `conformance` and `conformance matrix` both have --html.
    .enablePositionalOptions()
    .exitOverride();

  program
    .command('demo')
    .description('play one conversation with server, mock provider and webhooks on this machine')
    .addHelpText('after', '\nExample:\n  $ wigwag demo')
    .action(async () => (await import('./commands/demo.ts')).runDemo());

  program
    .command('dev')
    .description('start server, worker, mock provider and control port, with a demo account')
    .option('--host <address>', 'where the API listens (default 127.0.0.1)')
    .option('--port <port>', 'of the API; 0 for any free one', port, 3000)
    .option('--mock-port <port>', 'of the mock provider; 0 for any free one', port, 3001)
    .option('--control-port <port>', 'of the control protocol; 0 for any free one', port, 3002)
    .option('--data <folder>', 'where data is kept (default .wigwag)')
    .option('--memory', 'keep nothing')
    .option('--database <url>', 'sqlite:PATH or postgres://..., instead of the file in the data folder', databaseUrl)
    .addOption(
      new Option('--clock <clock>', 'virtual stands still until it is moved')
        .choices(['real', 'virtual'])
        .default('real'),
    )
    .option('--json', 'print one line of JSON when ready')
    .addHelpText(
      'after',
      '\nExamples:\n  $ wigwag dev\n  $ wigwag dev --json --memory --port 0 --mock-port 0 --control-port 0',
    )
    .action(async (flags: DevFlags) => (await import('./commands/dev.ts')).runDev(flags));

  program
    .command('mock')
    .description("start the mock of Meta's providers alone")
    .option('--port <port>', '0 for any free one', port, 3001)
    .option('--callback-url <url>', 'where the app takes callbacks')
    .option('--seed <seed>', 'the same seed gives the same ids and faults')
    .addOption(
      new Option('--clock <clock>', 'virtual stands still until POST /_mock/clock/advance')
        .choices(['real', 'virtual'])
        .default('real'),
    )
    .option('--json', 'print one line of JSON when ready')
    .addHelpText('after', '\nExample:\n  $ wigwag mock --callback-url http://127.0.0.1:8080/callbacks')
    .action(async (flags: MockFlags) => (await import('./commands/mock.ts')).runMock(flags));

  program
    .command('serve')
    .description('run the server as WIGWAG_* variables describe it')
    .addHelpText('after', '\nExample:\n  $ WIGWAG_SECRET_KEY=... WIGWAG_DATABASE_URL=postgres://... wigwag serve')
    .action(async () => (await import('./commands/serve.ts')).runServe());

  program
    .command('send')
    .description('send a text (- reads it from stdin) or a template')
    .argument('[text]', 'what to send')
    .requiredOption('--to <recipient>', 'a phone number, or the from.id of an event')
    .addOption(
      new Option('--channel <channel>', 'where')
        .choices(['whatsapp', 'instagram', 'messenger', 'web'])
        .default('whatsapp'),
    )
    .option('--connection <id>', 'one of several connected lines')
    .option('--reply-to <external_id>', 'the message to quote')
    .option('--template <name>', 'send this template instead of a text')
    .option('--language <code>', 'of the template, when there are several')
    .option('--variables <values...>', 'for the template, in order')
    .option('--idempotency-key <key>', 'the same key sends only once within 24 h')
    .addOption(
      new Option('--wait <status>', 'until the message is that far').choices(['sent', 'delivered', 'read', 'failed']),
    )
    .option('--timeout <seconds>', 'how long to wait', seconds, 60)
    .addOption(baseUrlOption())
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      '\nExamples:\n  $ wigwag send "Your order is on its way." --to 905551112233\n  $ echo Hello | wigwag send - --to 905551112233 --wait delivered\n  $ wigwag send --template hello_world --to 905551112233',
    )
    .action(async (text: string | undefined, flags: SendFlags) =>
      (await import('./commands/send.ts')).runSend(text, flags),
    );

  program
    .command('listen')
    .description('show events as they happen; no public address is needed')
    .addOption(
      new Option('--events <kinds...>', 'only these').choices([
        'message.received',
        'message.status',
        'template.status',
      ]),
    )
    .addOption(
      new Option('--channel <channel>', 'only this one').choices(['whatsapp', 'instagram', 'messenger', 'web']),
    )
    .option('--last-event-id <id>', 'go on behind this event; 0 begins with the oldest that is kept')
    .addOption(baseUrlOption())
    .option('--receive', 'be a local receiver that webhooks are sent to, and verify the signature of each')
    .option('--port <port>', 'of the receiver (default 4000); 0 for any free one', port)
    .option('--json', 'print one line of JSON for each')
    .addHelpText(
      'after',
      '\nExamples:\n  $ wigwag listen\n  $ wigwag listen --json --events message.received\n  $ WIGWAG_SIGNING_SECRET=whsec_... wigwag listen --receive --port 4000',
    )
    .action(async (flags: ListenFlags) => (await import('./commands/listen.ts')).runListen(flags));

  addConformanceCommands(program);
  addAdminCommands(program);

  return program;
}

/** Whether commander has already said what is wrong, or only showed help. */
export const isSaid = (error: unknown): error is CommanderError => error instanceof CommanderError;

import { type Command, InvalidArgumentError, Option } from 'commander';
import { apiCommand, runs } from '../../program/options/frame.ts';
import { channelOption, known, parallel, seconds } from '../../program/options/options.ts';

const loadSend = () => import('./send.ts');
const loadMany = () => import('./send-many.ts');
const loadMessages = () => import('./messages.ts');

const STATUSES = ['sent', 'delivered', 'read'];

/** Returns an option that takes a status to wait for. A failed message ends every wait. */
function statusOption(flags: string, description: string): Option {
  const option = known(new Option(flags, description), STATUSES);
  return option.argParser((value: string) => {
    if (value === 'failed') {
      throw new InvalidArgumentError(
        'A message that fails ends the command with exit code 1, whatever the status: wait for sent, delivered or read.',
      );
    }
    if (!STATUSES.includes(value)) {
      throw new InvalidArgumentError(`Allowed choices are ${STATUSES.join(', ')}.`);
    }
    return value;
  });
}

const MANY_WORDS = '(Quote a text with spaces. To send a template, run `wigwag send template NAME`.)';

const timeoutOption = () =>
  new Option('--timeout <seconds>', 'number of seconds to wait').argParser(seconds).default(60);

/** Adds the options that texts and templates share: recipient, connection, and one or many. */
function sendingOptions(command: Command): Command {
  const toMany = [
    new Option('--csv <file>', 'send to each row of this CSV file; - reads stdin; the column `to` has the recipient'),
    new Option(
      '--results <file>',
      'file that records each row, so that no row is sent twice (default: FILE.results.csv)',
    ),
    new Option('--parallel <number>', 'maximum number of concurrent sends').argParser(parallel).default(4),
  ];
  command
    .option('--to <recipient>', 'a phone number, or the from.id of an event')
    .option('--connection <id>', 'send over this connection')
    .option('--idempotency-key <key>', 'send only once per key within 24 h')
    .addOption(statusOption('--wait <status>', 'wait until the message has this status'))
    .addOption(timeoutOption());
  for (const option of toMany) {
    command.addOption(option.helpGroup('Many recipients:'));
  }
  return command;
}

/** Sends to one recipient, or with `--csv` to many. */
const sends =
  (one: 'runSend' | 'runSendTemplate', many: 'sendToMany' | 'sendTemplateToMany') =>
  async (...args: unknown[]): Promise<void> =>
    (args[1] as { csv?: string }).csv === undefined ? runs(loadSend, one)(...args) : runs(loadMany, many)(...args);

export function defineSend(send: Command): void {
  // `send help --to ...` must send the word "help".
  send
    .helpCommand(false)
    .enablePositionalOptions()
    .configureOutput({
      // A mistyped subcommand counts as the text, so commander suggests none.
      outputError: (text, write) =>
        write(
          text.replace(/^error: (too many arguments .*)/, `wigwag: $1\n${MANY_WORDS}`).replace(/^error: /, 'wigwag: '),
        ),
    });
  sendingOptions(
    send
      .argument('[text]', 'text to send; - reads stdin; with --csv, {{column}} inserts a value from the row')
      .addOption(channelOption('channel (default: whatsapp)'))
      .option('--reply-to <external_id>', 'ID of the message to quote')
      .option('--image <file>', 'an image: a file, a URL or the ID of an upload; the text is its caption')
      .option('--video <file>', 'a video: a file, a URL or the ID of an upload')
      .option('--audio <file>', 'audio: a file, a URL or the ID of an upload; has no caption')
      .option('--document <file>', 'a document: a file, a URL or the ID of an upload')
      .option('--caption <text>', 'caption of the file (default: the text)')
      .option('--filename <name>', 'file name that the recipient sees')
      .option('--location <latitude,longitude>', 'a place; the text is its name')
      .option('--address <address>', 'address of the place')
      .option('--buttons <titles...>', 'up to three reply buttons, each one argument: TITLE or id=TITLE; repeatable')
      .option('--list <label>', 'label of the button that opens the list of --rows')
      .option(
        '--rows <rows...>',
        'rows of the list, each as TITLE, id=TITLE or id=TITLE|DESCRIPTION; "# TITLE" starts a section',
      ),
  );
  apiCommand(
    send,
    'wigwag send "Your order is on its way." --to 905551112233',
    'echo Hello | wigwag send - --to 905551112233 --wait delivered',
    'wigwag send "Here it is" --image photo.jpg --to 905551112233',
    'wigwag send "Shall we?" --buttons yes=Yes no=No --to 905551112233',
    'wigwag send "Hello {{name}}" --csv people.csv',
  ).action(sends('runSend', 'sendToMany'));

  apiCommand(
    sendingOptions(
      send
        .command('template')
        .description('send an approved template; works without an open window')
        .argument('<name>', 'name of the template')
        .option('--var <values...>', 'values of its variables, in order, or as name=value if they have names')
        .option('--language <code>', 'language, if the template exists in several')
        .option('--header-text <text>', 'value of the variable in a text header')
        .option('--header-url <url>', 'URL of the file in a media header')
        .option('--header-media <id>', 'uploaded file in a media header')
        .option('--header-filename <name>', 'name of the document in the header')
        .option('--button <values...>', 'values of dynamic buttons, each as INDEX=TEXT'),
    ),
    'wigwag send template hello_world --to 905551112233',
    'wigwag send template order_update --to 905551112233 --var Ada 4711 --button 0=4711',
    'wigwag send template welcome_named --csv people.csv --var "first_name={{name}}"',
  ).action(sends('runSendTemplate', 'sendTemplateToMany'));
}

export function defineMessages(messages: Command): void {
  apiCommand(
    messages.command('get').description('show a message').argument('<id>', 'ID printed by `send`'),
    'wigwag messages get msg_17951797034450015943',
  ).action(runs(loadMessages, 'getMessage'));
  apiCommand(
    messages
      .command('wait')
      .description('wait until a message has a status')
      .argument('<id>', 'ID printed by `send`')
      .addOption(statusOption('--for <status>', 'status to wait for').default('delivered'))
      .addOption(timeoutOption()),
    'wigwag messages wait msg_17951797034450015943 --for read --timeout 120',
  ).action(runs(loadMessages, 'waitForMessage'));
}

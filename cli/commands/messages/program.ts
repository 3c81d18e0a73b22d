import { type Command, Option } from 'commander';
import { apiCommand, runs } from '../../program/frame.ts';
import { channelOption, parallel, seconds } from '../../program/options.ts';

const loadSend = () => import('./send.ts');
const loadMany = () => import('./send-many.ts');
const loadMessages = () => import('./messages.ts');
const loadTemplates = () => import('../templates/templates.ts');

const STATUSES = ['sent', 'delivered', 'read', 'failed'];

const timeoutOption = () => new Option('--timeout <seconds>', 'how long to wait').argParser(seconds).default(60);

/** What a text and a template have in common: to whom, over which line, to one or to many. */
function sendingOptions(command: Command): Command {
  const toMany = [
    new Option('--csv <file>', 'to every row of this file, - for stdin: its column `to` says to whom'),
    new Option('--results <file>', 'where each row is noted, so that it is not sent again (default FILE.results.csv)'),
    new Option('--parallel <number>', 'sends at the same time').argParser(parallel).default(4),
  ];
  command
    .option('--to <recipient>', 'a phone number, or the from.id of an event')
    .option('--connection <id>', 'one of several connected lines')
    .option('--idempotency-key <key>', 'the same key sends only once within 24 h')
    .addOption(new Option('--wait <status>', 'until the message is that far').choices(STATUSES))
    .addOption(timeoutOption());
  for (const option of toMany) {
    command.addOption(option.helpGroup('To many:'));
  }
  return command;
}

/** Sends to one, or with `--csv` to many. */
const sends =
  (one: 'runSend' | 'runSendTemplate', many: 'sendToMany' | 'sendTemplateToMany') =>
  async (...args: unknown[]): Promise<void> =>
    (args[1] as { csv?: string }).csv === undefined ? runs(loadSend, one)(...args) : runs(loadMany, many)(...args);

export function defineSend(send: Command): void {
  // `send help --to ...` sends the word.
  send.helpCommand(false).enablePositionalOptions();
  sendingOptions(
    send
      .argument('[text]', 'what to send; - reads it from stdin; with --csv, {{column}} stands for a value of the row')
      .addOption(channelOption('where (default whatsapp)'))
      .option('--reply-to <external_id>', 'the message to quote')
      .option('--image <file>', 'a file, a URL or an uploaded id; the text is its caption')
      .option('--video <file>', 'the same, for a video')
      .option('--audio <file>', 'the same, for a sound, without a caption')
      .option('--document <file>', 'the same, for a document')
      .option('--caption <text>', 'below the file, instead of the text')
      .option('--filename <name>', 'what the document is called')
      .option('--location <latitude,longitude>', 'a place; the text is its name')
      .option('--address <address>', 'of the place')
      .option('--buttons <titles...>', 'up to three, each a word: TITLE or id=TITLE; the option may be repeated')
      .option('--list <label>', 'what opens the list of --rows')
      .option('--rows <rows...>', 'each as TITLE, id=TITLE or id=TITLE|DESCRIPTION; "# TITLE" begins a section'),
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
        .description('send an approved template; no open window is needed')
        .argument('<name>', 'of the template')
        .option('--var <values...>', 'its variables: in order, or as name=value when they have names')
        .option('--language <code>', 'when the name exists in several')
        .option('--header-text <text>', 'the variable of a text header')
        .option('--header-url <url>', 'the file of a media header')
        .option('--header-media <id>', 'the uploaded file of a media header')
        .option('--header-filename <name>', 'what the document in the header is called')
        .option('--button <values...>', 'what dynamic URL buttons need, each as INDEX=TEXT'),
    ),
    'wigwag send template hello_world --to 905551112233',
    'wigwag send template order_update --to 905551112233 --var Ada 4711 --button 0=4711',
    'wigwag send template welcome_named --csv people.csv --var "first_name={{name}}"',
  ).action(sends('runSendTemplate', 'sendTemplateToMany'));
}

export function defineMessages(messages: Command): void {
  apiCommand(
    messages.command('get').description('look a message up').argument('<id>', 'what `send` printed'),
    'wigwag messages get msg_17951797034450015943',
  ).action(runs(loadMessages, 'getMessage'));
  apiCommand(
    messages
      .command('wait')
      .description('wait until a message has come as far as it should')
      .argument('<id>', 'what `send` printed')
      .addOption(new Option('--for <status>', 'the status').choices(STATUSES).default('delivered'))
      .addOption(timeoutOption()),
    'wigwag messages wait msg_17951797034450015943 --for read --timeout 120',
  ).action(runs(loadMessages, 'waitForMessage'));
}

export function defineMedia(media: Command): void {
  apiCommand(
    media
      .command('upload')
      .description('upload a file for WhatsApp; the id is valid for 30 days')
      .argument('<file>', 'an image, a video, a sound or a document')
      .option('--filename <name>', 'what it is called (default its own name)')
      .option('--connection <id>', 'one of several connected lines'),
    'wigwag media upload invoice.pdf',
    'wigwag media upload invoice.pdf --jq .id',
  ).action(runs(() => import('../media/media.ts'), 'uploadMedia'));
}

export function defineTemplates(templates: Command): void {
  const languageOption = () => new Option('--language <code>', 'when the name exists in several');
  apiCommand(
    templates
      .command('list')
      .description('list templates')
      .addOption(new Option('--status <status>', 'only these').choices(['APPROVED', 'PENDING', 'REJECTED']))
      .addOption(new Option('--category <category>', 'only these').choices(['MARKETING', 'UTILITY', 'AUTHENTICATION']))
      .option('--language <code>', 'only these'),
    'wigwag templates list --status APPROVED',
  ).action(runs(loadTemplates, 'listTemplates'));
  apiCommand(
    templates.command('get').description('what a template is made of').argument('<name>').addOption(languageOption()),
    'wigwag templates get order_update',
  ).action(runs(loadTemplates, 'getTemplate'));
  apiCommand(
    templates
      .command('preview')
      .description('draw a template as the phone shows it')
      .argument('<name>')
      .addOption(languageOption())
      .option('--var <values...>', 'instead of its samples: in order, or as name=value'),
    'wigwag templates preview order_update --var Ada 4711',
  ).action(runs(loadTemplates, 'previewTemplate'));
}

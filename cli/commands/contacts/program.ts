import { type Command, Option } from 'commander';
import { apiCommand, listCommand, orderOption, runs } from '../../program/frame.ts';
import { channelOption, count, day, positive } from '../../program/options.ts';

/** Adds the options of a contact's fields. */
const contactFields = (command: Command): Command =>
  command
    .option('--name <name>', 'name of the person')
    .option('--email <address>', 'e-mail address')
    .option('--display-name <name>', 'name that the channel shows')
    .option('--username <name>', 'handle on the channel');

export function defineContacts(contacts: Command): void {
  const load = () => import('./contacts.ts');
  const about = (name: string, description: string) =>
    contacts.command(name).description(description).argument('<phone>', 'phone number in any format');
  listCommand(
    contacts
      .command('list')
      .description('list contacts')
      .option('--search <text>', 'search names, e-mail addresses and phone numbers')
      .addOption(orderOption()),
    'wigwag contacts list --search ada',
    'wigwag contacts list --all --output csv > contacts.csv',
  ).action(runs(load, 'listContacts'));
  apiCommand(about('get', 'show a contact'), 'wigwag contacts get "0555 111 22 33"').action(runs(load, 'getContact'));
  apiCommand(
    contactFields(about('create', 'create a contact, or change it if the number has one')),
    'wigwag contacts create 905551112233 --name "Ada Lovelace" --email ada@example.com',
  ).action(runs(load, 'createContact'));
  apiCommand(
    contactFields(about('update', 'change fields of a contact')),
    'wigwag contacts update 905551112233 --name Ada',
  ).action(runs(load, 'updateContact'));
  apiCommand(
    contacts
      .command('window')
      .description('show which messages a person can receive now')
      .argument('<recipient>', 'a phone number, or the from.id of an event')
      .addOption(channelOption('channel (default: whatsapp)')),
    'wigwag contacts window 905551112233',
    'wigwag contacts window 905551112233 --jq .can_send.session_message',
  ).action(runs(load, 'showWindow'));
}

type LoadList = Parameters<typeof runs<'list' | 'add' | 'remove'>>[0];

/** Opt-outs and blocks have the same commands. */
function peopleList(parent: Command, what: string, reason: string, load: LoadList): void {
  const name = parent.name();
  listCommand(
    parent.command('list').description(`list who ${what}`).addOption(orderOption()),
    `wigwag ${name} list --all --output csv`,
  ).action(runs(load, 'list'));
  apiCommand(
    parent
      .command('add')
      .description('add a number to the list')
      .argument('<phone>')
      .option(`--${reason} <text>`, 'why'),
    `wigwag ${name} add 905551112233 --${reason} "asked by phone"`,
  ).action(runs(load, 'add'));
  apiCommand(
    parent.command('remove').description('remove a number from the list').argument('<phone>'),
    `wigwag ${name} remove 905551112233`,
  ).action(runs(load, 'remove'));
}

export const defineOptOuts = (optOuts: Command): void =>
  peopleList(optOuts, 'receives no marketing', 'source', () => import('../opt-outs/opt-outs.ts'));

export const defineBlocks = (blocks: Command): void =>
  peopleList(blocks, 'receives nothing at all', 'reason', () => import('../blocked-numbers/blocked-numbers.ts'));

export function defineConversations(conversations: Command): void {
  const load = () => import('../conversations/conversations.ts');
  const about = (name: string, description: string) =>
    conversations.command(name).description(description).argument('<phone>', 'phone number in any format');
  listCommand(
    conversations
      .command('list')
      .description('list conversations')
      .addOption(new Option('--status <status>', 'only with this status').choices(['open', 'closed', 'bot']))
      .addOption(channelOption())
      .addOption(new Option('--agent <id>', 'only those assigned to this agent').argParser(positive))
      .option('--unread', 'only those with unread messages')
      .option('--phone <phone>', 'only with this number')
      .addOption(new Option('--from <day>', 'active on or after this day').argParser(day))
      .addOption(new Option('--to <day>', 'active on or before this day').argParser(day))
      .addOption(orderOption()),
    'wigwag conversations list --unread',
    "wigwag conversations list --status open --all --jq '.[].phone'",
  ).action(runs(load, 'listConversations'));
  apiCommand(about('get', 'show a conversation and its contact'), 'wigwag conversations get 905551112233').action(
    runs(load, 'getConversation'),
  );
  listCommand(
    about('history', 'show the messages, newest first').addOption(
      new Option('--direction <direction>', 'only messages from or to the customer').choices(['in', 'out']),
    ),
    'wigwag conversations history 905551112233 --limit 10',
    'wigwag conversations history 905551112233 --all --jsonl > history.jsonl',
  ).action(runs(load, 'showHistory'));
  apiCommand(
    about('assign', 'assign a conversation to an agent, or unassign it')
      .addOption(new Option('--agent <id>', 'id from `wigwag agents list`').argParser(positive).conflicts('nobody'))
      .option('--nobody', 'unassign the conversation'),
    'wigwag conversations assign 905551112233 --agent 7',
    'wigwag conversations assign 905551112233 --nobody',
  ).action(runs(load, 'assignConversation'));
  apiCommand(about('close', 'close a conversation'), 'wigwag conversations close 905551112233').action(
    runs(load, 'closeConversation'),
  );
  apiCommand(about('open', 'reopen a conversation'), 'wigwag conversations open 905551112233').action(
    runs(load, 'openConversation'),
  );
  apiCommand(
    about('read', 'mark a conversation as read').addOption(
      new Option('--unread <number>', 'leave this many messages unread').argParser(count).default(0),
    ),
    'wigwag conversations read 905551112233',
  ).action(runs(load, 'markRead'));
}

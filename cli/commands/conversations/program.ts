import { type Command, Option } from 'commander';
import { apiCommand, listCommand, orderOption, runs } from '../../program/frame.ts';
import { channelOption, count, day, positive } from '../../program/options.ts';

export function defineConversations(conversations: Command): void {
  const load = () => import('./conversations.ts');
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
      .addOption(new Option('--agent <id>', 'ID from `wigwag agents list`').argParser(positive).conflicts('nobody'))
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

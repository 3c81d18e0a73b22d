import { type Command, Option } from 'commander';
import { apiCommand, listCommand, runs } from '../../program/options/frame.ts';
import { count, positive } from '../../program/options/options.ts';
import { withQuery } from '../../program/options/query-options.ts';

export function defineConversations(conversations: Command): void {
  const load = () => import('./conversations.ts');
  const about = (name: string, description: string) =>
    conversations
      .command(name)
      .description(description)
      .argument('<phone>', 'phone number in any format, or the from.id of an event');
  listCommand(
    withQuery(conversations.command('list').description('list conversations'), 'listConversations', ['unread']).option(
      '--unread',
      'only conversations with unread messages',
    ),
    'wigwag conversations list --unread',
    "wigwag conversations list --status open --all --jq '.[].phone'",
  ).action(runs(load, 'listConversations'));
  apiCommand(about('get', 'show a conversation and its contact'), 'wigwag conversations get 905551112233').action(
    runs(load, 'getConversation'),
  );
  listCommand(
    withQuery(about('history', 'show the messages, newest first'), 'listConversationMessages'),
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
  apiCommand(
    about('typing', 'show the customer that someone is writing').option('--off', 'end the indicator'),
    'wigwag conversations typing 905551112233',
  ).action(runs(load, 'showTyping'));
}

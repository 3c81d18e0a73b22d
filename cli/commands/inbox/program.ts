import type { Command } from 'commander';
import { apiCommand, runs } from '../../program/options/frame.ts';

const load = () => import('./inbox.ts');

export const defineInbox = (inbox: Command): void => {
  apiCommand(inbox, 'wigwag inbox').action(runs(load, 'runInbox'));
};

export const defineChat = (chat: Command): void => {
  apiCommand(
    chat.argument('<phone>', 'phone number in any format, or the from.id of an event'),
    'wigwag chat "0555 111 22 33"',
  ).action(runs(load, 'runChat'));
};

import { isTerminal } from '../../output/terminal.ts';
import type { CommandContext } from '../../program/context/context.ts';
import { untilStopped } from '../../program/process/signals.ts';
import { listConversations, showHistory } from '../conversations/conversations.ts';
import { createDesk } from './desk.ts';
import { InboxModel } from './model.ts';

/** The number of conversations and messages to print without a terminal: one page of each (§8). */
const [CONVERSATIONS, MESSAGES] = [25, 50];

/** `wigwag inbox`: shows conversations and sends replies on a screen; without a terminal, prints a list. */
export async function runInbox(context: CommandContext): Promise<void> {
  await (isTerminal() ? show(context) : listConversations(context, { limit: CONVERSATIONS }));
}

/** `wigwag chat PHONE`: shows one conversation on a screen; without a terminal, prints its messages. */
export async function runChat(context: CommandContext, phone: string): Promise<void> {
  await (isTerminal() ? show(context, phone) : showHistory(context, phone, { limit: MESSAGES }));
}

async function show({ wigwag, settings }: CommandContext, phone?: string): Promise<void> {
  const stop = new AbortController();
  void untilStopped().then(() => stop.abort());
  const inbox = new InboxModel(wigwag, { only: phone, desk: createDesk(wigwag, settings.baseUrl) });
  const { showInboxScreen } = await import('../../screens/inbox/show-inbox.tsx');
  const isChat = phone !== undefined;
  await showInboxScreen({ inbox, title: settings.baseUrl, isChat, quit: () => stop.abort() }, () =>
    inbox.follow(stop.signal),
  );
}

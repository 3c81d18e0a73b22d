import type { Body, Query } from '@wigwag/sdk';
import { messageText } from '../../output/message-text.ts';
import { onOneLine } from '../../output/sanitize-terminal.ts';
import type { CommandContext } from '../../program/context/context.ts';
import { UsageError } from '../../program/errors/errors.ts';
import { type ListFlags, paginate } from '../../program/options/paginate.ts';
import { queryOf } from '../../program/options/query-options.ts';
import { latestIn } from '../inbox/words.ts';

const COLUMNS = [
  'phone',
  'name',
  'username',
  'channel',
  'status',
  'unread_count',
  'agent.name',
  'last_message.at',
  'last_message.text',
];
const HISTORY_COLUMNS = ['at', 'direction', 'type', 'status', 'text'];

/** `wigwag conversations list`. */
export async function listConversations({ wigwag, output }: CommandContext, flags: ListFlags): Promise<void> {
  const query = queryOf<Query<'listConversations'>>('listConversations', flags);
  await output.list(
    paginate((limit) => wigwag.conversations.list({ ...query, limit }), flags),
    COLUMNS,
    (one) => (one.last_message ? { ...one, last_message: { ...one.last_message, text: latestIn(one) } } : one),
  );
}

/** `wigwag conversations get`. */
export async function getConversation({ wigwag, output }: CommandContext, phone: string): Promise<void> {
  await output.record(await wigwag.conversations.get(phone));
}

/** `wigwag conversations history`. */
export async function showHistory({ wigwag, output }: CommandContext, phone: string, flags: ListFlags): Promise<void> {
  const query = queryOf<Query<'listConversationMessages'>>('listConversationMessages', flags);
  const newestFirst = paginate((limit) => wigwag.conversations.messages(phone, { ...query, limit }), flags);
  // People read a conversation in the order of time, as `chat` shows it. Programs get the order of the API.
  const messages = output.isDrawn ? await reversed(newestFirst) : newestFirst;
  await output.list(messages, HISTORY_COLUMNS, (message) => ({ ...message, text: messageText(message) }));
}

async function reversed<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const all: Item[] = [];
  for await (const item of items) {
    all.unshift(item);
  }
  return all;
}

/** `wigwag conversations assign`. @throws {UsageError} if neither --agent nor --nobody is given */
export async function assignConversation(
  context: CommandContext,
  phone: string,
  { agent, nobody }: { agent?: number; nobody?: boolean },
): Promise<void> {
  if (agent === undefined && !nobody) {
    throw new UsageError(
      'give --agent ID (see `wigwag agents list`) to assign the conversation, or --nobody to unassign it',
    );
  }
  await update(context, phone, { agent_id: agent ?? null });
}

/** `wigwag conversations close`. */
export const closeConversation = (context: CommandContext, phone: string): Promise<void> =>
  update(context, phone, { status: 'closed' });

/** `wigwag conversations open`. */
export const openConversation = (context: CommandContext, phone: string): Promise<void> =>
  update(context, phone, { status: 'open' });

/** `wigwag conversations read`. */
export const markRead = (context: CommandContext, phone: string, { unread }: { unread: number }): Promise<void> =>
  update(context, phone, { unread_count: unread });

/** `wigwag conversations typing`. */
export const showTyping = (context: CommandContext, phone: string, { off = false }: { off?: boolean }): Promise<void> =>
  update(context, phone, { typing: !off }, () => onOneLine(`Typing is ${off ? 'no longer ' : ''}shown to ${phone}.`));

/** @param view what a terminal shows. @default the conversation */
async function update(
  { wigwag, output }: CommandContext,
  phone: string,
  changes: Body<'updateConversation'>,
  view?: () => string,
): Promise<void> {
  await output.record(await wigwag.conversations.update(phone, changes), view);
}

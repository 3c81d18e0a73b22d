import type { Body, Query } from '@wigwag/sdk';
import type { Context } from '../../program/context.ts';
import { UsageError } from '../../program/errors.ts';
import { type ListFlags, paginate, wanted } from '../../program/paginate.ts';

const COLUMNS = ['phone', 'name', 'channel', 'status', 'unread_count', 'agent.name', 'last_message.text'];
const HISTORY_COLUMNS = ['at', 'direction', 'type', 'status', 'text'];

interface ConversationFlags extends ListFlags {
  status?: 'open' | 'closed' | 'bot';
  channel?: NonNullable<Query<'listConversations'>['channel']>;
  agent?: number;
  unread?: boolean;
  phone?: string;
  from?: string;
  to?: string;
  order?: 'desc' | 'asc';
}

/** `wigwag conversations list`. */
export async function listConversations({ wigwag, output }: Context, flags: ConversationFlags): Promise<void> {
  const { status, channel, agent, unread, phone, from, to, order } = flags;
  const query = wanted({
    status,
    channel,
    agent_id: agent,
    unread,
    phone,
    from,
    to,
    order,
  }) as Query<'listConversations'>;
  await output.list(
    paginate((limit) => wigwag.conversations.list({ ...query, limit }), flags),
    COLUMNS,
  );
}

/** `wigwag conversations get`. */
export async function getConversation({ wigwag, output }: Context, phone: string): Promise<void> {
  await output.record(await wigwag.conversations.get(phone));
}

/** `wigwag conversations history`. */
export async function showHistory(
  { wigwag, output }: Context,
  phone: string,
  flags: ListFlags & { direction?: 'in' | 'out' },
): Promise<void> {
  const query = wanted({ direction: flags.direction }) as Query<'listConversationMessages'>;
  await output.list(
    paginate((limit) => wigwag.conversations.messages(phone, { ...query, limit }), flags),
    HISTORY_COLUMNS,
  );
}

/** `wigwag conversations assign`. @throws {UsageError} if neither --agent nor --nobody is given */
export async function assignConversation(
  context: Context,
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
export const closeConversation = (context: Context, phone: string): Promise<void> =>
  update(context, phone, { status: 'closed' });

/** `wigwag conversations open`. */
export const openConversation = (context: Context, phone: string): Promise<void> =>
  update(context, phone, { status: 'open' });

/** `wigwag conversations read`. */
export const markRead = (context: Context, phone: string, { unread }: { unread: number }): Promise<void> =>
  update(context, phone, { unread_count: unread });

async function update({ wigwag, output }: Context, phone: string, changes: Body<'updateConversation'>): Promise<void> {
  await output.record(await wigwag.conversations.update(phone, changes));
}

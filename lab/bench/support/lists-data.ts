import { openDatabase } from '../../../server/store/drivers/database.ts';

/** The number of records in one database. The first conversation has a tenth of all messages. */
export interface ListSizes {
  conversations: number;
  messages: number;
}

/** The person of the long conversation. */
export const LONG_HISTORY = '905551000000';
/** An agent with a fifth of the conversations. */
export const AGENT = 3;

const SECOND = 1_000_000;

/** Returns SQL for the numbers from 0 to `count` - 1, for both databases. */
const numbers = (count: number) =>
  `with recursive n(i) as (select 0 union all select i + 1 from n where i < ${count - 1})`;

/**
 * Fills the lists of an account in bulk, bypassing the rules. One conversation in four is open, two in three are
 * unread, one in ten is on messenger, and messages alternate in direction.
 *
 * @param now microseconds since the epoch; the newest message is one second old
 */
export async function fillLists(url: string, accountId: number, sizes: ListSizes, now: number): Promise<void> {
  const { conversations, messages } = sizes;
  const db = await openDatabase(url);
  const person = `'90555' || (1000000 + i)`;
  try {
    await db.raw(
      `${numbers(5)} insert into agents (account_id, id, name, is_active, created_at)
       select ${accountId}, i + 1, 'Agent ' || i, true, 0 from n`,
    );
    await db.raw(
      `${numbers(conversations)} insert into contacts (account_id, id, phone, name, created_at, updated_at)
       select ${accountId}, i + 1, ${person}, 'Person ' || i, 0, 0 from n`,
    );
    await db.raw(
      `${numbers(conversations)} insert into conversations (account_id, id, connection_id, channel, person, contact_id, status,
         agent_id, unread_count, last_message_text, last_message_direction, last_message_at, created_at)
       select ${accountId}, i + 1, case when i % 10 = 9 then 'fb_1' else 'wa_1' end,
         case when i % 10 = 9 then 'messenger' else 'whatsapp' end, ${person}, i + 1,
         case when i % 4 = 0 then 'open' else 'closed' end, i % 5 + 1, i % 3, 'Hello', 'in',
         ${now} - (i + 1) * cast(${SECOND} as bigint), 0 from n`,
    );
    await db.raw(
      `${numbers(messages)} insert into messages (account_id, id, conversation_id, connection_id, channel, direction, person, type,
         text, content, status, external_id, is_test, created_at, updated_at)
       select ${accountId}, 'msg_' || i, case when i % 10 = 0 then 1 else i % ${conversations} + 1 end, 'wa_1', 'whatsapp',
         case when i / 10 % 2 = 0 then 'in' else 'out' end, '${LONG_HISTORY}', 'text', 'Message ' || i, '{"type":"text"}',
         'delivered', 'wamid.' || i, false, ${now} - (i + 1) * cast(${SECOND} as bigint), 0 from n`,
    );
  } finally {
    await db.destroy();
  }
}

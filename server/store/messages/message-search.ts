import type { Knex } from 'knex';
import { isPostgres } from '../../engine/drivers/dialect.ts';
import type { MessageRow } from '../tables.ts';

/** A message that a search found. */
export interface FoundMessage {
  id: string;
  person: string;
  /** The person's name; null if unknown. */
  name: string | null;
  channel: string;
  connectionId: string;
  direction: 'in' | 'out';
  text: string;
  /** In microseconds since the epoch. */
  createdAt: number;
}

/** What to search, and how far one call may go. */
export interface SearchRequest {
  text: string;
  /** Only messages before this time, in microseconds. */
  before: number;
  /** Only messages from this time on, in microseconds. */
  since: number;
  /** How many messages to read. */
  scanned: number;
  /** How many messages to return. */
  limit: number;
}

type FoundRow = Pick<MessageRow, 'id' | 'person' | 'channel' | 'connection_id' | 'direction' | 'created_at'> & {
  text: string;
  name: string | null;
};

/** Returns a pattern that matches the text anywhere, with `%`, `_` and `\` as they are. */
const patternOf = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`;

/** SQLite ignores the case of the letters A to Z only, so the search tries the usual ways to write a text. */
const writings = (text: string): string[] => {
  const lower = text.toLocaleLowerCase('en');
  return [
    ...new Set([text, lower, text.toLocaleUpperCase('en'), lower.slice(0, 1).toLocaleUpperCase('en') + lower.slice(1)]),
  ];
};

/** Search over the messages of an account. It needs no index on texts, because it reads a limited number. */
export const messageSearchQueries = (db: Knex) => {
  const like = isPostgres(db) ? 'ilike' : 'like';
  return {
    /**
     * Reads messages from the newest to older ones.
     *
     * @returns the matches, and the time before which the search continues, in microseconds; undefined at the end
     */
    async find(
      accountId: number,
      { text, before, since, scanned, limit }: SearchRequest,
    ): Promise<{ found: FoundMessage[]; next: number | undefined }> {
      const inTime = () =>
        db('messages')
          .where({ account_id: accountId })
          .where('created_at', '<', before)
          .where('created_at', '>=', since)
          .orderBy('created_at', 'desc');
      // The index `messages_counted` has these columns, so this reads no rows of the table.
      const end = await inTime().offset(scanned).first('created_at');
      const rows: FoundRow[] = await inTime()
        .where('created_at', '>', end?.created_at ?? 0)
        .whereNotNull('conversation_id')
        .where((any) => {
          for (const writing of writings(text)) {
            any.orWhereRaw(`text ${like} ? escape '\\'`, [patternOf(writing)]);
          }
        })
        .limit(limit + 1)
        .select(
          'id',
          'person',
          'channel',
          'connection_id',
          'direction',
          'text',
          'created_at',
          db.raw(
            `(select coalesce(contacts.name, conversations.name) from conversations
             left join contacts on contacts.account_id = conversations.account_id and contacts.id = conversations.contact_id
             where conversations.account_id = messages.account_id and conversations.id = messages.conversation_id) as name`,
          ),
        );
      const found = rows.slice(0, limit);
      // Messages at the same time as the last one of a page are on the next page only if the page ends before them.
      const last = rows.length > limit ? found.at(-1)?.created_at : end && Number(end.created_at) + 1;
      return {
        found: found.map((row) => ({
          id: row.id,
          person: row.person,
          name: row.name,
          channel: row.channel,
          connectionId: row.connection_id,
          direction: row.direction as FoundMessage['direction'],
          text: row.text,
          createdAt: row.created_at,
        })),
        next: last === undefined ? undefined : Number(last),
      };
    },
  };
};

import { setTimeout as pause } from 'node:timers/promises';
import type { Channel } from '@wigwag/openapi';
import type { Knex } from 'knex';
import { writtenForms } from '../../base/phone-form.ts';
import { isUserId } from '../../base/user-id.ts';
import { isPostgres } from '../../engine/drivers/dialect.ts';
import { isBusy } from '../../engine/drivers/error-codes.ts';
import { currentIdentities } from '../contacts/identities.ts';
import { conversationTeamQueries } from '../conversations/conversation-team.ts';
import type { CallbackRow, DeliveryRow, EventRow, IdempotencyRow, MessageRow } from '../tables.ts';

/** The names and conversations that identify a person within an account. */
export interface PersonalData {
  accountId: number;
  /** Phone numbers and channel IDs. */
  persons: readonly string[];
  contactIds: readonly number[];
  conversationIds: readonly number[];
  /** If set, only data of this channel. */
  channel: Channel | undefined;
}

/** The tables whose rows name a person as `phone`. */
type NamingTable = 'campaign_recipients' | 'flow_runs' | 'opt_outs' | 'blocked_numbers' | 'marketing_wishes';

/** The values that replace the person, the error and the provider's ID of a message after an erasure. */
export interface Anonymous {
  person: string;
  error: string | null;
  externalId: string | null;
}

/**
 * How long, and how often, to try to empty SQLite's log, in milliseconds of real time. SQLite waits for readers,
 * but not for another process that is copying the log into the file, as a server does after heavy writes.
 */
const EMPTYING_MILLISECONDS = 10_000;
const AGAIN_MILLISECONDS = 100;

/** Adds the outdated form of numbers, under which the lists of old campaigns may name people (two-forms). */
const withForms = (names: readonly string[]): string[] => [...new Set(names.flatMap(writtenForms))];

/** Returns the queries for all data of one person, for an operator who exports or erases it. */
export const personalDataQueries = (db: Knex) => {
  /** Returns up to `limit` rows after a given one, in the order of the primary key. */
  const page = (query: Knex.QueryBuilder, column: string, after: string | number | undefined, limit: number) =>
    query
      .modify((rows) => after !== undefined && rows.where(column, '>', after))
      .orderBy(column)
      .limit(limit);

  const messageIds = async ({ accountId, persons, conversationIds, channel }: PersonalData): Promise<string[]> => {
    const own = { account_id: accountId, ...(channel !== undefined && { channel }) };
    const inConversations = await db('messages').where(own).whereIn('conversation_id', conversationIds).pluck('id');
    const outside = await db('messages').where(own).whereNull('conversation_id').whereIn('person', persons).pluck('id');
    return [...inConversations, ...outside].sort();
  };

  /** Returns the stored files among these that only the given messages use. */
  const unsharedMedia = async (
    accountId: number,
    ids: readonly string[],
    messages: readonly string[],
  ): Promise<string[]> => {
    const stored: string[] = await db('media').where({ account_id: accountId }).whereIn('id', ids).pluck('id');
    const unshared: string[] = [];
    for (const id of stored) {
      const users: string[] = await db('messages')
        .where({ account_id: accountId })
        .where('content', 'like', `%"${id}"%`)
        .pluck('id');
      if (users.every((message) => messages.includes(message))) {
        unshared.push(id);
      }
    }
    return unshared;
  };

  /** Adds all names and identifiers of WhatsApp users who have one of these names. */
  const withIdentifiers = async (accountId: number, names: readonly string[]): Promise<string[]> => {
    const identities = () => currentIdentities(db, accountId);
    const persons = await identities().whereIn('identifier', names).pluck('person');
    const all = [...new Set([...names, ...persons])];
    const identifiers = await identities().whereIn('person', all).pluck('identifier');
    return [...new Set([...all, ...identifiers])];
  };

  /** Selects the user IDs among these names. */
  const userIdsIn = (own: { account_id: number }, names: readonly string[]) =>
    db('identities').where(own).whereIn('identifier', names.filter(isUserId)).orderBy(['identifier', 'portfolio']);

  const lockConversations = async ({ accountId, conversationIds }: PersonalData): Promise<void> => {
    const own = db('conversations').where({ account_id: accountId }).whereIn('id', conversationIds);
    await own.orderBy('id').forUpdate().select('id');
  };

  /** Locks campaigns before the rows that they create, which is the order in which feed-campaign.ts locks them. */
  const lockCampaigns = async ({ accountId, persons }: PersonalData): Promise<void> => {
    const theirs = db('campaign_recipients').where({ account_id: accountId }).whereIn('phone', persons);
    await db('campaigns')
      .where({ account_id: accountId })
      .whereIn('id', theirs.select('campaign_id'))
      .orderBy('id')
      .forUpdate()
      .select('id');
  };

  return {
    /** Finds a person by any of these names, among contacts and in the conversations of all connections. */
    async find(accountId: number, asked: readonly string[], channel: Channel | undefined): Promise<PersonalData> {
      const own = { account_id: accountId };
      const names = await withIdentifiers(accountId, asked);
      const contacts = await db('contacts').where(own).whereIn('phone', names).select('id', 'phone');
      const conversations = await db('conversations')
        .where({ ...own, ...(channel !== undefined && { channel }) })
        .where((either) =>
          either.whereIn('person', names).orWhereIn(
            'contact_id',
            contacts.map(({ id }) => id),
          ),
        )
        .select('id', 'person');
      const elsewhere =
        channel === undefined
          ? undefined
          : await db('conversations').where(own).whereNot({ channel }).whereIn('person', names).first('id');
      const known = [...names, ...contacts.map(({ phone }) => phone), ...conversations.map((one) => one.person)];
      return {
        accountId,
        channel,
        persons: withForms([...known, ...(await userIdsIn(own, known).pluck('person'))]),
        // A person who is also known on another channel remains a contact.
        contactIds: elsewhere ? [] : contacts.map(({ id }) => id),
        conversationIds: conversations.map(({ id }) => id),
      };
    },

    /** Returns the IDs of messages, including messages of test keys, which are in no conversation. */
    messageIds,

    /**
     * Locks the conversations until the transaction ends: no new message is stored in them, and no run starts to control
     * them.
     */
    lockConversations,

    /** Makes campaigns skip the person from now on. */
    async skipWaiting(person: PersonalData): Promise<void> {
      await lockCampaigns(person);
      await db('campaign_recipients')
        .where({ account_id: person.accountId, state: 'waiting' })
        .whereIn('phone', person.persons)
        .update({ state: 'skipped', reason: 'erased' });
    },

    messages: (accountId: number, ids: readonly string[]): Promise<MessageRow[]> =>
      db('messages').where({ account_id: accountId }).whereIn('id', ids).orderBy('id'),

    /** Like `messages`, but locks the rows until the transaction ends, so that their status does not change. */
    lockMessages: (accountId: number, ids: readonly string[]): Promise<MessageRow[]> =>
      db('messages').where({ account_id: accountId }).whereIn('id', ids).orderBy('id').forUpdate(),

    /** Returns all rows of a table that name the person. */
    rowsOf: (table: NamingTable, traces: PersonalData) =>
      db(table as string)
        .where({ account_id: traces.accountId })
        .whereIn('phone', traces.persons) as Promise<Record<string, unknown>[]>,

    /** Returns the identifiers of the person. */
    identitiesOf: (traces: PersonalData) =>
      db('identities')
        .where({ account_id: traces.accountId })
        .whereIn('person', traces.persons)
        .orderBy(['portfolio', 'identifier']),

    rowsById: (table: 'contacts' | 'conversations', accountId: number, ids: readonly number[]) =>
      db(table as string)
        .where({ account_id: accountId })
        .whereIn('id', ids) as Promise<Record<string, unknown>[]>,

    /** Returns the notes of agents about the person. */
    notesOf: ({ accountId, conversationIds }: PersonalData) =>
      db('conversation_notes')
        .where({ account_id: accountId })
        .whereIn('conversation_id', conversationIds)
        .orderBy('id'),

    attempts: (accountId: number, deliveryId: string) =>
      db('delivery_attempts').where({ account_id: accountId, delivery_id: deliveryId }).orderBy('attempt'),

    parts: (accountId: number, messageIds: readonly string[]) =>
      db('message_parts').where({ account_id: accountId }).whereIn('message_id', messageIds),

    media: (accountId: number, ids: readonly string[]) =>
      db('media').where({ account_id: accountId }).whereIn('id', ids),

    eventPage: (accountId: number, after: number | undefined, limit: number): Promise<EventRow[]> =>
      page(db('events').where({ account_id: accountId }), 'seq', after, limit),

    deliveryPage: (accountId: number, after: string | undefined, limit: number): Promise<DeliveryRow[]> =>
      page(db('deliveries').where({ account_id: accountId }), 'id', after, limit),

    callbackPage: (after: string | undefined, limit: number): Promise<CallbackRow[]> =>
      page(db('callbacks'), 'id', after, limit),

    idempotencyPage: (
      accountId: number,
      after: Pick<IdempotencyRow, 'scope' | 'key'> | undefined,
      limit: number,
    ): Promise<IdempotencyRow[]> =>
      db('idempotency')
        .where({ account_id: accountId })
        .modify((rows) => after && rows.whereRaw('(scope, key) > (?, ?)', [after.scope, after.key]))
        .orderBy(['scope', 'key'])
        .limit(limit),

    /**
     * Locks the tasks with these subjects until the transaction ends, so that no worker starts them.
     *
     * @returns the subjects of tasks that a worker has already started
     */
    async lock(accountId: number, subjects: readonly string[]): Promise<Set<string>> {
      const rows: { subject: string; claimed_by: string | null }[] = await db('outbox')
        .where({ account_id: accountId })
        .whereIn('subject', subjects)
        .forUpdate()
        .select('subject', 'claimed_by');
      return new Set(rows.flatMap(({ subject, claimed_by }) => (claimed_by === null ? [] : [subject])));
    },

    async dropTasks(accountId: number, subjects: readonly string[]): Promise<void> {
      await db('outbox').where({ account_id: accountId, claimed_by: null }).whereIn('subject', subjects).delete();
    },

    /** Removes the text and the recipient. The row and its status stay, for reports. */
    async anonymizeMessage(accountId: number, id: string, { person, error, externalId }: Anonymous): Promise<void> {
      const text = { person, conversation_id: null, text: null, content: '{}', web_position: null };
      await db('messages')
        .where({ account_id: accountId, id })
        .update({ ...text, error, external_id: externalId });
      await db('message_parts').where({ account_id: accountId, message_id: id }).update({ external_id: null });
      await db('campaign_recipients')
        .where({ account_id: accountId, message_id: id })
        .update({ phone: person, name: null, variables: null, buttons: null });
    },

    /**
     * Anonymizes the person in the lists of campaigns and skips waiting recipients. `person` returns a replacement for
     * each row.
     */
    async anonymizeRecipients(traces: PersonalData, person: () => string): Promise<void> {
      const { accountId, persons } = traces;
      const own = { account_id: accountId };
      await lockCampaigns(traces);
      const rows = await db('campaign_recipients')
        .where(own)
        .whereIn('phone', persons)
        .select('campaign_id', 'position', 'state');
      for (const { campaign_id, position, state } of rows) {
        await db('campaign_recipients')
          .where({ ...own, campaign_id, position })
          .update({
            phone: person(),
            name: null,
            variables: null,
            buttons: null,
            ...(state === 'waiting' && { state: 'skipped', reason: 'erased' }),
          });
      }
    },

    /** Anonymizes ended runs. A running one could no longer be found and stopped. */
    anonymizeRuns: ({ accountId, persons }: PersonalData, person: string): Promise<number> =>
      db('flow_runs')
        .where({ account_id: accountId })
        .whereNot({ status: 'running' })
        .whereIn('phone', persons)
        .update({ phone: person, known: JSON.stringify({ variables: {}, name: null }) }),

    async setEvent(accountId: number, seq: number, data: string): Promise<void> {
      await db('events').where({ account_id: accountId, seq }).update({ data });
    },

    async setDelivery(accountId: number, id: string, data: string): Promise<void> {
      await db('deliveries').where({ account_id: accountId, id }).update({ data });
      await db('delivery_attempts').where({ account_id: accountId, delivery_id: id }).update({ response_prefix: null });
    },

    async setCallback(id: string, body: string): Promise<void> {
      await db('callbacks').where({ id }).update({ body, problem: null });
    },

    async deleteIdempotency(accountId: number, { scope, key }: Pick<IdempotencyRow, 'scope' | 'key'>): Promise<void> {
      await db('idempotency').where({ account_id: accountId, scope, key }).delete();
    },

    /** Deletes files that no other message uses. */
    async deleteMedia(accountId: number, ids: readonly string[], exceptIn: readonly string[]): Promise<number> {
      const unshared = await unsharedMedia(accountId, ids, exceptIn);
      return db('media').where({ account_id: accountId }).whereIn('id', unshared).delete();
    },

    unsharedMedia,

    /**
     * Deletes the entries that identify a person: the contact, the conversations and the list entries. If messages
     * remain, the entries stay, because without them those messages could not be found. Returns how many entries it
     * deleted.
     */
    async deletePerson(person: PersonalData): Promise<number> {
      const { accountId, persons, contactIds, conversationIds, channel } = person;
      const own = { account_id: accountId };
      // Locks user IDs before conversations, as all code that locks both must.
      const names: string[] = await userIdsIn(own, persons).forUpdate().pluck('person');
      if (names.some((name) => !persons.includes(name))) {
        return 1; // a callback has shown another name of the person since
      }
      await lockConversations(person);
      const late = await messageIds(person);
      if (late.length > 0) {
        return late.length;
      }
      await conversationTeamQueries(db).deleteAll(accountId, conversationIds);
      await db('conversations').where(own).whereIn('id', conversationIds).delete();
      await db('contacts').where(own).whereIn('id', contactIds).delete();
      if (channel === undefined || channel === 'whatsapp') {
        await db('identities').where(own).whereIn('person', persons).delete();
      }
      if (channel === undefined || contactIds.length > 0) {
        await db('opt_outs').where(own).whereIn('phone', persons).delete();
        await db('blocked_numbers').where(own).whereIn('phone', persons).delete();
        await db('marketing_wishes').where(own).whereIn('phone', persons).delete();
      }
      return 0;
    },

    /** Makes SQLite overwrite everything that this process deletes from now on. */
    async overwriteDeleted(): Promise<void> {
      if (!isPostgres(db)) {
        await db.raw('pragma secure_delete = on');
      }
    },

    /**
     * Rewrites SQLite's files. Otherwise deleted rows and old versions of rows remain in pages, the search index and
     * the log, even if the deleting process overwrites what it deletes. On PostgreSQL, autovacuum does this.
     *
     * @returns false if another process held a lock, or if ongoing reads kept the log from being emptied
     */
    async forgetDeleted(): Promise<boolean> {
      if (isPostgres(db)) {
        return true;
      }
      try {
        await db.raw("insert into contacts_search (contacts_search) values ('optimize')");
        await db.raw('vacuum');
      } catch (error) {
        if (isBusy(error)) {
          return false;
        }
        throw error;
      }
      const end = performance.now() + EMPTYING_MILLISECONDS;
      for (;;) {
        const [{ busy }] = await db.raw('pragma wal_checkpoint(truncate)');
        if (busy === 0 || performance.now() > end) {
          return busy === 0;
        }
        await pause(AGAIN_MILLISECONDS);
      }
    },
  };
};

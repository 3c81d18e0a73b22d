import type { Knex } from 'knex';
import { throughIndex } from '../../engine/drivers/dialect.ts';
import { contactQueries } from '../contacts/contacts.ts';
import type { Portfolio } from '../contacts/identities.ts';
import { searchTextOf } from '../contacts/search-text.ts';
import { conversationTeamQueries } from '../conversations/conversation-team.ts';
import { activeRuns } from '../flows/flow-runs.ts';
import { messageQueries } from '../messages/messages.ts';
import { type MarketingPreference, marketingPreferenceQueries } from '../opt-outs/marketing-preferences.ts';
import type { ConversationRow } from '../tables.ts';

/** Two names of one person. Everything that is stored under `from` is stored under `to` afterwards. */
export interface Joining {
  accountId: number;
  /** undefined for all portfolios, if `from` is an outdated form of the number `to`. */
  portfolio: string | undefined;
  from: string;
  to: string;
}

/** The rows of both names, locked until the transaction ends. */
export interface LockedPeople {
  connectionIds: readonly string[];
  campaignIds: readonly number[];
  conversations: readonly ConversationRow[];
  /** Running runs of flows that also run under the other name. */
  doubleRunIds: readonly number[];
  /** Whether other portfolios or channels, or a list of a campaign, still use the name `from`. */
  isFromInUse: boolean;
}

const LISTS = [
  { table: 'opt_outs', note: 'source' },
  { table: 'blocked_numbers', note: 'reason' },
] as const;

/** The states of a campaign's message that reaches the person, or that will. */
const SENT = ['queued', 'sent', 'delivered', 'read'];

interface StopListRow {
  id: number;
  created_at: number;
  [note: string]: unknown;
}

/** Returns the queries that join everything that is stored under two names of one person. */
export const joinQueries = (db: Knex) => {
  return {
    /** Returns whether anything is stored under a name of a person. */
    async isNamed({ accountId }: Portfolio, person: string): Promise<boolean> {
      const named = (table: string, column: string) =>
        db(table)
          .select(db.raw('1'))
          .where({ account_id: accountId, [column]: person });
      const listed = db('campaigns')
        .select(db.raw('1'))
        .where({ account_id: accountId })
        .whereExists(
          db('campaign_recipients as r')
            .select(db.raw('1'))
            .whereRaw('r.account_id = campaigns.account_id and r.campaign_id = campaigns.id')
            .where('r.phone', person),
        );
      return exists(
        db,
        db
          .queryBuilder()
          .whereExists(named('conversations', 'person'))
          .orWhereExists(named('contacts', 'phone'))
          .orWhereExists(named('opt_outs', 'phone'))
          .orWhereExists(named('blocked_numbers', 'phone'))
          .orWhereExists(named('marketing_wishes', 'phone'))
          .orWhereExists(listed),
      );
    },

    /**
     * Finds the rows of both names in one portfolio and locks them: campaigns, then conversations, as all code that
     * locks both must.
     */
    async lock(joining: Joining): Promise<LockedPeople> {
      const { accountId, portfolio, from, to } = joining;
      const own = { account_id: accountId };
      const connectionIds = await db('connections')
        .where({ ...own, channel: 'whatsapp' })
        .modify((all) => portfolio !== undefined && all.whereRaw('coalesce(waba_id, id) = ?', [portfolio]))
        .pluck('id');
      const listing = db('campaign_recipients as r')
        .select(db.raw('1'))
        .whereRaw('r.account_id = campaigns.account_id and r.campaign_id = campaigns.id')
        .where('r.phone', from);
      const campaignIds = await db('campaigns')
        .where(own)
        .whereIn('connection_id', connectionIds)
        .whereExists(listing)
        .orderBy('id')
        .forUpdate()
        .pluck('id');
      const conversations = await db('conversations')
        .where(own)
        .whereIn('connection_id', connectionIds)
        .whereIn('person', [from, to])
        .orderBy('id')
        .forUpdate();
      const flowsOf = (phone: string) => activeRuns(db).where({ ...own, phone });
      const doubleRunIds = await flowsOf(from)
        .whereIn(
          'conversation_id',
          conversations.map(({ id }) => id),
        )
        .whereIn('flow_id', flowsOf(to).select('flow_id'))
        .orderBy('id')
        .pluck('id');
      const isFromInUse =
        (await exists(
          db,
          throughIndex(db, 'conversations', 'conversations_account_id_person_index')
            .where({ ...own, person: from })
            .whereNotIn('connection_id', connectionIds),
        )) ||
        // Nothing uses an outdated form of a number, and no request can name it.
        (portfolio !== undefined &&
          ((await exists(
            db,
            db('identities')
              .where({ ...own, person: from })
              .whereNot({ portfolio }),
          )) ||
            (await exists(db, listedTwice(db, joining, campaignIds)))));
      return { connectionIds, campaignIds, conversations, doubleRunIds, isFromInUse };
    },

    /**
     * Stores everything of the held rows under `to`.
     *
     * @param keepsLists whether `from` stays on the opt-out list and the block list
     * @throws an error for which `isTaken` is true if another transaction has just stored something under `to`
     */
    async move(joining: Joining, people: LockedPeople, keepsLists: boolean): Promise<void> {
      const { accountId, from, to } = joining;
      const { campaignIds, conversations, isFromInUse } = people;
      const own = { account_id: accountId };
      const contactId = await joinContacts(db, joining, isFromInUse);
      for (const moved of conversations.filter(({ person }) => person === from)) {
        const kept = conversations.find((other) => other.person === to && other.connection_id === moved.connection_id);
        await db('messages')
          .where({ ...own, conversation_id: moved.id, person: from })
          .update({ person: to });
        await db('flow_runs')
          .where({ ...own, conversation_id: moved.id, phone: from })
          .update({ phone: to });
        await (kept
          ? mergeConversations(db, moved, kept)
          : db('conversations')
              .where({ ...own, id: moved.id })
              .update({ person: to, ...(contactId !== undefined && { contact_id: contactId }) }));
      }
      for (const list of LISTS) {
        await joinList(db, joining, list, keepsLists || isFromInUse);
      }
      await joinPreferences(db, joining, keepsLists || isFromInUse);
      await joinRecipients(db, joining, campaignIds);
      const { portfolio } = joining;
      await db('identities')
        .where({ ...own, person: from, ...(portfolio !== undefined && { portfolio }) })
        .update({ person: to });
      if (portfolio === undefined) {
        await renameIdentifier(db, joining);
      }
    },

    /**
     * Stores the username of a person's contact, unless a user has given the contact another one. Creates the contact if
     * the message that shows the username is the person's first.
     *
     * @param before the last username on the channel
     */
    async setUsername(
      { accountId }: Portfolio,
      person: string,
      { username, before, at }: { username: string | null; before: string | null; at: number },
    ): Promise<void> {
      if (username !== null) {
        await contactQueries(db).ensure(accountId, person, at);
      }
      const row = await db('contacts').where({ account_id: accountId, phone: person }).forUpdate().first();
      if (row && row.username !== username && (row.username === null || row.username === before)) {
        await contactQueries(db).update(accountId, row.id, { username }, at);
      }
    },
  };
};

/** Returns the columns of a conversation that has the messages of both. */
function mergedOf(moved: ConversationRow, kept: ConversationRow): Partial<ConversationRow> {
  const statuses = [moved.status, kept.status];
  const ofMessage = ({ last_message_direction, last_message_at }: ConversationRow) =>
    last_message_direction === null ? 0 : last_message_at;
  const [newest, other] = ofMessage(moved) > ofMessage(kept) ? [moved, kept] : [kept, moved];
  const [named, unnamed] = (moved.last_inbound_at ?? 0) > (kept.last_inbound_at ?? 0) ? [moved, kept] : [kept, moved];
  const inbound = Math.max(moved.last_inbound_at ?? 0, kept.last_inbound_at ?? 0);
  return {
    name: named.name ?? unnamed.name,
    status: ['open', 'bot'].find((status) => statuses.includes(status)) ?? kept.status,
    agent_id: newest.agent_id ?? other.agent_id,
    unread_count: moved.unread_count + kept.unread_count,
    last_inbound_at: inbound === 0 ? null : inbound,
    last_message_text: newest.last_message_text,
    last_message_direction: newest.last_message_direction,
    last_message_at: newest.last_message_at,
    created_at: Math.min(moved.created_at, kept.created_at),
  };
}

const exists = async (db: Knex, query: Knex.QueryBuilder): Promise<boolean> =>
  (await query.limit(1).select(db.raw('1 as one'))).length > 0;

/** Selects recipients under one name in campaigns that also list the other name. */
const listedTwice = (db: Knex, { accountId, from, to }: Joining, campaignIds: readonly number[]) =>
  db('campaign_recipients')
    .where({ account_id: accountId, phone: from })
    .whereIn('campaign_id', campaignIds)
    .whereIn(
      'campaign_id',
      db('campaign_recipients').where({ account_id: accountId, phone: to }).select('campaign_id'),
    );

/** Gives a number that names other people, or that someone no longer has, its current form. */
async function renameIdentifier(db: Knex, { accountId, from, to }: Joining): Promise<void> {
  const named = (identifier: string) => db('identities').where({ account_id: accountId, identifier });
  await named(from).whereIn('portfolio', named(to).select('portfolio')).delete();
  await named(from).update({ identifier: to });
}

/** Gives messages other times if the other conversation has messages at the same times (history-times). */
async function separateTimes(db: Knex, accountId: number, ids: readonly number[], movedId: number): Promise<void> {
  const both = () => db('messages').where({ account_id: accountId }).whereIn('conversation_id', ids);
  // An expression, because in the order of `created_at`, SQLite would read all messages of the account.
  const time = db.raw('created_at + 0');
  const doubles = both().groupBy(time).havingRaw('count(*) > 1').select(time);
  const late = await db('messages')
    .where({ account_id: accountId, conversation_id: movedId })
    .whereIn('created_at', doubles)
    .orderBy('created_at')
    .select('id', 'created_at');
  for (const { id, created_at } of late) {
    const at = await messageQueries(db).freeTime(accountId, ids, created_at + 1);
    await db('messages').where({ account_id: accountId, id }).update({ created_at: at });
  }
}

async function mergeConversations(db: Knex, moved: ConversationRow, kept: ConversationRow): Promise<void> {
  const own = { account_id: kept.account_id };
  await separateTimes(db, kept.account_id, [moved.id, kept.id], moved.id);
  for (const table of ['messages', 'flow_runs'] as const) {
    await db(table as string)
      .where({ ...own, conversation_id: moved.id })
      .update({ conversation_id: kept.id });
  }
  await conversationTeamQueries(db).move(kept.account_id, moved.id, kept.id);
  await db('conversations')
    .where({ ...own, id: kept.id })
    .update(mergedOf(moved, kept));
  await db('conversations')
    .where({ ...own, id: moved.id })
    .delete();
}

async function joinContacts(
  db: Knex,
  { accountId, from, to }: Joining,
  isFromInUse: boolean,
): Promise<number | undefined> {
  const own = { account_id: accountId };
  const rows = await db('contacts').where(own).whereIn('phone', [from, to]).orderBy('id').forUpdate();
  const [old, kept] = [from, to].map((phone) => rows.find((row) => row.phone === phone));
  if (!old) {
    return kept?.id;
  }
  const { id: _, ...fields } = old;
  if (!kept && !isFromInUse) {
    await db('contacts')
      .where({ ...own, id: old.id })
      .update({ phone: to, search_text: searchTextOf({ ...old, phone: to }) });
    return old.id;
  }
  if (!kept) {
    const [made] = await db('contacts')
      .insert({ ...fields, phone: to, search_text: searchTextOf({ ...old, phone: to }) })
      .returning('id');
    return made?.id;
  }
  const merged = {
    name: kept.name ?? old.name,
    email: kept.email ?? old.email,
    display_name: kept.display_name ?? old.display_name,
    username: kept.username ?? old.username,
    created_at: Math.min(kept.created_at, old.created_at),
    updated_at: Math.max(kept.updated_at, old.updated_at),
  };
  await db('contacts')
    .where({ ...own, id: kept.id })
    .update({ ...merged, search_text: searchTextOf({ ...kept, ...merged }) });
  if (!isFromInUse) {
    await db('conversations')
      .where({ ...own, contact_id: old.id })
      .update({ contact_id: kept.id });
    await db('contacts')
      .where({ ...own, id: old.id })
      .delete();
  }
  return kept.id;
}

/** Joins a list of people. The person is on it afterwards if one of the names was. */
async function joinList(
  db: Knex,
  { accountId, from, to }: Joining,
  { table, note }: (typeof LISTS)[number],
  keepsFrom: boolean,
): Promise<void> {
  const rows: (StopListRow & { phone: string })[] = await db(table as string)
    .where({ account_id: accountId })
    .whereIn('phone', [from, to])
    .orderBy('id')
    .forUpdate();
  const [old, kept] = [from, to].map((phone) => rows.find((row) => row.phone === phone));
  const list = () => db(table as string).where({ account_id: accountId });
  if (!old) {
    return;
  }
  if (!kept && keepsFrom) {
    await list().insert({ account_id: accountId, phone: to, [note]: old[note], created_at: old.created_at });
  } else if (!kept) {
    await list().where({ id: old.id }).update({ phone: to });
  } else {
    const created_at = Math.min(old.created_at, kept.created_at);
    await list()
      .where({ id: kept.id })
      .update({ [note]: kept[note] ?? old[note], created_at });
    if (!keepsFrom) {
      await list().where({ id: old.id }).delete();
    }
  }
}

/** Afterwards, the later choice of the two names applies. */
async function joinPreferences(db: Knex, { accountId, from, to }: Joining, keepsFrom: boolean): Promise<void> {
  const own = () => db('marketing_wishes').where({ account_id: accountId });
  const old = await own().where({ phone: from }).first();
  const preferences = marketingPreferenceQueries(db);
  const kept = await preferences.lock(accountId, to);
  if (old && old.at >= (kept?.at ?? 0)) {
    await preferences.put({ accountId, phone: to, preference: old.wish as MarketingPreference, at: old.at });
  }
  if (!keepsFrom) {
    await own().where({ phone: from }).delete();
  }
}

async function joinRecipients(db: Knex, joining: Joining, campaignIds: readonly number[]): Promise<void> {
  const { accountId, from, to } = joining;
  const doubled = await listedTwice(db, joining, campaignIds).select('campaign_id', 'state', 'message_id');
  const recipients = (ids: readonly number[], phone = from) =>
    db('campaign_recipients').where({ account_id: accountId, phone }).whereIn('campaign_id', ids);
  // The person gets each campaign once, under the name that comes first.
  const [waiting, sent] = [['waiting'], SENT].map((states) =>
    doubled.filter(({ state }) => states.includes(state)).map(({ campaign_id }) => campaign_id),
  );
  await recipients(waiting ?? []).update({ state: 'skipped', reason: 'duplicate' });
  await recipients(sent ?? [], to)
    .where({ state: 'waiting' })
    .update({ state: 'skipped', reason: 'duplicate' });
  const doubledIds = doubled.map(({ campaign_id }) => campaign_id);
  await recipients(campaignIds.filter((id) => !doubledIds.includes(id))).update({ phone: to });
  // The results of a message are stored under its person.
  const messages = doubled.flatMap(({ message_id }) => message_id ?? []);
  await db('messages').where({ account_id: accountId }).whereIn('id', messages).update({ person: from });
}

import type { Knex } from 'knex';
import { openDatabase } from '../../server/store/database.ts';

/** What exists before the database is filled. */
export interface Shop {
  accountId: number;
  connectionId: string;
}

const MICROSECONDS = 1_000_000;
const DAY = 86_400 * MICROSECONDS;
/** The oldest row is so much younger than the retention that the first sweep of a server finds nothing to delete. */
const SPAN = 90 * DAY - 3_600 * MICROSECONDS;
const EVENT_SPAN = 7 * DAY - 3_600 * MICROSECONDS;
/** The average number of messages per conversation. */
const PER_CONVERSATION = 20;
/** One message in so many is in the same conversation of the first shop. */
const LONG_SHARE = 25;
/** One delivery in so many has failed. */
const FAILED_SHARE = 5_000;

/** The person of the long conversation, as SQL returns it. */
export const LONG_HISTORY = '905400000000';
/** Digits of the phone number of one person. */
export const RARE_DIGITS = String((42 * 7_654_321) % 100_000_000);
/** A word that one message in 100,000 has. */
export const RARE_WORD = 'giraffe';

/**
 * Fills an empty PostgreSQL database by SQL, bypassing the rules. Rows are what the server leaves of a message 90 days
 * after a start at a constant rate: each outbound message has three statuses, each inbound one (a quarter of them) has one
 * callback. Each of these has a stored callback, a delivery with its attempt and, for the last 7 days, an event. The
 * first shop has half of all messages. Rows are inserted in the order of their time.
 *
 * @param now microseconds since the epoch
 */
export async function fill(url: string, shops: readonly Shop[], messages: number, now: number): Promise<void> {
  const db = await openDatabase(url);
  try {
    // A database of such a size takes longer than a server lets a statement run.
    await db.transaction((trx) => fillIn(trx, shops, messages, now));
    await db.raw('vacuum (analyze)');
  } finally {
    await db.destroy();
  }
}

/** Returns SQL for the phone number of a conversation. Multiplying its number mixes the digits, as in real lists. */
const phoneOf = (conversation: string): string =>
  `'9054' || lpad((${conversation}::bigint * 7654321 % 100000000)::text, 8, '0')`;

async function fillIn(db: Knex, shops: readonly Shop[], messages: number, now: number): Promise<void> {
  const conversations = Math.ceil(messages / PER_CONVERSATION);
  const begin = now - SPAN;
  const step = Math.floor(SPAN / messages);
  await db.raw('set local statement_timeout = 0');
  await db.raw('set local idle_in_transaction_session_timeout = 0');
  await db.raw('create temporary table shops (number integer, account_id integer, connection_id text) on commit drop');
  for (const [number, { accountId, connectionId }] of shops.entries()) {
    await db.raw('insert into shops values (?, ?, ?)', [number, accountId, connectionId]);
  }
  // Every second conversation belongs to the first shop. The IDs follow those that exist.
  const taken = Number((await db('conversations').max({ id: 'id' }).first())?.id ?? 0) + 1;
  await db.raw(
    `insert into contacts (account_id, id, phone, name, search_text, created_at, updated_at)
     select account_id, ${taken} + c, phone, name, lower(name) || ' ' || phone, ${begin}, ${begin}
     from (select c, ${phoneOf('c')} as phone, 'Person ' || c as name,
             case when c % 2 = 0 then 0 else 1 + c / 2 % ${shops.length - 1} end as shop
           from generate_series(0, ${conversations - 1}) as c) as people
     join shops on number = shop`,
  );
  await db.raw(
    `insert into messages (account_id, id, conversation_id, connection_id, channel, direction, person, type, text, content,
       status, external_id, is_test, created_at, updated_at, sent_at)
     select account_id, case when i / 10 % 4 = 0 then 'msg_in_' else 'msg_' end || lpad(at::text, 16, '0') || lpad((i % 10000)::text, 4, '0'),
       ${taken} + c, connection_id, 'whatsapp', case when i / 10 % 4 = 0 then 'in' else 'out' end,
       ${phoneOf('c')}, 'text', said,
       json_build_object('type', 'text', 'text', said)::text,
       case when i / 10 % 4 = 0 then 'received' when i % 3 = 0 then 'delivered' else 'read' end,
       'wamid.HBgMOTA1NTUxMTEyMjMzFQIAERgS' || lpad(i::text, 12, '0') || 'AA==', false, at, at + 2000000, at + 1000000
     from (select i, c, ${begin} + i * ${step}::bigint as at,
             'Your order ' || i || ' is on its way' || case when i % 100000 = 50001 then ' with a ${RARE_WORD}.' else '.' end as said,
             case when c % 2 = 0 then 0 else 1 + c / 2 % ${shops.length - 1} end as shop
           from (select i, case when i % ${LONG_SHARE} = 0 then 0 else i * 7919 % ${conversations} end as c
                 from generate_series(0::bigint, ${messages - 1}) as i) as numbered) as sent
     join shops on number = shop`,
  );
  await db.raw(
    `insert into conversations (account_id, id, connection_id, channel, person, contact_id, status, unread_count,
       last_inbound_at, last_message_text, last_message_direction, last_message_at, created_at)
     select account_id, conversation_id, min(connection_id), 'whatsapp', min(person), conversation_id,
       case when conversation_id % 4 = 0 then 'open' else 'closed' end, conversation_id % 3,
       max(created_at), 'Your order is on its way.', 'out', max(created_at), min(created_at)
     from messages group by account_id, conversation_id`,
  );
  for (const table of ['contacts', 'conversations']) {
    await db.raw(`select setval('${table}_id_seq', ${taken + conversations})`);
  }
  // What the provider reported about a message, and when. The last digits of an ID come from those of the message.
  const reports = `(
    select m.account_id, m.connection_id, m.external_id, m.id as message_id, m.person, m.created_at + k * 1000000 as at,
      lpad((m.created_at + k * 1000000)::text, 16, '0') || right(m.id, 4) as digits,
      case when direction = 'in' then 'message.received' else 'message.status' end as event,
      case when direction = 'in' then 'received' when k = 1 then 'sent' when k = 2 then 'delivered' else 'read' end as status
    from messages m cross join lateral generate_series(1, case when m.direction = 'in' then 1 else 3 end) as k
  ) as reports`;
  const data = `json_build_object('message', json_build_object('id', message_id, 'external_id', external_id, 'channel',
    'whatsapp', 'to', person, 'status', status, 'error', null, 'occurred_at', to_timestamp(at / 1000000)))::text`;
  await db.raw(
    `insert into callbacks (id, provider_app_id, body, state, received_at)
     select 'cb_' || digits, 'app_1', json_build_object('object', 'whatsapp_business_account', 'entry', json_build_array(
       json_build_object('id', '102290129340398', 'changes', json_build_array(json_build_object('field', 'messages', 'value',
         json_build_object('messaging_product', 'whatsapp', 'metadata', json_build_object('display_phone_number',
           '15550783881', 'phone_number_id', '106540352242922'), 'statuses', json_build_array(json_build_object(
           'id', external_id, 'status', status, 'timestamp', (at / 1000000)::text, 'recipient_id', person,
           'biz_opaque_callback_data', message_id))))))))::text, 'done', at
     from ${reports}`,
  );
  await db.raw(
    `insert into deliveries (account_id, id, event, data, is_test, is_sample, state, attempts, created_at)
     select account_id, 'whd_' || digits, event, ${data}, false, false,
       case when right(digits, 7)::bigint % ${FAILED_SHARE} = 1 then 'failed' else 'delivered' end, 1, at
     from ${reports}`,
  );
  await db.raw(
    `insert into delivery_attempts (account_id, delivery_id, attempt, at, status_code, response_prefix, duration_ms)
     select account_id, id, 1, created_at + 1000000, case when state = 'failed' then 500 else 200 end, 'ok', 12
     from deliveries`,
  );
  await db.raw(
    `insert into events (account_id, seq, id, event, channel, data, is_test, created_at)
     select account_id, row_number() over (partition by account_id order by id), id, event, 'whatsapp', data, false,
       created_at
     from deliveries where created_at >= ${now - EVENT_SPAN} order by created_at`,
  );
  await db.raw(
    `insert into event_sequences (account_id, seq, last_id)
     select account_id, max(seq), max(id) from events group by account_id
     on conflict (account_id) do update set seq = excluded.seq, last_id = excluded.last_id`,
  );
}

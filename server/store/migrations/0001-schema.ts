import type { Knex } from 'knex';
import { isPostgres } from '../../engine/drivers/dialect.ts';

/**
 * Creates the schema of 0.1.0. Numbers after § are sections of the specification; `tables.ts` describes each column.
 * Times are microseconds since the epoch, and JSON is in text columns. Every table of an account starts with
 * `account_id`, and so do its indexes.
 */
export async function up(db: Knex): Promise<void> {
  await createAccounts(db);
  await createConnections(db);
  await createMessages(db);
  await createTemplates(db);
  await createMedia(db);
  await createContacts(db);
  await createStopLists(db);
  await createConversations(db);
  await createCampaigns(db);
  await createFlows(db);
  await createWebhooks(db);
  await createEvents(db);
  await createCallbacks(db);
  await createOutbox(db);
}

/** Accounts, their keys (§5), and how many requests of each key count toward its rate limit (§8). */
async function createAccounts(db: Knex): Promise<void> {
  await db.schema.createTable('accounts', (table) => {
    table.increments('id');
    table.text('name').notNullable();
    table.boolean('is_active').notNullable();
    table.bigInteger('license_expires_at');
    // §5.6: the modules that can be disabled for an account.
    table.boolean('api_enabled').notNullable();
    table.boolean('webhook_enabled').notNullable();
    table.boolean('flows_enabled').notNullable();
    // The defaults for phone numbers in local format (§2.8) and for quiet hours (§2.11).
    table.text('country').notNullable();
    table.text('time_zone').notNullable();
    table.bigInteger('created_at').notNullable();
  });

  await db.schema.createTable('api_keys', (table) => {
    table.integer('account_id').notNullable();
    table.increments('id');
    table.text('hash').notNullable().unique(); // §5.2: the key itself is not stored
    table.text('mode').notNullable();
    table.text('scopes');
    table.text('allowed_ips');
    table.integer('requests_per_minute');
    table.bigInteger('revoked_at');
    table.bigInteger('created_at').notNullable();
    table.index(['account_id', 'id']);
  });

  // SQLite has no rows here, because its only process counts in memory.
  await db.schema.createTable('key_rates', (table) => {
    table.integer('account_id').notNullable();
    table.integer('key_id').notNullable();
    table.bigInteger('oldest').notNullable();
    table.specificType('slots', isPostgres(db) ? 'integer[]' : 'text').notNullable();
    table.integer('in_minute').notNullable();
    table.primary(['account_id', 'key_id']);
  });
  if (isPostgres(db)) {
    // Every request writes its row. In an unlogged table, requests do not wait for the disk. The free space keeps
    // updated rows on their page.
    await db.raw('alter table key_rates set unlogged');
    await db.raw('alter table key_rates set (fillfactor = 50)');
    await db.raw('alter table key_rates alter column slots set storage plain');
    await db.raw(TAKE_KEY_RATE);
  }
}

/**
 * The provider's apps, which sign callbacks, and the connections of accounts to channels (§4.1), including web chats.
 */
async function createConnections(db: Knex): Promise<void> {
  await db.schema.createTable('provider_apps', (table) => {
    table.text('id').primary();
    table.text('app_secret').notNullable();
    table.text('verify_token').notNullable();
    table.bigInteger('created_at').notNullable();
  });

  await db.schema.createTable('connections', (table) => {
    table.integer('account_id').notNullable();
    table.text('id').notNullable().unique();
    table.text('channel').notNullable();
    table.text('name').notNullable();
    table.boolean('is_active').notNullable();
    table.text('provider_app_id');
    table.text('provider_id');
    table.text('waba_id');
    table.text('access_token');
    table.bigInteger('created_at').notNullable();
    // A circuit breaker: after several consecutive failures, new sends are refused until a given time.
    table.integer('failures').notNullable().defaultTo(0);
    table.bigInteger('unavailable_until');
    table.text('origins'); // of web chats: the sites that may embed one
    table.primary(['account_id', 'id']);
  });
  // Callbacks identify the connection by the provider's IDs. A new connection gets the highest number of its channel
  // plus one.
  await createIndex(db, 'connections_by_provider', 'connections (provider_app_id, provider_id)');
  await createIndex(db, 'connections_by_waba', 'connections (provider_app_id, waba_id)');
  await createIndex(db, 'connections_by_number', 'connections (channel, length(id), id)');

  // When the last messages of each connection were sent, so that all workers together respect the provider's rate limit
  // (§8).
  await db.schema.createTable('line_paces', (table) => {
    table.integer('account_id').notNullable();
    table.text('connection_id').notNullable();
    table.text('slots').notNullable();
    table.primary(['account_id', 'connection_id']);
  });
}

/** Messages of both directions (§2.2, §2.3), and the idempotency keys of sends (§8). */
async function createMessages(db: Knex): Promise<void> {
  await db.schema.createTable('messages', (table) => {
    table.integer('account_id').notNullable();
    table.text('id').notNullable();
    table.integer('conversation_id'); // null for a test key: §5.7
    table.text('connection_id').notNullable();
    table.text('channel').notNullable();
    table.text('direction').notNullable();
    table.text('person').notNullable();
    table.text('type').notNullable();
    table.text('text');
    table.text('content').notNullable();
    table.text('status').notNullable();
    table.text('external_id');
    table.text('error');
    table.boolean('is_test').notNullable();
    table.bigInteger('created_at').notNullable();
    table.bigInteger('updated_at').notNullable();
    table.bigInteger('sent_at'); // compared with the watermarks of Messenger and Instagram
    table.bigInteger('web_position');
    table.integer('campaign_id');
    table.boolean('is_unreported').notNullable().defaultTo(false);
    table.primary(['account_id', 'id']);
    table.unique(['account_id', 'connection_id', 'external_id']);
    // A history is read in both directions or in one of them.
    table.index(['account_id', 'conversation_id', 'direction', 'created_at']);
    // §4.9: reports count rows from the index alone.
    table.index(['account_id', 'created_at', 'direction', 'status', 'is_test', 'is_unreported'], 'messages_counted');
  });
  // The messages that a watermark can change: unread messages to one person.
  await createIndex(
    db,
    'messages_on_their_way',
    `messages (account_id, conversation_id) where direction = 'out' and status in ('sent', 'delivered')`,
  );
  await createIndex(
    db,
    'messages_on_page',
    'messages (account_id, conversation_id, web_position) where web_position is not null',
  );
  // The messages of a campaign that are queued but not yet sent. There are few of them, however long the list is.
  await createIndex(
    db,
    'messages_of_campaigns_leaving',
    `messages (account_id, campaign_id) where campaign_id is not null and status = 'queued' and sent_at is null`,
  );

  // §2.3: a long text is sent in several parts, and the provider reports a status for each.
  await db.schema.createTable('message_parts', (table) => {
    table.integer('account_id').notNullable();
    table.text('message_id').notNullable();
    table.integer('part').notNullable();
    table.text('connection_id').notNullable();
    table.text('status').notNullable();
    table.text('external_id');
    table.primary(['account_id', 'message_id', 'part']);
    table.unique(['account_id', 'connection_id', 'external_id']);
  });

  await db.schema.createTable('idempotency', (table) => {
    table.integer('account_id').notNullable();
    table.text('scope').notNullable();
    table.text('key').notNullable();
    table.text('request_hash').notNullable();
    table.integer('status'); // null while the first request runs
    table.text('data');
    table.text('request_id').notNullable();
    table.bigInteger('expires_at').notNullable();
    table.primary(['account_id', 'scope', 'key']);
    table.index(['expires_at']);
  });
}

/** §2.5. */
async function createTemplates(db: Knex): Promise<void> {
  await db.schema.createTable('templates', (table) => {
    table.integer('account_id').notNullable();
    table.increments('id');
    table.text('name').notNullable();
    table.text('language').notNullable();
    table.text('category').notNullable();
    table.text('status').notNullable();
    table.text('rejection_reason');
    table.text('parameter_format').notNullable();
    table.text('components').notNullable();
    table.bigInteger('updated_at').notNullable();
    table.unique(['account_id', 'name', 'language']);
  });
}

/** Uploaded files (§2.6); their bytes are at the provider. */
async function createMedia(db: Knex): Promise<void> {
  await db.schema.createTable('media', (table) => {
    table.integer('account_id').notNullable();
    table.text('id').notNullable();
    table.text('connection_id').notNullable();
    table.text('provider_media_id');
    table.text('kind').notNullable();
    table.text('mime_type').notNullable();
    table.bigInteger('size').notNullable();
    table.text('filename');
    table.boolean('is_test').notNullable();
    table.bigInteger('created_at').notNullable();
    table.bigInteger('expires_at').notNullable();
    table.primary(['account_id', 'id']);
    table.index(['expires_at']);
  });
}

/** Contacts (§2.9), and an index of the trigrams in `search_text` for searches (§4.5). */
async function createContacts(db: Knex): Promise<void> {
  await db.schema.createTable('contacts', (table) => {
    table.integer('account_id').notNullable();
    table.increments('id');
    table.text('phone').notNullable();
    table.text('name');
    table.text('email');
    table.text('display_name');
    table.text('username');
    table.bigInteger('created_at').notNullable();
    table.bigInteger('updated_at').notNullable();
    table.text('search_text').notNullable().defaultTo('');
    table.unique(['account_id', 'phone']);
    table.index(['account_id', 'id']);
  });
  if (isPostgres(db)) {
    await indexTrigramsOnPostgres(db);
  } else {
    await indexTrigramsOnSqlite(db);
  }
}

async function indexTrigramsOnPostgres(db: Knex): Promise<void> {
  try {
    // A savepoint keeps the migration's transaction alive if this statement fails.
    await db.transaction((trx) => trx.raw('create extension if not exists pg_trgm'));
  } catch {
    return; // without the permission, searches read contacts until a page is full
  }
  await createIndex(db, 'contacts_search', 'contacts using gin (search_text gin_trgm_ops)');
}

/** Creates an FTS5 table that holds only the index and no texts. Triggers update it whenever `contacts` changes. */
async function indexTrigramsOnSqlite(db: Knex): Promise<void> {
  await db.raw(
    `create virtual table contacts_search using
     fts5(search_text, content='contacts', content_rowid='id', tokenize='trigram case_sensitive 1')`,
  );
  const add = 'insert into contacts_search (rowid, search_text) values (new.id, new.search_text);';
  const remove = `insert into contacts_search (contacts_search, rowid, search_text)
    values ('delete', old.id, old.search_text);`;
  await db.raw(`create trigger contacts_search_insert after insert on contacts begin ${add} end`);
  await db.raw(`create trigger contacts_search_delete after delete on contacts begin ${remove} end`);
  await db.raw(
    `create trigger contacts_search_update after update of search_text on contacts
     when old.search_text is not new.search_text begin ${remove} ${add} end`,
  );
}

/** Opt-outs and blocked numbers (§2.10). */
async function createStopLists(db: Knex): Promise<void> {
  await db.schema.createTable('opt_outs', (table) => {
    table.integer('account_id').notNullable();
    table.increments('id');
    table.text('phone').notNullable();
    table.text('source');
    table.bigInteger('created_at').notNullable();
    table.unique(['account_id', 'phone']);
    table.index(['account_id', 'id']);
  });

  await db.schema.createTable('blocked_numbers', (table) => {
    table.integer('account_id').notNullable();
    table.increments('id');
    table.text('phone').notNullable();
    table.text('reason');
    table.bigInteger('created_at').notNullable();
    table.unique(['account_id', 'phone']);
    table.index(['account_id', 'id']);
  });
}

/** Conversations (§2.8), the agents to whom they are assigned, and labels (§2.12). */
async function createConversations(db: Knex): Promise<void> {
  await db.schema.createTable('conversations', (table) => {
    table.integer('account_id').notNullable();
    table.increments('id');
    table.text('connection_id').notNullable();
    table.text('channel').notNullable();
    table.text('person').notNullable();
    table.text('name');
    table.text('status').notNullable();
    table.integer('agent_id');
    table.integer('unread_count').notNullable();
    table.bigInteger('last_inbound_at'); // §2.7: the window starts here
    table.text('last_message_text');
    table.text('last_message_direction');
    table.bigInteger('last_message_at');
    table.bigInteger('created_at').notNullable();
    table.integer('contact_id'); // §4.5: the conversation keeps its contact if the phone number changes
    table.unique(['account_id', 'connection_id', 'person']);
    table.index(['account_id', 'person']);
    table.index(['account_id', 'contact_id']);
  });
  // §4.7: each filter that may match few rows of a long list has an index in the order of the list.
  const inOrder = 'last_message_at, id';
  await createIndex(db, 'conversations_listed', `conversations (account_id, ${inOrder})`);
  await createIndex(db, 'conversations_by_status', `conversations (account_id, status, ${inOrder})`);
  await createIndex(db, 'conversations_by_channel', `conversations (account_id, channel, ${inOrder})`);
  await createIndex(
    db,
    'conversations_assigned',
    `conversations (account_id, agent_id, ${inOrder}) where agent_id is not null`,
  );
  await createIndex(db, 'conversations_unread', `conversations (account_id, ${inOrder}) where unread_count > 0`);
  await createIndex(
    db,
    'conversations_unread_by_status',
    `conversations (account_id, status, ${inOrder}) where unread_count > 0`,
  );
  await createIndex(db, 'conversations_read', `conversations (account_id, ${inOrder}) where unread_count = 0`);

  await db.schema.createTable('agents', (table) => {
    table.integer('account_id').notNullable();
    table.increments('id');
    table.text('name').notNullable();
    table.boolean('is_active').notNullable();
    table.bigInteger('created_at').notNullable();
    table.index(['account_id', 'id']);
  });

  await db.schema.createTable('labels', (table) => {
    table.integer('account_id').notNullable();
    table.increments('id');
    table.text('name').notNullable();
    table.text('color');
    table.bigInteger('created_at').notNullable();
    table.index(['account_id', 'id']);
  });
}

/**
 * The operator's campaigns and their recipients. Flows read the variables of a recipient (§2.11), and campaign messages
 * cause no status events (§6).
 */
async function createCampaigns(db: Knex): Promise<void> {
  await db.schema.createTable('campaigns', (table) => {
    table.integer('account_id').notNullable();
    table.increments('id');
    table.integer('template_id').notNullable();
    table.text('template_name').notNullable();
    table.text('language').notNullable();
    table.text('connection_id').notNullable();
    // Both columns identify the campaign of a repeated request.
    table.text('digest').notNullable();
    table.integer('repetition').notNullable();
    table.text('state').notNullable();
    table.text('problem');
    table.bigInteger('created_at').notNullable();
    table.bigInteger('finished_at');
    table.unique(['account_id', 'digest', 'repetition']);
    table.index(['account_id', 'id']);
  });

  await db.schema.createTable('campaign_recipients', (table) => {
    table.integer('account_id').notNullable();
    table.integer('campaign_id').notNullable();
    table.integer('position').notNullable();
    table.text('phone').notNullable();
    table.text('name');
    table.text('variables');
    table.text('state').notNullable();
    table.text('reason');
    table.text('message_id');
    table.bigInteger('queued_at');
    table.text('buttons');
    table.primary(['account_id', 'campaign_id', 'position']);
    table.unique(['account_id', 'campaign_id', 'phone']);
    table.index(['account_id', 'campaign_id', 'state', 'position']);
  });
  // §2.11: a flow reads the last campaign that reached a person.
  await createIndex(
    db,
    'campaign_recipients_latest',
    'campaign_recipients (account_id, phone, queued_at) where queued_at is not null',
  );
}

/** Flows and their runs (§2.11). */
async function createFlows(db: Knex): Promise<void> {
  await db.schema.createTable('flows', (table) => {
    table.integer('account_id').notNullable();
    table.increments('id');
    table.text('name').notNullable();
    table.integer('template_id').notNullable();
    table.text('button').notNullable();
    table.integer('button_index').notNullable();
    table.boolean('is_active').notNullable();
    table.boolean('stop_on_reply').notNullable();
    table.boolean('stop_on_agent').notNullable();
    table.integer('quiet_start');
    table.integer('quiet_end');
    table.text('steps').notNullable();
    table.bigInteger('created_at').notNullable();
    table.bigInteger('updated_at').notNullable();
    table.index(['account_id', 'id']);
    table.index(['account_id', 'template_id', 'id']);
  });

  await db.schema.createTable('flow_runs', (table) => {
    table.integer('account_id').notNullable();
    table.increments('id');
    table.integer('flow_id').notNullable();
    table.integer('conversation_id').notNullable();
    table.text('phone').notNullable();
    table.text('status').notNullable();
    table.text('stop_reason');
    table.integer('current_step').notNullable();
    table.integer('messages_sent').notNullable();
    table.text('known').notNullable();
    table.bigInteger('started_at').notNullable();
    table.bigInteger('next_step_at');
    table.bigInteger('finished_at');
    table.index(['account_id', 'flow_id', 'id']);
    table.index(['account_id', 'flow_id', 'status', 'id']);
    table.index(['account_id', 'phone', 'flow_id', 'id']);
  });
  // A person has at most one active run of a flow.
  await db.raw(
    `create unique index flow_runs_running on flow_runs (account_id, phone, flow_id) where status = 'running'`,
  );
  // §2.11: a message or an assignment ends the active runs of a conversation.
  await createIndex(db, 'flow_runs_driving', `flow_runs (account_id, conversation_id) where status = 'running'`);
}

/** Webhook endpoints, and deliveries to them with every attempt (§6). */
async function createWebhooks(db: Knex): Promise<void> {
  await db.schema.createTable('webhooks', (table) => {
    table.integer('account_id').primary();
    table.text('url');
    table.text('events').notNullable();
    table.text('secret').notNullable();
    table.boolean('is_enabled').notNullable();
    table.integer('consecutive_failures').notNullable();
  });

  await db.schema.createTable('deliveries', (table) => {
    table.integer('account_id').notNullable();
    table.text('id').notNullable();
    table.text('event').notNullable();
    table.text('data').notNullable();
    table.boolean('is_test').notNullable();
    table.text('state').notNullable();
    table.integer('attempts').notNullable();
    table.bigInteger('created_at').notNullable();
    table.boolean('is_sample').notNullable().defaultTo(false); // §4.10
    table.text('replay_of');
    table.primary(['account_id', 'id']);
    table.index(['account_id', 'created_at']);
  });
  await createIndex(db, 'deliveries_waiting', `deliveries (account_id, id) where state = 'waiting'`);

  await db.schema.createTable('delivery_attempts', (table) => {
    table.integer('account_id').notNullable();
    table.text('delivery_id').notNullable();
    table.integer('attempt').notNullable();
    table.bigInteger('at').notNullable();
    table.integer('status_code');
    table.text('response_prefix');
    table.text('problem');
    table.integer('duration_ms').notNullable();
    table.bigInteger('next_attempt_at');
    table.primary(['account_id', 'delivery_id', 'attempt']);
  });
}

/** The event stream: the events of each account in commit order, and the number of the newest event. */
async function createEvents(db: Knex): Promise<void> {
  await db.schema.createTable('events', (table) => {
    table.integer('account_id').notNullable();
    table.bigInteger('seq').notNullable();
    table.text('id').notNullable();
    table.text('event').notNullable();
    table.text('channel').notNullable();
    table.text('data').notNullable();
    table.boolean('is_test').notNullable();
    table.bigInteger('created_at').notNullable();
    table.primary(['account_id', 'seq']);
    table.unique(['account_id', 'id']);
    table.index(['created_at']);
  });

  await db.schema.createTable('event_sequences', (table) => {
    table.integer('account_id').primary();
    table.bigInteger('seq').notNullable();
    table.text('last_id').notNullable();
  });
}

/** Callbacks from the provider that are not yet processed. Their account becomes known during processing. */
async function createCallbacks(db: Knex): Promise<void> {
  await db.schema.createTable('callbacks', (table) => {
    table.text('id').primary();
    table.text('provider_app_id').notNullable();
    table.text('body').notNullable();
    table.text('state').notNullable();
    table.text('problem');
    table.bigInteger('received_at').notNullable();
  });
}

/** Queued tasks, and the workers that hold leases on them. */
async function createOutbox(db: Knex): Promise<void> {
  await db.schema.createTable('outbox', (table) => {
    table.integer('account_id').notNullable();
    table.bigIncrements('id');
    table.text('task').notNullable();
    table.text('subject').notNullable();
    table.bigInteger('run_at').notNullable();
    table.integer('attempts').notNullable();
    table.integer('claims').notNullable();
    table.text('claimed_by');
    table.text('lane');
    table.text('queue').notNullable().defaultTo('send');
    table.integer('paced').notNullable().defaultTo(0);
    table.index(['queue', 'run_at', 'id']);
    // The worker goes from account to account, however many tasks are waiting in each.
    table.index(['queue', 'account_id', 'run_at', 'id']);
    table.index(['account_id', 'subject']);
  });
  // Sends that have a time slot on their connection come before sends without one.
  await createIndex(db, 'outbox_paced', 'outbox (queue, account_id, run_at, id) where paced = 1');

  await db.schema.createTable('workers', (table) => {
    table.text('id').primary();
    table.bigInteger('seen_at').notNullable();
  });
}

/**
 * Creates an index that Knex cannot express: with a condition, an expression or a chosen name. The tables are new, so
 * nothing is blocked.
 */
async function createIndex(db: Knex, name: string, on: string): Promise<void> {
  await db.raw(`create index ${name} on ${on}`);
}

/**
 * Counts as many of the `asked` requests as the key's limit allows at `moment`, in milliseconds. Returns how many it
 * counted, how many were counted in the minute before them and, if it did not count all, when the next one is admitted.
 *
 * A request counts as if it was made at the end of its 100 ms slot. It therefore never counts for too short a time, and
 * counts for less than 100 ms too long. The row is locked during the count, and does not change if nothing is counted. If the
 * clocks of processes differ slightly, the fastest one applies. Slots more than ten seconds in the future come from a
 * clock that was later set back, and are dropped.
 */
const TAKE_KEY_RATE = `
create function take_key_rate(
  of_account integer, of_key integer, asked integer, per_minute integer, per_second integer, moment bigint,
  out taken integer, out counted integer, out free_at bigint
) language plpgsql as $$
declare
  -- The current slot, and the newest slots that are outside the minute and the second.
  slot bigint := (moment + 99) / 100;
  minute_edge bigint;
  second_edge bigint;
  first bigint;
  counts integer[];
  size integer;
  gone integer;
  in_second integer := 0;
  rest integer;
  at integer;
begin
  loop
    select oldest, slots, in_minute into first, counts, counted
      from key_rates where account_id = of_account and key_id = of_key for update;
    exit when found;
    insert into key_rates (account_id, key_id, oldest, slots, in_minute)
      values (of_account, of_key, slot, '{}', 0) on conflict do nothing;
  end loop;

  size := cardinality(counts);
  if first + size - 1 > slot + 100 then
    size := 0;
  elsif first + size - 1 > slot then
    slot := first + size - 1;
    moment := slot * 100 - 99;
  end if;
  minute_edge := moment / 100 - 600;
  second_edge := moment / 100 - 10;
  gone := least(size, greatest(0, minute_edge - first + 1));
  if gone = size then
    first := slot;
    counts := '{}';
    size := 0;
    counted := 0;
  elsif gone > 0 then
    for at in 1..gone loop
      counted := counted - counts[at];
    end loop;
    first := first + gone;
    counts := counts[gone + 1:];
    size := size - gone;
  end if;
  for at in greatest(1, second_edge - first + 2)..size loop
    in_second := in_second + counts[at];
  end loop;

  taken := greatest(0, least(asked, per_minute - counted, per_second - in_second));
  if taken > 0 then
    if slot - first >= size then
      counts := counts || array_fill(0, array[(slot - first + 1 - size)::integer]);
      size := slot - first + 1;
    end if;
    counts[size] := counts[size] + taken;
    update key_rates set oldest = first, slots = counts, in_minute = counted + taken
      where account_id = of_account and key_id = of_key;
  end if;

  if taken < asked then
    free_at := moment;
    rest := counted + taken;
    at := 0;
    while rest >= per_minute and at < size loop
      at := at + 1;
      rest := rest - counts[at];
      free_at := greatest(free_at, (first + at - 1) * 100 + 60000);
    end loop;
    rest := in_second + taken;
    at := greatest(0, second_edge - first + 1);
    while rest >= per_second and at < size loop
      at := at + 1;
      rest := rest - counts[at];
      free_at := greatest(free_at, (first + at - 1) * 100 + 1000);
    end loop;
  end if;
end $$`;

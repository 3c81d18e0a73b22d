import type { Knex } from 'knex';
import { type AccountQueries, accountQueries } from './accounts.ts';
import { type CallbackQueries, callbackQueries } from './callbacks.ts';
import { type ConnectionQueries, connectionQueries } from './connections.ts';
import { type ContactQueries, contactQueries } from './contacts.ts';
import { type ConversationQueries, conversationQueries } from './conversations.ts';
import { openDatabase } from './database.ts';
import { type DeliveryQueries, deliveryQueries } from './deliveries.ts';
import { type IdempotencyQueries, idempotencyQueries } from './idempotency.ts';
import { type KeyQueries, keyQueries } from './keys.ts';
import { type MediaQueries, mediaQueries } from './media.ts';
import { type MessageQueries, messageQueries } from './messages.ts';
import { type OutboxQueries, outboxQueries } from './outbox.ts';
import { type PartQueries, partQueries } from './parts.ts';
import { type TemplateQueries, templateQueries } from './templates.ts';
import { type WebhookQueries, webhookQueries } from './webhooks.ts';

/** The queries of all table families, bound to a connection or to a transaction. */
export interface Queries {
  accounts: AccountQueries;
  callbacks: CallbackQueries;
  connections: ConnectionQueries;
  contacts: ContactQueries;
  conversations: ConversationQueries;
  deliveries: DeliveryQueries;
  idempotency: IdempotencyQueries;
  keys: KeyQueries;
  media: MediaQueries;
  messages: MessageQueries;
  outbox: OutboxQueries;
  parts: PartQueries;
  templates: TemplateQueries;
  webhooks: WebhookQueries;
}

/** What a rule gets to read and write with; rules never see the database itself. */
export type Tx = Queries;

/** The database. Single reads may be made on it directly; every write goes through `transaction`. */
export interface Store {
  read: Queries;
  /** The one door for writes: all of `run` happens or none of it. */
  transaction<T>(run: (tx: Tx) => Promise<T>): Promise<T>;
  /** Empties every table, for `dev`'s reset. */
  clear(): Promise<void>;
  close(): Promise<void>;
}

function queriesOn(db: Knex): Queries {
  return {
    accounts: accountQueries(db),
    callbacks: callbackQueries(db),
    connections: connectionQueries(db),
    contacts: contactQueries(db),
    conversations: conversationQueries(db),
    deliveries: deliveryQueries(db),
    idempotency: idempotencyQueries(db),
    keys: keyQueries(db),
    media: mediaQueries(db),
    messages: messageQueries(db),
    outbox: outboxQueries(db),
    parts: partQueries(db),
    templates: templateQueries(db),
    webhooks: webhookQueries(db),
  };
}

const TABLES = [
  'accounts',
  'api_keys',
  'provider_apps',
  'connections',
  'webhooks',
  'templates',
  'conversations',
  'messages',
  'message_parts',
  'outbox',
  'callbacks',
  'deliveries',
  'delivery_attempts',
  'idempotency',
  'contacts',
  'opt_outs',
  'blocked_numbers',
  'labels',
  'agents',
  'media',
] as const;

/** Opens the database and migrates it. @throws {DatabaseError} when it cannot be opened. */
export async function openStore(url: string): Promise<Store> {
  const db = await openDatabase(url);
  return {
    read: queriesOn(db),
    transaction: (run) => db.transaction((trx) => run(queriesOn(trx))),
    clear: () =>
      db.transaction(async (trx) => {
        for (const table of TABLES) {
          await trx(table).delete();
        }
      }),
    close: () => db.destroy(),
  };
}

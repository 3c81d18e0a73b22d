import { searchTextOf } from '../store/contacts/search-text.ts';
import type { Migration } from '../store/migrations/index.ts';
import { addIndex, WITHOUT_TRANSACTION } from '../store/migrations/online.ts';

/** Fills the search text of contacts that have none, in batches. Each batch is a separate transaction. */
export const fillSearchText: Migration = {
  config: WITHOUT_TRANSACTION,
  async up(db) {
    const batch = () => db('contacts').where({ search_text: '' }).orderBy('id').limit(1000);
    for (let rows = await batch(); rows.length > 0; rows = await batch()) {
      await db.transaction(async (trx) => {
        for (const row of rows) {
          await trx('contacts')
            .where({ id: row.id })
            .update({ search_text: searchTextOf(row) });
        }
      });
    }
  },
};

/** The migrations of a later version, which change data and schema. */
export const LATER_VERSION: Record<string, Migration> = {
  // Adds a contact for each conversation that has none.
  '9001-contacts': {
    async up(db) {
      await db.raw(
        `insert into contacts (account_id, phone, display_name, created_at, updated_at)
         select account_id, person, name, created_at, created_at from conversations where contact_id is null`,
      );
      await db.raw(
        `update conversations set contact_id = (select contacts.id from contacts
         where contacts.account_id = conversations.account_id and contacts.phone = conversations.person)`,
      );
    },
  },
  '9002-search-text': fillSearchText,
  '9003-priority': {
    async up(db) {
      await db.schema.alterTable('messages', (table) => {
        table.text('priority').notNullable().defaultTo('normal');
      });
    },
  },
  '9004-priority-index': {
    config: WITHOUT_TRANSACTION,
    up: (db) => addIndex(db, 'messages_by_priority', 'messages', '(account_id, priority, created_at)'),
  },
};

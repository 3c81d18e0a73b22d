import type { Knex } from 'knex';
import { searchTextOf } from '../contacts/search-text.ts';

const BATCH = 1000;

/**
 * What a search of contacts looks through, and an index of its trigrams: on SQLite an FTS5 table that triggers keep in step, on
 * PostgreSQL one of pg_trgm. Where that extension may not be created, a search reads contacts until its page is full.
 */
export async function up(db: Knex): Promise<void> {
  await db.schema.alterTable('contacts', (table) => {
    table.text('search_text').notNullable().defaultTo('');
  });
  await fillSearchText(db);
  if (db.client.config.client === 'pg') {
    await indexOnPostgres(db);
  } else {
    await indexOnSqlite(db);
  }
}

async function fillSearchText(db: Knex): Promise<void> {
  for (let last = 0; ; ) {
    const rows = await db('contacts').where('id', '>', last).orderBy('id').limit(BATCH);
    for (const row of rows) {
      await db('contacts')
        .where({ id: row.id })
        .update({ search_text: searchTextOf(row) });
    }
    const end = rows.at(-1);
    if (end === undefined) {
      return;
    }
    last = end.id;
  }
}

async function indexOnPostgres(db: Knex): Promise<void> {
  try {
    // A transaction of its own: a refusal must not end the migration's.
    await db.transaction((trx) => trx.raw('create extension if not exists pg_trgm'));
  } catch {
    return;
  }
  await db.raw('create index contacts_search on contacts using gin (search_text gin_trgm_ops)');
}

async function indexOnSqlite(db: Knex): Promise<void> {
  await db.raw(
    `create virtual table contacts_search using
     fts5(search_text, content='contacts', content_rowid='id', tokenize='trigram case_sensitive 1')`,
  );
  await db.raw(`insert into contacts_search (contacts_search) values ('rebuild')`);
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

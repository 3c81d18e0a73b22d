import type { Knex } from 'knex';
import { isPostgres } from '../../engine/drivers/dialect.ts';
import { type Alternatives, searchParts } from './search-text.ts';

/**
 * The shortest text that the trigram index can find. For shorter texts, the search reads contacts until the page is
 * full.
 */
const SHORTEST_INDEXED = 3;

/** The query of a search, and the column that orders its results. */
interface ContactSearch {
  query: Knex.QueryBuilder;
  idColumn: string;
}

/** Returns a query for all contacts that match a search. No character of the search acts as an operator. */
export function contactSearchQuery(db: Knex, search: string): ContactSearch {
  const parts = searchParts(search);
  return isPostgres(db) ? onPostgres(db, parts) : onSqlite(db, parts);
}

/** PostgreSQL uses the trigram index or reads contacts in order, depending on how many matches it expects. */
function onPostgres(db: Knex, parts: readonly Alternatives[]): ContactSearch {
  const pattern = (text: string) => `%${text.replace(/[\\%_]/g, '\\$&')}%`;
  return { query: whereAll(db('contacts'), parts, 'contacts.search_text like ?', pattern), idColumn: 'contacts.id' };
}

/**
 * FTS5 returns rows in ID order, so a scan stops when the page is full. Parts that are too short for the index are
 * compared during the scan.
 */
function onSqlite(db: Knex, parts: readonly Alternatives[]): ContactSearch {
  const isIndexed = (texts: Alternatives) => texts.every((text) => [...text].length >= SHORTEST_INDEXED);
  const indexed = parts.filter(isIndexed);
  const rest = parts.filter((texts) => !isIndexed(texts));
  const contains = (query: Knex.QueryBuilder) => whereAll(query, rest, 'instr(contacts.search_text, ?) > 0');
  if (indexed.length === 0) {
    return { query: contains(db('contacts')), idColumn: 'contacts.id' };
  }
  const phrase = (text: string) => `"${text.replaceAll('"', '""')}"`;
  const expression = indexed.map((texts) => `(${texts.map(phrase).join(' OR ')})`).join(' AND ');
  // SQLite reads a cross join from left to right.
  const matches = db('contacts_search')
    .joinRaw('cross join contacts on contacts.id = contacts_search.rowid')
    .whereRaw('contacts_search match ?', expression);
  return { query: contains(matches), idColumn: 'contacts_search.rowid' };
}

function whereAll(
  query: Knex.QueryBuilder,
  parts: readonly Alternatives[],
  condition: string,
  bound: (text: string) => string = (text) => text,
): Knex.QueryBuilder {
  for (const texts of parts) {
    query.whereRaw(`(${texts.map(() => condition).join(' or ')})`, texts.map(bound));
  }
  return query;
}

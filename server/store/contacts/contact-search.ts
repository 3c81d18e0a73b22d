import type { Knex } from 'knex';
import { isPostgres } from '../drivers/dialect.ts';
import { type Alternatives, searchParts } from './search-text.ts';

/** The shortest text that the trigram index can find. Shorter searches read contacts until the page is full. */
const SHORTEST_INDEXED = 3;

/** What a search selects from `contacts`, and the column that orders it. */
interface ContactSearch {
  query: Knex.QueryBuilder;
  idColumn: string;
}

/**
 * Returns a query for all contacts that match a search. The search is only data: no character in it acts as an
 * operator.
 */
export function contactSearchQuery(db: Knex, search: string): ContactSearch {
  const parts = searchParts(search);
  return isPostgres(db) ? onPostgres(db, parts) : onSqlite(db, parts);
}

/**
 * PostgreSQL chooses between the trigram index and reading contacts in order, by the number of matches that it expects.
 */
function onPostgres(db: Knex, parts: readonly Alternatives[]): ContactSearch {
  const pattern = (text: string) => `%${text.replace(/[\\%_]/g, '\\$&')}%`;
  return { query: whereAll(db('contacts'), parts, 'contacts.search_text like ?', pattern), idColumn: 'contacts.id' };
}

/**
 * FTS5 returns rows in the order of their ids, so a scan stops when the page is full. Short parts are compared during
 * the scan.
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

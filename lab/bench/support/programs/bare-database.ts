import knex, { type Knex } from 'knex';

/** Opens a database for a bare program, with the durability and the pool size of our server. */
export function openBareDatabase(url: string): Knex {
  const isSqlite = url.startsWith('sqlite:');
  return knex({
    client: isSqlite ? 'better-sqlite3' : 'pg',
    connection: isSqlite ? { filename: url.slice('sqlite:'.length) } : url,
    useNullAsDefault: true,
    pool: isSqlite
      ? {
          min: 1,
          max: 1,
          afterCreate(connection: { pragma(text: string): void }, done: () => void) {
            connection.pragma('journal_mode = WAL');
            connection.pragma('synchronous = FULL');
            done();
          },
        }
      : { min: 0, max: 10 },
  });
}

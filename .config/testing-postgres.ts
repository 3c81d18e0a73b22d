import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    postgresUrl: string;
  }
}

/** A new database of the PostgreSQL that all tests share (postgres.ts). */
export async function freshPostgres(): Promise<{ url: string; drop(): Promise<void> }> {
  const url = new URL(inject('postgresUrl'));
  const database = `test_${randomUUID().replaceAll('-', '')}`;
  const run = async (sql: string) => {
    const client = new pg.Client({ connectionString: url.href });
    await client.connect();
    await client.query(sql);
    await client.end();
  };
  await run(`create database ${database}`);
  return {
    url: Object.assign(new URL(url.href), { pathname: `/${database}` }).href,
    drop: () => run(`drop database if exists ${database} with (force)`),
  };
}

import { randomUUID } from 'node:crypto';
import { inject } from 'vitest';
import { queryOnce } from './start-postgres.ts';

declare module 'vitest' {
  interface ProvidedContext {
    postgresUrl: string;
  }
}

/**
 * Creates a database in the PostgreSQL that all tests share (postgres.ts).
 *
 * @param options.isEmpty whether to omit the tables that a store would create. By default they exist, which saves each
 *   test the time to create them. @default false
 */
export async function freshPostgres(
  options: { isEmpty?: boolean } = {},
): Promise<{ url: string; drop(): Promise<void> }> {
  const url = new URL(inject('postgresUrl'));
  const database = `test_${randomUUID().replaceAll('-', '')}`;
  await queryOnce(
    url.href,
    `create database ${database}${options.isEmpty ? '' : ' template migrated strategy file_copy'}`,
  );
  return {
    url: Object.assign(new URL(url.href), { pathname: `/${database}` }).href,
    drop: () => queryOnce(url.href, `drop database if exists ${database} with (force)`),
  };
}

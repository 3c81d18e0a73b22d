import type { TestProject } from 'vitest/node';
import { openStore } from '../../server/store/index.ts';
import { queryOnce, startPostgres } from './start-postgres.ts';

async function start(): ReturnType<typeof startPostgres> {
  const postgres = await startPostgres();
  // A template, so that the tables are created once instead of for every test.
  await queryOnce(postgres.url, 'create database migrated');
  const store = await openStore(Object.assign(new URL(postgres.url), { pathname: '/migrated' }).href);
  await store.close();
  return postgres;
}

/** The server of this process. Each project of Vitest loads this file separately. */
const state = globalThis as { postgres?: ReturnType<typeof start> | undefined };

/** One PostgreSQL server for the whole test run. Each test creates a separate database in it. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  state.postgres ??= start();
  project.provide('postgresUrl', (await state.postgres).url);
  return async () => {
    const { postgres } = state;
    state.postgres = undefined;
    await (await postgres)?.stop();
  };
}

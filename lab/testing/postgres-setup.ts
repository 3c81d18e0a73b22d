import type { TestProject } from 'vitest/node';
import { openStore } from '../../server/store/index.ts';
import { queryOnce, startPostgres } from './start-postgres.ts';

/** One PostgreSQL server for the whole test run. Each test creates a separate database in it. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { url, stop } = await startPostgres();
  // A template, so that the tables are created once instead of for every test.
  await queryOnce(url, 'create database migrated');
  const store = await openStore(Object.assign(new URL(url), { pathname: '/migrated' }).href);
  await store.close();
  project.provide('postgresUrl', url);
  return stop;
}

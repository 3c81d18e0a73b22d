import type { TestProject } from 'vitest/node';
import { startPostgres } from './start-postgres.ts';

/** One PostgreSQL for the whole test run; each test makes a database of its own in it. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { url, stop } = await startPostgres();
  project.provide('postgresUrl', url);
  return stop;
}

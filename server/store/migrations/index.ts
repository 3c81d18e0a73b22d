import type { Knex } from 'knex';
import * as schema from './0001-schema.ts';

export interface Migration {
  up(db: Knex): Promise<void>;
  /** See online.ts. */
  config?: { transaction: boolean };
}

/**
 * All migrations, in order. They go forward only: a migration of a released version does not change, and a correction
 * gets a new number. Migrations run while servers of the previous version run, so none may lock a large table for long.
 * `migrations.test.ts` has the rules and refuses migrations that break them.
 */
const MIGRATIONS: Record<string, Migration> = {
  '0001-schema': schema,
};

/** The first of several migrations from development, before 0.1.0. A database that has run it cannot be upgraded. */
export const BEFORE_RELEASE = '0001-first-light';

/** Gives Knex the migrations directly, so that they work both from sources and from the built package. */
export const migrationSource: Knex.MigrationSource<string> = {
  getMigrations: async () => Object.keys(MIGRATIONS),
  getMigrationName: (name) => name,
  getMigration: async (name) => {
    const migration = MIGRATIONS[name];
    if (!migration) {
      throw new Error(`The database was made by a newer version: it knows the migration ${name}.`);
    }
    return { ...migration, down: async () => {} };
  },
};

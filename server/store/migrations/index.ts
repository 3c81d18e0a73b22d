import type { Knex } from 'knex';
import * as schema from './0001-schema.ts';

export interface Migration {
  up(db: Knex): Promise<void>;
  /** See online.ts. */
  config?: { transaction: boolean };
}

/**
 * Forward only: a migration of a released version does not change, and a correction gets a new number. Migrations run while servers of
 * the version before run, so none may lock a large table for long. `migrations.test.ts` has the rules and refuses what breaks them.
 */
const MIGRATIONS: Record<string, Migration> = {
  '0001-schema': schema,
};

/** The first of several migrations that made the schema during development, before 0.1.0. A database that has run it has no upgrade. */
export const BEFORE_RELEASE = '0001-first-light';

/** Knex reads migrations from here, so that they work from sources and from the built package alike. */
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

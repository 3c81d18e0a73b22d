import type { Knex } from 'knex';
import { BEFORE_RELEASE, type Migration, migrationSource } from '../store/migrations/index.ts';
import { WITHOUT_TRANSACTION } from '../store/migrations/online.ts';
import { rawDatabase } from './store.ts';

/** Returns our migrations, followed by those of a later version, which a test provides. */
export const withMigrations = (later: Record<string, Migration>): Knex.MigrationSource<string> => ({
  ...migrationSource,
  getMigrations: async (extensions) => [
    ...(await migrationSource.getMigrations(extensions)),
    ...Object.keys(later).sort(),
  ],
  async getMigration(name) {
    const migration = later[name];
    return migration ? { ...migration, down: async () => {} } : migrationSource.getMigration(name);
  },
});

export type RankHow = 'in a transaction' | 'in batches';

/** Gives the labels 1 to 4 the rank 1. `between` runs halfway: after the first statement, or after a batch of two. */
export const rankLabels = (how: RankHow, between: () => Promise<void>): Migration =>
  how === 'in a transaction'
    ? {
        async up(db) {
          await addRank(db);
          await between();
          await db.raw('update labels set rank = 1');
        },
      }
    : {
        config: WITHOUT_TRANSACTION,
        async up(db) {
          if (!(await db.schema.hasColumn('labels', 'rank'))) {
            await addRank(db);
          }
          for (const ids of [
            [1, 2],
            [3, 4],
          ]) {
            await db.raw('update labels set rank = 1 where rank is null and id between ? and ?', ids);
            await between();
          }
        },
      };

const addRank = (db: Knex) => db.schema.alterTable('labels', (table) => void table.integer('rank'));

/** Makes an empty database look as if a version before 0.1.0 had created it. */
export async function makeBeforeRelease(url: string): Promise<void> {
  await rawDatabase(url).migrate.latest({
    migrationSource: {
      getMigrations: async () => [BEFORE_RELEASE],
      getMigrationName: (name: string) => name,
      getMigration: async () => ({
        up: (db) => db.schema.createTable('accounts', (table) => table.text('name')),
        down: async () => {},
      }),
    },
  });
}

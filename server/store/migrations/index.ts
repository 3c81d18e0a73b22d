import type { Knex } from 'knex';
import * as firstLight from './0001-first-light.ts';
import * as parts from './0002-parts.ts';
import * as lists from './0003-lists.ts';
import * as contactSearch from './0004-contact-search.ts';
import * as deliveries from './0006-deliveries.ts';
import * as events from './0007-events.ts';
import * as web from './0008-web.ts';
import * as contactConversations from './0009-contact-conversations.ts';
import * as campaigns from './0010-campaigns.ts';
import * as flows from './0011-flows.ts';
import * as workers from './0012-workers.ts';
import * as keyRates from './0013-key-rates.ts';
import * as pacedFirst from './0014-paced-first.ts';
import * as manyConnections from './0015-many-connections.ts';
import * as campaignButtons from './0016-campaign-buttons.ts';

interface Migration {
  up(db: Knex): Promise<void>;
  /** See online.ts. */
  config?: { transaction: boolean };
}

/**
 * Forward only: what has run on somebody's database is never changed, a correction is a new number. They run while servers of the
 * version before go on, so none may hold a large table for long: `migrations.test.ts` has the rules and refuses what breaks them.
 */
const MIGRATIONS: Record<string, Migration> = {
  '0001-first-light': firstLight,
  '0002-parts': parts,
  '0003-lists': lists,
  '0004-contact-search': contactSearch,
  '0006-deliveries': deliveries,
  '0007-events': events,
  '0008-web': web,
  '0009-contact-conversations': contactConversations,
  '0010-campaigns': campaigns,
  '0011-flows': flows,
  '0012-workers': workers,
  '0013-key-rates': keyRates,
  '0014-paced-first': pacedFirst,
  '0015-many-connections': manyConnections,
  '0016-campaign-buttons': campaignButtons,
};

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

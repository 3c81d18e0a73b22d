import type { Knex } from 'knex';
import { type PersonListQueries, personListQueries } from './person-list.ts';

/** Returns the queries for people who receive no marketing (§2.10). */
export const optOutQueries = (db: Knex): PersonListQueries => personListQueries(db, 'opt_outs', 'source');

import type { Knex } from 'knex';
import { type PersonListQueries, personListQueries } from '../opt-outs/person-list.ts';

/** Returns the queries for people whom the account has blocked (§2.10). */
export const blockedNumberQueries = (db: Knex): PersonListQueries => personListQueries(db, 'blocked_numbers', 'reason');

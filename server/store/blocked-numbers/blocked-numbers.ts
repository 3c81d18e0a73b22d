import type { Knex } from 'knex';
import { type PersonListQueries, personListQueries } from '../opt-outs/person-list.ts';

/** With whom all communication is cut (§2.10). */
export const blockedNumberQueries = (db: Knex): PersonListQueries => personListQueries(db, 'blocked_numbers', 'reason');

import type { Knex } from 'knex';
import { currentForm, OUTDATED_RANGES } from '../../base/phone-form.ts';

/**
 * Where to search for outdated numbers, in this order. Lists come first, because they must hold for a person as soon as
 * possible.
 */
export const OUTDATED_PLACES = [
  { table: 'opt_outs', column: 'phone', isOfAnyChannel: true },
  { table: 'blocked_numbers', column: 'phone', isOfAnyChannel: true },
  { table: 'conversations', column: 'person', isOfAnyChannel: false },
  { table: 'contacts', column: 'phone', isOfAnyChannel: true },
  { table: 'identities', column: 'person', isOfAnyChannel: false },
  { table: 'identities', column: 'identifier', isOfAnyChannel: false },
] as const;

type OutdatedPlace = (typeof OUTDATED_PLACES)[number];

/**
 * Returns the queries that find people under a number in an outdated form, whom versions up to 0.1.0 stored, and store
 * during an upgrade (two-forms).
 */
export const outdatedNumberQueries = (db: Knex) => {
  /** Selects rows that may be under an outdated number. IDs of other channels may look like one. */
  const rowsIn = ({ table, column, isOfAnyChannel }: OutdatedPlace) =>
    db(table as string)
      .where((any) => {
        for (const { from, to, digits } of OUTDATED_RANGES) {
          any.orWhere((one) =>
            one
              .where(`${table}.${column}`, '>=', from)
              .where(`${table}.${column}`, '<', to)
              .whereRaw('length(??) = ?', [`${table}.${column}`, digits]),
          );
        }
      })
      .modify((rows) => {
        if (table === 'conversations') {
          rows.where({ channel: 'whatsapp' });
        }
        if (isOfAnyChannel) {
          rows.whereNotExists(
            db('conversations as c')
              .select(db.raw('1'))
              .whereRaw(`c.account_id = ${table}.account_id and c.person = ${table}.${column}`)
              .whereNot('c.channel', 'whatsapp'),
          );
        }
      });

  return {
    /** Returns the accounts that may have people under an outdated number. */
    listAccounts(): Promise<number[]> {
      const accounts = db('accounts').orderBy('id');
      for (const place of OUTDATED_PLACES) {
        accounts.orWhereExists(
          rowsIn(place).where(`${place.table}.account_id`, db.ref('accounts.id')).select(db.raw('1')),
        );
      }
      return accounts.pluck('id');
    },

    /** Returns up to `limit` outdated numbers of an account, in order, and the last number that was read. */
    async list(
      accountId: number,
      place: OutdatedPlace,
      after: string,
      limit: number,
    ): Promise<{ numbers: string[]; last: string | undefined }> {
      const { table, column } = place;
      const read: string[] = await rowsIn(place)
        .where(`${table}.account_id`, accountId)
        .where(`${table}.${column}`, '>', after)
        .distinct()
        .orderBy(`${table}.${column}`)
        .limit(limit)
        .pluck(`${table}.${column}`);
      const numbers = read.filter((number) => currentForm(number) !== number);
      return { numbers, last: read.length < limit ? undefined : read.at(-1) };
    },
  };
};

import type { App } from '../../app/app.ts';
import type { ActiveSession } from '../../domain/logins/sessions.ts';
import type { PersonalData } from '../../store/people/personal-data.ts';
import { requireAccount } from '../accounts.ts';
import { AdminError, missing } from '../admin-error.ts';
import { importContacts } from '../contacts.ts';
import { sqlitePathOf } from '../database/backup.ts';
import { vacuum } from '../database/vacuum.ts';
import { countPerson, erasePerson, exportPerson, findPerson } from '../people.ts';
import type { AdminInput, AdminOutput, OperationHandlers } from './types.ts';

type Input = AdminInput<'exportPerson'>;

async function find(
  app: App,
  { account, person, channel }: Input,
): Promise<{ found: PersonalData | undefined; missed: AdminError }> {
  const found = await findPerson(app, await requireAccount(app, account), person, channel);
  const where = channel === undefined ? '' : ` on ${channel}`;
  return { found, missed: missing(`nothing is stored about ${person}${where} in account ${account}`) };
}

/**
 * Returns whether erased bytes may still be in the file of the database. Rewriting the file delays all writes, for one or
 * two seconds per 100 MB, so an erasure in the dashboard does not do it.
 */
const remainsAfter = async (app: App, caller: ActiveSession | undefined): Promise<boolean> =>
  caller ? sqlitePathOf(app.config.databaseUrl) !== undefined : !(await vacuum(app));

/** Import of contacts, and export and erasure of the stored data of a person. */
export const peopleOperations: OperationHandlers<'importContacts' | 'exportPerson' | 'erasePerson'> = {
  importContacts: async (app, { account, contacts, dry_run = false }) =>
    importContacts(app, await requireAccount(app, account), contacts, dry_run),

  exportPerson: async (app, input) => {
    const { found, missed } = await find(app, input);
    if (!found) {
      throw missed;
    }
    return (await exportPerson(app, found)) as AdminOutput<'exportPerson'>;
  },

  erasePerson: async (app, input, caller) => {
    const { found, missed } = await find(app, input);
    if (!found) {
      // The file may still contain bytes of an erasure that was killed just before its end, or that a session made.
      const remains = !caller && !input.dry_run && (await remainsAfter(app, caller));
      throw remains ? new AdminError(ERASED_BYTES_REMAIN) : missed;
    }
    if (input.dry_run) {
      return { ...(await countPerson(app, found)), remains: false };
    }
    const erased = await erasePerson(app, found);
    return { ...erased, remains: erased.left === 0 && (await remainsAfter(app, caller)) };
  },
};

/** Why an erasure is not complete, and what to do. */
export const ERASED_BYTES_REMAIN =
  'everything about the person is erased from the tables, but the old bytes are still in the database file or its log because a server uses the file. Stop the server and run this command again on its machine';

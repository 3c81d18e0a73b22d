import type { App } from '../../app/app.ts';
import type { PersonalData } from '../../store/people/personal-data.ts';
import { requireAccount } from '../accounts.ts';
import { AdminError, missing } from '../admin-error.ts';
import { sqlitePathOf } from '../backup.ts';
import { importContacts } from '../contacts.ts';
import { countPerson, erasePerson, exportPerson, findPerson } from '../people.ts';
import { vacuum } from '../vacuum.ts';
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

/** Returns the file that still contains erased bytes; null if there is none. */
const remainsIn = async (app: App): Promise<string | null> =>
  (await vacuum(app)) ? null : (sqlitePathOf(app.config.databaseUrl) ?? null);

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

  erasePerson: async (app, input) => {
    const { found, missed } = await find(app, input);
    if (!found) {
      // If an earlier erasure was killed just before its end, the file may still contain erased bytes.
      const file = input.dry_run ? null : await remainsIn(app);
      throw file === null ? missed : new AdminError(erasedBytesIn(file));
    }
    if (input.dry_run) {
      return { ...(await countPerson(app, found)), remains_in: null };
    }
    const erased = await erasePerson(app, found);
    return { ...erased, remains_in: erased.left > 0 ? null : await remainsIn(app) };
  },
};

/** Returns why an erasure is not complete, and what to do. */
export const erasedBytesIn = (file: string): string =>
  `everything about the person is erased from the tables, but the old bytes are still in ${file} or its log because a server uses the file. Stop the server and run this command again`;

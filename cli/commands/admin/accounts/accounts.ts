import { type Account, type AccountChanges, type App, admin, isoOf } from '@wigwag/server';
import { pluralize } from '../../../output/pluralize.ts';
import { UsageError } from '../../../program/errors.ts';
import { MODULES } from '../../../program/options.ts';
import { type Output, print, printer, timeOf, withAdmin } from '../database.ts';

/** The options that describe an account. */
interface Described {
  name?: string;
  country?: string;
  timeZone?: string;
}

export const addAccount = (flags: Output & Required<Described>) =>
  withAdmin(async (app) => {
    const { name, country, timeZone } = flags;
    const { id, signingSecret } = await admin.createAccount(app, { name, country, timeZone });
    print(flags, { account_id: String(id), country, time_zone: timeZone, signing_secret: signingSecret });
  }, true);

type Module = (typeof MODULES)[number];

/** Returns the account as the operator sees it. */
const recordOf = ({ id, name, isActive, country, timeZone, licenseExpiresAt, modules }: Account) => ({
  account_id: String(id),
  name,
  is_active: isActive,
  country,
  time_zone: timeZone,
  license_expires_at: licenseExpiresAt === null ? null : isoOf(licenseExpiresAt),
  modules: MODULES.filter((module) => modules[module]),
});

export const listAccounts = (flags: Output) =>
  withAdmin(async (app) => {
    const accounts = await admin.listAccounts(app);
    const printNext = printer(flags);
    for (const account of accounts) {
      printNext(recordOf(account));
    }
    if (accounts.length === 0) {
      process.stderr.write('There are no accounts yet. Run `wigwag admin accounts add` to create one.\n');
    }
  });

/** Changes an account, prints it, and reports how many pending deliveries resume. */
async function change(app: App, flags: Output, accountId: number, changes: AccountChanges): Promise<void> {
  const { account, resumed } = await admin.changeAccount(app, accountId, changes);
  print(flags, recordOf(account));
  if (resumed > 0) {
    process.stderr.write(`${pluralize(resumed, 'pending delivery', 'pending deliveries')} resumed\n`);
  }
}

export const setAccount = (
  id: string,
  flags: Output & Described & { licenseUntil?: string; modules?: readonly Module[] },
) =>
  withAdmin(async (app) => {
    const accountId = await admin.requireAccount(app, id);
    const { name, country, timeZone, licenseUntil, modules } = flags;
    const changes: AccountChanges = {
      ...(name !== undefined && { name }),
      ...(country !== undefined && { country }),
      ...(timeZone !== undefined && { timeZone }),
      ...(licenseUntil !== undefined && {
        licenseExpiresAt: licenseUntil === 'unlimited' ? null : timeOf('--license-until', licenseUntil),
      }),
      ...(modules && {
        modules: {
          api: modules.includes('api'),
          webhook: modules.includes('webhook'),
          flows: modules.includes('flows'),
        },
      }),
    };
    if (Object.keys(changes).length === 0) {
      throw new UsageError('nothing to change: give --name, --country, --time-zone, --license-until or --modules');
    }
    await change(app, flags, accountId, changes);
  });

const switchAccount = (isActive: boolean) => (id: string, flags: Output) =>
  withAdmin(async (app) => change(app, flags, await admin.requireAccount(app, id), { isActive }));

export const activateAccount = switchAccount(true);
export const deactivateAccount = switchAccount(false);

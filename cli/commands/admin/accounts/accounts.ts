import { type Account, type AccountChanges, type App, admin, isoOf } from '@wigwag/server';
import { pluralize } from '../../../output/pluralize.ts';
import type { Context } from '../../../program/context.ts';
import { UsageError } from '../../../program/errors.ts';
import { MODULES } from '../../../program/options.ts';
import { timeOf, withAdmin } from '../database.ts';

const COLUMNS = ['account_id', 'name', 'is_active', 'country', 'time_zone', 'license_expires_at', 'modules'];

/** The options that describe an account. */
interface Described {
  name?: string;
  country?: string;
  timeZone?: string;
}

export const addAccount = ({ output }: Context, { name, country, timeZone }: Required<Described>) =>
  withAdmin(async (app) => {
    const { id, signingSecret } = await admin.createAccount(app, { name, country, timeZone });
    await output.record({ account_id: String(id), country, time_zone: timeZone, signing_secret: signingSecret });
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

export const listAccounts = ({ output, say }: Context) =>
  withAdmin(async (app) => {
    const accounts = await admin.listAccounts(app);
    await output.list(accounts.map(recordOf), COLUMNS);
    if (accounts.length === 0) {
      say('There are no accounts yet. Run `wigwag admin accounts add` to create one.');
    }
  });

/** Changes an account, prints it, and reports how many pending deliveries resume. */
async function change({ output, say }: Context, app: App, accountId: number, changes: AccountChanges): Promise<void> {
  const { account, resumed } = await admin.changeAccount(app, accountId, changes);
  await output.record(recordOf(account));
  if (resumed > 0) {
    say(`${pluralize(resumed, 'pending delivery', 'pending deliveries')} resumed`);
  }
}

export const setAccount = (
  context: Context,
  id: string,
  flags: Described & { licenseUntil?: string; modules?: readonly Module[] },
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
    await change(context, app, accountId, changes);
  });

const switchAccount = (isActive: boolean) => (context: Context, id: string) =>
  withAdmin(async (app) => change(context, app, await admin.requireAccount(app, id), { isActive }));

export const activateAccount = switchAccount(true);
export const deactivateAccount = switchAccount(false);

import type { admin } from '@wigwag/server';
import { pluralize } from '../../../output/pluralize.ts';
import type { CommandContext } from '../../../program/context/context.ts';
import { UsageError } from '../../../program/errors/errors.ts';
import type { MODULES } from '../../../program/options/options.ts';
import { requireTime } from '../database.ts';
import { type Operator, withOperator } from '../operator.ts';

const COLUMNS = ['account_id', 'name', 'is_active', 'country', 'time_zone', 'license_expires_at', 'modules'];

/** The options that describe an account. */
interface AccountDescription {
  name?: string;
  country?: string;
  timeZone?: string;
}

export const addAccount = ({ output }: CommandContext, { name, country, timeZone }: Required<AccountDescription>) =>
  withOperator(
    async (call) => output.record(await call('createAccount', { name, country, time_zone: timeZone })),
    true,
  );

export const listAccounts = ({ output, say }: CommandContext) =>
  withOperator(async (call) => {
    const { accounts } = await call('listAccounts', {});
    await output.list(accounts, COLUMNS);
    if (accounts.length === 0) {
      say('There are no accounts yet. Run `wigwag admin accounts add` to create one.');
    }
  });

export const showAccount = ({ output }: CommandContext, account: string) =>
  withOperator(async (call) => output.record(await call('getAccount', { account })));

/** Changes an account, prints it, and reports how many pending deliveries resume. */
async function change(
  { output, say }: CommandContext,
  call: Operator,
  changes: admin.AdminInput<'updateAccount'>,
): Promise<void> {
  const { resumed, ...account } = await call('updateAccount', changes);
  await output.record(account);
  if (resumed > 0) {
    say(`${pluralize(resumed, 'pending delivery', 'pending deliveries')} resumed`);
  }
}

export const setAccount = (
  context: CommandContext,
  account: string,
  flags: AccountDescription & { licenseUntil?: string; modules?: (typeof MODULES)[number][] },
) =>
  withOperator(async (call) => {
    const { name, country, timeZone, licenseUntil, modules } = flags;
    const changes = {
      ...(name !== undefined && { name }),
      ...(country !== undefined && { country }),
      ...(timeZone !== undefined && { time_zone: timeZone }),
      ...(licenseUntil !== undefined && {
        license_expires_at: licenseUntil === 'unlimited' ? null : requireTime('--license-until', licenseUntil),
      }),
      ...(modules && { modules }),
    };
    if (Object.keys(changes).length === 0) {
      throw new UsageError('nothing to change: give --name, --country, --time-zone, --license-until or --modules');
    }
    await change(context, call, { account, ...changes });
  });

const switchAccount = (is_active: boolean) => (context: CommandContext, account: string) =>
  withOperator((call) => change(context, call, { account, is_active }));

export const activateAccount = switchAccount(true);
export const deactivateAccount = switchAccount(false);

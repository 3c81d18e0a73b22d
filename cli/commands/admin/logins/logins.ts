import type { admin } from '@wigwag/server';
import type { CommandContext } from '../../../program/context/context.ts';
import type { AccountFlags } from '../database.ts';
import { withOperator, withOperatorOf } from '../operator.ts';

type Login = admin.AdminOutput<'updateLogin'>;

const COLUMNS = ['id', 'email', 'role', 'agent', 'has_password', 'totp', 'is_disabled', 'last_login_at'];

/** Shows the agent by name, as tables show one value per cell. */
const rowOf = ({ agent, ...login }: Login) => ({ ...login, agent: agent?.name ?? null });

export const inviteAgent = (
  { output }: CommandContext,
  agent: number,
  { email, role, ...flags }: AccountFlags & Pick<admin.AdminInput<'inviteAgent'>, 'email' | 'role'>,
) =>
  withOperatorOf(flags, async (call, account) =>
    output.record(await call('inviteAgent', { account, agent, email, role })),
  );

export const listLogins = ({ output }: CommandContext, flags: AccountFlags) =>
  withOperatorOf(flags, async (call, account) =>
    output.list((await call('listLogins', { account })).logins.map(rowOf), COLUMNS),
  );

export const resetLogin = ({ output }: CommandContext, login: number, flags: AccountFlags) =>
  withOperatorOf(flags, async (call, account) => output.record(await call('resetLogin', { account, login })));

/** Disables or enables a login. */
const switchLogin = (isDisabled: boolean) => (context: CommandContext, login: number, flags: AccountFlags) =>
  withOperatorOf(flags, async (call, account) =>
    context.output.record(rowOf(await call('updateLogin', { account, login, is_disabled: isDisabled }))),
  );

export const disableLogin = switchLogin(true);
export const enableLogin = switchLogin(false);

export const inviteOperator = ({ output }: CommandContext, { email }: { email: string }) =>
  withOperator(async (call) => output.record(await call('inviteOperator', { email })), true);

export const listOperators = ({ output }: CommandContext) =>
  withOperator(async (call) => output.list((await call('listOperators', {})).logins.map(rowOf), COLUMNS));

export const resetOperator = ({ output }: CommandContext, login: number) =>
  withOperator(async (call) => output.record(await call('resetOperator', { login })));

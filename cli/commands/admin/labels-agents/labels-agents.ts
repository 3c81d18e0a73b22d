import type { CommandContext } from '../../../program/context/context.ts';
import type { AccountFlags } from '../database.ts';
import { withOperatorOf } from '../operator.ts';

export const addLabel = (
  { output }: CommandContext,
  { name, color, ...flags }: AccountFlags & { name: string; color?: string },
) =>
  withOperatorOf(flags, async (call, account) =>
    output.record(await call('createLabel', { account, name, ...(color !== undefined && { color }) })),
  );

export const listLabels = ({ output }: CommandContext, flags: AccountFlags) =>
  withOperatorOf(flags, async (call, account) =>
    output.list((await call('listLabels', { account })).labels, ['id', 'name', 'color']),
  );

export const addAgent = ({ output }: CommandContext, { name, ...flags }: AccountFlags & { name: string }) =>
  withOperatorOf(flags, async (call, account) => output.record(await call('createAgent', { account, name })));

export const listAgents = ({ output }: CommandContext, flags: AccountFlags) =>
  withOperatorOf(flags, async (call, account) =>
    output.list((await call('listAgents', { account })).agents, ['id', 'name', 'is_active']),
  );

export const deactivateAgent = ({ output }: CommandContext, agent: number, flags: AccountFlags) =>
  withOperatorOf(flags, async (call, account) => output.record(await call('deactivateAgent', { account, agent })));

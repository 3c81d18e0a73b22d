import { admin } from '@wigwag/server';
import type { Context } from '../../../program/context.ts';
import { type AccountFlags, withAccount } from '../database.ts';

export const addLabel = ({ output }: Context, flags: AccountFlags & { name: string; color?: string }) =>
  withAccount(flags, async (app, accountId) => {
    const { name, color } = flags;
    await output.record({ id: await admin.createLabel(app, accountId, { name, color }) });
  });

export const listLabels = ({ output }: Context, flags: AccountFlags) =>
  withAccount(flags, async (app, accountId) => {
    const labels = await admin.listLabels(app, accountId);
    await output.list(
      labels.map(({ id, name, color }) => ({ id, name, color })),
      ['id', 'name', 'color'],
    );
  });

export const addAgent = ({ output }: Context, flags: AccountFlags & { name: string }) =>
  withAccount(flags, async (app, accountId) =>
    output.record({ id: await admin.createAgent(app, accountId, { name: flags.name }) }),
  );

const recordOf = ({ id, name, isActive }: Awaited<ReturnType<typeof admin.listAgents>>[number]) => ({
  id,
  name,
  is_active: isActive,
});

export const listAgents = ({ output }: Context, flags: AccountFlags) =>
  withAccount(flags, async (app, accountId) => {
    const agents = await admin.listAgents(app, accountId);
    await output.list(agents.map(recordOf), ['id', 'name', 'is_active']);
  });

export const deactivateAgent = ({ output }: Context, agentId: number, flags: AccountFlags) =>
  withAccount(flags, async (app, accountId) =>
    output.record(recordOf(await admin.deactivateAgent(app, accountId, agentId))),
  );

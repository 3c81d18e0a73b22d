import { admin } from '@wigwag/server';
import { type Output, print, printer, withAdmin } from '../database.ts';

export const addLabel = (flags: Output & { account: string; name: string; color?: string }) =>
  withAdmin(async (app) => {
    const accountId = await admin.requireAccount(app, flags.account);
    const { name, color } = flags;
    print(flags, { id: await admin.createLabel(app, accountId, { name, color }) });
  });

export const listLabels = (flags: Output & { account: string }) =>
  withAdmin(async (app) => {
    const accountId = await admin.requireAccount(app, flags.account);
    const printNext = printer(flags);
    for (const { id, name, color } of await admin.listLabels(app, accountId)) {
      printNext({ id, name, color });
    }
  });

export const addAgent = (flags: Output & { account: string; name: string }) =>
  withAdmin(async (app) => {
    const accountId = await admin.requireAccount(app, flags.account);
    print(flags, { id: await admin.createAgent(app, accountId, { name: flags.name }) });
  });

export const listAgents = (flags: Output & { account: string }) =>
  withAdmin(async (app) => {
    const accountId = await admin.requireAccount(app, flags.account);
    const printNext = printer(flags);
    for (const { id, name, isActive } of await admin.listAgents(app, accountId)) {
      printNext({ id, name, is_active: isActive });
    }
  });

export const deactivateAgent = (agentId: number, flags: Output & { account: string }) =>
  withAdmin(async (app) => {
    const accountId = await admin.requireAccount(app, flags.account);
    const { id, name, isActive } = await admin.deactivateAgent(app, accountId, agentId);
    print(flags, { id, name, is_active: isActive });
  });

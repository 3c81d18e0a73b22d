import { admin } from '@wigwag/server';
import { UsageError } from '../../../program/errors.ts';
import { type Output, print, printer, withAdmin } from '../database.ts';
import { tokenOptions } from './check-connections.ts';

export const listConnections = (flags: Output & { account: string }) =>
  withAdmin(async (app) => {
    const accountId = await admin.requireAccount(app, flags.account);
    const printNext = printer(flags);
    for (const { id, channel, name, isActive, providerId, origins } of await admin.listConnections(app, accountId)) {
      const common = { connection_id: id, channel, name, is_active: isActive, provider_id: providerId };
      printNext({ ...common, ...(channel === 'web' && { origins }) });
    }
  });

/** Replaces an expired token, or the app after a new registration. */
export const setToken = (connectionId: string, flags: Output & { account: string; app?: string; force?: boolean }) =>
  withAdmin(async (app) => {
    const accountId = await admin.requireAccount(app, flags.account);
    await admin.setToken(app, accountId, connectionId, { ...tokenOptions(flags), providerAppId: flags.app });
    print(flags, { connection_id: connectionId });
  });

/** Replaces the list of sites that may embed a web chat. */
export const setOrigins = (connectionId: string, flags: Output & { account: string; set?: string[]; none?: boolean }) =>
  withAdmin(async (app) => {
    const accountId = await admin.requireAccount(app, flags.account);
    if ((flags.set === undefined) === !flags.none) {
      throw new UsageError('give the sites with --set, or allow only the built-in chat page with --none');
    }
    const origins = await admin.setOrigins(app, accountId, connectionId, flags.set ?? []);
    print(flags, { connection_id: connectionId, origins });
  });

const switchConnection = (isActive: boolean) => (connectionId: string, flags: Output & { account: string }) =>
  withAdmin(async (app) => {
    const accountId = await admin.requireAccount(app, flags.account);
    await admin.setConnectionActive(app, accountId, connectionId, isActive);
    print(flags, { connection_id: connectionId, is_active: isActive });
  });

export const activateConnection = switchConnection(true);
export const deactivateConnection = switchConnection(false);

import { admin } from '@wigwag/server';
import type { Context } from '../../../program/context.ts';
import { UsageError } from '../../../program/errors.ts';
import { type AccountFlags, withAccount } from '../database.ts';
import { tokenOptions } from './check-connections.ts';

const COLUMNS = ['connection_id', 'channel', 'name', 'is_active', 'provider_id', 'origins'];

export const listConnections = ({ output }: Context, flags: AccountFlags) =>
  withAccount(flags, async (app, accountId) => {
    const connections = await admin.listConnections(app, accountId);
    await output.list(
      connections.map(({ id, channel, name, isActive, providerId, origins }) => ({
        connection_id: id,
        channel,
        name,
        is_active: isActive,
        provider_id: providerId,
        ...(channel === 'web' && { origins }),
      })),
      COLUMNS,
    );
  });

/** Replaces an expired token, or the app after a new registration. */
export const setToken = (
  context: Context,
  connectionId: string,
  flags: AccountFlags & { app?: string; force?: boolean },
) =>
  withAccount(flags, async (app, accountId) => {
    await admin.setToken(app, accountId, connectionId, { ...tokenOptions(context, flags), providerAppId: flags.app });
    await context.output.record({ connection_id: connectionId });
  });

/** Replaces the list of sites that may embed a web chat. */
export const setOrigins = (
  { output }: Context,
  connectionId: string,
  flags: AccountFlags & { set?: string[]; none?: boolean },
) =>
  withAccount(flags, async (app, accountId) => {
    if ((flags.set === undefined) === !flags.none) {
      throw new UsageError('give the sites with --set, or allow only the built-in chat page with --none');
    }
    const origins = await admin.setOrigins(app, accountId, connectionId, flags.set ?? []);
    await output.record({ connection_id: connectionId, origins });
  });

const switchConnection =
  (isActive: boolean) =>
  ({ output }: Context, connectionId: string, flags: AccountFlags) =>
    withAccount(flags, async (app, accountId) => {
      await admin.setConnectionActive(app, accountId, connectionId, isActive);
      await output.record({ connection_id: connectionId, is_active: isActive });
    });

export const activateConnection = switchConnection(true);
export const deactivateConnection = switchConnection(false);

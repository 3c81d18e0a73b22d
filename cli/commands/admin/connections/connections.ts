import type { CommandContext } from '../../../program/context/context.ts';
import { UsageError } from '../../../program/errors/errors.ts';
import type { AccountFlags } from '../database.ts';
import { withOperator, withOperatorOf } from '../operator.ts';

const COLUMNS = ['connection_id', 'channel', 'name', 'is_active', 'provider_id', 'mark_as_read', 'origins', 'reports'];

export const listConnections = ({ output }: CommandContext, flags: AccountFlags) =>
  withOperatorOf(flags, async (call, account) =>
    output.list(
      (await call('listConnections', { account })).connections,
      COLUMNS,
      ({ reports = [], ...connection }) => ({
        ...connection,
        reports: reports.map(({ kind, event }) => event ?? kind),
      }),
    ),
  );

export const listApps = ({ output }: CommandContext) =>
  withOperator(async (call) => output.list((await call('listProviderApps', {})).apps, ['app_id', 'callback_url']));

/** Replaces the list of sites that may embed a web chat. */
export const setOrigins = (
  { output }: CommandContext,
  connectionId: string,
  flags: AccountFlags & { set?: string[]; none?: boolean },
) =>
  withOperatorOf(flags, async (call, account) => {
    if ((flags.set === undefined) === !flags.none) {
      throw new UsageError('give the sites with --set, or allow only the built-in chat page with --none');
    }
    const origins = flags.set ?? [];
    await output.record(await call('updateConnection', { account, connection: connectionId, origins }));
  });

/** Changes settings of a connection. */
export const setConnection = (
  { output }: CommandContext,
  connection: string,
  { markAsRead, ...flags }: AccountFlags & { markAsRead: 'on' | 'off' },
) =>
  withOperatorOf(flags, async (call, account) =>
    output.record(await call('updateConnection', { account, connection, mark_as_read: markAsRead === 'on' })),
  );

const switchConnection =
  (is_active: boolean) =>
  ({ output }: CommandContext, connection: string, flags: AccountFlags) =>
    withOperatorOf(flags, async (call, account) =>
      output.record(await call('updateConnection', { account, connection, is_active })),
    );

export const activateConnection = switchConnection(true);
export const deactivateConnection = switchConnection(false);

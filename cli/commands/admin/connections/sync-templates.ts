import { admin } from '@wigwag/server';
import type { Context } from '../../../program/context.ts';
import { type AccountFlags, withAccount } from '../database.ts';

export const syncAccountTemplates = ({ output }: Context, flags: AccountFlags & { connection: string }) =>
  withAccount(flags, async (app, accountId) =>
    output.record({
      connection_id: flags.connection,
      templates: await admin.syncTemplates(app, accountId, flags.connection),
    }),
  );

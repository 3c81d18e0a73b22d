import type { Channel } from '@wigwag/sdk/names';
import { admin } from '@wigwag/server';
import type { Context } from '../../../program/context.ts';
import { UsageError } from '../../../program/errors.ts';
import { type AccountFlags, withAccount, withAdmin } from '../database.ts';
import { requireSecret } from '../secret-input.ts';
import { tokenOptions } from './check-connections.ts';

export const addApp = ({ output, say }: Context) =>
  withAdmin(async (app) => {
    const appSecret = await requireSecret('WIGWAG_APP_SECRET', 'app secret');
    const { id, callbackUrl, verifyToken } = await admin.createProviderApp(app, { appSecret });
    await output.record({ app_id: id, callback_url: callbackUrl, verify_token: verifyToken });
    if (!app.publicUrl().startsWith('https://')) {
      say("Meta calls only https addresses: set WIGWAG_PUBLIC_URL to the server's public https address.");
    }
  });

export const addConnection = (
  context: Context,
  flags: AccountFlags & {
    channel: Channel;
    app?: string;
    id?: string;
    waba?: string;
    name?: string;
    origins?: string[];
    force?: boolean;
  },
) =>
  withAccount(flags, async (app, accountId) => {
    const { output, say } = context;
    const { channel, app: providerAppId, id: providerId, name = channel } = flags;
    if (channel === 'web') {
      const { id, page, origins } = await admin.createWebChat(app, { accountId, name, origins: flags.origins });
      await output.record({ connection_id: id, page, origins });
      return;
    }
    if (flags.origins !== undefined) {
      throw new UsageError('--origins sets the sites of a web chat; other channels have none');
    }
    if (providerAppId === undefined || providerId === undefined) {
      throw new UsageError(`${channel} needs --app and --id`);
    }
    const connection = { accountId, channel, name, providerAppId, providerId, wabaId: flags.waba };
    const id = await admin.connectProvider(app, connection, tokenOptions(context, flags));
    await output.record({ connection_id: id });
    if (channel === 'whatsapp') {
      say(`${await admin.syncTemplates(app, accountId, id)} templates imported`);
    }
  });

import type { Channel } from '@wigwag/sdk/names';
import { admin } from '@wigwag/server';
import { UsageError } from '../../../program/errors.ts';
import { type Output, print, withAdmin } from '../database.ts';
import { requireSecret } from '../secret-input.ts';
import { tokenOptions } from './check-connections.ts';
import { syncTemplates } from './sync-templates.ts';

export const addApp = (flags: Output) =>
  withAdmin(async (app) => {
    const appSecret = await requireSecret('WIGWAG_APP_SECRET', 'app secret');
    const { id, callbackUrl, verifyToken } = await admin.createProviderApp(app, { appSecret });
    print(flags, { app_id: id, callback_url: callbackUrl, verify_token: verifyToken });
    if (!app.publicUrl().startsWith('https://')) {
      process.stderr.write(
        "Meta calls only https addresses: set WIGWAG_PUBLIC_URL to the server's public https address.\n",
      );
    }
  });

export const addConnection = (
  flags: Output & {
    account: string;
    channel: Channel;
    app?: string;
    id?: string;
    waba?: string;
    name?: string;
    origins?: string[];
    force?: boolean;
  },
) =>
  withAdmin(async (app) => {
    const accountId = await admin.requireAccount(app, flags.account);
    const { channel, app: providerAppId, id: providerId, name = channel } = flags;
    if (channel === 'web') {
      const { id, page, origins } = await admin.createWebChat(app, { accountId, name, origins: flags.origins });
      print(flags, { connection_id: id, page, origins });
      return;
    }
    if (flags.origins !== undefined) {
      throw new UsageError('--origins sets the sites of a web chat; other channels have none');
    }
    if (providerAppId === undefined || providerId === undefined) {
      throw new UsageError(`${channel} needs --app and --id`);
    }
    const connection = { accountId, channel, name, providerAppId, providerId, wabaId: flags.waba };
    const id = await admin.connectProvider(app, connection, tokenOptions(flags));
    print(flags, { connection_id: id });
    if (channel === 'whatsapp') {
      await syncTemplates(app, accountId, id);
    }
  });

import { type App, admin } from '@wigwag/server';
import { withAdmin } from '../database.ts';

export async function syncTemplates(app: App, accountId: number, connectionId: string): Promise<void> {
  process.stderr.write(`${await admin.syncTemplates(app, accountId, connectionId)} templates imported\n`);
}

export const syncAccountTemplates = (flags: { account: string; connection: string }) =>
  withAdmin(async (app) => syncTemplates(app, await admin.requireAccount(app, flags.account), flags.connection));

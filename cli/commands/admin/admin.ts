import type { Channel } from '@wigwag/sdk/names';
import { type App, admin, type Finding } from '@wigwag/server';
import { onOneLine } from '../../output/sanitize-terminal.ts';
import { UsageError } from '../../program/errors.ts';
import { readStdin } from '../../program/stdin.ts';
import { type Output, print, withAdmin } from './database.ts';

/** Reads a secret from the environment or stdin. Never from an argument, because other users can see command lines. */
export async function requireSecret(variable: string, what: string): Promise<string> {
  const value = process.env[variable] || (process.stdin.isTTY ? '' : await readStdin());
  if (value.trim() === '') {
    throw new UsageError(`no ${what}: set ${variable}, or pipe it to stdin`);
  }
  return value.trim();
}

export const addKey = (
  flags: Output & {
    account: string;
    mode: 'live' | 'test';
    scopes?: string[];
    allowedIps?: string[];
    requestsPerMinute?: number;
  },
) =>
  withAdmin(async (app) => {
    const accountId = await admin.requireAccount(app, flags.account);
    print(flags, await admin.createKey(app, { ...flags, accountId }));
    process.stderr.write('The key is shown only this once; the database stores only its hash.\n');
  });

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

/** Returns how commands read an access token and show the result of its check. */
export const tokenOptions = ({ force }: { force?: boolean }) => ({
  force,
  readToken: () => requireSecret('WIGWAG_ACCESS_TOKEN', 'access token'),
  onFindings: showFindings,
});

export const checkConnections = (flags: { account: string }) =>
  withAdmin(async (app) => {
    const accountId = await admin.requireAccount(app, flags.account);
    const connections = await admin.listConnections(app, accountId);
    let faults = 0;
    for (const connection of connections) {
      process.stderr.write(`${connection.id} (${connection.channel}, ${connection.isActive ? 'on' : 'off'})\n`);
      const findings = await admin.checkConnection(app, connection);
      showFindings(findings);
      faults += findings.filter(({ ok }) => !ok).length;
    }
    if (faults > 0 || connections.length === 0) {
      throw new UsageError(connections.length === 0 ? 'the account has no connections' : `${faults} problems to fix`);
    }
  });

function showFindings(findings: readonly Finding[]): void {
  for (const { ok, what, fix } of findings) {
    process.stderr.write(
      `  ${ok ? '✓' : '✗'} ${onOneLine(what)}\n${fix === undefined ? '' : `    fix: ${onOneLine(fix)}\n`}`,
    );
  }
}

async function syncTemplates(app: App, accountId: number, connectionId: string): Promise<void> {
  process.stderr.write(`${await admin.syncTemplates(app, accountId, connectionId)} templates imported\n`);
}

export const syncAccountTemplates = (flags: { account: string; connection: string }) =>
  withAdmin(async (app) => syncTemplates(app, await admin.requireAccount(app, flags.account), flags.connection));

export const setAccountWebhook = (
  flags: Output & { account: string; url?: string; off?: boolean; events?: string[] },
) =>
  withAdmin(async (app) => {
    const accountId = await admin.requireAccount(app, flags.account);
    if ((flags.url === undefined) === !flags.off) {
      throw new UsageError('give --url to set the address, or --off to remove it');
    }
    const { signingSecret, isResolved } = await admin.setWebhook(app, accountId, {
      url: flags.url ?? null,
      events: flags.events,
    });
    if (flags.url !== undefined && !isResolved) {
      process.stderr.write(
        `${new URL(flags.url).hostname} has no address yet: deliveries fail until DNS resolves it\n`,
      );
    }
    print(flags, { url: flags.url ?? '', signing_secret: signingSecret });
  });

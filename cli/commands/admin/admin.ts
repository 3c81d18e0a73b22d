import type { Channel } from '@wigwag/sdk';
import {
  type App,
  accessTokenOf,
  type Connection,
  callbackPath,
  checkConnection,
  createConnection,
  createKey,
  createProviderApp,
  type Finding,
  hashOf,
  parseNetwork,
  randomText,
  SCOPES,
  setWebhook,
  syncTemplates,
  webchatPath,
} from '@wigwag/server';
import { onOneLine } from '../../output/sanitize-terminal.ts';
import { UsageError } from '../../program/errors.ts';
import { readStdin } from '../../program/stdin.ts';
import { type Output, print, requireAccount, requireKnown, withAdmin } from './database.ts';
import { requireOrigins } from './origins.ts';

/** A secret from the environment or from stdin, never from the command line, which other users can see. */
export async function requireSecret(variable: string, what: string): Promise<string> {
  const value = process.env[variable] || (process.stdin.isTTY ? '' : await readStdin());
  if (value.trim() === '') {
    throw new UsageError(`no ${what}: set ${variable}, or give it on stdin`);
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
    const accountId = await requireAccount(app, flags.account);
    const scope = flags.scopes?.find((one) => !SCOPES.some((known) => known === one));
    requireKnown(scope === undefined, `there is no scope ${scope}; there are: ${SCOPES.join(', ')}`);
    const address = flags.allowedIps?.find((one) => parseNetwork(one) === undefined);
    requireKnown(address === undefined, `${address} is neither an address nor a CIDR`);
    const key = await app.store.transaction((tx) => createKey(app, tx, { ...flags, accountId }));
    const made = await app.store.read.keys.findByHash(hashOf(key));
    print(flags, { id: made?.key.id, key });
    process.stderr.write('The key is shown this once; only its hash is stored.\n');
  });

export const addApp = (flags: Output) =>
  withAdmin(async (app) => {
    const appSecret = await requireSecret('WIGWAG_APP_SECRET', 'app secret');
    const verifyToken = randomText(32);
    const id = await app.store.transaction((tx) => createProviderApp(app, tx, { appSecret, verifyToken }));
    print(flags, { app_id: id, callback_url: app.publicUrl() + callbackPath(id), verify_token: verifyToken });
    if (!app.publicUrl().startsWith('https://')) {
      process.stderr.write('Meta calls https addresses only: set WIGWAG_PUBLIC_URL to the one that the world sees.\n');
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
    const accountId = await requireAccount(app, flags.account);
    const { app: providerAppId, id: providerId } = flags;
    if (flags.channel === 'web') {
      const line = { accountId, channel: flags.channel, name: flags.name ?? flags.channel };
      const origins = requireOrigins(flags.origins);
      const id = await app.store.transaction((tx) => createConnection(app, tx, { ...line, origins }));
      print(flags, { connection_id: id, page: app.publicUrl() + webchatPath(id), origins });
      return;
    }
    requireKnown(flags.origins === undefined, '--origins are the sites of a web chat; other channels have none');
    if (providerAppId === undefined || providerId === undefined) {
      throw new UsageError(`--app and --id are needed on ${flags.channel}`);
    }
    if (!(await app.store.read.connections.findProviderApp(providerAppId))) {
      throw new UsageError(`there is no app ${providerAppId}; \`wigwag admin apps add\` makes one`);
    }
    if (flags.channel === 'whatsapp' && flags.waba === undefined) {
      throw new UsageError('--waba is needed on whatsapp: the WhatsApp business account that the number belongs to');
    }
    const known = (await app.store.read.connections.list(accountId)).find((one) => one.providerId === providerId);
    if (known) {
      throw new UsageError(
        `${known.id} is connected to ${providerId} already; \`wigwag admin connections set-token ${known.id}\` gives it a new token`,
      );
    }
    const accessToken = await requireSecret('WIGWAG_ACCESS_TOKEN', 'access token');
    const candidate = {
      accountId,
      id: 'new',
      channel: flags.channel,
      name: flags.name ?? flags.channel,
      isActive: true,
      providerAppId,
      providerId,
      wabaId: flags.waba ?? null,
      accessToken: app.vault.seal(accessToken),
      unavailableUntil: null,
      origins: [],
    };
    await requireSound(app, candidate, flags.force);
    const id = await app.store.transaction((tx) =>
      createConnection(app, tx, {
        ...candidate,
        wabaId: flags.waba,
        accessToken,
        providerAppId,
        providerId,
      }),
    );
    print(flags, { connection_id: id });
    if (flags.channel === 'whatsapp') {
      await takeOverTemplates(app, accountId, id);
    }
  });

/** Shows what a check finds. @throws {UsageError} when something is wrong, unless that was wished for */
export async function requireSound(app: App, connection: Connection, force = false): Promise<void> {
  const findings = await checkConnection(app, connection);
  showFindings(findings);
  if (findings.some(({ ok }) => !ok) && !force) {
    throw new UsageError('nothing was changed: put the above right, or add --force to go on all the same');
  }
}

export const checkConnections = (flags: { account: string }) =>
  withAdmin(async (app) => {
    const accountId = await requireAccount(app, flags.account);
    const connections = await app.store.read.connections.list(accountId);
    let faults = 0;
    for (const connection of connections) {
      process.stderr.write(`${connection.id} (${connection.channel}, ${connection.isActive ? 'on' : 'off'})\n`);
      const findings = await checkConnection(app, connection);
      showFindings(findings);
      faults += findings.filter(({ ok }) => !ok).length;
    }
    if (faults > 0 || connections.length === 0) {
      throw new UsageError(
        connections.length === 0 ? 'the account has no connections' : `${faults} things to put right`,
      );
    }
  });

function showFindings(findings: readonly Finding[]): void {
  for (const { ok, what, fix } of findings) {
    process.stderr.write(
      `  ${ok ? '✓' : '✗'} ${onOneLine(what)}\n${fix === undefined ? '' : `    fix: ${onOneLine(fix)}\n`}`,
    );
  }
}

async function takeOverTemplates(app: App, accountId: number, connectionId: string): Promise<void> {
  const connection = await app.store.read.connections.find(accountId, connectionId);
  const provider = connection && app.outbound.providers[connection.channel];
  if (!connection || !provider?.listTemplates) {
    throw new UsageError(connection ? `${connectionId} has no templates` : `there is no connection ${connectionId}`);
  }
  const listed = await provider.listTemplates(connection, accessTokenOf(app, connection)).catch((error: Error) => {
    throw new UsageError(
      `${connectionId} is connected, but ${error.message}; \`wigwag admin connections check\` says why`,
    );
  });
  await app.store.transaction((tx) => syncTemplates(app, tx, accountId, listed));
  process.stderr.write(`${listed.length} templates taken over\n`);
}

export const syncAccountTemplates = (flags: { account: string; connection: string }) =>
  withAdmin(async (app) => takeOverTemplates(app, await requireAccount(app, flags.account), flags.connection));

export const setAccountWebhook = (
  flags: Output & { account: string; url?: string; off?: boolean; events?: string[] },
) =>
  withAdmin(async (app) => {
    const accountId = await requireAccount(app, flags.account);
    if ((flags.url === undefined) === !flags.off) {
      throw new UsageError('give --url, or --off to take the address away');
    }
    if (flags.url !== undefined) {
      await requireWebhookUrl(app, flags.url);
    }
    const secret = await app.store.transaction((tx) => setWebhook(app, tx, accountId, flags.url ?? null, flags.events));
    print(flags, { url: flags.url ?? '', signing_secret: secret ?? '' });
  });

/** §7: https, and on the internet. A name that nobody knows yet may be known later. */
async function requireWebhookUrl(app: App, url: string): Promise<void> {
  const { problem, isKnown } = await app.outbound.checkWebhookUrl(url);
  if (problem !== undefined) {
    throw new UsageError(`events cannot be sent to ${url}: ${problem}; give a public https address`);
  }
  if (!isKnown) {
    process.stderr.write(`${new URL(url).hostname} has no address yet: events will fail until it has one\n`);
  }
}

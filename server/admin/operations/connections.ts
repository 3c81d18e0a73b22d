import { isoOf } from '../../base/time.ts';
import { checkConnection } from '../../domain/connections/check-connection.ts';
import { reportFindings } from '../../domain/connections/report-findings.ts';
import type { Finding } from '../../providers/provider.ts';
import { requireAccount } from '../accounts.ts';
import { AdminError, invalidField } from '../admin-error.ts';
import {
  connectProvider,
  createProviderApp,
  createWebChat,
  listConnections,
  listLastCallbacks,
  listLastInbound,
  listProviderApps,
  listReports,
  requireConnection,
  setConnectionActive,
  setMarkAsRead,
  setOrigins,
  setToken,
  sharedFindings,
  webChatPage,
} from '../connections.ts';
import { createTemplate, syncTemplates } from '../templates.ts';
import { isoOrNull } from './times.ts';
import type { OperationHandlers } from './types.ts';

/** Runs an operation and collects the findings of its check. An `AdminError` also contains them. */
async function withFindings<T>(
  run: (onFindings: (found: readonly Finding[]) => void) => Promise<T>,
): Promise<{ result: T; findings: Finding[] }> {
  const findings: Finding[] = [];
  try {
    return { result: await run((found) => void findings.push(...found)), findings };
  } catch (error) {
    if (error instanceof AdminError && findings.length > 0) {
      error.findings = findings;
    }
    throw error;
  }
}

/** Provider apps, connections and their templates. */
export const connectionOperations: OperationHandlers<
  | 'createProviderApp'
  | 'listProviderApps'
  | 'listConnections'
  | 'createConnection'
  | 'updateConnection'
  | 'setConnectionToken'
  | 'checkConnection'
  | 'syncTemplates'
  | 'createTemplate'
> = {
  createProviderApp: async (app, { app_secret }) => {
    const { id, callbackUrl, verifyToken } = await createProviderApp(app, { appSecret: app_secret });
    return { app_id: id, callback_url: callbackUrl, verify_token: verifyToken };
  },

  listProviderApps: async (app) => ({
    apps: (await listProviderApps(app)).map(({ id, callbackUrl }) => ({ app_id: id, callback_url: callbackUrl })),
  }),

  listConnections: async (app, { account }) => {
    const accountId = await requireAccount(app, account);
    const connections = await listConnections(app, accountId);
    const reports = await listReports(app, accountId);
    const lastCallbacks = await listLastCallbacks(app, accountId);
    const lastInbound = await listLastInbound(app, accountId);
    return {
      connections: connections.map(({ id, channel, name, isActive, providerId, ...connection }) => ({
        connection_id: id,
        channel,
        name,
        is_active: isActive,
        provider_id: providerId,
        app_id: connection.providerAppId,
        waba_id: connection.wabaId,
        unavailable_until: isoOrNull(connection.unavailableUntil),
        last_callback_at: isoOrNull(lastCallbacks.get(id) ?? null),
        last_inbound_at: isoOrNull(lastInbound.get(id) ?? null),
        ...(channel === 'web'
          ? { origins: [...connection.origins], page: webChatPage(app, id) }
          : { mark_as_read: connection.marksAsRead ?? false }),
        reports: (reports.get(id) ?? []).map(({ kind, event, detail, at }) => ({ kind, event, detail, at: isoOf(at) })),
      })),
    };
  },

  createConnection: async (app, { account, channel, force, ...given }) => {
    const accountId = await requireAccount(app, account);
    const { name = channel, app_id, provider_id, waba_id, access_token, origins } = given;
    if (channel === 'web') {
      const { id, ...chat } = await createWebChat(app, { accountId, name, origins });
      return { connection_id: id, ...chat, findings: [] };
    }
    if (origins !== undefined) {
      throw new AdminError('origins are the sites of a web chat; leave them out for other channels', {
        field: 'origins',
      });
    }
    const [providerAppId, providerId, token] = [
      required('app_id', app_id),
      required('provider_id', provider_id),
      required('access_token', access_token),
    ];
    const { result, findings } = await withFindings((onFindings) =>
      connectProvider(
        app,
        { accountId, channel, name, providerAppId, providerId, wabaId: waba_id },
        { force, onFindings, readToken: async () => token },
      ),
    );
    return { connection_id: result, findings };
  },

  updateConnection: async (app, { account, connection, is_active, mark_as_read, origins }) => {
    const accountId = await requireAccount(app, account);
    if (is_active !== undefined) {
      await setConnectionActive(app, accountId, connection, is_active);
    }
    if (mark_as_read !== undefined) {
      await setMarkAsRead(app, accountId, connection, mark_as_read);
    }
    const allowed = origins && (await setOrigins(app, accountId, connection, origins));
    return {
      connection_id: connection,
      ...(is_active !== undefined && { is_active }),
      ...(mark_as_read !== undefined && { mark_as_read }),
      ...(allowed && { origins: [...allowed] }),
    };
  },

  setConnectionToken: async (app, { account, connection, access_token, app_id, force }) => {
    const accountId = await requireAccount(app, account);
    const { findings } = await withFindings((onFindings) =>
      setToken(app, accountId, connection, {
        providerAppId: app_id,
        force,
        onFindings,
        readToken: async () => access_token,
      }),
    );
    return { connection_id: connection, findings };
  },

  checkConnection: async (app, { account, connection }) => {
    const known = await requireConnection(app, await requireAccount(app, account), connection);
    const findings = [
      ...(await checkConnection(app, known)),
      ...(await sharedFindings(app, known)),
      ...(await reportFindings(app, known)),
    ];
    return { connection_id: connection, findings };
  },

  syncTemplates: async (app, { account, connection }) => ({
    connection_id: connection,
    templates: await syncTemplates(app, await requireAccount(app, account), connection),
  }),

  createTemplate: async (app, { account, connection, ...input }) => {
    const {
      name,
      language,
      category,
      status = 'PENDING',
    } = await createTemplate(app, await requireAccount(app, account), connection, input);
    return { connection_id: connection, name, language, category, status };
  },
};

/** @throws {AdminError} for a field that only a web chat may omit */
function required(field: string, value: string | undefined): string {
  if (value === undefined) {
    throw invalidField(field, 'is required, except for a web chat');
  }
  return value;
}

import { REQUESTS_PER_MINUTE } from '@wigwag/openapi';
import { isoOf } from '../../base/time.ts';
import type { Account } from '../../store/account/accounts.ts';
import {
  changeAccount,
  createAccount,
  findAccount,
  listAccounts,
  renewSigningSecret,
  requireAccount,
} from '../accounts.ts';
import { invalidField } from '../admin-error.ts';
import { createKey, listKeys, revokeKey, rotateKey } from '../keys.ts';
import {
  activateAgent,
  createAgent,
  createLabel,
  deactivateAgent,
  deleteLabel,
  listAgents,
  listLabels,
  updateLabel,
} from '../labels-agents.ts';
import { enableWebhook, setWebhook, showWebhook } from '../webhooks.ts';
import { callbackOperations } from './callbacks.ts';
import { campaignOperations } from './campaigns.ts';
import { connectionOperations } from './connections.ts';
import { deliveryOperations } from './deliveries.ts';
import { endpointOperations } from './endpoints.ts';
import { installationOperations } from './installation.ts';
import { loginOperations } from './logins.ts';
import { messageOperations } from './messages.ts';
import { peopleOperations } from './people.ts';
import { reportOperations } from './reports.ts';
import { requestOperations } from './requests.ts';
import { isoOrNull, timeOf } from './times.ts';
import type { AdminOperation, OperationHandlers } from './types.ts';

const MODULES = ['api', 'webhook', 'flows'] as const;

/** Returns an account as the document defines it. */
export const recordOfAccount = ({ id, name, isActive, country, timeZone, licenseExpiresAt, modules }: Account) => ({
  account_id: String(id),
  name,
  is_active: isActive,
  country,
  time_zone: timeZone,
  license_expires_at: isoOrNull(licenseExpiresAt),
  modules: MODULES.filter((module) => modules[module]),
});

/**
 * The operations of the admin API. The command line calls them on the database, and the HTTP server calls them for
 * requests. Each throws `AdminError` if a rule refuses the request.
 */
export const adminOperations: OperationHandlers<AdminOperation> = {
  ...callbackOperations,
  ...campaignOperations,
  ...connectionOperations,
  ...deliveryOperations,
  ...endpointOperations,
  ...installationOperations,
  ...loginOperations,
  ...messageOperations,
  ...peopleOperations,
  ...reportOperations,
  ...requestOperations,

  listAccounts: async (app) => ({ accounts: (await listAccounts(app)).map(recordOfAccount) }),

  getAccount: async (app, { account }) => recordOfAccount(await findAccount(app, account)),

  createAccount: async (app, { name, country, time_zone }) => {
    const { id, signingSecret } = await createAccount(app, { name, country, timeZone: time_zone });
    return { account_id: String(id), country, time_zone, signing_secret: signingSecret };
  },

  updateAccount: async (app, { account, name, country, time_zone, is_active, license_expires_at, modules }) => {
    const changed = await changeAccount(app, await requireAccount(app, account), {
      ...(name !== undefined && { name }),
      ...(country !== undefined && { country }),
      ...(time_zone !== undefined && { timeZone: time_zone }),
      ...(is_active !== undefined && { isActive: is_active }),
      ...(license_expires_at !== undefined && {
        licenseExpiresAt: license_expires_at === null ? null : timeOf('license_expires_at', license_expires_at),
      }),
      ...(modules && {
        modules: {
          api: modules.includes('api'),
          webhook: modules.includes('webhook'),
          flows: modules.includes('flows'),
        },
      }),
    });
    return { ...recordOfAccount(changed.account), resumed: changed.resumed };
  },

  listKeys: async (app, { account }) => {
    const keys = await listKeys(app, await requireAccount(app, account));
    return {
      keys: keys.map(({ id, name, mode, scopes, allowedIps, requestsPerMinute, createdAt, revokedAt, lastUsedAt }) => ({
        id,
        name,
        mode,
        scopes: [...(scopes ?? ['*'])], // the form in which GET /me shows full access
        allowed_ips: [...(allowedIps ?? ['*'])],
        requests_per_minute: requestsPerMinute,
        created_at: isoOf(createdAt),
        revoked_at: isoOrNull(revokedAt),
        last_used_at: isoOrNull(lastUsedAt),
      })),
    };
  },

  createKey: async (app, { account, name, mode, scopes, allowed_ips, requests_per_minute }, caller) => {
    if (caller && caller.login.role !== 'operator' && (requests_per_minute ?? 0) > REQUESTS_PER_MINUTE) {
      throw invalidField(
        'requests_per_minute',
        `must be at most ${REQUESTS_PER_MINUTE}; only an operator may set more`,
      );
    }
    return createKey(app, {
      accountId: await requireAccount(app, account),
      name: name?.trim(),
      mode,
      scopes,
      allowedIps: allowed_ips,
      requestsPerMinute: requests_per_minute,
    });
  },

  rotateKey: async (app, { account, key, valid_seconds }) => {
    const rotated = await rotateKey(app, await requireAccount(app, account), key, valid_seconds);
    const { id, revokedAt } = rotated.replaces;
    return { id: rotated.id, key: rotated.key, replaces: { id, revoked_at: isoOf(revokedAt) } };
  },

  revokeKey: async (app, { account, key }) => {
    await revokeKey(app, await requireAccount(app, account), key);
    return { id: key, revoked: true };
  },

  listLabels: async (app, { account }) => {
    const labels = await listLabels(app, await requireAccount(app, account));
    return { labels: labels.map(({ id, name, color }) => ({ id, name, color })) };
  },

  updateLabel: async (app, { account, label, ...changes }) =>
    updateLabel(app, await requireAccount(app, account), label, changes),

  deleteLabel: async (app, { account, label }) => ({
    id: label,
    conversations: await deleteLabel(app, await requireAccount(app, account), label),
  }),

  createLabel: async (app, { account, name, color }) => ({
    id: await createLabel(app, await requireAccount(app, account), { name, color }),
  }),

  listAgents: async (app, { account }) => {
    const agents = await listAgents(app, await requireAccount(app, account));
    return { agents: agents.map(({ id, name, isActive }) => ({ id, name, is_active: isActive })) };
  },

  createAgent: async (app, { account, name }) => ({
    id: await createAgent(app, await requireAccount(app, account), { name }),
  }),

  deactivateAgent: async (app, { account, agent }) => {
    const { id, name, isActive } = await deactivateAgent(app, await requireAccount(app, account), agent);
    return { id, name, is_active: isActive };
  },

  activateAgent: async (app, { account, agent }) => {
    const { id, name, isActive } = await activateAgent(app, await requireAccount(app, account), agent);
    return { id, name, is_active: isActive };
  },

  getWebhook: async (app, { account }) => {
    const { url, events, isEnabled, consecutiveFailures } = await showWebhook(app, await requireAccount(app, account));
    return { url, is_enabled: isEnabled, events: [...events], consecutive_failures: consecutiveFailures };
  },

  setWebhook: async (app, { account, url, events }) => {
    const { signingSecret, isResolved } = await setWebhook(app, await requireAccount(app, account), { url, events });
    return { url, signing_secret: signingSecret, is_resolved: isResolved };
  },

  enableWebhook: async (app, { account }) => {
    const { url, resumed } = await enableWebhook(app, await requireAccount(app, account));
    return { url, enabled: true, resumed };
  },

  renewSigningSecret: async (app, { account }) => ({
    signing_secret: await renewSigningSecret(app, await requireAccount(app, account)),
  }),
};

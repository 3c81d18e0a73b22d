import type { ControlOperations } from '@wigwag/openapi';
import {
  addEndpoint,
  connectBusiness,
  createAgent,
  createCampaign,
  createKey,
  createLabel,
  findTemplate,
  isWebhookEnabled,
  listAttempts,
  listConnections,
  requireAccount,
  requireDescription,
  revokeKeyText,
  setConnectionActive,
  setWebhook,
  syncTemplates,
} from '../admin/index.ts';
import { isoOf } from '../base/time.ts';
import { createDemoAccount } from '../domain/account/demo-account.ts';
import type { Connection } from '../store/connections/connections.ts';
import { isRowId } from '../store/tables.ts';
import type { ControlContext } from './context.ts';
import { ControlError } from './control-error.ts';
import { businessOf } from './provider.ts';
import { visitorWrites, webSends } from './web.ts';

type JsonOf<T> = T extends { content: { 'application/json': infer Json } } ? Json : never;
type BodyOf<Op extends keyof ControlOperations> = ControlOperations[Op] extends { requestBody?: infer Body }
  ? JsonOf<NonNullable<Body>>
  : undefined;
type QueryOf<Op extends keyof ControlOperations> = NonNullable<ControlOperations[Op]['parameters']['query']>;
type DataOf<Op extends keyof ControlOperations> = JsonOf<ControlOperations[Op]['responses'][200]>;

type ControlHandlers = {
  [Op in keyof ControlOperations]: (
    context: ControlContext,
    request: { body: BodyOf<Op>; query: QueryOf<Op> },
  ) => Promise<DataOf<Op>>;
};

const SITUATIONS = {
  inactive: { isActive: false },
  license_expired: { licenseExpiresAt: 1 },
  api_disabled: { modules: { api: false, webhook: true, flows: true } },
  flows_disabled: { modules: { api: true, webhook: true, flows: false } },
  webhook_disabled: { modules: { api: true, webhook: false, flows: true } },
};

async function requireConnection(
  context: ControlContext,
  accountId: number,
  channel: string,
  id?: string,
): Promise<Connection> {
  const connections = await listConnections(context.app, accountId);
  const found = connections.find(
    (connection) => connection.isActive && connection.channel === channel && (id === undefined || connection.id === id),
  );
  if (!found) {
    throw new ControlError(`the account has no active ${channel} connection${id === undefined ? '' : ` ${id}`}`);
  }
  return found;
}

export const controlHandlers: ControlHandlers = {
  async createAccount(context, { body }) {
    const { app, provider, providerAppId } = context;
    const { country, time_zone: timeZone } = body ?? {};
    requireDescription({ ...(country !== undefined && { country }), ...(timeZone !== undefined && { timeZone }) });
    const account = await createDemoAccount(
      app,
      {
        name: 'Test account',
        ...(body?.situation && SITUATIONS[body.situation]),
        ...(country !== undefined && { country }),
        ...(timeZone !== undefined && { timeZone }),
      },
      businessOf(provider.addBusiness(), providerAppId),
    );
    return {
      account_id: String(account.accountId),
      company_id: account.accountId,
      live_key: account.liveKey,
      test_key: account.testKey,
      signing_secret: account.signingSecret,
      connections: account.connections as DataOf<'createAccount'>['connections'],
    };
  },

  async deleteAccounts({ app, provider, time }, { body }) {
    // Work of the accounts would otherwise fail during the deletion.
    await time.settle();
    const ids = body.account_ids.map(Number).filter(isRowId);
    const connections = await Promise.all(ids.map((id) => listConnections(app, id)));
    await app.store.deleteAccounts(ids);
    provider.removeBusinesses(connections.flat().flatMap(({ providerId }) => providerId ?? []));
    return {};
  },

  async createKey(context, { body }) {
    const { key } = await createKey(context.app, {
      accountId: await requireAccount(context.app, body.account_id),
      mode: body.mode,
      scopes: body.scopes,
      allowedIps: body.allowed_ips,
      revoked: body.revoked,
      requestsPerMinute: body.requests_per_minute,
    });
    return { key };
  },

  async revokeKey({ app }, { body }) {
    await revokeKeyText(app, body.key);
    return { revoked: true };
  },

  async setWebhook(context, { body }) {
    const accountId = await requireAccount(context.app, body.account_id);
    const { signingSecret } = await setWebhook(context.app, accountId, body, { isChecked: false });
    return { signing_secret: signingSecret };
  },

  async addEndpoint({ app }, { body: { account_id, ...settings } }) {
    const { webhook, signingSecret } = await addEndpoint(app, await requireAccount(app, account_id), settings);
    return { endpoint_id: webhook.id, signing_secret: signingSecret };
  },

  async putTemplate(context, { body }) {
    const { app, provider, time } = context;
    const accountId = await requireAccount(context.app, body.account_id);
    const connection = await requireConnection(context, accountId, 'whatsapp');
    const { account_id: _, rejection_reason, ...template } = body;
    provider.setTemplate(connection.wabaId ?? '', { ...template, rejected_reason: rejection_reason ?? null });
    // Synced here instead of in the worker, because a caller could not distinguish a busy worker from a lost template.
    await syncTemplates(app, accountId, connection.id);
    await time.settle();
    const id = (await findTemplate(app, accountId, body))?.id;
    if (id === undefined) {
      throw new ControlError(`the template ${body.name} was not synced`);
    }
    return { id };
  },

  async setConnection(context, { body }) {
    const { app, provider, providerAppId } = context;
    const accountId = await requireAccount(context.app, body.account_id);
    const { channel, connection_id: named, active = true } = body;
    if (named !== undefined) {
      const known = (await listConnections(app, accountId)).find(({ id }) => id === named);
      if (known?.channel !== channel) {
        throw new ControlError(`the account has no ${channel} connection ${named}`);
      }
      await setConnectionActive(app, accountId, named, active);
      return { connection_id: named };
    }
    const business = businessOf(provider.addBusiness(), providerAppId);
    return { connection_id: await connectBusiness(app, accountId, channel, business, active) };
  },

  async createLabel(context, { body }) {
    const accountId = await requireAccount(context.app, body.account_id);
    return { id: await createLabel(context.app, accountId, body) };
  },

  async createAgent(context, { body }) {
    const accountId = await requireAccount(context.app, body.account_id);
    return { id: await createAgent(context.app, accountId, { name: body.name, isActive: body.is_active }) };
  },

  async createCampaign(context, { body }) {
    const { app } = context;
    const accountId = await requireAccount(context.app, body.account_id);
    const id = await createCampaign(app, accountId, body, body.recipients);
    return { campaign_id: id };
  },

  async receiveInbound(context, { body }) {
    const accountId = await requireAccount(context.app, body.account_id);
    const { account_id: _, connection_id, channel, ...inbound } = body;
    const connection = await requireConnection(context, accountId, channel, connection_id);
    const { providerId } = connection;
    const received =
      providerId === null
        ? await visitorWrites(context.app, connection, inbound)
        : await context.provider.receive({ ...inbound, channel, providerId });
    await context.time.settle();
    return received;
  },

  getClock: async ({ app }) => ({ now: isoOf(app.clock.now() * 1000) }),

  async advanceClock({ app, time }, { body }) {
    await time.advance(body.seconds);
    return { now: isoOf(app.clock.now() * 1000) };
  },

  settle: async ({ time }) => ({ ran: await time.settle() }),

  async setProviderOutcome(context, { body }) {
    const accountId = await requireAccount(context.app, body.account_id);
    const connection = await requireConnection(context, accountId, body.channel);
    const { account_id: _, ...outcome } = body;
    if (connection.providerId === null) {
      throw new ControlError(`${body.channel} has no external provider that could fail`);
    }
    context.provider.next({ ...outcome, providerId: connection.providerId });
    return {};
  },

  async listProviderSends(context, { query }) {
    const accountId = await requireAccount(context.app, query.account_id);
    const connections = await listConnections(context.app, accountId);
    const providerIds = connections.flatMap(({ providerId }) => providerId ?? []);
    const sends = context.provider.sends(providerIds).flatMap(({ providerId, ...send }) => {
      const connection = connections.find((one) => one.providerId === providerId);
      return connection ? [{ channel: connection.channel, connection_id: connection.id, ...send }] : [];
    });
    return [...sends, ...(await webSends(context.app, accountId))] as DataOf<'listProviderSends'>;
  },

  async listDeliveries(context, { query }) {
    const accountId = await requireAccount(context.app, query.account_id);
    const attempts = await listAttempts(context.app, accountId);
    return {
      address_enabled: await isWebhookEnabled(context.app, accountId),
      deliveries: attempts.map((one) => ({
        id: one.deliveryId,
        event: one.event,
        attempt: one.attempt,
        status_code: one.statusCode,
        response_prefix: one.responsePrefix,
        at: isoOf(one.at),
        next_attempt_at: one.nextAttemptAt === null ? null : isoOf(one.nextAttemptAt),
      })),
    };
  },

  async holdDelivery({ time }, { body }) {
    await time.hold(body.id, body.attempt, body.held);
    return {};
  },

  async reset(context) {
    await context.reset();
    return {};
  },
};

import type { ControlOperations } from '@wigwag/openapi';
import { createConnection, createKey, isColor, isCountry, isTimeZone, setWebhook } from '../domain/account/accounts.ts';
import { createDemoAccount, providerSide } from '../domain/account/demo-account.ts';
import { createCampaign } from '../domain/campaigns/create-campaign.ts';
import { listTemplates, syncTemplates } from '../domain/templates/record-template.ts';
import { parseNetwork } from '../process/config.ts';
import { hashOf } from '../secrets.ts';
import type { Connection } from '../store/connections/connections.ts';
import { isoOf } from '../time.ts';
import type { ControlContext } from './control.ts';
import { ControlError, requireMeaning } from './control-error.ts';
import { visitorWrites, webSends } from './web.ts';

type JsonOf<T> = T extends { content: { 'application/json': infer Json } } ? Json : never;
type BodyOf<Op extends keyof ControlOperations> = ControlOperations[Op] extends { requestBody?: infer Body }
  ? JsonOf<NonNullable<Body>>
  : undefined;
type QueryOf<Op extends keyof ControlOperations> = NonNullable<ControlOperations[Op]['parameters']['query']>;
type DataOf<Op extends keyof ControlOperations> = JsonOf<ControlOperations[Op]['responses'][200]>;

export type ControlHandlers = {
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

async function requireAccount({ app }: ControlContext, accountId: string): Promise<number> {
  const account = /^\d{1,9}$/.test(accountId) ? await app.store.read.accounts.find(Number(accountId)) : undefined;
  if (!account) {
    throw new ControlError(`there is no account ${accountId}`);
  }
  return account.id;
}

async function requireConnection(
  context: ControlContext,
  accountId: number,
  channel: string,
  id?: string,
): Promise<Connection> {
  const active = await context.app.store.read.connections.listActive(accountId);
  const found = active.find(
    (connection) => connection.channel === channel && (id === undefined || connection.id === id),
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
    requireMeaning('country', country === undefined ? [] : [country], isCountry, 'the code of a country, as TR');
    requireMeaning('time_zone', timeZone === undefined ? [] : [timeZone], isTimeZone, 'a name as Europe/Istanbul');
    const account = await createDemoAccount(
      app,
      {
        name: 'Test account',
        ...(body?.situation && SITUATIONS[body.situation]),
        ...(country !== undefined && { country }),
        ...(timeZone !== undefined && { timeZone }),
      },
      { ...provider.addBusiness(), providerAppId },
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

  async createKey(context, { body }) {
    const isNetwork = (text: string) => parseNetwork(text) !== undefined;
    requireMeaning('allowed_ips', body.allowed_ips, isNetwork, 'addresses or CIDRs, as 10.0.0.0/8');
    const accountId = await requireAccount(context, body.account_id);
    const key = await context.app.store.transaction((tx) =>
      createKey(context.app, tx, {
        accountId,
        mode: body.mode,
        scopes: body.scopes,
        allowedIps: body.allowed_ips,
        revoked: body.revoked,
        requestsPerMinute: body.requests_per_minute,
      }),
    );
    return { key };
  },

  async revokeKey({ app }, { body }) {
    const revoked = await app.store.transaction((tx) => tx.keys.revoke(hashOf(body.key), app.stamp()));
    if (!revoked) {
      throw new ControlError('there is no such key');
    }
    return { revoked: true };
  },

  async setWebhook(context, { body }) {
    const accountId = await requireAccount(context, body.account_id);
    const secret = await context.app.store.transaction((tx) =>
      setWebhook(context.app, tx, accountId, body.url, body.events),
    );
    context.app.wake();
    return { signing_secret: secret ?? '' };
  },

  async putTemplate(context, { body }) {
    const { app, provider, time } = context;
    const accountId = await requireAccount(context, body.account_id);
    const connection = await requireConnection(context, accountId, 'whatsapp');
    const { account_id: _, rejection_reason, ...template } = body;
    provider.setTemplate(connection.wabaId ?? '', { ...template, rejected_reason: rejection_reason ?? null });
    // Taken over here and now: who waits for the worker cannot tell a busy machine from a template that was lost.
    const listed = await listTemplates(app, connection);
    await app.store.transaction((tx) => syncTemplates(app, tx, accountId, listed));
    app.wake();
    await time.settle();
    const known = await app.store.read.templates.findByName(accountId, body.name);
    const id = known.find(({ language }) => language === body.language)?.id;
    if (id === undefined) {
      throw new ControlError(`the template ${body.name} did not arrive`);
    }
    return { id };
  },

  async setConnection(context, { body }) {
    const { app, provider, providerAppId } = context;
    const accountId = await requireAccount(context, body.account_id);
    const { channel, connection_id: named, active = true } = body;
    if (named !== undefined) {
      const known = await app.store.read.connections.find(accountId, named);
      if (known?.channel !== channel) {
        throw new ControlError(`the account has no ${channel} connection ${named}`);
      }
      await app.store.transaction((tx) => tx.connections.setActive(accountId, named, active));
      return { connection_id: named };
    }
    const business = provider.addBusiness();
    const id = await app.store.transaction(async (tx) => {
      const created = await createConnection(app, tx, {
        accountId,
        channel,
        name: `Another ${channel}`,
        ...providerSide({ ...business, providerAppId }, channel),
      });
      await tx.connections.setActive(accountId, created, active);
      return created;
    });
    return { connection_id: id };
  },

  async createLabel(context, { body }) {
    const accountId = await requireAccount(context, body.account_id);
    const { name, color = null } = body;
    if (color !== null && !isColor(color)) {
      throw new ControlError(`a colour is written as #rrggbb, not as ${color}`);
    }
    const { app } = context;
    return { id: await app.store.transaction((tx) => tx.labels.insert(accountId, { name, color }, app.stamp())) };
  },

  async createAgent(context, { body }) {
    const accountId = await requireAccount(context, body.account_id);
    const { name, is_active: isActive = true } = body;
    const { app } = context;
    return { id: await app.store.transaction((tx) => tx.agents.insert(accountId, { name, isActive }, app.stamp())) };
  },

  async createCampaign(context, { body }) {
    const { app } = context;
    const accountId = await requireAccount(context, body.account_id);
    const id = await app.store.transaction((tx) => createCampaign(app, tx, accountId, body, body.recipients));
    app.wake();
    return { campaign_id: id };
  },

  async receiveInbound(context, { body }) {
    const accountId = await requireAccount(context, body.account_id);
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
    const accountId = await requireAccount(context, body.account_id);
    const connection = await requireConnection(context, accountId, body.channel);
    const { account_id: _, ...outcome } = body;
    if (connection.providerId === null) {
      throw new ControlError(`${body.channel} has no provider that could go wrong: it is a channel of our own`);
    }
    context.provider.next({ ...outcome, providerId: connection.providerId });
    return {};
  },

  async listProviderSends(context, { query }) {
    const accountId = await requireAccount(context, query.account_id);
    const connections = await context.app.store.read.connections.list(accountId);
    const sends = context.provider.sends().flatMap(({ providerId, ...send }) => {
      const connection = connections.find((one) => one.providerId === providerId);
      return connection ? [{ channel: connection.channel, connection_id: connection.id, ...send }] : [];
    });
    return [...sends, ...(await webSends(context.app, accountId))] as DataOf<'listProviderSends'>;
  },

  async listDeliveries(context, { query }) {
    const accountId = await requireAccount(context, query.account_id);
    const { deliveries, webhooks } = context.app.store.read;
    const webhook = await webhooks.find(accountId);
    const attempts = await deliveries.listAttempts(accountId);
    return {
      address_enabled: webhook?.url != null && webhook.isEnabled,
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

  async reset(context) {
    await context.reset();
    return {};
  },
};

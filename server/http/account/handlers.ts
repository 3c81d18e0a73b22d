import { CAPABILITIES, CHANNELS, type Channel, FEATURES } from '@wigwag/openapi';
import { isoOf } from '../../base/time.ts';
import type { Connection } from '../../store/connections/connections.ts';
import type { ProviderReport } from '../../store/connections/provider-reports.ts';
import type { Handlers } from '../operation.ts';

const capabilitiesOf = (channel: Channel) =>
  Object.fromEntries(FEATURES.map((feature) => [feature, CAPABILITIES[channel].features.includes(feature)])) as Record<
    (typeof FEATURES)[number],
    boolean
  >;

const connectionsOf = (channel: Channel, active: readonly Connection[], reports: readonly ProviderReport[]) =>
  active
    .filter((connection) => connection.channel === channel)
    .map(({ id, name }, index) => ({
      id,
      name,
      is_default: index === 0,
      reports: reports
        .filter(({ connectionId }) => connectionId === id)
        .map(({ kind, event, detail, at }) => ({ kind, event, detail, at: isoOf(at) })),
    }));

export const account = {
  /** §4.1 GET /me */
  getMe: async ({ app, caller }) => {
    const { account, key } = caller;
    const active = await app.store.read.connections.listActive(account.id);
    return {
      status: 200,
      data: {
        key: { mode: key.mode, scopes: [...(key.scopes ?? ['*'])] },
        account: { id: String(account.id), name: account.name },
        modules: account.modules,
        license: {
          status: 'active', // requests with an expired license do not get here
          expires_at: account.licenseExpiresAt === null ? null : isoOf(account.licenseExpiresAt),
        },
        channels: CHANNELS.filter((channel) => active.some((connection) => connection.channel === channel)),
      },
    };
  },

  /** §4.1 GET /channels */
  listChannels: async ({ app, caller }) => {
    const { connections, providerReports } = app.store.read;
    const active = await connections.listActive(caller.account.id);
    const reports = await providerReports.list(caller.account.id);
    return {
      status: 200,
      data: {
        channels: CHANNELS.map((channel) => ({
          channel,
          capabilities: capabilitiesOf(channel),
          window_hours: CAPABILITIES[channel].windowHours,
          connections: connectionsOf(channel, active, reports),
        })),
      },
    };
  },
} satisfies Partial<Handlers>;

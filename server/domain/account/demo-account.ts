import { CHANNELS, type Channel } from '@wigwag/openapi';
import type { App } from '../../app/app.ts';
import type { ProviderTemplate } from '../../providers/provider.ts';
import { createConnection, type NewConnection } from '../connections/create-connection.ts';
import { createAccount, type NewAccount } from './accounts.ts';
import { createKey } from './create-key.ts';

/** A business account at the provider. */
export interface ProviderBusiness {
  providerAppId: string;
  accessToken: string;
  /** Phone number ID, page ID or Instagram account ID for each channel. */
  ids: Partial<Record<Channel, string>>;
  wabaId: string;
  templates: readonly ProviderTemplate[];
}

export interface DemoAccount {
  accountId: number;
  liveKey: string;
  testKey: string;
  signingSecret: string;
  connections: Partial<Record<Channel, string>>;
}

/** The ID and secrets of an earlier account, used to recreate it after its database was emptied. */
export type AccountSecrets = Pick<DemoAccount, 'accountId' | 'liveKey' | 'testKey' | 'signingSecret'>;

/**
 * Creates an account for trials, with a live key, a test key, a connection on each channel, and templates.
 *
 * @param before the account that this one replaces; the new account gets the same ID, keys and signing secret
 */
export function createDemoAccount(
  app: App,
  account: NewAccount,
  business: ProviderBusiness,
  before?: AccountSecrets,
): Promise<DemoAccount> {
  return app.store.transaction(async (tx) => {
    const { id: accountId, signingSecret } = await createAccount(app, tx, account, before);
    const liveKey = await createKey(app, tx, { accountId, mode: 'live', text: before?.liveKey });
    const testKey = await createKey(app, tx, { accountId, mode: 'test', text: before?.testKey });
    const connections: DemoAccount['connections'] = {};
    for (const channel of CHANNELS) {
      const line = { accountId, channel, name: `${account.name} ${channel}` };
      connections[channel] = await createConnection(app, tx, { ...line, ...providerSide(business, channel) });
    }
    const templates = business.templates.map((one) => ({ ...one, status: one.status ?? 'PENDING', accountId }));
    await tx.templates.insertAll(templates, app.monotonicNow());
    return { accountId, liveKey, testKey, signingSecret, connections };
  });
}

/** Returns the fields that connect a channel to a business; empty for web chat, which is our own channel. */
export const providerSide = (
  business: Omit<ProviderBusiness, 'templates'>,
  channel: Channel,
): Pick<NewConnection, 'providerAppId' | 'providerId' | 'wabaId' | 'accessToken'> =>
  channel === 'web'
    ? {}
    : {
        providerAppId: business.providerAppId,
        providerId: business.ids[channel],
        wabaId: channel === 'whatsapp' ? business.wabaId : undefined,
        accessToken: business.accessToken,
      };

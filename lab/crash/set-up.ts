import { admin, createDemoAccount, readConfig, startServer } from '@wigwag/server';
import { type MetaTemplate, templateOf } from '../../server/providers/whatsapp/templates.ts';
import type { Mock } from './mock.ts';
import type { RecordingReceiver } from './receiver.ts';

/** A webhook endpoint of the account. */
export interface CrashEndpoint {
  id: number;
  receiver: RecordingReceiver;
}

interface CrashAccount {
  id: number;
  key: string;
  endpoints: CrashEndpoint[];
  callbackPath: string;
  /** The provider's IDs of the account's connections. */
  business: Mock['credentials'];
}

/** Creates the account under load, with an endpoint for each receiver, in the database. */
export async function setUp(
  databaseUrl: string,
  secretKey: string,
  mock: Mock,
  [receiver, ...others]: readonly [RecordingReceiver, ...RecordingReceiver[]],
): Promise<CrashAccount> {
  const config = readConfig(
    {},
    { databaseUrl, secretKey, port: 0, role: 'api', logLevel: 'error', allowLoopback: true },
  );
  const { app, stop } = await startServer(config);
  const { app_secret, verify_token, access_token, whatsapp, messenger, instagram } = mock.credentials;
  const secrets = { appSecret: app_secret, verifyToken: verify_token };
  const { id: providerAppId, callbackUrl } = await admin.createProviderApp(app, secrets);
  const { templates } = await mock.control<{ templates: MetaTemplate[] }>('GET', 'templates');
  const { accountId, signingSecret } = await createDemoAccount(
    app,
    { name: 'Crash' },
    {
      providerAppId,
      accessToken: access_token,
      ids: { whatsapp: whatsapp.phone_number_id, messenger: messenger.page_id, instagram: instagram.account_id },
      wabaId: whatsapp.waba_id,
      templates: templates.map(templateOf),
    },
  );
  // The receivers are on loopback, which only a demo server accepts.
  await admin.setWebhook(app, accountId, { url: receiver.url }, { isChecked: false });
  receiver.verifyWith(signingSecret);
  const endpoints = [{ id: 1, receiver }];
  for (const other of others) {
    const added = await admin.addEndpoint(app, accountId, { url: other.url });
    other.verifyWith(added.signingSecret);
    endpoints.push({ id: added.webhook.id, receiver: other });
  }
  const { key } = await admin.createKey(app, { accountId, mode: 'live', requestsPerMinute: 1_000_000 });
  await stop();
  return { id: accountId, key, endpoints, callbackPath: new URL(callbackUrl).pathname, business: mock.credentials };
}

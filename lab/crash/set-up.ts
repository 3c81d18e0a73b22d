import { admin, createDemoAccount, readConfig, startServer } from '@wigwag/server';
import { type MetaTemplate, templateOf } from '../../server/providers/whatsapp/templates.ts';
import type { Mock } from './mock.ts';

interface CrashAccount {
  key: string;
  signingSecret: string;
  callbackPath: string;
  /** The provider's IDs of the account's connections. */
  business: Mock['credentials'];
}

/** Creates the account under load directly in the database, before anything runs. */
export async function setUp(
  databaseUrl: string,
  secretKey: string,
  mock: Mock,
  webhookUrl: string,
): Promise<CrashAccount> {
  const config = readConfig({}, { databaseUrl, secretKey, port: 0, role: 'api', logLevel: 'error' });
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
  // The receiver is on loopback, which only a demo server accepts.
  await admin.setWebhook(app, accountId, { url: webhookUrl }, { isChecked: false });
  const { key } = await admin.createKey(app, { accountId, mode: 'live', requestsPerMinute: 1_000_000 });
  await stop();
  return { key, signingSecret, callbackPath: new URL(callbackUrl).pathname, business: mock.credentials };
}

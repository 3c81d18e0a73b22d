import type { MockProvider } from '../../../mock-provider/index.ts';
import type { App } from '../../../server/index.ts';
import type { Random } from '../../testing/random.ts';
import type { Scheduler } from '../machine/scheduler.ts';
import type { Ledger } from '../oracle/ledger.ts';
import { server } from '../system.ts';
import type { Calm } from './calm.ts';
import { Client, SLOW_KEY_RATE } from './client.ts';
import { BUTTONS } from './flows.ts';
import type { Meta } from './meta.ts';
import { SimulatedReceiver } from './receiver.ts';
import { SimulatedTail } from './tail.ts';
import { SimulatedVisitor, VISITORS } from './visitor.ts';
import type { NetworkWeather } from './weather.ts';

const FIRST_RECEIVER_PORT = 5000;

/** The templates of each account. */
const TEMPLATES = [
  ['order', 'UTILITY'],
  ['promo', 'MARKETING'],
  ['news', 'MARKETING'],
] as const;

type MockBusiness = ReturnType<MockProvider['addBusiness']>;

/** An account, with the programs that its company runs. */
export interface SimulatedAccount {
  /** Its ID in the servers. */
  id: number;
  agentId: number;
  client: Client;
  receiver: SimulatedReceiver;
  /** The visitors of the web chat. */
  visitors: readonly SimulatedVisitor[];
}

interface AccountOptions {
  scheduler: Scheduler;
  random: Random;
  ledger: Ledger;
  meta: Meta;
  weather: NetworkWeather;
  calm: Calm;
  origins: () => string[];
}

/** Creates accounts through the app of a running server, and starts their programs. */
export async function createAccounts(app: App, count: number, options: AccountOptions): Promise<SimulatedAccount[]> {
  const { meta } = options;
  const accounts: SimulatedAccount[] = [];
  let providerAppId: string | undefined;
  for (let account = 0; account < count; account += 1) {
    const business = meta.mock.addBusiness();
    meta.businesses.push(business);
    // The businesses of the mock belong to one app.
    if (providerAppId === undefined) {
      const provider = await server.admin.createProviderApp(app, {
        appSecret: business.app_secret,
        verifyToken: business.verify_token,
      });
      providerAppId = provider.id;
      meta.mock.setCallbackUrl(provider.callbackUrl);
    }
    accounts.push(await createAccount(app, account, { ...options, business, providerAppId }));
  }
  return accounts;
}

async function createAccount(
  app: App,
  account: number,
  options: AccountOptions & { business: MockBusiness; providerAppId: string },
): Promise<SimulatedAccount> {
  const { scheduler, random, ledger, meta, weather, calm, origins, business, providerAppId } = options;
  const {
    accountId,
    liveKey,
    testKey,
    signingSecret,
    connections: connected,
  } = await server.createDemoAccount(
    app,
    { name: `Account ${account}` },
    {
      providerAppId,
      accessToken: business.access_token,
      ids: {
        whatsapp: business.whatsapp.phone_number_id,
        messenger: business.messenger.page_id,
        instagram: business.instagram.account_id,
      },
      wabaId: business.whatsapp.waba_id,
      templates: [],
    },
  );
  addTemplates(meta.mock, business);
  const connections = await server.admin.listConnections(app, accountId);
  const whatsapp = connections.find(({ channel }) => channel === 'whatsapp');
  await server.admin.syncTemplates(app, accountId, whatsapp?.id as string);
  const { key: slowKey } = await server.admin.createKey(app, {
    accountId,
    mode: 'live',
    requestsPerMinute: SLOW_KEY_RATE,
  });
  const receiver = new SimulatedReceiver(scheduler, ledger, account, FIRST_RECEIVER_PORT + account);
  receiver.secret = signingSecret;
  await server.admin.setWebhook(app, accountId, { url: receiver.url }, { isChecked: false });
  const agentId = await server.admin.createAgent(app, accountId, { name: `Agent ${account}` });
  new SimulatedTail({ scheduler, ledger, account, origins, apiKey: liveKey, isCalm: calm.isCalm }).start();
  const client = new Client({
    scheduler,
    random,
    ledger,
    account,
    origins,
    apiKey: liveKey,
    testKey,
    slowKey,
    isCalm: calm.isCalm,
    isServed: calm.isServed,
    isOrderly: calm.isOrderly,
  });
  const connectionId = connected.web as string;
  const visitors = Array.from(
    { length: VISITORS },
    (_, number) => new SimulatedVisitor({ scheduler, ledger, account, number, connectionId, weather, calm, origins }),
  );
  return { id: accountId, agentId, client, receiver, visitors };
}

function addTemplates(mock: MockProvider, { whatsapp }: MockBusiness): void {
  for (const [name, category] of TEMPLATES) {
    mock.setTemplate(whatsapp.waba_id, {
      name,
      language: 'en_US',
      category,
      status: 'APPROVED',
      parameter_format: 'POSITIONAL',
      components: [
        { type: 'BODY', text: `${name} {{1}} now`, example: { body_text: [['x']] } },
        ...(name === 'order'
          ? [{ type: 'BUTTONS', buttons: BUTTONS.map((text) => ({ type: 'QUICK_REPLY', text })) }]
          : []),
      ],
    });
  }
}

import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { admin, type RunningServer, readConfig, startServer } from '@wigwag/server';
import { createRandom } from '../../testing/random.ts';
import { Mock } from '../mock.ts';
import { startReceiver } from '../receiver.ts';
import { setUp } from '../set-up.ts';
import { copyDatabase } from '../tables.ts';

export const OLD_KEY = 'the secret key of yesterday';

/** The person to erase. */
export const ADA = { phone: '905551112233', name: 'Ada Lovelace', word: 'Zanzibar' };
/** The number of Ada's messages: more than one transaction erases. */
const MESSAGES_OF_ADA = 51;
/** Fewer messages, for a quick run. */
const FEW_MESSAGES = 6;
const OTHERS = 5;
/** The number of accounts: more than one transaction re-encrypts. */
const ACCOUNTS = 120;

/** The database of a killed server with its log, and an earlier backup. */
export interface PreparedState {
  database: string;
  backup: string;
  key: string;
  /** When the preparation finished, in microseconds since the epoch. */
  at: number;
}

/** Creates a database of a few hundred or more than a thousand rows, by running a service. */
export async function prepare(
  folder: string,
  log: string,
  { seed, quick }: { seed: number; quick: boolean },
): Promise<PreparedState> {
  const mock = new Mock(seed, log);
  await mock.ready();
  const receiver = await startReceiver(createRandom(seed));
  const live = join(folder, 'live.db');
  const databaseUrl = `sqlite:${live}`;
  const account = await setUp(databaseUrl, OLD_KEY, mock, [receiver]);
  const provider = { graphUrl: mock.url, instagramUrl: mock.url, allowLoopback: true };
  const config = readConfig({}, { databaseUrl, secretKey: OLD_KEY, port: 0, logLevel: 'error', ...provider });
  const server = await startServer(config);
  await mock.control('PUT', 'callback-url', { url: server.origin + account.callbackPath });
  const life = livesOn(server, mock, account.key);

  await life.write(ADA.phone, `${ADA.word}, please`);
  for (let index = 0; index < OTHERS; index += 1) {
    await life.write(`90555222${1000 + index}`, `Order ${index}, please`);
  }
  await life.settle();
  await life.post('/contacts', { phone: ADA.phone, name: ADA.name, email: `ada@${ADA.word}.example` });
  await Promise.all(
    Array.from({ length: OTHERS }, (_, index) =>
      life.post('/messages', { to: `90555222${1000 + index}`, text: 'On its way' }),
    ),
  );
  await life.runFlow();
  await life.waitForProvider(ADA.phone);
  const backup = join(folder, 'backup.db');
  await admin.backUp(config, backup);

  await Promise.all(
    Array.from({ length: quick ? FEW_MESSAGES : MESSAGES_OF_ADA }, (_, index) =>
      life.post('/messages', { to: ADA.phone, text: `${ADA.word} ${index}` }, `${ADA.word} ${index}`),
    ),
  );
  await life.runCampaigns();
  await life.settle();
  await life.waitForProvider(ADA.phone);
  await life.post('/opt-outs', { phone: ADA.phone, source: ADA.word });
  for (let index = 0; index < ACCOUNTS; index += 1) {
    await admin.createAccount(server.app, { name: `Shop ${index}` });
  }
  mkdirSync(join(folder, 'prepared'));
  const database = join(folder, 'prepared', 'wigwag.db');
  copyDatabase(live, database);
  const at = server.app.monotonicNow();
  await server.stop();
  await mock.program.kill();
  receiver.close();
  rmSync(live);
  return { database, backup, key: account.key, at };
}

/** Returns functions that create data on a running server. */
function livesOn(server: RunningServer, mock: Mock, key: string) {
  const { app, worker } = server;
  const business_id = mock.credentials.whatsapp.phone_number_id;
  const accountId = 1;

  async function post(path: string, body: object, idempotencyKey?: string): Promise<{ id: string }> {
    const response = await fetch(`${server.origin}/api/v1${path}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${key}`,
        'content-type': 'application/json',
        ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
      },
      body: JSON.stringify(body),
    });
    if (!response.ok) {
      throw new Error(`${path}: ${await response.text()}`);
    }
    return ((await response.json()) as { data: { id: string } }).data;
  }
  async function settle(): Promise<void> {
    do {
      await worker.drain();
      await mock.control('POST', 'settle');
    } while (!worker.idle());
    await worker.drain();
  }
  const receive = (message: object) =>
    mock.control('POST', 'receive', { channel: 'whatsapp', business_id, ...message });

  return {
    post,
    settle,
    write: (phone: string, text: string) => receive({ from: { id: phone, name: phone }, type: 'text', text }),
    /** A message that waits for a retry. */
    async waitForProvider(to: string): Promise<void> {
      await settle();
      await mock.control('POST', 'faults', { outcome: 'unavailable' });
      await post('/messages', { to, text: `Late ${ADA.word}` });
      await settle();
    },
    /** A flow that Ada is running through. */
    async runFlow(): Promise<void> {
      const steps = ['0', '2h'].map((delay) => ({ delay, text: 'Good to see you, {{name}}' }));
      const button = 'Tell me more';
      await post('/flows', { name: 'Spring', template: 'promo_spring', button, is_active: true, steps });
      const { id } = await post('/messages/template', { to: ADA.phone, name: 'promo_spring' });
      await settle();
      const message = await app.store.read.messages.find(accountId, id);
      const pressed = { payload: button, title: button };
      const from = { id: ADA.phone, name: ADA.name };
      await receive({ from, type: 'template_button', button: pressed, reply_to: message?.externalId });
      await settle();
    },
    /** A finished campaign, and one with an incomplete list. */
    async runCampaigns(): Promise<void> {
      const plan = await admin.planCampaign(app, accountId, { template: 'hello_world' });
      const load = async (digest: string) => {
        const { id } = await admin.openCampaign(app, plan, digest);
        await admin.addRecipients(app, accountId, id, [{ position: 1, phone: ADA.phone, name: ADA.name }]);
        return id;
      };
      await admin.startCampaign(app, accountId, await load('of a complete list'), 1);
      await load('of a list that was cut off');
    },
  };
}

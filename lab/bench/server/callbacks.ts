import { createHmac } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig, startServer } from '@wigwag/server';
import autocannon from 'autocannon';
import { createProviderApp } from '../../../server/domain/connections/create-connection.ts';
import { META_CALLBACKS } from '../../../server/providers/meta/callback.ts';
import { type Benchmark, figure, median } from '../figure.ts';
import { type RunningProgram, run } from '../support/processes.ts';

const CONNECTIONS = 20;
const APP_SECRET = 'an app secret for benchmarks';

/** Meta's callback for a customer's message. */
const BODY = JSON.stringify({
  object: 'whatsapp_business_account',
  entry: [
    {
      id: '102290129340398',
      changes: [
        {
          field: 'messages',
          value: {
            messaging_product: 'whatsapp',
            metadata: { display_phone_number: '15550783881', phone_number_id: '106540352242922' },
            contacts: [{ profile: { name: 'Ada' }, wa_id: '905551112233' }],
            messages: [
              {
                from: '905551112233',
                id: 'wamid.HBgMOTA1NTUxMTEyMjMzFQIAEhgSQjVBQkQ4RkYxQzY1RTQ3OTlGAA==',
                timestamp: '1777888800',
                type: 'text',
                text: { body: 'Where is my order?' },
              },
            ],
          },
        },
      ],
    },
  ],
});
const SIGNATURE = `sha256=${createHmac('sha256', APP_SECRET).update(BODY).digest('hex')}`;

/** Returns the callbacks accepted per second. */
async function takenPerSecond(url: string, seconds: number): Promise<number> {
  const { requests, duration, non2xx, errors } = await autocannon({
    url,
    method: 'POST',
    connections: CONNECTIONS,
    duration: seconds,
    headers: { 'content-type': 'application/json', 'x-hub-signature-256': SIGNATURE },
    body: BODY,
  });
  if (non2xx + errors > 0) {
    throw new Error(`${url} refused ${non2xx + errors} callbacks`);
  }
  return requests.total / duration;
}

/** Creates a database with a provider's app. Returns the app's callback URL. */
async function prepare(databaseUrl: string): Promise<string> {
  const secretKey = 'a secret key for benchmarks';
  const server = await startServer(readConfig({}, { databaseUrl, secretKey, port: 0, role: 'api', logLevel: 'error' }));
  const { app } = server;
  const id = await app.store.transaction((tx) =>
    createProviderApp(app, tx, { appSecret: APP_SECRET, verifyToken: 'token' }),
  );
  await server.stop();
  return META_CALLBACKS.path(id);
}

/**
 * Callbacks stored durably for later processing, compared with a hapi server that does the same check and one insert.
 */
export const callbacks: Benchmark = async ({ quick, progress }) => {
  const [rounds, seconds] = quick ? [3, 4] : [7, 6];
  const folder = mkdtempSync(join(tmpdir(), 'wigwag-bench-'));
  const running: RunningProgram[] = [];
  try {
    const databaseUrl = `sqlite:${join(folder, 'ours.db')}`;
    const path = await prepare(databaseUrl);
    running.push(await run('api-process.ts', databaseUrl, 'api'));
    running.push(await run('bare-process.ts', `sqlite:${join(folder, 'bare.db')}`, APP_SECRET));
    const [ours = '', bare = ''] = running.map(({ line }) => line);
    const urls = { ours: ours + path, bare: `${bare}/callbacks` };
    const rates = { ours: [] as number[], bare: [] as number[] };
    await takenPerSecond(urls.ours, 3); // warms up
    await takenPerSecond(urls.bare, 3);
    for (let round = 1; round <= rounds; round += 1) {
      rates.ours.push(await takenPerSecond(urls.ours, seconds));
      rates.bare.push(await takenPerSecond(urls.bare, seconds));
      const [own, other] = [rates.ours.at(-1) ?? 0, rates.bare.at(-1) ?? 0];
      progress(`  round ${round} of ${rounds}: ours ${Math.round(own)}, bare ${Math.round(other)} callbacks/s`);
    }
    const ratio = median(rates.ours) / median(rates.bare);
    return [figure('callbacks: inbound callbacks per second on SQLite', ratio, 'ratio', 1, 'up')];
  } finally {
    await Promise.all(running.map((one) => one.stop()));
    rmSync(folder, { recursive: true, force: true });
  }
};

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Wigwag } from '@wigwag/sdk';
import { readConfig, startServer } from '@wigwag/server';
import { createAccount } from '../../../server/domain/account/accounts.ts';
import { createKey } from '../../../server/domain/account/create-key.ts';
import { createConnection } from '../../../server/domain/connections/create-connection.ts';
import { type Benchmark, figure, median } from '../figure.ts';
import { gzippedBundle } from '../support/bundle.ts';

const MESSAGE = { channel: 'web', to: 'web_visitor', text: 'Your order is on its way.' } as const;

/** A send by the SDK compared with fetch with the same body and headers, in alternating calls to the same server. */
export const sdkSend: Benchmark = async ({ quick, progress }) => {
  const folder = mkdtempSync(join(tmpdir(), 'wigwag-bench-'));
  const databaseUrl = `sqlite:${join(folder, 'sdk.db')}`;
  const server = await startServer(readConfig({}, { databaseUrl, port: 0, secretKey: 'a secret key for a benchmark' }));
  try {
    const { app, origin } = server;
    const apiKey = await app.store.transaction(async (tx) => {
      const { id } = await createAccount(app, tx, { name: 'Bench' });
      await createConnection(app, tx, { accountId: id, channel: 'web', name: 'Bench' });
      return createKey(app, tx, { accountId: id, mode: 'test', requestsPerMinute: 1e9 });
    });
    const baseUrl = `${origin}/api/v1`;
    const wigwag = new Wigwag({ apiKey, baseUrl });
    const contenders = {
      sdk: () => wigwag.messages.send(MESSAGE),
      fetch: async () => {
        const response = await fetch(`${baseUrl}/messages`, {
          method: 'POST',
          headers: {
            authorization: `Bearer ${apiKey}`,
            'content-type': 'application/json',
            'idempotency-key': crypto.randomUUID(),
          },
          body: JSON.stringify(MESSAGE),
        });
        return ((await response.json()) as { data?: { status: string } }).data;
      },
    };
    const times = { sdk: [] as number[], fetch: [] as number[] };
    const rounds = quick ? 300 : 5_000;
    for (let round = -100; round < rounds; round += 1) {
      for (const name of round % 2 ? (['sdk', 'fetch'] as const) : (['fetch', 'sdk'] as const)) {
        const begun = performance.now();
        const sent = await contenders[name]();
        const took = performance.now() - begun;
        if (sent?.status !== 'sent') {
          throw new Error(`${name} did not send: ${JSON.stringify(sent)}`);
        }
        round >= 0 && times[name].push(took); // the earlier calls were the warm-up
      }
    }
    const [sdk, bare] = [median(times.sdk), median(times.fetch)];
    progress(`a send takes ${sdk.toFixed(3)} ms with the SDK, ${bare.toFixed(3)} ms with fetch`);
    return [figure('sdk-send', sdk / bare, 'ratio', 1.15, 'down')];
  } finally {
    await server.stop();
    rmSync(folder, { recursive: true });
  }
};

/**
 * The size of a bundle with all client features, including uploads and the event stream, and of all exports and other
 * entries.
 */
export const sdkBundle: Benchmark = async ({ progress }) => {
  const sizeOf = async (contents: string) => (await gzippedBundle(contents)).size / 1_000;
  progress(`with all exports, including every error class and guard: ${await sizeOf("export * from './index.ts'")} kB`);
  progress(`@wigwag/sdk/webhooks alone ${await sizeOf("export * from './webhooks.ts'")} kB`);
  progress(
    `openapi-fetch alone, which the bundle includes: ${await sizeOf("export { default } from 'openapi-fetch'")} kB`,
  );
  return [figure('sdk-bundle', await sizeOf("export { Wigwag } from './index.ts'"), 'kB', 8, 'down')];
};

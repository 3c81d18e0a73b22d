import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { request } from 'undici';
import { type Benchmark, figure, percentile } from '../figure.ts';
import { prepareAccount, someBody } from '../support/accounts.ts';
import { run } from '../support/processes.ts';

const WARM_UP = 30;
/** A pause in milliseconds, after which the server is idle: it has finished the previous send and polled again. */
const REST = 25;

/** A provider that accepts everything and records when each request arrives. */
export async function startProvider() {
  let arrive = (_at: number) => {};
  let count = 0;
  const server = createServer(async (incoming, outgoing) => {
    arrive(performance.now());
    for await (const _ of incoming) {
      // Read to its end, as a provider does.
    }
    count += 1;
    const body = { messaging_product: 'whatsapp', contacts: [{ wa_id: '1' }], messages: [{ id: `wamid.${count}` }] };
    outgoing.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Resolves with the arrival time of the next request. */
    arrival: () =>
      new Promise<number>((resolve) => {
        arrive = resolve;
      }),
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

async function post(url: string, headers: Record<string, string>): Promise<void> {
  const { statusCode, body } = await request(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: someBody(),
  });
  const text = await body.text();
  if (statusCode >= 300) {
    throw new Error(`${url} answered ${statusCode}: ${text}`);
  }
}

/**
 * The time from the start of a send to its arrival at the provider, on an idle server, minus the time of a direct call.
 */
export const latency: Benchmark = async ({ quick, progress }) => {
  const sends = quick ? 200 : 1_000;
  const folder = mkdtempSync(join(tmpdir(), 'wigwag-bench-'));
  const provider = await startProvider();
  const database = `sqlite:${join(folder, 'wigwag.db')}`;
  const key = await prepareAccount(database);
  const server = await run('api-process.ts', database, 'all', provider.url);
  try {
    const times = { ours: [] as number[], direct: [] as number[] };
    const measure = async (name: keyof typeof times, url: string, headers: Record<string, string>, keep: boolean) => {
      const arrival = provider.arrival();
      const begun = performance.now();
      await Promise.all([post(url, headers), arrival]);
      if (keep) {
        times[name].push((await arrival) - begun);
      }
    };
    progress(`  ${sends} sends in sequence, each followed by a direct call`);
    for (let count = -WARM_UP; count < sends; count += 1) {
      await setTimeout(REST);
      await measure('ours', `${server.line}/api/v1/messages`, { authorization: `Bearer ${key}` }, count >= 0);
      await measure('direct', `${provider.url}/messages`, {}, count >= 0);
    }
    const more = (share: number) => percentile(times.ours, share) - percentile(times.direct, share);
    return [
      figure('latency: send to provider, over a direct call, p50', more(0.5), 'ms', 5, 'down'),
      figure('latency: send to provider, over a direct call, p99', more(0.99), 'ms', 15, 'down'),
    ];
  } finally {
    await server.stop();
    provider.close();
    rmSync(folder, { recursive: true, force: true });
  }
};

import { readFileSync } from 'node:fs';
import { type Benchmark, figure, median } from '../figure.ts';
import { direct, load, tunnel } from '../support/keep-alive-load.ts';
import { run } from '../support/processes.ts';

const CONNECTIONS = 32;
const HOST = 'graph.facebook.com';

/**
 * Requests per second of the mock for `https://graph.facebook.com` through the proxy of `wigwag mock --proxy`, compared
 * with plain HTTP to the same mock, in alternating rounds. Connections stay open during a round.
 */
export const mockThroughProxy: Benchmark = async ({ quick, progress }) => {
  const [rounds, seconds] = quick ? [3, 3] : [7, 8];
  const mock = await run('mock-process.ts', 'proxy');
  try {
    const { url, access_token, phone_number_id, proxy } = JSON.parse(mock.line);
    const ca = readFileSync(proxy.ca_file);
    const request = requestOf(`/v25.0/${phone_number_id}/messages`, access_token);
    const connect = {
      direct: () => direct(new URL(url)),
      proxy: () => tunnel(new URL(proxy.url), HOST, ca),
    };
    const measure = async (name: keyof typeof connect, duration: number) => {
      // Open the connections again in each round, because servers close idle ones.
      const connections = await Promise.all(Array.from({ length: CONNECTIONS }, connect[name]));
      const rate = await load(connections, request, duration);
      for (const connection of connections) {
        connection.destroy();
      }
      return rate;
    };
    const rates = { direct: [] as number[], proxy: [] as number[] };
    for (const name of ['direct', 'proxy'] as const) {
      await measure(name, 2); // warms up
    }
    for (let round = 1; round <= rounds; round += 1) {
      for (const name of ['direct', 'proxy'] as const) {
        rates[name].push(await measure(name, seconds));
      }
      progress(
        `round ${round} of ${rounds}: direct ${Math.round(rates.direct.at(-1) ?? 0)}, through the proxy ${Math.round(rates.proxy.at(-1) ?? 0)} requests/s`,
      );
    }
    return [figure('mock-through-proxy', median(rates.proxy) / median(rates.direct), 'ratio', 0.5, 'up')];
  } finally {
    await mock.stop();
  }
};

function requestOf(path: string, token: string): string {
  const message = { messaging_product: 'whatsapp', to: '905551112233', type: 'text', text: { body: 'Hello' } };
  const body = JSON.stringify(message);
  return [
    `POST ${path} HTTP/1.1`,
    `host: ${HOST}`,
    `authorization: Bearer ${token}`,
    'content-type: application/json',
    `content-length: ${body.length}`,
    '',
    body,
  ].join('\r\n');
}

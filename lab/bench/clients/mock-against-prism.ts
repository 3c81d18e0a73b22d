import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import autocannon from 'autocannon';
import { install } from '../../install.ts';
import { freePort } from '../../testing/free-port.ts';
import { type Benchmark, figure, median } from '../figure.ts';
import { run } from '../support/processes.ts';

const CONNECTIONS = 32;
const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

interface MockContender {
  process: ChildProcess;
  url: string;
  token: string;
}

/** The standalone mock, as run by `wigwag mock`. */
async function startMock(): Promise<MockContender> {
  const mock = await run('mock-process.ts');
  const { url, access_token: token, phone_number_id: id } = JSON.parse(mock.line);
  return { process: mock.process, url: `${url}/v25.0/${id}/messages`, token };
}

async function startPrism(): Promise<MockContender> {
  install(here('../prism'));
  const port = await freePort();
  const bin = here('../prism/node_modules/@stoplight/prism-cli/dist/index.js');
  const flags = [
    'mock',
    '-v',
    'silent',
    '-m',
    'false',
    '-h',
    '127.0.0.1',
    '-p',
    String(port),
    here('../support/graph-messages.yaml'),
  ];
  const process_ = spawn(process.execPath, [bin, ...flags], { stdio: 'ignore' });
  const url = `http://127.0.0.1:${port}/v25.0/106540352242922/messages`;
  for (let tries = 0; tries < 100; tries += 1) {
    if (
      await fetch(url).then(
        () => true,
        () => false,
      )
    ) {
      return { process: process_, url, token: 'token' };
    }
    await sleep(100);
  }
  throw new Error('Prism did not start');
}

async function requestsPerSecond({ url, token }: MockContender, seconds: number): Promise<number> {
  const result = await autocannon({
    url,
    method: 'POST',
    connections: CONNECTIONS,
    duration: seconds,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ messaging_product: 'whatsapp', to: '905551112233', type: 'text', text: { body: 'Hello' } }),
  });
  if (result.non2xx > 0 || result.errors > 0) {
    throw new Error(
      `${url} returned a status other than 2xx for ${result.non2xx} of ${result.requests.total} requests`,
    );
  }
  return result.requests.total / result.duration;
}

/** Requests per second of the standalone mock, compared with Prism serving the same path, in alternating rounds. */
export const mockAgainstPrism: Benchmark = async ({ quick, progress }) => {
  const [rounds, seconds] = quick ? [3, 3] : [7, 8];
  const contenders = { mock: await startMock(), prism: await startPrism() };
  try {
    const rates = { mock: [] as number[], prism: [] as number[] };
    for (const name of ['mock', 'prism'] as const) {
      await requestsPerSecond(contenders[name], 2); // warms up
    }
    for (let round = 1; round <= rounds; round += 1) {
      for (const name of ['mock', 'prism'] as const) {
        rates[name].push(await requestsPerSecond(contenders[name], seconds));
      }
      progress(
        `round ${round} of ${rounds}: mock ${Math.round(rates.mock.at(-1) ?? 0)}, Prism ${Math.round(rates.prism.at(-1) ?? 0)} requests/s`,
      );
    }
    return [figure('mock-against-prism', median(rates.mock) / median(rates.prism), 'ratio', 1.3, 'up')];
  } finally {
    for (const { process: running } of Object.values(contenders)) {
      running.kill('SIGKILL');
      await once(running, 'exit').catch(() => {});
    }
  }
};

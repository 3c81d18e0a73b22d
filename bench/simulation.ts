import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createAccount, createConnection, createProviderApp, readConfig, startServer } from '@wigwag/server';
import { openDatabase } from '../server/store/drivers/database.ts';
import { type Benchmark, figure } from './figure.ts';
import { type Setup, simulate } from './simulation-model.ts';
import { run } from './support/processes.ts';

/** What a worker has, as `worker/worker.ts` and `openapi/limits.ts` say. */
const WORKER = { workers: 1, places: 128, perSecond: 80, databaseCores: 1, databaseCost: 0, seed: 20_261_121 };

interface Case {
  name: string;
  messages: number;
  lines: number;
  /** Milliseconds. */
  answers: number;
}

/** A provider that answers after a while, and tells when the last of so many had come. */
async function startProvider() {
  let delay = 0;
  let left = 0;
  let first = 0;
  let done = (_milliseconds: number) => {};
  const server = createServer((incoming, outgoing) => {
    incoming.resume().on('end', () => {
      first ||= performance.now();
      left -= 1;
      const body = JSON.stringify({ messages: [{ id: `wamid.${left}.${Math.random()}` }] });
      if (left === 0) {
        done(performance.now() - first);
      }
      setTimeout(() => outgoing.writeHead(200, { 'content-type': 'application/json' }).end(body), delay);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** From the first request to the last, in milliseconds. */
    takes(count: number, milliseconds: number): Promise<number> {
      [left, delay, first] = [count, milliseconds, 0];
      return new Promise((resolve) => {
        done = resolve;
      });
    },
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** An account whose lines have messages that wait to be sent. */
async function fill(databaseUrl: string, { messages, lines }: Case): Promise<void> {
  const secretKey = 'a secret key for benchmarks';
  const server = await startServer(readConfig({}, { databaseUrl, secretKey, port: 0, role: 'api', logLevel: 'error' }));
  const { app } = server;
  const account = await app.store.transaction(async (tx) => {
    const { id } = await createAccount(app, tx, { name: 'Bench' });
    const providerAppId = await createProviderApp(app, tx, { appSecret: 'secret', verifyToken: 'token' });
    for (let index = 0; index < lines; index += 1) {
      const line = { accountId: id, channel: 'whatsapp', name: `Line ${index}`, providerAppId } as const;
      await createConnection(app, tx, { ...line, providerId: String(1_000_000 + index), accessToken: 'token' });
    }
    return id;
  });
  await server.stop();
  const db = await openDatabase(databaseUrl);
  const numbers = `with recursive n(i) as (select 0 union all select i + 1 from n where i < ${messages - 1})`;
  try {
    await db.raw(
      `${numbers} insert into messages (account_id, id, connection_id, channel, direction, person, type, text, content, status, is_test,
         created_at, updated_at)
       select ${account}, 'msg_1' || (1000000 + i), 'wa_' || (i % ${lines} + 1), 'whatsapp', 'out', '905551112233', 'text', 'Hi',
         '{"type":"text","channel":"whatsapp","text":"Hi","to":"905551112233"}', 'queued', false, 1 + i, 0 from n`,
    );
    await db.raw(
      `${numbers} insert into outbox (account_id, queue, task, subject, run_at, attempts, claims)
       select ${account}, 'send', 'send-message', 'msg_1' || (1000000 + i), 1 + i, 0, 0 from n`,
    );
  } finally {
    await db.destroy();
  }
}

/** How many really leave in a second. */
async function measure(folder: string, one: Case): Promise<number> {
  const provider = await startProvider();
  const databaseUrl = `sqlite:${join(folder, `${one.name}.db`)}`;
  await fill(databaseUrl, one);
  const taken = provider.takes(one.messages, one.answers);
  const worker = await run('api-process.ts', databaseUrl, 'worker', provider.url);
  try {
    return (1000 * one.messages) / (await taken);
  } finally {
    await worker.stop();
    provider.close();
  }
}

const shown = (value: number) => Math.round(value).toLocaleString('en');

/**
 * One measurement says what a send costs this machine; from it alone the model has to say how fast others go, which are measured
 * as well. Then it is asked for what nobody here can measure.
 */
export const simulation: Benchmark = async ({ quick, progress }) => {
  const folder = mkdtempSync(join(tmpdir(), 'wigwag-bench-'));
  const size = quick ? 1_600 : 8_000;
  try {
    const free: Case = { name: 'free', messages: size, lines: size / 80, answers: 0 };
    const rate = await measure(folder, free);
    const sendCost = 1000 / rate;
    progress(`  ${shown(rate)} sends a second where nothing holds them up: ${sendCost.toFixed(2)} ms each`);
    const cases: Case[] = [
      { name: 'paced', messages: quick ? 480 : 1_600, lines: 2, answers: 0 },
      { name: 'slow-provider', messages: size, lines: size / 80, answers: 400 },
    ];
    const errors: number[] = [];
    for (const one of cases) {
      const measured = await measure(folder, one);
      const { perSecond } = simulate({ ...WORKER, ...one, sendCost });
      errors.push(Math.max(measured / perSecond, perSecond / measured));
      progress(`  ${one.name}: measured ${shown(measured)}, simulated ${shown(perSecond)} sends a second`);
    }
    for (const [workers, lines] of [
      [1, 100],
      [10, 1_000],
      [100, 10_000],
    ] as const) {
      // On PostgreSQL a worker leaves about half of the work to the database.
      const setup: Setup = {
        ...WORKER,
        messages: 400 * workers,
        lines,
        workers,
        answers: 100,
        sendCost: sendCost / 2,
        databaseCost: sendCost / 2,
        databaseCores: 16,
      };
      const { perSecond, databaseBusy } = simulate(setup);
      progress(
        `  simulated: ${workers} workers on one PostgreSQL with 16 cores: ${shown(perSecond)} sends a second, its cores ${Math.round(100 * databaseBusy)} % busy`,
      );
    }
    return [figure('simulation: furthest from what was measured', Math.max(...errors), 'ratio', 1.3, 'down')];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

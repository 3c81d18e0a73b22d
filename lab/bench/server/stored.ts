import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import autocannon from 'autocannon';
import { openDatabase } from '../../../server/store/database.ts';
import { type Benchmark, figure, median } from '../figure.ts';
import { prepareAccount, RECIPIENTS, someBody } from '../support/accounts.ts';
import { type RunningProgram, run } from '../support/processes.ts';

const FEW = 10_000;
const MICROSECONDS = 1_000_000;

/**
 * Inserts messages of the only account in bulk, bypassing the rules, across its conversations and the last 80 days.
 * Queued messages are also in the outbox.
 */
async function fillMessages(databaseUrl: string, count: number, status: 'delivered' | 'queued'): Promise<void> {
  const db = await openDatabase(databaseUrl);
  const numbers = `with recursive n(i) as (select 0 union all select i + 1 from n where i < ${count - 1})`;
  const newest = Date.now() * 1000;
  const step = Math.floor((80 * 24 * 3600 * MICROSECONDS) / count);
  const { id: line, account_id: account } = await db('connections').where({ channel: 'whatsapp' }).first('*');
  const text = 'Your order is on its way.';
  try {
    await db.raw(
      `${numbers} insert into messages (account_id, id, conversation_id, connection_id, channel, direction, person, type, text,
         content, status, external_id, is_test, created_at, updated_at)
       select ${account}, 'msg_1' || (10000000 + i), c.id, '${line}', 'whatsapp', 'out', c.person, 'text', '${text}',
         '{"type":"text","channel":"whatsapp","text":"${text}","to":"' || c.person || '"}', '${status}',
         ${status === 'queued' ? 'null' : "'wamid.' || i"}, false, ${newest} - (${count} - i) * cast(${step} as bigint), 0
       from n join conversations c on c.id = i % ${RECIPIENTS} + 1`,
    );
    if (status === 'queued') {
      await db.raw(
        `${numbers} insert into outbox (account_id, queue, task, subject, run_at, attempts, claims)
         select ${account}, 'send', 'send-message', 'msg_1' || (10000000 + i), 1 + i, 0, 0 from n`,
      );
    }
  } finally {
    await db.destroy();
  }
}

/** Returns the time per accepted message, in milliseconds, with 20 concurrent requests. */
async function cost(origin: string, key: string, seconds: number): Promise<number> {
  const { requests, duration, non2xx, errors } = await autocannon({
    url: `${origin}/api/v1/messages`,
    method: 'POST',
    connections: 20,
    duration: seconds,
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    requests: [{ setupRequest: (request) => ({ ...request, body: someBody() }) }],
  });
  if (non2xx + errors > 0) {
    throw new Error(`${origin} refused ${non2xx + errors} messages`);
  }
  return (1000 * duration) / requests.total;
}

/** The time of a send with a million stored messages, compared with few. */
export const storedCost: Benchmark = async ({ quick, progress }) => {
  const [many, rounds, seconds] = quick ? [200_000, 3, 3] : [1_000_000, 7, 5];
  const folder = mkdtempSync(join(tmpdir(), 'wigwag-bench-'));
  const running: RunningProgram[] = [];
  const start = async (count: number) => {
    const databaseUrl = `sqlite:${join(folder, `${count}.db`)}`;
    const key = await prepareAccount(databaseUrl);
    await fillMessages(databaseUrl, count, 'delivered');
    const server = await run('api-process.ts', databaseUrl, 'api');
    running.push(server);
    await cost(server.line, key, 3); // warms up
    return { times: [] as number[], measure: () => cost(server.line, key, seconds) };
  };
  try {
    progress(`  ${many.toLocaleString('en')} stored messages, compared with ${FEW.toLocaleString('en')}`);
    const small = await start(FEW);
    const large = await start(many);
    for (let round = 1; round <= rounds; round += 1) {
      large.times.push(await large.measure());
      small.times.push(await small.measure());
      const [more, less] = [large.times.at(-1) ?? 0, small.times.at(-1) ?? 0];
      progress(`  round ${round} of ${rounds}: ${more.toFixed(3)} ms per send with many, ${less.toFixed(3)} with few`);
    }
    const ratio = median(large.times) / median(small.times);
    return [figure('stored-cost: a send beside 1,000,000 stored messages', ratio, 'ratio', 1.1, 'down')];
  } finally {
    await Promise.all(running.map((one) => one.stop()));
    rmSync(folder, { recursive: true, force: true });
  }
};

/** A provider that accepts everything. */
async function startProvider() {
  let sends = 0;
  const server = createServer((incoming, outgoing) => {
    incoming.resume().on('end', () => {
      sends += 1;
      const body = {
        messaging_product: 'whatsapp',
        contacts: [],
        messages: [{ id: `wamid.sent.${process.pid}.${sends}` }],
      };
      outgoing.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    sends: () => sends,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Returns the peak memory of a process so far, in MB (Linux). */
function peakMemory(pid: number | undefined): number {
  const [, kilobytes] = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kilobytes) / 1024;
}

/** The memory of a server while it sends a million queued messages, compared with few. */
export const queuedMemory: Benchmark = async ({ quick, progress }) => {
  const [many, rounds, seconds] = quick ? [200_000, 1, 8] : [1_000_000, 3, 30];
  const folder = mkdtempSync(join(tmpdir(), 'wigwag-bench-'));
  const provider = await startProvider();
  const peaks = new Map<number, number[]>([
    [FEW, []],
    [many, []],
  ]);
  try {
    for (let round = 1; round <= rounds; round += 1) {
      for (const [count, seen] of peaks) {
        const databaseUrl = `sqlite:${join(folder, `${round}-${count}.db`)}`;
        await prepareAccount(databaseUrl);
        await fillMessages(databaseUrl, count, 'queued');
        const before = provider.sends();
        const server = await run('api-process.ts', databaseUrl, 'all', provider.url);
        await sleep(seconds * 1000);
        seen.push(peakMemory(server.process.pid));
        const sent = provider.sends() - before;
        await server.stop();
        progress(
          `  round ${round} of ${rounds}: ${count.toLocaleString('en')} queued, ${sent} of them sent in ${seconds} s: ${seen.at(-1)?.toFixed(0)} MB`,
        );
      }
    }
    const ratio = median(peaks.get(many) ?? []) / median(peaks.get(FEW) ?? []);
    return [figure('queued-memory: peak memory with 1,000,000 queued messages', ratio, 'ratio', 1.3, 'down')];
  } finally {
    provider.close();
    rmSync(folder, { recursive: true, force: true });
  }
};

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { CONFIRM_SEND_MINUTES } from '@wigwag/openapi';
import { type RunningServer, readConfig, startServer } from '@wigwag/server';
import { createAccount } from '../../../server/domain/account/accounts.ts';
import { createConnection, createProviderApp } from '../../../server/domain/connections/create-connection.ts';
import { openDatabase } from '../../../server/store/database.ts';
import { type Benchmark, figure, percentile } from '../figure.ts';
import { run } from '../support/processes.ts';

/** Each connection sends at most 80 messages per second. */
const LINES = 20;
const DUE_PER_SECOND = 1000;
const SECOND = 1_000_000;
const HOUR = 3600 * SECOND;

interface BenchProvider {
  url: string;
  token: string;
  numbers: string[];
}

/** Creates an account with connections, and a flow with one step an hour after the press. */
async function prepare(databaseUrl: string, provider: BenchProvider): Promise<number> {
  const server = await start(databaseUrl, provider.url, 'api');
  const { app } = server;
  const accountId = await app.store.transaction(async (tx) => {
    const { id } = await createAccount(app, tx, { name: 'Bench' });
    const providerAppId = await createProviderApp(app, tx, { appSecret: 'secret', verifyToken: 'token' });
    for (const [index, providerId] of provider.numbers.entries()) {
      const line = { accountId: id, channel: 'whatsapp', name: `Line ${index}`, providerAppId, providerId } as const;
      await createConnection(app, tx, { ...line, accessToken: provider.token });
    }
    await tx.flows.insert({
      accountId: id,
      name: 'Bench',
      templateId: 1,
      button: 'Yes',
      buttonIndex: 0,
      isActive: true,
      stopOnReply: true,
      stopOnAgent: true,
      quietStart: null,
      quietEnd: null,
      steps: [{ delay: '1h', text: 'Hi {{name}}, {{1}}' }],
      createdAt: 0,
      updatedAt: 0,
    });
    return id;
  });
  await server.stop();
  return accountId;
}

const start = (databaseUrl: string, graphUrl: string, role: 'api' | 'worker'): Promise<RunningServer> =>
  startServer(
    readConfig(
      {},
      { databaseUrl, graphUrl, role, port: 0, secretKey: 'a secret key for benchmarks', logLevel: 'error' },
    ),
  );

/** Inserts flow runs in bulk, bypassing the rules. Their steps are due one after another, starting at `from`. */
async function fill(databaseUrl: string, accountId: number, count: number, from: number): Promise<void> {
  const db = await openDatabase(databaseUrl);
  const numbers = `with recursive n(i) as (select 1 union all select i + 1 from n where i < ${count})`;
  const due = `(${from} + cast(i as bigint) * ${SECOND / DUE_PER_SECOND})`;
  const person = `'90555' || (1000000 + i)`;
  try {
    await db.raw(
      `${numbers} insert into contacts (account_id, id, phone, name, created_at, updated_at)
       select ${accountId}, i, ${person}, 'Person ' || i, 0, 0 from n`,
    );
    await db.raw(
      `${numbers} insert into conversations (account_id, id, connection_id, channel, person, contact_id, status, unread_count,
         last_inbound_at, last_message_text, last_message_direction, last_message_at, created_at)
       select ${accountId}, i, 'wa_' || (i % ${LINES} + 1), 'whatsapp', ${person}, i, 'bot', 0, ${due} - ${HOUR}, 'Yes', 'in',
         ${due} - ${HOUR}, 0 from n`,
    );
    await db.raw(
      `${numbers} insert into flow_runs (account_id, id, flow_id, conversation_id, phone, status, current_step, messages_sent,
         known, started_at, next_step_at)
       select ${accountId}, i, 1, i, ${person}, 'running', 0, 0, '{"variables":{"1":"welcome"},"name":null}',
         ${due} - ${HOUR}, ${due} from n`,
    );
    await db.raw(
      `${numbers} insert into outbox (account_id, queue, task, subject, run_at, attempts, claims)
       select ${accountId}, 'flow', 'run-flow-step', cast(i as text), ${due}, 0, 0 from n`,
    );
  } finally {
    await db.destroy();
  }
}

/** Waits until all messages are sent. Only their confirmations, which are due later, remain. */
async function untilAllLeft({ app }: RunningServer): Promise<void> {
  const { outbox } = app.store.read;
  let next: number | undefined;
  do {
    await sleep(1000);
    next = (await outbox.dueAt(['flow'], 0)).flow.next ?? (await outbox.dueAt(['send'], 0)).send.next;
  } while (next !== undefined && next < app.now() + (CONFIRM_SEND_MINUTES / 2) * 60 * SECOND);
}

interface SentMessage {
  person: string;
  created_at: number;
  sent_at: number | null;
}

/** 1,000 steps due per second, with a worker and the mock provider on SQLite: how late they are created and sent. */
export const flows: Benchmark = async ({ quick, progress }) => {
  const count = quick ? 10_000 : 100_000;
  const folder = mkdtempSync(join(tmpdir(), 'wigwag-bench-'));
  const databaseUrl = `sqlite:${join(folder, 'flows.db')}`;
  const mock = await run('flows-mock.ts', String(LINES));
  let worker: RunningServer | undefined;
  try {
    const provider = JSON.parse(mock.line) as BenchProvider;
    const accountId = await prepare(databaseUrl, provider);
    // Inserting the rows takes time, so the first step is due later, when everything is ready.
    const from = (Date.now() + (quick ? 6_000 : 40_000)) * 1000;
    progress(`${count} runs over ${LINES} connections, ${DUE_PER_SECOND} steps due per second`);
    await fill(databaseUrl, accountId, count, from);
    worker = await start(databaseUrl, provider.url, 'worker');
    if (Date.now() * 1000 > from) {
      throw new Error('this machine was too slow: the first step was due before everything was ready');
    }
    await untilAllLeft(worker);
    await worker.stop();
    worker = undefined;
    return await judge(databaseUrl, count, from, progress);
  } finally {
    await worker?.stop();
    await mock.stop();
    rmSync(folder, { recursive: true, force: true });
  }
};

async function judge(databaseUrl: string, count: number, from: number, progress: (text: string) => void) {
  const db = await openDatabase(databaseUrl);
  const sent: SentMessage[] = await db('messages').select('person', 'created_at', 'sent_at');
  await db.destroy();
  if (sent.length !== count || sent.some(({ sent_at }) => sent_at === null)) {
    throw new Error(`${sent.length} of ${count} steps became messages, and not all of those were sent`);
  }
  const dueOf = ({ person }: SentMessage) => from + (Number(person.slice(5)) - 1_000_000) * (SECOND / DUE_PER_SECOND);
  const lags = (at: (one: SentMessage) => number) => sent.map((one) => (at(one) - dueOf(one)) / SECOND);
  const rate = (at: (one: SentMessage) => number) =>
    count / ((sent.reduce((last, one) => Math.max(last, at(one)), 0) - from) / SECOND);
  const left = ({ sent_at }: SentMessage) => sent_at ?? 0;
  const made = ({ created_at }: SentMessage) => created_at;
  progress(
    `a step is sent ${percentile(lags(left), 0.99).toFixed(2)} s late (p99), ${rate(left).toFixed(0)} per second`,
  );
  return [
    figure('flows-steps-per-second', rate(made), 'steps/s', 0.95 * DUE_PER_SECOND, 'up'),
    figure('flows-step-lag-p99', percentile(lags(made), 0.99), 's', 2, 'down'),
    figure('flows-sends-per-second', rate(left), 'sends/s', 0.95 * DUE_PER_SECOND, 'up'),
  ];
}

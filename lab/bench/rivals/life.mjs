import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import Fastify from 'fastify';
import { Logger, run, runMigrations } from 'graphile-worker';
import pg from 'pg';
import { Agent, request } from 'undici';
import { post } from './deliveries/post.mjs';

/*
 * The whole life of a message in ready-made parts: Fastify, graphile-worker and undici on PostgreSQL. It stores each job
 * in the transaction that requires it, retries with a backoff, checks the key, the body and the 24-hour window, never
 * moves a status backward, numbers the events of an account without gaps, and keeps a log of the attempts. It has no
 * rate limits, circuit breakers, limits per account or idempotency keys, and may repeat a send after a crash.
 */
const [connectionString = '', secret = '', providerUrl = '', receiverUrl = ''] = process.argv.slice(2);
const ACCOUNTS = 40;
const CUSTOMERS = 25;
const RANKS = ['queued', 'sent', 'delivered', 'read'];
const WINDOW = '24 hours';

const pool = new pg.Pool({ connectionString, max: 10 });
const dispatcher = new Agent();
const logger = new Logger(() => () => {});
const hashOf = (key) => createHash('sha256').update(key).digest('hex');

async function createTables() {
  await runMigrations({ connectionString, logger });
  const client = await pool.connect();
  try {
    // A second process waits for the first.
    await client.query('begin');
    await client.query('select pg_advisory_xact_lock(1)');
    await client.query(`
      create schema if not exists rival;
      create table if not exists rival.accounts (
        id integer primary key, key_hash text unique not null, phone_id text not null, url text not null,
        last_event bigint not null default 0);
      create table if not exists rival.conversations (
        account_id integer, person text, written_at timestamptz not null, primary key (account_id, person));
      create table if not exists rival.messages (
        account_id integer, id text primary key, recipient text not null, content jsonb not null,
        status text not null, external_id text unique, created_at timestamptz not null default now());
      create table if not exists rival.events (
        account_id integer, number bigint, id text not null, data jsonb not null, primary key (account_id, number));
      create table if not exists rival.attempts (
        event_id text, attempt integer, status_code integer, at timestamptz not null default now(),
        primary key (event_id, attempt));`);
    for (let id = 1; id <= ACCOUNTS; id += 1) {
      await client.query('insert into rival.accounts values ($1, $2, $3, $4) on conflict do nothing', [
        id,
        hashOf(`rival-key-${id}`),
        String(1000 + id),
        receiverUrl,
      ]);
    }
    await client.query(
      `insert into rival.conversations select account, '90555' || (1000000 + customer), now()
       from generate_series(1, $1) as account, generate_series(0, $2) as customer on conflict do nothing`,
      [ACCOUNTS, CUSTOMERS - 1],
    );
    await client.query('commit');
  } finally {
    client.release();
  }
}

async function inTransaction(work) {
  const client = await pool.connect();
  try {
    await client.query('begin');
    const result = await work(client);
    await client.query('commit');
    return result;
  } catch (error) {
    await client.query('rollback');
    throw error;
  } finally {
    client.release();
  }
}

/** Prepares each statement once per connection. */
const prepared = (client, name, text, values) => client.query({ name, text, values });
const addJob = (client, task, payload) =>
  prepared(client, 'add-job', 'select graphile_worker.add_job($1, $2::json, max_attempts => 6)', [
    task,
    JSON.stringify(payload),
  ]);

let ids = 0;
const newId = (prefix) => {
  ids += 1;
  return `${prefix}_${Date.now()}_${process.pid}_${ids}`;
};

/** Sends a message to the provider. */
async function send({ id, to, text, phone }) {
  const answer = await request(`${providerUrl}/v25.0/${phone}/messages`, {
    method: 'POST',
    dispatcher,
    headers: { 'content-type': 'application/json', authorization: 'Bearer token' },
    body: JSON.stringify({
      messaging_product: 'whatsapp',
      recipient_type: 'individual',
      to,
      biz_opaque_callback_data: id,
      type: 'text',
      text: { body: text },
    }),
  });
  const body = await answer.body.json();
  if (answer.statusCode >= 300) {
    throw new Error(`the provider returned ${answer.statusCode}`);
  }
  await prepared(pool, 'sent', 'update rival.messages set external_id = $2 where id = $1', [id, body.messages[0].id]);
}

/** Delivers an event and logs the attempt. */
async function deliver({ url, ...delivery }, { job }) {
  await post(url, delivery, job.attempts);
  await prepared(pool, 'attempt', 'insert into rival.attempts values ($1, $2, 200) on conflict do nothing', [
    delivery.id,
    job.attempts,
  ]);
}

/** Records a status, its event and the job of its delivery. */
async function recordStatus(status) {
  await inTransaction(async (client) => {
    const { rows } = await prepared(
      client,
      'status',
      `update rival.messages set status = $2, external_id = coalesce(external_id, $3)
       where id = $1 and array_position($4::text[], status) < array_position($4::text[], $2)
       returning account_id, recipient`,
      [status.biz_opaque_callback_data, status.status, status.id, RANKS],
    );
    const [message] = rows;
    if (!message) {
      return;
    }
    const at = new Date().toISOString();
    const id = newId('whd');
    const data = {
      message: {
        id: status.biz_opaque_callback_data,
        external_id: status.id,
        channel: 'whatsapp',
        to: message.recipient,
        status: status.status,
        error: null,
        occurred_at: at,
      },
    };
    const event = await prepared(
      client,
      'event',
      `with counted as (update rival.accounts set last_event = last_event + 1 where id = $1 returning last_event, url)
       insert into rival.events select $1, last_event, $2, $3 from counted returning (select url from counted) as url`,
      [message.account_id, id, JSON.stringify(data)],
    );
    const delivery = { id, event: 'message.status', account: message.account_id, data, createdAt: at };
    await addJob(client, 'deliver', { ...delivery, url: event.rows[0].url });
  });
}

await createTables();
const app = Fastify();
app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_, body, done) => {
  done(null, body);
});
const MESSAGE = {
  type: 'object',
  required: ['to', 'text'],
  properties: { to: { type: 'string', minLength: 5 }, text: { type: 'string', minLength: 1, maxLength: 4096 } },
};

app.post('/messages', {
  schema: { body: MESSAGE },
  async preValidation(incoming) {
    incoming.body = JSON.parse(incoming.body.toString());
  },
  async handler(incoming, reply) {
    const key = /^Bearer (\S+)$/.exec(incoming.headers.authorization ?? '')?.[1] ?? '';
    const { to, text } = incoming.body;
    const found = await prepared(
      pool,
      'caller',
      `select accounts.id, phone_id, written_at > now() - interval '${WINDOW}' as is_open from rival.accounts
       left join rival.conversations on account_id = accounts.id and person = $2 where key_hash = $1`,
      [hashOf(key), to],
    );
    const [caller] = found.rows;
    if (!caller) {
      return reply.code(401).send({ error: 'the key is unknown' });
    }
    if (!caller.is_open) {
      return reply.code(409).send({ error: 'the window is closed' });
    }
    const id = newId('msg');
    await inTransaction(async (client) => {
      await prepared(client, 'message', "insert into rival.messages values ($1, $2, $3, $4, 'queued')", [
        caller.id,
        id,
        to,
        JSON.stringify({ text }),
      ]);
      await addJob(client, 'send', { id, to, text, phone: caller.phone_id });
    });
    return reply.code(202).send({ id, status: 'queued' });
  },
});

app.post('/callbacks', async (incoming, reply) => {
  const expected = Buffer.from(`sha256=${createHmac('sha256', secret).update(incoming.body).digest('hex')}`);
  const given = Buffer.from(String(incoming.headers['x-hub-signature-256']));
  if (given.length !== expected.length || !timingSafeEqual(expected, given)) {
    return reply.code(403).send();
  }
  for (const entry of JSON.parse(incoming.body.toString()).entry) {
    for (const { value } of entry.changes) {
      for (const status of value.statuses ?? []) {
        await recordStatus(status);
      }
    }
  }
  return reply.send('EVENT_RECEIVED');
});

await run({
  taskList: { send, deliver },
  preset: {
    worker: {
      connectionString,
      concurrentJobs: 64,
      maxPoolSize: 10,
      localQueue: { size: 128 },
      completeJobBatchDelay: 0,
      failJobBatchDelay: 0,
      logger,
    },
  },
});
process.stdout.write(`${await app.listen({ host: '127.0.0.1', port: 0 })}\n`);

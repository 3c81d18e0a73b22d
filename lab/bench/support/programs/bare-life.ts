import { createHmac, timingSafeEqual } from 'node:crypto';
import hapi from '@hapi/hapi';
import { Agent, request } from 'undici';
import { openBareDatabase } from './bare-database.ts';

/**
 * The baseline for the whole life of a message. A request is one transaction with a message and a task, followed by a
 * call to the provider. A callback is one transaction with a status and an event, followed by a signed post of the
 * event and one update. It checks no key, limit or window, makes no retries, and recovers nothing after a crash.
 */
const [databaseUrl = '', secret = '', providerUrl = '', receiverUrl = ''] = process.argv.slice(2);
const SIGNING_SECRET = 'a signing secret';
const db = openBareDatabase(databaseUrl);
const dispatcher = new Agent();

/** A second process on the same database finds the tables. */
if (!(await db.schema.hasTable('bare_events'))) {
  await db.schema.createTable('bare_messages', (table) => {
    table.text('id').primary();
    table.text('content');
    table.text('status');
    table.bigInteger('created_at');
  });
  await db.schema.createTable('bare_tasks', (table) => {
    table.increments('id');
    table.text('message_id');
    table.bigInteger('run_at');
  });
  await db.schema.createTable('bare_events', (table) => {
    table.text('id').primary();
    table.text('data');
    table.text('state');
    table.bigInteger('created_at');
  });
}

let ids = 0;
function newId(prefix: string): string {
  ids += 1;
  return `${prefix}_${Date.now()}_${process.pid}_${ids}`;
}

async function post(url: string, headers: Record<string, string>, body: string): Promise<void> {
  const answer = await request(url, {
    method: 'POST',
    dispatcher,
    headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
    body,
  });
  await answer.body.dump();
  if (answer.statusCode >= 300) {
    throw new Error(`${url} answered ${answer.statusCode}`);
  }
}

interface BareMessage {
  to: string;
  text: string;
}

const send = (id: string, { to, text }: BareMessage): Promise<void> =>
  post(
    `${providerUrl}/v25.0/bare/messages`,
    { authorization: 'Bearer token' },
    JSON.stringify({
      messaging_product: 'whatsapp',
      recipient_type: 'individual',
      to,
      biz_opaque_callback_data: id,
      type: 'text',
      text: { body: text },
    }),
  );

interface BareStatus {
  id: string;
  status: string;
  recipient_id: string;
  biz_opaque_callback_data: string;
}

async function deliver(eventId: string, body: string): Promise<void> {
  const seconds = Math.floor(Date.now() / 1000);
  const signature = createHmac('sha256', SIGNING_SECRET).update(`${seconds}.${body}`).digest('hex');
  await post(
    receiverUrl,
    {
      'x-service-signature': `t=${seconds},v1=${signature}`,
      'x-service-event': 'message.status',
      'x-service-delivery-id': eventId,
      'x-service-attempt': '1',
    },
    body,
  );
  await db('bare_events').where({ id: eventId }).update({ state: 'delivered' });
}

/** Returns the body of the event, in the format of our server. */
function eventOf(eventId: string, status: BareStatus): string {
  const at = new Date().toISOString();
  return JSON.stringify({
    id: eventId,
    event: 'message.status',
    api_version: 'v1',
    created_at: at,
    company_id: 1,
    attempt: 1,
    data: {
      message: {
        id: status.biz_opaque_callback_data,
        external_id: status.id,
        channel: 'whatsapp',
        to: status.recipient_id,
        status: status.status,
        error: null,
        occurred_at: at,
      },
    },
  });
}

/** A failure ends the program, and with it the benchmark. */
function inBackground(work: Promise<void>): void {
  work.catch((error) => {
    console.error(error);
    process.exit(1);
  });
}

const server = hapi.server({ host: '127.0.0.1', port: 0 });
server.route({
  method: 'POST',
  path: '/messages',
  async handler({ payload }, h) {
    const draft = payload as BareMessage;
    const id = newId('msg');
    const now = Date.now();
    await db.transaction(async (trx) => {
      await trx('bare_messages').insert({ id, content: JSON.stringify(draft), status: 'queued', created_at: now });
      await trx('bare_tasks').insert({ message_id: id, run_at: now });
    });
    inBackground(send(id, draft));
    return h.response({ id, status: 'queued' }).code(202);
  },
});
server.route({
  method: 'POST',
  path: '/callbacks',
  options: { payload: { parse: false, output: 'data' } },
  async handler({ payload, headers }, h) {
    const raw = payload as Buffer;
    const signature = `sha256=${createHmac('sha256', secret).update(raw).digest('hex')}`;
    const given = Buffer.from(String(headers['x-hub-signature-256']));
    if (given.length !== signature.length || !timingSafeEqual(Buffer.from(signature), given)) {
      return h.response().code(403);
    }
    const status: BareStatus = JSON.parse(raw.toString()).entry[0].changes[0].value.statuses[0];
    const id = newId('evt');
    const body = eventOf(id, status);
    await db.transaction(async (trx) => {
      await trx('bare_messages').where({ id: status.biz_opaque_callback_data }).update({ status: status.status });
      await trx('bare_events').insert({ id, data: body, state: 'pending', created_at: Date.now() });
    });
    inBackground(deliver(id, body));
    return h.response('EVENT_RECEIVED');
  },
});
await server.start();
process.stdout.write(`${server.info.uri}\n`);

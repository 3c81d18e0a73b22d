import { createHmac, timingSafeEqual } from 'node:crypto';
import hapi from '@hapi/hapi';
import { openBareDatabase } from './bare-database.ts';

/**
 * The baseline for accepted requests: hapi with one Knex insert per request and our SQLite settings. For callbacks, it
 * also checks the signature.
 */
const [databaseUrl = '', secret = ''] = process.argv.slice(2);
const db = openBareDatabase(databaseUrl);
if (!(await db.schema.hasTable('bare'))) {
  await db.schema.createTable('bare', (table) => {
    table.increments('id');
    table.text('body');
    table.bigInteger('created_at');
  });
}
const server = hapi.server({ host: '127.0.0.1', port: 0 });
server.route({
  method: 'POST',
  path: '/messages',
  async handler({ payload }, h) {
    await db('bare').insert({ body: JSON.stringify(payload), created_at: Date.now() });
    return h.response({ status: 'queued' }).code(202);
  },
});
server.route({
  method: 'POST',
  path: '/callbacks',
  options: { payload: { parse: false, output: 'data' } },
  async handler({ payload, headers }, h) {
    const signature = `sha256=${createHmac('sha256', secret)
      .update(payload as Buffer)
      .digest('hex')}`;
    if (!timingSafeEqual(Buffer.from(signature), Buffer.from(String(headers['x-hub-signature-256'])))) {
      return h.response().code(403);
    }
    await db('bare').insert({ body: String(payload), created_at: Date.now() });
    return h.response('EVENT_RECEIVED');
  },
});
await server.start();
process.stdout.write(`${server.info.uri}\n`);

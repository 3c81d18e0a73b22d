import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { readConfig } from '../config/config.ts';
import { startServer } from '../process/start.ts';
import { taskRow } from '../store/tasks.ts';
import { PNG } from '../testing/files.ts';
import { createTestServer } from '../testing/server.ts';
import { sharedDatabase } from '../testing/store.ts';
import { createLogger } from './log.ts';

const WORDS = 'My card number is 4000 0000 0000 0002';
const to = '905551112233';
const secretKey = 'a secret key for tests';

/** Returns a log, its parsed lines and its text. */
function logbook() {
  const lines: string[] = [];
  return {
    log: { write: (line: string) => void lines.push(line) },
    text: () => lines.join(''),
    told: () => lines.map((line) => JSON.parse(line).msg as string),
  };
}

test('variables that are never read are logged at the start, without their values', async () => {
  const { log, text, told } = logbook();
  const environment = { WIGWAG_HOME: '/srv/hunter2', WIGWAG_API_KEY: 'x', WIGWAG_SECRET_KEY: secretKey };
  const server = await startServer(readConfig(environment, { databaseUrl: 'sqlite::memory:', port: 0 }), { log });
  await server.stop();
  expect(told().filter((line) => line.includes('are never read'))).toHaveLength(1);
  expect(text()).toContain('"variables":["WIGWAG_HOME"]');
  expect(text()).not.toContain('hunter2');
});

test('on PostgreSQL, values that the database quotes in its errors do not reach the log', async () => {
  const { log, text, told } = logbook();
  const { api, server } = await createTestServer({ database: 'postgres', log });
  const client = new pg.Client({ connectionString: server.app.config.databaseUrl });
  await client.connect();
  onTestFinished(() => client.end());
  await client.query(`
    create function choke() returns trigger language plpgsql as $$ begin perform new.name::integer; return new; end $$;
    create trigger choke before insert or update on contacts for each row execute function choke();
    alter table opt_outs add constraint few check (length(source) < 10)`);
  const broken = await api('POST', '/contacts', { body: { phone: to, name: WORDS } });
  const refused = await api('POST', '/opt-outs', { body: { phone: to, source: WORDS } });
  expect([broken.status, refused.status]).toEqual([500, 500]);
  expect(told().filter((line) => line === 'a request broke')).toHaveLength(2);
  expect(text()).toMatch(/invalid input syntax for type integer.*violates check constraint/s);
  expect(text()).not.toContain(WORDS);
  expect(text()).not.toContain(to);
});

test('tokens and texts that a provider quotes in its errors do not reach the log', async () => {
  const quote = { fault: '', code: 0 };
  const provider = createServer((_request, response) => {
    const error = { message: quote.fault, type: 'OAuthException', code: quote.code, fbtrace_id: 'x' };
    response.writeHead(400, { 'content-type': 'application/json' }).end(JSON.stringify({ error }));
  }).listen(0, '127.0.0.1');
  await once(provider, 'listening');
  onTestFinished(() => void provider.close());
  const { log, text, told } = logbook();
  const graphUrl = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`;
  const server = await createTestServer({
    log,
    config: { graphUrl, databaseUrl: await sharedDatabase('sqlite') },
  });
  const { app } = server.server;
  const token = server.business.access_token;
  quote.fault = `Malformed access token ${token} in the message "${WORDS}" to ${to}`;

  const image = { type: 'image', image: { id: '1', mime_type: 'image/png' } };
  await server.callback(server.inboundCallback({ id: 'wamid.1' }, { id: 'wamid.2', ...image }));
  await server.settle();
  quote.code = 100;
  await server.api('POST', '/messages', { body: { to, text: WORDS } });
  await server.settle();
  quote.code = 2;
  const form = new FormData();
  form.set('file', new Blob([PNG], { type: 'image/png' }), `${WORDS}.png`);
  expect((await server.api('POST', '/media', { body: form })).status).toBe(503);
  quote.code = 190;
  const { body } = await server.api('GET', `/conversations/${to}/messages?direction=in`);
  const [{ media }] = body.data.messages.filter((message: { media: unknown }) => message.media);
  expect((await fetch(media.url)).status).toBe(503);
  await app.store.transaction((tx) =>
    tx.outbox.add([taskRow(server.accountId, 'sync-templates', 'wa_1', app.monotonicNow())]),
  );
  await server.settle();
  expect(new Set(told())).toEqual(
    new Set([
      expect.stringContaining('migrating the schema'),
      'a send failed',
      'an upload did not reach the provider',
      "a customer's file cannot be fetched",
      'a task failed unexpectedly; it will be retried',
    ]),
  );
  for (const secret of [token.slice(3), WORDS.slice(0, 12), 'card']) {
    expect(text()).not.toContain(secret);
  }
});

test.each([
  [`GET /x?api_key=ww_live_${'A'.repeat(41)}`, 'GET /x?api_key=ww_live_***'],
  ['signed with whsec_0123456789abcdef', 'signed with whsec_***'],
  [`token EAA${'B'.repeat(40)} or IGAA${'C'.repeat(40)}`, 'token EAA*** or IGAA***'],
  ['authorization: Bearer abc.def-ghi123', 'authorization: Bearer ***'],
  [`token:\nEAA${'B'.repeat(40)}\tBearer abc.def-ghi123`, 'token:\nEAA***\tBearer ***'],
  ['the form was\naccess_token=abc&fields=id', 'the form was\naccess_token=***&fields=id'],
  [
    'https://graph.facebook.com/me?access_token=abc&fields=id',
    'https://graph.facebook.com/me?access_token=***&fields=id',
  ],
  ['connect postgres://wigwag:pa:ss@db.example/x', 'connect postgres://***@db.example/x'],
])('the log keeps the parts of %s that are not secret', (quoted, kept) => {
  const { log, text } = logbook();
  const logger = createLogger(readConfig({}, { secretKey }), log);
  logger.error({ error: new Error(quoted), url: quoted }, quoted);
  const { msg, url, error } = JSON.parse(text());
  expect([msg, url, error.message]).toEqual([kept, kept, kept]);
  expect(text()).not.toContain(quoted.slice(-20));
});

test('input that could not be parsed is not quoted', () => {
  const { log, text } = logbook();
  const logger = createLogger(readConfig({}, { secretKey }), log);
  for (const json of [WORDS, `{"text":"${WORDS}`, `["${WORDS}" "x"]`]) {
    try {
      JSON.parse(json);
    } catch (error) {
      logger.error({ error }, 'x');
    }
  }
  expect(text().match(/SyntaxError/g)?.length).toBeGreaterThan(2);
  expect(text()).not.toContain('My card');
});

test.each([
  { WIGWAG_DATABASE_URL: 'postgres://wigwag:hunter2222@127.0.0.1:1/x' },
  { WIGWAG_DATABASE_URL: 'postgres://wigwag:hunter2222@[nonsense/x' },
  { WIGWAG_DATABASE_URL: 'mysql://wigwag:hunter2222@127.0.0.1/x' },
  { WIGWAG_PUBLIC_URL: 'ftp://wigwag:hunter2222@127.0.0.1/x' },
  { WIGWAG_GRAPH_URL: 'wigwag:hunter2222@127.0.0.1' },
])('a start that fails because of %j logs no password and no secret', async (environment) => {
  const start = async () => startServer(readConfig({ WIGWAG_SECRET_KEY: secretKey, ...environment }));
  const error = await start().then(
    () => new Error('it started'),
    (problem: Error) => problem,
  );
  expect(error.message).not.toBe('it started');
  expect(`${error.message} ${error.stack}`).not.toContain('hunter2222');
  expect(error.message).not.toContain(secretKey);
});

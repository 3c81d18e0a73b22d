import { createRequire } from 'node:module';
import { OPERATIONS } from '@wigwag/openapi';
import { expect, onTestFinished, test } from 'vitest';
import { addEndpoint } from '../admin/endpoints.ts';
import { createConnection } from '../domain/connections/create-connection.ts';
import { enableWebhook } from '../domain/webhooks/deliveries.ts';
import { taskRow } from '../store/tasks.ts';
import { ADA, fillEverything } from '../testing/everything.ts';
import { pressButton } from '../testing/flows.ts';
import { createTestServer, type TestServer } from '../testing/server.ts';
import { rawDatabase, sharedDatabase } from '../testing/store.ts';
import { writtenBy } from '../testing/user-ids.ts';
import { createVisitor } from '../testing/web-chat.ts';
import { createReceiver } from '../testing/worker.ts';

interface SqliteStatement {
  source: string;
}

/** Collects every statement that runs on SQLite from now on. */
function listenIn(): Set<string> {
  const Database = createRequire(import.meta.url)('better-sqlite3') as new (
    path: string,
  ) => { prepare(sql: string): SqliteStatement };
  const methods = Object.getPrototypeOf(new Database(':memory:').prepare('select 1')) as Record<
    string,
    (...args: unknown[]) => unknown
  >;
  const statements = new Set<string>();
  for (const name of ['all', 'run'] as const) {
    const original = methods[name] as (...args: unknown[]) => unknown;
    methods[name] = function noted(this: SqliteStatement, ...args) {
      statements.add(this.source);
      return original.apply(this, args);
    };
    onTestFinished(() => {
      methods[name] = original;
    });
  }
  return statements;
}

/** Allowed full reads, with the reason. */
const KNOWN: [RegExp, string][] = [
  [/^with `theirs` as materialized/, 'reads only the conversations of one person, or those with a rare label'],
  [/^select `id` from `accounts` where exists/, 'the sweep checks every account, once an hour'],
  [/from `sqlite_sequence`/, 'SQLite has one row for each table with numbered rows'],
];

/** Allowed queries that may read everything in an account or a queue, with the reason. */
const KNOWN_BY_ACCOUNT: [RegExp, string][] = [
  [/from `(connections|provider_reports|templates|webhook_endpoints)`/, 'an account has few of them'],
  [/^select \(select min\(run_at\) from outbox/, 'reads one end of the index'],
  [/^select max\(`last_message_at`\) as `at` from `conversations`/, 'reads the last entry of an index'],
  [/exists \(select 1 from `campaigns`/, 'checks the campaigns of an account when people are joined or erased'],
  [/^select min\(`id`\) as `id` from `outbox`/, 'reads waiting callbacks when statuses arrive in the wrong order'],
  [/^select `id` from `campaigns` where .* exists/, 'does the same when it joins'],
  [/^update `flow_runs` set `conversation_id`/, 'joins two conversations of a person'],
  [/ and 1 = \+\?/, 'an empty list: the condition is false, so SQLite reads nothing'],
  [/^update `deliveries` set .* state = 'waiting'/, 'changes all of the deliveries in a partial index'],
  [/^select `id` from `accounts` where exists/, 'reads one row of an account'],
  [/from `requests` .* offset/, 'the sweep counts the requests that an account keeps in an index, once an hour'],
  [/^select (`(status|pricing)`, count|count\(\*\) filter)/, 'GET /stats counts the rows of a period'],
];
/** A page that SQLite reads in the order of an index, and not by reading and sorting everything. */
const isPage = (sql: string, steps: readonly string[]): boolean =>
  / order by .* limit \? \+ 0$/.test(sql) && !steps.includes('USE TEMP B-TREE FOR ORDER BY');

/**
 * A search that uses only columns with few values or a period. SQLite expects ten rows from it or less, and there may be
 * millions.
 */
const BY_ACCOUNT =
  /^SEARCH \w+ USING .*\((account_id|queue)=\?( AND ((status|state|channel|direction)=|(created|last_message)_at[<>])\?)*\)$/;

/**
 * A provider app may have all connections, and a channel may have most of them. These queries use the columns that
 * distinguish connections.
 */
const OVER_ALL_ACCOUNTS: [RegExp, string][] = [
  [/`provider_id` in/, 'INDEX connections_by_provider'],
  [/`waba_id` = \+\?/, 'INDEX connections_by_waba'],
  [/order by length\(id\)/, 'COVERING INDEX connections_by_number'],
];

/** Queries on tables of accounts that may leave out the account, with the reason. `docs/capacity.md` names them. */
const WITHOUT_ACCOUNT: [RegExp, string][] = [
  [/`?outbox`?\b/, 'a worker leases, changes and ends tasks of all accounts together'],
  [/from `connections` where `(provider_app_id|id|channel)` =/, 'a callback names a provider, a web chat a connection'],
  [/`(logins|login_links)` (set|where)/, 'a person logs in, and operators have no account'],
  [/^delete from `\w+` where `\w+` in \(select/, 'the sweep deletes what is old in all accounts'],
];

/** Uses what `fillEverything` leaves out: the other channels, the filters of lists, and an endpoint that is enabled again. */
async function useOthers(server: TestServer): Promise<void> {
  const { api, mock, business, accountId, settle } = server;
  const { app } = server.server;
  // Two runs end at the same time.
  await pressButton(server, 'Tell me more', '905551116677');
  await pressButton(server, 'Tell me more', '905551118899');
  const person = { id: '24680135792468', name: 'Ada' };
  const written = { channel: 'messenger', from: person, type: 'text', text: 'Hi' } as const;
  const page = { business_id: business.messenger.page_id };
  const { external_id: target } = await mock.receive({ ...written, ...page });
  await mock.receive({ ...written, ...page, type: 'postback', button: { title: 'More' }, standby: true });
  await mock.receive({ ...written, ...page, type: 'edit', text: 'Hello', target });
  await mock.receive({ ...written, ...page, type: 'deleted', text: undefined, target });
  await mock.receive({ ...written, ...page, echo: true });
  const thread = { id: ADA.phone, messages: [{ type: 'text', text: { body: 'Before' } }] };
  await mock.report({ field: 'history', value: { history: [{ threads: [thread] }] } });
  await settle();
  await api('POST', '/messages', { body: { channel: 'messenger', to: person.id, text: 'Hello' } });
  const visitor = await createVisitor(server);
  await visitor.write('Hi');
  await settle();
  await api('POST', '/messages', { body: { channel: 'web', to: visitor.id, text: 'Hello' } });
  await settle();
  await visitor.texts();
  for (const query of [
    'unread=true',
    'unread=true&status=open',
    'unread=false',
    'agent_id=1',
    'status=bot',
    'channel=web',
  ]) {
    await api('GET', `/conversations?${query}`);
  }
  await api('GET', `/contacts/${ADA.phone}/window`);
  // A person's number becomes known, and two conversations are joined.
  const [userId, phone] = ['TR.13491208655302741918', '905551117788'];
  const at = { number: business.whatsapp.phone_number_id, at: Math.floor(server.clock.now() / 1000) };
  for (const shown of [{ userId }, { phone }, { userId, phone }]) {
    await server.callback(writtenBy(shown, 'Hi', at));
    await settle();
  }
  await app.store.transaction((tx) => enableWebhook(app, tx, accountId));
  await settle();
  const { webhook } = await addEndpoint(app, accountId, { url: (await createReceiver()).url });
  await server.customerWrites('Hi');
  await settle();
  const { deliveries } = app.store.read;
  await deliveries.listNewest(accountId, { endpointIds: [webhook.id] }, 10);
  await deliveries.listNewest(accountId, { failing: true }, 10);
  await deliveries.listNewest(accountId, { states: ['waiting'] }, 10);
  await deliveries.listNewest(accountId, { states: ['missed'], from: 0 }, 10);
  const shares = { by: 'share', each: 8, shared: 8 } as const;
  const held = new Map([[webhook.id, 1]]);
  await app.store.transaction(async ({ outbox }) => {
    // It is not due yet, so that the worker of this process does not take it.
    const later = app.now() + 1_000_000;
    await outbox.add([taskRow(accountId, 'deliver-to-endpoint', 'whd_1', later, null, webhook.id)]);
    await outbox.leaseShares('endpoint', 'worker', later, later + 1, 9, shares, held);
  });
}

test('no query of a running service reads a whole table or everything in an account', async () => {
  const databaseUrl = await sharedDatabase('sqlite');
  const server = await createTestServer({ config: { databaseUrl } });
  const { app } = server.server;
  // A start may read everything once.
  const statements = listenIn();
  const { receiver } = await fillEverything(server);
  receiver.answers(200);
  await useOthers(server);
  await app.store.transaction((tx) =>
    createConnection(app, tx, { accountId: server.accountId, channel: 'whatsapp', name: 'Another line' }),
  );
  const { waba_id } = server.business.whatsapp;
  const pending = server.mock.templates(waba_id).find(({ name }) => name === 'pending_one');
  server.mock.setTemplate(waba_id, { ...pending, status: 'APPROVED' });
  await server.settle();
  await app.store.read.callbacks.listProblems(0, 100);
  await app.store.read.stats.responseWaits(server.accountId, { from: 0, until: app.now() }, [1, 2]);
  await app.store.read.stats.agentsOfConversations(server.accountId, 0, 10);
  // What the inbox of the dashboard reads.
  const { read } = app.store;
  const page = { limit: 10, order: 'desc', after: undefined } as const;
  await read.requests.list(server.accountId, {}, {}, 10);
  await read.requests.list(server.accountId, { path: 'messages', statuses: ['4xx'] }, { after: 1 }, 10);
  await read.conversationTeam.labelsWith(server.accountId, [ADA.phone]);
  await read.conversationTeam.unseenMentions(server.accountId, 1, 10);
  await read.conversationTeam.lastNoteId(server.accountId, [1]);
  await app.store.transaction((tx) => tx.conversationTeam.seeMentions(server.accountId, 1, [1], app.now()));
  await read.conversationList.list(server.accountId, { labelId: 1, status: 'open' }, page);
  await read.conversationList.list(server.accountId, { isWaiting: true, status: 'open' }, { ...page, order: 'asc' });
  await read.conversationList.list(server.accountId, { isUnassigned: true, status: 'open' }, page);
  await read.contacts.listLabeled(server.accountId, 1, page);
  await read.flowRuns.listOf(server.accountId, [ADA.phone], 10);
  await read.campaigns.listOf(server.accountId, [ADA.phone], 10);
  await read.optOuts.listOf(server.accountId, [ADA.phone]);
  await read.blockedNumbers.listOf(server.accountId, [ADA.phone]);
  for (const { path } of OPERATIONS.filter((one) => one.versioned && one.method === 'get')) {
    await server.api('GET', path.replace('{phone}', ADA.phone).replaceAll(/\{\w+\}/g, '1'));
  }
  await server.advance(8 * 86_400_000);

  const db = rawDatabase(databaseUrl);
  const tables: string[] = await db('sqlite_master')
    .where({ type: 'table' })
    .whereNot('name', 'like', 'knex_%')
    .pluck('name');
  const plans = new Map<string, string[]>();
  for (const sql of statements) {
    if (/^(select|insert|update|delete|with)/i.test(sql.trim())) {
      const values = Array.from(sql.matchAll(/\?/g), () => 1);
      const steps: { detail: string }[] = await db.raw(`explain query plan ${sql}`, values);
      plans.set(
        sql,
        steps.map(({ detail }) => detail),
      );
    }
  }
  const reading = [...plans]
    .filter(([, steps]) => steps.some((step) => tables.includes(/^SCAN (\w+)/.exec(step)?.[1] ?? '')))
    .map(([sql]) => sql);
  expect(plans.size).toBeGreaterThan(150);
  expect(reading.filter((sql) => !KNOWN.some(([known]) => known.test(sql)))).toEqual([]);
  expect(KNOWN.filter(([known]) => !reading.some((sql) => known.test(sql)))).toEqual([]);
  const byAccount = [...plans]
    .filter(([sql, steps]) => steps.some((step) => BY_ACCOUNT.test(step)) && !isPage(sql, steps))
    .map(([sql]) => sql);
  expect(byAccount.filter((sql) => !KNOWN_BY_ACCOUNT.some(([known]) => known.test(sql)))).toEqual([]);
  expect(KNOWN_BY_ACCOUNT.filter(([known]) => !byAccount.some((sql) => known.test(sql)))).toEqual([]);
  const ofAccounts: string[] = await db('sqlite_master as one')
    .joinRaw('join pragma_table_info(one.name) as columns')
    .where({ 'one.type': 'table', 'columns.name': 'account_id' })
    .pluck('one.name');
  expect(ofAccounts.length).toBeGreaterThan(35);
  const onAccounts = new RegExp(`\\b(from|into|update|join) \`?(${ofAccounts.join('|')})\`?\\b`);
  const nameless = [...plans.keys()].filter((sql) => onAccounts.test(sql) && !sql.includes('account_id'));
  expect(nameless.filter((sql) => !WITHOUT_ACCOUNT.some(([known]) => known.test(sql)))).toEqual([]);
  expect(WITHOUT_ACCOUNT.filter(([known]) => !nameless.some((sql) => known.test(sql)))).toEqual([]);
  const conditional: string[] = await db('sqlite_master')
    .where({ type: 'index' })
    .whereLike('sql', '% where %')
    .pluck('name');
  const used = [...plans.values()].flat().join('\n');
  expect(conditional.filter((index) => !used.includes(` INDEX ${index} (`))).toEqual([]);
  for (const [asked, index] of OVER_ALL_ACCOUNTS) {
    const found = new Set([...plans].filter(([sql]) => asked.test(sql)).map(([, [first]]) => first));
    expect([...found]).toEqual([expect.stringContaining(`SEARCH connections USING ${index} (`)]);
  }
});

import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createMockProvider, type MockProvider } from '@wigwag/mock-provider';
import { expect, onTestFinished, test } from 'vitest';
import { type Config, readConfig } from '../config/config.ts';
import { createKey } from '../domain/account/create-key.ts';
import { createDemoAccount } from '../domain/account/demo-account.ts';
import { createProviderApp } from '../domain/connections/create-connection.ts';
import { VirtualClock } from '../engine/clock.ts';
import { type RunningServer, startServer } from '../process/start.ts';
import { META_CALLBACKS } from '../providers/meta/callback.ts';
import { templateOf } from '../providers/whatsapp/templates.ts';
import { advanceAll, callApi } from '../testing/server.ts';
import { rawDatabase } from '../testing/store.ts';

const to = '905551112233';

/** Returns the configuration of a server on a SQLite file in a separate folder. */
function onFile(changes: Partial<Config> = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'wigwag-restart-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const databaseUrl = `sqlite:${join(folder, 'wigwag.db')}`;
  return { folder, config: readConfig({}, { databaseUrl, port: 0, secretKey: 'a secret key for tests', ...changes }) };
}

/**
 * Creates an account with the mock's business. Returns the ID of the provider app, which gets the callbacks, and a live
 * key.
 */
async function seed({ app }: RunningServer, mock: MockProvider) {
  const business = mock.credentials;
  const appId = await app.store.transaction((tx) =>
    createProviderApp(app, tx, { appSecret: business.app_secret, verifyToken: business.verify_token }),
  );
  const { liveKey } = await createDemoAccount(
    app,
    { name: 'Demo' },
    {
      providerAppId: appId,
      accessToken: business.access_token,
      ids: { whatsapp: business.whatsapp.phone_number_id },
      wabaId: business.whatsapp.waba_id,
      templates: mock.templates(business.whatsapp.waba_id).map(templateOf),
    },
  );
  return { appId, key: liveKey };
}

test('started and stopped twenty times on one file, the server loses nothing and sends nothing twice', async () => {
  const clock = new VirtualClock();
  const mock = createMockProvider({ clock });
  const { url, close } = await mock.listen();
  onTestFinished(close);
  const { config } = onFile({ graphUrl: url, logLevel: 'silent', allowLoopback: true });
  let account: { appId: string; key: string } | undefined;
  const accepted: string[] = [];

  for (let start = 0; start < 20; start += 1) {
    const server = await startServer(config, { clock });
    // The same address each time, because the provider keeps sending callbacks to it.
    config.port = Number(new URL(server.origin).port);
    account ??= await seed(server, mock);
    mock.setCallbackUrl(server.origin + META_CALLBACKS.path(account.appId));
    const { key } = account;
    const send = async () => {
      const call = { key, body: { to, name: 'hello_world' } };
      const answer = await callApi(`${server.origin}/api/v1`, 'POST', '/messages/template', call);
      expect(answer.status).toBe(202);
      accepted.push(answer.body.data.id);
    };
    await send();
    await server.worker.drain();
    // Accepted right before the end: the process stops while these are in flight.
    await Promise.all([send(), send(), send()]);
    await server.stop();
    clock.moveTo(clock.now() + 1000);
  }

  const last = await startServer(config, { clock });
  onTestFinished(() => last.stop());
  mock.setCallbackUrl(last.origin + META_CALLBACKS.path(account?.appId ?? ''));
  // Callbacks that reached no server are sent again, first after 10 seconds.
  await advanceAll({ server: last, mock, clock }, 3_600);
  const ours = mock.sends().map(({ payload }) => String(payload.biz_opaque_callback_data));
  expect(accepted).toHaveLength(80);
  expect(ours.toSorted()).toEqual(accepted.toSorted());
  for (const id of accepted) {
    expect(await last.app.store.read.messages.find(1, id)).toMatchObject({ status: 'read', error: null });
  }
  expect((await last.app.store.read.outbox.dueAt(['send'], 0)).send.next).toBeUndefined();
});

test('a send that another session’s lock delayed until the provider client was closed is sent after the next start', async () => {
  const clock = new VirtualClock();
  const mock = createMockProvider({ clock });
  const { url, close } = await mock.listen();
  onTestFinished(close);
  const { config } = onFile({ graphUrl: url, logLevel: 'silent', allowLoopback: true });
  const first = await startServer(config, { clock });
  config.port = Number(new URL(first.origin).port);
  const { appId } = await seed(first, mock);
  const key = await first.app.store.transaction((tx) =>
    createKey(first.app, tx, { accountId: 1, mode: 'live', requestsPerMinute: 1_000_000 }),
  );
  mock.setCallbackUrl(first.origin + META_CALLBACKS.path(appId));
  const send = async () => {
    const call = { key, body: { to, name: 'hello_world' } };
    return (await callApi(`${first.origin}/api/v1`, 'POST', '/messages/template', call)).body.data.id;
  };
  // A connection sends 80 messages per second, so the others wait for the clock.
  const accepted = await Promise.all(Array.from({ length: 100 }, send));
  await first.worker.drain();
  const left = mock.sends().length;
  expect(left).toBeLessThan(accepted.length);

  const db = rawDatabase(config.databaseUrl);
  const lock = await db.transaction();
  await lock.raw('delete from messages where 1 = 0');
  clock.moveTo(clock.now() + 10_000);
  const stopped = first.stop();
  await expect.poll(() => first.app.outbound.isClosed()).toBe(true);
  await lock.rollback();
  await stopped;
  expect(mock.sends()).toHaveLength(left);

  const next = await startServer(config, { clock });
  onTestFinished(() => next.stop());
  await advanceAll({ server: next, mock, clock }, 3_600);
  const ours = mock.sends().map(({ payload }) => String(payload.biz_opaque_callback_data));
  expect(ours.toSorted()).toEqual(accepted.toSorted());
  for (const id of accepted) {
    expect(await next.app.store.read.messages.find(1, id)).toMatchObject({ status: 'read', error: null });
  }
});

test('a busy port is reported in one line and leaves nothing running; stop may be called twice', async () => {
  const { config } = onFile({ logLevel: 'silent' });
  const server = await startServer(config);
  const { port } = new URL(server.origin);
  const busy = startServer({ ...config, databaseUrl: 'sqlite::memory:', port: Number(port) });
  await expect(busy).rejects.toThrow(`the port ${port} on 127.0.0.1 is in use`);
  await server.stop();
  await server.stop();
});

test.each([{ port: -1 }, { metricsPort: -1 }])(
  'a start that fails because of %j leaves nothing open: the next one can use the file',
  async (broken) => {
    const { config, folder } = onFile({ logLevel: 'silent' });
    await (await startServer(config)).stop();
    await expect(startServer({ ...config, ...broken })).rejects.toThrow();
    expect(readdirSync(folder).sort()).toEqual(['wigwag.db', 'wigwag.db.lock']);
    await (await startServer(config)).stop();
  },
);

test('a start that migrates the schema logs it first, and a start on a current schema does not', async () => {
  const { config } = onFile();
  const told: string[][] = [];
  const log = { write: (line: string) => void told.push(JSON.parse(line).migrations) };
  for (const _ of [1, 2]) {
    await (await startServer(config, { log })).stop();
  }
  const first = ['0001-schema', '0002-identities', '0003-traces'];
  const later = [
    '0004-received-content',
    '0005-reports',
    '0006-replays',
    '0007-template-quality',
    '0008-logins',
    '0009-inbox',
    '0010-login-identities',
    '0011-last-uses',
    '0012-labels-and-times',
    '0013-audit-changes',
    '0014-inbox-order',
    '0015-names',
    '0016-requests',
    '0017-webhook-endpoints',
    '0018-account-moves',
    '0019-keys-of-accounts',
    '0020-recovery-codes',
    '0021-note-mentions',
    '0022-broker-passwords',
    '0023-deliveries-without-success',
    '0024-saved-replies',
    '0025-request-addresses',
  ];
  expect(told).toEqual([[...first, ...later]]);
});

test('a stop that hangs, as with an unresponsive database, ends with an error and a log line', async () => {
  const lines: string[] = [];
  const server = await startServer(
    readConfig({}, { databaseUrl: 'sqlite::memory:', port: 0, secretKey: 'a secret key for tests' }),
    { log: { write: (line) => void lines.push(line) }, stopMilliseconds: 200 },
  );
  let letGo = () => {};
  const hangs = server.app.store.transaction(() => new Promise<void>((resolve) => (letGo = resolve)));
  await expect(server.stop()).rejects.toThrow('in-flight work did not end within 0.2 s');
  expect(lines.map((line) => JSON.parse(line)).filter(({ level }) => level === 60)).toMatchObject([
    { error: { name: 'StopError' } },
  ]);
  letGo();
  await hangs;
});

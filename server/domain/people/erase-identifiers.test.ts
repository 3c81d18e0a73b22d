import { describe, expect, test } from 'vitest';
import { createTestServer, DATABASES, type TestServer } from '../../testing/server.ts';
import { type DatabaseName, rawDatabase, readEverything, sharedDatabase } from '../../testing/store.ts';
import { callbacksTo, changedTo, secondConnection } from '../../testing/user-ids.ts';
import { erasePerson } from './erase-person.ts';
import { exportPerson } from './export-person.ts';
import { findPerson } from './find-person.ts';

const USER = 'TR.13491208655302741918';
const PHONE = '905551112233';
const NEXT = '905551119999';

/** Starts a server whose database a test can read. */
const serverOn = async (database: DatabaseName): Promise<TestServer> =>
  createTestServer({ mock: { userIds: false }, config: { databaseUrl: await sharedDatabase(database) } });

async function find({ server, accountId }: TestServer, name: string) {
  const account = (await server.app.store.read.accounts.find(accountId)) ?? expect.unreachable();
  return findPerson(server.app.store.read, account, name);
}

describe.each(DATABASES)('on %s', (database) => {
  test('a person whose number has a new owner is erased with all events, and the owner keeps theirs', async () => {
    const server = await serverOn(database);
    const { app } = server.server;
    await server.receiver();
    const { write } = callbacksTo(server);
    await write({ userId: USER, phone: PHONE }, 'her words');
    await server.advance(10);
    await write({ userId: 'TR.2', phone: PHONE }, 'his');
    const ada = (await find(server, USER)) ?? expect.unreachable();
    const bob = (await find(server, PHONE)) ?? expect.unreachable();
    expect(JSON.stringify(await exportPerson(app, ada))).not.toContain('"his"');
    // The raw callbacks of her messages also name his number.
    expect(JSON.stringify({ ...(await exportPerson(app, bob)), callbacks: [] })).not.toContain('"her words"');
    expect(await erasePerson(app, ada)).toMatchObject({ messages: 1, events: 1, deliveries: 1, left: 0 });
    const text = JSON.stringify([...(await readEverything(rawDatabase(app.config.databaseUrl)))]);
    expect([USER, 'her words'].filter((one) => text.includes(one))).toEqual([]);
    expect((await server.api('GET', `/conversations/${PHONE}/messages`)).body.data.messages).toMatchObject([
      { text: 'his' },
    ]);
    expect(text).toContain('TR.2');
  });

  test('the owner of a number that someone else had on another line is another person', async () => {
    const server = await serverOn(database);
    const { app } = server.server;
    const other = await secondConnection(server);
    const here = callbacksTo(server);
    const there = callbacksTo(server, other.number);
    await here.write({ phone: PHONE }, 'her words');
    await here.change({ phone: NEXT }, { phone: PHONE });
    await server.advance(60);
    await there.write({ phone: PHONE, userId: 'TR.2' }, 'his');
    const ada = (await find(server, NEXT)) ?? expect.unreachable();
    const bob = (await find(server, PHONE)) ?? expect.unreachable();
    expect((await server.api('GET', `/contacts/${PHONE}/window?channel=whatsapp`)).body.data.last_inbound_at).not.toBe(
      (await server.api('GET', `/contacts/${NEXT}/window`)).body.data.last_inbound_at,
    );
    expect(ada.persons).toEqual([NEXT]);
    expect(await erasePerson(app, bob)).toMatchObject({ left: 0, messages: 1 });
    expect((await server.api('GET', `/conversations/${NEXT}/messages`)).body.data.messages).toMatchObject([
      { text: 'her words' },
    ]);
  });

  test('a change of the number that Meta repeats after the erasure is not stored again', async () => {
    const server = await serverOn(database);
    const { app } = server.server;
    const number = server.business.whatsapp.phone_number_id;
    const { write } = callbacksTo(server);
    await write({ userId: USER, phone: PHONE, username: 'countess' }, 'her words');
    await server.advance(10);
    const at = Math.floor(server.clock.now() / 1000);
    const change = changedTo({ phone: NEXT, userId: 'TR.3' }, { phone: PHONE, userId: USER }, { number, at });
    await server.callback(change);
    await server.settle();
    const ada = (await find(server, NEXT)) ?? expect.unreachable();
    expect(await erasePerson(app, ada)).toMatchObject({ left: 0 });
    await server.callback(change);
    await server.settle();
    const text = JSON.stringify([...(await readEverything(rawDatabase(app.config.databaseUrl)))]);
    expect([USER, 'TR.3', PHONE, NEXT].filter((one) => text.includes(one))).toEqual([]);
    expect(await find(server, NEXT)).toBeUndefined();
  });
});

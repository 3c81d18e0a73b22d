import { describe, expect, test } from 'vitest';
import { createCampaign } from '../domain/campaigns/create-campaign.ts';
import { joinForms } from '../domain/contacts/join-forms.ts';
import { findPerson } from '../domain/people/find-person.ts';
import { createTestServer, DATABASES, type TestServer } from '../testing/server.ts';
import { rawDatabase, sharedDatabase } from '../testing/store.ts';
import { callbacksTo, secondConnection } from '../testing/user-ids.ts';

/** Numbers as earlier versions stored them, and their current forms. */
const OLD_ARGENTINIAN = '5491112345678';
const ARGENTINIAN = '541112345678';
const OLD_BRAZILIAN = '551111112222';
const BRAZILIAN = '5511911112222';
const LANDLINE = '551123456789';

/** The columns in which an earlier version stored a number. */
const COLUMNS = [
  ['conversations', 'person'],
  ['contacts', 'phone'],
  ['messages', 'person'],
  ['opt_outs', 'phone'],
  ['blocked_numbers', 'phone'],
  ['identities', 'person'],
  ['identities', 'identifier'],
  ['flow_runs', 'phone'],
  ['campaign_recipients', 'phone'],
] as const;

/** Returns a server, and a function that renames a person in the database to the form of an earlier version. */
async function upgraded(database: (typeof DATABASES)[number]) {
  const databaseUrl = await sharedDatabase(database);
  const server = await createTestServer({ config: { databaseUrl }, mock: { userIds: false } });
  const db = rawDatabase(databaseUrl);
  const storeAs = async (from: string, to: string) => {
    for (const [table, column] of COLUMNS) {
      await db(table)
        .where(column, from)
        .update({ [column]: to });
    }
    await db('contacts')
      .where({ phone: to })
      .update({ search_text: `+${to}` });
  };
  const rowsUnder = async (name: string) => {
    const found: string[] = [];
    for (const [table, column] of COLUMNS) {
      if ((await db(table).where(column, name)).length > 0) {
        found.push(`${table}.${column}`);
      }
    }
    return found;
  };
  return { ...server, server, db, storeAs, rowsUnder };
}

const upgrade = ({ server }: { server: TestServer }) => server.advance(3_700);

describe.each(DATABASES)('on %s', (database) => {
  test('people whom an earlier version stored under an outdated number keep everything under the current one', async () => {
    const context = await upgraded(database);
    const { server, api, storeAs, rowsUnder } = context;
    const { write } = callbacksTo(server);
    for (const [phone, old] of [
      [ARGENTINIAN, OLD_ARGENTINIAN],
      [BRAZILIAN, OLD_BRAZILIAN],
    ] as const) {
      await write({ phone, userId: `TR.${phone}` }, 'before');
      await api('PATCH', `/contacts/${phone}`, { body: { name: 'Ana' } });
      await api('POST', '/opt-outs', { body: { phone, source: 'form' } });
      await api('POST', '/blocked-numbers', { body: { phone } });
      await storeAs(phone, old);
      expect(await rowsUnder(phone)).toEqual([]);
      // The lists hold at once.
      const { body } = await api('POST', '/messages/template', { body: { to: phone, name: 'promo_spring' } });
      expect(body.error.code).toBe('RECIPIENT_BLOCKED');
    }
    await upgrade(context);
    for (const [phone, old] of [
      [ARGENTINIAN, OLD_ARGENTINIAN],
      [BRAZILIAN, OLD_BRAZILIAN],
    ] as const) {
      expect(await rowsUnder(old)).toEqual([]);
      await write({ phone: old }, 'after');
      for (const name of [phone, old]) {
        const contact = (await api('GET', `/contacts/${name}`)).body.data;
        expect(contact).toMatchObject({
          phone,
          name: 'Ana',
          opted_out: true,
          blocked: true,
          user_ids: [`TR.${phone}`],
        });
        const { messages } = (await api('GET', `/conversations/${name}/messages`)).body.data;
        expect(messages.map(({ text }: { text: string }) => text)).toEqual(['after', 'before']);
        expect((await api('GET', `/contacts?search=${name}`)).body.data.contacts).toHaveLength(1);
      }
      expect((await api('DELETE', `/opt-outs/${old}`)).body.data).toEqual({ phone, removed: true });
    }
    await upgrade(context);
    // An entry that was removed since does not return.
    expect((await api('GET', '/opt-outs')).body.data.opt_outs).toEqual([]);
  });

  test('two people with histories, contacts and a campaign become one', async () => {
    const context = await upgraded(database);
    const { server, api, accountId, storeAs, rowsUnder, db } = context;
    const { app } = server.server;
    const { write } = callbacksTo(server);
    const OTHER = '905551112233';
    await write({ phone: OTHER }, 'one'); // the outdated form, as soon as it is renamed
    await server.advance(1);
    await write({ phone: BRAZILIAN }, 'two');
    await api('POST', '/contacts', { body: { phone: OTHER, email: 'ana@example.com' } });
    await api('POST', '/contacts', { body: { phone: BRAZILIAN, name: 'Ana' } });
    const id = await app.store.transaction((tx) =>
      createCampaign(app, tx, accountId, { template: 'hello_world' }, [{ phone: OTHER }, { phone: BRAZILIAN }]),
    );
    await server.settle();
    await server.advance(5);
    await api('POST', '/opt-outs', { body: { phone: OTHER } });
    await storeAs(OTHER, OLD_BRAZILIAN);
    await upgrade(context);

    expect((await api('GET', '/contacts')).body.data.contacts).toMatchObject([
      { phone: BRAZILIAN, name: 'Ana', email: 'ana@example.com', opted_out: true },
    ]);
    expect((await api('GET', '/conversations')).body.data.conversations).toHaveLength(1);
    const { messages } = (await api('GET', `/conversations/${BRAZILIAN}/messages?direction=in`)).body.data;
    expect(messages.map(({ text }: { text: string }) => text)).toEqual(['two', 'one']);
    // The results of the campaign that reached both numbers stay.
    expect(await rowsUnder(OLD_BRAZILIAN)).toEqual(['messages.person', 'campaign_recipients.phone']);
    expect(await app.store.read.campaigns.count(accountId, id)).toEqual({ read: 2 });
    const account = (await app.store.read.accounts.find(accountId)) ?? expect.unreachable();
    const person = (await findPerson(app.store.read, account, BRAZILIAN)) ?? expect.unreachable();
    expect(await app.store.read.personalData.rowsOf('campaign_recipients', person)).toHaveLength(2);
    const before = await db('contacts').select();
    await upgrade(context);
    expect(await db('contacts').select()).toEqual(before);
  });

  test('rows that a server of the previous version writes during the upgrade are joined by the next run', async () => {
    const context = await upgraded(database);
    const { server, api, storeAs, rowsUnder } = context;
    const line = await secondConnection(server);
    await callbacksTo(server).write({ phone: ARGENTINIAN }, 'first line');
    await callbacksTo(server, line.number).write({ phone: ARGENTINIAN }, 'second line');
    for (const text of ['one', 'two']) {
      await storeAs(ARGENTINIAN, OLD_ARGENTINIAN);
      expect(await rowsUnder(OLD_ARGENTINIAN)).not.toEqual([]);
      await upgrade(context);
      expect(await rowsUnder(OLD_ARGENTINIAN)).toEqual([]);
      await callbacksTo(server).write({ phone: OLD_ARGENTINIAN }, text);
    }
    const { conversations } = (await api('GET', `/conversations?phone=${ARGENTINIAN}`)).body.data;
    expect(conversations).toHaveLength(2);
    const { messages } = (await api('GET', `/conversations/${ARGENTINIAN}/messages`)).body.data;
    expect(messages).toHaveLength(4);
  });

  test('an interrupted run continues, and landlines and IDs of other channels do not change', async () => {
    const context = await upgraded(database);
    const { server, api, storeAs, rowsUnder, mock, business } = context;
    const { app } = server.server;
    await callbacksTo(server).write({ phone: LANDLINE }, 'Oi');
    await mock.receive({
      channel: 'messenger',
      business_id: business.messenger.page_id,
      from: { id: OLD_ARGENTINIAN, name: 'Ana' },
      type: 'text',
      text: 'Hola',
    });
    await server.settle();
    const phones = Array.from({ length: 5 }, (_, at) => `551191111223${at}`);
    for (const phone of phones) {
      await api('POST', '/opt-outs', { body: { phone } });
      await storeAs(phone, phone.replace(/^(.{4})9/, '$1'));
    }
    let joined = 0;
    await joinForms(app, () => joined++ >= 2);
    const listed = async () =>
      (await api('GET', '/opt-outs?limit=100')).body.data.opt_outs.map(({ phone }: { phone: string }) => phone).sort();
    expect((await listed()).filter((phone: string) => phones.includes(phone))).toHaveLength(2);
    await joinForms(app, () => false);
    expect(await listed()).toEqual(phones);
    expect(await rowsUnder(LANDLINE)).toContain('conversations.person');
    expect(await rowsUnder(OLD_ARGENTINIAN)).toEqual(['conversations.person', 'contacts.phone', 'messages.person']);
  });
});

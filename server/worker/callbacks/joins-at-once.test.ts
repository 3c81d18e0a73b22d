import { describe, expect, test } from 'vitest';
import { createCampaign } from '../../domain/campaigns/create-campaign.ts';
import { learnSighting } from '../../domain/contacts/learn-sighting.ts';
import { erasePerson } from '../../domain/people/erase-person.ts';
import { findPerson } from '../../domain/people/find-person.ts';
import type { OutboxTask } from '../../engine/outbox/task.ts';
import type { Sighting } from '../../providers/callback.ts';
import type { Tx } from '../../store/index.ts';
import type { QueueName } from '../../store/tasks.ts';
import { queueNext } from '../../testing/campaigns.ts';
import { makeFlow, press, sendSpring } from '../../testing/flows.ts';
import { createTestServer, DATABASES } from '../../testing/server.ts';
import { contend, type DatabaseName, overlap, rawDatabase } from '../../testing/store.ts';
import { callbacksTo } from '../../testing/user-ids.ts';
import { feedCampaign } from '../campaigns/feed-campaign.ts';
import { runFlowStep } from '../flows/run-flow-step.ts';
import { beginSend } from '../messages/begin-send.ts';

const USER = 'TR.13491208655302741918';
const PHONE = '905551112233';
const NEXT_PHONE = '905551119999';

/** Returns a server with a paused worker, and functions that join names of people. */
async function withJoins(database: DatabaseName = 'postgres') {
  const server = await createTestServer({ database, mock: { userIds: false }, config: { role: 'api' } });
  const { app } = server.server;
  const { accountId } = server;
  const portfolio = server.business.whatsapp.waba_id;
  const learn = (shown: Omit<Sighting, 'at'>) => (tx: Tx) =>
    learnSighting(app, tx, { accountId, portfolio, sighting: { ...shown, at: app.monotonicNow() } });
  const beside = <T>(first: (tx: Tx) => Promise<unknown>, second: () => Promise<T>) =>
    overlap(app.store, app.config.databaseUrl, first, second);
  const lease = async (queue: QueueName): Promise<OutboxTask> => {
    const now = app.monotonicNow();
    const [task] = await app.store.transaction((tx) => tx.outbox.lease(queue, 'a worker', now, now + 60_000_000, 1));
    return task ?? expect.unreachable();
  };
  return { ...server, app, learn, beside, lease, ...callbacksTo(server) };
}

describe('at the same time on PostgreSQL', () => {
  test('a step that is due while the conversations of its person are joined is sent', async () => {
    const server = await withJoins();
    const { api, app, learn, beside, lease, write } = server;
    await write({ phone: NEXT_PHONE }, 'Hi');
    await write({ phone: PHONE }, 'Hi');
    const flow = await makeFlow(server, { steps: [{ delay: '1h', text: 'Step' }] });
    await press(server, 'Tell me more', await sendSpring(server, PHONE), PHONE);
    // The worker waits for the step, and would lease it first.
    await server.server.worker.stop();
    server.clock.moveTo(server.clock.now() + 3_601_000);
    const task = await lease('flow');
    await beside(learn({ phone: NEXT_PHONE, previous: { phone: PHONE } }), () => runFlowStep(app, task));
    const { runs } = (await api('GET', `/flows/${flow}/runs`)).body.data;
    expect(runs).toMatchObject([{ status: 'done', phone: NEXT_PHONE }]);
  });

  test.each([
    ['opt-outs', 'opted_out'],
    ['blocked-numbers', 'blocked'],
  ])('an entry of /%s during a join holds for the person', async (list, field) => {
    const { api, learn, beside, write } = await withJoins();
    await write({ userId: USER }, 'Hi');
    const add = () => api('POST', `/${list}`, { body: { phone: USER } });
    expect((await beside(learn({ userId: USER, phone: PHONE }), add)).status).toBe(201);
    expect((await api('GET', `/contacts/${PHONE}`)).body.data[field]).toBe(true);
    const remove = () => api('DELETE', `/${list}/${PHONE}`);
    const removed = await beside(learn({ phone: NEXT_PHONE, previous: { phone: PHONE } }), remove);
    expect(removed.body.data).toEqual({ phone: NEXT_PHONE, removed: true });
  });

  test('a contact and a conversation that change during a join are those of the person', async () => {
    const { api, learn, beside, write } = await withJoins();
    await write({ userId: USER }, 'Hi');
    await write({ phone: PHONE }, 'Hi');
    await beside(learn({ userId: USER, phone: PHONE }), () =>
      Promise.all([
        api('POST', '/contacts', { body: { phone: USER, name: 'Ada' } }),
        api('PATCH', `/conversations/${USER}`, { body: { status: 'closed' } }),
      ]),
    );
    expect((await api('GET', '/contacts')).body.data.contacts).toMatchObject([{ phone: PHONE, name: 'Ada' }]);
    expect((await api('GET', '/conversations')).body.data.conversations).toMatchObject([{ status: 'closed' }]);
  });

  test('a contact whose phone changes right after a request is in the response', async () => {
    const { api, app } = await withJoins();
    await api('POST', '/contacts', { body: { phone: PHONE } });
    // Does at this moment what a callback with a new number does.
    await rawDatabase(app.config.databaseUrl).raw(`
      create function move() returns trigger language plpgsql as $$ begin
        update contacts set phone = '${NEXT_PHONE}' where id = new.id;
        return null;
      end $$;
      create trigger moves after update of name on contacts for each row execute function move()`);
    const { status, body } = await api('PATCH', `/contacts/${PHONE}`, { body: { name: 'Ada' } });
    expect([status, body.data]).toMatchObject([200, { name: 'Ada', phone: NEXT_PHONE }]);
  });

  test('a template to a number that its owner is leaving goes to the owner', async () => {
    const { api, learn, beside, write } = await withJoins();
    await write({ phone: PHONE }, 'Hi');
    await beside(learn({ phone: NEXT_PHONE, previous: { phone: PHONE } }), () =>
      api('POST', '/messages/template', { body: { to: PHONE, name: 'hello_world' } }),
    );
    expect((await api('GET', '/conversations')).body.data.conversations).toMatchObject([
      { phone: NEXT_PHONE, last_message: { direction: 'out' } },
    ]);
  });

  test('a first message to a number that its owner is leaving goes to the owner', async () => {
    const { api, learn, beside } = await withJoins();
    await beside(learn({ userId: USER, phone: NEXT_PHONE, previous: { phone: PHONE } }), () =>
      api('POST', '/messages/template', { body: { to: PHONE, name: 'hello_world' } }),
    );
    const { conversations } = (await api('GET', '/conversations')).body.data;
    expect(conversations).toMatchObject([{ phone: NEXT_PHONE, user_id: USER }]);
  });

  test('an erasure during a join erases all names, or reports that something is left', async () => {
    const { app, accountId, learn, beside, write } = await withJoins();
    await write({ userId: USER }, 'Hi');
    const account = (await app.store.read.accounts.find(accountId)) ?? expect.unreachable();
    const find = () => findPerson(app.store.read, account, USER);
    const person = (await find()) ?? expect.unreachable();
    const { left } = await beside(learn({ userId: USER, phone: PHONE }), () => erasePerson(app, person));
    const after = await find();
    expect(left > 0).toBe(after !== undefined);
    expect(after && (await erasePerson(app, after)).left).not.toBe(1);
    expect(await find()).toBeUndefined();
  });

  test('a campaign and a join do not deadlock', async () => {
    const { app, accountId, learn, lease, write } = await withJoins();
    await write({ userId: USER }, 'Hi');
    const list = [{ phone: USER }];
    const id = await app.store.transaction((tx) =>
      createCampaign(app, tx, accountId, { template: 'hello_world' }, list),
    );
    const task = await lease('campaign');
    const runs = { feed: 0, learn: 0 };
    const load = () => {
      runs.feed += 1;
      return 0;
    };
    const join = (tx: Tx) => {
      runs.learn += 1;
      return learn({ userId: USER, phone: PHONE })(tx);
    };
    await contend(app.config.databaseUrl, (db) => db('campaigns').where({ id }).forUpdate().first('id'), [
      () => feedCampaign({ ...app, load }, task),
      () => app.store.transaction(join),
    ]);
    expect(runs).toEqual({ feed: 1, learn: 1 });
  });
});

describe.each(DATABASES)('on %s', (database) => {
  test('a message that was read before a join is stopped by a block of the other name', async () => {
    const { api, app, accountId, learn, lease, write } = await withJoins(database);
    await write({ userId: USER }, 'Hi');
    const { id } = (await api('POST', '/messages', { body: { to: USER, text: 'Hi' } })).body.data;
    const task = await lease('send');
    const message = (await app.store.read.messages.find(accountId, id)) ?? expect.unreachable();
    await app.store.transaction(learn({ userId: USER, phone: PHONE }));
    await api('POST', '/blocked-numbers', { body: { phone: PHONE } });
    const send = { app, task, message, index: 0, deduplicates: false, flowProblem: undefined };
    expect(await app.store.batch(beginSend, send)).toMatchObject({ error: { code: 'blocked' } });
  });

  test('a block stops both messages of a campaign that lists a person under two names', async () => {
    const { api, app, accountId, learn, settle, write, mock } = await withJoins(database);
    await write({ userId: USER }, 'Hi');
    const list = [USER, PHONE].map((phone) => ({ phone }));
    const id = await app.store.transaction((tx) =>
      createCampaign(app, tx, accountId, { template: 'hello_world' }, list),
    );
    await app.store.transaction(async (tx) => {
      const campaign = await tx.campaigns.findHeld(accountId, id);
      return campaign && queueNext(app, tx, campaign, 2);
    });
    await app.store.transaction(learn({ userId: USER, phone: PHONE }));
    await api('POST', '/blocked-numbers', { body: { phone: PHONE } });
    await settle();
    expect(mock.sends()).toEqual([]);
    const recipients = await app.store.read.campaigns.listRecipients(accountId, id, 0, 9);
    expect(recipients.map(({ state, reason }) => [state, reason])).toEqual([
      ['skipped', 'blocked'],
      ['skipped', 'blocked'],
    ]);
  });

  test('three people who turn out to be one are joined one after another', async () => {
    const { api, app, learn, write } = await withJoins(database);
    const next = 'TR.222';
    await write({ userId: USER }, 'one');
    await write({ userId: next }, 'two');
    await write({ phone: PHONE }, 'three');
    await api('POST', '/opt-outs', { body: { phone: USER } });
    await app.store.transaction(learn({ userId: next, previous: { userId: USER } }));
    await app.store.transaction(learn({ userId: next, phone: PHONE }));
    for (const name of [USER, next, PHONE]) {
      expect((await api('GET', `/contacts/${name}`)).body.data).toMatchObject({ phone: PHONE, opted_out: true });
      expect((await api('GET', `/conversations/${name}/messages`)).body.data.messages).toHaveLength(3);
    }
    expect((await api('GET', '/contacts')).body.data.contacts).toHaveLength(1);
  });
});

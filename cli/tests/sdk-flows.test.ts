import { expect, test } from 'vitest';
import { createSdkWorld } from '../testing/sdk.ts';

const FLOW = {
  name: 'Spring',
  template: 'promo_spring',
  button: 'Tell me more',
  steps: [
    { delay: '0', text: 'Hi {{name}}' },
    { delay: '30m', text: 'Still there?', buttons: [{ type: 'reply' as const, text: 'Yes' }] },
  ],
};

test('creates a flow, changes it, activates and deactivates it, and deletes it', async () => {
  const { wigwag } = await createSdkWorld();
  const { flows } = wigwag;
  const flow = await flows.create(FLOW);
  expect(flow).toMatchObject({ name: 'Spring', is_active: false, steps: [{ text: 'Hi {{name}}' }, { delay: '30m' }] });
  await flows.create({ ...FLOW, name: 'Summer', steps: [] });
  const names = async (query?: Parameters<typeof flows.list>[0]) =>
    (await flows.list({ limit: 1, ...query }).toArray()).map(({ name }) => name);
  expect(await names()).toEqual(['Summer', 'Spring']);
  expect(await names({ order: 'asc' })).toEqual(['Spring', 'Summer']);
  expect(await flows.update(flow.id, { is_active: true })).toMatchObject({ is_active: true, name: 'Spring' });
  expect(await names({ is_active: true })).toEqual(['Spring']);
  expect(await flows.update(flow.id, { is_active: false, name: 'May' })).toMatchObject({ is_active: false });
  expect(await flows.get(flow.id)).toMatchObject({ id: flow.id, name: 'May', is_active: false, steps: [{}, {}] });
  expect(await names({ is_active: true })).toEqual([]);
  await flows.delete(flow.id);
  expect(await flows.get(flow.id).catch((error: unknown) => error)).toMatchObject({
    name: 'NotFoundError',
    code: 'FLOW_NOT_FOUND',
  });
  expect(await flows.create({ ...FLOW, button: 'Stop promotions' }).catch((error: unknown) => error)).toMatchObject({
    code: 'FLOW_INVALID',
    http: 422,
  });
});

test('lists the runs and stats of a flow, tests it, and deletes it only with force', async () => {
  const { wigwag, control, info, customerWrites } = await createSdkWorld();
  const { flows } = wigwag;
  const { account_id } = info;
  const [ada, bob] = ['905551112233', '905551112244'];
  const { id } = await flows.create({ ...FLOW, is_active: true });
  await control('POST', '/campaigns', {
    account_id,
    template: 'promo_spring',
    recipients: [{ phone: ada }, { phone: bob }],
  });
  await control('POST', '/settle');
  await control('POST', '/clock/advance', { seconds: 10 });
  const sends = (await control('GET', `/provider/sends?account_id=${account_id}`)) as {
    to: string;
    external_id: string;
  }[];
  for (const { to, external_id } of sends) {
    const button = { payload: 'Tell me more', title: 'Tell me more' };
    const press = { channel: 'whatsapp', from: { id: to, name: 'Ada' }, type: 'button', button, reply_to: external_id };
    await control('POST', '/inbound', { account_id, ...press });
  }
  await control('POST', '/settle');
  expect(await flows.runs(id, { limit: 1 }).toArray()).toMatchObject([{ status: 'running' }, { status: 'running' }]);
  await customerWrites('Thanks, no.', bob);
  await control('POST', '/clock/advance', { seconds: 1_800 });
  await control('POST', '/settle');
  expect(await flows.runs(id, { status: 'done' }).toArray()).toMatchObject([{ phone: ada, stop_reason: null }]);
  expect(await flows.runs(id, { phone: bob }).toArray()).toMatchObject([{ status: 'stopped', stop_reason: 'reply' }]);
  const stats = {
    entered: 2,
    running: 0,
    done: 1,
    stopped: 1,
    messages_sent: 3,
    stop_reasons: { reply: 1, agent: 0, window: 0, other: 0 },
    funnel: [
      { step: 1, reached: 2, rate: 100 },
      { step: 2, reached: 1, rate: 50 },
    ],
  };
  expect(await flows.stats(id)).toEqual(stats);

  await flows.test(id, { to: ada });
  expect(await flows.stats(id)).toEqual(stats);
  const closed = await flows.test(id, { to: '905550000000' }).catch((error: unknown) => error);
  expect(closed).toMatchObject({ code: 'FLOW_NOT_TESTABLE', http: 422 });

  expect(await flows.delete(id).catch((error: unknown) => error)).toMatchObject({ code: 'FLOW_HAS_RUNS', http: 422 });
  await flows.delete(id, { force: true });
  expect(await flows.list().toArray()).toEqual([]);
});

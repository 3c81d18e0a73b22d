import { expect, test } from 'vitest';
import { createTestMock } from '../testing/mock.ts';
import type { FaultPlanOptions } from './fault-plan.ts';

const PLAN = {
  requests: { reject: 0.1, unavailable: 0.1, lost_reply: 0.1, fail: 0.1, html: 0.05, reset: 0.05, before_reply: 0.1 },
  callbacks: { drop: 0.1, duplicate: 0.1, delay: 0.1, reorder: 0.1 },
  codes: { whatsapp: [131031, 131056] },
};

/** Makes forty sends to four people under a plan, and returns what the app and the caller received, byte for byte. */
async function run(options: FaultPlanOptions, order: (users: string[]) => string[] = (users) => users) {
  const { mock, app, call, clock } = await createTestMock();
  mock.faults.plan(options);
  const users = ['905551112201', '905551112202', '905551112203', '905551112204'];
  const replies: Record<string, string[]> = {};
  for (const user of users) {
    mock.openWindow('106540352242922', user);
  }
  for (let round = 0; round < 10; round += 1) {
    for (const to of order(users)) {
      const body = { messaging_product: 'whatsapp', to, text: { body: `hello ${round}` } };
      const answer = await call('POST', '/106540352242922/messages', { body }).then(
        ({ status, body: { error, messages } }) => `${status} ${error?.code ?? messages?.[0]?.id}`,
        () => 'broken',
      );
      replies[to] = [...(replies[to] ?? []), answer];
      await mock.whenIdle();
    }
  }
  await clock.advance(120_000, mock.whenIdle);
  return { replies, bytes: app.received.map(({ bytes }) => bytes) };
}

test('gives the same run for the same seed, byte for byte', async () => {
  const first = await run({ seed: 7, ...PLAN });
  expect(await run({ seed: 7, ...PLAN })).toEqual(first);
  expect(await run({ seed: 8, ...PLAN })).not.toEqual(first);
});

test('causes the same faults in any order of requests', async () => {
  const first = await run({ seed: 7, ...PLAN });
  const second = await run({ seed: 7, ...PLAN }, (users) => users.toReversed());
  expect(second.replies).toEqual(first.replies);
  expect(second.bytes.toSorted()).toEqual(first.bytes.toSorted());
});

test('causes every fault in the plan', async () => {
  const { replies } = await run({ seed: 7, ...PLAN });
  const seen = Object.values(replies).flat();
  for (const expected of ['broken', '503 2', '500 undefined']) {
    expect(seen).toContain(expected);
  }
  expect(seen.some((one) => one === '403 131031' || one === '429 131056')).toBe(true);
  expect(seen.some((one) => one.startsWith('200 wamid.'))).toBe(true);
});

test('causes no faults at rate zero, and rules override the plan', async () => {
  const { mock, send } = await createTestMock();
  mock.faults.plan({ seed: 1, requests: { reject: 1 } });
  mock.faults.next({ outcome: 'unavailable' });
  expect((await send({ text: { body: 'hi' } })).status).toBe(503);
  expect((await send({ text: { body: 'hi' } })).status).toBe(400);
  mock.faults.plan({ seed: 1 });
  expect((await send({ text: { body: 'hi' } })).status).toBe(200);
  mock.faults.plan({ seed: 1, requests: { reject: 1 } });
  mock.faults.plan(null);
  expect((await send({ text: { body: 'hi' } })).status).toBe(200);
});

test('permanently loses no status under any plan without drops', async () => {
  for (let seed = 1; seed <= 50; seed += 1) {
    const { mock, app, send, clock } = await createTestMock();
    mock.faults.plan({ seed, callbacks: { duplicate: 0.3, delay: 0.3, reorder: 0.3 } });
    await send({ text: { body: 'hi' } });
    await clock.advance(60_000, mock.whenIdle);
    expect([...new Set(app.statuses())].sort()).toEqual(['delivered', 'read', 'sent']);
  }
});

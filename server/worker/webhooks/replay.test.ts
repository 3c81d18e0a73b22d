import { describe, expect, test } from 'vitest';
import { replayDeliveries } from '../../domain/webhooks/deliveries.ts';
import { newEvent, recordEvent } from '../../domain/webhooks/events.ts';
import { SAMPLES } from '../../domain/webhooks/sample-events.ts';
import { createTestServer, DATABASES, type TestServer } from '../../testing/server.ts';

/** Creates this many events, a second apart, and delivers them. */
async function happen({ server, clock, settle }: TestServer, accountId: number, count: number): Promise<void> {
  const { app } = server;
  for (let event = 0; event < count; event += 1) {
    await app.store.transaction((tx) =>
      recordEvent(tx, newEvent(app, accountId, 'message.received', SAMPLES['message.received'](app.monotonicNow()))),
    );
    clock.moveTo(clock.now() + 1000);
  }
  await settle();
}

const replay = async (
  { server, settle, accountId }: TestServer,
  filter: Parameters<typeof replayDeliveries>[2] = {},
): Promise<string[]> => {
  const told: string[] = [];
  let rest: Awaited<ReturnType<typeof replayDeliveries>>['rest'];
  do {
    const part = await replayDeliveries(server.app, accountId, filter, rest);
    told.push(...part.replays.map(({ original }) => original.id));
    rest = part.rest;
  } while (rest);
  await settle();
  return told;
};

describe.each(DATABASES)('replays on %s', (database) => {
  test('of a time span include its start and exclude its end', async () => {
    const server = await createTestServer({ database });
    const hook = await server.receiver();
    const from = server.clock.now() * 1000;
    await happen(server, server.accountId, 4);
    const ids = hook.received.map(({ event }) => event.id).sort();
    const second = 1_000_000;
    expect(await replay(server, { from: from + second, until: from + 3 * second })).toEqual([ids[1], ids[2]]);
    const replays = hook.received.slice(4).map(({ event }) => event);
    expect(replays.map(({ replay_of }) => replay_of).sort()).toEqual([ids[1], ids[2]]);
    const original = hook.received.map(({ event }) => event).find(({ id }) => id === ids[1]);
    const again = replays.find(({ replay_of }) => replay_of === ids[1]);
    // The same event with a new ID, so that a receiver does not drop it as a duplicate.
    expect(again).toEqual({ ...original, id: again.id, replay_of: ids[1] });
    expect(ids).not.toContain(again.id);
  });

  test('of many events deliver each once, across any number of pages', async () => {
    const server = await createTestServer({ database });
    const hook = await server.receiver();
    const { app } = server.server;
    await app.store.transaction(async (tx) => {
      for (let event = 0; event < 401; event += 1) {
        await recordEvent(
          tx,
          newEvent(app, server.accountId, 'message.received', SAMPLES['message.received'](app.monotonicNow())),
        );
      }
    });
    await server.settle();
    const ids = hook.received.map(({ event }) => event.id).sort();
    const calls = [{}, {}].map((filter) => replayDeliveries(app, server.accountId, filter));
    // Concurrent calls and a repeated call send no event twice.
    const [first, second] = await Promise.all(calls);
    expect([first?.left, second?.left].sort()).toEqual([1, 201]);
    expect(await replay(server)).toEqual(ids.slice(400));
    expect(await replay(server)).toEqual([]);
    expect(hook.received).toHaveLength(802);
    expect(
      hook.received
        .slice(401)
        .map(({ event }) => event.replay_of)
        .sort(),
    ).toEqual(ids);
    expect(await replay(server, { again: true })).toEqual(ids);
    expect(hook.received).toHaveLength(1203);
  });

  test('of an event whose replay failed send it again, and of one whose replay is pending do not', async () => {
    const server = await createTestServer({ database });
    const hook = await server.receiver();
    await happen(server, server.accountId, 1);
    hook.answers(500);
    const [id] = hook.received.map(({ event }) => event.id);
    expect(await replay(server)).toEqual([id]);
    expect(await replay(server)).toEqual([]);
    await server.advance(24 * 60 * 60);
    expect(await replay(server)).toEqual([id]);
  });

  test('are retried like any delivery, skip samples and pending deliveries, and are per account', async () => {
    const server = await createTestServer({ database });
    const hook = await server.receiver();
    await server.api('POST', '/webhooks/test');
    await happen(server, server.accountId, 1);
    hook.answers(500);
    await happen(server, server.accountId, 1);
    const [, told, pending] = hook.received.map(({ event }) => event);
    expect(await replay(server)).toEqual([told.id]);
    expect(pending.id).not.toBe(told.id);
    hook.answers(200);
    await server.advance(60);
    const again = hook.received.map(({ event }) => event).filter(({ replay_of }) => replay_of === told.id);
    expect(again.map(({ attempt }) => attempt)).toEqual([1, 2]);
    const other = await server.anotherAccount();
    expect(await replay({ ...server, accountId: other.accountId })).toEqual([]);
  });
});

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createTestServer, type TestServer } from '../../testing/server.ts';

/** CI runs the same few plans each time, to save time. Set SEED for other plans, and RUNS=1000 for more plans. */
const SEED = Number(process.env.SEED ?? 20_261_120);
const RUNS = Number(process.env.RUNS ?? 120);

const CHANNELS = ['whatsapp', 'messenger', 'instagram'] as const;
type Channel = (typeof CHANNELS)[number];

const share = fc.double({ min: 0, max: 0.5, noNaN: true });

let people = 0;

/** Returns the number that Meta shows for another one. */
const otherOf = (number: string): string => number.replace(/^90555/, '49151');

/**
 * Simulates a new person who writes on a channel and gets two replies, the second before any callback for the first.
 *
 * @param hasOther whether Meta names the person by another number than the one to which the replies go
 */
async function converse(server: TestServer, channel: Channel, hasOther = false): Promise<string[]> {
  const { business, mock } = server;
  people += 1;
  const to = channel === 'whatsapp' ? `90555${String(people).padStart(7, '0')}` : `7${String(people).padStart(9, '0')}`;
  const ids = {
    whatsapp: business.whatsapp.phone_number_id,
    messenger: business.messenger.page_id,
    instagram: business.instagram.account_id,
  };
  mock.openWindow(ids[channel], to);
  if (hasOther && channel === 'whatsapp') {
    mock.openWindow(ids.whatsapp, otherOf(to));
    mock.setContact({ business_id: ids.whatsapp, id: to, wa_id: otherOf(to) });
  }
  const { app } = server.server;
  await app.store.transaction(async (tx) => {
    const key = { accountId: server.accountId, connectionId: server.connections[channel] ?? '', channel, person: to };
    const conversation = await tx.conversations.ensure(key, app.monotonicNow());
    await tx.conversations.noteInbound([
      {
        accountId: server.accountId,
        id: conversation,
        name: null,
        text: null,
        writtenAt: app.monotonicNow(),
        at: app.monotonicNow(),
      },
    ]);
  });
  const key = await server.key({ requestsPerMinute: 60_000 });
  const sent = [];
  for (const text of ['first', 'second']) {
    sent.push((await server.api('POST', '/messages', { key, body: { channel, to, text } })).body.data.id);
  }
  return sent;
}

async function statusesOf(server: TestServer, ids: readonly string[]): Promise<string[]> {
  const messages = await Promise.all(ids.map((id) => server.server.app.store.read.messages.find(server.accountId, id)));
  return messages.map((message) => message?.status ?? 'missing');
}

/** Returns how often the provider accepted each message, based on our ID in the request. */
function acceptances(server: TestServer, ids: readonly string[]): number[] {
  const payloads = server.mock.sends().map(({ payload }) => JSON.stringify(payload));
  return ids.map((id) => payloads.filter((payload) => payload.includes(`"${id}"`)).length);
}

test(`${RUNS} plans of late, repeated and reordered callbacks end like the undisturbed plan`, async () => {
  const server = await createTestServer();
  await fc.assert(
    fc.asyncProperty(
      fc.record({
        seed: fc.integer(),
        duplicate: share,
        delay: share,
        reorder: share,
        before: share,
        channel: fc.constantFrom(...CHANNELS),
        hasOther: fc.boolean(),
      }),
      async ({ seed, duplicate, delay, reorder, before, channel, hasOther }) => {
        server.mock.faults.plan({ seed, callbacks: { duplicate, delay, reorder }, requests: { before_reply: before } });
        const ids = await converse(server, channel, hasOther);
        await server.advance(600);
        expect(await statusesOf(server, ids)).toEqual(['read', 'read']);
        expect(acceptances(server, ids)).toEqual([1, 1]);
        const own = await server.server.app.store.read.messages.find(server.accountId, ids[0] ?? '');
        const { person = '' } = own ?? {};
        const key = await server.key({ requestsPerMinute: 60_000 });
        const { body } = await server.api('GET', `/conversations/${person}/messages?direction=out`, { key });
        expect(body.data.messages.map(({ id }: { id: string }) => id).sort()).toEqual(ids.toSorted());
        expect(person.startsWith('49151')).toBe(hasOther && channel === 'whatsapp');
      },
    ),
    { numRuns: RUNS, seed: SEED },
  );
});

test(`${RUNS / 4} plans that permanently lose responses and callbacks send nothing twice and leave nothing queued`, async () => {
  const server = await createTestServer();
  await fc.assert(
    fc.asyncProperty(
      fc.record({
        seed: fc.integer(),
        drop: share,
        duplicate: share,
        lost_reply: share,
        unavailable: share,
        channel: fc.constantFrom(...CHANNELS),
      }),
      async ({ seed, drop, duplicate, lost_reply, unavailable, channel }) => {
        server.mock.faults.plan({
          seed,
          callbacks: { drop, duplicate },
          requests: { lost_reply, unavailable: unavailable / 2 },
        });
        const ids = await converse(server, channel);
        await server.advance(3600);
        expect(await statusesOf(server, ids)).not.toContain('queued');
        for (const count of acceptances(server, ids)) {
          expect(count).toBeLessThanOrEqual(1);
        }
      },
    ),
    { numRuns: RUNS / 4, seed: SEED },
  );
});

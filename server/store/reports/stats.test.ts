import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createTestStore, DATABASES, messageWith } from '../../testing/store.ts';
import type { StoredMessage } from '../messages/messages.ts';

const PERIOD = { from: 10, until: 20 };

const status = fc.constantFrom<StoredMessage['status']>('queued', 'sent', 'delivered', 'read', 'failed');
const price = fc.constantFrom<StoredMessage['pricing']>(
  null,
  { billable: true, category: 'marketing', type: 'regular', model: 'PMP' },
  { billable: false, category: 'service', type: 'free_customer_service', model: 'PMP' },
);

/** Most messages are counted, so that few of them show each mistake. */
const rarely = fc.nat(5).map((number) => number === 5);

/** A message, and what the provider reports about it later. Some times are at the limits of the period. */
const history = fc.record({
  direction: fc.constantFrom('in', 'out'),
  createdAt: fc.oneof(fc.constantFrom(9, 10, 19, 20), fc.integer({ min: 5, max: 25 })),
  isTest: rarely,
  isUnreported: rarely,
  isOfOther: rarely,
  status,
  pricing: price,
  reports: fc.array(fc.record({ status, pricing: price }), { maxLength: 2 }),
});

test.each(DATABASES)(
  'statistics on %s equal a count of the stored messages, whatever happened to them',
  async (database) => {
    const store = await createTestStore(database);
    let account = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(history, { maxLength: 40, size: 'max' }), async (histories) => {
        account += 2;
        const messages = histories.map(({ isOfOther, reports, ...about }, index) => {
          const id = `msg_${account}_${index}`;
          return { ...messageWith({ ...about, id, accountId: isOfOther ? account + 1 : account }), reports };
        });
        await store.transaction(async (tx) => {
          for (const message of messages) {
            await tx.messages.insert(message);
          }
        });
        for (const round of [0, 1]) {
          const updates = messages.flatMap(({ reports, ...message }) =>
            reports[round] ? [{ message: { ...message, ...reports[round] }, at: 30, sentAt: null }] : [],
          );
          await store.transaction((tx) => tx.messages.store(updates));
        }

        const counted = messages
          .map((message) => ({ ...message, ...message.reports.at(-1) }))
          .filter(({ accountId, isTest, isUnreported }) => accountId === account && !isTest && !isUnreported)
          .filter(({ createdAt }) => createdAt >= PERIOD.from && createdAt < PERIOD.until);
        const out = counted.filter(({ direction }) => direction === 'out');
        const having = (...statuses: StoredMessage['status'][]) =>
          out.filter((message) => statuses.includes(message.status)).length;
        expect(await store.read.stats.countMessages(account, PERIOD)).toEqual({
          incoming: counted.length - out.length,
          outgoing: out.length,
          delivered: having('delivered', 'read'),
          read: having('read'),
          failed: having('failed'),
        });
        const prices = Map.groupBy(
          counted.flatMap(({ pricing }) => (pricing ? [pricing] : [])),
          ({ category }) => category,
        );
        const read = await store.read.stats.countPrices(account, PERIOD);
        expect(new Map(read.map(({ pricing, count }) => [pricing.category, count]))).toEqual(
          new Map([...prices].map(([category, own]) => [category, own.length])),
        );
      }),
      { seed: 20_261_129, numRuns: 100 },
    );
  },
);

import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createBatches } from './batches.ts';
import type { WriteRule } from './write-rule.ts';

test('after a failed batch of a serial rule, its requests run one after another, and before the next batch', async () => {
  const transact = async <T>(run: (tx: undefined) => Promise<T>): Promise<T> => {
    await setImmediate();
    return run(undefined);
  };
  const limits = { atOnce: { perRule: 2, total: 4 }, gather: 0, lockMilliseconds: 1000 };
  const runBatched = createBatches<undefined>(transact, transact, limits);
  const ran: string[] = [];
  let next: Promise<void> | undefined;
  const rule: WriteRule<undefined, string, undefined, string, void> = {
    isSerial: true,
    async load(_, requests) {
      if (requests.length > 1) {
        next = runBatched(rule, 'third');
        throw new Error('they fail together');
      }
    },
    decide: (_, name) => ({ effects: name, result: undefined }),
    async apply(_, names) {
      ran.push(`${names} begins`);
      await setImmediate();
      ran.push(`${names} ends`);
    },
  };
  await Promise.all([runBatched(rule, 'first'), runBatched(rule, 'second')]);
  await next;
  expect(ran).toEqual(['first', 'second', 'third'].flatMap((name) => [`${name} begins`, `${name} ends`]));
});

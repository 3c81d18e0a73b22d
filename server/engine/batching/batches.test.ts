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

test('after a failed batch, few of its requests run again at once, and one that waits for a lock does not stop the others', async () => {
  let running = 0;
  let most = 0;
  const transact = async <T>(run: (tx: undefined) => Promise<T>): Promise<T> => {
    await setImmediate();
    return run(undefined);
  };
  const lock = Promise.withResolvers<void>();
  const transactOne = async <T>(run: (tx: undefined) => Promise<T>): Promise<T> => {
    running += 1;
    most = Math.max(most, running);
    await setImmediate();
    const result = await run(undefined);
    running -= 1;
    return result;
  };
  const limits = { atOnce: { perRule: 2, total: 4 }, gather: 0, lockMilliseconds: 1000 };
  const runBatched = createBatches<undefined>(transact, transactOne, limits);
  const rule: WriteRule<undefined, number, undefined, number, number> = {
    async load(_, requests) {
      if (requests.length > 1) {
        throw new Error('they fail together');
      }
      if (requests[0] === 0) {
        await lock.promise;
      }
    },
    decide: (_, request) => ({ effects: request, result: request }),
    async apply() {},
  };
  const results = Array.from({ length: 100 }, (_, request) => runBatched(rule, request));
  await Promise.all(results.slice(1));
  lock.resolve();
  expect(await results[0]).toBe(0);
  expect(most).toBe(4);
});

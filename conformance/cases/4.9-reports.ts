import { alone, clause } from '../clause.ts';
import type { Context } from '../context.ts';
import { equal, that } from '../expectations.ts';
import { DAY, leaves } from './support.ts';

clause('4.9/stats-200', async (t) => {
  (await t.get('/stats')).is(200);
});
/** The numbers of the stats that are about messages: conversations are counted by what they are now. */
async function messageCount(t: Context, filter = ''): Promise<number> {
  const { conversations: _, ...data } = (await t.get(`/stats${filter}`)).is(200).data;
  return [...leaves(data)].filter((leaf) => leaf === 3).length;
}
const dateOf = (now: Date, days: number): string =>
  new Date(now.getTime() + days * DAY * 1000).toISOString().slice(0, 10);

/** Three messages came in, as many days ago. */
async function threeMessages(t: Context, daysAgo: number): Promise<void> {
  const from = t.person();
  for (let i = 0; i < 3; i++) {
    await t.writes(from);
  }
  await t.advance(daysAgo * DAY);
}

alone('4.9/stats-default-30-days', async (t) => {
  await threeMessages(t, 28);
  that((await messageCount(t)) >= 1, 'messages of 28 days ago are counted');
});
alone('4.9/stats-30-days-ago', async (t) => {
  await threeMessages(t, 32);
  equal(await messageCount(t), 0, 'counts of 3');
});
alone('4.9/stats-from-to', async (t) => {
  await threeMessages(t, 10);
  const now = await t.now();
  that((await messageCount(t, `?from=${dateOf(now, -12)}&to=${dateOf(now, -8)}`)) >= 1, 'the days around are counted');
  equal(await messageCount(t, `?from=${dateOf(now, -8)}&to=${dateOf(now, 0)}`), 0, 'counts of 3 in later days');
  equal(await messageCount(t, `?from=${dateOf(now, -20)}&to=${dateOf(now, -12)}`), 0, 'counts of 3 in earlier days');
});
for (const name of ['from', 'to']) {
  clause(`4.9/stats-${name}-form`, async (t) => {
    (await t.get(`/stats?${name}=yesterday`)).refuses(422);
  });
}
for (const [list, make] of [
  ['labels', (t: Context) => t.label('Ours')],
  ['agents', (t: Context) => t.agent('Ours')],
] as const) {
  clause(`4.9/${list}-account`, async (t) => {
    await make(t);
    const other = await t.newAccount();
    that(
      !(await t.get(`/${list}`, { key: other.live })).is(200).text.includes('Ours'),
      'the other account does not list it',
    );
  });
}

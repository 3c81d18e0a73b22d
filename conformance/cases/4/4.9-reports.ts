import type { CaseContext } from '../../context.ts';
import { clause, timed } from '../../declare-case.ts';
import { expectThat } from '../../expectations.ts';
import { awaitOneDay, COUNTS, DAY, dateOf, numbers } from '../support/support.ts';

clause('4.9/stats-200', async (t) => {
  (await t.get('/stats')).is(200);
});
/** Returns the counts of incoming messages, whatever the field names. */
async function incoming(t: CaseContext, filter = ''): Promise<number[]> {
  return [...numbers((await t.get(`/stats${filter}`)).succeeds().data)]
    .filter(([name]) => COUNTS.incoming.test(name))
    .map(([, count]) => count);
}

/** Checks that this many messages are counted, possibly with a delay. */
async function counts(t: CaseContext, count: number, filter = ''): Promise<void> {
  await t.eventually(`${count} incoming messages ${filter}`, async () => {
    const found = await incoming(t, filter);
    return found.length > 0 && (count === 0 ? found.every((one) => one === 0) : found.includes(count));
  });
}

/** Returns an account with three inbound messages, received this many days ago. */
async function threeMessages(t: CaseContext, daysAgo: number): Promise<void> {
  const from = t.person();
  for (let i = 0; i < 3; i++) {
    await t.writes(from);
  }
  await t.advance(daysAgo * DAY);
}

timed('4.9/stats-default-30-days', async (t) => {
  await threeMessages(t, 29);
  await counts(t, 3);
});
timed('4.9/stats-30-days-ago', async (t) => {
  await threeMessages(t, 31);
  await counts(t, 0);
});
timed('4.9/stats-from-to', async (t) => {
  await threeMessages(t, 10);
  const now = await t.now();
  // Two extra days on both sides allow for any time zone.
  await counts(t, 3, `?from=${dateOf(now, -12)}&to=${dateOf(now, -8)}`);
  await counts(t, 3, `?from=${dateOf(now, -12)}&to=${dateOf(now, 0)}`);
  await counts(t, 0, `?from=${dateOf(now, -8)}&to=${dateOf(now, 0)}`);
  await counts(t, 0, `?from=${dateOf(now, -20)}&to=${dateOf(now, -12)}`);
});
timed(['4.9/stats-from-alone', '4.9/stats-to-alone'], async (t) => {
  await threeMessages(t, 10);
  const now = await t.now();
  await counts(t, 3, `?from=${dateOf(now, -12)}`);
  await counts(t, 0, `?from=${dateOf(now, -8)}`);
  await counts(t, 3, `?to=${dateOf(now, -8)}`);
  await counts(t, 0, `?to=${dateOf(now, -12)}`);
});
clause('4.9/stats-test-key', async (t) => {
  t.requireOwnAccount();
  const outgoing = async () =>
    [...numbers((await t.get('/stats')).succeeds().data)]
      .filter(([name]) => COUNTS.outgoing.test(name))
      .map(([, count]) => count);
  (await t.send({ to: t.person(), text: 'A test' }, { key: await t.testKey() })).succeeds();
  await t.settle();
  expectThat(
    (await outgoing()).every((count) => count === 0),
    'no outgoing message is counted',
    await outgoing(),
  );
});
timed('4.9/stats-from-alone', 'today', async (t) => {
  await awaitOneDay(t);
  await threeMessages(t, 0);
  await counts(t, 3, `?from=${dateOf(await t.now(), 0)}`);
});
timed('4.9/stats-today', async (t) => {
  await awaitOneDay(t);
  await threeMessages(t, 0);
  const today = dateOf(await t.now(), 0);
  await counts(t, 3, `?from=${today}&to=${today}`);
});
for (const name of ['from', 'to']) {
  clause(`4.9/stats-${name}-form`, async (t) => {
    (await t.get(`/stats?${name}=yesterday`)).refuses(422);
  });
}
for (const [list, make] of [
  ['labels', (t: CaseContext) => t.label('Ours')],
  ['agents', (t: CaseContext) => t.agent('Ours')],
] as const) {
  clause(`4.9/${list}-account`, async (t) => {
    await make(t);
    const other = await t.newAccount();
    const { text } = (await t.get(`/${list}`, { key: other.live })).succeeds();
    expectThat(!text.includes('Ours'), 'the other account does not list it', text);
  });
}

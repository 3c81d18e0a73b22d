import { clause } from '../clause.ts';
import type { Context } from '../context.ts';
import { equal, that } from '../expectations.ts';
import { leaves } from './support.ts';

clause(['2.12/labels-listed', '2.12/labels-made-appear', '4.9/labels-200'], async (t) => {
  await t.label('Very important');
  const found = (await t.get('/labels')).is(200).list;
  that(
    found.some((one) => [...leaves(one)].includes('Very important')),
    'the label is listed',
    found,
  );
});
clause(['2.12/agents-listed', '2.12/agents-made-appear', '4.9/agents-200'], async (t) => {
  await t.agent('Katherine Johnson');
  const found = (await t.get('/agents')).is(200).list;
  that(
    found.some((one) => [...leaves(one)].includes('Katherine Johnson')),
    'the agent is listed',
    found,
  );
});

for (const [slug, secret] of [
  ['agents-no-password', /passw|hash|salt/i],
  ['agents-no-session', /session|token|cookie|secret/i],
] as const) {
  clause(`2.12/${slug}`, async (t) => {
    if (t.session.control) {
      await t.agent('Grace');
    }
    const text = JSON.stringify((await t.get('/agents')).is(200).list);
    that(!secret.test(text), `an agent record holds nothing like ${secret}`, text.slice(0, 400));
  });
}

/** The number beside each name, wherever it stands. */
function* numbers(node: unknown, path = ''): Generator<[string, number]> {
  for (const [name, value] of Object.entries(node ?? {})) {
    if (typeof value === 'number') {
      yield [`${path}.${name}`, value];
    } else if (value !== null && typeof value === 'object') {
      yield* numbers(value, `${path}.${name}`);
    }
  }
}

/** Which counts of the stats change by how much, since their names are open. */
async function changes(t: Context, act: () => Promise<unknown>): Promise<[string, number][]> {
  const read = async () => new Map(numbers((await t.get('/stats')).is(200).data));
  const before = await read();
  await act();
  await t.settle();
  return [...(await read())]
    .map(([name, value]) => [name, value - (before.get(name) ?? 0)] as [string, number])
    .filter(([, by]) => by !== 0);
}

const counted = (found: [string, number][], name: RegExp, by: number, what: string): void =>
  that(
    found.some(([path, change]) => name.test(path) && change === by),
    `${what} grow by ${by}`,
    found,
  );

clause('2.12/stats-incoming', async (t) => {
  const from = await t.customer();
  const found = await changes(t, async () => {
    await t.writes(from);
    await t.writes(from);
  });
  counted(found, /in(coming|bound)?\b|received/i, 2, 'incoming messages');
});

async function threeSends(t: Context) {
  const to = await t.customer();
  return changes(t, async () => {
    for (const text of ['one', 'two', 'three']) {
      (await t.send({ to, text })).is(202);
    }
  });
}
clause('2.12/stats-outgoing', async (t) => {
  counted(await threeSends(t), /out(going|bound)?\b|sent/i, 3, 'outgoing messages');
});
clause('2.12/stats-delivered', async (t) => {
  counted(await threeSends(t), /delivered(?!.*rate)/i, 3, 'delivered messages');
});
clause('2.12/stats-read', async (t) => {
  counted(await threeSends(t), /\bread\b(?!.*rate)/i, 3, 'read messages');
});
clause('2.12/stats-failed', async (t) => {
  const to = await t.customer();
  await t.provider({ outcome: 'fail', code: 131026, times: 2 });
  const found = await changes(t, async () => {
    (await t.send({ to, text: 'one' })).is(202);
    (await t.send({ to, text: 'two' })).is(202);
  });
  counted(found, /failed(?!.*rate)/i, 2, 'failed messages');
});
clause('2.12/stats-rates', async (t) => {
  const rates = [...numbers((await t.get('/stats')).is(200).data)].filter(([name]) => /rate|percent|ratio/i.test(name));
  that(rates.length >= 3, 'there are rates of delivered, read and failed', rates);
});
clause('2.12/stats-conversations', async (t) => {
  const phone = await t.customer();
  const found = await changes(t, async () => (await t.patch(`/conversations/${phone}`, { status: 'closed' })).is(200));
  counted(found, /open/i, -1, 'open conversations');
  counted(found, /closed/i, 1, 'closed conversations');
});
clause('2.12/stats-one-account', async (t) => {
  const other = await t.newAccount();
  that(other.id !== undefined, 'there is another account');
  const to = await t.customer();
  (await t.send({ to, text: 'Hello' })).is(202);
  await t.settle();
  const all = [...numbers((await t.get('/stats', { key: other.live })).is(200).data)];
  equal(
    all.filter(([name, value]) => value !== 0 && !/window|hour|day|limit/i.test(name)),
    [],
    'what the other account counts',
  );
});

import type { Context } from '../../context.ts';
import { clause } from '../../declare-case.ts';
import { equal, that } from '../../expectations.ts';
import { COUNTS, leaves, numbers, RATE } from '../support/support.ts';

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
    const text = JSON.stringify((await t.get('/agents')).succeeds().list);
    that(!secret.test(text), `an agent record contains nothing like ${secret}`, text.slice(0, 400));
  });
}

/** A count in the stats, and the change that is expected. */
type Change = [name: RegExp, by: number, what: string];

/** Checks that counts in the stats change after an act, possibly with a delay. Their names are open. */
async function changes(t: Context, act: () => Promise<unknown>, ...expected: Change[]): Promise<void> {
  const read = async () => new Map(numbers((await t.get('/stats')).succeeds().data));
  const before = await read();
  await act();
  for (const [name, by, what] of expected) {
    await t.eventually(`${what} to increase by ${by}`, async () => {
      const after = await read();
      // Counts of zero may be omitted.
      return [...new Set([...before.keys(), ...after.keys()])].some(
        (path) => name.test(path) && !RATE.test(path) && (after.get(path) ?? 0) - (before.get(path) ?? 0) === by,
      );
    });
  }
}

clause('2.12/stats-incoming', async (t) => {
  const from = await t.customer();
  const act = async () => {
    await t.writes(from);
    await t.writes(from);
  };
  await changes(t, act, [COUNTS.incoming, 2, 'incoming messages']);
});

for (const slug of ['outgoing', 'delivered', 'read'] as const) {
  clause(`2.12/stats-${slug}`, async (t) => {
    const to = await t.customer();
    await t.provider({ outcome: 'statuses', statuses: ['sent', 'delivered', 'read'], times: 3 });
    const act = async () => {
      for (const text of ['one', 'two', 'three']) {
        (await t.send({ to, text })).succeeds();
      }
    };
    await changes(t, act, [COUNTS[slug], 3, `${slug} messages`]);
  });
}
clause('2.12/stats-failed', async (t) => {
  const to = await t.customer();
  await t.provider({ outcome: 'fail', code: 131026, times: 2 });
  const act = async () => {
    (await t.send({ to, text: 'one' })).succeeds();
    (await t.send({ to, text: 'two' })).succeeds();
  };
  await changes(t, act, [COUNTS.failed, 2, 'failed messages']);
});
clause('2.12/stats-rates', async (t) => {
  const to = await t.customer();
  await t.provider({ outcome: 'statuses', statuses: ['sent', 'delivered', 'read'], times: 1 });
  (await t.send({ to, text: 'arrives' })).succeeds();
  await t.settle();
  await t.provider({ outcome: 'fail', code: 131026, times: 3 });
  for (const text of ['one', 'two', 'three']) {
    (await t.send({ to, text })).succeeds();
  }
  // Of four messages, one was delivered and read and three failed. A rate is a percentage or a fraction.
  const of = { delivered: [25, 0.25], failed: [75, 0.75], read: [25, 0.25, 100, 1] };
  for (const [name, allowed] of Object.entries(of) as [keyof typeof of, number[]][]) {
    await t.eventually(`a rate of ${name} messages: ${allowed.join(' or ')}`, async () =>
      [...numbers((await t.get('/stats')).succeeds().data)].some(
        ([path, value]) => RATE.test(path) && COUNTS[name].test(path) && allowed.includes(value),
      ),
    );
  }
});
clause('2.12/stats-conversations', async (t) => {
  const phone = await t.customer();
  (await t.patch(`/conversations/${phone}`, { status: 'open' })).succeeds();
  const act = async () => (await t.patch(`/conversations/${phone}`, { status: 'closed' })).succeeds();
  await changes(t, act, [/\bopen\b/, -1, 'open conversations'], [/\bclosed\b/, 1, 'closed conversations']);
});
clause('2.12/stats-one-account', async (t) => {
  const other = await t.newAccount();
  that(other.id !== undefined, 'a second account exists');
  const counts = async () => [...numbers((await t.get('/stats', { key: other.live })).succeeds().data)];
  const before = await counts();
  const to = await t.customer();
  (await t.send({ to, text: 'Hello' })).succeeds();
  await t.settle();
  equal(await counts(), before, 'the counts of the other account');
});

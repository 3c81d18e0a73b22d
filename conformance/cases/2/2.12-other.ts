import type { CaseContext } from '../../context.ts';
import { clause } from '../../declare-case.ts';
import { equal, expectThat } from '../../expectations.ts';
import { FILES } from '../support/files.ts';
import { active, flowId, pressed, reach, step, template } from '../support/flows.ts';
import { buttons } from '../support/sends.ts';
import { COUNTS, leaves, link, numbers, RATE } from '../support/support.ts';

clause(['2.12/labels-listed', '2.12/labels-made-appear', '4.9/labels-200'], async (t) => {
  await t.label('Very important');
  const found = (await t.get('/labels')).is(200).list;
  expectThat(
    found.some((one) => [...leaves(one)].includes('Very important')),
    'the label is listed',
    found,
  );
});
clause(['2.12/agents-listed', '2.12/agents-made-appear', '4.9/agents-200'], async (t) => {
  await t.agent('Katherine Johnson');
  const found = (await t.get('/agents')).is(200).list;
  expectThat(
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
    expectThat(!secret.test(text), `an agent record contains nothing like ${secret}`, text.slice(0, 400));
  });
}

/** A count in the stats, and the change that is expected. */
type ContentChange = [name: RegExp, by: number, what: string];

/** Checks that counts in the stats change after an act, possibly with a delay. Their names are open. */
async function changes(t: CaseContext, act: () => Promise<unknown>, ...expected: ContentChange[]): Promise<void> {
  const read = async () => new Map(numbers((await t.get('/stats')).succeeds().data));
  const before = await read();
  await act();
  for (const [name, by, what] of expected) {
    await t.eventually(`${what} to increase by ${by}`, async () => {
      const after = await read();
      // Counts of zero may be omitted. If no count has a name that the suite knows, any of them may be the right one.
      const paths = [...new Set([...before.keys(), ...after.keys()])].filter((path) => !RATE.test(path));
      const named = paths.filter((path) => name.test(path));
      return (named.length > 0 ? named : paths).some((path) => (after.get(path) ?? 0) - (before.get(path) ?? 0) === by);
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

clause('2.12/stats-incoming', 'each kind', async (t) => {
  const from = await t.customer();
  const others = [await t.customer('instagram'), await t.customer('messenger'), await t.customer('web')] as const;
  const act = async () => {
    await t.writes(from, 'whatsapp', { type: 'location', location: { latitude: 41, longitude: 29 } });
    await t.writes(from, 'whatsapp', { type: 'button', button: { payload: 'yes', title: 'Yes' } });
    await t.writes(from, 'whatsapp', {
      type: 'image',
      media: { url: t.file('a.jpg', FILES['a.jpg']), mime_type: 'image/jpeg' },
    });
    await t.writes(others[0], 'instagram');
    await t.writes(others[1], 'messenger');
    await t.writes(others[2], 'web');
  };
  await changes(t, act, [COUNTS.incoming, 6, 'incoming messages']);
});
clause('2.12/stats-campaign', async (t) => {
  await template(t);
  await changes(t, () => reach(t, 2), [COUNTS.outgoing, 2, 'outgoing messages']);
});
clause('2.12/stats-flow', async (t) => {
  await flowId(t, { ...active, steps: [step('0', 'First')] });
  const [reached = ['', '']] = await reach(t, 1);
  await changes(t, () => pressed(t, reached as [string, string]), [COUNTS.outgoing, 1, 'outgoing messages']);
});
clause('2.12/stats-outgoing', 'each kind', async (t) => {
  const to = await t.customer();
  const onMessenger = await t.customer('messenger');
  const onWeb = await t.customer('web');
  await t.provider({ outcome: 'statuses', statuses: ['sent'], times: 4 });
  await t.provider({ channel: 'messenger', outcome: 'statuses', statuses: ['sent'] });
  const act = async () => {
    (await t.send({ to, type: 'image', media: { url: t.file('a.jpg', FILES['a.jpg']) } })).succeeds();
    (await t.send({ to, type: 'interactive', interactive: buttons(2) })).succeeds();
    (await t.sendTemplate({ to, name: 'hello_world' })).succeeds();
    (await t.get(link({ to, name: 'hello_world' }))).succeeds();
    (await t.send({ channel: 'messenger', to: onMessenger, text: 'Hello' })).succeeds();
    (await t.send({ channel: 'web', to: onWeb, text: 'Hello' })).succeeds();
  };
  await changes(t, act, [COUNTS.outgoing, 6, 'outgoing messages']);
});

// A message may count under its present status only, or under each status that it had.
const COUNTED = {
  outgoing: ['sent'],
  delivered: ['sent', 'delivered'],
  read: ['sent', 'delivered', 'read'],
} as const;
for (const slug of ['outgoing', 'delivered', 'read'] as const) {
  clause(`2.12/stats-${slug}`, async (t) => {
    const to = await t.customer();
    await t.provider({ outcome: 'statuses', statuses: [...COUNTED[slug]], times: 3 });
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
  const outcomes = [['sent'], ['sent'], ['sent', 'delivered'], ['sent', 'delivered', 'read']] as const;
  for (const [at, statuses] of outcomes.entries()) {
    await t.provider({ outcome: 'statuses', statuses: [...statuses], times: 1 });
    (await t.send({ to, text: `message ${at}` })).succeeds();
    await t.settle();
  }
  await t.provider({ outcome: 'fail', code: 131026, times: 1 });
  (await t.send({ to, text: 'fails' })).succeeds();
  // Of five messages, two were only sent, one was delivered, one was delivered and read, and one failed. A rate is a
  // percentage or a fraction of all messages, of those that did not fail, or, for read, of those that were delivered. A
  // message that was read may count as delivered or not.
  const of = { delivered: [20, 25, 40, 50], failed: [20, 25], read: [20, 25, 50, 100] };
  for (const [name, percentages] of Object.entries(of) as [keyof typeof of, number[]][]) {
    const allowed = percentages.flatMap((percentage) => [percentage, percentage / 100]);
    await t.eventually(`a rate of ${name} messages: ${allowed.join(' or ')}`, async () => {
      const found = [...numbers((await t.get('/stats')).succeeds().data)];
      const named = found.filter(([path]) => RATE.test(path) && COUNTS[name].test(path));
      return (named.length > 0 ? named : found).some(([, value]) => allowed.includes(value));
    });
  }
});
clause('2.12/stats-conversations', async (t) => {
  const phone = await t.customer();
  (await t.patch(`/conversations/${phone}`, { status: 'open' })).succeeds();
  const act = async () => (await t.patch(`/conversations/${phone}`, { status: 'closed' })).succeeds();
  await changes(t, act, [/\bopen\b/, -1, 'open conversations'], [/\bclosed\b/, 1, 'closed conversations']);
});
clause('2.12/stats-refused-not', async (t) => {
  const to = await t.customer();
  await t.provider({ outcome: 'statuses', statuses: ['sent'], times: 2 });
  const act = async () => {
    (await t.send({ to, text: 'one' })).succeeds();
    (await t.send({ to, text: 'a'.repeat(4097) })).refuses(422);
    (await t.send({ to: t.person(), text: 'No one wrote' })).refuses(409);
    (await t.send({ to, text: 'two' })).succeeds();
  };
  await changes(t, act, [COUNTS.outgoing, 2, 'outgoing messages']);
});
clause('2.12/stats-one-account', async (t) => {
  const other = await t.newAccount();
  const counts = async () => [...numbers((await t.get('/stats', { key: other.live })).succeeds().data)];
  const before = await counts();
  const to = await t.customer();
  (await t.send({ to, text: 'Hello' })).succeeds();
  await t.settle();
  equal(await counts(), before, 'the counts of the other account');
});

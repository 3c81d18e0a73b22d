import type { CaseContext } from '../../context.ts';
import { clause, reading, timed } from '../../declare-case.ts';
import { equal, expectThat } from '../../expectations.ts';
import { Untestable } from '../../verdict.ts';
import { expectNotReceived, flowId, holds, pressed, reach, received, step, taken } from '../support/flows.ts';
import { body, byPath, leaves, link, MINUTE, mentions, personOf, WITHOUT_PHONES } from '../support/support.ts';

for (const [slug, path, note] of [
  ['opt-out', '/opt-outs', 'source'],
  ['block', '/blocked-numbers', 'reason'],
] as const) {
  reading(`2.10/${slug}-phone-required`, async (t) => {
    (await t.post(path, { [note]: 'no phone' })).refuses('VALIDATION_FAILED');
  });
  reading(`2.10/${slug}-phone-text`, async (t) => {
    (await t.post(path, { phone: 905551112233 })).refuses('VALIDATION_FAILED', 'RECIPIENT_INVALID');
  });
  clause(`2.10/${slug}-${note}`, async (t) => {
    (await t.post(path, { phone: t.person(), [note]: 'by phone call' })).succeeds();
  });
  clause(`2.10/${slug}-${note}-listed`, async (t) => {
    const phone = t.person();
    (await t.post(path, { phone, [note]: 'by phone call' })).succeeds();
    const entry = (await t.get(path)).succeeds().list.find((one) => mentions(one, phone));
    expectThat(entry !== undefined && [...leaves(entry)].includes('by phone call'), `the entry shows ${note}`, entry);
  });
  clause(`2.10/${slug}-${note}-optional`, async (t) => {
    (await t.post(path, { phone: t.person() })).succeeds();
  });
  reading(`2.10/${slug}-${note}-text`, async (t) => {
    (await t.post(path, { phone: t.person(), [note]: 42 })).refuses('VALIDATION_FAILED');
  });
}

clause(['2.10/opt-out-stops-campaigns'], async (t) => {
  const [out, other] = [t.person(), t.person()];
  await t.addTemplate({ name: 'sale', category: 'MARKETING', components: [body('Sale today.')] });
  (await t.post('/opt-outs', { phone: out })).succeeds();
  await t.campaign('sale', [{ phone: out }, { phone: other }]);
  await taken(t, [other]);
  equal(
    (await t.sends()).map(({ to }) => personOf(to)),
    [other],
    'the people the campaign reached',
  );
});

clause('2.10/opt-out-stops-flows', async (t) => {
  await flowId(t, { is_active: true, steps: [step('0', 'From the flow')] });
  const reached = await reach(t, 2);
  const [out, other] = reached;
  expectThat(out && other, 'the campaign reached two people', reached);
  (await t.post('/opt-outs', { phone: out[0] })).succeeds();
  await pressed(t, out);
  await pressed(t, other);
  equal(
    [holds(await received(t, out[0]), 'From the flow'), holds(await received(t, other[0]), 'From the flow')],
    [false, true],
    'whether the flow reached the opted-out person and the other person',
  );
});

timed(['2.10/opt-out-stops-flows', '2.10/block-stops-flows'], 'running flows', async (t) => {
  await flowId(t, { is_active: true, steps: [step('0', 'The first'), step('5m', 'The second')] });
  const people = await reach(t, 3);
  for (const one of people) {
    await pressed(t, one);
  }
  await t.settle();
  const [out, blocked] = people.map(([phone]) => phone);
  (await t.post('/opt-outs', { phone: out })).succeeds();
  (await t.post('/blocked-numbers', { phone: blocked })).succeeds();
  await t.advance(6 * MINUTE);
  const reached = [];
  for (const [phone] of people) {
    const messages = await received(t, phone);
    reached.push([holds(messages, 'The first'), holds(messages, 'The second')]);
  }
  equal(
    reached,
    [
      [true, false],
      [true, false],
      [true, true],
    ],
    'which steps reached the opted-out person, the blocked person and the other person',
  );
});
clause('2.10/block-stops-flows', async (t) => {
  await flowId(t, { is_active: true, steps: [step('0', 'From the flow')] });
  const [blocked = ['', ''] as [string, string]] = await reach(t, 1);
  (await t.post('/blocked-numbers', { phone: blocked[0] })).succeeds();
  await pressed(t, blocked);
  await expectNotReceived(t, blocked[0], 'From the flow', 'the flow does not reach the blocked person');
});
clause('2.10/block-cuts-flow-test', async (t) => {
  const id = await flowId(t, { steps: [step('0', 'From the flow')] });
  const to = await t.customer();
  (await t.post('/blocked-numbers', { phone: to })).succeeds();
  // Whether the test is refused is open.
  await t.post(`/flows/${id}/test`, { to });
  equal(await t.sends(), [], 'the sends the provider accepted');
});
clause('2.10/block-stops-campaigns', async (t) => {
  const [blocked, other] = [t.person(), t.person()];
  (await t.post('/blocked-numbers', { phone: blocked })).succeeds();
  await t.campaign('hello_world', [{ phone: blocked }, { phone: other }]);
  await taken(t, [other]);
  equal(
    (await t.sends()).map(({ to }) => personOf(to)),
    [other],
    'the people the campaign reached',
  );
});
for (const [variant, by] of [
  ['query', async (t: CaseContext, values: Record<string, string>) => t.get(link(values))],
  ['path', byPath],
] as const) {
  clause('2.10/block-cuts-links', variant, async (t) => {
    const to = t.person();
    (await t.post('/blocked-numbers', { phone: to })).succeeds();
    (await by(t, { to, name: 'hello_world' })).refuses('RECIPIENT_BLOCKED');
    equal(await t.sends(), [], 'the sends the provider accepted');
  });
}

clause('2.10/block-cuts-marketing', async (t) => {
  const to = t.person();
  await t.addTemplate({ name: 'sale', category: 'MARKETING', components: [body('Sale today.')] });
  (await t.post('/blocked-numbers', { phone: to })).succeeds();
  (await t.sendTemplate({ to, name: 'sale' })).refuses('RECIPIENT_BLOCKED');
});

for (const channel of WITHOUT_PHONES) {
  clause(['2.10/block-cuts-all-channels', `7/blocked-${channel}`], channel, async (t) => {
    const to = await t.customer(channel);
    const blocked = await t.post('/blocked-numbers', { phone: to });
    if (blocked.status === 422) {
      throw new Untestable('the target blocks only phone numbers, which the specification allows');
    }
    blocked.succeeds();
    (await t.send({ channel, to, text: 'Hello' })).refuses('RECIPIENT_BLOCKED');
    equal(await t.sends(), [], 'the sends the provider accepted');
  });
}

clause('2.10/block-one-account', async (t) => {
  const to = await t.customer();
  const other = await t.newAccount();
  (await t.post('/blocked-numbers', { phone: to }, { key: other.live })).succeeds();
  (await t.send({ to, text: 'Hello' })).succeeds();
});

clause('2.10/opt-out-one-account', async (t) => {
  const to = t.person();
  const other = await t.newAccount();
  await t.addTemplate({ name: 'sale', category: 'MARKETING', components: [body('Sale today.')] });
  (await t.post('/opt-outs', { phone: to }, { key: other.live })).succeeds();
  (await t.sendTemplate({ to, name: 'sale' })).succeeds();
});

clause('2.10/phone-any-spelling', async (t) => {
  const to = await t.customer();
  (await t.post('/blocked-numbers', { phone: `+${to.slice(0, 2)} ${to.slice(2, 5)} ${to.slice(5)}` })).succeeds();
  (await t.send({ to, text: 'Hello' })).refuses('RECIPIENT_BLOCKED');
});

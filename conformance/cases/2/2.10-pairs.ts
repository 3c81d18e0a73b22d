import type { CaseContext } from '../../context.ts';
import { clause } from '../../declare-case.ts';
import { equal } from '../../expectations.ts';
import { OTHER_KINDS } from '../support/sends.ts';
import { body, mentions } from '../support/support.ts';

// The two lists are separate: an entry in one says nothing about the other.

const isListed = async (t: CaseContext, path: string, phone: string): Promise<boolean> =>
  (await t.get(path)).succeeds().list.some((entry) => mentions(entry, phone));
const sale = (t: CaseContext) =>
  t.addTemplate({ name: 'sale', category: 'MARKETING', components: [body('Sale today.')] });
const both = async (t: CaseContext, phone: string) => [
  await isListed(t, '/opt-outs', phone),
  await isListed(t, '/blocked-numbers', phone),
];

for (const [kind, , content] of OTHER_KINDS) {
  clause('2.10/block-cuts-each-kind', kind, async (t) => {
    const to = await t.customer();
    (await t.post('/blocked-numbers', { phone: to })).succeeds();
    (await t.send({ to, ...content(t) })).refuses('RECIPIENT_BLOCKED');
    equal(await t.sends(), [], 'the sends the provider accepted');
  });
}
clause('2.10/lists-separate', 'opt-out', async (t) => {
  const phone = await t.customer();
  (await t.post('/opt-outs', { phone })).succeeds();
  equal(await both(t, phone), [true, false], 'whether the person is on the opt-out list and on the block list');
});
clause('2.10/lists-separate', 'block', async (t) => {
  const phone = await t.customer();
  (await t.post('/blocked-numbers', { phone })).succeeds();
  equal(await both(t, phone), [false, true], 'whether the person is on the opt-out list and on the block list');
});
clause('2.10/lists-separate', 'unblocked', async (t) => {
  t.requireOwnAccount();
  const phone = await t.customer();
  await sale(t);
  (await t.post('/opt-outs', { phone })).succeeds();
  (await t.post('/blocked-numbers', { phone })).succeeds();
  (await t.delete(`/blocked-numbers/${phone}`)).succeeds();
  equal(await both(t, phone), [true, false], 'whether the person is on the opt-out list and on the block list');
  (await t.sendTemplate({ to: phone, name: 'sale' })).refuses('RECIPIENT_OPTED_OUT');
  (await t.send({ to: phone, text: 'Hello' })).is(202);
});
clause('2.10/lists-separate', 'opt-out removed', async (t) => {
  t.requireOwnAccount();
  const phone = await t.customer();
  await sale(t);
  (await t.post('/opt-outs', { phone })).succeeds();
  (await t.post('/blocked-numbers', { phone })).succeeds();
  (await t.delete(`/opt-outs/${phone}`)).succeeds();
  equal(await both(t, phone), [false, true], 'whether the person is on the opt-out list and on the block list');
  (await t.sendTemplate({ to: phone, name: 'sale' })).refuses('RECIPIENT_BLOCKED');
  (await t.send({ to: phone, text: 'Hello' })).refuses('RECIPIENT_BLOCKED');
});
clause('2.10/lists-separate', 'other changes', async (t) => {
  const phone = await t.customer();
  (await t.post('/opt-outs', { phone })).succeeds();
  (await t.post('/blocked-numbers', { phone })).succeeds();
  // Whether a message creates a contact is open.
  await t.post('/contacts', { phone, name: 'Ada' });
  (await t.patch(`/contacts/${phone}`, { name: 'Grace' })).succeeds();
  (await t.patch(`/conversations/${phone}`, { status: 'closed' })).succeeds();
  await t.writes(phone);
  equal(await both(t, phone), [true, true], 'whether the person is on the opt-out list and on the block list');
});
clause('2.10/opt-out-any-category', async (t) => {
  t.requireOwnAccount();
  const phone = t.person();
  for (const [name, category] of [
    ['sale', 'MARKETING'],
    ['receipt', 'UTILITY'],
    ['code', 'AUTHENTICATION'],
  ] as const) {
    await t.addTemplate({ name, category, components: [body('Hello.')] });
  }
  (await t.post('/opt-outs', { phone })).succeeds();
  (await t.sendTemplate({ to: phone, name: 'sale' })).refuses('RECIPIENT_OPTED_OUT');
  (await t.sendTemplate({ to: phone, name: 'receipt' })).is(202);
  (await t.sendTemplate({ to: phone, name: 'code' })).is(202);
  // A template that changes its category is what it is now.
  await t.addTemplate({ name: 'receipt', category: 'MARKETING', components: [body('Hello.')] });
  (await t.sendTemplate({ to: phone, name: 'receipt' })).refuses('RECIPIENT_OPTED_OUT');
});

// Zero and false in records.

clause('4.7/patch-zero', async (t) => {
  const phone = await t.customer();
  await t.writes(phone);
  for (const unread_count of [7, 0]) {
    (await t.patch(`/conversations/${phone}`, { unread_count })).succeeds();
    const [conversation] = (await t.get('/conversations')).succeeds().data.conversations;
    equal(conversation?.unread_count, unread_count, 'unread_count');
  }
});

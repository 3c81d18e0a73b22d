import type { CaseContext } from '../../context.ts';
import { clause, reading } from '../../declare-case.ts';
import { equal, expectThat, oneOf } from '../../expectations.ts';
import { field, isRefusal, personOf, WITHOUT_TEMPLATES } from '../support/support.ts';

for (const channel of WITHOUT_TEMPLATES) {
  clause(`4.5/window-channel-${channel}`, async (t) => {
    const id = await t.customer(channel);
    const { data } = (await t.get(`/contacts/${id}/window?channel=${channel}`)).succeeds();
    equal([data.window_open, data.can_send?.template], [true, false], 'window_open and can_send.template');
  });
}
reading(['4.5/window-200', '4.5/window-channel-default'], async (t) => {
  const { data } = (await t.get(`/contacts/${await t.openRecipient()}/window`)).is(200);
  equal([data.window_open, data.can_send?.template], [true, true], 'window_open and can_send.template');
});
reading('4.5/window-channel-unknown', async (t) => {
  (await t.get('/contacts/905551112233/window?channel=telegram')).refuses('CHANNEL_UNSUPPORTED');
});
reading('4.5/list-200', async (t) => {
  const { data } = (await t.get('/contacts')).is(200);
  expectThat(data.pagination !== undefined, 'pagination is present', data);
});
clause('4.5/list-account', async (t) => {
  const phone = t.person();
  (await t.post('/contacts', { phone })).succeeds();
  const other = await t.newAccount();
  equal((await t.get('/contacts', { key: other.live })).succeeds().list, [], 'the records the other account lists');
});

/** Returns an account with these contacts. */
const people = (t: CaseContext) =>
  t.shared('search', async (own) => {
    const [ada, grace, third] = [own.person(), own.person(), own.person()];
    // In a shared account, other cases and earlier runs may have left people with the same names.
    const { tag } = own;
    (
      await own.post('/contacts', {
        phone: ada,
        name: `Ada Lovelace${tag}`,
        display_name: `Countess${tag}`,
        username: `first.programmer${tag}`,
        email: `ada${tag}@analytical.example`,
      })
    ).succeeds();
    (
      await own.post('/contacts', {
        phone: grace,
        name: 'Grace Hopper',
        display_name: 'Admiral',
        username: 'cobol',
        email: 'grace@navy.example',
      })
    ).succeeds();
    (await own.post('/contacts', { phone: third, name: 'Katherine' })).succeeds();
    return { ada, tag, key: (await own.account()).live };
  });

const SEARCHES: [slug: string, search: (ada: string, tag: string) => string, variant?: string][] = [
  ['search-name', (_, tag) => `Lovelace${tag}`],
  ['search-display-name', (_, tag) => `Countess${tag}`],
  ['search-username', (_, tag) => `first.programmer${tag}`],
  ['search-email', (_, tag) => `ada${tag}@analytical.example`],
  ['search-phone', (ada) => ada],
  ['search-phone-plus', (ada) => `+${ada.slice(0, 2)} ${ada.slice(2, 5)} ${ada.slice(5)}`],
  ['search-phone-local', (ada) => `0${ada.slice(2)}`],
  ['search-phone-plus', (ada) => `+90 (${ada.slice(2, 5)}) ${ada.slice(5, 8)}-${ada.slice(8)}`, 'in brackets'],
  ['search-phone-local', (ada) => `0${ada.slice(2, 5)} ${ada.slice(5, 8)} ${ada.slice(8)}`, 'with spaces'],
];
for (const [slug, search, variant = slug] of SEARCHES) {
  clause([`4.5/${slug}`, '4.5/search-others-not'], variant, async (t) => {
    const { ada, tag, key } = await people(t);
    const { list } = (await t.get(`/contacts?search=${encodeURIComponent(search(ada, tag))}`, { key })).succeeds();
    equal(
      list.map((one) => personOf(field(one, 'phone'))),
      [ada],
      'the people found',
    );
  });
}
clause('4.5/search-nobody', async (t) => {
  const { key } = await people(t);
  equal((await t.get('/contacts?search=Nobodyhasthisname', { key })).succeeds().list, [], 'the people found');
});
clause('4.5/search-pages', async (t) => {
  for (let i = 0; i < 5; i++) {
    (await t.post('/contacts', { phone: t.person(), name: `Paged${t.tag} Person ${i}` })).succeeds();
  }
  (await t.post('/contacts', { phone: t.person(), name: 'Another person' })).succeeds();
  const pages = await t.pages(`/contacts?search=Paged${t.tag}&limit=2`);
  equal(
    pages.map(({ list }) => list.length),
    [2, 2, 1],
    'the page sizes',
  );
});

clause('4.5/search-changed', async (t) => {
  const phone = t.person();
  const fields = ['name', 'display_name', 'username'] as const;
  const of = (when: string) =>
    Object.fromEntries(fields.map((name) => [name, `${when}${name.replace('_', '')}${t.tag}`]));
  const [before, after] = [of('before'), of('after')];
  (await t.post('/contacts', { phone, ...before })).succeeds();
  (await t.patch(`/contacts/${phone}`, after)).succeeds();
  const found = async (text = '') => (await t.get(`/contacts?search=${text}`)).succeeds().list.length;
  for (const name of fields) {
    equal([await found(before[name]), await found(after[name])], [0, 1], `how many have the old and the new ${name}`);
  }
});
clause('4.5/search-order', async (t) => {
  for (let i = 0; i < 3; i++) {
    (await t.post('/contacts', { phone: t.person(), name: `Ordered${t.tag} Person ${i}` })).succeeds();
  }
  const names = async (order: string) =>
    (await t.get(`/contacts?search=Ordered${t.tag}&order=${order}`)).succeeds().list.map((one) => field(one, 'name'));
  equal((await names('asc')).reverse(), await names('desc'), 'the people found, in reverse order');
});

clause(['4.5/create-201', '4.5/get-200'], async (t) => {
  const phone = t.person();
  // §4.5 does not list a body.
  const shown = personOf(field((await t.post('/contacts', { phone, name: 'Ada' })).is(201).data, 'phone'));
  oneOf(shown, [phone, undefined], 'phone, if shown');
  equal(personOf(field((await t.get(`/contacts/${phone}`)).is(200).data, 'phone')), phone, 'phone');
});
const KEPT = { email: 'kept@example.com', display_name: 'Kept', username: 'kept.too' };
const of = (data: unknown) =>
  Object.fromEntries(['email', 'display_name', 'username', 'name'].map((name) => [name, field(data, name)]));

clause('4.5/create-200', async (t) => {
  const phone = t.person();
  (await t.post('/contacts', { phone })).succeeds();
  (await t.post('/contacts', { phone })).is(200);
});
clause('4.5/upsert-updates', async (t) => {
  const phone = t.person();
  (await t.post('/contacts', { phone, ...KEPT, name: 'Before' })).succeeds();
  (await t.post('/contacts', { phone, ...KEPT, name: 'After' })).succeeds();
  const { data } = (await t.get(`/contacts/${phone}`)).succeeds();
  equal(of(data), { ...KEPT, name: 'After' }, 'the contact');
});
clause('4.5/upsert-keeps', async (t) => {
  const phone = t.person();
  (await t.post('/contacts', { phone, ...KEPT, name: 'Before' })).succeeds();
  (await t.post('/contacts', { phone, name: 'After' })).succeeds();
  const { data } = (await t.get(`/contacts/${phone}`)).succeeds();
  equal(of(data), { ...KEPT, name: 'After' }, 'the contact');
});
clause('4.5/upsert-one', async (t) => {
  t.requireOwnAccount();
  const phone = t.person();
  (await t.post('/contacts', { phone })).succeeds();
  (await t.post('/contacts', { phone, name: 'Same' })).succeeds();
  equal((await t.get('/contacts')).succeeds().list.length, 1, 'the number of contacts');
});
clause('4.5/upsert-at-once', async (t) => {
  t.requireOwnAccount();
  const phone = t.person();
  const answers = await Promise.all(
    Array.from({ length: 6 }, (_, at) => t.post('/contacts', { phone, name: `Name ${at}` })),
  );
  const statuses = answers.map((answer) => answer.succeeds().status);
  equal(statuses.filter((status) => status === 201).length, 1, 'the number of 201 responses');
  equal((await t.get('/contacts')).succeeds().list.length, 1, 'the number of contacts');
});
clause('4.5/upsert-spelling', async (t) => {
  t.requireOwnAccount();
  const phone = t.person();
  (await t.post('/contacts', { phone })).succeeds();
  (await t.post('/contacts', { phone: `+${phone}`, name: 'Same' })).succeeds();
  (await t.post('/contacts', { phone: `0${phone.slice(2)}`, name: 'Same' })).succeeds();
  equal((await t.get('/contacts')).succeeds().list.length, 1, 'the number of contacts');
});
reading(['4.5/get-404', '7/contact-404'], async (t) => {
  (await t.get(`/contacts/${t.person()}`)).refuses(404);
});
clause(['4.5/get-other-account'], async (t) => {
  const phone = t.person();
  (await t.post('/contacts', { phone })).succeeds();
  const other = await t.newAccount();
  (await t.get(`/contacts/${phone}`, { key: other.live })).refuses(404);
});
clause(['4.5/patch-200', '4.5/patch-changes', '4.5/patch-keeps'], async (t) => {
  const phone = t.person();
  (await t.post('/contacts', { phone, ...KEPT, name: 'Before' })).succeeds();
  (await t.patch(`/contacts/${phone}`, { name: 'After' })).is(200);
  const { data } = (await t.get(`/contacts/${phone}`)).is(200);
  equal(of(data), { ...KEPT, name: 'After' }, 'the contact');
});
clause('4.5/patch-each-field', async (t) => {
  const phone = t.person();
  (await t.post('/contacts', { phone, ...KEPT })).succeeds();
  const changed = { name: 'After', email: 'after@example.com', display_name: 'Shown after', username: 'after' };
  let expected: Record<string, unknown> = { ...KEPT };
  // In both orders, because a field may reset those that come before or after it.
  for (const [name, value] of [...Object.entries(changed), ...Object.entries(KEPT).toReversed()]) {
    (await t.patch(`/contacts/${phone}`, { [name]: value })).succeeds();
    expected = { ...expected, [name]: value };
    equal(of((await t.get(`/contacts/${phone}`)).succeeds().data), expected, `the contact after a change of ${name}`);
  }
});
clause('4.5/patch-phone', async (t) => {
  const [before, after] = [t.person(), t.person()];
  (await t.post('/contacts', { phone: before, ...KEPT })).succeeds();
  (await t.patch(`/contacts/${before}`, { phone: after })).succeeds();
  equal(of((await t.get(`/contacts/${after}`)).succeeds().data).email, KEPT.email, 'the email under the new phone');
  (await t.get(`/contacts/${before}`)).refuses(404);
});
clause('4.5/patch-same-phone', async (t) => {
  const phone = t.person();
  (await t.post('/contacts', { phone, ...KEPT })).succeeds();
  (await t.patch(`/contacts/${phone}`, { phone, name: 'Grace' })).is(200);
  const { name, email } = of((await t.get(`/contacts/${phone}`)).succeeds().data);
  equal([name, email], ['Grace', KEPT.email], 'name and email');
});
clause('4.5/patch-422-nothing', async (t) => {
  const phone = t.person();
  (await t.post('/contacts', { phone, ...KEPT })).succeeds();
  const before = of((await t.get(`/contacts/${phone}`)).succeeds().data);
  (await t.patch(`/contacts/${phone}`, { name: 'Grace', username: 42 })).refuses(422);
  equal(of((await t.get(`/contacts/${phone}`)).succeeds().data), before, 'the fields afterwards');
  const other = t.person();
  (await t.post('/contacts', { phone: other })).succeeds();
  // Whether the phone of another contact is refused is open.
  if (isRefusal(await t.patch(`/contacts/${phone}`, { name: 'Grace', phone: other }))) {
    equal(of((await t.get(`/contacts/${phone}`)).succeeds().data), before, 'the fields afterwards');
  }
});
reading('4.5/patch-404', async (t) => {
  (await t.patch(`/contacts/${t.person()}`, { name: 'Nobody' })).refuses(404);
});
clause('4.5/patch-type', async (t) => {
  const phone = t.person();
  (await t.post('/contacts', { phone })).succeeds();
  (await t.patch(`/contacts/${phone}`, { name: 42 })).refuses('VALIDATION_FAILED');
});

import type { ApiResponse } from '../../answer.ts';
import { clause, generated } from '../../declare-case.ts';
import { equal, expectThat } from '../../expectations.ts';
import { checkTexts, fewTexts, isPlain } from '../support/generated.ts';
import { ample, field, leaves, mentions, personOf } from '../support/support.ts';

// What a client writes about people is shown unchanged, and searches find it.

const fits = (value: string): boolean => isPlain(value) && value.length <= 100;
/** A search may ignore spaces at the ends, and looks like a phone number if it has only digits. */
const isSearched = (value: string): boolean => fits(value) && value === value.trim() && /\p{L}/u.test(value);

for (const name of ['name', 'display_name', 'username'] as const) {
  for (const way of name === 'name' ? (['POST', 'PATCH'] as const) : (['POST'] as const)) {
    generated('2.9/values', `${name}, ${way}`, async (t) => {
      t.requireOwnAccount();
      const options = await ample(t);
      await checkTexts(
        t,
        fewTexts(t, 'label', fits),
        async (values) => {
          const found = [];
          for (const value of values) {
            const phone = t.person();
            if (way === 'PATCH') {
              (await t.post('/contacts', { phone }, options)).succeeds();
            }
            const written =
              way === 'POST'
                ? await t.post('/contacts', { phone, [name]: value }, options)
                : await t.patch(`/contacts/${phone}`, { [name]: value }, options);
            const read = written.status < 300 ? await t.get(`/contacts/${phone}`, options) : written;
            const got = read.status < 300 ? field(read.data, name) : read.status;
            found.push(
              got === value ? undefined : { what: `${name} is changed`, expected: value, got, exchange: read },
            );
          }
          return found;
        },
        fits,
      );
    });
  }
  generated('4.5/search-values', name, async (t) => {
    t.requireOwnAccount();
    const options = await ample(t);
    await checkTexts(
      t,
      fewTexts(t, 'label', isSearched),
      async (values) => {
        const phones = new Map<string, string>();
        for (const value of values) {
          const phone = t.person();
          phones.set(value, phone);
          (await t.post('/contacts', { phone, [name]: `Qx ${value} Zw` }, options)).succeeds();
        }
        const found = [];
        for (const value of values) {
          const search = new URLSearchParams({ search: `Qx ${value} Zw`, limit: '100' });
          const answer = (await t.get(`/contacts?${search}`, options)).succeeds();
          const isFound = answer.list.some((one) => personOf(field(one, 'phone')) === phones.get(value));
          found.push(
            isFound
              ? undefined
              : { what: `a search by ${name} misses the contact`, expected: value, got: answer.list, exchange: answer },
          );
        }
        return found;
      },
      isSearched,
    );
  });
}

/** Each text is found, and the other, which a pattern would also match, is not. */
const PATTERNS: [search: string, other: string][] = [
  ['a%b', 'axxb'],
  ['a_b', 'axb'],
  ['a.b', 'axb'],
  ['a*b', 'aab'],
  ['a?b', 'ab'],
  ['[ab]c', 'ac'],
  ['a\\b', 'ab'],
  ['(a|b)', 'a'],
  ['^a$', 'a'],
  ["a'b", 'ab'],
];
for (const name of ['name', 'display_name', 'username'] as const) {
  clause('4.5/search-patterns', name, async (t) => {
    t.requireOwnAccount();
    const options = await ample(t);
    for (const [search, other] of PATTERNS) {
      const [phone, stranger] = [t.person(), t.person()];
      (await t.post('/contacts', { phone, [name]: `pattern${search}` }, options)).succeeds();
      (await t.post('/contacts', { phone: stranger, [name]: `pattern${other}` }, options)).succeeds();
      const { list } = (await t.get(`/contacts?search=${encodeURIComponent(`pattern${search}`)}`, options)).succeeds();
      const people = list.map((one) => personOf(field(one, 'phone')));
      equal(
        [people.includes(phone), people.includes(stranger)],
        // Whether a search ignores punctuation is open, as long as a wildcard does not match other letters.
        [true, /x|aab|^a$|ac/.test(other) ? false : people.includes(stranger)],
        `whether pattern${search} finds itself and pattern${other}`,
      );
    }
  });
}
clause('4.5/search-wildcards', async (t) => {
  t.requireOwnAccount();
  (await t.post('/contacts', { phone: t.person(), name: 'Ada' })).succeeds();
  for (const search of ['Qq%', 'Qq_', 'Ad_ Qq', 'Z%a']) {
    const { list } = (await t.get(`/contacts?search=${encodeURIComponent(search)}`)).succeeds();
    equal(list, [], `the people that ${search} finds`);
  }
});

for (const [id, path, note] of [
  ['2.10/values-source', '/opt-outs', 'source'],
  ['2.10/values-reason', '/blocked-numbers', 'reason'],
] as const) {
  generated(id, async (t) => {
    t.requireOwnAccount();
    const options = await ample(t);
    await checkTexts(
      t,
      fewTexts(t, 'label', fits),
      async (values) => {
        const phones: string[] = [];
        const written: ApiResponse[] = [];
        for (const value of values) {
          const phone = t.person();
          phones.push(phone);
          written.push(await t.post(path, { phone, [note]: value }, options));
        }
        const entries = (await t.pages(`${path}?limit=100`, options)).flatMap(({ list }) => list);
        return values.map((value, at) => {
          const entry = entries.find((one) => mentions(one, phones[at] ?? ''));
          const exchange = written[at] as ApiResponse;
          return exchange.status < 300 && [...leaves(entry)].includes(value)
            ? undefined
            : { what: `the entry does not show ${note} unchanged`, expected: value, got: entry, exchange };
        });
      },
      fits,
    );
  });
}

/** Creates contacts with emails that a careless check refuses. */
clause('2.9/values-email', async (t) => {
  for (const email of ["o'brien@a.example", 'ada+tag@a.example', 'ADA@A.example', 'a_b%c@a.example', '0@a.example']) {
    const phone = t.person();
    (await t.post('/contacts', { phone, email })).succeeds();
    const { data } = (await t.get(`/contacts/${phone}`)).succeeds();
    // Whether the case is kept is open.
    equal(String(field(data, 'email')).toLowerCase(), email.toLowerCase(), 'email');
    const { list } = (await t.get(`/contacts?search=${encodeURIComponent(email)}`)).succeeds();
    const people = list.map((one) => personOf(field(one, 'phone')));
    expectThat(people.includes(phone), `a search for ${email} finds ${phone}`, people);
  }
});
clause('2.9/email-wildcards', async (t) => {
  t.requireOwnAccount();
  const phone = t.person();
  (await t.post('/contacts', { phone, email: 'axbyyc@a.example' })).succeeds();
  for (const email of ['a_b%c@a.example', 'a_b', '%@a.example']) {
    const { list } = (await t.get(`/contacts?search=${encodeURIComponent(email)}`)).succeeds();
    equal(list, [], `the people that ${email} finds`);
  }
});

import type { ApiResponse } from '../../answer.ts';
import type { ApiCallOptions } from '../../api.ts';
import type { CaseContext } from '../../context.ts';
import { clause, generated } from '../../declare-case.ts';
import { equal, expectThat } from '../../expectations.ts';
import { FILES } from '../support/files.ts';
import { checkTexts, fewTexts, isPlain, texts } from '../support/generated.ts';
import { reaches } from '../support/sends.ts';
import { body, leaves, link, linkOfKey } from '../support/support.ts';

// Values of templates, by each operation that takes them.

/** Providers refuse values with more than four spaces in a row, and with spaces only. */
const fits = (value: string): boolean => isPlain(value) && value.length <= 300 && !/ {5}/.test(value);

const VALUED = 'valued';
const CALLED = 'called';
const valued = (t: CaseContext) => t.addTemplate({ name: VALUED, components: [body('See {{1}} or call.', ['it'])] });
const called = (t: CaseContext) =>
  t.addTemplate({
    name: CALLED,
    parameter_format: 'NAMED',
    components: [
      {
        type: 'BODY',
        text: 'See {{thing}} or call.',
        example: { body_text_named_params: [{ param_name: 'thing', example: 'it' }] },
      },
    ],
  });
const titled = (t: CaseContext) =>
  t.addTemplate({
    name: 'titled',
    components: [
      { type: 'HEADER', format: 'TEXT', text: 'About {{1}} now', example: { header_text: ['it'] } },
      body('See above.'),
    ],
  });

type Send = (t: CaseContext, value: string, options: ApiCallOptions) => Promise<ApiResponse>;
const WAYS: [clause: string, what: string, make: (t: CaseContext) => Promise<number>, send: Send][] = [
  [
    '2.4/values-variables',
    'a positional value',
    valued,
    (t, value, options) => t.sendTemplate({ to: t.person(), name: VALUED, variables: [value] }, options),
  ],
  [
    '2.4/values-variables',
    'a named value',
    called,
    (t, thing, options) => t.sendTemplate({ to: t.person(), name: CALLED, variables: { thing } }, options),
  ],
  [
    '2.4/values-header',
    'the text of a header',
    titled,
    (t, text, options) => t.sendTemplate({ to: t.person(), name: 'titled', header: { text } }, options),
  ],
  [
    '4.2/values-query',
    'var1 of a link',
    valued,
    (t, var1, options) => t.get(link({ to: t.person(), name: VALUED, var1 }), options),
  ],
  [
    '4.2/values-query',
    'a named value of a link',
    called,
    (t, value, options) => t.get(link({ to: t.person(), name: CALLED, 'vars[thing]': value }), options),
  ],
  [
    '4.2/values-query',
    'var1 of a link with the key in the path',
    valued,
    (t, var1, { key, ...options }) =>
      t.get(linkOfKey(key ?? '', { to: t.person(), name: VALUED, var1 }), { ...options, key: null }),
  ],
];
for (const [id, what, make, send] of WAYS) {
  generated(id, what, async (t) => {
    t.requireOwnAccount();
    await make(t);
    // The text of a header has at most 60 characters with most providers.
    const short = (value: string) => fits(value) && (id !== '2.4/values-header' || value.length <= 45);
    const attempt = reaches(t, what, (value, options) => send(t, value, options));
    const values = what === 'a positional value' || what === 'var1 of a link' ? texts : fewTexts;
    await checkTexts(t, values(t, 'line', short), attempt, short);
  });
}
clause('4.2/query-encoding', async (t) => {
  t.requireOwnAccount();
  await valued(t);
  for (const [written, value] of [
    ['red%20hats', 'red hats'],
    ['red+hats', 'red hats'],
    ['red%2Bhats', 'red+hats'],
    ['50%25%20off', '50% off'],
    ['a%26b%3Dc', 'a&b=c'],
    ['caf%C3%A9', 'café'],
  ] as const) {
    const before = (await t.sends()).length;
    (await t.get(`/messages/template?to=${t.person()}&name=${VALUED}&var1=${written}`)).succeeds();
    const [send] = (await t.sends()).slice(before);
    expectThat([...leaves(send?.payload)].includes(value), `var1=${written} is the value ${value}`, send?.payload);
  }
});
generated('2.4/values-filename', async (t) => {
  t.requireOwnAccount();
  await t.addTemplate({
    name: 'paper',
    components: [
      { type: 'HEADER', format: 'DOCUMENT', example: { header_handle: ['https://files.example/sample'] } },
      body('See the header.'),
    ],
  });
  const url = t.file('a.pdf', FILES['a.pdf']);
  const attempt = reaches(t, 'the name of a file', (filename, options) =>
    t.sendTemplate({ to: t.person(), name: 'paper', header: { url, filename } }, options),
  );
  // A name may be changed into one that a file can have.
  const isName = (value: string) => /^[\p{L}\p{N} _.,$%&()-]+$/u.test(value) && value === value.trim();
  await checkTexts(
    t,
    fewTexts(t, 'label', isName).map((value) => `${value}.pdf`),
    attempt,
    (value) => isName(value) && /.\.pdf$/.test(value),
  );
});
clause('2.4/buttons-first', async (t) => {
  await t.addTemplate({
    name: 'first',
    components: [
      body('Your order is on its way.'),
      {
        type: 'BUTTONS',
        buttons: [
          { type: 'URL', text: 'Track', url: 'https://a.example/{{1}}', example: ['https://a.example/1'] },
          { type: 'QUICK_REPLY', text: 'Thanks' },
        ],
      },
    ],
  });
  for (const text of ['K-1', '0']) {
    (await t.sendTemplate({ to: t.person(), name: 'first', buttons: [{ index: 0, text }] })).is(202);
  }
  equal((await t.sends()).length, 2, 'the number of sends the provider accepted');
});

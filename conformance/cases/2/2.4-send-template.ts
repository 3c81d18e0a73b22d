import type { CaseContext } from '../../context.ts';
import { clause, reading } from '../../declare-case.ts';
import { equal, expectThat } from '../../expectations.ts';
import { NOT_PUBLIC } from '../support/addresses.ts';
import { FILES, upload } from '../support/files.ts';
import {
  body,
  carries,
  carriesFile,
  carriesNamed,
  carriesWhole,
  distinguishes,
  onlySend,
  words,
} from '../support/support.ts';

/** Sends with a test key, which runs every validation (§5.7) but sends nothing. */
async function tried(t: CaseContext, request: Record<string, unknown>) {
  return t.sendTemplate({ to: t.person(), ...request }, { key: await t.testKey() });
}

/** Sends the template and returns the request that the provider accepted. */
async function delivered(t: CaseContext, request: Record<string, unknown>) {
  (await t.sendTemplate({ to: t.person(), ...request })).succeeds();
  return onlySend(t);
}

const TWO = 'two_variables';
const NAMED = 'named_variables';
const two = (t: CaseContext) =>
  t.addTemplate({ name: TWO, components: [body('Hi {{1}}, your order {{2}} is on its way.', ['Ada', '4711'])] });
const named = (t: CaseContext) =>
  t.addTemplate({
    name: NAMED,
    parameter_format: 'NAMED',
    components: [
      {
        type: 'BODY',
        text: 'Hi {{first_name}}, your {{thing}} is on its way.',
        example: {
          body_text_named_params: [
            { param_name: 'first_name', example: 'Ada' },
            { param_name: 'thing', example: 'order' },
          ],
        },
      },
    ],
  });

clause('2.4/channel-default', async (t) => {
  equal((await delivered(t, { name: 'hello_world' })).channel, 'whatsapp', 'the channel');
});

clause('2.4/connection-id', async (t) => {
  const second = await t.connection('whatsapp');
  equal((await delivered(t, { name: 'hello_world', connection_id: second })).connection_id, second, 'the line');
});

reading('2.4/to-required', async (t) => {
  (await t.sendTemplate({ name: t.template('plain') }, { key: await t.testKey() })).refuses(422);
});
reading('2.4/name-required', async (t) => {
  (await tried(t, {})).refuses(422);
});

clause('2.4/language-one', async (t) => {
  await t.addTemplate({ name: 'only_tr', language: 'tr', components: [body('Merhaba')] });
  carriesWhole((await delivered(t, { name: 'only_tr' })).payload, 'tr', 'the language');
});
reading('2.4/language-several-required', async (t) => {
  (await tried(t, { name: 'multi_lang' })).refuses(422);
});
reading('2.4/language-several-listed', async (t) => {
  const answer = (await tried(t, { name: 'multi_lang' })).refuses(422);
  const said = JSON.stringify(answer.error);
  expectThat(/\btr\b/.test(said) && said.includes('en_US'), 'the error lists tr and en_US', said);
});
for (const language of ['tr', 'en_US']) {
  clause('2.4/language-chosen', language, async (t) => {
    carriesWhole((await delivered(t, { name: 'multi_lang', language })).payload, language, 'the language');
  });
}
clause('2.4/language-chosen', 'regions', async (t) => {
  for (const language of ['pt_BR', 'pt_PT']) {
    await t.addTemplate({ name: 'regions', language, components: [body(`Hello from ${language}`)] });
  }
  carriesWhole((await delivered(t, { name: 'regions', language: 'pt_PT' })).payload, 'pt_PT', 'the language');
});
reading('2.4/language-unknown', async (t) => {
  (await tried(t, { name: 'multi_lang', language: 'de' })).refuses('TEMPLATE_NOT_FOUND', 422);
});

clause(['2.4/variables-array', '2.4/variables-order'], async (t) => {
  await two(t);
  carries((await delivered(t, { name: TWO, variables: ['Grace', 'X-99'] })).payload, ['Grace', 'X-99'], 'the values');
});
clause('2.4/variables-order', 'ten', async (t) => {
  const places = Array.from({ length: 10 }, (_, at) => at + 1);
  const values = places.map((place) => `value-${String.fromCharCode(96 + place)}`);
  await t.addTemplate({
    name: 'ten_variables',
    components: [body(`Of all ${places.map((place) => `{{${place}}}`).join(' and ')} here.`, values)],
  });
  carries((await delivered(t, { name: 'ten_variables', variables: values })).payload, values, 'the values');
});
clause(['2.4/variables-object', '2.4/variables-names'], async (t) => {
  await named(t);
  const variables = { thing: 'parcel', first_name: 'Grace' };
  const { payload } = await delivered(t, { name: NAMED, variables });
  for (const [name, value] of Object.entries(variables)) {
    carriesNamed(payload, name, value, 'Hi Grace, your parcel is on its way.');
  }
});
clause(['2.4/variables-array-for-named', '7/TEMPLATE_VARIABLES_FORMAT'], 'array', async (t) => {
  await named(t);
  (await tried(t, { name: NAMED, variables: ['Grace', 'parcel'] })).refuses('TEMPLATE_VARIABLES_FORMAT');
});
clause(['2.4/variables-object-for-positional', '7/TEMPLATE_VARIABLES_FORMAT'], 'object', async (t) => {
  await two(t);
  (await tried(t, { name: TWO, variables: { 1: 'Grace', 2: 'X-99' } })).refuses('TEMPLATE_VARIABLES_FORMAT');
});

for (const [slug, value] of [
  ['variables-line-break', 'two\nlines'],
  ['variables-carriage-return', 'two\rlines'],
] as const) {
  clause(`2.4/${slug}`, async (t) => {
    await two(t);
    (await tried(t, { name: TWO, variables: ['Grace', value] })).refuses(422);
  });
}
clause('2.4/variables-line-break-named', async (t) => {
  await named(t);
  (await tried(t, { name: NAMED, variables: { first_name: 'Gr\nace', thing: 'parcel' } })).refuses(422);
});

const REFUSED: [slug: string, name: string, variables: unknown, code: 'TEMPLATE_VARIABLES_MISSING' | 422][] = [
  ['variables-missing-one', TWO, ['Grace'], 'TEMPLATE_VARIABLES_MISSING'],
  ['variables-missing-all', TWO, undefined, 'TEMPLATE_VARIABLES_MISSING'],
  ['variables-missing-all', TWO, [], 'TEMPLATE_VARIABLES_MISSING'],
  ['variables-missing-named', NAMED, { first_name: 'Grace' }, 'TEMPLATE_VARIABLES_MISSING'],
  ['variables-extra', TWO, ['Grace', 'X-99', 'more'], 422],
  ['variables-extra-named', NAMED, { first_name: 'Grace', thing: 'parcel', more: 'x' }, 422],
  ['variables-extra-none', 'hello_world', ['x'], 422],
];
for (const [slug, name, variables, code] of REFUSED) {
  clause(
    [`2.4/${slug}`, ...(code === 422 ? [] : ['7/TEMPLATE_VARIABLES_MISSING'])],
    JSON.stringify(variables) ?? 'none',
    async (t) => {
      await (name === TWO ? two(t) : name === NAMED ? named(t) : undefined);
      (await tried(t, { name, ...(variables !== undefined && { variables }) })).refuses(code);
    },
  );
}

clause('2.4/variables-none', async (t) => {
  (await tried(t, { name: t.template('plain') })).succeeds();
});
clause('2.4/variables-error-describes', async (t) => {
  await two(t);
  const { error } = (await tried(t, { name: TWO, variables: ['Grace'] })).refuses(422);
  expectThat(
    /\d/.test(error.message + error.reason + error.fix) || /variable/i.test(error.message),
    'the error mentions variables',
    error,
  );
});
clause('2.4/variables-immediately', async (t) => {
  await two(t);
  await t.sendTemplate({ to: t.person(), name: TWO, variables: ['Grace'] });
  await t.sendTemplate({ to: t.person(), name: TWO, variables: ['Grace', 'X-99', 'more'] });
  equal(await t.sends(), [], 'the sends the provider accepted');
});

// Headers.

const mediaHeader = (t: CaseContext, format: 'IMAGE' | 'VIDEO' | 'DOCUMENT', name: string) =>
  t.addTemplate({
    name,
    components: [
      { type: 'HEADER', format, example: { header_handle: ['https://files.example/sample'] } },
      body('See the header.'),
    ],
  });

clause('2.4/header-media-id', async (t) => {
  await mediaHeader(t, 'IMAGE', 'picture');
  const one = (await upload(t, 'a.jpg')).succeeds().data.id;
  // The same bytes may get the same ID.
  const other = (await upload(t, 'a.jpg', { bytes: 100 })).succeeds().data.id;
  const to = t.person();
  for (const media_id of [one, one, other]) {
    (await t.sendTemplate({ to, name: 'picture', header: { media_id } })).succeeds();
    await t.settle(); // sends may leave in any order
  }
  distinguishes(await t.sends(), 'the file of the header');
});
for (const [format, name] of [
  ['IMAGE', 'a.jpg'],
  ['VIDEO', 'a.mp4'],
  ['DOCUMENT', 'a.pdf'],
] as const) {
  clause('2.4/header-url', format, async (t) => {
    await mediaHeader(t, format, 'with_file');
    const url = t.file(name, FILES[name]);
    carriesFile(t, (await delivered(t, { name: 'with_file', header: { url } })).payload, url);
  });
  clause('2.4/header-media-id', format, async (t) => {
    await mediaHeader(t, format, 'with_file');
    const { id: media_id } = (await upload(t, name)).succeeds().data;
    await delivered(t, { name: 'with_file', header: { media_id } });
  });
}
for (const address of NOT_PUBLIC) {
  clause(['2.4/header-address', '7/MEDIA_URL_INVALID'], address, async (t) => {
    await mediaHeader(t, 'IMAGE', 'picture');
    const header = { url: `https://${address}/a.jpg` };
    (await tried(t, { name: 'picture', header })).refuses('MEDIA_URL_INVALID');
  });
}
clause('2.4/header-document-filename', async (t) => {
  await mediaHeader(t, 'DOCUMENT', 'paper');
  const url = t.file('a.pdf', FILES['a.pdf']);
  const { payload } = await delivered(t, { name: 'paper', header: { url, filename: 'invoice-7.pdf' } });
  carriesFile(t, payload, url);
  carries(payload, ['invoice-7.pdf'], 'the name');
});

const textHeader = (t: CaseContext) =>
  t.addTemplate({
    name: 'titled',
    components: [
      { type: 'HEADER', format: 'TEXT', text: 'Order {{1}}', example: { header_text: ['4711'] } },
      body('It is on its way.'),
    ],
  });

clause('2.4/header-text', async (t) => {
  await textHeader(t);
  carries((await delivered(t, { name: 'titled', header: { text: 'K-123' } })).payload, ['K-123'], 'the text');
});
clause('2.4/header-text-missing', async (t) => {
  await textHeader(t);
  (await tried(t, { name: 'titled' })).refuses(422);
});
clause(['2.4/header-omitted', '7/TEMPLATE_HEADER_MISSING'], async (t) => {
  const answer = await tried(t, { name: t.template('marketing') });
  if (answer.status !== 202) {
    answer.refuses('TEMPLATE_HEADER_MISSING');
  }
});

// Buttons.

const dynamicButton = (t: CaseContext) =>
  t.addTemplate({
    name: 'tracked',
    components: [
      body('Your order is on its way.'),
      {
        type: 'BUTTONS',
        buttons: [
          { type: 'QUICK_REPLY', text: 'Thanks' },
          { type: 'QUICK_REPLY', text: 'Thanks a lot' },
          {
            type: 'URL',
            text: 'Track',
            url: 'https://shop.example/track/{{1}}',
            example: ['https://shop.example/track/1'],
          },
        ],
      },
    ],
  });

clause(['2.4/buttons-dynamic', '2.4/buttons-reach'], async (t) => {
  await dynamicButton(t);
  const { payload } = await delivered(t, { name: 'tracked', buttons: [{ index: 2, text: 'K-77' }] });
  carries(payload, ['K-77'], 'the text');
  carriesWhole(payload, 2, 'the index');
});
/** Adds a template with two dynamic URL buttons. */
async function twoLinks(t: CaseContext): Promise<void> {
  const button = (text: string, host: string) => ({
    type: 'URL' as const,
    text,
    url: `https://${host}/{{1}}`,
    example: [`https://${host}/1`],
  });
  await t.addTemplate({
    name: 'two_links',
    components: [
      body('Your order is on its way.'),
      { type: 'BUTTONS', buttons: [button('Track', 'track.example'), button('Pay', 'pay.example')] },
    ],
  });
}
clause('2.4/buttons-each', async (t) => {
  await twoLinks(t);
  const buttons = [
    { index: 1, text: 'K-22' },
    { index: 0, text: 'K-11' },
  ];
  const { payload } = await delivered(t, { name: 'two_links', buttons });
  for (const [index, text, url, other] of [
    [0, 'K-11', 'track.example/K-11', 'K-22'],
    [1, 'K-22', 'pay.example/K-22', 'K-11'],
  ] as const) {
    expectThat(
      together(payload, text, other).some(
        (found) => found.includes(String(index)) || found.some((one) => one.includes(url)),
      ),
      `${text} reaches the provider as the text of button ${index}`,
      payload,
    );
  }
});

/** Returns the words of each part of a provider request that has one word and not the other. */
function together(node: unknown, word: string, without: string): string[][] {
  if (node === null || typeof node !== 'object') {
    return [];
  }
  const found = [...words(node)];
  const isOwn = found.some((one) => one.includes(word)) && !found.some((one) => one.includes(without));
  return [...(isOwn ? [found] : []), ...Object.values(node).flatMap((part) => together(part, word, without))];
}
clause(['2.4/buttons-dynamic-missing', '7/TEMPLATE_BUTTON_PARAM_MISSING'], async (t) => {
  await dynamicButton(t);
  (await tried(t, { name: 'tracked' })).refuses('TEMPLATE_BUTTON_PARAM_MISSING');
});
clause('2.4/buttons-index-integer', async (t) => {
  await dynamicButton(t);
  (await tried(t, { name: 'tracked', buttons: [{ index: 'two', text: 'K-77' }] })).refuses(422);
});
for (const index of [0, 1]) {
  clause(['2.4/buttons-dynamic-missing', '7/TEMPLATE_BUTTON_PARAM_MISSING'], `only button ${index}`, async (t) => {
    await twoLinks(t);
    (await tried(t, { name: 'two_links', buttons: [{ index, text: 'K-11' }] })).refuses(
      'TEMPLATE_BUTTON_PARAM_MISSING',
    );
  });
}
clause('2.4/buttons-extra', async (t) => {
  await twoLinks(t);
  const both = [
    { index: 0, text: 'K-11' },
    { index: 1, text: 'K-22' },
  ];
  (await tried(t, { name: 'two_links', buttons: [...both, { index: 2, text: 'K-33' }] })).refuses(422);
  (await tried(t, { name: t.template('plain'), buttons: [{ index: 0, text: 'K-11' }] })).refuses(422);
});
reading('2.4/header-extra', async (t) => {
  (await tried(t, { name: t.template('plain'), header: { text: 'A header' } })).refuses(422);
});
clause('2.4/variables-repeated', async (t) => {
  await t.addTemplate({
    name: 'repeated',
    components: [body('Hi {{1}}, order {{2}} is ready. See you, {{1}}!', ['Ada', '4711'])],
  });
  carries(
    (await delivered(t, { name: 'repeated', variables: ['Grace', 'X-99'] })).payload,
    ['Grace', 'X-99'],
    'the values',
  );
  (await tried(t, { name: 'repeated', variables: ['Grace', 'X-99', 'Grace'] })).refuses(422);
});

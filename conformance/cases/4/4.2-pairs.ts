import type { ApiResponse } from '../../answer.ts';
import type { ApiCallOptions } from '../../api.ts';
import type { CaseContext } from '../../context.ts';
import { clause, reading } from '../../declare-case.ts';
import { equal, expectThat } from '../../expectations.ts';
import { FILES, upload } from '../support/files.ts';
import { body, link, linkOfKey, withKey } from '../support/support.ts';

// Two features at once: an Idempotency-Key with each field, with test keys and with other operations.

/** Bodies that differ in one field. `make` returns the two values, which are both valid. */
interface DifferentBody {
  field: string;
  base: (t: CaseContext) => Promise<Record<string, unknown>>;
  other: (t: CaseContext) => Promise<Record<string, unknown>>;
}

const place = { type: 'location', latitude: 41.5, longitude: 28.5, name: 'Shop', address: 'Galata 1' };
const buttons = (title: string, id = 'a') => ({
  type: 'interactive',
  interactive: { kind: 'button', text: 'Well?', buttons: [{ id, title }] },
});
const list = (description: string) => ({
  type: 'interactive',
  interactive: {
    kind: 'list',
    text: 'Well?',
    button: 'Sizes',
    sections: [{ title: 'All', rows: [{ id: 'a', title: 'A', description }] }],
  },
});
const file =
  (more: Record<string, unknown>, name: 'a.pdf' | 'a.txt' = 'a.pdf') =>
  async (t: CaseContext) => ({
    type: 'document',
    media: { url: await t.shared(`${name} of ${t.tag}`, async () => t.file(name, FILES[name])) },
    caption: 'One',
    filename: 'one.pdf',
    ...more,
  });
const always = (value: Record<string, unknown>) => async () => value;

const MESSAGES: DifferentBody[] = [
  { field: 'text', base: always({ text: 'One' }), other: always({ text: 'one' }) },
  { field: 'spaces', base: always({ text: 'One' }), other: always({ text: 'One ' }) },
  { field: 'caption', base: file({}), other: file({ caption: 'Other' }) },
  { field: 'filename', base: file({}), other: file({ filename: 'other.pdf' }) },
  { field: 'media', base: file({}), other: file({}, 'a.txt') },
  { field: 'latitude', base: always(place), other: always({ ...place, latitude: 41.6 }) },
  { field: 'latitude 0', base: always(place), other: always({ ...place, latitude: 0 }) },
  { field: 'longitude', base: always(place), other: always({ ...place, longitude: 28.6 }) },
  { field: 'name', base: always(place), other: always({ ...place, name: 'Other' }) },
  { field: 'address', base: always(place), other: always({ ...place, address: 'Other 1' }) },
  { field: 'interactive title', base: always(buttons('A')), other: always(buttons('B')) },
  { field: 'interactive ID', base: always(buttons('A')), other: always(buttons('A', 'b')) },
  { field: 'interactive description', base: always(list('One')), other: always(list('Other')) },
  {
    field: 'connection_id',
    base: async (t) => ({ text: 'One', connection_id: (await t.account()).connections?.whatsapp }),
    other: async (t) => ({ text: 'One', connection_id: await t.connection('whatsapp') }),
  },
];

const tracked = (t: CaseContext) =>
  t.addTemplate({
    name: 'tracked',
    components: [
      { type: 'HEADER', format: 'TEXT', text: 'Order {{1}}', example: { header_text: ['4711'] } },
      body('Hi {{1}}, it is {{2}} for you.', ['Ada', 'here']),
      {
        type: 'BUTTONS',
        buttons: [{ type: 'URL', text: 'Track', url: 'https://a.example/{{1}}', example: ['https://a.example/1'] }],
      },
    ],
  });
const ofTemplate = (more: Record<string, unknown>) => async () => ({
  name: 'tracked',
  header: { text: 'K-1' },
  variables: ['Ada', 'here'],
  buttons: [{ index: 0, text: 'K-1' }],
  ...more,
});
const TEMPLATES: DifferentBody[] = [
  { field: 'header', base: ofTemplate({}), other: ofTemplate({ header: { text: 'K-2' } }) },
  { field: 'buttons', base: ofTemplate({}), other: ofTemplate({ buttons: [{ index: 0, text: 'K-2' }] }) },
  { field: 'variables', base: ofTemplate({}), other: ofTemplate({ variables: ['Ada', 'there'] }) },
  { field: 'order of variables', base: ofTemplate({}), other: ofTemplate({ variables: ['here', 'Ada'] }) },
  {
    field: 'language',
    base: always({ name: 'multi_lang', language: 'tr' }),
    other: always({ name: 'multi_lang', language: 'en_US' }),
  },
  {
    field: 'name',
    base: always({ name: 'hello_world' }),
    other: always({ name: 'multi_lang', language: 'en_US' }),
  },
];

for (const [operation, bodies] of [
  ['send', MESSAGES],
  ['sendTemplate', TEMPLATES],
] as const) {
  for (const { field, base, other } of bodies) {
    clause('7/idempotency-conflict-each-field', `${operation}, ${field}`, async (t) => {
      t.requireOwnAccount();
      if (operation === 'sendTemplate') {
        await tracked(t);
      }
      const to = await t.customer();
      const first = (await t[operation]({ to, ...(await base(t)) }, withKey(t, 'field'))).is(202);
      (await t[operation]({ to, ...(await other(t)) }, withKey(t, 'field'))).refuses('IDEMPOTENCY_CONFLICT');
      if (field !== 'connection_id') {
        // The second body is valid: it is refused only because of the key.
        const second = (await t[operation]({ to, ...(await other(t)) })).is(202);
        expectThat(second.data.id !== first.data.id, 'the second body is a new message', second.data);
      }
    });
  }
}

type Sends = (t: CaseContext, to: string, options: ApiCallOptions) => Promise<ApiResponse>;
const WAYS: [name: string, send: Sends][] = [
  ['POST /messages', (t, to, options) => t.send({ to, text: 'Hello' }, options)],
  ['POST /messages/template', (t, to, options) => t.sendTemplate({ to, name: 'hello_world' }, options)],
  ['GET /messages/template', (t, to, options) => t.get(link({ to, name: 'hello_world' }), options)],
  [
    'GET /messages/template with a key',
    (t, to, options) => t.get(link({ to, name: 'hello_world', idempotency_key: `both-${t.tag}` }), options),
  ],
  [
    'GET /messages/template/{api_key}',
    (t, to, { key }) => t.get(linkOfKey(key ?? '', { to, name: 'hello_world' }), { key: null }),
  ],
];
for (const [name, send] of WAYS) {
  clause('5.7/live-after-test', name, async (t) => {
    t.requireOwnAccount();
    const [to, live] = [await t.customer(), (await t.account()).live];
    const { headers } = withKey(t, 'both');
    const test = (await send(t, to, { headers, key: await t.testKey() })).is(202);
    const answer = (await send(t, to, { headers, key: live })).is(202);
    equal([answer.data.status, answer.data.test ?? false], ['queued', false], 'status and test of the live send');
    expectThat(answer.data.id !== test.data.id, 'the live send has its own ID', answer.data);
    equal((await t.sends()).length, 1, 'the number of sends the provider accepted');
  });
  clause('5.7/test-after-live', name, async (t) => {
    t.requireOwnAccount();
    const [to, live] = [await t.customer(), (await t.account()).live];
    const { headers } = withKey(t, 'both');
    (await send(t, to, { headers, key: live })).is(202);
    const answer = (await send(t, to, { headers, key: await t.testKey() })).is(202);
    equal([answer.data.status, answer.data.test], ['sent', true], 'status and test of the test send');
    equal((await t.sends()).length, 1, 'the number of sends the provider accepted');
  });
  clause('5.7/validates-blocked', name, async (t) => {
    const to = await t.customer();
    (await t.post('/blocked-numbers', { phone: to })).succeeds();
    (await send(t, to, { key: await t.testKey() })).refuses('RECIPIENT_BLOCKED');
  });
  if (name !== 'POST /messages') {
    clause('5.7/validates-opted-out', name, async (t) => {
      t.requireOwnAccount();
      const to = await t.customer();
      await t.addTemplate({ name: 'sale', category: 'MARKETING', components: [body('Sale today.')] });
      (await t.post('/opt-outs', { phone: to })).succeeds();
      const [key, values] = [await t.testKey(), { to, name: 'sale' }];
      const answer = name.startsWith('POST')
        ? await t.sendTemplate(values, { key })
        : name.includes('{')
          ? await t.get(linkOfKey(key, values), { key: null })
          : await t.get(link(values), { key });
      answer.refuses('RECIPIENT_OPTED_OUT');
    });
  }
}
clause('5.7/validates-connection', async (t) => {
  const key = await t.testKey();
  const foreign = (await t.newAccount()).connections?.whatsapp ?? '';
  (await t.send({ to: t.person(), text: 'Hi', connection_id: foreign }, { key })).refuses('CONNECTION_NOT_FOUND');
  (await t.sendTemplate({ to: t.person(), name: 'hello_world', connection_id: foreign }, { key })).refuses(
    'CONNECTION_NOT_FOUND',
  );
  const { connections } = await t.account();
  await t.connection('whatsapp', { connection_id: connections?.whatsapp, active: false });
  (await t.send({ to: t.person(), text: 'Hi' }, { key })).refuses('CHANNEL_NOT_CONNECTED');
});
reading('5.7/validates-features', async (t) => {
  const key = await t.testKey();
  const to = await t.customer('instagram');
  (await t.send({ channel: 'instagram', to, ...place }, { key })).refuses('CHANNEL_FEATURE_UNSUPPORTED');
  (await t.sendTemplate({ channel: 'instagram', to, name: 'hello_world' }, { key })).refuses(
    'CHANNEL_FEATURE_UNSUPPORTED',
  );
  (await t.send({ channel: 'instagram', to, type: 'image', media: { id: 'med_1' } }, { key })).refuses(422);
});
clause('5.7/validates-media-id', async (t) => {
  const other = await t.newAccount();
  const { id } = (await upload(t, 'a.jpg', { key: other.live })).succeeds().data;
  const answer = await t.send({ to: t.person(), type: 'image', media: { id } }, { key: await t.testKey() });
  expectThat(answer.status >= 400 && answer.status < 500, "another account's file is refused", answer.status);
});

// Keys that careless code takes for missing or for the same.

for (const [variant, ...keys] of [
  ['0', '0'],
  ['false', 'false'],
  ['null', 'null'],
  ['spaces', 'a key with spaces'],
  ['punctuation', 'a/b?c=d&e%20f:g'],
  ['255 characters', 'k'.repeat(255)],
] as const) {
  clause('4.2/idempotency-values', variant, async (t) => {
    t.requireOwnAccount();
    const to = await t.customer();
    for (const key of [...keys, ...keys]) {
      (await t.send({ to, text: 'Once' }, { headers: { 'idempotency-key': key } })).is(202);
    }
    equal((await t.sends()).length, 1, 'the number of sends the provider accepted');
    const values = { to, name: 'hello_world', idempotency_key: `${keys[0]}` };
    // Whether the header and the query share their keys is open, so the link is another account's.
    const { live: key } = await t.newAccount();
    const first = (await t.get(link(values), { key })).is(202);
    equal((await t.get(link(values), { key })).is(202).data.id, first.data.id, 'the ID of a repeated link');
  });
}
clause('4.2/idempotency-keys-differ', async (t) => {
  t.requireOwnAccount();
  const to = await t.customer();
  const long = 'k'.repeat(200);
  const keys = [
    'key-a',
    'KEY-A',
    `${long}a`,
    `${long}b`,
    'key-a1',
    'key_a',
    'key%a',
    'key-',
    '1',
    '01',
    '1.0',
    '1e0',
    'true',
    'TRUE',
  ];
  for (const key of keys) {
    (await t.send({ to, text: 'Hello' }, { headers: { 'idempotency-key': key } })).is(202);
  }
  equal((await t.sends()).length, keys.length, 'the number of sends the provider accepted');
});
clause('4.2/idempotency-other-operation', async (t) => {
  t.requireOwnAccount();
  const to = await t.customer();
  const first = (await t.send({ to, text: 'Hello' }, withKey(t, 'both'))).is(202);
  const other = await t.sendTemplate({ to, name: 'hello_world' }, withKey(t, 'both'));
  // Whether a key is shared by the two operations is open. If it is, the bodies differ.
  if (other.status === 202) {
    expectThat(other.data.id !== first.data.id, 'the template is a new message', other.data);
    equal((await t.sends()).length, 2, 'the number of sends the provider accepted');
  } else {
    other.refuses('IDEMPOTENCY_CONFLICT');
  }
});

// Repeated links that differ in one parameter are other requests.

const REPEATS: [field: string, base: Record<string, string>, other: Record<string, string>][] = [
  ['language', { name: 'multi_lang', language: 'tr' }, { name: 'multi_lang', language: 'en_US' }],
  ['name', { name: 'hello_world' }, { name: 'multi_lang', language: 'en_US' }],
  ['a later variable', { name: 'two', var1: 'a', var2: 'b' }, { name: 'two', var1: 'a', var2: 'c' }],
  ['swapped variables', { name: 'two', var1: 'a', var2: 'b' }, { name: 'two', var1: 'b', var2: 'a' }],
  ['case', { name: 'two', var1: 'a', var2: 'b' }, { name: 'two', var1: 'A', var2: 'b' }],
  ['a named variable', { name: 'called', 'vars[thing]': 'a' }, { name: 'called', 'vars[thing]': 'b' }],
];
for (const [field, base, other] of REPEATS) {
  for (const way of ['query', 'path'] as const) {
    clause('4.2/repeat-each-parameter', `${field}, ${way}`, async (t) => {
      t.requireOwnAccount();
      await t.addTemplate({ name: 'two', components: [body('Hi {{1}}, order {{2}}.', ['Ada', '1'])] });
      await t.addTemplate({
        name: 'called',
        parameter_format: 'NAMED',
        components: [
          {
            type: 'BODY',
            text: 'See {{thing}} or call.',
            example: { body_text_named_params: [{ param_name: 'thing', example: 'it' }] },
          },
        ],
      });
      const [to, { live }] = [t.person(), await t.account()];
      for (const values of [base, other]) {
        const given = { to, ...values };
        (await (way === 'path' ? t.get(linkOfKey(live, given), { key: null }) : t.get(link(given)))).is(202);
      }
      equal((await t.sends()).length, 2, 'the number of sends the provider accepted');
    });
  }
}
clause('4.2/repeat-connection', async (t) => {
  t.requireOwnAccount();
  const [to, connection_id] = [t.person(), await t.connection('whatsapp')];
  (await t.get(link({ to, name: 'hello_world' }))).is(202);
  (await t.get(link({ to, name: 'hello_world', connection_id }))).is(202);
  equal((await t.sends()).length, 2, 'the number of sends the provider accepted');
});
reading('4.2/query-none', async (t) => {
  (await t.get('/messages/template')).refuses(422);
  (await t.get('/messages/template', { key: await t.testKey() })).refuses(422);
  const { live } = await t.account();
  (await t.get(`/messages/template/${encodeURIComponent(live)}`, { key: null })).refuses(422);
});

// Content-Type with parameters, and in another case.

for (const type of [
  'application/json; charset=utf-8',
  'application/json;charset=UTF-8',
  'application/json; charset="utf-8"',
  'Application/JSON',
]) {
  clause('7/content-type-parameters', type, async (t) => {
    t.requireOwnAccount();
    const headers = { 'content-type': type };
    const json = (value: unknown) => JSON.stringify(value);
    const to = await t.customer();
    (await t.call('POST', '/messages', { headers, raw: json({ to, text: 'Merhaba ş' }) })).is(202);
    (await t.call('POST', '/messages/template', { headers, raw: json({ to, name: 'hello_world' }) })).is(202);
    (await t.call('POST', '/contacts', { headers, raw: json({ phone: to, name: 'Ayşe' }) })).succeeds();
    (await t.call('PATCH', `/contacts/${to}`, { headers, raw: json({ name: 'Ayşe' }) })).is(200);
    (await t.call('POST', '/opt-outs', { headers, raw: json({ phone: t.person() }) })).is(201);
    (await t.call('POST', '/blocked-numbers', { headers, raw: json({ phone: t.person() }) })).is(201);
    (await t.call('PATCH', `/conversations/${to}`, { headers, raw: json({ unread_count: 0 }) })).is(200);
  });
}
clause('1/json-spelling', async (t) => {
  t.requireOwnAccount();
  const to = await t.customer();
  const headers = { 'content-type': 'application/json' };
  const before = (await t.sends()).length;
  for (const raw of [
    `{"to":"${to}","text":"\\u015fey \\ud83d\\udc4d \\/"}`,
    ` \n{ "text" : "\u015fey 👍 /" ,\r\n\t"to" : "${to}" }\n`,
  ]) {
    (await t.call('POST', '/messages', { headers, raw })).is(202);
  }
  const sends = (await t.sends()).slice(before);
  for (const { payload } of sends) {
    expectThat(JSON.stringify(payload).includes('şey 👍 /'), 'the text reaches the provider', payload);
  }
  equal(sends.length, 2, 'the number of sends the provider accepted');
});

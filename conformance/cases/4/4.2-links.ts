import type { CaseContext } from '../../context.ts';
import { clause, reading, timed } from '../../declare-case.ts';
import { equal, expectThat } from '../../expectations.ts';
import { body, byPath, carries, carriesWhole, DAY, link, linkOfKey, onlySend, personOf } from '../support/support.ts';

// Template sends by GET, with the key in the header, the query or the path.

const two = (t: CaseContext) =>
  t.addTemplate({ name: 'two', components: [body('Hi {{1}}, order {{2}}.', ['Ada', '1'])] });
const namedTemplate = (t: CaseContext) =>
  t.addTemplate({
    name: 'called',
    parameter_format: 'NAMED',
    components: [
      {
        type: 'BODY',
        text: 'Hi {{first_name}}.',
        example: { body_text_named_params: [{ param_name: 'first_name', example: 'Ada' }] },
      },
    ],
  });

clause('4.2/query-202', async (t) => {
  const { data } = (await t.get(link({ to: t.person(), name: t.template('plain') }), { key: await t.testKey() })).is(
    202,
  );
  expectThat(typeof data.id === 'string' && typeof data.status === 'string', 'id and status are present', data);
});
reading('4.2/query-404', async (t) => {
  (await t.get(link({ to: t.person(), name: 'no_such_template' }), { key: await t.testKey() })).refuses(
    'TEMPLATE_NOT_FOUND',
  );
});
reading('4.2/query-422', async (t) => {
  (await t.get(link({ to: t.person(), name: t.template('positional') }), { key: await t.testKey() })).refuses(422);
});
clause('4.2/query-same-operation', async (t) => {
  await two(t);
  const to = t.person();
  (await t.sendTemplate({ to, name: 'two', variables: ['Grace', '77'] })).succeeds();
  (await t.get(link({ to, name: 'two', var1: 'Grace', var2: '77' }))).succeeds();
  const [one, other] = await t.sends();
  equal(
    [other?.to, other?.type, other?.connection_id],
    [one?.to, one?.type, one?.connection_id],
    'recipient, type and connection',
  );
  carries(other?.payload, ['two'], 'the name');
  carries(other?.payload, ['Grace', '77'], 'the values');
});
reading('4.2/query-to-required', async (t) => {
  (await t.get(link({ name: t.template('plain') }), { key: await t.testKey() })).refuses(422);
});
reading('4.2/query-name-required', async (t) => {
  (await t.get(link({ to: t.person() }), { key: await t.testKey() })).refuses(422);
});
clause('4.2/query-to-alias', async (t) => {
  const to = t.person();
  (await t.get(link({ phone: to, name: 'hello_world' }))).succeeds();
  equal(personOf((await onlySend(t)).to), to, 'the recipient');
});
clause('4.2/query-name-alias', async (t) => {
  (await t.get(link({ to: t.person(), template: 'hello_world' }))).succeeds();
  carries((await onlySend(t)).payload, ['hello_world'], 'the name');
});
clause('4.2/query-var', async (t) => {
  await two(t);
  (await t.get(link({ var2: 'second-value', to: t.person(), name: 'two', var1: 'first-value' }))).succeeds();
  carries((await onlySend(t)).payload, ['first-value', 'second-value'], 'the values');
});
clause('4.2/query-var-10', async (t) => {
  const places = Array.from({ length: 10 }, (_, at) => at + 1);
  const values = places.map((place) => `value-${String.fromCharCode(96 + place)}`);
  await t.addTemplate({
    name: 'ten',
    components: [body(`Of all ${places.map((place) => `{{${place}}}`).join(' and ')} here.`, values)],
  });
  const given = Object.fromEntries(places.map((place) => [`var${place}`, values[place - 1] ?? '']));
  (await t.get(link({ to: t.person(), name: 'ten', ...given }))).succeeds();
  carries((await onlySend(t)).payload, values, 'the values');
});
clause('4.2/query-order', async (t) => {
  await two(t);
  const { live } = await t.account();
  const turned = <T>(list: T[], by: number): T[] => [...list.slice(by), ...list.slice(0, by)];
  for (const keyIn of ['header', 'query', 'path'] as const) {
    const names = ['to', 'name', 'var1', 'var2', ...(keyIn === 'query' ? ['api_key'] : [])];
    for (const order of [names.toReversed(), ...names.map((_, by) => turned(names, by))]) {
      const all: Record<string, string> = {
        to: t.person(),
        name: 'two',
        var1: 'first-value',
        var2: 'second-value',
        api_key: live,
      };
      const values = Object.fromEntries(order.map((name) => [name, all[name] ?? '']));
      const before = (await t.sends()).length;
      const answer =
        keyIn === 'path'
          ? await byPath(t, values)
          : await t.get(link(values), keyIn === 'query' ? { key: null } : undefined);
      answer.succeeds();
      const send = (await t.sends())[before];
      equal(personOf(send?.to), all.to, `the recipient with the order ${order.join(', ')}`);
      carries(send?.payload, ['first-value', 'second-value'], `the values with the order ${order.join(', ')}`);
    }
  }
});
clause('4.2/query-vars-gap', async (t) => {
  await two(t);
  const values = { to: t.person(), name: 'two', var2: 'second-value' };
  (await t.get(link(values))).refuses(422);
  (await byPath(t, values)).refuses(422);
  equal(await t.sends(), [], 'the sends the provider accepted');
});
clause('4.2/query-vars-gap-later', async (t) => {
  await two(t);
  const values = { to: t.person(), name: 'two', var1: 'first-value', var3: 'third-value' };
  (await t.get(link(values))).refuses(422);
  (await byPath(t, values)).refuses(422);
  equal(await t.sends(), [], 'the sends the provider accepted');
});
reading('4.2/path-to-required', async (t) => {
  (await t.get(linkOfKey(await t.testKey(), { name: t.template('plain') }), { key: null })).refuses(422);
});
reading('4.2/path-name-required', async (t) => {
  (await t.get(linkOfKey(await t.testKey(), { to: t.person() }), { key: null })).refuses(422);
});
clause('4.2/query-vars-named', async (t) => {
  await namedTemplate(t);
  (await t.get(link({ to: t.person(), name: 'called', 'vars[first_name]': 'Grace' }))).succeeds();
  carries((await onlySend(t)).payload, ['Grace'], 'the value');
});
clause('4.2/query-vars-named', 'brackets as they are', async (t) => {
  await namedTemplate(t);
  (await t.get(`${link({ to: t.person(), name: 'called' })}&vars[first_name]=Grace`)).succeeds();
  carries((await onlySend(t)).payload, ['Grace'], 'the value');
});
clause('4.2/query-vars-missing', async (t) => {
  await two(t);
  const values = { to: t.person(), name: 'two', var1: 'Grace' };
  (await t.get(link(values))).refuses('TEMPLATE_VARIABLES_MISSING');
  (await byPath(t, values)).refuses('TEMPLATE_VARIABLES_MISSING');
  await namedTemplate(t);
  (await t.get(link({ to: t.person(), name: 'called' }))).refuses('TEMPLATE_VARIABLES_MISSING');
  equal(await t.sends(), [], 'the sends the provider accepted');
});
clause('4.2/query-vars-checked', async (t) => {
  await two(t);
  const extra = { to: t.person(), name: 'two', var1: 'a', var2: 'b', var3: 'c' };
  const broken = { to: t.person(), name: 'two', var1: 'a', var2: 'two\nlines' };
  for (const values of [extra, broken]) {
    (await t.get(link(values))).refuses(422);
    (await byPath(t, values)).refuses(422);
  }
  (await byPath(t, { to: t.person(), name: t.template('pending') })).refuses('TEMPLATE_NOT_APPROVED');
  equal(await t.sends(), [], 'the sends the provider accepted');
});
clause('4.2/query-language', async (t) => {
  (await t.get(link({ to: t.person(), name: 'multi_lang', language: 'tr' }))).succeeds();
  carriesWhole((await onlySend(t)).payload, 'tr', 'the language');
});
clause('4.2/query-language-resolved', async (t) => {
  (await t.get(link({ to: t.person(), name: 'hello_world' }))).succeeds();
  carriesWhole((await onlySend(t)).payload, 'en_US', 'the language');
});
clause('4.2/query-connection-id', async (t) => {
  const connection_id = await t.connection('whatsapp');
  (await t.get(link({ to: t.person(), name: 'hello_world', connection_id }))).succeeds();
  equal((await onlySend(t)).connection_id, connection_id, 'the line');
});
reading('4.2/query-connection-id-unknown', async (t) => {
  (
    await t.get(link({ to: t.person(), name: t.template('plain'), connection_id: 'wa_999999999' }), {
      key: await t.testKey(),
    })
  ).refuses('CONNECTION_NOT_FOUND');
});
clause('4.2/query-idempotency-key-replayed', async (t) => {
  const path = link({ to: t.person(), name: 'hello_world', idempotency_key: `link-1-${t.tag}` });
  const first = (await t.get(path)).succeeds();
  const second = (await t.get(path)).succeeds();
  equal([second.data.id, second.headers['idempotent-replayed']], [first.data.id, 'true'], 'id and Idempotent-Replayed');
});
clause('4.2/query-idempotency-key-account', async (t) => {
  const path = link({ to: t.person(), name: 'hello_world', idempotency_key: `shared-link-${t.tag}` });
  const first = (await t.get(path)).succeeds();
  const other = await t.newAccount();
  const second = (await t.get(path, { key: other.live })).succeeds();
  expectThat(
    second.data.id !== first.data.id && second.headers['idempotent-replayed'] !== 'true',
    'it is a new message',
    [first, second].map(({ data, headers }) => ({ id: data.id, replayed: headers['idempotent-replayed'] })),
  );
});
clause('4.2/query-idempotency-key-other', async (t) => {
  const first = { to: t.person(), name: 'hello_world', idempotency_key: `link-4-${t.tag}` };
  const { data } = (await t.get(link(first))).succeeds();
  const other = await t.get(link({ ...first, to: t.person() }));
  // §7 speaks of another body, and a link has none.
  if (other.status === 409) {
    other.refuses('IDEMPOTENCY_CONFLICT');
  } else {
    expectThat(other.succeeds().data.id !== data.id, 'it is a new message', [data.id, other.data.id]);
  }
  equal((await t.sends()).length, other.status === 409 ? 1 : 2, 'the number of sends the provider accepted');
});
timed(['4.2/query-idempotency-key', '8/query-key-24h'], async (t) => {
  const path = link({ to: t.person(), name: 'hello_world', idempotency_key: `link-2-${t.tag}` });
  const first = (await t.get(path)).succeeds();
  await t.advance(DAY - 1);
  equal((await t.get(path)).succeeds().data.id, first.data.id, 'the ID just before 24 hours have passed');
  equal((await t.sends()).length, 1, 'the number of sends the provider accepted');
});
timed('4.2/query-idempotency-key-over', async (t) => {
  const path = link({ to: t.person(), name: 'hello_world', idempotency_key: `link-3-${t.tag}` });
  (await t.get(path)).succeeds();
  await t.advance(DAY + 1);
  const second = (await t.get(path)).succeeds();
  equal((await t.sends()).length, 2, 'the number of sends the provider accepted');
  equal((await t.get(path)).succeeds().data.id, second.data.id, 'the ID of a repeat of the second send');
});
clause(['4.2/query-api-key', '5.4/query-template'], async (t) => {
  const to = t.person();
  (await t.get(link({ to, name: 'hello_world', api_key: (await t.account()).live }), { key: null })).succeeds();
  equal(personOf((await onlySend(t)).to), to, 'the recipient');
});

clause(['4.2/path-202', '4.2/path-to', '4.2/path-name', '5.4/path-template'], async (t) => {
  const to = t.person();
  (await byPath(t, { to, name: 'hello_world' })).is(202);
  const send = await onlySend(t);
  equal(personOf(send.to), to, 'the recipient');
  carries(send.payload, ['hello_world'], 'the name');
});
clause('4.2/path-var', async (t) => {
  await two(t);
  (await byPath(t, { to: t.person(), name: 'two', var1: 'first-value', var2: 'second-value' })).succeeds();
  carries((await onlySend(t)).payload, ['first-value', 'second-value'], 'the values');
});
clause('4.2/path-aliases', async (t) => {
  const to = t.person();
  (await byPath(t, { phone: to, template: 'hello_world' })).succeeds();
  equal(personOf((await onlySend(t)).to), to, 'the recipient');
});
reading('4.2/path-404', async (t) => {
  (await byPath(t, { to: t.person(), name: 'no_such_template' })).refuses('TEMPLATE_NOT_FOUND');
});
clause('4.2/path-repeat', async (t) => {
  const values = { to: t.person(), name: 'hello_world' };
  const first = (await byPath(t, values)).succeeds();
  const second = (await byPath(t, values)).succeeds();
  equal([second.data.id, second.headers['idempotent-replayed']], [first.data.id, 'true'], 'id and Idempotent-Replayed');
  equal((await t.sends()).length, 1, 'the number of sends the provider accepted');
});

/** Makes the same GET request twice. */
async function repeated(t: CaseContext) {
  const path = link({ to: t.person(), name: 'hello_world' });
  const first = (await t.get(path)).succeeds();
  return { first, second: (await t.get(path)).succeeds(), path };
}

clause('4.2/repeat-not-sent', async (t) => {
  await repeated(t);
  equal((await t.sends()).length, 1, 'the number of sends the provider accepted');
});
clause('4.2/repeat-first-response', async (t) => {
  const { first, second } = await repeated(t);
  equal([second.status, second.data], [first.status, first.data], 'status and data');
});
clause('4.2/repeat-header', async (t) => {
  equal((await repeated(t)).second.headers['idempotent-replayed'], 'true', 'Idempotent-Replayed');
});
clause('4.2/repeat-first-no-header', async (t) => {
  const { headers } = (await repeated(t)).first;
  expectThat(headers['idempotent-replayed'] !== 'true', 'the first response is not marked as replayed', headers);
});
timed(['4.2/repeat-59-seconds', '8/query-repeat-60s'], async (t) => {
  const { first, path } = await repeated(t);
  await t.advance(59);
  equal((await t.get(path)).succeeds().data.id, first.data.id, 'the ID');
  equal((await t.sends()).length, 1, 'the number of sends the provider accepted');
});
timed(['4.2/repeat-61-seconds', '8/query-repeat-60s'], 'over', async (t) => {
  const { first, path } = await repeated(t);
  await t.advance(61);
  const second = (await t.get(path)).succeeds();
  expectThat(second.data.id !== first.data.id, 'it is a new message', [first.data.id, second.data.id]);
  equal((await t.sends()).length, 2, 'the number of sends the provider accepted');
  equal((await t.get(path)).succeeds().data.id, second.data.id, 'the ID of a repeat of the second send');
});
timed('4.2/repeat-not-extended', async (t) => {
  const { first, path } = await repeated(t);
  await t.advance(40);
  (await t.get(path)).succeeds();
  await t.advance(21);
  const second = (await t.get(path)).succeeds();
  expectThat(second.data.id !== first.data.id, 'it is a new message', [first.data.id, second.data.id]);
});
clause('4.2/repeat-other-recipient', async (t) => {
  await repeated(t);
  (await t.get(link({ to: t.person(), name: 'hello_world' }))).succeeds();
  equal((await t.sends()).length, 2, 'the number of sends the provider accepted');
});
clause('4.2/repeat-other-variables', async (t) => {
  await two(t);
  const to = t.person();
  const first = (await t.get(link({ to, name: 'two', var1: 'a', var2: 'b' }))).is(202);
  const other = (await t.get(link({ to, name: 'two', var1: 'a', var2: 'c' }))).is(202);
  expectThat(other.data.id !== first.data.id, 'the second request has its own ID', other.data);
  equal((await t.sends()).length, 2, 'the number of sends the provider accepted');
});
clause('4.2/repeat-other-account', async (t) => {
  const { first, path } = await repeated(t);
  const other = await t.newAccount();
  const second = (await t.get(path, { key: other.live })).succeeds();
  expectThat(
    second.data.id !== first.data.id && second.headers['idempotent-replayed'] !== 'true',
    'it is a new message',
    [first, second].map(({ data, headers }) => ({ id: data.id, replayed: headers['idempotent-replayed'] })),
  );
});

clause('4.2/head-sends-nothing', async (t) => {
  t.requireOwnAccount();
  const { live } = await t.account();
  await t.call('HEAD', link({ to: t.person(), name: 'hello_world' }));
  await t.call('HEAD', link({ to: t.person(), name: 'hello_world', api_key: live }), { key: null });
  await t.call('HEAD', linkOfKey(live, { to: t.person(), name: 'hello_world' }), { key: null });
  await t.settle();
  equal(await t.sends(), [], 'the sends the provider accepted');
});
const AT_ONCE: [variant: string, more: (t: CaseContext) => Record<string, string>][] = [
  ['query', () => ({})],
  ['path', () => ({})],
  ['idempotency_key', (t) => ({ idempotency_key: `at-once-${t.tag}` })],
];
for (const [variant, more] of AT_ONCE) {
  clause('4.2/repeat-at-once', variant, async (t) => {
    t.requireOwnAccount();
    const [values, { live }] = [{ to: t.person(), name: 'hello_world', ...more(t) }, await t.account()];
    const path = variant === 'path' ? linkOfKey(live, values) : link(values);
    const options = variant === 'path' ? { key: null } : {};
    const answers = await Promise.all(Array.from({ length: 6 }, () => t.get(path, options)));
    const ids = answers.flatMap((answer) => (answer.status === 202 ? [answer.data.id] : []));
    equal(new Set(ids).size, 1, 'the number of messages');
    equal((await t.sends()).length, 1, 'the number of sends the provider accepted');
  });
}

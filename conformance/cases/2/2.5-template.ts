import type { CaseContext } from '../../context.ts';
import { clause, reading } from '../../declare-case.ts';
import { equal, expectThat, oneOf } from '../../expectations.ts';
import { body, leaves, query } from '../support/support.ts';

/** Returns the only template in a language. Cases use a unique language because the name of the name field is open. */
async function listed(t: CaseContext, template: Omit<Parameters<CaseContext['addTemplate']>[0], 'name'>) {
  await t.addTemplate({ ...template, name: 'looked_at', language: 'fi' });
  const found = (await t.get('/templates?language=fi')).succeeds().list;
  equal(found.length, 1, 'the number of templates in the language');
  return found[0];
}

const POSITIONAL = { components: [body('Hi {{1}}, order {{2}}.', ['Sample-Ada', 'Sample-4711'])] };
const NAMED = {
  parameter_format: 'NAMED' as const,
  components: [
    {
      type: 'BODY' as const,
      text: 'Hi {{first_name}}.',
      example: { body_text_named_params: [{ param_name: 'first_name', example: 'Ada' }] },
    },
  ],
};

reading('2.5/parameter-format', async (t) => {
  for (const template of (await t.get('/templates')).succeeds().list) {
    oneOf(template.parameter_format, ['POSITIONAL', 'NAMED'], 'parameter_format');
  }
});
clause('2.5/parameter-format-positional', async (t) => {
  equal((await listed(t, POSITIONAL)).parameter_format, 'POSITIONAL', 'parameter_format');
});
clause('2.5/parameter-format-named', async (t) => {
  equal((await listed(t, NAMED)).parameter_format, 'NAMED', 'parameter_format');
});
reading(['2.5/variables-names', '4.3/list-variables'], async (t) => {
  for (const template of (await t.get('/templates')).succeeds().list) {
    expectThat(Array.isArray(template.variables?.names), 'variables.names is a list', template);
  }
});
clause('2.5/variables-names-named', async (t) => {
  equal((await listed(t, NAMED)).variables.names, ['first_name'], 'variables.names');
});
clause('2.5/variables-names-count', async (t) => {
  equal((await listed(t, POSITIONAL)).variables.names.length, 2, 'the number of names');
});
for (const format of ['TEXT', 'IMAGE', 'VIDEO', 'DOCUMENT'] as const) {
  clause('2.5/header-format', format, async (t) => {
    const header = format === 'TEXT' ? { text: 'Title' } : { example: { header_handle: ['https://files.example/a'] } };
    const template = await listed(t, { components: [{ type: 'HEADER', format, ...header }, body('Hello')] });
    equal(String(template.header?.format).toUpperCase(), format, 'header.format, in any case');
  });
}
clause('2.5/dynamic-buttons', async (t) => {
  const url = 'https://shop.example/only-here/{{1}}';
  const template = await listed(t, {
    components: [
      body('Hello'),
      {
        type: 'BUTTONS',
        buttons: [{ type: 'URL', text: 'Track it', url, example: ['https://shop.example/only-here/1'] }],
      },
    ],
  });
  // The form is open: its text, its URL, or a field that speaks of buttons and is not empty.
  const isShown =
    [...leaves(template)].some((leaf) => /Track it|only-here/.test(String(leaf))) ||
    Object.entries(template).some(([name, value]) => /button/i.test(name) && [...leaves(value)].length > 0);
  expectThat(isShown, 'the template shows its dynamic button', template);
});
clause('2.5/samples', async (t) => {
  const template = await listed(t, POSITIONAL);
  for (const sample of ['Sample-Ada', 'Sample-4711']) {
    const told = [...leaves(template)].map(String);
    expectThat(
      told.some((leaf) => leaf.includes(sample)),
      'the template shows its sample values',
      template,
    );
  }
});

reading('2.5/status-approved', async (t) => {
  const { list } = (await t.get('/templates?status=APPROVED')).succeeds();
  expectThat(list.length > 0, 'there are approved templates', list);
  if (t.session.control) {
    const told = [...leaves(list)];
    const missing = ['hello_world', 'order_update', 'welcome_named', 'promo_spring', 'multi_lang'].filter(
      (name) => !told.includes(name),
    );
    equal(missing, [], 'approved templates missing from the list');
    const others = ['pending_one', 'rejected_one'].filter((name) => told.includes(name));
    equal(others, [], 'unapproved templates in the list');
  }
});

for (const [slug, status] of [
  ['pending', 'PENDING'],
  ['rejected', 'REJECTED'],
] as const) {
  clause([`2.5/only-approved-${slug}`, '7/TEMPLATE_NOT_APPROVED'], slug, async (t) => {
    await t.addTemplate({ name: 'not_yet', status, components: [body('Hello')] });
    (await t.sendTemplate({ to: t.person(), name: 'not_yet' })).refuses('TEMPLATE_NOT_APPROVED');
    (await t.get(`/messages/template?${query({ to: t.person(), name: 'not_yet' })}`)).refuses('TEMPLATE_NOT_APPROVED');
    equal(await t.sends(), [], 'the sends the provider accepted');
  });
}

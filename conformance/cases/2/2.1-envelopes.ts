import { clause, reading } from '../../declare-case.ts';
import { equal, expectThat } from '../../expectations.ts';

// observers/answers.ts checks the fields of both envelopes in every exchange.

clause('2.1/request-id-unique', async (t) => {
  const answers = await Promise.all(
    Array.from({ length: 5 }, () => [t.get('/me'), t.get('/nowhere'), t.get('/me', { key: null })]).flat(),
  );
  const ids = answers.map(({ headers }) => headers['x-request-id']);
  equal(new Set(ids).size, 15, 'the number of distinct request IDs');
});

reading('2.1/error-docs-per-code', async (t) => {
  const answers = [await t.get('/me', { key: null }), await t.get('/nowhere'), await t.get('/messages/msg_404')];
  equal(new Set(answers.map(({ error }) => error.docs)).size, 3, 'the number of distinct docs of three codes');
});

reading('2.1/error-param-names', async (t) => {
  const { error } = (await t.post('/contacts', { phone: t.person(), email: 7 })).refuses('VALIDATION_FAILED');
  expectThat(error.param === undefined || error.param.includes('email'), 'param is email', error.param);
});

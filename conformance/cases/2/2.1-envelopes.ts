import { clause } from '../../declare-case.ts';
import { equal, that } from '../../expectations.ts';

// The fields of both envelopes are watched in every exchange: observers/answers.ts.

clause('2.1/request-id-unique', async (t) => {
  const answers = await Promise.all(Array.from({ length: 5 }, () => t.get('/me')));
  const ids = answers.map(({ headers }) => headers['x-request-id']);
  equal(new Set(ids).size, 5, 'how many different request ids there are');
});

clause('2.1/error-param-names', async (t) => {
  const { error } = (await t.post('/contacts', { phone: t.person(), email: 7 })).refuses('VALIDATION_FAILED');
  that(error.param === undefined || error.param.includes('email'), 'param names email', error.param);
});

import { expect, test } from 'vitest';
import { ApiResponse } from '../answer.ts';
import { expectThat } from '../expectations.ts';
import { CaseFailure } from '../verdict.ts';
import { judgeCase } from './judge-case.ts';

const request = { method: 'GET', url: 'http://127.0.0.1/api/v1/me', headers: {}, body: undefined };
const bytes = new TextEncoder().encode('{"success":true,"data":{"name":"Ada"}}');
const answer = new ApiResponse({ request, status: 200, headers: {}, bytes });

const failureOf = async (run: () => void) => {
  const { verdict, failure } = await judgeCase(
    { name: 'a case', run: async () => run() },
    () => ({ answers: [answer] }),
    5000,
  );
  return { verdict, expected: failure?.expected, got: failure?.got, exchange: failure?.exchange?.response.body };
};

test('a failure shows what was expected and what the condition was computed from', async () => {
  expect(await failureOf(() => expectThat(answer.data.id, 'data has an ID', answer.data))).toEqual({
    verdict: 'fail',
    expected: 'data has an ID',
    got: { name: 'Ada' },
    exchange: answer.text,
  });
});

test('a value that is missing is shown as missing', async () => {
  expect(await failureOf(() => expectThat(answer.data.id, 'there is an ID', answer.data.id))).toMatchObject({
    expected: 'there is an ID',
    got: '(missing)',
  });
  expect(
    await failureOf(() => {
      throw new CaseFailure('the target does not stop sending');
    }),
  ).toMatchObject({ expected: 'the target does not stop sending', got: '(missing)' });
});

test('a case that reads a field of a missing field shows the response', async () => {
  expect(await failureOf(() => answer.data.agent.id)).toEqual({
    verdict: 'fail',
    expected: 'the field that the case reads, which the message names',
    got: answer.text,
    exchange: answer.text,
  });
});

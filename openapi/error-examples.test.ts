import { expect, test } from 'vitest';
import { document, OPERATIONS, resolveReference } from './document.ts';
import { OPERATION_EXAMPLES } from './error-examples.ts';
import { ERRORS, type ErrorBody, type ErrorCode } from './errors.ts';
import { createJudge, type Node } from './testing.ts';

const ORIGIN = 'http://127.0.0.1:3000';

interface RawResponse {
  'x-errors': ErrorCode[];
  content: { 'application/json': { schema: Node; examples: Record<string, { $ref?: string; value?: ErrorBody }> } };
}

/** Returns the error statuses of each operation, with their examples in the document. */
const STATUSES = OPERATIONS.flatMap(({ id, path, method, errors, scopes }) => {
  const { responses } = (document.paths as Node as Record<string, Record<string, { responses: Node }>>)[path]?.[
    method
  ] ?? { responses: {} };
  return Object.entries(responses as Record<string, RawResponse>)
    .filter(([status]) => Number(status) >= 400)
    .map(([status, response]) => {
      const { examples, schema } = response.content['application/json'];
      const bodies = Object.entries(examples).map(
        ([code, { $ref, value }]) =>
          [code, value ?? (resolveReference(String($ref)) as { value: ErrorBody }).value] as const,
      );
      return { id, status: Number(status), errors, scopes, schema, bodies, listed: response['x-errors'] };
    });
});

test('each error status of each operation has an example of every code with that status', () => {
  const judge = createJudge();
  expect(STATUSES.length).toBeGreaterThan(200);
  for (const { id, status, errors, scopes, schema, bodies, listed } of STATUSES) {
    const codes = errors.filter((code) => ERRORS[code].http === status);
    expect([id, status, listed]).toEqual([id, status, codes]);
    const shown = codes.filter((code) => code !== 'SCOPE_DENIED' || scopes.length > 0);
    expect([id, status, bodies.map(([code]) => code)]).toEqual([id, status, shown]);
    for (const [code, body] of bodies) {
      expect([id, status, judge(String(schema.$ref).slice(1), body)]).toEqual([id, status, []]);
      expect(body).toMatchObject({
        success: false,
        error: { code, http: status, docs: `${ORIGIN}/developers/errors/${code}` },
      });
      expect(body.error.message).not.toMatch(/undefined|(?<!\{)\{\w+\}/);
    }
  }
});

test('the example of SCOPE_DENIED names the scope of its operation', () => {
  for (const { id, scopes, bodies } of STATUSES) {
    for (const [, { error }] of bodies.filter(([code]) => code === 'SCOPE_DENIED')) {
      expect([id, error.message]).toEqual([id, `The API key lacks the scope ${scopes[0]}.`]);
    }
  }
});

test('an operation has specific examples only for codes that it returns', () => {
  for (const [id, examples] of Object.entries(OPERATION_EXAMPLES)) {
    const errors = OPERATIONS.find((operation) => operation.id === id)?.errors ?? [];
    const unknown = Object.keys(examples).filter((code) => !errors.includes(code as ErrorCode));
    expect([id, unknown]).toEqual([id, []]);
  }
});

test('the description explains authentication and the scope that each operation requires', () => {
  const { description } = document.info;
  for (const part of ['`Authorization`', 'Bearer', '`ww_live_`', '`ww_test_`', '`api_key`', 'X-Service-Mode: test']) {
    expect(description).toContain(part);
  }
  for (const { method, path, scopes } of OPERATIONS) {
    const { summary } = (document.paths as Node as Record<string, Record<string, Node>>)[path]?.[method] ?? {};
    for (const scope of scopes) {
      const row = description.split('\n').find((line) => line.startsWith(`| \`${scope}\` |`));
      expect(row).toContain(`${summary}.`);
    }
  }
});

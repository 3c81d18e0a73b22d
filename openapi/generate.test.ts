import { appendFileSync, rmSync } from 'node:fs';
import { expect, test } from 'vitest';
import { createCopy } from './testing/copy.ts';

const GENERATED = [
  'openapi/generated/document.ts',
  'openapi/generated/types.ts',
  'openapi/generated/names.ts',
  'openapi/generated/control-document.ts',
  'openapi/generated/control.ts',
  'openapi/generated/admin-document.ts',
  'openapi/generated/admin.ts',
  'cli/generated/operations.ts',
  'cli/commands/mcp/generated/tools.ts',
  'sdk/generated/types.ts',
  'sdk/generated/names.ts',
  'sdk/generated/errors.ts',
  'sdk/generated/resources.ts',
  'sdk/generated/examples.ts',
];

test('the committed files are up to date with the document', () => {
  const copy = createCopy();
  expect(copy.generate('--check')).toEqual({ status: 0, stdout: 'generated files are fresh\n', stderr: '' });
});

test('the check lists each generated file that was edited or is missing, and changes nothing', () => {
  const copy = createCopy();
  for (const name of GENERATED.slice(1)) {
    appendFileSync(copy.path(name), ' ');
  }
  rmSync(copy.path('openapi/generated/document.ts'));
  const { status, stderr } = copy.generate('--check');
  expect([status, stderr]).toEqual([
    1,
    `stale: ${GENERATED.join(', ')}\nRun \`npm run generate\` and commit what it writes.\n`,
  ]);
  expect(copy.read('sdk/generated/errors.ts')).toMatch(/ $/);
});

test('a change of the document makes generated files stale until they are regenerated', () => {
  const copy = createCopy();
  copy.edit('openapi/components/errors.yaml', 'RATE_LIMITED: after', 'RATE_LIMITED: never');
  const stale = copy.generate('--check');
  expect(stale.status).toBe(1);
  const documents = ['document.ts', 'openapi.json', 'openapi.yaml'].map((name) => `openapi/generated/${name}`);
  expect(stale.stderr).toContain(`stale: ${documents.join(', ')}, sdk/generated/errors.ts\n`);
  expect(copy.generate().status).toBe(0);
  expect(copy.read('sdk/generated/errors.ts')).toContain("RATE_LIMITED: { http: 429, retry: 'never' }");
  expect(copy.generate('--check').status).toBe(0);
});

test('a broken reference is reported with its location', () => {
  const copy = createCopy();
  copy.edit('openapi/paths/account.yaml', '#/Me', '#/Nobody');
  const { status, stderr } = copy.generate('--check');
  expect(status).toBe(1);
  expect(stderr).toContain("openapi.yaml: Can't resolve $ref (#/me/get/responses/200/");
});

import { readFileSync, rmSync } from 'node:fs';
import { expect, test } from 'vitest';
import { createCopy } from './testing/copy.ts';

const GENERATED = [
  'openapi/generated/document.ts',
  'openapi/generated/openapi.json',
  'openapi/generated/openapi.yaml',
  'openapi/generated/asyncapi.json',
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
  'sdk/generated/version.ts',
  'sdk/generated/errors.ts',
  'sdk/generated/resources.ts',
  'sdk/generated/examples.ts',
];

test('missing files are generated, with the same content each time', () => {
  const copy = createCopy();
  for (const name of GENERATED) {
    rmSync(copy.path(name));
  }
  expect(copy.generate()).toEqual({ status: 0, stdout: `written: ${GENERATED.join(', ')}\n`, stderr: '' });
  for (const name of GENERATED) {
    expect(copy.read(name)).toBe(readFileSync(new URL(`../${name}`, import.meta.url), 'utf8'));
  }
  expect(copy.generate().stdout).toBe('generated files are fresh\n');
});

test('a change of the document changes only the files that show it', () => {
  const copy = createCopy();
  copy.edit('openapi/components/errors.yaml', 'RATE_LIMITED: after', 'RATE_LIMITED: never');
  const documents = ['document.ts', 'openapi.json', 'openapi.yaml'].map((name) => `openapi/generated/${name}`);
  expect(copy.generate().stdout).toBe(`written: ${documents.join(', ')}, sdk/generated/errors.ts\n`);
  expect(copy.read('sdk/generated/errors.ts')).toContain("RATE_LIMITED: { http: 429, retry: 'never' }");
});

test('a broken reference is reported with its location', () => {
  const copy = createCopy();
  copy.edit('openapi/paths/account.yaml', '#/Me', '#/Nobody');
  const { status, stderr } = copy.generate();
  expect(status).toBe(1);
  expect(stderr).toContain("openapi.yaml: Can't resolve $ref (#/me/get/responses/200/");
});

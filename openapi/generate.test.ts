import { spawnSync } from 'node:child_process';
import { appendFileSync, cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const GENERATED = [
  'openapi/generated/document.ts',
  'openapi/generated/types.ts',
  'openapi/generated/control-document.ts',
  'openapi/generated/control.ts',
  'sdk/generated/types.ts',
  'sdk/generated/errors.ts',
  'sdk/generated/resources.ts',
  'sdk/generated/examples.ts',
];

/** The two rooms that hold generated files, copied, so that a test may spoil them. */
function createCopy() {
  const folder = mkdtempSync(join(tmpdir(), 'wigwag-generate-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const room of ['openapi', 'sdk']) {
    cpSync(join(ROOT, room), join(folder, room), {
      recursive: true,
      filter: (path) => !/\/(dist|node_modules)$/.test(path),
    });
  }
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  cpSync(join(ROOT, 'package.json'), join(folder, 'package.json'));
  const read = (name: string) => readFileSync(join(folder, name), 'utf8');
  return {
    path: (name: string) => join(folder, name),
    read,
    edit: (name: string, from: string, to: string) => {
      expect(read(name)).toContain(from);
      writeFileSync(join(folder, name), read(name).replace(from, to));
    },
    generate(...flags: string[]) {
      const { status, stdout, stderr } = spawnSync(process.execPath, ['openapi/generate.ts', ...flags], {
        cwd: folder,
        encoding: 'utf8',
      });
      return { status, stdout, stderr };
    },
  };
}

test('the committed files are what the document makes', () => {
  const copy = createCopy();
  expect(copy.generate('--check')).toEqual({ status: 0, stdout: 'generated files are fresh\n', stderr: '' });
});

test('the check names each generated file that was edited or is missing, and mends nothing', () => {
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

test('a change of the document makes its files stale until they are generated again', () => {
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

test('a reference to nothing is refused with its place', () => {
  const copy = createCopy();
  copy.edit('openapi/paths/account.yaml', '#/Me', '#/Nobody');
  const { status, stderr } = copy.generate('--check');
  expect(status).toBe(1);
  expect(stderr).toContain("openapi.yaml: Can't resolve $ref (#/me/get/responses/200/");
});

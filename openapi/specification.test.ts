import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const SPECIFICATION = 'https://github.com/wigwag/wigwag/blob/main/openapi/SPECIFICATION.md';

const read = (path: string): string => readFileSync(`${ROOT}${path}`, 'utf8');

/** The numbers of the headings of the specification, in order. */
const SECTIONS = [...read('openapi/SPECIFICATION.md').matchAll(/^(##|###) (\d+(?:\.\d+)?)\.? \S/gm)].map(
  ([, , number = '']) => number,
);

test('the specification has sections 1 to 9, and their parts are numbered without gaps', () => {
  const parts: Record<number, number> = { 2: 12, 3: 4, 4: 10, 5: 9 };
  const expected = [1, 2, 3, 4, 5, 6, 7, 8, 9].flatMap((section) => [
    `${section}`,
    ...Array.from({ length: parts[section] ?? 0 }, (_, index) => `${section}.${index + 1}`),
  ]);
  expect(SECTIONS).toEqual(expected);
});

test('each section that a file of the repository cites is a heading of the specification', () => {
  const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: ROOT, encoding: 'utf8' })
    .split('\n')
    .filter((path) => /\.(tsx?|mjs|cjs|js|json|ya?ml|md|html|css|txt)$/.test(path));
  const sections = new Set(SECTIONS);
  const cited = files.flatMap((path) =>
    [...read(path).matchAll(/§(\d+(?:\.\d+)*)/g)].map(([, number = '']) => ({ path, number })),
  );
  expect(cited.length).toBeGreaterThan(900);
  expect(cited.filter(({ number }) => !sections.has(number))).toEqual([]);
});

test('the types link the specification that § refers to, and those of the SDK cite no section', () => {
  // Declaration files keep only comments that start with `/**` or `/*!`.
  const [header = ''] = /^\/\*!.*?\*\//s.exec(read('openapi/generated/types.ts')) ?? [];
  expect(header).toContain(`§ refers to the sections of ${SPECIFICATION}`);
  expect(read('sdk/generated/types.ts')).not.toContain('§');
});

test('the package ships the specification, and its README and CONTRIBUTING.md link it', () => {
  expect(JSON.parse(read('openapi/package.json')).files).toContain('SPECIFICATION.md');
  expect(read('openapi/README.md')).toContain('](SPECIFICATION.md)');
  expect(read('CONTRIBUTING.md')).toContain('](openapi/SPECIFICATION.md)');
});

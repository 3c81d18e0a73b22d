import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const ROOT = new URL('../../', import.meta.url);
const document = readFileSync(new URL('docs/security.md', ROOT), 'utf8');

test('each threat in docs/security.md names tests that exist', () => {
  const threats = document
    .split('\n## ')
    .find((part) => part.startsWith('Threats'))
    ?.split('\n')
    .filter((line) => /^\| (?!Threat|---)/.test(line) && !line.startsWith('|---'));
  expect(threats?.length).toBeGreaterThan(20);
  for (const threat of threats ?? []) {
    const files = [...(threat.split(' | ').at(-1) ?? '').matchAll(/`([^`]+)`/g)].map(([, file]) => String(file));
    expect([threat, files.length > 0]).toEqual([threat, true]);
    expect([threat, files.filter((file) => !existsSync(new URL(file, ROOT)))]).toEqual([threat, []]);
    expect(files.every((file) => /\.test\.tsx?$|^conformance\/cases\//.test(file))).toBe(true);
  }
});

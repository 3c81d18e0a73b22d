import { chmodSync, chownSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createAuthority } from './certificates.ts';

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'wigwag-ca-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

test('the key of a CA that other users can read is refused, and used again after it is private', () => {
  const folder = newFolder();
  const { caFile } = createAuthority(folder);
  const key = join(folder, 'ca-key.pem');
  const before = readFileSync(caFile, 'utf8');
  expect(statSync(key).mode & 0o777).toBe(0o600);
  for (const mode of [0o644, 0o640, 0o660]) {
    chmodSync(key, mode);
    expect(() => createAuthority(folder)).toThrow(
      `${key} cannot be the key of a certificate authority: other users can`,
    );
  }
  chmodSync(key, 0o600);
  createAuthority(folder);
  expect(readFileSync(caFile, 'utf8')).toBe(before);
});

test('a CA follows no link in its folder', () => {
  const folder = newFolder();
  const other = join(newFolder(), 'other.txt');
  writeFileSync(other, 'unchanged', { mode: 0o600 });
  for (const name of ['ca.pem', 'bundle.pem']) {
    symlinkSync(other, join(folder, name));
  }
  createAuthority(folder);
  rmSync(join(folder, 'ca-key.pem'));
  symlinkSync(other, join(folder, 'ca-key.pem'));
  expect(() => createAuthority(folder)).toThrow('it is not a file');
  expect(readFileSync(other, 'utf8')).toBe('unchanged');
});

const isRoot = process.getuid?.() === 0;
if (!isRoot) {
  process.stderr.write('A test of the owner of a CA is skipped: only root can change the owner of a file.\n');
}

test.runIf(isRoot)('the key of a CA that another user created is refused', () => {
  const folder = newFolder();
  createAuthority(folder);
  chownSync(join(folder, 'ca-key.pem'), 65_534, 65_534);
  expect(() => createAuthority(folder)).toThrow('it belongs to user 65534');
});

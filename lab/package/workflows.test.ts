import { execFile } from 'node:child_process';
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

// npm downloads the validator, and packs every package.
const ROOT = join(import.meta.dirname, '../..');
const run = (file: string, ...args: string[]) => promisify(execFile)(file, args, { cwd: ROOT, maxBuffer: 1e8 });

const VALIDATOR = ['cli', 'core'].map((name) => `--package=@action-validator/${name}@0.6.0`);

test.each([...globSync('.github/workflows/*.yml', { cwd: ROOT }), 'conformance/ci/action.yml'])(
  '%s has only keys that GitHub knows, in their places',
  async (file) => {
    await run('npx', '--yes', '--prefer-offline', ...VALIDATOR, '--', 'action-validator', file);
  },
);

test('npm accepts every package in a dry run', async () => {
  const { stdout } = await run('npm', 'publish', '--workspaces', '--dry-run', '--ignore-scripts');
  const names = [...stdout.matchAll(/^\+ @wigwag\/(.+)@/gm)].map(([, name]) => name);
  expect(names.sort()).toEqual(['cli', 'conformance', 'dashboard', 'mock-provider', 'openapi', 'sdk', 'server']);
});

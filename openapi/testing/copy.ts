import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished } from 'vitest';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** Copies the folders with files that `openapi/generate.ts` writes to a temporary folder, where a test can edit and regenerate them. */
export function createCopy() {
  const folder = mkdtempSync(join(tmpdir(), 'wigwag-generate-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const name of ['openapi', 'sdk', 'cli/generated', 'cli/commands/mcp']) {
    cpSync(join(ROOT, name), join(folder, name), {
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
      writeFileSync(
        join(folder, name),
        read(name).replace(from, () => to),
      );
    },
    generate() {
      const { status, stdout, stderr } = spawnSync(process.execPath, ['openapi/generate.ts'], {
        cwd: folder,
        encoding: 'utf8',
      });
      return { status, stdout, stderr };
    },
  };
}

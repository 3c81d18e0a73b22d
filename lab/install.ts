import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Installs the packages that only one command needs, from the lock file in the command's folder. Does nothing if they
 * are there.
 *
 * @throws {Error} if they cannot be installed
 */
export function install(folder: string): void {
  const [wanted, installed] = [join(folder, 'package-lock.json'), join(folder, 'node_modules/.package-lock.json')];
  const versions = (path: string) => {
    const { packages } = JSON.parse(readFileSync(path, 'utf8')) as {
      packages: Record<string, { version: string; optional?: boolean }>;
    };
    // npm installs only those optional packages that are for this machine.
    const required = Object.entries(packages).filter(([, { optional }]) => !optional);
    return new Map(required.map(([name, { version }]) => [name, version]));
  };
  const have = existsSync(installed) ? versions(installed) : new Map<string, string>();
  const isStale = [...versions(wanted)].some(([name, version]) => name !== '' && have.get(name) !== version);
  if (isStale && spawnSync('npm', ['ci', '--ignore-scripts'], { cwd: folder, stdio: 'inherit' }).status !== 0) {
    throw new Error(`npm ci failed in ${folder}.`);
  }
}

// `node lab/install.ts FOLDER...`, before a command that is not written in TypeScript.
if (import.meta.main) {
  process.argv.slice(2).forEach(install);
}

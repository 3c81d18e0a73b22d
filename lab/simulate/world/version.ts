import { migrationSource } from '../../../server/store/migrations/index.ts';
import { LATER_VERSION } from '../../../server/testing/later-version.ts';

const { getMigrations, getMigration } = migrationSource;
const LATER = Object.keys(LATER_VERSION).sort();

/**
 * Makes every process that starts from now on run a later version, as a deployment does. Version 0 is that of this
 * repository. Each later version has one more migration.
 */
export function installVersion(version: number): void {
  const later = LATER.slice(0, version);
  Object.assign(migrationSource, {
    getMigrations: async (extensions: readonly string[]) => [...(await getMigrations(extensions)), ...later],
    getMigration: async (name: string) =>
      later.includes(name) ? { ...LATER_VERSION[name], down: async () => {} } : getMigration(name),
  });
}

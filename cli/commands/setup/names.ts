import { Wigwag } from '@wigwag/sdk';
import { readAliases } from '../../settings/aliases.ts';
import { readProfiles } from '../../settings/profiles.ts';
import { loadDevEnvironment, loadProjectEnvironment } from '../../settings/project-environment.ts';
import { readSettings } from '../../settings/settings.ts';
import { withOperator } from '../admin/operator.ts';

/** The most names that a shell is offered. */
const MOST = 100;

const client = (): Wigwag => new Wigwag({ ...readSettings({}, process.env), maxRetries: 0, timeout: 2_000 });

/** Where the names of each kind come from. */
const SOURCES: Record<string, () => Promise<readonly string[]>> = {
  aliases: async () => Object.keys(readAliases()),
  profiles: async () => Object.keys(readProfiles(process.env).profiles),
  templates: async () =>
    (await client().templates.list({ limit: MOST })).templates.map(({ name }: { name: string }) => name),
  flows: async () => (await client().flows.list({ limit: MOST })).flows.map(({ id }: { id: number }) => String(id)),
  agents: async () =>
    (await client().reports.agents({ limit: MOST })).agents.map(({ id }: { id: number }) => String(id)),
  async accounts() {
    loadProjectEnvironment();
    loadDevEnvironment(() => {});
    let ids: string[] = [];
    await withOperator(async (call) => {
      ids = (await call('listAccounts', {})).accounts.map(({ account_id }) => account_id);
    });
    return ids;
  },
};

/**
 * `wigwag completion --names`: prints the names of one kind for a shell, one per line. Prints nothing if they cannot be read,
 * because an error would appear in the middle of the user's line.
 */
export async function printNames(kind: string): Promise<void> {
  const names = await (SOURCES[kind] ?? (async () => []))().catch(() => []);
  process.stdout.write([...new Set(names)].map((name) => `${name}\n`).join(''));
}

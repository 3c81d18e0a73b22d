import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { contentOf, readSqlite } from '../tables.ts';
import { copyOf, must, mustEndWell, type Scenario } from './attempt.ts';
import { OLD_KEY, type PreparedState } from './prepared.ts';

/** `wigwag admin restore`: its path always has a complete database, the old one or the new one. */
export async function restoring(prepared: PreparedState): Promise<Scenario> {
  const { backup, at } = prepared;
  /** The state after an undisturbed restore, taken from the first run. */
  let restored: string | undefined;

  return async (folder) => {
    const path = copyOf(prepared, folder);
    const contentAt = async (one: string) => contentOf(await readSqlite(one, folder), at);
    const before = await contentAt(path);
    const kept = () => readdirSync(folder).filter((name) => /^wigwag\.db\.before-\w+(-\d+)?$/.test(name));
    const oldIsKept = async () => {
      for (const name of kept()) {
        if ((await contentAt(join(folder, name))) === before) {
          return true;
        }
      }
      return false;
    };

    return {
      args: ['admin', 'restore', backup, '--yes', '--json'],
      env: { WIGWAG_DATABASE_URL: `sqlite:${path}`, WIGWAG_SECRET_KEY: OLD_KEY },
      async afterKill() {
        must(existsSync(path), 'the database is missing');
        const content = await contentAt(path);
        if (content === before) {
          return 'old';
        }
        must(content === restored, 'the database is neither the old one nor the new one');
        must(await oldIsKept(), 'the old database is not kept');
        return 'new';
      },
      async afterEnd(ended) {
        mustEndWell(ended);
        const content = await contentAt(path);
        restored ??= content;
        must(content !== before && content === restored, 'the database is not the new one');
        must(existsSync(JSON.parse(ended.stdout).kept_aside), 'the command reports a kept file that does not exist');
        must(await oldIsKept(), 'the old database is not kept');
        const left = readdirSync(folder).filter((name) =>
          /^wigwag\.db\.(restoring|keeping|moving)|wigwag.db.pid/.test(name),
        );
        must(left.length === 0, `left behind: ${left}`);
      },
    };
  };
}

import { createVault } from '../../../server/base/secrets.ts';
import { readSqlite, sealedIn } from '../tables.ts';
import { copyOf, must, mustEndWell, type Scenario, statusesOf } from './attempt.ts';
import { OLD_KEY, type PreparedState } from './prepared.ts';

const NEW_KEY = 'the secret key of tomorrow';

/**
 * `wigwag admin secrets rotate`: a server with both keys can always decrypt every secret. At the end, the new key
 * suffices.
 */
export async function rotating(prepared: PreparedState): Promise<Scenario> {
  const [old, both, anew] = [createVault(OLD_KEY), createVault(NEW_KEY, OLD_KEY), createVault(NEW_KEY)];

  return async (folder) => {
    const path = copyOf(prepared, folder);
    const databaseUrl = `sqlite:${path}`;
    const sealed = async () => sealedIn(await readSqlite(path, folder));
    const secrets = new Map([...(await sealed())].map(([where, text]) => [where, old.open(text)]));
    const openWith = async (vault: typeof old) => {
      const found = await sealed();
      const wrong = [...secrets].filter(([where, secret]) => vault.open(found.get(where) ?? '') !== secret);
      must(found.size === secrets.size && wrong.length === 0, `secrets have changed: ${wrong.map(([where]) => where)}`);
      return [...found.values()].filter((text) => anew.isCurrent(text)).length;
    };

    return {
      args: ['admin', 'secrets', 'rotate', '--yes', '--json'],
      env: { WIGWAG_DATABASE_URL: databaseUrl, WIGWAG_SECRET_KEY: NEW_KEY, WIGWAG_SECRET_KEY_PREVIOUS: OLD_KEY },
      async afterKill() {
        const count = await openWith(both);
        const keys = { secretKey: NEW_KEY, previousSecretKey: OLD_KEY };
        must(String(await statusesOf({ databaseUrl, ...keys }, prepared.key, ['/me'])) === '200', 'no server works');
        return count === 0 ? 'old key' : count === secrets.size ? 'new key' : 'both keys';
      },
      async afterEnd(ended) {
        mustEndWell(ended);
        const { sealed_anew, current, unreadable } = JSON.parse(ended.stdout);
        must(unreadable === 0 && sealed_anew + current === secrets.size, `it reports ${ended.stdout}`);
        must((await openWith(anew)) === secrets.size, 'a secret is still encrypted with the old key');
        const status = await statusesOf({ databaseUrl, secretKey: NEW_KEY }, prepared.key, ['/me']);
        must(String(status) === '200', 'no server works with only the new key');
      },
    };
  };
}

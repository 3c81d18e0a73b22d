import { existsSync, readFileSync } from 'node:fs';
import { COMPANIONS } from '../../../server/engine/drivers/sqlite-file.ts';
import { type Everything, placesOf, readSqlite } from '../tables.ts';
import { copyOf, must, mustEndWell, type Scenario, statusesOf } from './attempt.ts';
import { ADA, OLD_KEY, type PreparedState } from './prepared.ts';

/** The number as it appears in base64, at any offset. */
const encoded = [0, 1, 2].map((offset) =>
  Buffer.from('x'.repeat(offset) + ADA.phone)
    .toString('base64')
    .slice(offset === 0 ? 0 : 4, 14),
);
const HERS = [ADA.phone, ADA.name, 'Lovelace', ADA.word, ...encoded];

/**
 * `wigwag admin people erase`: in the end no trace of the person remains, and a partial erasure does not break the API.
 */
export async function erasing(prepared: PreparedState): Promise<Scenario> {
  /** The parts of words in the search index after an undisturbed erasure, taken from the first run. */
  let cleanIndex: string | undefined;

  return async (folder) => {
    const path = copyOf(prepared, folder);
    const databaseUrl = `sqlite:${path}`;
    const look = () => readSqlite(path, folder);
    const inBytes = () => HERS.filter((one) => filesOf(path).some((bytes) => bytes.includes(one)));
    const before = await look();
    const hers = (before.get('messages') ?? [])
      .filter(({ person }) => person === ADA.phone)
      .map(({ id }) => String(id));
    const ofOthers = (everything: Everything) =>
      JSON.stringify((everything.get('messages') ?? []).filter(({ id }) => !hers.includes(String(id))));
    const places = placesOf(before, HERS).length;
    const paths = [
      '/me',
      '/contacts',
      `/contacts?search=${ADA.word}`,
      `/contacts/${ADA.phone}`,
      `/contacts/${ADA.phone}/window`,
      '/conversations',
      `/conversations/${ADA.phone}`,
      `/conversations/${ADA.phone}/messages?limit=100`,
      '/stats',
      '/opt-outs',
      '/flows',
      '/flows/1/runs',
      '/flows/1/stats',
      ...[...hers.slice(0, 3), ...hers.slice(-3)].map((id) => `/messages/${id}`),
    ];
    const requireNoneBroken = async () => {
      const statuses = await statusesOf({ databaseUrl, secretKey: OLD_KEY }, prepared.key, paths);
      const broken = paths.filter((_, index) => ![200, 404].includes(statuses[index] ?? 0));
      must(broken.length === 0, `broken: ${broken}`);
    };

    return {
      args: ['admin', 'people', 'erase', ADA.phone, '--account', '1', '--yes', '--json'],
      env: { WIGWAG_DATABASE_URL: databaseUrl, WIGWAG_SECRET_KEY: OLD_KEY },
      async afterKill() {
        const after = await look();
        const left = placesOf(after, HERS).length;
        await requireNoneBroken();
        if (left > 0) {
          return left === places ? 'all there' : 'partly erased';
        }
        return inBytes().length === 0 ? 'erased' : 'only in the file';
      },
      async afterEnd(ended) {
        // An erased person can no longer be found.
        mustEndWell(ended, [0, 4]);
        must(inBytes().length === 0, `the file still contains ${inBytes()}`);
        const after = await look();
        const left = placesOf(after, HERS);
        must(left.length === 0, `still there: ${left.slice(0, 5)}`);
        cleanIndex ??= indexIn(after);
        must(indexIn(after) === cleanIndex, 'the search index still contains deleted text');
        must(ofOthers(after) === ofOthers(before), "other people's messages have changed");
        must(after.get('messages')?.length === before.get('messages')?.length, 'messages are missing in reports');
        await requireNoneBroken();
      },
    };
  };
}

/** Returns all bytes of a database. */
const filesOf = (path: string): string[] =>
  ['', ...COMPANIONS]
    .map((ending) => path + ending)
    .filter((file) => existsSync(file))
    .map((file) => readFileSync(file, 'latin1'));

/** Two internal records of FTS5 have lower IDs (SQLite's "FTS5 Extension", "The %_data Table"). */
const FIRST_SEGMENT = 11;

/** Returns the parts of words in SQLite's search index, including those of deleted rows until it is merged. */
const indexIn = (everything: Everything): string =>
  JSON.stringify(
    (everything.get('contacts_search_data') ?? [])
      .filter(({ id }) => Number(id) >= FIRST_SEGMENT)
      .map(({ block }) => (block as Buffer).toString('hex'))
      .sort(),
  );

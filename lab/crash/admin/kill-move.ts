import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { queryOnce } from '../../testing/start-postgres.ts';
import { contentOf, readPostgres, readSqlite, rowsIn } from '../tables.ts';
import { copyOf, must, mustEndWell, type Scenario, statusesOf } from './attempt.ts';
import { OLD_KEY, type PreparedState } from './prepared.ts';

/** `wigwag admin move-database`: all data is in one of the two databases, and servers never send from both. */
export async function moving(prepared: PreparedState, postgresUrl: string): Promise<Scenario> {
  const { at, key } = prepared;

  return async (folder) => {
    const path = copyOf(prepared, folder);
    const before = contentOf(await readSqlite(path, folder), at);
    const database = `move_${randomUUID().replaceAll('-', '')}`;
    await queryOnce(postgresUrl, `create database ${database}`);
    const to = Object.assign(new URL(postgresUrl), { pathname: `/${database}` }).href;
    const serverOn = (databaseUrl: string) =>
      statusesOf({ databaseUrl, secretKey: OLD_KEY }, key, ['/me', '/conversations']);
    const servesOn = async (databaseUrl: string) => String(await serverOn(databaseUrl));
    const refusesToServe = (databaseUrl: string) =>
      serverOn(databaseUrl).then(
        () => false,
        (error: Error) => error.name === 'MoveError',
      );

    async function stateOf(): Promise<'not begun' | 'arrived' | 'moved'> {
      const target = await readPostgres(to);
      const isWhole = rowsIn(target) > 0;
      must(!isWhole || contentOf(target, at) === before, 'the target database is filled, but with other data');
      const source = existsSync(path) ? path : `${path}.moved`;
      must(contentOf(await readSqlite(source, folder), at) === before, 'the SQLite file has changed');
      must(source === path || isWhole, 'the SQLite file was moved away, but the target is empty');
      return source !== path ? 'moved' : isWhole ? 'arrived' : 'not begun';
    }

    return {
      args: ['admin', 'move-database', '--from', `sqlite:${path}`, '--yes', '--json'],
      env: { WIGWAG_DATABASE_URL: to },
      async afterKill() {
        const state = await stateOf();
        must(
          (await servesOn(to)) === (state === 'not begun' ? '401,401' : '200,200'),
          'a server accepts a partial database as complete',
        );
        must(
          state === 'not begun' || (await refusesToServe(`sqlite:${path}`)),
          'two servers would send the same messages',
        );
        return state;
      },
      async afterEnd(ended) {
        if (ended.code !== 0) {
          mustEndWell(ended, [2]);
          must(
            ended.stderr.includes('it was moved, and is kept as'),
            `the command does not report the reason: ${ended.stderr}`,
          );
        }
        must((await stateOf()) === 'moved', 'the database is not moved');
        must(!existsSync(`${path}.moving`) || ended.code !== 0, 'the marker file of the move still exists');
        must((await servesOn(to)) === '200,200', 'no server runs on the target database');
        must(await refusesToServe(`sqlite:${path}`), 'a server starts on an empty database');
      },
      close: () => queryOnce(postgresUrl, `drop database ${database} with (force)`),
    };
  };
}

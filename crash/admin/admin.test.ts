import { expect, inject, test } from 'vitest';
import { runCrash } from '../testing.ts';

/**
 * Of the seeds one that kills where it hurts: with the old database at two names and the new one at none; with everything committed
 * over there and unknown here; with half of the secrets sealed anew; with everything erased but in SQLite's log.
 */
const SEED = '14376047';

/** The long run is `npm run crash -- --admin`. */
test('commands that change a whole database, killed in their midst, break nothing and are finished by the next call', async () => {
  const postgres = ['--postgres', inject('postgresUrl')];
  const { code, told, printed } = await runCrash('--admin', '--quick', '--kills', '1', '--seed', SEED, ...postgres);
  expect(code, told).toBe(0);
  const { commands } = JSON.parse(printed);
  expect(commands).toMatchObject({
    restore: { kills: 1, found: { old: 1 }, problems: [] },
    'move-database': { kills: 1, found: { arrived: 1 }, problems: [] },
    'secrets rotate': { kills: 1, found: { 'both keys': 1 }, problems: [] },
    'people erase': { kills: 1, found: { 'only in the file': 1 }, problems: [] },
  });
}, 120_000);

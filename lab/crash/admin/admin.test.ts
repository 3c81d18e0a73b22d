import { expect, inject, test } from 'vitest';
import { runCrash } from '../testing.ts';

/**
 * A seed that kills at critical moments: with the old database under two names and the new one under none; with half of
 * the secrets re-encrypted; with everything erased except in SQLite's log.
 */
const SEED = '14376047';

/** The long run is `npm run lab -- crash --admin`. */
test('killed commands that change a whole database break nothing, and the next call completes them', async () => {
  const postgres = ['--postgres', inject('postgresUrl')];
  const { code, told, printed } = await runCrash('--admin', '--quick', '--kills', '1', '--seed', SEED, ...postgres);
  expect(code, told).toBe(0);
  const { commands } = JSON.parse(printed);
  expect(commands).toMatchObject({
    restore: { kills: 1, found: { old: 1 }, problems: [] },
    'move-database': { kills: 1, problems: [] },
    'secrets rotate': { kills: 1, found: { 'both keys': 1 }, problems: [] },
    'people erase': { kills: 1, found: { 'only in the file': 1 }, problems: [] },
  });
});

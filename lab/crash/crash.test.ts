import { expect, test } from 'vitest';
import { hasBroker } from '../testing/brokers.ts';
import { runCrash } from './testing.ts';

test('an unknown flag is refused in one line', async () => {
  const { code, told, printed } = await runCrash('--nonsense');
  expect([code, printed]).toEqual([2, '']);
  expect(told).toMatch(/^crash: Unknown option '--nonsense'[^\n]*\n$/);
});

/** The long run is `npm run lab -- crash`. */
test('--failover is refused without PostgreSQL', async () => {
  const { code, told } = await runCrash('--failover');
  expect([code, told]).toEqual([2, 'crash: --failover needs --database postgres\n']);
});

test('servers whose PostgreSQL fails over to its standby lose nothing and do nothing twice', async () => {
  const { code, told, printed } = await runCrash('--database', 'postgres', '--failover', '--kills', '2', '--seed', '1');
  expect(code, told).toBe(0);
  expect(JSON.parse(printed)).toMatchObject({ kills: 2, failovers: 1, lost: 0, doubled: 0, backwards: 0 });
});

test('a server that is frozen for moments under load reports each status', async () => {
  const { code, told, printed } = await runCrash('--freeze', '60', '--rate', '100', '--seed', '1');
  expect(code, told).toBe(0);
  const result = JSON.parse(printed);
  expect(result).toMatchObject({ frozen: 60, lost: 0, doubled: 0, backwards: 0, skipped: 0 });
  expect(result.promised).toBeGreaterThan(0);
});

test('--redis is refused without an endpoint for it', async () => {
  const { code, told } = await runCrash('--redis');
  expect([code, told]).toEqual([2, 'crash: --redis needs --endpoints 2 or more\n']);
});

test('a server killed six times during its work loses nothing and does nothing twice, also in a Redis stream', async () => {
  const stream = hasBroker.redis ? ['--endpoints', '2', '--redis'] : [];
  const { code, told, printed } = await runCrash('--kills', '6', '--seed', '1', ...stream);
  expect(code, told).toBe(0);
  const result = JSON.parse(printed);
  expect(result).toMatchObject({ kills: 6, lost: 0, doubled: 0, backwards: 0 });
  expect(result.promised).toBeGreaterThan(0);
  expect(result.endpoints.map((events: number) => events >= result.events)).not.toContain(false);
});

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { freshPostgres } from '../../testing/postgres.ts';
import { type LifeOptions, type LifeSample, type Measured, measureLives, tableOf } from '../support/life-rounds.ts';
import { endpointFigures, measureEndpoints } from './endpoints.ts';
import { figuresOf, ON_POSTGRES, ON_SQLITE } from './life.ts';

/** Measures one tiny round. */
const measureBriefly = (databases: LifeOptions['databases'], roles: LifeOptions['roles']): Promise<Measured> =>
  measureLives({
    databases,
    roles,
    rounds: 1,
    full: { seconds: 0.05 },
    paced: { seconds: 0.2, paced: 10 },
    progress() {},
  });

/** Checks that each message arrived at the provider once and had its three webhooks. */
function expectWholeMessages({ ours, bare }: Measured): void {
  for (const { messages, toProvider, toWebhook } of [ours, bare].flatMap(({ full, paced }) => [...full, paced])) {
    expect(messages).toBeGreaterThan(0);
    expect(toProvider).toHaveLength(messages);
    expect(toWebhook).toHaveLength(3 * messages);
  }
}

test('each message of `life` has its three webhooks, and the figures are printed', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'wigwag-bench-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = (name: string) => `sqlite:${join(folder, `${name}.db`)}`;
  const measured = await measureBriefly({ ours: file('ours'), bare: file('bare') }, ON_SQLITE.roles);
  expectWholeMessages(measured);
  // One transaction with two writes, three with two writes, and three single writes.
  expect(measured.bare.full).toMatchObject([{ statements: 19, commits: 7 }]);
  expect(tableOf(measured, 10).split('\n')).toEqual([
    expect.stringMatching(/^\s+ours\s+bare$/),
    expect.stringMatching(/^ {2}whole messages\/s\s+[\d.]+\s+[\d.]+$/),
    expect.stringMatching(/^ {2}CPU ms\/message\s+server [\d.]+, load [\d.]+\s+bare [\d.]+, load [\d.]+$/),
    expect.stringMatching(/^ {2}statements\/message\s+[\d.]+\s+19\.0$/),
    expect.stringMatching(/^ {2}commits\/message\s+[\d.]+\s+7\.0$/),
    ...Array(4).fill(expect.stringMatching(/, p50 \/ p99 ms\s+[\d.]+ \/ [\d.]+\s+[\d.]+ \/ [\d.]+$/)),
  ]);
  expect(figuresOf(ON_SQLITE, measured).map(({ name, value }) => [name, value > 0])).toEqual(
    [
      'whole messages beside the bare program',
      'statements per message',
      'whole messages',
      'accept to provider, p50',
      'accept to provider, p99',
      'callback to webhook, p50',
      'callback to webhook, p99',
    ].map((name) => [`life: SQLite, ${name}`, true]),
  );
});

test('`life` runs an api and a worker on PostgreSQL, and reports the CPU time of the database', async () => {
  const { url, drop } = await freshPostgres();
  onTestFinished(drop);
  const measured = await measureBriefly({ ours: url, bare: url }, ON_POSTGRES[1]?.roles ?? []);
  expectWholeMessages(measured);
  expect(measured.bare.full).toMatchObject([{ commits: 7 }]);
  expect(tableOf(measured, 10)).toMatch(
    /api [\d.]+, worker [\d.]+, database [\d.]+, load [\d.]+\s+bare 1 [\d.]+, bare 2 [\d.]+, database/,
  );
});

test('each endpoint of a message gets its three webhooks, and the figures compare several endpoints with one', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'wigwag-bench-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const measured = await measureEndpoints({ counts: [2], rounds: 1, seconds: 0.05, folder, progress() {} });
  const [sample] = measured[2] as [LifeSample];
  expect(sample.toWebhook).toHaveLength(3 * 2 * sample.messages);
  const samples = { 1: [sample], 2: [sample], 10: [{ ...sample, statements: 4 * sample.statements }] };
  expect(endpointFigures(samples).map(({ name, value, reach }) => [name, value, reach])).toEqual([
    ['endpoints: CPU time of a message with 2 endpoints', 1, 2],
    ['endpoints: statements of a message with 2 endpoints', 1, 2],
    ['endpoints: CPU time of a message with 10 endpoints', 1, 10],
    ['endpoints: statements of a message with 10 endpoints', 4, 10],
  ]);
});

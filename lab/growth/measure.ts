import { openDatabase } from '../../server/store/database.ts';
import { median } from '../bench/figure.ts';
import { onInterrupt } from '../crash/programs.ts';
import { queryOnce } from '../testing/start-postgres.ts';
import { LONG_HISTORY, RARE_DIGITS, RARE_WORD } from './fill.ts';
import { mediansInTurn } from './growth.ts';
import { type Installation, startInstallation, sweepOneDay } from './installation.ts';
import { startDebianPostgres } from './start-postgres.ts';

/** Messages are sent on each installation in turn for so long, so that a busy moment affects all sizes alike. */
const SLICE_SECONDS = 3;

/** One measurement at all sizes. */
export interface Measured {
  name: string;
  unit: string;
  values: number[];
}

const progress = (text: string) => process.stderr.write(`${text}\n`);
const HISTORY = `/conversations/${LONG_HISTORY}/messages`;

/** Returns the path of the page after so many others. */
async function deepPage(installation: Installation, path: string, pages: number): Promise<string> {
  let next = path;
  for (let page = 0; page < pages; page += 1) {
    const { data } = await installation.request('GET', next);
    const { pagination } = data as { pagination: { has_more: boolean; next_cursor?: string; before?: string } };
    if (!pagination.has_more) {
      break;
    }
    const { next_cursor: cursor, before } = pagination;
    next = `${path}&${cursor === undefined ? `before=${encodeURIComponent(before ?? '')}` : `cursor=${cursor}`}`;
  }
  return next;
}

/** The measured requests. Each returns its method, path and body. */
const REQUESTS: Record<string, (installation: Installation) => Promise<[string, string, object?]>> = {
  'conversations, first page': async () => ['GET', '/conversations?limit=50'],
  'conversations, open and unread': async () => ['GET', '/conversations?limit=50&status=open&unread=true'],
  'conversations, page 20': async (one) => ['GET', await deepPage(one, '/conversations?limit=50', 20)],
  'history, first page': async () => ['GET', `${HISTORY}?limit=50`],
  'history, page 20': async (one) => ['GET', await deepPage(one, `${HISTORY}?limit=50`, 20)],
  deliveries: async ({ accountId }) => ['GET', `/admin/accounts/${accountId}/deliveries?limit=20`],
  'deliveries, failed': async ({ accountId }) => [
    'GET',
    `/admin/accounts/${accountId}/deliveries?limit=20&state=failed`,
  ],
  'deliveries, missed (none)': async ({ accountId }) => [
    'GET',
    `/admin/accounts/${accountId}/deliveries?limit=20&state=missed`,
  ],
  'deliveries, failing (none)': async ({ accountId }) => [
    'GET',
    `/admin/accounts/${accountId}/deliveries?limit=20&failing=true`,
  ],
  'deliveries of a day': async ({ accountId }) => {
    const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString();
    return ['GET', `/admin/accounts/${accountId}/deliveries?limit=20&from=${day(60)}&to=${day(59)}`];
  },
  'contacts, first page': async () => ['GET', '/contacts?limit=50'],
  'contacts, search by number': async () => ['GET', `/contacts?limit=50&search=${RARE_DIGITS}`],
  'messages, search of a rare word': async ({ accountId }) => [
    'POST',
    `/admin/accounts/${accountId}/messages/search`,
    { text: RARE_WORD },
  ],
  'messages, search of a common word': async ({ accountId }) => [
    'POST',
    `/admin/accounts/${accountId}/messages/search`,
    { text: 'order' },
  ],
  'callbacks with problems': async () => ['GET', '/admin/callbacks/problems'],
  'statistics of 30 days': async () => ['GET', '/stats'],
  'report of 30 days': async ({ accountId }) => ['GET', `/admin/accounts/${accountId}/report`],
};

async function sizeOf({ databaseUrl, messages }: Installation): Promise<number> {
  const db = await openDatabase(databaseUrl);
  const { rows } = await db.raw('select pg_database_size(current_database()) as bytes');
  await db.destroy();
  return Number(rows[0].bytes) / 1_000 / messages;
}

/**
 * Measures everything at each size.
 *
 * @param options.rounds the number of requests of each kind per size
 * @param options.seconds how long messages are sent, per size
 * @param options.folder where PostgreSQL stores its data
 */
export async function measure(
  sizes: readonly number[],
  { rounds, seconds, folder }: { rounds: number; seconds: number; folder: string },
): Promise<Measured[]> {
  const postgres = await startDebianPostgres(folder);
  const installations: Installation[] = [];
  let ended: Promise<void> | undefined;
  const end = () => {
    ended ??= Promise.allSettled(installations.map((installation) => installation.stop())).then(postgres.stop);
    return ended;
  };
  onInterrupt(end);
  const measured: Measured[] = [];
  const note = (name: string, unit: string, values: number[]) => {
    measured.push({ name, unit, values });
    progress(`  ${name}: ${values.map((value) => value.toPrecision(3)).join(', ')} ${unit}`);
  };
  try {
    for (const size of sizes) {
      const begun = performance.now();
      await queryOnce(postgres.urlOf('postgres'), `create database growth_${size}`);
      installations.push(await startInstallation(postgres.urlOf(`growth_${size}`), size));
      progress(`${size} messages, filled in ${Math.round((performance.now() - begun) / 1_000)} s`);
    }
    note('size of the database', 'KB/message', await Promise.all(installations.map(sizeOf)));

    const parts = {
      request: 'send, until the 202',
      toProvider: 'send, until the provider',
      toWebhook: 'callback, until the webhook',
    };
    const sends = installations.map(() => [] as Awaited<ReturnType<Installation['send']>>[]);
    for (let sent = 0; sent < seconds; sent += SLICE_SECONDS) {
      for (const [index, installation] of installations.entries()) {
        sends[index]?.push(await installation.send(SLICE_SECONDS));
      }
    }
    for (const [part, name] of Object.entries(parts) as [keyof typeof parts, string][]) {
      // The first slice is the warm-up.
      note(
        name,
        'ms',
        sends.map((own) => median((own.length > 1 ? own.slice(1) : own).map((slice) => slice[part]))),
      );
    }
    for (const [name, requestOf] of Object.entries(REQUESTS)) {
      const requests = new Map<Installation, [string, string, object?]>();
      for (const installation of installations) {
        requests.set(installation, await requestOf(installation));
      }
      note(
        name,
        'ms',
        await mediansInTurn(installations, rounds, async (installation) => {
          const [method, path, body] = requests.get(installation) ?? ['GET', '/me'];
          return (await installation.request(method, path, body)).milliseconds;
        }),
      );
    }
    await Promise.all(installations.map((installation) => installation.stop()));

    const swept: { rows: number; seconds: number }[] = [];
    const vacuumed: number[] = [];
    const dumped: { bytes: number; seconds: number }[] = [];
    for (const { databaseUrl } of installations) {
      let begun = performance.now();
      dumped.push({ bytes: postgres.dump(databaseUrl), seconds: (performance.now() - begun) / 1_000 });
      swept.push(await sweepOneDay(databaseUrl));
      begun = performance.now();
      await queryOnce(databaseUrl, 'vacuum');
      vacuumed.push((performance.now() - begun) / 1_000);
    }
    progress(`  the sweeps deleted ${swept.map(({ rows }) => rows).join(', ')} rows`);
    note(
      'retention of a day',
      'ms/row',
      swept.map((sweep) => (1_000 * sweep.seconds) / sweep.rows),
    );
    note(
      'vacuum after it',
      'ms/message',
      vacuumed.map((time, index) => (1_000 * time) / (sizes[index] ?? 1)),
    );
    note(
      'pg_dump',
      'ms/message',
      dumped.map((dump, index) => (1_000 * dump.seconds) / (sizes[index] ?? 1)),
    );
    note(
      'pg_dump, size',
      'KB/message',
      dumped.map(({ bytes }, index) => bytes / 1_000 / (sizes[index] ?? 1)),
    );
  } finally {
    await end();
  }
  return measured;
}

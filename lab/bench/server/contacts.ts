import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type RunningServer, readConfig, startServer } from '@wigwag/server';
import { createAccount } from '../../../server/domain/account/accounts.ts';
import { createKey } from '../../../server/domain/account/create-key.ts';
import { type Benchmark, figure, median } from '../figure.ts';

const BATCH = 1000;
const FIRST_NAMES = 'Işıl Ada Emre Zeynep Søren Miguel Olga Kenji Fatma João Chloé Ali Müge Ivan Aylin Noah'.split(' ');
const LAST_NAMES = 'Özgür Lovelace Yılmaz Çelik Łukasz Müller Nguyễn Öztürk Demir Smith García Şahin Kaya Ito'.split(
  ' ',
);
const PREFIXES = ['90532', '90533', '90541', '90555', '4474', '4915', '1202'];

/** Search terms: common names, rare names, parts of phones, and terms without a match. */
const SEARCHES = [
  'emre',
  'ozgur isil',
  'Nguyen Kenji 0541',
  '0532 123',
  '+90 555 1',
  '23456',
  'person 77@',
  'zzz no match',
  '905905905',
  'ka',
];

interface ContactsContender {
  server: RunningServer;
  get(path: string): Promise<{ pagination: { next_cursor: string | null } }>;
  deep: string;
}

/** Pseudo-random numbers, the same in every run. */
function* numbers(): Generator<number, never> {
  for (let seed = 1; ; ) {
    seed = (seed * 48_271) % 2_147_483_647;
    yield seed;
  }
}

/** Starts a server with one account that has this many contacts, stored as the API stores them. */
async function startWith(databaseUrl: string, count: number): Promise<ContactsContender> {
  const server = await startServer(readConfig({}, { databaseUrl, port: 0, secretKey: 'a secret key for a benchmark' }));
  const { app, origin } = server;
  const { accountId, key } = await app.store.transaction(async (tx) => {
    const { id } = await createAccount(app, tx, { name: 'Bench' });
    return { accountId: id, key: await createKey(app, tx, { accountId: id, mode: 'live', requestsPerMinute: 1e9 }) };
  });
  const random = numbers();
  const one = <T>(list: readonly T[]): T => list[random.next().value % list.length] as T;
  for (let from = 0; from < count; from += BATCH) {
    await app.store.transaction(async (tx) => {
      for (let at = from; at < Math.min(from + BATCH, count); at += 1) {
        // The counter makes phones unique. Multiplying it makes parts of them repeat.
        const phone = one(PREFIXES) + String((at * 7_654_321) % 10_000_000).padStart(7, '0');
        const name = `${one(FIRST_NAMES)} ${one(LAST_NAMES)}`;
        await tx.contacts.upsert(accountId, phone, { name, email: `person.${at}@example.com` }, app.monotonicNow());
      }
    });
  }
  const get: ContactsContender['get'] = async (path) => {
    const response = await fetch(`${origin}/api/v1${path}`, { headers: { authorization: `Bearer ${key}` } });
    const text = await response.text();
    if (response.status !== 200) {
      throw new Error(`${path} answered ${text}`);
    }
    return JSON.parse(text).data;
  };
  return { server, get, deep: await deepPage(get, count) };
}

/** Pages through nine tenths of all contacts as a client does. Returns the path of the next page. */
async function deepPage(get: ContactsContender['get'], count: number): Promise<string> {
  let cursor: string | null = null;
  for (let passed = 0; passed < count * 0.9; passed += 100) {
    const page = await get(`/contacts?limit=100${cursor === null ? '' : `&cursor=${cursor}`}`);
    cursor = page.pagination.next_cursor;
  }
  return `/contacts?cursor=${cursor}`;
}

/** Returns the ratio of a request's median times with many and with few contacts, measured alternately. */
async function ratio(
  contenders: Record<'few' | 'many', ContactsContender>,
  pathOf: (one: ContactsContender) => string,
  rounds: number,
) {
  const times = { few: [] as number[], many: [] as number[] };
  for (let round = -5; round < rounds; round += 1) {
    for (const name of ['few', 'many'] as const) {
      const begun = performance.now();
      await contenders[name].get(pathOf(contenders[name]));
      if (round >= 0) {
        times[name].push(performance.now() - begun); // the earlier requests were the warm-up
      }
    }
  }
  return { few: median(times.few), many: median(times.many), value: median(times.many) / median(times.few) };
}

/** Pages and searches of contacts over HTTP on SQLite, with ten times as many contacts. The worst search counts. */
export const contacts: Benchmark = async ({ quick, progress }) => {
  const [few, many, rounds] = quick ? [1_000, 10_000, 40] : [10_000, 100_000, 200];
  const folder = mkdtempSync(join(tmpdir(), 'wigwag-bench-'));
  progress(`writes ${few} and ${many} contacts`);
  const contenders = {
    few: await startWith(`sqlite:${join(folder, 'few.db')}`, few),
    many: await startWith(`sqlite:${join(folder, 'many.db')}`, many),
  };
  try {
    const measure = async (what: string, pathOf: (one: ContactsContender) => string) => {
      const measured = await ratio(contenders, pathOf, rounds);
      progress(`${what}: ${measured.few.toFixed(2)} ms with ${few}, ${measured.many.toFixed(2)} ms with ${many}`);
      return measured.value;
    };
    const first = await measure('first page', () => '/contacts');
    const deep = await measure('deep page', ({ deep }) => deep);
    const searches: number[] = [];
    for (const search of SEARCHES) {
      searches.push(await measure(`search "${search}"`, () => `/contacts?search=${encodeURIComponent(search)}`));
    }
    return [
      figure('contacts-first-page', first, 'ratio', 1.5, 'down'),
      figure('contacts-deep-page', deep, 'ratio', 1.5, 'down'),
      figure('contacts-search', Math.max(...searches), 'ratio', 5, 'down'),
    ];
  } finally {
    await contenders.few.server.stop();
    await contenders.many.server.stop();
    rmSync(folder, { recursive: true });
  }
};

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createRandom, type Random } from '../testing/random.ts';
import { Clients } from './clients.ts';
import { compare as compareLedgers, type MessageComparison } from './compare.ts';
import { CrashInstallation, type Role } from './installation.ts';
import { Mock } from './mock.ts';
import { startReceiver } from './receiver.ts';
import { type CrashEndpoint, setUp as setUpHere } from './set-up.ts';
import { settle, untilQuiet } from './settle.ts';
import { startStream } from './stream.ts';

export const SECRET_KEY = 'a secret key for crashes';
const ADMIN_TOKEN = 'an admin token for crashes';
/** The number of clients, and that of bursts: so many that callbacks wait for a free slot. */
const CLIENTS = 16;
const BURST_CLIENTS = 96;
/** The faults of the provider while clients send. */
const FAULTS = {
  requests: { lost_reply: 0.02, reset: 0.005, unavailable: 0.005, before_reply: 0.05 },
  callbacks: { duplicate: 0.02, delay: 0.02, reorder: 0.02 },
  maxDelayMs: 2_000,
};
const BETWEEN_LINES = 5_000;

interface RigOptions {
  database: 'sqlite' | 'postgres';
  databaseUrl: string;
  seed: number;
  /** The approximate number of sends per second. */
  rate: number;
  /** How many webhook endpoints the account has. If there are several, the last one is dead until the end, unless it is a stream. @default 1 */
  endpoints?: number | undefined;
  /** Whether the second endpoint is a Redis stream. @default false */
  redis?: boolean | undefined;
  /** The folder of the logs; it exists until the rig ends without problems. */
  folder: string;
  /**
   * Whether the provider loses responses and repeats, delays and reorders callbacks. If not, each status must be
   * reported. @default true
   */
  hasFaults?: boolean | undefined;
  /** More variables of the servers. */
  env?: Record<string, string> | undefined;
  /** The processes of the servers. @default those of the database */
  roles?: readonly Role[] | undefined;
  /** Another version of the servers: its program, and the function that prepares its database. @default this version */
  release?: { program: string; setUp: typeof setUpHere } | undefined;
  /** Starts a proxy in front of the API processes and returns its URL. @default clients call the processes */
  startProxy?: ((origins: readonly string[]) => Promise<string>) | undefined;
  /** Compares the ledgers. @default every accepted message must be in each of them */
  compare?: typeof compareLedgers | undefined;
  progress: (text: string) => void;
}

/** An installation under load: servers, clients, the mock of Meta and the receivers, with their ledgers. */
export interface CrashRig {
  installation: CrashInstallation;
  clients: Clients;
  mock: Mock;
  endpoints: readonly CrashEndpoint[];
  /** How many deliveries all endpoints have received. */
  deliveries(): number;
  /** The path of the provider's callbacks. */
  callbackPath: string;
  random: Random;
  log: string;
  /**
   * Runs `work` while clients send. Then it waits until everything has settled, replays what a dead endpoint has missed,
   * stops the servers and compares the ledgers.
   *
   * @param status what else a line of progress shows
   */
  run(work: () => Promise<void>, status: () => string): Promise<{ comparison: MessageComparison; problems: string[] }>;
  /** Kills what still runs. */
  end(): Promise<void>;
}

export const createFolder = (): string => mkdtempSync(join(tmpdir(), 'wigwag-crash-'));
export const removeFolder = (folder: string): void => rmSync(folder, { recursive: true, force: true });

/** Starts the servers on a database, with one account. */
export async function startRig(options: RigOptions): Promise<CrashRig> {
  const {
    database,
    databaseUrl,
    seed,
    rate,
    folder,
    env,
    roles,
    release,
    progress,
    endpoints: count = 1,
    redis = false,
    hasFaults = true,
  } = options;
  const begun = Date.now();
  const log = join(folder, 'processes.log');
  const random = createRandom(seed);
  const mock = new Mock(seed, log);
  await mock.ready();
  const isStream = (index: number) => redis && index === 1;
  const isDead = (index: number) => index > 0 && index === count - 1 && !isStream(index);
  const receiverAt = (index: number) =>
    isStream(index) ? startStream() : startReceiver(createRandom(seed + 1 + 10 * index), isDead(index));
  const others = await Promise.all(Array.from({ length: count - 1 }, (_, index) => receiverAt(index + 1)));
  const setUp = release?.setUp ?? setUpHere;
  const account = await setUp(databaseUrl, SECRET_KEY, mock, [await receiverAt(0), ...others]);
  const { endpoints } = account;
  const deliveries = () => endpoints.reduce((sum, { receiver }) => sum + receiver.deliveries, 0);
  const refused = () => endpoints.reduce((sum, { receiver }) => sum + receiver.refused, 0);
  const installation = new CrashInstallation({
    database,
    databaseUrl,
    graphUrl: mock.url,
    secretKey: SECRET_KEY,
    adminToken: ADMIN_TOKEN,
    log,
    env,
    roles,
    program: release?.program,
  });
  await installation.start();
  const proxy = await options.startProxy?.(installation.origins);
  const origins = proxy === undefined ? installation.origins : [proxy];
  await mock.control('PUT', 'callback-url', { url: origins[0] + account.callbackPath });
  const clients = new Clients(origins, account.key, random);
  await clients.openWindows(mock);
  await untilQuiet(installation, mock);

  /** The dead endpoint works again: it gets the deliveries that waited for it, and those that it missed are replayed. */
  async function revive({ id, receiver }: CrashEndpoint): Promise<void> {
    receiver.revive();
    const path = `/accounts/${account.id}`;
    await installation.admin(`${path}/endpoints/${id}/enable`);
    let after: string | null = null;
    do {
      const missed = { from: '2020-01-01T00:00:00Z', endpoint: id, states: ['missed', 'failed'] };
      const replayed: { next: string | null } = await installation.admin(`${path}/deliveries/replay`, {
        ...missed,
        ...(after !== null && { after }),
      });
      after = replayed.next;
    } while (after !== null);
    await settle(installation, mock, progress);
  }

  return {
    installation,
    clients,
    mock,
    endpoints,
    deliveries,
    callbackPath: account.callbackPath,
    random,
    log,
    async run(work, status) {
      if (hasFaults) {
        await mock.control('POST', 'fault-plan', { seed, ...FAULTS });
      }
      clients.start(hasFaults ? CLIENTS : BURST_CLIENTS, rate, mock);
      const telling = setInterval(() => {
        const seconds = Math.round((Date.now() - begun) / 1_000);
        progress(`${seconds} s: ${status()}, ${clients.promised.length} promised, ${deliveries()} deliveries`);
      }, BETWEEN_LINES);
      await work().finally(() => clearInterval(telling));
      await installation.untilReady();
      progress('no more faults; clients finish their requests');
      await clients.stop();
      await mock.control('DELETE', 'faults');
      await settle(installation, mock, progress);
      for (const dead of endpoints.filter((_, index) => isDead(index))) {
        await revive(dead);
      }
      await Promise.all(endpoints.map(({ receiver }) => receiver.collect()));
      const comparison = await (options.compare ?? compareLedgers)(clients, mock, endpoints);
      const badEnds = await installation.stop();
      const problems = [
        ...comparison.lost.map((text) => `lost: ${text}`),
        ...comparison.doubled.map((text) => `doubled: ${text}`),
        ...comparison.backwards.map((text) => `backwards: ${text}`),
        ...(hasFaults ? [] : comparison.skipped.map((text) => `skipped: ${text}`)),
        ...clients.surprises.map((text) => `surprise: ${text}`),
        ...badEnds.map((text) => `did not exit cleanly: ${text}`),
        ...(refused() > 0 ? [`${refused()} deliveries have an invalid signature`] : []),
      ];
      problems.slice(0, 50).forEach(progress);
      return { comparison, problems };
    },
    async end() {
      await installation.killAll();
      await mock.program.kill();
      for (const { receiver } of endpoints) {
        receiver.close();
      }
    },
  };
}

/** Returns the figures of a comparison: counts instead of texts. */
export const countsOf = (comparison: MessageComparison) => ({
  ...comparison,
  lost: comparison.lost.length,
  doubled: comparison.doubled.length,
  backwards: comparison.backwards.length,
  skipped: comparison.skipped.length,
});

import { act, oneOf } from '../act.ts';
import { chooseUpgradeKills, type StartKill } from '../first-start.ts';

const target = (random: Parameters<Parameters<typeof act>[0]['choose']>[0], servers: readonly string[]) =>
  oneOf(random, servers);

/** Faults of machines: processes die, clocks jump, disks fill, networks break. */
export const MACHINE_ACTS = {
  'server is killed': act<{ server: string; statements: number; isAfter: boolean; down: number; load: number }>({
    perDay: 5,
    isFault: true,
    choose: (random, { servers }) => ({
      server: target(random, servers),
      statements: random.below(2) === 0 ? 0 : 1 + random.below(60),
      isAfter: random.below(2) === 0,
      down: random.below(20),
      load: random.below(3),
    }),
    tell: ({ server, statements, isAfter, down }) =>
      `${server} will be killed ${isAfter ? 'after' : 'before'} its statement ${statements}, and start ${down} s later`,
    perform: (world, { server, statements, isAfter, down, load }) => {
      world.installation.killSoon(server, { statements, isAfter, down });
      return world.someLoad(load);
    },
  }),
  'server is killed at a commit': act<{
    server: string;
    commits: number;
    isAfter: boolean;
    down: number;
    load: number;
  }>({
    perDay: 3,
    isFault: true,
    choose: (random, { servers }) => ({
      server: target(random, servers),
      commits: 1 + random.below(6),
      isAfter: random.below(2) === 0,
      down: random.below(20),
      load: 1 + random.below(3),
    }),
    tell: ({ server, commits, isAfter }) =>
      `${server} will be killed ${isAfter ? 'after' : 'before'} its commit ${commits}`,
    perform: (world, { server, commits, isAfter, down, load }) => {
      world.installation.killSoon(server, { statements: commits, isAfter, down, verb: 'COMMIT' });
      return world.someLoad(load);
    },
  }),
  'power fails': act<{ commits: number; isAfter: boolean; later: number; down: number; kept: number; load: number }>({
    perDay: 2,
    isFault: true,
    // The simulated disk knows what SQLite has written.
    only: 'sqlite',
    choose: (random) => ({
      commits: 1 + random.below(12),
      isAfter: random.below(2) > 0,
      later: oneOf(random, [0, 0, 2, 5, 20, 200]),
      down: 1 + random.below(60),
      kept: oneOf(random, [0, 0, 0, 0.5, 1]),
      load: 1 + random.below(4),
    }),
    tell: ({ commits, isAfter, later, kept }) =>
      `the power fails ${later} ms ${isAfter ? 'after' : 'into'} commit ${commits} from now; the disk has written ${kept * 100} % of what need not be durable`,
    perform: (world, { load, ...power }) => {
      world.installation.losePowerSoon(power);
      return world.someLoad(load);
    },
  }),
  'server restarts': act<{ server: string; load: number; connections: number }>({
    perDay: 1,
    isFault: true,
    choose: (random, { servers }) => ({
      server: target(random, servers),
      load: random.below(8),
      connections: random.below(6),
    }),
    tell: ({ server, connections }) => `${server} will be restarted as it accepts its connection ${connections}`,
    perform: async (world, { server, load, connections }) => {
      const sends = world.someLoad(load);
      await world.installation.restart(server, connections);
      await sends;
    },
  }),
  'server is suspended': act<{ server: string; seconds: number; statements: number; load: number }>({
    perDay: 1,
    isFault: true,
    choose: (random, { servers }) => ({
      server: target(random, servers),
      seconds: oneOf(random, [1, 5, 12, 30, 130, 200]),
      statements: random.below(60),
      load: random.below(3),
    }),
    tell: ({ server, seconds, statements }) =>
      `${server} will be suspended for ${seconds} s after ${statements} statements`,
    perform: (world, { server, seconds, statements, load }) => {
      world.installation.suspendSoon(server, seconds, statements);
      return world.someLoad(load);
    },
  }),
  'server is suspended with a task': act<{ server: string; seconds: number; statements: number; load: number }>({
    perDay: 1,
    isFault: true,
    choose: (random, { servers }) => ({
      server: servers.at(-1 - random.below(Math.max(1, servers.length - 1))) as string,
      // A lease ends after 2 minutes.
      seconds: oneOf(random, [130, 160, 300]),
      statements: 1 + random.below(4),
      load: 2 + random.below(4),
    }),
    tell: ({ server, seconds, statements }) =>
      `${server} will be suspended for ${seconds} s after commit ${statements} of a changed task`,
    perform: (world, { server, seconds, statements, load }) => {
      world.installation.suspendSoon(server, seconds, statements, 'update outbox');
      return world.someLoad(load);
    },
  }),
  'server is suspended as it sends': act<{ server: string; seconds: number; load: number; minutes: number }>({
    perDay: 0.8,
    isFault: true,
    choose: (random, { servers }) => ({
      server: servers.at(-1 - random.below(Math.max(1, servers.length - 1))) as string,
      // Another worker takes over its tasks.
      seconds: oneOf(random, [20, 40, 130]),
      load: 2 + random.below(4),
      // A send without a response waits 10 minutes for its callback.
      minutes: oneOf(random, [0, 20, 20]),
    }),
    tell: ({ server, seconds, minutes }) =>
      `${server} will be suspended for ${seconds} s as it sends${minutes === 0 ? '' : `, and the provider posts no callbacks about progress for ${minutes} minutes`}`,
    perform: (world, { server, seconds, load, minutes }) => {
      world.installation.suspendSoon(server, seconds, 1, 'update outbox set claims');
      if (minutes > 0) {
        world.meta.dropStatuses(minutes);
      }
      return world.someLoad(load);
    },
  }),
  'servers are upgraded': act<{ kills: StartKill[]; load: number }>({
    perDay: 0.5,
    isFault: true,
    choose: (random, { servers }) => ({ kills: chooseUpgradeKills(random, servers), load: random.below(4) }),
    tell: ({ kills }) => `a later version is installed, and ${kills.length} servers die while they start with it`,
    perform: async (world, { kills, load }) => {
      const sends = world.someLoad(load);
      await world.installation.upgrade(kills);
      await sends;
    },
  }),
  'clock jumps': act<{ server: string; milliseconds: number; drift: number }>({
    perDay: 0.5,
    isFault: true,
    choose: (random, { servers }) => ({
      server: target(random, servers),
      // Receivers refuse signatures that are older than 5 minutes (§6).
      milliseconds: oneOf(random, [-240_000, -60_000, -3000, -500, 500, 3000, 20_000, 120_000, 240_000]),
      drift: random.below(200) - 100,
    }),
    tell: ({ server, milliseconds }) => `the clock of ${server} jumps by ${milliseconds} ms`,
    perform: (world, { server, milliseconds, drift }) =>
      world.installation.setClock(server, milliseconds * 1000, drift),
  }),
  'disk is full': act<{ seconds: number; load: number }>({
    perDay: 0.3,
    isFault: true,
    choose: (random) => ({ seconds: 1 + random.below(120), load: 1 + random.below(3) }),
    tell: ({ seconds }) => `the disk is full for ${seconds} s`,
    perform: (world, { seconds, load }) => {
      world.disk.fill(seconds);
      return world.someLoad(load);
    },
  }),
  'another process locks the database': act<{ seconds: number; load: number }>({
    perDay: 0.5,
    isFault: true,
    choose: (random) => ({ seconds: oneOf(random, [1, 4, 9, 20]), load: 1 + random.below(3) }),
    tell: ({ seconds }) => `another process holds the write lock for ${seconds} s`,
    perform: (world, { seconds, load }) => {
      world.disk.lock(seconds);
      return world.someLoad(load);
    },
  }),
  'database refuses a statement': act<{
    verb: string;
    times: number;
    after?: number;
    endsTransaction: boolean;
    load: number;
    account?: number;
    customers?: number[];
  }>({
    perDay: 1,
    isFault: true,
    choose: (random, { accounts, people }) => ({
      verb: oneOf(random, [
        'BEGIN',
        'COMMIT',
        'COMMIT',
        'select',
        'insert',
        'update',
        'delete',
        'SAVEPOINT',
        'RELEASE',
      ]),
      times: 1 + random.below(4),
      after: oneOf(random, [0, random.below(20)]),
      endsTransaction: random.below(2) === 0,
      load: 1 + random.below(3),
      account: random.below(accounts),
      customers: Array.from({ length: random.below(6) }, () => random.below(people)),
    }),
    tell: ({ verb, times, after = 0, endsTransaction }) =>
      `after ${after} of them, the database refuses ${verb} ${times} times${endsTransaction ? ', and rolls back the transaction' : ''}`,
    async perform(world, { verb, times, after = 0, endsTransaction, load, account = 0, customers = [] }) {
      world.disk.refuse({ verb, times, after, endsTransaction });
      await Promise.all([
        world.someLoad(load),
        ...customers.map((person) => world.meta.receive(account, 'whatsapp', person)),
      ]);
    },
  }),
  'database is slow': act<{ seconds: number; milliseconds: number; load: number }>({
    perDay: 0.5,
    isFault: true,
    choose: (random) => ({
      seconds: 5 + random.below(60),
      milliseconds: 20 + random.below(400),
      load: 1 + random.below(3),
    }),
    tell: ({ seconds, milliseconds }) => `statements take ${milliseconds} ms for ${seconds} s`,
    perform: (world, { seconds, milliseconds, load }) => {
      world.disk.slow(seconds, milliseconds);
      return world.someLoad(load);
    },
  }),
  'network is cut': act<{ server: string; other: string; minutes: number; load: number }>({
    perDay: 0.4,
    isFault: true,
    choose: (random, { servers, accounts }) => ({
      server: target(random, servers),
      other: oneOf(random, ['meta', `${oneOf(random, ['client', 'receiver', 'tail'])} ${random.below(accounts)}`]),
      minutes: 1 + random.below(15),
      load: 1 + random.below(3),
    }),
    tell: ({ server, other, minutes }) => `the network between ${server} and ${other} is cut for ${minutes} minutes`,
    perform: (world, { server, other, minutes, load }) => {
      world.weather.cutBetween(server, other, minutes);
      return world.someLoad(load);
    },
  }),
  'connections break': act<{ seconds: number; share: number; load: number }>({
    perDay: 1,
    isFault: true,
    choose: (random) => ({ seconds: 5 + random.below(120), share: 1 + random.below(20), load: 1 + random.below(3) }),
    tell: ({ seconds, share }) => `${share} of 100 packets break their connection for ${seconds} s`,
    perform: (world, { seconds, share, load }) => {
      world.weather.break(seconds, share / 100);
      return world.someLoad(load);
    },
  }),
};

import { act, oneOf } from '../act.ts';

/** Faults of a PostgreSQL server. */
export const POSTGRES_ACTS = {
  'database restarts': act<{ seconds: number; load: number }>({
    perDay: 1.5,
    isFault: true,
    only: 'postgres',
    choose: (random) => ({ seconds: oneOf(random, [0, 0, 1, 5, 30]), load: 1 + random.below(4) }),
    tell: ({ seconds }) => `the database ends all connections and refuses new ones for ${seconds} s`,
    perform: async (world, { seconds, load }) => {
      const sends = world.someLoad(load);
      world.postgres?.restart(seconds);
      await sends;
    },
  }),
  'commit gets no answer': act<{ commits: number; isAfter: boolean; load: number }>({
    perDay: 3,
    isFault: true,
    only: 'postgres',
    choose: (random) => ({
      commits: 1 + random.below(12),
      isAfter: random.below(3) > 0,
      load: 1 + random.below(4),
    }),
    tell: ({ commits, isAfter }) =>
      `the connection of commit ${commits} from now breaks ${isAfter ? 'after' : 'before'} the database commits`,
    perform: (world, { commits, isAfter, load }) => {
      world.postgres?.breakCommit(commits, isAfter);
      return world.someLoad(load);
    },
  }),
  'database is unreachable': act<{ minutes: number; load: number }>({
    perDay: 0.3,
    isFault: true,
    only: 'postgres',
    choose: (random) => ({ minutes: oneOf(random, [0.1, 0.5, 2, 10]), load: 1 + random.below(4) }),
    tell: ({ minutes }) => `the network to the database is cut for ${minutes} minutes`,
    perform: (world, { minutes, load }) => {
      world.weather.cut('postgres', minutes);
      return world.someLoad(load);
    },
  }),
};

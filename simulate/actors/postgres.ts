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
      world.disk.restart(seconds);
      await sends;
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

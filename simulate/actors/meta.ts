import { act } from '../act.ts';

/** The provider. */
export const META_ACTS = {
  'provider has a bad hour': act<{ seed: number; minutes: number; severity: number }>({
    perDay: 1.5,
    isFault: true,
    choose: (random) => ({
      seed: random.below(1_000_000),
      minutes: 5 + random.below(120),
      severity: 1 + random.below(3),
    }),
    tell: ({ minutes, severity }) => `the provider misbehaves for ${minutes} minutes (severity ${severity})`,
    perform: (world, { seed, minutes, severity }) => world.meta.misbehave(seed, minutes, severity),
  }),
  'provider is down': act<{ minutes: number }>({
    perDay: 0.3,
    isFault: true,
    choose: (random) => ({ minutes: 1 + random.below(30) }),
    tell: ({ minutes }) => `the network to the provider is cut for ${minutes} minutes`,
    perform: (world, { minutes }) => world.weather.cut('meta', minutes),
  }),
};

import { act, oneOf } from '../act.ts';

const MINUTE = 60_000_000;

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
  'callbacks are missing': act<{ minutes: number; load: number }>({
    perDay: 0.3,
    isFault: true,
    choose: (random) => ({ minutes: 1 + random.below(30), load: random.below(4) }),
    tell: ({ minutes }) => `the provider posts no callbacks about the progress of messages for ${minutes} minutes`,
    perform: (world, { minutes, load }) => {
      world.meta.dropStatuses(minutes);
      return world.someLoad(load);
    },
  }),
  'provider reviews a template': act<{ account: number; status: 'APPROVED' | 'REJECTED' }>({
    perDay: 0.4,
    choose: (random, { accounts }) => ({
      account: random.below(accounts),
      status: oneOf(random, ['APPROVED', 'REJECTED']),
    }),
    tell: ({ account, status }) => `the template of account ${account} is ${status}`,
    perform: (world, { account, status }) => world.meta.review(account, status),
  }),
  'token expires': act<{ account: number; minutes: number; people: number[] }>({
    perDay: 0.2,
    isFault: true,
    choose: (random, { accounts, people }) => ({
      account: random.below(accounts),
      minutes: 5 + random.below(240),
      people: Array.from({ length: people }, (_, person) => person),
    }),
    tell: ({ account, minutes }) =>
      `the token of account ${account} expires, and the operator sets a new one ${minutes} minutes later`,
    async perform(world, { account, minutes, people }) {
      world.meta.expireToken(account);
      await world.operator.startCampaign(account, people);
      await world.pause(minutes * MINUTE);
      await world.operator.renewToken(account);
    },
  }),
  'provider limits its rate': act<{ perSecond: number; pairSeconds: number; minutes: number; load: number }>({
    perDay: 0.25,
    isFault: true,
    choose: (random) => ({
      perSecond: 1 + random.below(2),
      pairSeconds: 1 + random.below(10),
      minutes: 1 + random.below(30),
      load: 4 + random.below(8),
    }),
    tell: ({ perSecond, pairSeconds, minutes }) =>
      `the provider accepts ${perSecond} messages a second, and one to a person in ${pairSeconds} s, for ${minutes} minutes`,
    perform: (world, { perSecond, pairSeconds, minutes, load }) => {
      world.meta.limit(perSecond, pairSeconds * 1000, minutes);
      return world.someLoad(load);
    },
  }),
  'provider is down': act<{ minutes: number }>({
    perDay: 0.3,
    isFault: true,
    choose: (random) => ({ minutes: 1 + random.below(30) }),
    tell: ({ minutes }) => `the network to the provider is cut for ${minutes} minutes`,
    perform: (world, { minutes }) => world.weather.cut('meta', minutes),
  }),
};

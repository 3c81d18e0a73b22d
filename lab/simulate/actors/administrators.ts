import { act } from '../act.ts';

/** People from this number on write once and are then erased. */
const FIRST_ERASED = 500;

/** Operators who maintain the installation. */
export const ADMINISTRATOR_ACTS = {
  'operator backs up': act<{ load: number }>({
    perDay: 0.5,
    // PostgreSQL makes its own backups.
    only: 'sqlite',
    choose: (random) => ({ load: random.below(4) }),
    tell: () => 'the operator backs up the database',
    async perform(world, { load }) {
      const sends = world.someLoad(load);
      await world.administrator.backUp();
      await sends;
    },
  }),
  'operator erases a person': act<{ account: number; person: number; minutes: number }>({
    perDay: 0.4,
    choose: (random, { accounts }) => ({
      account: random.below(accounts),
      person: FIRST_ERASED + random.below(10_000),
      minutes: random.below(3) === 0 ? 0 : random.below(120),
    }),
    tell: ({ account, person, minutes }) => `account ${account} erases person ${person} after ${minutes} min`,
    perform: (world, { account, person, minutes }) => world.administrator.erase(account, person, minutes),
  }),
  'operator rotates the secret key': act<{ load: number }>({
    perDay: 0.15,
    // The rotation restarts every server twice.
    isFault: true,
    choose: (random) => ({ load: random.below(4) }),
    tell: () => 'the operator rotates the secret key',
    async perform(world, { load }) {
      const sends = world.someLoad(load);
      await world.administrator.rotateSecrets();
      await sends;
    },
  }),
  'operator replays deliveries': act<{ account: number; hours: number }>({
    perDay: 0.2,
    choose: (random, { accounts }) => ({ account: random.below(accounts), hours: 1 + random.below(12) }),
    tell: ({ account, hours }) => `the operator replays the deliveries of account ${account} in the last ${hours} h`,
    perform: (world, { account, hours }) => world.administrator.replay(account, hours),
  }),
};

import { act, oneOf } from '../act.ts';

const CHANNELS = ['whatsapp', 'messenger', 'instagram'] as const;

/** People who write to the accounts. */
export const CUSTOMER_ACTS = {
  'customer writes': act<{ account: number; channel: (typeof CHANNELS)[number]; person: number; times: number }>({
    perDay: 8,
    choose: (random, { accounts, people }) => ({
      account: random.below(accounts),
      channel: oneOf(random, ['whatsapp', ...CHANNELS]),
      person: random.below(people),
      times: random.below(4) === 0 ? 3 : 1,
    }),
    tell: ({ account, channel, person, times }) =>
      `person ${person} writes ${times} on ${channel} to account ${account}`,
    async perform(world, { account, channel, person, times }) {
      for (let time = 0; time < times; time += 1) {
        await world.meta.receive(account, channel, person);
      }
    },
  }),
};

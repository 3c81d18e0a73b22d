import { act, oneOf } from '../act.ts';
import { MOODS, type Mood } from '../world/receiver.ts';

/** The webhook endpoints of the accounts. */
export const RECEIVER_ACTS = {
  'receiver has a bad hour': act<{ account: number; mood: Mood; minutes: number }>({
    perDay: 0.7,
    isFault: true,
    choose: (random, { accounts }) => ({
      account: random.below(accounts),
      mood: oneOf(random, MOODS),
      minutes: 1 + random.below(120),
    }),
    tell: ({ account, mood, minutes }) => `the receiver of account ${account} ${mood} for ${minutes} minutes`,
    perform: (world, { account, mood, minutes }) => world.receiver(account).change(mood, minutes),
  }),
};

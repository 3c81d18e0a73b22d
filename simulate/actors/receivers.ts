import { act, oneOf } from '../act.ts';

export const MOODS = ['fails', 'hangs', 'loses its answers', 'is slow', 'redirects'] as const;
export type Mood = (typeof MOODS)[number] | 'answers';

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
    perform: (simulation, { account, mood, minutes }) => simulation.receiver(account).change(mood, minutes),
  }),
};

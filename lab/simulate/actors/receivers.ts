import { act, oneOf } from '../act.ts';
import { MOODS, type Mood } from '../world/receiver.ts';

const MINUTE = 60_000_000;

/** When a broken receiver is disabled at the latest, in minutes. */
const DISABLED_AFTER = 20;

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
  'receiver is disabled': act<{ account: number; mood: 'is gone' | 'fails'; person: number; minutes: number }>({
    perDay: 0.3,
    isFault: true,
    choose: (random, { accounts, people }) => ({
      account: random.below(accounts),
      mood: oneOf(random, ['is gone', 'fails']),
      person: random.below(people),
      minutes: 40 + random.below(120),
    }),
    tell: ({ account, mood, minutes }) =>
      `the receiver of account ${account} ${mood} until it is disabled; the operator enables it after ${minutes} minutes`,
    async perform(world, { account, mood, person, minutes }) {
      world.receiver(account).change(mood, minutes);
      // §6: one 410 is enough, or 50 failures: each event makes 3 attempts in 6 minutes.
      for (let count = mood === 'fails' ? 20 : 1; count > 0; count -= 1) {
        await world.meta.receive(account, 'whatsapp', person);
      }
      await world.pause(DISABLED_AFTER * MINUTE);
      await world.meta.receive(account, 'whatsapp', person); // this delivery waits
      await world.pause((minutes + 1 - DISABLED_AFTER) * MINUTE);
      await world.operator.enableWebhook(account);
    },
  }),
};

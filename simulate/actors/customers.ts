import { act, oneOf } from '../act.ts';
import { BUTTONS } from '../world/flows.ts';

const CHANNELS = ['whatsapp', 'messenger', 'instagram'] as const;

/** How long a person takes to press a button of a template, in microseconds. */
const READING = 60_000_000;

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
  'customer changes the username': act<{ person: number; username: string | null }>({
    perDay: 1.2,
    choose: (random, { people }) => ({
      person: random.below(people),
      username: oneOf(random, [null, 'countess', 'enchantress', 'analyst']),
    }),
    tell: ({ person, username }) => `person ${person} ${username ? `is now @${username}` : 'removes the username'}`,
    perform: (world, { person, username }) => world.meta.rename(person, username),
  }),
  'customer presses a button': act<{ account: number; person: number; button: string; replies: boolean }>({
    perDay: 1.5,
    choose: (random, { accounts, people }) => ({
      account: random.below(accounts),
      person: random.below(people),
      button: oneOf(random, [...BUTTONS.slice(0, 2), ...BUTTONS]),
      replies: random.below(4) === 0,
    }),
    tell: ({ account, person, button, replies }) =>
      `person ${person} presses "${button}" of account ${account}${replies ? ', and writes later' : ''}`,
    async perform(world, { account, person, button, replies }) {
      await world.client(account).sendOrder(person);
      await world.pause(READING);
      await world.meta.press(account, person, button);
      if (replies) {
        await world.pause(60 * READING);
        await world.meta.receive(account, 'whatsapp', person);
      }
    },
  }),
};

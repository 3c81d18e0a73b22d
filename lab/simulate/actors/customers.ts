import { act, oneOf } from '../act.ts';
import { BUTTONS } from '../world/flows.ts';

const CHANNELS = ['whatsapp', 'messenger', 'instagram'] as const;

/** How long a person takes to press a button of a template, in microseconds. */
const READING = 60_000_000;

/** People from this number on change their number once. */
const FIRST_MOVED = 20_000;

type StopList = 'opt-outs' | 'blocked-numbers' | undefined;

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
  'customer changes number': act<{ account: number; person: number; list: StopList; minutes: number }>({
    perDay: 0.6,
    choose: (random, { accounts }) => ({
      account: random.below(accounts),
      person: FIRST_MOVED + random.below(50_000),
      list: oneOf(random, [undefined, 'opt-outs', 'blocked-numbers']),
      minutes: random.below(2) === 0 ? 0 : random.below(300),
    }),
    tell: ({ account, person, list, minutes }) =>
      `person ${person} writes to account ${account}, ${list ? `is put on ${list}, ` : ''}and changes the number after ${minutes} min`,
    async perform(world, { account, person, list, minutes }) {
      const client = world.client(account);
      await world.meta.receive(account, 'whatsapp', person);
      await client.sendText('whatsapp', person, true);
      if (list) {
        await client.changeList(list, person, true);
      }
      await world.pause(minutes * READING);
      await world.meta.changeNumber(account, person);
      const isKnown = await client.awaitName(person);
      await world.meta.receive(account, 'whatsapp', person);
      if (isKnown) {
        await client.sendText('whatsapp', person, true);
        await client.sendTemplate(person);
      }
    },
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

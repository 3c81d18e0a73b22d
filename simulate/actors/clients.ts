import { act, oneOf } from '../act.ts';

const CHANNELS = ['whatsapp', 'whatsapp', 'messenger', 'instagram'] as const;

/** Programs of the accounts that use the API. */
export const CLIENT_ACTS = {
  'client sends': act<{ account: number; channel: (typeof CHANNELS)[number]; person: number; hasKey: boolean }>({
    perDay: 12,
    choose: (random, { accounts, people }) => ({
      account: random.below(accounts),
      channel: oneOf(random, CHANNELS),
      person: random.below(people),
      hasKey: random.below(5) > 0,
    }),
    tell: ({ account, channel, person }) => `account ${account} sends to person ${person} on ${channel}`,
    perform: (world, { account, channel, person, hasKey }) => world.client(account).sendText(channel, person, hasKey),
  }),
  'client sends a template': act<{ account: number; person: number }>({
    perDay: 6,
    choose: (random, { accounts, people }) => ({ account: random.below(accounts), person: random.below(people) }),
    tell: ({ account, person }) => `account ${account} sends a template to person ${person}`,
    perform: (world, { account, person }) => world.client(account).sendTemplate(person),
  }),
  'clients send at once': act<{ account: number; person: number; count: number }>({
    perDay: 1,
    choose: (random, { accounts, people }) => ({
      account: random.below(accounts),
      person: random.below(people),
      count: 3 + random.below(8),
    }),
    tell: ({ account, count }) => `account ${account} sends ${count} messages at once`,
    async perform(world, { account, person, count }) {
      const client = world.client(account);
      await Promise.all(
        Array.from({ length: count }, (_, index) =>
          index % 2 === 0 ? client.sendTemplate(person) : client.sendText('whatsapp', person, true),
        ),
      );
    },
  }),
  'two clients use one key': act<{ account: number; person: number }>({
    perDay: 1,
    choose: (random, { accounts, people }) => ({ account: random.below(accounts), person: random.below(people) }),
    tell: ({ account }) => `two clients of account ${account} send with one idempotency key at once`,
    perform: (world, { account, person }) => world.client(account).sendTwice(person),
  }),
  'client changes the opt-out list': act<{ account: number; person: number; isIn: boolean }>({
    perDay: 1,
    choose: (random, { accounts, people }) => ({
      account: random.below(accounts),
      person: random.below(people),
      isIn: random.below(2) === 0,
    }),
    tell: ({ account, person, isIn }) => `account ${account} ${isIn ? 'opts out' : 'opts in'} person ${person}`,
    perform: (world, { account, person, isIn }) => world.client(account).changeList('opt-outs', person, isIn),
  }),
  'client changes the block list': act<{ account: number; person: number; isIn: boolean }>({
    perDay: 2,
    choose: (random, { accounts, people }) => ({
      account: random.below(accounts),
      person: random.below(people),
      isIn: random.below(2) === 0,
    }),
    tell: ({ account, person, isIn }) => `account ${account} ${isIn ? 'blocks' : 'unblocks'} person ${person}`,
    perform: (world, { account, person, isIn }) => world.client(account).changeList('blocked-numbers', person, isIn),
  }),
};

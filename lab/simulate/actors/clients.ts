import { act, oneOf } from '../act.ts';
import type { ApiSend } from '../oracle/records.ts';

const CHANNELS = ['whatsapp', 'whatsapp', 'messenger', 'instagram'] as const;

const LISTS = ['conversations', 'contacts', 'opt-outs', 'blocked-numbers'] as const;

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
  'client sends a long text': act<{
    account: number;
    channel: 'messenger' | 'instagram';
    person: number;
    words: number;
  }>({
    perDay: 0.5,
    choose: (random, { accounts, people }) => ({
      account: random.below(accounts),
      channel: oneOf(random, ['messenger', 'instagram']),
      person: random.below(people),
      words: 100 + random.below(900),
    }),
    tell: ({ account, channel, person, words }) =>
      `account ${account} sends ${words} words to person ${person} on ${channel}`,
    async perform(world, { account, channel, person, words }) {
      await world.meta.receive(account, channel, person); // opens the window
      await world.client(account).sendLongText(channel, person, words);
    },
  }),
  'client sends with a test key': act<{ account: number; person: number; kind: ApiSend['kind'] }>({
    perDay: 0.5,
    choose: (random, { accounts, people }) => ({
      account: random.below(accounts),
      person: random.below(people),
      kind: oneOf(random, ['text', 'utility', 'marketing']),
    }),
    tell: ({ account, person, kind }) => `account ${account} sends person ${person} a ${kind} with its test key`,
    perform: (world, { account, person, kind }) => world.client(account).sendTest(person, kind),
  }),
  'client exceeds its rate': act<{ account: number; count: number }>({
    perDay: 0.3,
    choose: (random, { accounts }) => ({ account: random.below(accounts), count: 5 + random.below(12) }),
    tell: ({ account, count }) => `account ${account} makes ${count} requests with a key for a few per minute`,
    perform: (world, { account, count }) => world.client(account).exceedRate(count),
  }),
  'client reads a list': act<{ account: number; list: (typeof LISTS)[number]; limit: number; load: number }>({
    perDay: 0.5,
    choose: (random, { accounts }) => ({
      account: random.below(accounts),
      list: oneOf(random, LISTS),
      limit: 1 + random.below(3),
      load: random.below(3),
    }),
    tell: ({ account, list, limit }) => `account ${account} reads its ${list} in pages of ${limit}`,
    async perform(world, { account, list, limit, load }) {
      await Promise.all([world.client(account).readList(list, limit), world.someLoad(load)]);
    },
  }),
  'client reads a history': act<{ account: number; person: number; limit: number }>({
    perDay: 0.3,
    choose: (random, { accounts, people }) => ({
      account: random.below(accounts),
      person: random.below(people),
      limit: 3 + random.below(10),
    }),
    tell: ({ account, person }) => `account ${account} reads its history with person ${person}`,
    perform: (world, { account, person, limit }) => world.client(account).readHistory(person, limit),
  }),
  'client asks for a foreign message': act<{ account: number; other: number }>({
    perDay: 0.2,
    choose: (random, { accounts }) => {
      const account = random.below(accounts);
      return { account, other: (account + 1) % accounts };
    },
    tell: ({ account, other }) => `account ${account} asks for a message of account ${other}`,
    async perform(world, { account, other }) {
      const id = world.messageOf(other);
      if (id !== undefined) {
        await world.client(account).spy(id);
      }
    },
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
    tell: ({ account, person, isIn }) =>
      `account ${account} ${isIn ? 'blocks person' : 'unblocks person'} ${person}, who writes, and sends to them`,
    async perform(world, { account, person, isIn }) {
      await world.client(account).changeList('blocked-numbers', person, isIn);
      await world.meta.receive(account, 'whatsapp', person); // opens the window
      await world.client(account).sendText('whatsapp', person, true);
    },
  }),
};

import { act, oneOf } from '../act.ts';

const MINUTE = 60_000_000;

/** Operators of the installation, and agents of the accounts. */
export const OPERATOR_ACTS = {
  'operator starts a campaign': act<{ account: number; people: number[] }>({
    perDay: 0.5,
    choose: (random, { accounts, people }) => ({
      account: random.below(accounts),
      people: Array.from({ length: people }, (_, person) => person).filter(() => random.below(2) === 0),
    }),
    tell: ({ account, people }) =>
      `the operator starts a campaign of account ${account} to people ${people.join(', ')}`,
    perform: (world, { account, people }) => world.operator.startCampaign(account, people),
  }),
  'operator switches a connection off': act<{ account: number; channel: 'messenger' | 'instagram'; minutes: number }>({
    perDay: 0.25,
    choose: (random, { accounts }) => ({
      account: random.below(accounts),
      channel: oneOf(random, ['messenger', 'instagram']),
      minutes: 1 + random.below(240),
    }),
    tell: ({ account, channel, minutes }) =>
      `the operator switches ${channel} of account ${account} off for ${minutes} minutes`,
    async perform(world, { account, channel, minutes }) {
      await world.operator.switchConnection(account, channel, false);
      await world.pause(minutes * MINUTE);
      await world.operator.switchConnection(account, channel, true);
    },
  }),
  'agent takes a conversation over': act<{ account: number; person: number }>({
    perDay: 0.5,
    choose: (random, { accounts, people }) => ({ account: random.below(accounts), person: random.below(people) }),
    tell: ({ account, person }) => `an agent of account ${account} takes over the conversation with person ${person}`,
    perform: (world, { account, person }) => world.client(account).takeOver(person, world.agent(account)),
  }),
  'agent closes a conversation': act<{ account: number; person: number }>({
    perDay: 1,
    choose: (random, { accounts, people }) => ({ account: random.below(accounts), person: random.below(people) }),
    tell: ({ account, person }) => `an agent of account ${account} closes the conversation with person ${person}`,
    perform: (world, { account, person }) => world.client(account).closeConversation(person),
  }),
};

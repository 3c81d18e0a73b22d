import { act } from '../act.ts';

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
  'agent closes a conversation': act<{ account: number; person: number }>({
    perDay: 1,
    choose: (random, { accounts, people }) => ({ account: random.below(accounts), person: random.below(people) }),
    tell: ({ account, person }) => `an agent of account ${account} closes the conversation with person ${person}`,
    perform: (world, { account, person }) => world.client(account).closeConversation(person),
  }),
};

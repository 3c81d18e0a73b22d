import { act, oneOf } from '../act.ts';
import type { View } from '../world/open-page.ts';
import { VISITORS } from '../world/visitor.ts';

const SECOND = 1_000_000;

interface Visit {
  account: number;
  visitor: number;
  writes: number;
  replies: number;
  seconds: number;
  /** For how long the visitor's network fails during the visit. */
  offline: number;
  /** When the visitor's connections break after the page was opened, in microseconds. */
  breaksAfter: number | undefined;
  view: View;
}

/** Visitors of the web chats. */
export const VISITOR_ACTS = {
  'visitor opens the chat': act<Visit>({
    perDay: 1.2,
    choose: (random, { accounts }) => ({
      account: random.below(accounts),
      visitor: random.below(VISITORS),
      writes: random.below(3),
      replies: random.below(4),
      seconds: 10 + random.below(50),
      offline: random.below(3) === 0 ? 1 + random.below(20) : 0,
      breaksAfter: random.below(3) > 0 ? random.below(14_000) : undefined,
      view: oneOf(random, ['visible', 'visible', 'in background']),
    }),
    tell: ({ account, visitor, writes, replies, seconds }) =>
      `visitor ${visitor} of account ${account} opens the chat for ${seconds} s, writes ${writes} and gets ${replies}`,
    async perform(world, { account, visitor, writes, replies, seconds, offline, breaksAfter, view }) {
      const own = world.visitor(account, visitor);
      const client = world.client(account);
      const page = own.open(view);
      const third = (seconds * SECOND) / 3;
      for (let count = 0; count < writes; count += 1) {
        own.write();
      }
      if (breaksAfter !== undefined) {
        await world.pause(breaksAfter);
        own.loseConnections();
      }
      await world.pause(third);
      if (offline > 0) {
        own.goOffline(offline);
      }
      const answers = Array.from({ length: replies }, () => own.id !== undefined && client.sendToVisitor(own.id));
      await world.pause(2 * third);
      own.close(page);
      await Promise.all(answers);
    },
  }),
};

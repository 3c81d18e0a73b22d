import type { Mutant } from './mutant.ts';
import { at, data } from './spoil.ts';

/** Faults in fields with open names, which the suite finds by content. It must still notice wrong or missing values. */
export const OPEN_NAMES: readonly Mutant[] = [
  {
    name: 'a contact does not show its opt-out',
    caughtBy: ['2.9/detail-opt-out', '2.9/detail-opt-out-changes'],
    answer: data(at(/^\/contacts\/[^/]+$/), (of) => {
      delete of.opted_out;
    }),
  },
  {
    name: 'a contact is never shown as blocked',
    caughtBy: ['2.9/detail-block', '2.9/detail-block-changes'],
    answer: data(at(/^\/contacts\/[^/]+$/), (of) => {
      of.blocked = false;
    }),
  },
  {
    name: 'incoming messages are not counted',
    caughtBy: ['2.12/stats-incoming'],
    alsoIn: ['4.9'],
    answer: data(at(/^\/stats$/), ({ messages }) => {
      messages.incoming = 0;
    }),
  },
  {
    name: 'closed conversations are counted as open',
    caughtBy: ['2.12/stats-conversations'],
    answer: data(at(/^\/stats$/), ({ conversations }) => {
      conversations.open += conversations.closed;
      conversations.closed = 0;
    }),
  },
  {
    name: 'the duration of a webhook test is lost',
    caughtBy: ['4.10/returns-duration'],
    answer: data(at(/^\/webhooks\/test$/, 'POST'), (of) => {
      delete of.duration_ms;
    }),
  },
  {
    name: 'errors is a string',
    caughtBy: ['7/validation-errors-list'],
    answer: ({ json }) => {
      if (json?.error?.errors) {
        json.error.errors = 'name is wrong';
      }
    },
  },
  {
    name: 'the window duration is shown as 12 hours',
    caughtBy: ['4.1/channels-window'],
    answer: (answer, asked) => {
      if (asked.path === '/channels') {
        answer.json = JSON.parse(JSON.stringify(answer.json).replaceAll(/:24\b/g, ':12'));
      }
    },
  },
  {
    name: 'labels in desc order start with the oldest',
    caughtBy: ['4.9/labels-order-default'],
    request: ({ path, query }) => {
      if (path === '/labels' && query.get('order') === 'desc') {
        query.set('order', 'asc');
      }
    },
  },
];

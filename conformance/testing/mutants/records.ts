import type { Mutant } from './mutant.ts';
import { at, data, isList, isSend, listOf } from './spoil.ts';

export const RECORDS: readonly Mutant[] = [
  {
    name: 'the window closes after 23 hours',
    caughtBy: ['2.7/closes-at'],
    answer: data(at(/\/window$/), (of) => {
      of.closes_at = of.closes_at && new Date(Date.parse(of.closes_at) - 3_600_000).toISOString();
    }),
  },
  {
    name: 'last_inbound_at is lost after the window closes',
    caughtBy: ['2.7/last-inbound-at-over'],
    answer: data(at(/\/window$/), (of) => {
      of.last_inbound_at = of.window_open ? of.last_inbound_at : null;
    }),
  },
  {
    name: 'can_send.session_message stays true after the window closes',
    caughtBy: ['2.7/can-send-session-false'],
    answer: data(at(/\/window$/), (of) => {
      of.can_send.session_message = of.last_inbound_at !== null;
    }),
  },
  {
    name: 'every channel supports templates',
    caughtBy: ['2.7/can-send-template-instagram', '2.7/can-send-template-web'],
    alsoIn: ['4.5'],
    answer: data(at(/\/window$/), (of) => {
      of.can_send.template = true;
    }),
  },
  {
    name: 'unread_count is a string',
    caughtBy: ['2.8/unread-count'],
    alsoIn: ['4.7'],
    answer: data(at(/^\/conversations$/), (of) => {
      for (const one of of.conversations) {
        one.unread_count = String(one.unread_count);
      }
    }),
  },
  {
    name: 'every message is inbound',
    caughtBy: ['2.8/last-message-out'],
    answer: data(at(/^\/conversations$/), (of) => {
      for (const one of of.conversations) {
        if (one.last_message) {
          one.last_message.direction = 'in';
        }
      }
    }),
  },
  {
    name: 'a new contact returns 200',
    caughtBy: ['4.5/create-201'],
    alsoIn: ['2.9'],
    answer: (answer) => {
      if (answer.status === 201 && answer.json?.data && 'opted_out' in answer.json.data) {
        answer.status = 200;
      }
    },
  },
  {
    name: 'PATCH clears fields that are not in the request',
    caughtBy: ['4.5/patch-keeps'],
    request: (asked) => {
      if (asked.method === 'PATCH' && asked.path.startsWith('/contacts/') && asked.json?.name && !asked.json.email) {
        asked.json.email = '';
      }
    },
  },
  {
    name: 'agents show a password hash',
    caughtBy: ['2.12/agents-no-password'],
    answer: data(at(/^\/agents$/), (of) => {
      for (const one of of.agents) {
        one.password_hash = 'x';
      }
    }),
  },
  {
    name: 'pages of 20',
    caughtBy: ['8/page-contacts-default', '8/page-labels-default'],
    alsoIn: ['4.5', '4.6', '4.7', '4.9'],
    request: (asked) => {
      if (isList(asked) && !asked.query.has('limit')) {
        asked.query.set('limit', '20');
      }
    },
  },
  {
    name: 'pages of 50 at most',
    caughtBy: ['8/page-agents-100'],
    alsoIn: ['2.1', '4.5', '4.6', '4.7', '4.9'],
    request: (asked) => {
      if (isList(asked) && Number(asked.query.get('limit')) > 50) {
        asked.query.set('limit', '50');
      }
    },
  },
  {
    name: 'order is ignored',
    caughtBy: ['4.5/contacts-order-asc', '4.9/agents-order-asc'],
    alsoIn: ['4.6', '4.7'],
    request: (asked) => {
      if (isList(asked) && asked.query.get('order') === 'asc') {
        asked.query.delete('order');
      }
    },
  },
  {
    name: "a page starts with the previous page's last record",
    caughtBy: ['2.1/contacts-no-repeats', '2.1/opt-outs-cursor'],
    alsoIn: ['4.5', '4.6', '4.7', '4.9'],
    answer: (answer, asked) => {
      const list = isList(asked) ? listOf(answer) : undefined;
      if (list && list.length > 0) {
        const before = asked.notes.get(asked.path + asked.headers.authorization);
        asked.notes.set(asked.path + asked.headers.authorization, JSON.stringify(list.at(-1)));
        if (before && asked.query.has('cursor')) {
          list.unshift(JSON.parse(before));
          answer.json.data.pagination.count++;
        }
      }
    },
  },
  {
    name: 'has_more is true on a full last page',
    caughtBy: ['2.1/has-more-false-end'],
    // Reading pages without an end uses up the key's rate limit.
    alsoIn: ['4.5', '4.7'],
    answer: (answer, asked) => {
      const page = answer.json?.data?.pagination;
      if (isList(asked) && page && page.count === page.limit && !page.has_more) {
        page.has_more = true;
        page.next_cursor = asked.query.get('cursor') ?? 'x';
      }
    },
  },
  {
    name: 'count is the total',
    caughtBy: ['2.1/contacts-count'],
    alsoIn: ['2.1'],
    answer: (answer, asked) => {
      if (isList(asked) && answer.json?.data?.pagination) {
        answer.json.data.pagination.count += 100;
      }
    },
  },
  {
    name: 'the status filter is ignored',
    caughtBy: ['4.7/filter-status-closed'],
    request: (asked) => {
      if (asked.path === '/conversations') {
        asked.query.delete('status');
      }
    },
  },
  {
    name: 'the history is oldest first',
    caughtBy: ['4.7/messages-newest-first'],
    answer: (answer, asked) => {
      if (asked.path.endsWith('/messages') && asked.method === 'GET') {
        listOf(answer)?.reverse();
      }
    },
  },
  {
    name: 'the direction filter is ignored',
    caughtBy: ['4.7/messages-direction-in'],
    request: (asked) => {
      if (asked.path.endsWith('/messages')) {
        asked.query.delete('direction');
      }
    },
  },
  {
    name: 'search is ignored',
    caughtBy: ['4.5/search-nobody', '4.5/search-name'],
    request: (asked) => {
      if (asked.path === '/contacts') {
        asked.query.delete('search');
      }
    },
  },
  {
    name: 'lists start with the oldest record',
    caughtBy: ['4.5/contacts-order-default', '4.7/conversations-order-default'],
    alsoIn: ['4.7', '4.9', '4.8'],
    request: (asked) => {
      if (isList(asked)) {
        asked.query.set('order', asked.query.get('order') === 'asc' ? 'desc' : 'asc');
      }
    },
  },
  {
    name: 'has_more is false on a full page before the last',
    caughtBy: ['2.1/contacts-full-page'],
    alsoIn: ['4.5', '4.6', '4.7', '4.9', '8'],
    answer: (answer, asked) => {
      const page = answer.json?.data?.pagination;
      if (isList(asked) && page?.limit === 35) {
        page.has_more = false;
      }
    },
  },
  {
    name: 'a cursor loses the order',
    caughtBy: ['2.1/contacts-cursor-asc', '2.1/agents-cursor-asc'],
    request: (asked) => {
      if (isList(asked) && asked.query.has('cursor') && asked.query.get('order') === 'asc') {
        asked.query.delete('order');
      }
    },
  },
  {
    name: 'before loses the direction',
    caughtBy: ['4.7/messages-direction-pages'],
    request: (asked) => {
      if (asked.path.endsWith('/messages') && asked.query.has('before')) {
        asked.query.delete('direction');
      }
    },
  },
  {
    name: 'has_more of the history is always true',
    caughtBy: ['4.7/messages-has-more'],
    answer: (answer, asked) => {
      if (asked.path.endsWith('/messages') && answer.json?.data?.pagination) {
        answer.json.data.pagination.has_more = true;
      }
    },
  },
  {
    name: 'PATCH of a conversation removes the agent',
    caughtBy: ['4.7/patch-keeps'],
    request: (asked) => {
      if (
        asked.method === 'PATCH' &&
        asked.path.startsWith('/conversations/') &&
        'unread_count' in (asked.json ?? {})
      ) {
        asked.json = { ...asked.json, agent_id: null };
      }
    },
  },
  {
    name: 'PATCH of a flow unpublishes it',
    caughtBy: ['4.8/patch-only-sent'],
    request: (asked) => {
      if (asked.method === 'PATCH' && asked.path.startsWith('/flows/') && asked.json?.name && !asked.json.steps) {
        asked.json.is_active = false;
      }
    },
  },
  {
    name: 'outbound messages change last_inbound_at',
    caughtBy: ['2.7/last-inbound-at-ours'],
    answer: (answer, asked) => {
      if (isSend(asked) && answer.status === 202) {
        asked.notes.set(`${asked.json.to}`, 'sent');
      }
      const [, person = ''] = /^\/contacts\/(.+)\/window$/.exec(asked.path) ?? [];
      if (asked.notes.has(person) && answer.json?.data?.last_inbound_at) {
        const { last_inbound_at } = answer.json.data;
        answer.json.data.last_inbound_at = new Date(Date.parse(last_inbound_at) + 600_000).toISOString();
      }
    },
  },
  {
    name: 'times are local but marked as UTC',
    caughtBy: ['2.7/last-inbound-at', '2.8/last-message-at'],
    answer: (answer) => {
      answer.json =
        answer.json &&
        JSON.parse(
          JSON.stringify(answer.json).replaceAll(/"(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)[^"]*"/g, (_, time) =>
            JSON.stringify(new Date(Date.parse(`${time}Z`) + 10_800_000).toISOString()),
          ),
        );
    },
    alsoIn: ['4.7'],
  },
  {
    name: 'rates use the wrong total',
    caughtBy: ['2.12/stats-rates'],
    answer: data(at(/^\/stats$/), ({ messages }) => {
      messages.delivered_rate = messages.delivered > 0 ? 100 : 0;
    }),
  },
  {
    name: 'an assigned agent is not shown',
    caughtBy: ['2.8/agent'],
    alsoIn: ['3.2', '4.7'],
    answer: data(at(/^\/conversations$/), (of) => {
      for (const one of of.conversations) {
        delete one.agent;
      }
    }),
  },
  {
    name: 'funnel rates are relative to the previous step',
    caughtBy: ['2.11/stats-funnel'],
    answer: data(at(/^\/flows\/.+\/stats$/), (of) => {
      of.funnel = of.funnel.map((one: { reached: number; rate: number }) => ({ ...one, rate: 100 }));
    }),
  },
];

import type { Mutant } from './mutant.ts';
import { accepted, at, codeOf, data, isLink, isSend, next, refused, withoutHeader } from './spoil.ts';

export const SENDS: readonly Mutant[] = [
  {
    name: 'a send returns 200',
    caughtBy: ['4.2/send-202'],
    alsoIn: ['1', '2.2', '3.1', '4'],
    answer: (answer, asked) => {
      if (isSend(asked) && answer.status === 202) {
        answer.status = 200;
      }
    },
  },
  {
    name: 'message IDs in another format',
    caughtBy: ['2.2/id-sent'],
    // Events contain the server's original IDs.
    alsoIn: ['1', '3.1', '4.2', '5.7', '6'],
    request: (asked) => {
      asked.path = asked.path.replace('/messages/msg-', '/messages/msg_');
    },
    answer: data(isSend, (of) => {
      of.id = of.id.replace('msg_', 'msg-');
    }),
  },
  {
    name: 'Idempotency-Key is ignored',
    caughtBy: ['4.2/idempotent-not-sent-again', '4.2/idempotent-at-once'],
    alsoIn: ['7', '8'],
    request: ({ headers }) => {
      delete headers['idempotency-key'];
    },
  },
  {
    name: 'replays are not marked',
    caughtBy: ['4.2/idempotent-header', '4.2/repeat-header'],
    answer: withoutHeader('idempotent-replayed'),
  },
  {
    name: 'every response is marked as a replay',
    caughtBy: ['4.2/idempotent-first-no-header', '4.2/repeat-first-no-header'],
    answer: (answer) => {
      answer.headers['idempotent-replayed'] = 'true';
    },
  },
  {
    name: 'a conflicting body is sent',
    caughtBy: ['7/IDEMPOTENCY_CONFLICT'],
    alsoIn: ['8'],
    answer: (answer) => {
      if (codeOf(answer) === 'IDEMPOTENCY_CONFLICT') {
        accepted(answer, 202, { id: `msg_${next()}`, status: 'queued' });
      }
    },
  },
  {
    name: 'a repeated GET is sent again',
    caughtBy: ['4.2/repeat-not-sent', '4.2/repeat-first-response'],
    alsoIn: ['8'],
    request: (asked) => {
      if (isLink(asked) && !asked.query.has('idempotency_key')) {
        asked.query.set('idempotency_key', `k${next()}`);
      }
    },
  },
  {
    name: 'the alias phone is ignored',
    caughtBy: ['4.2/query-to-alias'],
    request: (asked) => {
      if (isLink(asked)) {
        asked.query.delete('phone');
      }
    },
  },
  {
    name: 'the alias template is ignored',
    caughtBy: ['4.2/query-name-alias'],
    request: (asked) => {
      if (isLink(asked)) {
        asked.query.delete('template');
      }
    },
  },
  {
    name: 'language of a link is ignored',
    caughtBy: ['4.2/query-language'],
    request: (asked) => {
      if (isLink(asked)) {
        asked.query.delete('language');
      }
    },
  },
  {
    name: 'var1 and var2 are swapped',
    caughtBy: ['4.2/query-var'],
    request: ({ query }) => {
      const [one, two] = [query.get('var1'), query.get('var2')];
      if (one !== null && two !== null) {
        query.set('var1', two);
        query.set('var2', one);
      }
    },
  },
  {
    name: 'every endpoint accepts a key in the query',
    caughtBy: ['5.4/query-me', '5.4/query-contacts'],
    request: ({ query, headers }) => {
      const key = query.get('api_key');
      if (key) {
        headers.authorization = `Bearer ${key}`;
        query.delete('api_key');
      }
    },
  },
  {
    name: 'a key in the path is refused',
    caughtBy: ['4.2/path-202', '5.4/path-template'],
    alsoIn: ['4', '5.5', '6'],
    answer: (answer, asked) => {
      if (/^\/messages\/template\/./.test(asked.path) && answer.status === 202) {
        refused(answer, 404, 'NOT_FOUND');
      }
    },
  },
  {
    name: 'a message stays queued',
    caughtBy: ['1/progress-by-polling', '3.1/read-shown'],
    alsoIn: ['2.2', '4.2', '7'],
    answer: data(at(/^\/messages\/msg_/), (of) => {
      of.status = 'queued';
    }),
  },
  {
    name: 'no external_id',
    caughtBy: ['2.2/external-id'],
    alsoIn: ['4.2'],
    answer: data(at(/^\/messages\/msg_/), (of) => {
      of.external_id = null;
    }),
  },
  {
    name: 'a failed message has no error',
    caughtBy: ['2.2/error-failed'],
    alsoIn: ['3.1', '4.2', '7'],
    answer: data(at(/^\/messages\/msg_/), (of) => {
      of.error = null;
    }),
  },
];

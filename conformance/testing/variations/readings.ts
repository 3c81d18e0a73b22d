import { isLink, isSend, isSendTemplate, refused } from '../mutants/spoil.ts';
import type { Variation } from './variation.ts';

/** Other readings of sentences that READINGS.md lists. */
export const READINGS: readonly Variation[] = [
  {
    name: 'a repeated POST is not marked',
    near: ['4.2/template-idempotent', '4.2/idempotent-same-id', '4.2/idempotent-header'],
    answer: ({ headers }, asked) => {
      if (isSend(asked) || isSendTemplate(asked)) {
        delete headers['idempotent-replayed'];
      }
    },
  },
  {
    name: 'the path variant has no aliases',
    near: ['4.2/path-aliases', '4.2/path-to', '4.2/path-repeat'],
    answer: (answer, asked) => {
      if (isLink(asked) && asked.path !== '/messages/template' && asked.query.has('phone')) {
        refused(answer, 422, 'VALIDATION_FAILED');
      }
    },
  },
  {
    name: 'unknown values of filters are ignored',
    near: ['4.3/status-unknown', '4.7/filter-channel-unknown', '4.9/stats-from-form', '4.8/filter-active-boolean'],
    request: ({ method, query }) => {
      for (const [name, value] of method === 'GET' ? [...query] : []) {
        if (['MAYBE', 'FUN', 'asleep', 'perhaps', 'yesterday', 'sideways', 'seven'].includes(value)) {
          query.delete(name);
        }
      }
    },
  },
  {
    name: 'the history has only a cursor',
    near: ['4.7/messages-has-more', '4.7/messages-before'],
    answer: ({ json }, { path }) => {
      if (path.endsWith('/messages') && json?.data?.pagination) {
        json.data.pagination = { before: json.data.pagination.before };
      }
    },
  },
];

import type { Mutant } from './mutant.ts';
import { accepted, withoutHeader } from './spoil.ts';

export const LIMITS: readonly Mutant[] = [
  {
    name: 'no X-RateLimit-Remaining',
    caughtBy: ['8/header-remaining'],
    answer: withoutHeader('x-ratelimit-remaining'),
  },
  {
    name: 'no X-RateLimit-Burst on 404',
    caughtBy: ['8/header-burst'],
    answer: ({ status, headers }) => {
      if (status === 404) {
        delete headers['x-ratelimit-burst'];
      }
    },
  },
  {
    name: 'no rate headers on 401',
    caughtBy: ['8/header-limit', '8/header-remaining', '8/header-burst'],
    answer: ({ status, headers }) => {
      for (const name of status === 401 ? ['x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-burst'] : []) {
        delete headers[name];
      }
    },
  },
  {
    name: 'X-RateLimit-Remaining does not decrease',
    caughtBy: ['8/remaining-counts'],
    answer: ({ headers }) => {
      headers['x-ratelimit-remaining'] = '17';
    },
  },
  {
    name: 'a limit of 1,000',
    caughtBy: ['8/rate-default'],
    answer: ({ headers }) => {
      headers['x-ratelimit-limit'] =
        headers['x-ratelimit-limit'] === '1800' ? '1000' : String(headers['x-ratelimit-limit']);
    },
  },
  {
    name: 'the burst equals the average rate',
    caughtBy: ['8/burst-default', '8/burst-twice'],
    answer: ({ headers }) => {
      headers['x-ratelimit-burst'] = String(Math.max(10, Number(headers['x-ratelimit-burst']) / 2));
    },
  },
  {
    name: 'RATE_LIMITED without Retry-After',
    caughtBy: ['7/rate-limited-retry-after'],
    alsoIn: ['8'],
    answer: withoutHeader('retry-after'),
  },
  {
    name: 'no rate limit',
    caughtBy: ['8/rate-enforced-minute'],
    alsoIn: ['4.2', '7'],
    answer: (answer) => {
      if (answer.status === 429) {
        accepted(answer, 200, {});
      }
    },
  },
  {
    name: 'one request over the limit is accepted',
    caughtBy: ['8/rate-exact'],
    alsoIn: ['7'],
    answer: (answer, asked) => {
      const key = `over ${asked.headers.authorization}`;
      if (answer.status === 429 && !asked.notes.has(key)) {
        asked.notes.set(key, 'once');
        accepted(answer, 200, {});
      }
    },
  },
  {
    name: 'no X-RateLimit-Burst over the limit',
    caughtBy: ['8/excess-headers'],
    answer: (answer) => {
      if (answer.status === 429) {
        delete answer.headers['x-ratelimit-burst'];
      }
    },
  },
];

import type { Mutant } from './mutant.ts';
import { accepted, codeOf, refused, swapped, withoutHeader } from './spoil.ts';

export const KEYS: readonly Mutant[] = [
  {
    name: 'scopes are ignored',
    caughtBy: ['5.5/list-contacts-without', '7/SCOPE_DENIED'],
    variants: ['list-contacts'],
    // The replacement response does not have the body of an operation.
    alsoIn: ['4', '5.4', '5.6'],
    answer: (answer) => {
      if (codeOf(answer) === 'SCOPE_DENIED') {
        accepted(answer, 200, {});
      }
    },
  },
  {
    name: 'reading requires the write scope',
    caughtBy: ['5.5/list-contacts-with'],
    alsoIn: ['2.1', '4', '4.7', '5', '7'],
    answer: (answer, asked) => {
      if (
        asked.path === '/contacts' &&
        asked.method === 'GET' &&
        asked.headers.authorization &&
        asked.query.size === 0
      ) {
        refused(answer, 403, 'SCOPE_DENIED');
      }
    },
  },
  {
    name: 'a revoked key gives INVALID_API_KEY',
    caughtBy: ['5.6/revoked', '7/API_KEY_REVOKED'],
    alsoIn: ['5.2', '5.4'],
    answer: swapped('API_KEY_REVOKED', 'INVALID_API_KEY', 401),
  },
  {
    name: 'a missing key gives INVALID_API_KEY',
    caughtBy: ['5.6/missing', '7/MISSING_API_KEY'],
    alsoIn: ['4', '5.1'],
    answer: swapped('MISSING_API_KEY', 'INVALID_API_KEY', 401),
  },
  {
    name: 'an expired license returns 403',
    caughtBy: ['7/LICENSE_EXPIRED', '5.6/expired'],
    answer: (answer) => {
      if (codeOf(answer) === 'LICENSE_EXPIRED') {
        answer.status = 403;
        answer.json.error.http = 403;
      }
    },
  },
  {
    name: 'no X-Service-Mode in test mode',
    caughtBy: ['5.7/mode-header'],
    answer: withoutHeader('x-service-mode'),
  },
  {
    name: 'no test flag in test mode',
    caughtBy: ['5.7/test-true'],
    alsoIn: ['2.2'],
    answer: ({ json }) => {
      delete json?.data?.test;
    },
  },
];

import type { Mutant } from './mutant.ts';
import { next, swapped, withoutHeader } from './spoil.ts';

export const ENVELOPES: readonly Mutant[] = [
  {
    name: 'no X-Request-Id',
    caughtBy: ['2.1/request-id-header'],
    alsoIn: ['2.1'],
    answer: withoutHeader('x-request-id'),
  },
  {
    name: 'a different request ID in the header',
    caughtBy: ['2.1/request-id-header'],
    answer: ({ headers }) => {
      headers['x-request-id'] = `req_${next()}`;
    },
  },
  {
    name: 'the same request ID for all requests',
    caughtBy: ['2.1/request-id-unique'],
    answer: ({ headers, json }) => {
      headers['x-request-id'] = 'req_1';
      if (json?.error) {
        json.error.request_id = 'req_1';
      } else if (json) {
        json.request_id = 'req_1';
      }
    },
  },
  {
    name: 'a success without the field success',
    caughtBy: ['2.1/success-true'],
    answer: ({ json }) => {
      if (json?.data) {
        delete json.success;
      }
    },
  },
  {
    name: 'request_id in another format',
    caughtBy: ['2.1/success-request-id'],
    answer: ({ json, headers }) => {
      if (json?.data) {
        json.request_id = 'abc';
        headers['x-request-id'] = 'abc';
      }
    },
  },
  ...['message', 'reason', 'fix', 'docs'].map(
    (field): Mutant => ({
      name: `errors without ${field}`,
      caughtBy: [`2.1/error-${field}`],
      alsoIn: ['2.4'],
      answer: ({ json }) => {
        delete json?.error?.[field];
      },
    }),
  ),
  {
    name: 'error.http is a string',
    caughtBy: ['2.1/error-http'],
    answer: ({ json }) => {
      if (json?.error) {
        json.error.http = String(json.error.http);
      }
    },
  },
  {
    name: 'JSON as text/plain',
    caughtBy: ['1/json'],
    answer: ({ headers }) => {
      headers['content-type'] = 'text/plain; charset=utf-8';
    },
  },
  {
    name: 'times without an offset',
    caughtBy: ['1/timestamps'],
    alsoIn: ['2.7', '2.8', '4.5', '4.7'],
    answer: (answer) => {
      answer.json =
        answer.json &&
        JSON.parse(JSON.stringify(answer.json).replaceAll(/(T\d\d:\d\d:\d\d(?:\.\d+)?)(?:Z|\+00:00)"/g, '$1"'));
    },
  },
  {
    name: 'errors does not list the fields',
    caughtBy: ['7/validation-errors-list'],
    answer: ({ json }) => {
      delete json?.error?.errors;
    },
  },
  {
    name: 'errors does not list the fields of a PATCH',
    caughtBy: ['7/validation-errors-list'],
    answer: ({ json }, { method }) => {
      if (method === 'PATCH') {
        delete json?.error?.errors;
      }
    },
  },
  {
    name: 'the allowed methods are not listed',
    caughtBy: ['7/method-allowed-listed'],
    variants: ['POST /me'],
    answer: (answer) => {
      if (answer.status === 405) {
        delete answer.headers.allow;
        answer.json.error = { ...answer.json.error, allowed_methods: undefined, message: 'No.', fix: 'f' };
      }
    },
  },
  {
    name: 'invalid JSON gives VALIDATION_FAILED',
    caughtBy: ['7/INVALID_JSON'],
    answer: swapped('INVALID_JSON', 'VALIDATION_FAILED', 422),
  },
];

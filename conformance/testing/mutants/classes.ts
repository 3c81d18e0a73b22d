import type { Mutant } from './mutant.ts';
import { accepted, data, isSend, isSendTemplate } from './spoil.ts';

/** One mistake of each class that crosses operations: types, sister operations, default limits and texts. */
export const CLASSES: readonly Mutant[] = [
  {
    name: 'a number as a text is converted',
    caughtBy: ['2.3/types', '2.3/text-not-text'],
    variants: ['sendMessage, text: text', '{"text":42}'],
    alsoIn: ['7', '2.1'],
    request: (asked) => {
      if (isSend(asked) && typeof asked.json?.text === 'number') {
        asked.json.text = String(asked.json.text);
      }
    },
  },
  {
    name: 'quoted quiet hours are converted',
    caughtBy: ['2.11/types-create', '2.11/types-update'],
    variants: ['createFlow: quiet_start', 'updateFlow: quiet_start'],
    alsoIn: ['7', '2.1'],
    request: ({ path, json }) => {
      if (path.startsWith('/flows') && typeof json?.quiet_start === 'string') {
        json.quiet_start = Number(json.quiet_start);
      }
    },
  },
  {
    name: 'PATCH of a flow accepts any delay',
    caughtBy: ['4.8/valid-update'],
    alsoIn: ['2.11', '4.8', '7'],
    answer: (answer, { method, path, json }) => {
      if (method === 'PATCH' && path.startsWith('/flows/') && json?.steps?.[0]?.delay === '24h1m') {
        accepted(answer, 200, {});
      }
    },
  },
  {
    name: 'templates ignore Idempotency-Key',
    caughtBy: ['4.2/idempotent-at-once', '4.2/template-idempotent'],
    alsoIn: ['7', '8'],
    request: (asked) => {
      if (isSendTemplate(asked)) {
        delete asked.headers['idempotency-key'];
      }
    },
  },
  {
    name: 'docs is the same page for all codes',
    caughtBy: ['2.1/error-docs-per-code'],
    answer: ({ json }) => {
      if (json?.error) {
        json.error.docs = 'https://docs.example/errors';
      }
    },
  },
  {
    name: 'names of contacts are numbers',
    caughtBy: ['2.9/field-types'],
    alsoIn: ['1', '2.9', '4.5'],
    answer: data(
      ({ path }) => /^\/contacts\/[^/]+$/.test(path),
      (of) => {
        of.name = 7;
      },
    ),
  },
  {
    name: 'the default limit is not enforced',
    caughtBy: ['8/burst-default-enforced'],
    alsoIn: ['7'],
    answer: (answer) => {
      if (answer.status === 429 && answer.headers['x-ratelimit-limit'] === '1800') {
        accepted(answer, 200, {});
      }
    },
  },
];

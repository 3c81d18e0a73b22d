import type { Mutant, Passing, Returning } from './testing-mutants.ts';

const isSend = ({ method, path }: Passing): boolean => method === 'POST' && path === '/messages';
const isSendTemplate = ({ method, path }: Passing): boolean => method === 'POST' && path === '/messages/template';
const isLink = ({ method, path }: Passing): boolean => method === 'GET' && path.startsWith('/messages/template');
const isList = ({ method, path }: Passing): boolean =>
  method === 'GET' &&
  ['/contacts', '/opt-outs', '/blocked-numbers', '/labels', '/agents', '/conversations'].includes(path);
const codeOf = ({ json }: Returning): string | undefined => json?.error?.code;
const listOf = ({ json }: Returning): unknown[] | undefined =>
  Object.values(json?.data ?? {}).find((value): value is unknown[] => Array.isArray(value));

/** One code instead of another, with its status. */
const swapped = (from: string, to: string, status: number) => (answer: Returning) => {
  if (codeOf(answer) === from) {
    answer.status = status;
    answer.json.error = { ...answer.json.error, code: to, http: status };
  }
};
const withoutHeader = (name: string) => (answer: Returning) => {
  delete answer.headers[name];
};
const withoutField = (name: string) => (asked: Passing) => {
  if (isSend(asked)) {
    delete asked.json?.[name];
  }
};
/** A success that nobody asked the server for. */
const accepted = (answer: Returning, status: number, data: object): void => {
  const request_id = answer.headers['x-request-id'];
  Object.assign(answer, { status, json: { success: true, data, request_id } });
};
/** Changes the data of successes whose request fits. */
const data =
  (fits: (asked: Passing) => boolean, change: (data: Returning['json']) => void) =>
  (answer: Returning, asked: Passing): void => {
    if (answer.status < 300 && fits(asked) && answer.json?.data) {
      change(answer.json.data);
    }
  };
const at =
  (form: RegExp, method = 'GET') =>
  (asked: Passing): boolean =>
    asked.method === method && form.test(asked.path);

let last = 0;

/** Each is a mistake that a server could well make. */
export const MUTANTS: readonly Mutant[] = [
  // Envelopes.
  {
    name: 'no X-Request-Id',
    caughtBy: ['2.1/request-id-header'],
    alsoIn: ['2.1'],
    answer: withoutHeader('x-request-id'),
  },
  {
    name: 'another request id in the header',
    caughtBy: ['2.1/request-id-header'],
    answer: ({ headers }) => {
      headers['x-request-id'] = `req_${++last}`;
    },
  },
  {
    name: 'one request id for all',
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
    name: 'success without success',
    caughtBy: ['2.1/success-true'],
    alsoIn: ['2.8', '4.1', '4.2', '4.3', '4.4', '4.5', '4.6', '4.7', '4.9', '4.10'],
    answer: ({ json }) => {
      if (json?.data) {
        delete json.success;
      }
    },
  },
  {
    name: 'request_id of another form',
    caughtBy: ['2.1/success-request-id'],
    alsoIn: ['4.1', '4.2', '4.3', '4.4', '4.5', '4.6', '4.7', '4.9', '4.10'],
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
    name: 'error.http is a text',
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
  // Limits.
  {
    name: 'no X-RateLimit-Remaining',
    caughtBy: ['8/header-remaining'],
    answer: withoutHeader('x-ratelimit-remaining'),
  },
  {
    name: 'X-RateLimit-Remaining stands still',
    caughtBy: ['8/remaining-counts'],
    answer: ({ headers }) => {
      headers['x-ratelimit-remaining'] = '17';
    },
  },
  {
    name: 'a limit of 1000',
    caughtBy: ['8/rate-default'],
    answer: ({ headers }) => {
      headers['x-ratelimit-limit'] =
        headers['x-ratelimit-limit'] === '1800' ? '1000' : String(headers['x-ratelimit-limit']);
    },
  },
  {
    name: 'the burst is the average',
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
  // Sends.
  {
    name: 'a send answers 200',
    caughtBy: ['4.2/send-202'],
    alsoIn: ['1', '2.2', '2.3', '2.6', '2.8', '2.10', '2.12', '3.1', '4', '4.5', '4.6', '4.7', '5.7', '6', '7', '8'],
    answer: (answer, asked) => {
      if (isSend(asked) && answer.status === 202) {
        answer.status = 200;
      }
    },
  },
  {
    name: 'message ids of another form',
    caughtBy: ['2.2/id-sent'],
    alsoIn: ['3.1', '4.2', '6'],
    request: (asked) => {
      asked.path = asked.path.replace('/messages/msg-', '/messages/msg_');
    },
    answer: data(isSend, (of) => {
      of.id = of.id.replace('msg_', 'msg-');
    }),
  },
  {
    name: 'Idempotency-Key is not read',
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
    name: 'every answer is called a replay',
    caughtBy: ['4.2/idempotent-first-no-header', '4.2/repeat-first-no-header'],
    answer: (answer) => {
      answer.headers['idempotent-replayed'] = 'true';
    },
  },
  {
    name: 'a conflict is sent',
    caughtBy: ['7/IDEMPOTENCY_CONFLICT'],
    alsoIn: ['8'],
    answer: (answer) => {
      if (codeOf(answer) === 'IDEMPOTENCY_CONFLICT') {
        accepted(answer, 202, { id: `msg_${++last}`, status: 'queued' });
      }
    },
  },
  {
    name: 'a GET send is repeated',
    caughtBy: ['4.2/repeat-not-sent', '4.2/repeat-first-response'],
    alsoIn: ['8'],
    request: (asked) => {
      if (isLink(asked) && !asked.query.has('idempotency_key')) {
        asked.query.set('idempotency_key', `k${++last}`);
      }
    },
  },
  {
    name: 'phone is no alias',
    caughtBy: ['4.2/query-to-alias'],
    request: (asked) => {
      if (isLink(asked)) {
        asked.query.delete('phone');
      }
    },
  },
  {
    name: 'template is no alias',
    caughtBy: ['4.2/query-name-alias'],
    request: (asked) => {
      if (isLink(asked)) {
        asked.query.delete('template');
      }
    },
  },
  {
    name: 'language of a link is not read',
    caughtBy: ['4.2/query-language'],
    request: (asked) => {
      if (isLink(asked)) {
        asked.query.delete('language');
      }
    },
  },
  {
    name: 'var1 and var2 are exchanged',
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
    name: 'a key in the query opens every endpoint',
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
    name: 'no key in the path',
    caughtBy: ['4.2/path-202', '5.4/path-template'],
    alsoIn: ['4', '5.5', '6'],
    answer: (answer, asked) => {
      if (/^\/messages\/template\/./.test(asked.path) && answer.status === 202) {
        Object.assign(answer, {
          status: 404,
          json: {
            success: false,
            error: {
              code: 'NOT_FOUND',
              http: 404,
              message: 'm',
              reason: 'r',
              fix: 'f',
              docs: 'http://d.example/',
              request_id: answer.headers['x-request-id'],
            },
          },
        });
      }
    },
  },
  {
    name: 'a message stays queued',
    caughtBy: ['1/progress-by-polling', '3.1/read-shown'],
    alsoIn: ['7', '2.2'],
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
    name: 'no error of a failure',
    caughtBy: ['2.2/error-failed'],
    alsoIn: ['3.1', '4.2', '7'],
    answer: data(at(/^\/messages\/msg_/), (of) => {
      of.error = null;
    }),
  },
  // The request.
  {
    name: 'texts in capitals',
    caughtBy: ['2.3/text-reaches'],
    alsoIn: ['1', '2.8', '4.7'],
    request: (asked) => {
      if (isSend(asked) && typeof asked.json?.text === 'string') {
        asked.json.text = asked.json.text.toUpperCase();
      }
    },
  },
  {
    name: 'long texts are cut',
    caughtBy: ['2.3/text-4097', '8/text-whatsapp'],
    alsoIn: ['4.2', '5.7'],
    request: (asked) => {
      if (isSend(asked) && asked.json?.text?.length === 4097) {
        asked.json.text = asked.json.text.slice(0, 4096);
      }
    },
  },
  {
    name: 'texts of 4096 are refused',
    caughtBy: ['2.3/text-4096'],
    alsoIn: ['8'],
    request: (asked) => {
      if (isSend(asked) && asked.json?.text?.length === 4096) {
        asked.json.text += 'x';
      }
    },
  },
  {
    name: 'bytes are counted',
    caughtBy: ['8/text-characters'],
    request: (asked) => {
      if (isSend(asked) && typeof asked.json?.text === 'string' && Buffer.byteLength(asked.json.text) > 4096) {
        asked.json.text = 'x'.repeat(4097);
      }
    },
  },
  {
    name: 'a fourth button is dropped',
    caughtBy: ['2.3/buttons-4'],
    alsoIn: ['8'],
    request: (asked) => {
      const form = asked.json?.interactive;
      if (Array.isArray(form?.buttons)) {
        form.buttons = form.buttons.slice(0, 3);
      }
    },
  },
  {
    name: 'an eleventh row is dropped',
    caughtBy: ['2.3/list-rows-11'],
    alsoIn: ['8'],
    request: (asked) => {
      for (const section of asked.json?.interactive?.sections ?? []) {
        section.rows = section.rows?.slice(0, 10);
      }
    },
  },
  { name: 'captions are lost', caughtBy: ['2.3/caption'], request: withoutField('caption') },
  { name: 'file names are lost', caughtBy: ['2.3/filename'], request: withoutField('filename') },
  { name: 'quotes are lost', caughtBy: ['2.3/reply-to'], request: withoutField('reply_to') },
  { name: 'names of places are lost', caughtBy: ['2.3/location-name'], request: withoutField('name') },
  {
    name: 'connection_id is not read',
    caughtBy: ['2.3/connection-id-other-account', '1/connection-selects'],
    alsoIn: ['2.6', '4.2', '4.8'],
    request: withoutField('connection_id'),
  },
  {
    name: 'an unknown channel is VALIDATION_FAILED',
    caughtBy: ['2.3/channel-unknown'],
    alsoIn: ['2.6', '4.5', '7'],
    answer: swapped('CHANNEL_UNSUPPORTED', 'VALIDATION_FAILED', 422),
  },
  {
    name: 'a closed window never was',
    caughtBy: ['7/WINDOW_CLOSED', '1/window-whatsapp-over'],
    answer: swapped('WINDOW_CLOSED', 'WINDOW_NEVER_OPENED', 409),
  },
  {
    name: 'no window',
    caughtBy: ['1/window-messenger-over', '7/WINDOW_CLOSED'],
    alsoIn: ['2.7'],
    answer: (answer) => {
      if (codeOf(answer) === 'WINDOW_CLOSED') {
        accepted(answer, 202, { id: `msg_${++last}`, status: 'queued' });
      }
    },
  },
  {
    name: 'line breaks are taken out',
    caughtBy: ['2.4/variables-line-break'],
    request: (asked) => {
      if (isSendTemplate(asked) && Array.isArray(asked.json?.variables)) {
        asked.json.variables = asked.json.variables.map((value: unknown) =>
          typeof value === 'string' ? value.replaceAll(/[\r\n]/g, ' ') : value,
        );
      }
    },
  },
  {
    name: 'variables too many are dropped',
    caughtBy: ['2.4/variables-extra'],
    request: (asked) => {
      if (isSendTemplate(asked) && asked.json?.variables?.length > 2) {
        asked.json.variables = asked.json.variables.slice(0, 2);
      }
    },
  },
  {
    name: 'the languages are not listed',
    caughtBy: ['2.4/language-several-listed'],
    answer: ({ json }) => {
      if (json?.error?.available_languages) {
        json.error = { ...json.error, available_languages: undefined, message: 'm', reason: 'r', fix: 'f', errors: [] };
      }
    },
  },
  {
    name: 'not approved is not found',
    caughtBy: ['2.5/only-approved-pending', '2.5/only-approved-rejected'],
    alsoIn: ['3.3', '4.2', '5.7', '7'],
    answer: swapped('TEMPLATE_NOT_APPROVED', 'TEMPLATE_NOT_FOUND', 404),
  },
  // Records.
  {
    name: 'the window closes after 23 hours',
    caughtBy: ['2.7/closes-at'],
    answer: data(at(/\/window$/), (of) => {
      of.closes_at = of.closes_at && new Date(Date.parse(of.closes_at) - 3_600_000).toISOString();
    }),
  },
  {
    name: 'templates everywhere',
    caughtBy: ['2.7/can-send-template-instagram', '2.7/can-send-template-web'],
    alsoIn: ['4.5'],
    answer: data(at(/\/window$/), (of) => {
      of.can_send.template = true;
    }),
  },
  {
    name: 'unread_count is a text',
    caughtBy: ['2.8/unread-count'],
    alsoIn: ['4.7'],
    answer: data(at(/^\/conversations$/), (of) => {
      for (const one of of.conversations) {
        one.unread_count = String(one.unread_count);
      }
    }),
  },
  {
    name: 'everything came in',
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
    name: 'a new contact answers 200',
    caughtBy: ['4.5/create-201'],
    alsoIn: ['1', '2.1', '2.9', '4.7', '8'],
    answer: (answer) => {
      if (answer.status === 201 && answer.json?.data && 'opted_out' in answer.json.data) {
        answer.status = 200;
      }
    },
  },
  {
    name: 'PATCH clears what is not sent',
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
  // Lists.
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
    name: 'order is not read',
    caughtBy: ['4.5/contacts-order-asc', '4.9/agents-order-asc'],
    alsoIn: ['4.6', '4.7'],
    request: (asked) => {
      if (isList(asked) && asked.query.get('order') === 'asc') {
        asked.query.delete('order');
      }
    },
  },
  {
    name: 'a page begins with the last record of the one before',
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
    name: 'has_more is true on a last page that is full',
    caughtBy: ['2.1/has-more-false-end'],
    alsoIn: ['4.5'],
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
    name: 'status is not filtered by',
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
    name: 'direction is not filtered by',
    caughtBy: ['4.7/messages-direction-in'],
    request: (asked) => {
      if (asked.path.endsWith('/messages')) {
        asked.query.delete('direction');
      }
    },
  },
  {
    name: 'search is not read',
    caughtBy: ['4.5/search-nobody', '4.5/search-name'],
    request: (asked) => {
      if (asked.path === '/contacts') {
        asked.query.delete('search');
      }
    },
  },
  // Keys.
  {
    name: 'scopes are not looked at',
    caughtBy: ['5.5/list-contacts-without', '7/SCOPE_DENIED'],
    alsoIn: ['4.7', '5.4', '5.6'],
    answer: (answer) => {
      if (codeOf(answer) === 'SCOPE_DENIED') {
        accepted(answer, 200, {});
      }
    },
  },
  {
    name: 'reading needs the right to write',
    caughtBy: ['5.5/list-contacts-with'],
    alsoIn: ['4', '4.7', '5.4'],
    answer: (answer, asked) => {
      if (
        asked.path === '/contacts' &&
        asked.method === 'GET' &&
        asked.headers.authorization &&
        asked.query.size === 0
      ) {
        Object.assign(answer, {
          status: 403,
          json: {
            success: false,
            error: {
              code: 'SCOPE_DENIED',
              http: 403,
              message: 'm',
              reason: 'r',
              fix: 'f',
              docs: 'http://d.example/',
              request_id: answer.headers['x-request-id'],
            },
          },
        });
      }
    },
  },
  {
    name: 'a revoked key is unknown',
    caughtBy: ['5.6/revoked', '7/API_KEY_REVOKED'],
    alsoIn: ['5.2', '5.4'],
    answer: swapped('API_KEY_REVOKED', 'INVALID_API_KEY', 401),
  },
  {
    name: 'a missing key is invalid',
    caughtBy: ['5.6/missing', '7/MISSING_API_KEY'],
    alsoIn: ['4', '5.1'],
    answer: swapped('MISSING_API_KEY', 'INVALID_API_KEY', 401),
  },
  {
    name: 'an expired licence answers 403',
    caughtBy: ['7/LICENSE_EXPIRED', '5.6/expired'],
    answer: (answer) => {
      if (codeOf(answer) === 'LICENSE_EXPIRED') {
        answer.status = 403;
        answer.json.error.http = 403;
      }
    },
  },
  {
    name: 'test mode is not shown in the header',
    caughtBy: ['5.7/mode-header'],
    answer: withoutHeader('x-service-mode'),
  },
  {
    name: 'test is not shown',
    caughtBy: ['5.7/test-true'],
    alsoIn: ['2.2'],
    answer: ({ json }) => {
      delete json?.data?.test;
    },
  },
  // Errors.
  {
    name: 'errors does not list the fields',
    caughtBy: ['7/validation-errors-list'],
    answer: ({ json }) => {
      delete json?.error?.errors;
    },
  },
  {
    name: 'the allowed methods are not listed',
    caughtBy: ['7/method-allowed-listed'],
    answer: (answer) => {
      if (answer.status === 405) {
        delete answer.headers.allow;
        answer.json.error = { ...answer.json.error, allowed_methods: undefined, message: 'No.', fix: 'f' };
      }
    },
  },
  {
    name: 'bad JSON is VALIDATION_FAILED',
    caughtBy: ['7/INVALID_JSON'],
    answer: swapped('INVALID_JSON', 'VALIDATION_FAILED', 422),
  },
  // Events.
  {
    name: 'the signature is over other bytes',
    caughtBy: ['6/signature-value'],
    alsoIn: ['4.10', '5.9'],
    delivery: (delivery) => {
      delivery.json.sent_at = 'now';
      return undefined;
    },
  },
  {
    name: 'X-Service-Attempt is always 1',
    caughtBy: ['6/header-attempt'],
    delivery: ({ headers, json }) => {
      headers['x-service-attempt'] = json.attempt > 1 ? '1' : '2';
      return undefined;
    },
  },
  {
    name: 'no X-Service-Event',
    caughtBy: ['6/header-event'],
    delivery: ({ headers }) => {
      delete headers['x-service-event'];
      return undefined;
    },
  },
  {
    name: 'another company_id',
    caughtBy: ['6/envelope-company-id-own'],
    delivery: ({ json }) => {
      json.company_id += 1;
      return 'sign';
    },
  },
  {
    name: 'no api_version',
    caughtBy: ['6/envelope-api-version', '9/webhook-v1'],
    delivery: ({ json }) => {
      delete json.api_version;
      return 'sign';
    },
  },
  {
    name: 'read is not told',
    caughtBy: ['3.1/delivered-read', '6/status-read'],
    alsoIn: ['5.7', '3.1'],
    delivery: ({ json }) => (json.data?.message?.status === 'read' ? 'swallow' : undefined),
  },
  { name: 'everything is told twice', caughtBy: ['6/received-once'], alsoIn: ['4.10', '9'], delivery: () => 'twice' },
  {
    name: 'a retry has an id of its own',
    caughtBy: ['6/envelope-id-retry'],
    delivery: ({ json, headers }) => {
      json.id = `whd_${++last}`;
      headers['x-service-delivery-id'] = json.id;
      return 'sign';
    },
  },
  {
    name: 'test events are not flagged',
    caughtBy: ['5.7/simulated-sent', '3.1/test-flagged'],
    delivery: ({ json }) => {
      delete json.test;
      delete json.data?.message?.test;
      return 'sign';
    },
  },
  {
    name: 'a failure is no reason to retry',
    caughtBy: ['6/retry-500', '6/retry-5'],
    alsoIn: ['4.10', '7', '8'],
    reply: (status) => (status === 500 ? 200 : status),
  },
  {
    name: '410 is a failure like others',
    caughtBy: ['6/disabled-410'],
    alsoIn: ['7'],
    reply: (status) => (status === 410 ? 500 : status),
  },
  {
    name: 'the button of a reply is lost',
    caughtBy: ['6/received-button-title', '2.3/choice-button'],
    delivery: ({ json }) => {
      if (json.data?.message) {
        delete json.data.message.button;
      }
      return 'sign';
    },
  },
  {
    name: 'inbound ids have another form',
    caughtBy: ['6/received-id', '2.2/id-inbound'],
    delivery: ({ json }) => {
      if (json.event === 'message.received') {
        json.data.message.id = json.data.message.id.replace('msg_in_', 'msg_');
      }
      return 'sign';
    },
  },
];

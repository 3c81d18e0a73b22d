import { ERRORS, type ErrorCode, type Operation } from '@wigwag/openapi';
import type { ApiResponse } from '../answer.ts';
import { CLAUSES } from '../clauses.ts';
import { type Observer, TIME_WITH_OFFSET } from './observer.ts';
import { fieldTypeFaults, schemaFaults } from './schema.ts';

const SECTION_OF: [RegExp, string][] = [
  [/^\/(me|channels)$/, '4.1'],
  [/^\/messages/, '4.2'],
  [/^\/templates/, '4.3'],
  [/^\/media/, '4.4'],
  [/^\/contacts/, '4.5'],
  [/^\/(opt-outs|blocked-numbers)/, '4.6'],
  [/^\/conversations/, '4.7'],
  [/^\/flows/, '4.8'],
  [/^\/(stats|labels|agents)/, '4.9'],
  [/^\/webhooks/, '4.10'],
];

/** Returns the clause for the response body of an operation. */
export function bodyClause({ id, path }: Pick<Operation, 'id' | 'path'>): string {
  const section = SECTION_OF.find(([form]) => form.test(path))?.[1] ?? '9';
  return `${section}/body-${id.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}

const isSuccess = ({ status }: ApiResponse): boolean => status >= 200 && status < 300;
const isError = ({ status }: ApiResponse): boolean => status >= 400;
/** Returns whether the response has a body of the API: not for HEAD, and not for the OpenAPI document. */
const isOfTheApi = ({ request, body }: ApiResponse): boolean =>
  request.method !== 'HEAD' && body?.openapi === undefined && isDecodable(request.url);

/** HTTP libraries and proxies may refuse a path that is no valid URI (RFC 3986, section 2.1) before the API sees it. */
function isDecodable(url: string): boolean {
  try {
    decodeURIComponent(new URL(url).pathname);
    return true;
  } catch {
    return false;
  }
}

function bodyFaults(answer: ApiResponse): string[] | undefined {
  const { operation, status, body } = answer;
  // 4/statuses reports undocumented statuses.
  if (!operation?.statuses.includes(status) || !isSuccess(answer)) {
    return undefined;
  }
  const path = operation.path.replaceAll('~', '~0').replaceAll('/', '~1');
  const schema = `/paths/${path}/${operation.method}/responses/${status}/content/application~1json/schema`;
  // Separate clauses check the envelope (§2.1).
  return schemaFaults(schema, body).filter((fault) => fault.startsWith('/data'));
}

const ERROR_STATUSES = new Set<number>(Object.values(ERRORS).map(({ http }) => http));

/** Checks the status: a success that §4 lists for the operation, or any error of §7, which is not tied to operations. */
function statusFaults({ operation, status, request }: ApiResponse): string[] | undefined {
  if (!operation) {
    return undefined;
  }
  return operation.statuses.includes(status) || ERROR_STATUSES.has(status)
    ? []
    : [`${request.method} ${operation.path} may not return ${status}`];
}

const TEXTS = ['code', 'message', 'reason', 'fix', 'docs', 'request_id'] as const;
const LONG_ID = /^req_.+$/;
/** Returns all fields that contain a time, at any depth, except in `errors`, whose keys may be field names. */
function* times(node: unknown, name = ''): Generator<[string, unknown]> {
  if (Array.isArray(node)) {
    for (const one of node) {
      yield* times(one, name);
    }
  } else if (node !== null && typeof node === 'object') {
    for (const [key, value] of Object.entries(node)) {
      yield* key === 'errors' ? [] : times(value, key);
    }
  } else if (node !== null && (name.endsWith('_at') || name === 'at' || name === 'before')) {
    yield [name, node];
  }
}

const timeFaults = (body: unknown): string[] | undefined => {
  const found = [...times(body)];
  return found.length === 0
    ? undefined
    : found
        .filter(([, value]) => !TIME_WITH_OFFSET.test(String(value)))
        .map(([name, value]) => `${name} is ${JSON.stringify(value)}`);
};

const wholeNumber = (text: string | undefined, from: number): boolean =>
  /^\d+$/.test(text ?? '') && Number(text) >= from;
/** Returns whether the request had a known key. Without one, no limit applies (rate-headers is open). */
const isKnownCaller = ({ status, body }: ApiResponse): boolean =>
  status !== 401 && !['NOT_FOUND', 'METHOD_NOT_ALLOWED', undefined].includes(status < 400 ? '' : body?.error?.code);

const rateHeader =
  (name: string, from: number): Observer<ApiResponse>['faults'] =>
  (answer) =>
    !isKnownCaller(answer) || !answer.operation
      ? undefined
      : wholeNumber(answer.headers[name], from)
        ? []
        : [`${name} is ${answer.headers[name] ?? 'missing'}`];

/** Returns all records with this field, at any depth. */
function* recordsWith(node: unknown, name: string): Generator<object> {
  if (node !== null && typeof node === 'object') {
    yield* Object.hasOwn(node, name) && !Array.isArray(node) ? [node] : [];
    for (const value of Object.values(node)) {
      yield* recordsWith(value, name);
    }
  }
}

/** Checks each record of a success of these operations. Where a record is nested is open; a field identifies it. */
const recordFaults =
  (
    operations: readonly string[],
    name: string,
    faults: (record: object) => string[],
  ): Observer<ApiResponse>['faults'] =>
  (answer) => {
    if (!operations.includes(answer.operation?.id ?? '') || !isSuccess(answer)) {
      return undefined;
    }
    const found = [...recordsWith(answer.body?.data, name)];
    return found.length === 0 ? undefined : found.flatMap(faults);
  };

const successField =
  (fits: (body: ApiResponse['body']) => boolean, what: string): Observer<ApiResponse>['faults'] =>
  (answer) =>
    isSuccess(answer) && isOfTheApi(answer) ? (fits(answer.body) ? [] : [what]) : undefined;

const errorField =
  (fits: (error: ApiResponse['body'], answer: ApiResponse) => boolean, what: string): Observer<ApiResponse>['faults'] =>
  (answer) =>
    isError(answer) && isOfTheApi(answer) ? (fits(answer.body?.error, answer) ? [] : [what]) : undefined;

export const ANSWER_OBSERVERS: readonly Observer<ApiResponse>[] = [
  {
    clause: '1/json',
    faults: (answer) =>
      isOfTheApi(answer) && answer.request.method !== 'HEAD'
        ? answer.body !== undefined && /^application\/([\w.-]+\+)?json\b/i.test(answer.headers['content-type'] ?? '')
          ? []
          : [
              `the Content-Type is ${answer.headers['content-type'] ?? 'missing'}${answer.body === undefined ? ' and the body is not JSON' : ''}`,
            ]
        : undefined,
  },
  {
    clause: '1/utf8',
    faults: ({ headers, isUtf8 }) => {
      const charset = /charset="?([\w-]+)/i.exec(headers['content-type'] ?? '')?.[1];
      return (charset === undefined || /^utf-?8$/i.test(charset)) && isUtf8
        ? []
        : [`the charset is ${charset ?? 'UTF-8'}, but the bytes are not`];
    },
  },
  { clause: '1/timestamps', faults: ({ body }) => timeFaults(body) },
  { clause: '2.1/success-true', faults: successField((body) => body?.success === true, 'success is not true') },
  {
    clause: '2.1/success-data',
    faults: successField(
      ({ data } = {}) => data !== null && typeof data === 'object' && !Array.isArray(data),
      'data is not an object',
    ),
  },
  {
    clause: '2.1/success-request-id',
    faults: successField((body) => LONG_ID.test(body?.request_id), 'request_id does not have the form req_<id>'),
  },
  {
    clause: '2.1/error-success-false',
    faults: (answer) =>
      isError(answer) && isOfTheApi(answer)
        ? answer.body?.success === false
          ? []
          : ['success is not false']
        : undefined,
  },
  ...TEXTS.map((field) => ({
    clause: `2.1/error-${field.replace('_', '-')}`,
    faults: errorField(
      (error) => typeof error?.[field] === 'string' && error[field] !== '',
      `error.${field} is not a string`,
    ),
  })),
  {
    clause: '2.1/error-http',
    faults: errorField((error, { status }) => error?.http === status, 'error.http is not the status'),
  },
  { clause: '2.1/error-docs-url', faults: errorField((error) => URL.canParse(error?.docs), 'error.docs is not a URL') },
  {
    clause: '2.1/error-param-text',
    faults: (answer) =>
      (answer.body?.error?.param ?? undefined) === undefined
        ? undefined
        : typeof answer.body.error.param === 'string'
          ? []
          : ['error.param is not a string'],
  },
  {
    clause: '2.1/request-id-header',
    faults: (answer) => {
      const { headers, body } = answer;
      if (!isOfTheApi(answer)) {
        return undefined;
      }
      const inBody = body?.request_id ?? body?.error?.request_id;
      return headers['x-request-id'] !== undefined && headers['x-request-id'] === inBody
        ? []
        : [`X-Request-Id is ${headers['x-request-id'] ?? 'missing'}, but the body has ${inBody}`];
    },
  },
  {
    clause: '7/status-of-code',
    faults: ({ status, body }) => {
      const row = ERRORS[body?.error?.code as ErrorCode];
      return status < 400 || !row
        ? undefined
        : row.http === status
          ? []
          : [`${body.error.code} was returned with ${status}, not ${row.http}`];
    },
  },
  // The structure is open: it may also be an object that maps each field to its problem.
  {
    clause: '7/validation-errors-list',
    faults: ({ body }) =>
      body?.error?.code !== 'VALIDATION_FAILED'
        ? undefined
        : typeof body.error.errors === 'object' && Object.keys(body.error.errors ?? {}).length >= 1
          ? []
          : ['errors lists no field'],
  },
  {
    clause: '7/no-internal-error',
    faults: ({ status, body }) =>
      status >= 500 && !(String(body?.error?.code) in ERRORS && body.error.code !== 'INTERNAL_ERROR')
        ? [`answered ${status} ${body?.error?.code ?? ''}`]
        : [],
  },
  {
    clause: '7/placeholders-filled',
    faults: errorField(
      (error) => !/(^|[^{/])\{(?!(?:id|url)\})[a-z_]+\}(?!\})/.test(String(error?.message)),
      'a placeholder in the message is not filled',
    ),
  },
  {
    clause: '2.2/field-types',
    faults: recordFaults(['getMessage', 'sendMessage', 'sendTemplate'], 'status', (record) =>
      fieldTypeFaults('Message', ['id', 'status', 'external_id', 'test'], record),
    ),
  },
  {
    clause: '2.9/field-types',
    faults: recordFaults(['listContacts', 'getContact', 'upsertContact', 'updateContact'], 'phone', (record) =>
      fieldTypeFaults('UpsertContactRequest', ['phone', 'name', 'email', 'display_name', 'username'], record),
    ),
  },
  { clause: '4/statuses', faults: statusFaults },
  { clause: '8/header-limit', faults: rateHeader('x-ratelimit-limit', 1) },
  { clause: '8/header-remaining', faults: rateHeader('x-ratelimit-remaining', 0) },
  { clause: '8/header-burst', faults: rateHeader('x-ratelimit-burst', 10) },
];

/** Checks a body against the clause of its operation. */
export function observeBody(answer: ApiResponse): { clause: string; faults: string[] } | undefined {
  const faults = bodyFaults(answer);
  const clause = answer.operation && bodyClause(answer.operation);
  return faults && clause && CLAUSES.has(clause) ? { clause, faults } : undefined;
}

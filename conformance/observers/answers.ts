import { ERRORS, type ErrorCode, type Operation } from '@wigwag/openapi';
import type { ApiResponse } from '../answer.ts';
import { CLAUSES } from '../clauses.ts';
import { type Observer, TIME_WITH_OFFSET, valueCheck } from './observer.ts';
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
/** Returns whether the API itself made this response, and not a proxy before it or another service of the host. */
const isByTheApi = (answer: ApiResponse): boolean =>
  isSuccess(answer)
    ? answer.operation !== undefined
    : isOfTheApi(answer) && answer.body?.error?.code !== undefined && /\/v1\//.test(answer.request.url);

const rateHeader = (name: string, from: number) =>
  valueCheck<ApiResponse>(
    name,
    ({ headers }) => headers[name],
    (value) => wholeNumber(value as string | undefined, from),
    `a whole number from ${from}`,
    isByTheApi,
  );

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

const bodyField =
  (applies: (answer: ApiResponse) => boolean) =>
  (
    name: string,
    read: (body: ApiResponse['body']) => unknown,
    fits: (value: unknown, answer: ApiResponse) => boolean,
    expected: unknown | ((answer: ApiResponse) => unknown),
  ) =>
    valueCheck<ApiResponse>(
      name,
      ({ body }) => read(body),
      fits,
      expected,
      (answer) => applies(answer) && isOfTheApi(answer),
    );
const successField = bodyField(isSuccess);
const errorField = bodyField(isError);

const isJsonType = (type: string | undefined): boolean => /^application\/([\w.-]+\+)?json\b/i.test(type ?? '');
const charsetOf = ({ headers }: ApiResponse): string | undefined =>
  /charset="?([\w-]+)/i.exec(headers['content-type'] ?? '')?.[1];
/** Returns what the clause about JSON needs of a response. */
const jsonParts = ({ headers, body, text }: ApiResponse) => ({
  'content-type': headers['content-type'] ?? '(missing)',
  body: body === undefined ? text.slice(0, 200) : 'JSON',
});

export const ANSWER_OBSERVERS: readonly Observer<ApiResponse>[] = [
  {
    clause: '1/json',
    ...valueCheck<ApiResponse>(
      'the response',
      jsonParts,
      (_, { headers, body }) => body !== undefined && isJsonType(headers['content-type']),
      'a Content-Type of JSON, and a body that is JSON',
      (answer) => isOfTheApi(answer) && answer.request.method !== 'HEAD',
    ),
  },
  {
    clause: '1/utf8',
    ...valueCheck<ApiResponse>(
      'the response',
      (answer) => ({ charset: charsetOf(answer) ?? '(missing)', has_utf8_bytes: answer.isUtf8 }),
      (_, answer) => /^utf-?8$/i.test(charsetOf(answer) ?? 'utf-8') && answer.isUtf8,
      'no charset or UTF-8, and bytes that are UTF-8',
    ),
  },
  {
    clause: '1/timestamps',
    faults: ({ body }) => timeFaults(body),
    expected: () => 'ISO 8601 with a UTC offset, such as 2026-01-31T09:00:00Z',
    got: ({ body }) =>
      Object.fromEntries([...times(body)].filter(([, value]) => !TIME_WITH_OFFSET.test(String(value)))),
  },
  {
    clause: '2.1/success-true',
    ...successField(
      'success',
      (body) => body?.success,
      (value) => value === true,
      true,
    ),
  },
  {
    clause: '2.1/success-data',
    ...successField(
      'data',
      (body) => body?.data,
      (data) => data !== null && typeof data === 'object' && !Array.isArray(data),
      'an object',
    ),
  },
  {
    clause: '2.1/success-request-id',
    ...successField(
      'request_id',
      (body) => body?.request_id,
      (value) => LONG_ID.test(String(value)),
      'req_<id>',
    ),
  },
  {
    clause: '2.1/error-success-false',
    ...errorField(
      'success',
      (body) => body?.success,
      (value) => value === false,
      false,
    ),
  },
  ...TEXTS.map((field) => ({
    clause: `2.1/error-${field.replace('_', '-')}`,
    ...errorField(
      `error.${field}`,
      (body) => body?.error?.[field],
      (value) => typeof value === 'string' && value !== '',
      'a string',
    ),
  })),
  {
    clause: '2.1/error-http',
    ...errorField(
      'error.http',
      (body) => body?.error?.http,
      (value, { status }) => value === status,
      ({ status }: ApiResponse) => status,
    ),
  },
  {
    clause: '2.1/error-docs-url',
    ...errorField(
      'error.docs',
      (body) => body?.error?.docs,
      (value) => typeof value === 'string' && URL.canParse(value),
      'a URL',
    ),
  },
  {
    clause: '2.1/error-param-text',
    ...valueCheck<ApiResponse>(
      'error.param',
      ({ body }) => body?.error?.param,
      (value) => typeof value === 'string',
      'a string, if present',
      ({ body }) => (body?.error?.param ?? undefined) !== undefined,
    ),
  },
  {
    clause: '2.1/request-id-header',
    ...valueCheck<ApiResponse>(
      'X-Request-Id',
      ({ headers }) => headers['x-request-id'],
      (value, { body }) => value !== undefined && value === (body?.request_id ?? body?.error?.request_id),
      ({ body }: ApiResponse) => body?.request_id ?? body?.error?.request_id ?? 'the request_id of the body',
      isOfTheApi,
    ),
  },
  {
    clause: '7/status-of-code',
    ...valueCheck<ApiResponse>(
      'the status',
      ({ status }) => status,
      (status, { body }) => status === ERRORS[body.error.code as ErrorCode].http,
      ({ body }: ApiResponse) => `${ERRORS[body.error.code as ErrorCode].http}, for ${body.error.code}`,
      ({ status, body }) => status >= 400 && ERRORS[body?.error?.code as ErrorCode] !== undefined,
    ),
  },
  // The structure is open: it may also be an object that maps each field to its problem.
  {
    clause: '7/validation-errors-list',
    ...valueCheck<ApiResponse>(
      'error.errors',
      ({ body }) => body?.error?.errors,
      (errors) => typeof errors === 'object' && Object.keys(errors ?? {}).length >= 1,
      'at least one field',
      ({ body }) => body?.error?.code === 'VALIDATION_FAILED',
    ),
  },
  {
    clause: '7/no-internal-error',
    ...valueCheck<ApiResponse>(
      'the response',
      ({ status, body }) => ({ status, code: body?.error?.code ?? '(missing)' }),
      (_, { status, body }) =>
        status < 500 || (String(body?.error?.code) in ERRORS && body.error.code !== 'INTERNAL_ERROR'),
      'no unexpected error of the server',
    ),
  },
  {
    clause: '7/placeholders-filled',
    ...errorField(
      'error.message',
      (body) => body?.error?.message,
      (message) => !/(^|[^{/])\{(?!(?:id|url)\})[a-z_]+\}(?!\})/.test(String(message)),
      'a message without placeholders',
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
  { clause: '4/statuses', faults: statusFaults, got: ({ status }) => status },
  { clause: '8/header-limit', ...rateHeader('x-ratelimit-limit', 1) },
  { clause: '8/header-remaining', ...rateHeader('x-ratelimit-remaining', 0) },
  { clause: '8/header-burst', ...rateHeader('x-ratelimit-burst', 10) },
];

/** Checks a body against the clause of its operation. */
export function observeBody(answer: ApiResponse): { clause: string; faults: string[] } | undefined {
  const faults = bodyFaults(answer);
  const clause = answer.operation && bodyClause(answer.operation);
  return faults && clause && CLAUSES.has(clause) ? { clause, faults } : undefined;
}

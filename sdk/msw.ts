import { HttpResponse, http, type RequestHandler } from 'msw';
import { checkOptions, requireObject } from './checks.ts';
import { ERROR_CODES } from './generated/errors.ts';
import { EXAMPLES } from './generated/examples.ts';
import type { Data, Schemas } from './operation-types.ts';
import type { ErrorCode } from './request/api-error.ts';

export { generateTestHeader } from './webhooks/construct-event.ts';

/** An operation that the handlers mock. */
export type MockedOperation = keyof typeof EXAMPLES;

/** The location of the mocked API. */
export interface MockOptions {
  /** Ends in `/api/v1`. @default that of a client without options */
  baseUrl?: string | undefined;
}

const DEFAULT_BASE_URL = 'http://127.0.0.1:3000/api/v1';
const REQUEST_ID = 'req_mock';

const handlerOf = (operation: MockedOperation, options: MockOptions, answer: () => Response) => {
  checkOptions('mock', options);
  requireKnown('operation', operation, EXAMPLES);
  const { baseUrl = DEFAULT_BASE_URL } = options;
  const { method, path } = EXAMPLES[operation];
  // The client also removes a final slash.
  return http[method](baseUrl.replace(/\/$/, '') + path, answer);
};

/** @throws {TypeError} if the document does not have the name */
function requireKnown(what: string, name: string, known: object): void {
  if (!Object.hasOwn(known, name)) {
    throw new TypeError(`the document has no ${what} ${name}; it has: ${Object.keys(known).join(', ')}`);
  }
}

const json = (body: object, status: number, headers: Record<string, string> = {}) =>
  HttpResponse.json(body, { status, headers: { 'x-request-id': REQUEST_ID, ...headers } }) as Response;

/**
 * Returns MSW handlers of the whole API, for tests of your app. Every operation returns the document's example.
 *
 * `const server = setupServer(...handlers())`
 */
export const handlers = (options: MockOptions = {}): RequestHandler[] =>
  (Object.keys(EXAMPLES) as MockedOperation[]).map((operation) => {
    const { status, body } = EXAMPLES[operation];
    return handlerOf(operation, options, () => json(body, status));
  });

/** Returns a handler that responds to an operation with your data: `server.use(answers('getMessage', { ... }))`. */
export const answers = <Id extends MockedOperation>(
  operation: Id,
  data: Data<Id>,
  options: MockOptions = {},
): RequestHandler => {
  requireObject('data', data);
  return handlerOf(operation, options, () =>
    json({ success: true, data, request_id: REQUEST_ID }, EXAMPLES[operation].status),
  );
};

/** Returns a handler that refuses an operation: `server.use(refuses('sendMessage', 'WINDOW_CLOSED'))`. */
export const refuses = (operation: MockedOperation, code: ErrorCode, options: MockOptions = {}): RequestHandler => {
  requireKnown('code', code, ERROR_CODES);
  const { http: status } = ERROR_CODES[code];
  const error: Schemas['Error'] = {
    code,
    http: status,
    message: 'The mock refuses this call.',
    reason: 'The test set this refusal with refuses().',
    fix: 'None: it is a test.',
    docs: `http://127.0.0.1:3000/developers/errors/${code}`,
    request_id: REQUEST_ID,
    // The API returns more fields with these codes.
    ...(code === 'VALIDATION_FAILED' && {
      param: 'to',
      errors: [{ field: 'to', message: 'is invalid' }],
    }),
    ...(code === 'PROVIDER_REJECTED' && { provider_error: { code: 131026, message: 'Message undeliverable' } }),
  };
  const headers = code === 'RATE_LIMITED' ? { 'retry-after': '1' } : undefined;
  return handlerOf(operation, options, () => json({ success: false, error }, status, headers));
};

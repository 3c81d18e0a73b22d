import { timingSafeEqual } from 'node:crypto';
import type { Boom } from '@hapi/boom';
import type { Lifecycle, Request, ResponseObject, ResponseToolkit, Server, ServerRoute } from '@hapi/hapi';
import {
  ADMIN_OPERATIONS,
  type AdminOperations,
  adminDocument,
  type DocumentOperation,
  type Parameter,
} from '@wigwag/openapi';
import { AdminError, missing } from '../../admin/admin-error.ts';
import { adminOperations } from '../../admin/operations/operations.ts';
import type { AdminOperation } from '../../admin/operations/types.ts';
import type { App } from '../../app/app.ts';
import { RateLimiter } from '../../app/rate-limit.ts';
import { networkOf } from '../../base/address-network.ts';
import { type CompiledCheck, compilerOf, wordsOf } from '../../base/json-schema.ts';
import { hashOf } from '../../base/secrets.ts';
import { documentRoutes, type RouteCall } from '../document-routes.ts';
import { parametersSchema } from '../request/query.ts';
import { sourceAddress } from '../request/source-address.ts';

/** The path below which the operations are. */
export const ADMIN_PREFIX = '/admin/v1';

/** A part of a campaign's list is the largest body. */
const BODY_MAX_BYTES = 8_388_608;
/** How many wrong tokens an address may send per minute. */
const WRONG_TOKENS_PER_MINUTE = 30;
/** The number of digits of the token's hash in log lines. */
const FINGERPRINT_LENGTH = 8;
/** A numeric ID. */
const NUMBER = /^[1-9]\d{0,8}$/;

type AnyHandler = (app: App, input: never) => Promise<object>;

/** The checks of an operation. */
interface Checks {
  query: CompiledCheck;
  body: CompiledCheck | undefined;
}

const compileBody = compilerOf(adminDocument);
// Query values are strings.
const compileQuery = compilerOf(adminDocument, { coerceTypes: 'array' });

const parametersIn = (place: Parameter['in'], { parameters }: DocumentOperation): Parameter[] =>
  parameters.filter((parameter) => parameter.in === place);

/**
 * Adds the admin API, whose routes come from `openapi/admin.yaml`. The server checks the token before it reads the
 * body, and logs each call (audit.ts).
 *
 * @param token what callers send as `Authorization: Bearer`
 */
export function addAdminRoutes(server: Server, app: App, token: string): void {
  const tokenHash = hashOf(token);
  const fingerprint = tokenHash.slice(0, FINGERPRINT_LENGTH);
  const wrongTokens = new RateLimiter<string>();
  const onPreAuth: Lifecycle.Method = (request, h) => {
    const now = app.clock.now();
    const source = networkOf(sourceAddress(request, app.config.trustProxy));
    // Also refuses the correct token, because the response would otherwise show which guess is correct.
    const wait = wrongTokens.waitOf(source, WRONG_TOKENS_PER_MINUTE, now);
    if (wait !== undefined) {
      const message = `too many wrong admin tokens came from this address: try again in ${wait} s`;
      return refusal(h, new AdminError(message, { status: 429, retryAfter: wait })).takeover();
    }
    if (isAllowed(request, tokenHash)) {
      request.app.operator = fingerprint;
      return h.continue;
    }
    if (request.headers.authorization !== undefined) {
      wrongTokens.count(source, WRONG_TOKENS_PER_MINUTE, now);
    }
    const wrong = new AdminError('the admin token is missing or wrong', { status: 401 });
    return refusal(h, wrong).header('WWW-Authenticate', 'Bearer').takeover();
  };
  server.route(
    adminRoutes<AdminOperation, AnyHandler>(ADMIN_OPERATIONS, adminOperations, {
      prefix: ADMIN_PREFIX,
      onPreAuth: () => onPreAuth,
      run: ({ handler }, input) => handler(app, input as never),
    }),
  );
}

/** One call of an operation. */
export type AdminCall<Id extends string, Handler> = RouteCall<DocumentOperation<Id>, Handler, Checks>;

/** How one of the admin APIs serves its operations. */
interface AdminServing<Id extends string, Handler> {
  /** The path below which the operations are. */
  prefix: string;
  /** Returns the check that admits a request before its body is read. */
  onPreAuth(operation: DocumentOperation<Id>): Lifecycle.Method;
  /** The largest body, in bytes. @default 8 MiB, for a part of a campaign's list */
  maxBytes?: number;
  /** Runs an operation. @throws {AdminError} if a rule refuses the request */
  run(call: AdminCall<Id, Handler>, input: object): Promise<object>;
}

/** Returns the routes of operations of `openapi/admin.yaml`. If an operation has no handler, this does not compile. */
export const adminRoutes = <Id extends string, Handler>(
  operations: readonly DocumentOperation<Id>[],
  handlers: Readonly<Record<Id, Handler>>,
  { prefix, onPreAuth, maxBytes = BODY_MAX_BYTES, run }: AdminServing<Id, Handler>,
): ServerRoute[] =>
  documentRoutes<DocumentOperation<Id>, Handler, Checks>(operations, handlers, {
    prefix,
    options: (operation) => ({
      auth: false,
      app: { admin: operation.id as keyof AdminOperations },
      ...(operation.method !== 'get' && { payload: { allow: 'application/json', maxBytes } }),
      ext: { onPreAuth: { method: onPreAuth(operation) }, onPreResponse: { method: plainErrors } },
    }),
    compile: (operation) => ({
      query: compileQuery({ ...parametersSchema(parametersIn('query', operation)), additionalProperties: false }),
      body: operation.body && compileBody(operation.body.schema),
    }),
    async answer(call) {
      const answer = await answerOf(call, run);
      return answer instanceof AdminError ? refusal(call.h, answer) : call.h.response(answer);
    },
  });

/** Returns the response to a call that the rules refuse. */
export function refusal(h: ResponseToolkit, error: AdminError): ResponseObject {
  const { status, retryAfter, message, hint, field, rule, findings } = error;
  const response = h.response({ error: { message, hint, field, rule, findings } }).code(status);
  return retryAfter === undefined ? response : response.header('Retry-After', String(retryAfter));
}

async function answerOf<Id extends string, Handler>(
  call: AdminCall<Id, Handler>,
  run: AdminServing<Id, Handler>['run'],
): Promise<object> {
  const { operation, validate, request } = call;
  const query = { ...request.query };
  const body = validate.body ? (request.payload ?? {}) : {};
  const problems = [
    ...validate.query(query).map((problem) => wordsOf(problem, 'query')),
    ...(validate.body?.(body) ?? []).map((problem) => wordsOf(problem)),
  ];
  if (problems.length > 0) {
    return new AdminError(problems.join(', '));
  }
  const ids = { ...(request.params as Record<string, string>) };
  const numeric = parametersIn('path', operation)
    .filter(({ schema }) => schema.type === 'integer')
    .map(({ name }) => [name, ids[name] ?? ''] as const);
  const [wrong] = numeric.filter(([, id]) => !NUMBER.test(id));
  if (wrong) {
    return missing(`${wrong[0]} must be a number; it is "${wrong[1]}"`);
  }
  const numbers = Object.fromEntries(numeric.map(([name, id]) => [name, Number(id)]));
  const input = { ...query, ...(body as object), ...ids, ...numbers };
  return run(call, input).catch(refused);
}

/** Compares hashes, whose comparison takes the same time for every wrong token. */
function isAllowed({ headers }: Request, tokenHash: string): boolean {
  const [, given] = /^Bearer (.+)$/i.exec(String(headers.authorization ?? '')) ?? [];
  return given !== undefined && timingSafeEqual(Buffer.from(hashOf(given)), Buffer.from(tokenHash));
}

/** @throws the error itself if it is not a refusal */
function refused(error: unknown): AdminError {
  if (!(error instanceof AdminError)) {
    throw error;
  }
  return error;
}

/** Converts hapi's errors, such as for a body that is not JSON, to the format of this API. */
const plainErrors: Lifecycle.Method = ({ response }, h) => {
  if ('isBoom' in response && !response.isServer) {
    const { output, message } = response as Boom;
    output.payload = { error: { message } } as unknown as typeof output.payload;
  }
  return h.continue;
};

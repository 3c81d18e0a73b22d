import { timingSafeEqual } from 'node:crypto';
import type { Boom } from '@hapi/boom';
import type { Lifecycle, Request, Server } from '@hapi/hapi';
import { adminDocument } from '@wigwag/openapi';
import type { AnySchema } from 'ajv/dist/2020.js';
import { AdminError } from '../../admin/admin-error.ts';
import { adminOperations } from '../../admin/operations/operations.ts';
import type { AdminOperation } from '../../admin/operations/types.ts';
import type { App } from '../../app/app.ts';
import { RateLimiter } from '../../app/rate-limit.ts';
import { createCompiler, wordsOf } from '../../base/json-schema.ts';
import { hashOf } from '../../base/secrets.ts';
import { sourceAddress } from '../request/source-address.ts';
import { addAudit } from './audit.ts';

/** The path below which the operations are. */
export const ADMIN_PREFIX = '/admin/v1';

const ROOT = 'admin';
/** A part of a campaign's list is the largest body. */
const BODY_MAX_BYTES = 8_388_608;
/** How many wrong tokens an address may send per minute. */
const WRONG_TOKENS_PER_MINUTE = 30;
/** The number of digits of the token's hash in log lines. */
const FINGERPRINT_LENGTH = 8;
/** A numeric ID. */
const NUMBER = /^[1-9]\d{0,8}$/;

interface Parameter {
  name: string;
  in: 'path' | 'query';
  schema: { type?: string };
}

interface RawOperation {
  operationId: AdminOperation;
  parameters?: { $ref: string }[];
  requestBody?: object;
}

/** A response that refuses a call. */
interface Refusal {
  status: 404 | 422;
  error: Pick<AdminError, 'message'> & Partial<Pick<AdminError, 'hint' | 'field' | 'rule' | 'findings'>>;
}

type AnyHandler = (app: App, input: object) => Promise<object>;
type Compiler = ReturnType<typeof createCompiler>;
type Compilers = Record<'body' | 'query', Compiler>;

/** The checks of an operation. */
interface Checks {
  query: ReturnType<Compiler>;
  body: ReturnType<Compiler> | undefined;
}

const createCompilers = (): Compilers => ({
  body: createCompiler(ROOT, adminDocument as unknown as AnySchema),
  // Query values are strings.
  query: createCompiler(ROOT, adminDocument as unknown as AnySchema, { coerceTypes: 'array' }),
});

const parametersOf = (refs: readonly { $ref: string }[] = []): Parameter[] =>
  refs.map(({ $ref }) => {
    const name = $ref.split('/').at(-1) as keyof typeof adminDocument.components.parameters;
    return adminDocument.components.parameters[name] as Parameter;
  });

/** The names of the numeric IDs in paths. */
const NUMERIC = Object.values(adminDocument.components.parameters as unknown as Record<string, Parameter>)
  .filter((parameter) => parameter.in === 'path' && parameter.schema.type === 'integer')
  .map(({ name }) => name);

/**
 * Adds the admin API, whose routes come from `openapi/admin.yaml`. The server checks the token before it reads the
 * body, and logs each call (audit.ts).
 *
 * @param token what callers send as `Authorization: Bearer`
 */
export function addAdminRoutes(server: Server, app: App, token: string): void {
  let compilers: Compilers | undefined;
  const tokenHash = hashOf(token);
  const fingerprint = tokenHash.slice(0, FINGERPRINT_LENGTH);
  const wrongTokens = new RateLimiter<string>();
  const onPreAuth: Lifecycle.Method = (request, h) => {
    const now = app.clock.now();
    const source = sourceAddress(request, app.config.trustProxy);
    // Also refuses the correct token, because the response would otherwise show which guess is correct.
    const wait = wrongTokens.waitOf(source, WRONG_TOKENS_PER_MINUTE, now);
    if (wait !== undefined) {
      const message = `too many wrong admin tokens came from this address: try again in ${wait} s`;
      return h.response({ error: { message } }).code(429).header('Retry-After', String(wait)).takeover();
    }
    if (isAllowed(request, tokenHash)) {
      request.app.operator = fingerprint;
      return h.continue;
    }
    if (request.headers.authorization !== undefined) {
      wrongTokens.count(source, WRONG_TOKENS_PER_MINUTE, now);
    }
    const refusal = h.response({ error: { message: 'the admin token is missing or wrong' } });
    return refusal.code(401).header('WWW-Authenticate', 'Bearer').takeover();
  };
  for (const [path, { parameters: _, ...methods }] of Object.entries<Record<string, unknown>>(adminDocument.paths)) {
    for (const [method, raw] of Object.entries(methods)) {
      const { operationId, parameters, requestBody } = raw as RawOperation;
      const pointer = `${ROOT}#/paths/${path.replaceAll('/', '~1')}/${method}/requestBody/content/application~1json/schema`;
      let checks: Checks | undefined;
      // Compile at the first call: at the start, it would make every start slower.
      const checksOf = (): Checks => {
        compilers ??= createCompilers();
        checks ??= {
          body: requestBody && compilers.body({ $ref: pointer }),
          query: compilers.query(querySchema(parametersOf(parameters))),
        };
        return checks;
      };
      server.route({
        method: method as 'get',
        path: ADMIN_PREFIX + path,
        options: {
          auth: false,
          app: { admin: operationId },
          ...(method !== 'get' && { payload: { allow: 'application/json', maxBytes: BODY_MAX_BYTES } }),
          ext: { onPreAuth: { method: onPreAuth }, onPreResponse: { method: plainErrors } },
        },
        handler: async (request, h) => {
          const answer = await answerOf(app, operationId, request, checksOf());
          return 'error' in answer ? h.response({ error: answer.error }).code(answer.status) : h.response(answer);
        },
      });
    }
  }
  addAudit(server, app);
}

/** Returns the schema of a query. */
const querySchema = (parameters: readonly Parameter[]): AnySchema => ({
  type: 'object',
  properties: Object.fromEntries(
    parameters.map(({ name, schema }) => [name, JSON.parse(JSON.stringify(schema).replaceAll('"#/', `"${ROOT}#/`))]),
  ),
  additionalProperties: false,
});

async function answerOf(
  app: App,
  operation: AdminOperation,
  { params, query: given, payload }: Request,
  { query: checkQuery, body: checkBody }: Checks,
): Promise<object | Refusal> {
  const query = { ...given };
  const body = checkBody ? (payload ?? {}) : {};
  const problems = [
    ...checkQuery(query).map((problem) => wordsOf(problem, 'query')),
    ...(checkBody?.(body) ?? []).map((problem) => wordsOf(problem)),
  ];
  if (problems.length > 0) {
    return { status: 422, error: { message: problems.join(', ') } };
  }
  const ids = { ...(params as Record<string, string>) };
  const wrong = NUMERIC.find((name) => ids[name] !== undefined && !NUMBER.test(ids[name]));
  if (wrong !== undefined) {
    return { status: 404, error: { message: `${wrong} must be a number; it is "${ids[wrong]}"` } };
  }
  const numbers = NUMERIC.flatMap((name) => (ids[name] === undefined ? [] : [[name, Number(ids[name])]]));
  const input = { ...query, ...(body as object), ...ids, ...Object.fromEntries(numbers) };
  return (adminOperations[operation] as AnyHandler)(app, input).catch(refusalOf);
}

/** Compares hashes, whose comparison takes the same time for every wrong token. */
function isAllowed({ headers }: Request, tokenHash: string): boolean {
  const [, given] = /^Bearer (.+)$/i.exec(String(headers.authorization ?? '')) ?? [];
  return given !== undefined && timingSafeEqual(Buffer.from(hashOf(given)), Buffer.from(tokenHash));
}

/** @throws the error itself if it is not a refusal */
function refusalOf(error: unknown): Refusal {
  if (!(error instanceof AdminError)) {
    throw error;
  }
  const { status, message, hint, field, rule, findings } = error;
  return { status, error: { message, hint, field, rule, findings } };
}

/** Converts hapi's errors, such as for a body that is not JSON, to the format of this API. */
const plainErrors: Lifecycle.Method = ({ response }, h) => {
  if ('isBoom' in response && !response.isServer) {
    const { output, message } = response as Boom;
    output.payload = { error: { message } } as unknown as typeof output.payload;
  }
  return h.continue;
};

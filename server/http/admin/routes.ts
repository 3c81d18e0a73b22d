import { timingSafeEqual } from 'node:crypto';
import type { Request, ResponseObject, ResponseToolkit, Server } from '@hapi/hapi';
import { adminDocument } from '@wigwag/openapi';
import type { AnySchema } from 'ajv/dist/2020.js';
import { AdminError } from '../../admin/admin-error.ts';
import { type AdminOperation, adminOperations } from '../../admin/operations.ts';
import type { App } from '../../app.ts';
import { createCompiler, wordsOf } from '../../json-schema.ts';
import { hashOf } from '../../secrets.ts';

/** The path below which the operations are. */
export const ADMIN_PREFIX = '/admin/v1';

const ROOT = 'admin';
const BODY_MAX_BYTES = 262_144;
/** A key's or an agent's ID. */
const NUMBER = /^[1-9]\d{0,8}$/;

interface RawOperation {
  operationId: AdminOperation;
  requestBody?: object;
}

/** A response that refuses a call. */
interface Refusal {
  status: 401 | 404 | 422;
  error: { message: string; hint?: string | undefined; field?: string | undefined; rule?: string | undefined };
}

type AnyHandler = (app: App, input: object) => Promise<object>;

/**
 * Adds the admin API, whose routes come from `openapi/admin.yaml`. Each call is logged without its body, which can
 * contain secrets.
 *
 * @param token what callers send as `Authorization: Bearer`
 */
export function addAdminRoutes(server: Server, app: App, token: string): void {
  const compile = createCompiler(ROOT, adminDocument as unknown as AnySchema);
  for (const [path, { parameters: _, ...methods }] of Object.entries<Record<string, unknown>>(adminDocument.paths)) {
    for (const [method, raw] of Object.entries(methods)) {
      const { operationId, requestBody } = raw as RawOperation;
      const pointer = `${ROOT}#/paths/${path.replaceAll('/', '~1')}/${method}/requestBody/content/application~1json/schema`;
      const check = requestBody && compile({ $ref: pointer });
      const answer = async (request: Request): Promise<object | Refusal> => {
        if (!isAllowed(request, token)) {
          return { status: 401, error: { message: 'the admin token is missing or wrong' } };
        }
        const body = check ? (request.payload ?? {}) : {};
        const problems = check?.(body) ?? [];
        if (problems.length > 0) {
          return { status: 422, error: { message: problems.map(wordsOf).join(', ') } };
        }
        const { key, agent } = request.params as Record<string, string | undefined>;
        const id = key ?? agent;
        if (id !== undefined && !NUMBER.test(id)) {
          return { status: 404, error: { message: `an ID is a number; it is "${id}"` } };
        }
        const handler = adminOperations[operationId] as AnyHandler;
        return handler(app, { ...(body as object), ...request.params }).catch(refusalOf);
      };
      server.route({
        method: method as 'get',
        path: ADMIN_PREFIX + path,
        options: {
          auth: false,
          ...(method !== 'get' && { payload: { allow: 'application/json', maxBytes: BODY_MAX_BYTES } }),
        },
        handler: async (request, h) => respond(app, operationId, request, h, await answer(request)),
      });
    }
  }
}

/** Compares hashes, whose comparison takes the same time for every wrong token. */
function isAllowed({ headers }: Request, token: string): boolean {
  const [, given] = /^Bearer (.+)$/i.exec(String(headers.authorization ?? '')) ?? [];
  return given !== undefined && timingSafeEqual(Buffer.from(hashOf(given)), Buffer.from(hashOf(token)));
}

/** @throws the error itself if it is not a refusal */
function refusalOf(error: unknown): Refusal {
  if (!(error instanceof AdminError)) {
    throw error;
  }
  const { status, message, hint, field, rule } = error;
  return { status, error: { message, hint, field, rule } };
}

function respond(
  app: App,
  operation: AdminOperation,
  { params, info, headers }: Request,
  h: ResponseToolkit,
  answer: object | Refusal,
): ResponseObject {
  const { status, body } =
    'error' in answer ? { status: answer.status, body: { error: answer.error } } : { status: 200, body: answer };
  const forwarded = headers['x-forwarded-for'];
  app.log.info({ admin: operation, ...params, status, from: info.remoteAddress, forwarded }, 'an admin call');
  const response = h.response(body).code(status);
  return status === 401 ? response.header('WWW-Authenticate', 'Bearer') : response;
}

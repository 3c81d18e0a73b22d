import type { Lifecycle, RouteOptions, Server } from '@hapi/hapi';
import { BODY_MAX_KIBIBYTES, KEY_PARAMETER, OPERATIONS, type Operation } from '@wigwag/openapi';
import type { App } from '../app/app.ts';
import { ApiError } from '../domain/api-error.ts';
import type { UploadedFile } from '../domain/media/upload-media.ts';
import { documentRoutes, type RouteCall } from './document-routes.ts';
import { handlers } from './handlers.ts';
import type { ApiOperationId } from './operation.ts';
import { callerOf } from './plugins/api-key.ts';
import { notFound } from './plugins/envelope.ts';
import { type Validate, validators } from './plugins/validation.ts';
import { receiveForm } from './request/form.ts';
import { readJson, requireUtf8 } from './request/json-body.ts';

/** §9: the version is part of the path. */
const PREFIX = '/api/v1';

/** The common type of all handlers. Each handler is called with the parts of the request that its operation defines. */
type AnyHandler = (incoming: never) => Promise<{ status: number; data: unknown; replayOf?: string | undefined }>;

type ApiRequest = RouteCall<Operation, AnyHandler, Validate>;

const isVersioned = (operation: Operation): operation is Operation & { id: ApiOperationId } => operation.versioned;

/** Where the operations are, and which requests they accept. */
interface Mount {
  prefix: string;
  /** The name of the auth strategy. */
  auth: string;
  /** Selects the operations. */
  has(operation: Operation): boolean;
}

const WITH_KEY: Mount = { prefix: PREFIX, auth: 'api-key', has: () => true };

/** Adds a route for each operation of the API document. */
export function addRoutes(server: Server, app: App, { prefix, auth, has }: Mount = WITH_KEY): void {
  const validate = validators();
  const versioned = OPERATIONS.filter(isVersioned).filter(has);
  server.route(
    documentRoutes<Operation & { id: ApiOperationId }, AnyHandler, Validate>(versioned, handlers, {
      prefix,
      options: (operation) => routeOptions(operation, auth),
      compile: ({ id }) => validate[id],
      answer: (call) =>
        takesForm(call.operation)
          ? answerForm(app, call)
          : answer(app, call, { body: call.operation.body && readJson(call.request.payload as Buffer) }),
    }),
  );
  refuseOtherMethods(server, `${prefix}/{path*}`, (path) => {
    const methods = ['get', 'post', 'put', 'patch', 'delete'] as const;
    const known = methods.map((method) => server.match(method, path)).find((route) => route?.settings.app?.operation);
    return versioned
      .filter((operation) => operation.path === known?.settings.app?.operation?.path)
      .map(({ method }) => method.toUpperCase());
  });
}

const routeOptions = (operation: Operation, auth: string): RouteOptions => ({
  app: { operation: withoutSchemas(operation) },
  auth,
  ...(operation.body?.mediaType === 'application/json' && {
    payload: {
      allow: ['application/json'],
      parse: 'gunzip', // `readJson` parses it
      // Without a default, hapi would parse a body without a Content-Type as JSON (§7: INVALID_JSON if it is
      // missing).
      defaultContentType: 'application/octet-stream',
      maxBytes: BODY_MAX_KIBIBYTES * 1024,
    },
  }),
  ...(operation.body && !operation.body.required && { ext: { onPreAuth: { method: takeNothingForJson } } }),
  // `receiveForm` parses forms and limits the size of each file. If the operation takes no body, nothing parses it.
  ...((takesForm(operation) || (operation.body === undefined && operation.method !== 'get')) && {
    payload: { parse: false, output: 'stream', maxBytes: Number.MAX_SAFE_INTEGER },
  }),
});

/** hapi copies the options of each route several times. Copies of the schemas took a third of a server's start. */
const withoutSchemas = ({ id, path, keyIn, scopes, errors }: Operation) => ({ id, path, keyIn, scopes, errors });

/** Sets a Content-Type if an optional body is omitted, because hapi would otherwise require JSON. */
const takeNothingForJson: Lifecycle.Method = ({ headers }, h) => {
  const isEmpty = headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) === 0;
  if (isEmpty && headers['content-type'] === undefined) {
    headers['content-type'] = 'application/json';
  }
  return h.continue;
};

const takesForm = (operation: Operation): boolean => operation.body?.mediaType === 'multipart/form-data';

/**
 * Runs an operation that takes a form. The schema checks the fields and that there is a file; the handler gets the file
 * itself.
 */
async function answerForm(app: App, call: ApiRequest) {
  const { fields, file, remove } = await receiveForm(call.request.raw.req);
  try {
    const body = { ...fields, ...(file && { file: file.filename ?? '' }) };
    return await answer(app, call, { body, file });
  } finally {
    await remove();
  }
}

async function answer(
  app: App,
  { operation, handler, validate, request, h }: ApiRequest,
  given: { body: unknown; file?: UploadedFile | undefined },
) {
  const caller = callerOf(request);
  if (operation.errors.includes('VALIDATION_FAILED')) {
    requireUtf8(request.url.search);
  }
  const idempotencyKey = request.headers['idempotency-key'] as string | undefined;
  const parts = {
    path: { ...(request.params as object) },
    query: queryOf(operation, request.query as Record<string, unknown>),
    header: idempotencyKey === undefined ? {} : { 'Idempotency-Key': idempotencyKey },
    body: given.body,
  };
  validate(parts);
  const body = given.file ? { ...(parts.body as object), file: given.file } : parts.body;
  const { headers } = request;
  const { requestId } = request.app;
  const incoming = { app, caller, params: parts.path, query: parts.query, body, idempotencyKey, headers, requestId };
  const reply = await handler(incoming as never);
  request.app.replayOf = reply.replayOf;
  return h.response({ success: true, data: reply.data, request_id: reply.replayOf ?? requestId }).code(reply.status);
}

/** Removes the key from the query, so that handlers do not see it (§5.4). */
function queryOf(operation: Operation, query: Record<string, unknown>): Record<string, unknown> {
  const { [KEY_PARAMETER]: _, ...rest } = query;
  return operation.keyIn.includes('query') ? rest : { ...query };
}

/**
 * Refuses wrong methods on known paths (§7). hapi alone would return 404. One route covers all paths, because each route
 * makes the start of a server slower.
 *
 * @param allowedAt returns the methods of a path, none if the path is unknown
 */
export function refuseOtherMethods(server: Server, path: string, allowedAt: (path: string) => readonly string[]): void {
  server.route({
    method: '*',
    path,
    options: { auth: false, payload: { parse: false, output: 'stream' } },
    handler: (request) => {
      const allowed = allowedAt(request.path);
      throw allowed.length > 0 ? methodNotAllowed(request.method, allowed) : notFound(request);
    },
  });
}

/** Returns the methods of a path in the API document. */
export const allowedMethods = (path: string | undefined): string[] =>
  OPERATIONS.filter((operation) => operation.path === path).map(({ method }) => method.toUpperCase());

export function methodNotAllowed(method: string, allowed: readonly string[]): ApiError {
  const list = allowed.join(', ');
  return new ApiError(
    'METHOD_NOT_ALLOWED',
    { method: method.toUpperCase(), allowed: list },
    { allowed_methods: [...allowed], headers: { Allow: list } },
  );
}

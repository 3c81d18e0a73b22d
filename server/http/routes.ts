import type { Lifecycle, ReqRef, Request, ResponseToolkit, Server } from '@hapi/hapi';
import { BODY_MAX_KIBIBYTES, KEY_PARAMETER, OPERATIONS, type Operation, type OperationId } from '@wigwag/openapi';
import type { App } from '../app/app.ts';
import { ApiError } from '../domain/api-error.ts';
import type { ReceivedFile } from '../domain/media/upload-media.ts';
import { handlers } from './handlers.ts';
import { type Validate, validators } from './plugins/validation.ts';
import { receiveForm } from './request/form.ts';
import { readJson, requireUtf8 } from './request/json-body.ts';

/** §9: the version is part of the path. */
const PREFIX = '/api/v1';

/** The common type of all handlers. Each handler is called with the parts of the request that its operation defines. */
type AnyHandler = (incoming: never) => Promise<{ status: number; data: unknown; replayOf?: string | undefined }>;

interface Built {
  operation: Operation;
  handler: AnyHandler;
  validate: Validate;
}

/** Adds a route for each operation of the API document. */
export function addRoutes(server: Server, app: App): void {
  const versioned = OPERATIONS.filter((operation) => operation.versioned);
  for (const operation of versioned) {
    const handler = (handlers as Partial<Record<OperationId, AnyHandler>>)[operation.id];
    if (!handler) {
      throw new Error(`no handler for ${operation.id}`);
    }
    addOperation(server, app, { operation, handler, validate: validators()[operation.id] });
  }
  for (const path of new Set(versioned.map((operation) => operation.path))) {
    addMethodNotAllowed(server, path);
  }
}

function addOperation(server: Server, app: App, built: Built): void {
  const { operation } = built;
  server.route({
    method: operation.method,
    path: PREFIX + operation.path,
    options: {
      app: { operation },
      auth: 'api-key',
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
    },
    handler: (request, h) =>
      takesForm(operation)
        ? answerForm(app, request, h, built)
        : answer(app, request, h, built, { body: operation.body && readJson(request.payload as Buffer) }),
  });
}

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
async function answerForm<Refs extends ReqRef>(
  app: App,
  request: Request<Refs>,
  h: ResponseToolkit<Refs>,
  built: Built,
) {
  const { fields, file, remove } = await receiveForm(request.raw.req);
  try {
    const body = { ...fields, ...(file && { file: file.filename ?? '' }) };
    return await answer(app, request, h, built, { body, file });
  } finally {
    await remove();
  }
}

async function answer<Refs extends ReqRef>(
  app: App,
  request: Request<Refs>,
  h: ResponseToolkit<Refs>,
  { operation, handler, validate }: Built,
  given: { body: unknown; file?: ReceivedFile | undefined },
) {
  const { caller, requestId } = request.app;
  if (!caller) {
    throw new Error('a keyed route was reached without a caller');
  }
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

/** Refuses wrong methods on a known path (§7). hapi alone would return 404. */
function addMethodNotAllowed(server: Server, path: string): void {
  const allowed = allowedMethods(path);
  const refuse = (request: Request): never => {
    throw methodNotAllowed(request.method, allowed);
  };
  server.route({
    method: '*',
    path: PREFIX + path,
    options: { auth: false, payload: { parse: false, output: 'stream' } },
    handler: refuse,
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

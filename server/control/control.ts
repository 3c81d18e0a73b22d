import hapi, { type Server } from '@hapi/hapi';
import { controlDocument } from '@wigwag/openapi';
import type { AnySchema } from 'ajv/dist/2020.js';
import { AdminError } from '../admin/admin-error.ts';
import { createCompiler, wordsOf } from '../base/json-schema.ts';
import { createListener } from '../http/listener.ts';
import { addClientErrors, plainRefusals } from '../http/plugins/client-error.ts';
import { addLingering } from '../http/plugins/linger.ts';
import { type ProblemOf, refuseRequests } from '../http/plugins/refuse-requests.ts';
import type { ControlContext } from './context.ts';
import { ControlError } from './control-error.ts';
import { controlHandlers } from './handlers.ts';
import { RealClockError } from './time.ts';

interface RawOperation {
  operationId: keyof typeof controlHandlers;
  requestBody?: { required?: boolean; content: { 'application/json': { schema: object } } };
}

const ROOT = 'control';
const NO_ROUTE = `there is no such call; the calls are: ${Object.entries(controlDocument.paths)
  .flatMap(([path, methods]) => Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`))
  .join(', ')}`;
const JSON_TYPE = 'application/json';
/** The messages for responses whose own message does not say what to do. */
const FIXES: Record<number, string> = {
  404: NO_ROUTE,
  415: `the body is not marked as JSON; send it with the header "Content-Type: ${JSON_TYPE}"`,
};
type AnyHandler = (context: ControlContext, request: { body: unknown; query: unknown }) => Promise<unknown>;

/**
 * Creates the server of the control protocol. It listens only on loopback, and runs only in `wigwag dev`. Its routes
 * come from the control document.
 *
 * @param problemOf returns why a request is refused; undefined if it is not
 */
export function createControlServer(port: number, problemOf: ProblemOf, context: () => ControlContext): Server {
  const server = hapi.server({ listener: createListener(), host: '127.0.0.1', port, debug: false });
  addClientErrors(
    server,
    plainRefusals(({ message }) => ({ error: message })),
  );
  addLingering(server);
  refuseRequests(server, problemOf);
  const compile = createCompiler(ROOT, controlDocument as unknown as AnySchema);

  for (const [path, methods] of Object.entries(controlDocument.paths)) {
    for (const [method, raw] of Object.entries(methods)) {
      const operation = raw as unknown as RawOperation;
      const handler = controlHandlers[operation.operationId] as AnyHandler;
      const pointer = `${ROOT}#/paths/${path.replaceAll('/', '~1')}/${method}/requestBody/content/application~1json/schema`;
      const check = operation.requestBody && compile({ $ref: pointer });
      server.route({
        method: method as 'get' | 'post' | 'put',
        path,
        ...(method !== 'get' && { options: { payload: { allow: JSON_TYPE } } }),
        handler: async (request, h) => {
          const body = request.payload ?? (operation.requestBody?.required ? undefined : {});
          const errors = check?.(body) ?? [];
          if (errors.length > 0) {
            return h.response({ error: errors.map((error) => wordsOf(error)).join(', ') }).code(422);
          }
          try {
            return h.response((await handler(context(), { body, query: request.query })) as object);
          } catch (error) {
            return refusal(h, error);
          }
        },
      });
    }
  }

  server.ext('onPreResponse', ({ response }, h) => {
    if ('isBoom' in response) {
      const error = FIXES[response.output.statusCode] ?? response.message;
      response.output.payload = { error } as unknown as typeof response.output.payload;
    }
    return h.continue;
  });
  return server;
}

function refusal(h: hapi.ResponseToolkit, error: unknown): hapi.ResponseObject {
  if (error instanceof RealClockError) {
    return h.response({ error: error.message }).code(409);
  }
  if (error instanceof AdminError) {
    return h.response({ error: fieldText(error) }).code(error.status);
  }
  if (error instanceof ControlError) {
    return h.response({ error: error.message }).code(error.status);
  }
  return h.response({ error: (error as Error).message }).code(422);
}

/**
 * Returns the message of a refused request, with the field as a path in the body. The hint is left out, because it
 * names a command.
 */
const fieldText = ({ message, field, rule }: AdminError): string =>
  field === undefined ? message : `body/${field}${rule === undefined ? `: ${message}` : ` ${rule}`}`;

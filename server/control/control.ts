import hapi, { type Server } from '@hapi/hapi';
import { CONTROL_OPERATIONS, controlDocument } from '@wigwag/openapi';
import { AdminError } from '../admin/admin-error.ts';
import { type CompiledCheck, compilerOf, wordsOf } from '../base/json-schema.ts';
import { documentRoutes } from '../http/document-routes.ts';
import { createListener } from '../http/listener.ts';
import { addClientErrors, plainRefusals } from '../http/plugins/client-error.ts';
import { addLingering } from '../http/plugins/linger.ts';
import { type ProblemOf, refuseRequests } from '../http/plugins/refuse-requests.ts';
import type { ControlContext } from './context.ts';
import { ControlError } from './control-error.ts';
import { controlHandlers } from './handlers.ts';
import { RealClockError } from './time.ts';

const NO_ROUTE = `there is no such call; the calls are: ${CONTROL_OPERATIONS.map(
  ({ method, path }) => `${method.toUpperCase()} ${path}`,
).join(', ')}`;
const JSON_TYPE = 'application/json';
/** The messages for responses whose own message does not say what to do. */
const FIXES: Record<number, string> = {
  404: NO_ROUTE,
  415: `the body is not marked as JSON; send it with the header "Content-Type: ${JSON_TYPE}"`,
};
type AnyHandler = (context: ControlContext, request: { body: never; query: never }) => Promise<object>;

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
  const compile = compilerOf(controlDocument);
  server.route(
    documentRoutes<(typeof CONTROL_OPERATIONS)[number], AnyHandler, CompiledCheck | undefined>(
      CONTROL_OPERATIONS,
      controlHandlers,
      {
        options: ({ method }) => (method === 'get' ? {} : { payload: { allow: JSON_TYPE } }),
        compile: ({ body }) => body && compile(body.schema),
        async answer({ operation, handler, validate, request, h }) {
          const body = request.payload ?? (operation.body?.required ? undefined : {});
          const errors = validate?.(body) ?? [];
          if (errors.length > 0) {
            return h.response({ error: errors.map((error) => wordsOf(error)).join(', ') }).code(422);
          }
          try {
            return h.response(await handler(context(), { body: body as never, query: request.query as never }));
          } catch (error) {
            return refusal(h, error);
          }
        },
      },
    ),
  );

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

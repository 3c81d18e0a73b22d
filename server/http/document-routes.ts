import type { Lifecycle, Request, ResponseToolkit, RouteOptions, ServerRoute } from '@hapi/hapi';
import type { DocumentOperation } from '@wigwag/openapi';

/** One request of an operation. */
export interface RouteCall<Operation, Handler, Validate> {
  operation: Operation;
  handler: Handler;
  validate: Validate;
  request: Request;
  h: ResponseToolkit;
}

/** How an API serves the operations of its document. */
interface Serving<Operation, Handler, Validate> {
  /** The path below which the operations are. */
  prefix?: string;
  options(operation: Operation): RouteOptions;
  /** Compiles the validation of an operation. It is called at the first request, so that the server starts faster. */
  compile(operation: Operation): Validate;
  /** Validates the request, calls the handler and returns the response. */
  answer(request: RouteCall<Operation, Handler, Validate>): Promise<Lifecycle.ReturnValue>;
}

/** Returns the routes of the operations of an API document. If an operation has no handler, this does not compile. */
export const documentRoutes = <Operation extends DocumentOperation, Handler, Validate>(
  operations: readonly Operation[],
  handlers: Readonly<Record<Operation['id'], Handler>>,
  { prefix = '', options, compile, answer }: Serving<Operation, Handler, Validate>,
): ServerRoute[] =>
  operations.map((operation) => {
    const handler = handlers[operation.id as Operation['id']];
    let validate: Validate;
    return {
      method: operation.method,
      path: prefix + operation.path,
      options: options(operation),
      handler: (request, h) => {
        validate ??= compile(operation);
        return answer({ operation, handler, validate, request, h });
      },
    };
  });

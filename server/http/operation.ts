import type { operations } from '@wigwag/openapi';
import type { App } from '../app/app.ts';
import type { Caller } from '../domain/account/caller.ts';
import type { UploadedFile } from '../domain/media/upload-media.ts';

/**
 * The types of handlers, derived from the API document. An unknown operation, an unlisted status, data of another shape
 * or an unknown field does not compile.
 */

/** The operations under the version prefix, which respond with envelopes: all except the API document itself. */
export type ApiOperationId = Exclude<keyof operations, 'getDocument'>;

type OperationParameters<Op extends ApiOperationId> = operations[Op]['parameters'];
type Given<T> = [T] extends [undefined] ? Record<never, never> : NonNullable<T>;
type JsonOf<Content> = Content extends { content: { 'application/json': infer Body } } ? Body : undefined;
/** The type of a form. Its handler gets the path of the file on disk. */
type FormOf<Content> = Content extends { content: { 'multipart/form-data': infer Form } }
  ? Omit<Form, 'file'> & { file: UploadedFile }
  : JsonOf<Content>;
type BodyOf<Op extends ApiOperationId> = operations[Op] extends { requestBody: infer Content }
  ? FormOf<NonNullable<Content>>
  : operations[Op] extends { requestBody?: infer Content }
    ? FormOf<NonNullable<Content>> | null // an optional body
    : undefined;

type Responses<Op extends ApiOperationId> = operations[Op]['responses'];
type SuccessStatus<Op extends ApiOperationId> = Extract<keyof Responses<Op>, 200 | 201 | 202>;
type DataOf<Response> = JsonOf<Response> extends { data: infer Data } ? Data : never;

/** The parameter of a handler: the validated parts of the request, with defaults filled in. */
export interface OperationRequest<Op extends ApiOperationId> {
  app: App;
  caller: Caller;
  params: Given<OperationParameters<Op>['path']>;
  query: Given<OperationParameters<Op>['query']>;
  body: BodyOf<Op>;
  idempotencyKey: string | undefined;
  /** All headers, of which only those of tracing matter to handlers. */
  headers: Readonly<Record<string, unknown>>;
  requestId: string;
}

/** The result of a handler: one of the documented successful responses. */
export type OperationReply<Op extends ApiOperationId> = {
  [Status in SuccessStatus<Op>]: {
    status: Status;
    data: DataOf<Responses<Op>[Status]>;
    /** The request ID of the first response, if this is a replay of it. */
    replayOf?: string | undefined;
  };
}[SuccessStatus<Op>];

export type Handler<Op extends ApiOperationId> = (incoming: OperationRequest<Op>) => Promise<OperationReply<Op>>;

export type Handlers = { [Op in ApiOperationId]: Handler<Op> };

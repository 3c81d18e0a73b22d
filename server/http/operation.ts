import type { operations } from '@wigwag/openapi';
import type { App } from '../app.ts';
import type { Caller } from '../domain/account/caller.ts';
import type { ReceivedFile } from '../domain/media/upload-media.ts';

/**
 * Handler types, made of the document's: an operation it does not have, a status it does not list, data of another shape or a
 * field it does not know does not compile.
 */

/** The operations that live under the version prefix and answer in envelopes: all but the document itself. */
export type ApiOperationId = Exclude<keyof operations, 'getDocument'>;

type Parameters<Op extends ApiOperationId> = operations[Op]['parameters'];
type Given<T> = [T] extends [undefined] ? Record<never, never> : NonNullable<T>;
type JsonOf<Content> = Content extends { content: { 'application/json': infer Body } } ? Body : undefined;
/** Of a form the handler gets the file where it lies on the disk. */
type FormOf<Content> = Content extends { content: { 'multipart/form-data': infer Form } }
  ? Omit<Form, 'file'> & { file: ReceivedFile }
  : JsonOf<Content>;
type BodyOf<Op extends ApiOperationId> = operations[Op] extends { requestBody: infer Content }
  ? FormOf<NonNullable<Content>>
  : operations[Op] extends { requestBody?: infer Content }
    ? FormOf<NonNullable<Content>> | null // a body that may be left out
    : undefined;

type Responses<Op extends ApiOperationId> = operations[Op]['responses'];
type SuccessStatus<Op extends ApiOperationId> = Extract<keyof Responses<Op>, 200 | 201 | 202>;
type DataOf<Response> = JsonOf<Response> extends { data: infer Data } ? Data : never;

/** What a handler gets: the parts of the request, already valid, with defaults filled in. */
export interface Incoming<Op extends ApiOperationId> {
  app: App;
  caller: Caller;
  params: Given<Parameters<Op>['path']>;
  query: Given<Parameters<Op>['query']>;
  body: BodyOf<Op>;
  idempotencyKey: string | undefined;
  requestId: string;
}

/** What a handler answers: one of the documented successes. */
export type Reply<Op extends ApiOperationId> = {
  [Status in SuccessStatus<Op>]: {
    status: Status;
    data: DataOf<Responses<Op>[Status]>;
    /** The request id of the first response, when this is a replay of it. */
    replayOf?: string | undefined;
  };
}[SuccessStatus<Op>];

export type Handler<Op extends ApiOperationId> = (incoming: Incoming<Op>) => Promise<Reply<Op>>;

export type Handlers = { [Op in ApiOperationId]: Handler<Op> };

import { expect, test } from 'vitest';
import { ApiError } from '../domain/api-error.ts';
import type { handlers } from './handlers.ts';
import type { Handler, Handlers, OperationReply, OperationRequest } from './operation.ts';

/**
 * Code that must not compile: `tsc` fails if it accepts one of the lines marked below. Only the one test here runs, so
 * that the file counts as a test file.
 */

const accepted = { id: 'msg_1', status: 'queued' } as const;
const found = { id: 'msg_1', status: 'read', external_id: null, error: null, test: false } as const;

export const good = {
  sendMessage: async () => ({ status: 202, data: accepted }),
  getMessage: async ({ params }) => ({ status: 200, data: { ...found, id: params.id } }),
} satisfies Partial<Handlers>;

export const unknownOperation = {
  // @ts-expect-error the document has no such operation
  sendFax: async () => ({ status: 202, data: accepted }),
} satisfies Partial<Handlers>;

export const theDocumentItself = {
  // @ts-expect-error it is served outside the version prefix
  getDocument: async () => ({ status: 200, data: {} }),
} satisfies Partial<Handlers>;

// @ts-expect-error the document does not list 200 for a send
export const unlistedStatus: Handler<'sendMessage'> = async () => ({ status: 200, data: accepted });

// @ts-expect-error an error is not a reply: it is thrown
export const errorStatus: Handler<'getMessage'> = async () => ({ status: 404, data: found });

// @ts-expect-error data of another shape
export const otherShape: Handler<'getMessage'> = async () => ({ status: 200, data: { name: 'Ada' } });

// @ts-expect-error a status that a message does not have
export const otherStatus: Handler<'getMessage'> = async () => ({ status: 200, data: { ...found, status: 'lost' } });

// @ts-expect-error no data at all
export const noData: Handler<'getMessage'> = async () => ({ status: 200 });

// TypeScript checks a literal for extra fields only if the return type is explicit.
export const unknownField = async (): Promise<OperationReply<'sendMessage'>> => ({
  status: 202,
  // @ts-expect-error a field that the document does not know
  data: { id: 'msg_1', status: 'queued', colour: 'red' },
});

export const readsUnknown: Handler<'sendMessage'> = async ({ body }) => {
  // @ts-expect-error the body has no such field
  void body.colour;
  return { status: 202, data: accepted };
};

export const readsParams: Handler<'getMessage'> = async ({ params, query }) => {
  // @ts-expect-error the path has no such parameter
  void params.name;
  // @ts-expect-error the query has no such parameter
  void query.verbose;
  return { status: 200, data: found };
};

export const readsBodyOfGet = ({ body }: OperationRequest<'getMessage'>) => {
  // @ts-expect-error a GET has no body
  void body.text;
};

const { sendMessage: _, ...withoutSend } = {} as typeof handlers;
// @ts-expect-error a handler is missing
export const incomplete: typeof handlers = withoutSend;

// @ts-expect-error a code that the table does not have
export const unknownCode = () => new ApiError('TEAPOT', {});

// @ts-expect-error a placeholder without a value
export const missingValue = () => new ApiError('MESSAGE_NOT_FOUND', {});

// @ts-expect-error one of several placeholders without a value
export const missingOne = () => new ApiError('CONNECTION_NOT_FOUND', { channel: 'whatsapp' });

// @ts-expect-error a value for a placeholder that the message does not have
export const extraValue = () => new ApiError('MESSAGE_NOT_FOUND', { id: 'msg_1', name: 'Ada' });

test('an error fills each placeholder of its message', () => {
  const error = new ApiError('CONNECTION_NOT_FOUND', { connection_id: 'wa_9', channel: 'whatsapp' });
  expect(error).toBeInstanceOf(ApiError);
  expect(error.message).toBe('There is no active connection wa_9 on whatsapp.');
});

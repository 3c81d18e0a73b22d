import { noteMessage, traceparentOf, traceRequest } from '../../base/tracing.ts';
import type { SendResult } from '../../domain/messages/accept-message.ts';
import { acceptSend } from '../../domain/messages/accept-send.ts';
import {
  type IdempotentRequest,
  type IdempotentResult,
  isIdempotent,
  isRepeat,
} from '../../domain/messages/idempotency.ts';
import type { SendRequest } from '../../domain/messages/send-facts.ts';
import type { ApiOperationId, OperationRequest } from '../operation.ts';

/**
 * Accepts a send, and only once for identical requests.
 *
 * @param check calls the network, so it runs before the transaction; it does not run for a repeated request
 */
export async function acceptIdempotent(
  {
    app,
    caller,
    requestId,
    headers,
  }: Pick<OperationRequest<ApiOperationId>, 'app' | 'caller' | 'requestId' | 'headers'>,
  asked: Pick<IdempotentRequest, 'operation' | 'key' | 'keyField' | 'repeatSeconds' | 'body'>,
  input: SendRequest['input'],
  check?: () => Promise<void>,
): Promise<IdempotentResult<SendResult>> {
  const idempotent = { ...asked, caller, requestId, now: app.now() };
  return traceRequest(asked.operation, headers, async (span) => {
    if (check && !(await isRepeat(app.store.read, idempotent))) {
      await check();
    }
    const send = { app, caller, input, idempotent, traceparent: traceparentOf(span) };
    const accepted = await app.store.batch(acceptSend, send, { isRepeatable: isIdempotent(idempotent) });
    noteMessage(span, accepted.data.id);
    return accepted;
  });
}

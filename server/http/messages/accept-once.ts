import { noteMessage, traceparentOf, traceRequest } from '../../base/tracing.ts';
import type { SendResult } from '../../domain/messages/accept-message.ts';
import { acceptSend } from '../../domain/messages/accept-send.ts';
import { isIdempotent, isRepeat, type Once, type OnceRequest } from '../../domain/messages/idempotency.ts';
import type { SendRequest } from '../../domain/messages/send-facts.ts';
import type { ApiOperationId, Incoming } from '../operation.ts';

/**
 * Accepts a send, and only once for identical requests.
 *
 * @param check calls the network, so it runs before the transaction; it does not run for a repeated request
 */
export async function acceptOnce(
  { app, caller, requestId, headers }: Pick<Incoming<ApiOperationId>, 'app' | 'caller' | 'requestId' | 'headers'>,
  asked: Pick<OnceRequest, 'operation' | 'key' | 'keyField' | 'repeatSeconds' | 'body'>,
  draft: SendRequest['draft'],
  check?: () => Promise<void>,
): Promise<Once<SendResult>> {
  const once = { ...asked, caller, requestId, now: app.now() };
  return traceRequest(asked.operation, headers, async (span) => {
    if (check && !(await isRepeat(app.store.read, once))) {
      await check();
    }
    const send = { app, caller, draft, once, traceparent: traceparentOf(span) };
    const accepted = await app.store.batch(acceptSend, send, { isRepeatable: isIdempotent(once) });
    noteMessage(span, accepted.data.id);
    return accepted;
  });
}

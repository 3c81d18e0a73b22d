import { isIdempotent, isRepeat, type Once, type OnceRequest, once } from '../../domain/messages/idempotency.ts';
import type { Tx } from '../../store/index.ts';
import type { ApiOperationId, Incoming } from '../operation.ts';

/**
 * Runs a send in one transaction, and only once for identical requests. Wakes the worker after the commit.
 *
 * @param check calls the network, so it runs before the transaction; it does not run for a repeated request
 */
export async function acceptOnce<T>(
  { app, caller, requestId }: Pick<Incoming<ApiOperationId>, 'app' | 'caller' | 'requestId'>,
  asked: Pick<OnceRequest, 'operation' | 'key' | 'keyField' | 'repeatSeconds' | 'body'>,
  run: (tx: Tx) => Promise<T>,
  check?: () => Promise<void>,
): Promise<Once<T>> {
  const request = { ...asked, caller, requestId, now: app.now() };
  if (check && !(await isRepeat(app.store.read, request))) {
    await check();
  }
  const result = await app.store.batchedTransaction((tx) => once(tx, request, () => run(tx)), {
    isRepeatable: isIdempotent(request),
  });
  // A live send adds a task to one queue; a test send creates events immediately (§5.7).
  app.wake(caller.key.mode === 'live' ? 'send' : undefined);
  return result;
}

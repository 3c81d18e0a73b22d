import { type Once, type OnceRequest, once } from '../domain/idempotency.ts';
import type { Tx } from '../store/index.ts';
import type { ApiOperationId, Incoming } from './operation.ts';

/** Runs a send in one transaction, once for equal requests, and wakes the worker when it is durable. */
export async function acceptOnce<T>(
  { app, caller, requestId }: Pick<Incoming<ApiOperationId>, 'app' | 'caller' | 'requestId'>,
  request: Pick<OnceRequest, 'operation' | 'key' | 'keyField' | 'repeatSeconds' | 'body'>,
  run: (tx: Tx) => Promise<T>,
): Promise<Once<T>> {
  const now = app.now();
  const result = await app.store.transaction((tx) => once(tx, { ...request, caller, requestId, now }, () => run(tx)));
  app.wake();
  return result;
}

import { MESSAGE_RETENTION_DAYS } from '@wigwag/openapi';
import type { App } from '../../app.ts';
import type { CallbackItem } from '../../providers/callback.ts';
import { itemsOf } from '../../providers/provider.ts';
import type { Tx } from '../../store/index.ts';
import type { IdempotencyKey } from '../../store/messages/idempotency.ts';
import { MICROSECONDS } from '../../time.ts';

type IdentityChange = Extract<CallbackItem, { kind: 'identity' }>;

const placeOf = (accountId: number, { digest }: IdentityChange): IdempotencyKey => ({
  accountId,
  scope: 'erased changes of identifiers',
  key: digest,
});

/** Returns the changes of identifiers in a callback that name one of these people. */
export function changesIn(app: Pick<App, 'providers'>, body: string, names: readonly string[]): IdentityChange[] {
  return [...itemsOf(app.providers, body)].filter(
    (item): item is IdentityChange => 'kind' in item && item.kind === 'identity' && isAbout(item, names),
  );
}

function isAbout({ sighting: { previous, ...next } }: IdentityChange, names: readonly string[]): boolean {
  return [next, previous]
    .flatMap((shown) => [shown?.userId, shown?.parentUserId, shown?.phone])
    .some((name) => name !== undefined && names.includes(name));
}

/** Records that changes are about an erased person, so that a repeated callback does not store the identifiers again. */
export async function markErased(
  app: Pick<App, 'now'>,
  tx: Tx,
  accountId: number,
  changes: readonly IdentityChange[],
): Promise<void> {
  const now = app.now();
  for (const change of changes) {
    if (!(await isErasedChange(app, tx, accountId, change))) {
      const key = placeOf(accountId, change);
      const expiresAt = now + MESSAGE_RETENTION_DAYS * MICROSECONDS.day;
      await tx.idempotency.reserve([{ key, requestHash: '', requestId: '', expiresAt, status: 200, data: null }], now);
    }
  }
}

/** Returns whether a change of identifiers is about a person whose data was erased. */
export const isErasedChange = (
  app: Pick<App, 'now'>,
  tx: Tx,
  accountId: number,
  change: IdentityChange,
): Promise<boolean> => tx.idempotency.has(placeOf(accountId, change), app.now());

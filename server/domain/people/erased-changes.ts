import { MESSAGE_RETENTION_DAYS } from '@wigwag/openapi';
import type { App } from '../../app/app.ts';
import { currentForm } from '../../base/phone-form.ts';
import { MICROSECONDS } from '../../base/time.ts';
import type { CallbackItem } from '../../providers/callback.ts';
import { itemsOf } from '../../providers/provider.ts';
import type { Tx } from '../../store/index.ts';
import type { IdempotencyKey } from '../../store/messages/idempotency.ts';

/** An item that stores a person's identifiers, and that no message of the person proves. */
type PersonChange = Extract<CallbackItem, { kind: 'identity' | 'preference' }>;

const placeOf = (accountId: number, { digest }: PersonChange): IdempotencyKey => ({
  accountId,
  scope: 'erased changes of identifiers',
  key: digest,
});

/** Returns the changes in a callback that name one of these people. */
export function changesIn(app: Pick<App, 'providers'>, body: string, names: readonly string[]): PersonChange[] {
  return [...itemsOf(app.providers, body)].filter(
    (item): item is PersonChange =>
      'kind' in item && (item.kind === 'identity' || item.kind === 'preference') && isAbout(item, names),
  );
}

function isAbout(change: PersonChange, names: readonly string[]): boolean {
  const { sighting } = change;
  return [sighting, sighting?.previous]
    .flatMap((shown) => [shown?.userId, shown?.parentUserId, shown?.phone])
    .concat(change.kind === 'preference' ? [change.person, currentForm(change.person)] : [])
    .some((name) => name !== undefined && names.includes(name));
}

/**
 * Records that changes are about an erased person, so that a repeated callback does not store the identifiers again.
 */
export async function markErased(
  app: Pick<App, 'now'>,
  tx: Tx,
  accountId: number,
  changes: readonly PersonChange[],
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

/** Returns whether a change is about a person whose data was erased. */
export const isErasedChange = (
  app: Pick<App, 'now'>,
  tx: Tx,
  accountId: number,
  change: PersonChange,
): Promise<boolean> => tx.idempotency.has(placeOf(accountId, change), app.now());

import type { App } from '../app.ts';
import type { Tx } from '../store/index.ts';
import type { MessageError, MessageStatus, StoredMessage } from '../store/messages.ts';
import { announce, statusData } from './events.ts';
import { REACHED_FROM } from './message-status.ts';

/** What became of a message. */
export interface StatusChange {
  status: MessageStatus;
  error?: MessageError;
  /** The provider's id, when this is the first we hear of it. */
  externalId?: string;
}

/** Moves a message's status forward and announces it; anything that is not forward changes nothing (§3.1). */
export async function recordStatus(app: App, tx: Tx, message: StoredMessage, change: StatusChange): Promise<boolean> {
  const { accountId, id } = message;
  if (change.externalId !== undefined && message.externalId === null) {
    await tx.messages.setExternalId(accountId, id, change.externalId);
  }
  const at = app.stamp();
  const moved = await tx.messages.move(
    accountId,
    id,
    REACHED_FROM[change.status],
    change.status,
    change.error ?? null,
    at,
  );
  const now = moved ? await tx.messages.find(accountId, id) : undefined;
  if (now) {
    await announce(app, tx, accountId, 'message.status', statusData(now, at), { test: now.isTest });
  }
  return moved;
}

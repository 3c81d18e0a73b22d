import type { App } from '../../app.ts';
import type { RecipientState } from '../../store/campaigns/campaigns.ts';
import type { Tx } from '../../store/index.ts';
import type { MessageError, MessageStatus, StoredMessage } from '../../store/messages/messages.ts';
import { STOP_ERRORS } from '../opt-outs/stop-lists.ts';
import { announce, statusData } from '../webhooks/events.ts';
import { REACHED_FROM } from './message-status.ts';

/** A new status of a message, or of one part of it. */
interface StatusChange {
  status: MessageStatus;
  error?: MessageError | undefined;
  /** The provider's ID, if it is known. */
  externalId?: string | undefined;
  /** The part, if the message has several; undefined means all of them. */
  part?: number | undefined;
}

/** The statuses, least advanced first. */
const ORDER: readonly MessageStatus[] = ['failed', 'queued', 'sent', 'delivered', 'read'];

/** Advances a message's status and raises `message.status`. A status that would not advance the message is ignored (§3.1). */
export async function recordStatus(app: App, tx: Tx, message: StoredMessage, change: StatusChange): Promise<void> {
  const { accountId, id } = message;
  const parts = await tx.parts.list(accountId, id);
  if (parts.length > 0) {
    // Serializes concurrent statuses of two parts, so that the second sees the result of the first.
    await tx.messages.findForUpdate(accountId, id);
  }
  if (change.externalId !== undefined) {
    // The first part's ID represents the whole message.
    if (change.part === undefined || change.part === 0) {
      await tx.messages.setExternalId(accountId, id, change.externalId);
    }
    if (parts.length > 0 && change.part !== undefined) {
      await tx.parts.setExternalId(accountId, id, change.part, change.externalId);
    }
  }
  if (parts.length === 0) {
    await move(app, tx, message, change.status, change.error);
    return;
  }
  await tx.parts.move(accountId, id, change.part, REACHED_FROM[change.status], change.status);
  const statuses = (await tx.parts.list(accountId, id)).map(({ status }) => status);
  const least = ORDER.find((status) => statuses.includes(status)) ?? change.status;
  await move(app, tx, message, least, least === 'failed' ? change.error : undefined);
}

async function move(
  app: App,
  tx: Tx,
  message: StoredMessage,
  to: MessageStatus,
  error: MessageError | undefined,
): Promise<void> {
  const { accountId, id } = message;
  const at = app.monotonicNow();
  if (to !== 'queued' && (await tx.messages.move(accountId, id, REACHED_FROM[to], to, error ?? null, at))) {
    const moved = await tx.messages.find(accountId, id);
    if (moved && moved.campaignId !== null) {
      await recordResult(tx, moved, moved.campaignId);
    } else if (moved) {
      await announce(app, tx, accountId, 'message.status', statusData(moved, at), { test: moved.isTest });
    }
  }
}

/** §6: status changes of a campaign's message are not events. They are part of the campaign's results. */
async function recordResult(tx: Tx, message: StoredMessage, campaignId: number): Promise<void> {
  const { state, reason } = campaignResultOf(message);
  await tx.campaigns.setState(message.accountId, campaignId, message.person, state, reason);
}

/** Returns the result of a campaign's message for its recipient. */
export function campaignResultOf({ status, error }: StoredMessage): { state: RecipientState; reason: string | null } {
  const stop = Object.entries(STOP_ERRORS).find(([, { code }]) => code === error?.code)?.[0];
  const reason = error && [error.code, error.title].join(' ');
  return { state: stop === undefined ? status : 'skipped', reason: stop ?? reason };
}

import type { Tx } from '../../store/index.ts';
import type { FilledTemplate } from '../../store/messages/content.ts';
import type { MessageError, StoredMessage } from '../../store/messages/messages.ts';
import type { Template } from '../../store/templates/templates.ts';
import type { Caller } from '../account/caller.ts';
import { ApiError } from '../api-error.ts';

/**
 * Checks the block list. A block stops all communication with a person, on every channel (§2.10).
 *
 * @throws {ApiError} RECIPIENT_BLOCKED
 */
export async function requireNotBlocked(tx: Tx, caller: Caller, recipient: string): Promise<void> {
  if (await tx.blockedNumbers.has(caller.account.id, recipient)) {
    throw new ApiError('RECIPIENT_BLOCKED', { to: recipient }, { param: 'to' });
  }
}

/**
 * Checks the opt-out list. An opt-out stops marketing, that is, marketing templates and everything that a campaign
 * sends (§1, §2.10).
 *
 * @throws {ApiError} RECIPIENT_OPTED_OUT
 */
export async function requireMarketingAllowed(
  tx: Tx,
  caller: Caller,
  recipient: string,
  template: Template,
  isCampaign: boolean,
): Promise<void> {
  if ((isCampaign || template.category === 'MARKETING') && (await tx.optOuts.has(caller.account.id, recipient))) {
    throw new ApiError('RECIPIENT_OPTED_OUT', { to: recipient }, { param: 'to' });
  }
}

/** Why an accepted message is not sent. */
export type StopReason = 'blocked' | 'opted_out';

export const STOP_ERRORS: Record<StopReason, MessageError> = {
  blocked: {
    code: 'blocked',
    title: 'Blocked',
    detail: 'The recipient was put on the block list before the message was sent.',
    provider_message: null,
  },
  opted_out: {
    code: 'opted_out',
    title: 'Opted out',
    detail: 'The recipient opted out before the message was sent.',
    provider_message: null,
  },
};

/**
 * Returns why a queued message must not be sent, if there is a reason. A block stops all messages. An opt-out stops
 * marketing, that is, marketing templates and everything that a campaign sends (§1, §2.10).
 */
export async function stopReasonOf(tx: Tx, message: StoredMessage): Promise<StopReason | undefined> {
  const { accountId, person, type, campaignId } = message;
  if (await tx.blockedNumbers.has(accountId, person)) {
    return 'blocked';
  }
  const isOut = type === 'template' && (await tx.optOuts.has(accountId, person));
  return isOut && (campaignId !== null || (await isMarketing(tx, message))) ? 'opted_out' : undefined;
}

async function isMarketing(tx: Tx, { accountId, content }: StoredMessage): Promise<boolean> {
  const { name, language } = content as FilledTemplate;
  const named = await tx.templates.findByName(accountId, name);
  return named.some((template) => template.language === language && template.category === 'MARKETING');
}

import type { Tx } from '../store/index.ts';
import type { Template } from '../store/templates.ts';
import { ApiError } from './api-error.ts';
import type { Caller } from './caller.ts';

/** A block cuts all communication, on every channel (§2.10). @throws {ApiError} RECIPIENT_BLOCKED */
export async function requireNotBlocked(tx: Tx, caller: Caller, recipient: string): Promise<void> {
  if (await tx.blockedNumbers.has(caller.account.id, recipient)) {
    throw new ApiError('RECIPIENT_BLOCKED', { to: recipient }, { param: 'to' });
  }
}

/** Marketing does not go to people who opted out (§1, §2.10). @throws {ApiError} RECIPIENT_OPTED_OUT */
export async function requireMarketingAllowed(
  tx: Tx,
  caller: Caller,
  recipient: string,
  template: Template,
): Promise<void> {
  if (template.category === 'MARKETING' && (await tx.optOuts.has(caller.account.id, recipient))) {
    throw new ApiError('RECIPIENT_OPTED_OUT', { to: recipient }, { param: 'to' });
  }
}

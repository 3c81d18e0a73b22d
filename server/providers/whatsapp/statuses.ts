import { shownNumber } from '../../base/phone-form.ts';
import { MICROSECONDS } from '../../base/time.ts';
import type { MessageError, MessageStatus, Pricing } from '../../store/messages/messages.ts';
import { type CallbackItem, type Reach, requireId } from '../callback.ts';
import { isOptOut, reachOf } from '../meta/graph-errors.ts';
import { booleanAt, isAnyThere, type Json, numberAt, objectAt, objectsAt, textAt } from '../meta/values.ts';
import { recipientSighting } from './sightings.ts';

const STATUSES: Readonly<Record<string, MessageStatus>> = {
  sent: 'sent',
  delivered: 'delivered',
  read: 'read',
  played: 'read', // a voice message that the person played
  failed: 'failed',
};

/**
 * Yields one item of `statuses` (Meta, "Status messages webhook reference"); nothing for a status that does not concern
 * the delivery, such as `warning`.
 */
export function* readStatus(status: Json, providerIds: string[], contacts: readonly Json[]): Generator<CallbackItem> {
  const known = statusOf(status);
  if (known) {
    yield {
      kind: 'status',
      providerIds,
      externalId: requireId(status.id),
      tag: textAt(status, 'biz_opaque_callback_data') ?? undefined,
      status: known,
      ...(known === 'failed' && { error: errorOf(status), ...meaningOf(status) }),
      pricing: pricingOf(status),
      recipient: status.recipient_type === 'group' ? undefined : shownNumber(status.recipient_id),
      sighting: recipientSighting(status, contacts),
    };
  }
}

/** Returns our status for a status of Meta; undefined for any other. */
export function statusOf(status: Json): MessageStatus | undefined {
  const name = textAt(status, 'status')?.toLowerCase() ?? '';
  return Object.hasOwn(STATUSES, name) ? STATUSES[name] : undefined;
}

/** Returns the error of a failed message. There is always one, even if the provider gives no reason (§3.1). */
function errorOf(status: Json): MessageError {
  const [error] = objectsAt(status, 'errors');
  return error
    ? metaErrorOf(error)
    : { code: 'unknown', title: 'Failed', detail: 'The provider gave no reason.', provider_message: null };
}

/** Returns what the error of a failed message affects, and when it occurred. */
function meaningOf(status: Json): { reach: Reach; isOptOut: boolean; at: number | undefined } {
  const codes = { code: numberAt(objectsAt(status, 'errors')[0], 'code') ?? Number.NaN };
  const seconds = numberAt(status, 'timestamp') ?? 0;
  const at = Math.trunc(seconds * MICROSECONDS.second);
  return {
    reach: reachOf(codes),
    isOptOut: isOptOut(codes),
    at: Number.isSafeInteger(at) && at > 0 ? at : undefined,
  };
}

/** Returns one error of a callback in the format of events (§6). */
export const metaErrorOf = (error: Json): MessageError => ({
  code: typeof error.code === 'number' ? error.code : (textAt(error, 'code') ?? 'unknown'),
  title: textAt(error, 'title'),
  detail: textAt(error, 'error_data', 'details'),
  provider_message: textAt(error, 'message'),
});

/** The longest text of a price that is stored; an index contains them. */
const LONGEST_PRICE_TEXT = 100;

function pricingOf(status: Json): Pricing | undefined {
  const pricing = objectAt(status, 'pricing');
  const text = (name: string) => textAt(pricing, name)?.slice(0, LONGEST_PRICE_TEXT).toWellFormed() ?? null;
  const read: Pricing = {
    billable: booleanAt(pricing, 'billable'),
    category: text('category'),
    type: text('type'),
    model: text('pricing_model'),
  };
  return isAnyThere(...Object.values(read)) ? read : undefined;
}

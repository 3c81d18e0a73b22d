import { currentForm } from '../../base/phone-form.ts';
import { MICROSECONDS } from '../../base/time.ts';
import { isParentId, isUserId } from '../../base/user-id.ts';
import { requireId, requireTime, type Sighting } from '../callback.ts';
import { type Json, numberAt, objectsAt, textAt, valueAt } from '../meta/values.ts';

/*
 * Reads the identifiers of people in callbacks (Meta, "Business-scoped user IDs"). `contacts` are the people of a
 * callback.
 */

const userIdOf = (value: unknown): string | undefined =>
  typeof value === 'string' && isUserId(value) && !isParentId(value) ? value : undefined;
const parentIdOf = (value: unknown): string | undefined =>
  typeof value === 'string' && isParentId(value) ? value : undefined;
const phoneOf = (value: unknown): string | undefined =>
  /^\d+$/.test(String(value)) ? currentForm(String(value)) : undefined;
const usernameOf = (contact: Json | undefined): string | undefined =>
  textAt(contact, 'profile', 'username') ?? undefined;

/** Returns the identifiers of a status's recipient. A username is shown only with some statuses. */
export function recipientSighting(status: Json, contacts: readonly Json[]): Sighting | undefined {
  const userId = userIdOf(status.recipient_user_id);
  const at = (numberAt(status, 'timestamp') ?? Number.NaN) * MICROSECONDS.second;
  if (userId === undefined || !Number.isSafeInteger(at)) {
    return undefined;
  }
  const contact = contacts.find(({ user_id }) => user_id === userId);
  return {
    userId,
    phone: phoneOf(status.recipient_id),
    parentUserId: parentIdOf(status.recipient_parent_user_id ?? contact?.parent_user_id),
    username: usernameOf(contact),
    at,
  };
}

/** Returns the identifiers of a message's sender. A message always shows the username if there is one. */
export function senderSighting(message: Json, contact: Json | undefined, at: number): Sighting | undefined {
  const userId = userIdOf(message.from_user_id ?? contact?.user_id);
  const isOther = contact?.user_id !== undefined && contact.user_id !== userId;
  return userId === undefined || isOther
    ? undefined
    : {
        userId,
        phone: phoneOf(message.from ?? contact?.wa_id) ?? sharedPhone(message),
        parentUserId: parentIdOf(message.from_parent_user_id ?? contact?.parent_user_id),
        username: contact ? (usernameOf(contact) ?? null) : undefined,
        at,
      };
}

/** Returns the number that the sender shares at our request (Meta, "Request contact information"). */
function sharedPhone(message: Json): string | undefined {
  const cards = message.type === 'contacts' ? objectsAt(message, 'contacts') : [];
  const [phone] = objectsAt(
    cards.find(({ origin }) => origin === 'contact_request'),
    'phones',
  );
  return phoneOf(phone?.wa_id);
}

/** The system messages that report another number or another user ID (Meta, "System messages webhook reference"). */
const CHANGES: readonly unknown[] = ['user_changed_number', 'user_changed_user_id', 'customer_changed_number'];

/** Returns the new and the previous identifiers that a system message reports; undefined for any other message. */
export function changeSighting(message: Json): Sighting | undefined {
  const { type, from, from_user_id, from_parent_user_id, timestamp } = message;
  const inSystem = (name: string) => valueAt(message, 'system', name);
  if (type !== 'system' || !CHANGES.includes(inSystem('type'))) {
    return undefined;
  }
  const phone = phoneOf(inSystem('wa_id') ?? inSystem('new_wa_id'));
  const previousUserId = userIdOf(inSystem('previous_user_id'));
  return {
    // The sender may be named by the previous or by the new ID.
    userId: userIdOf(inSystem('user_id')) ?? userIdOf(from_user_id),
    parentUserId: parentIdOf(inSystem('parent_user_id')) ?? parentIdOf(from_parent_user_id),
    phone,
    previous: {
      userId: previousUserId ?? (inSystem('user_id') === undefined ? undefined : userIdOf(from_user_id)),
      parentUserId: parentIdOf(inSystem('previous_parent_user_id')),
      phone: phone === undefined ? undefined : phoneOf(from),
    },
    at: requireTime(timestamp, MICROSECONDS.second),
  };
}

/** Returns the new and the previous identifiers in one item of `user_id_update`. */
export function updateSighting(update: Json): Sighting {
  const inUpdate = (...path: string[]) => valueAt(update, ...path);
  return {
    userId: requireId(userIdOf(inUpdate('user_id', 'current'))),
    parentUserId: parentIdOf(inUpdate('parent_user_id', 'current')),
    phone: phoneOf(update.wa_id),
    previous: {
      userId: userIdOf(inUpdate('user_id', 'previous')),
      parentUserId: parentIdOf(inUpdate('parent_user_id', 'previous')),
    },
    at: requireTime(update.timestamp, MICROSECONDS.second),
  };
}

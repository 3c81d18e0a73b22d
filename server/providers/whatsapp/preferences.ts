import { MICROSECONDS } from '../../base/time.ts';
import { isUserId } from '../../base/user-id.ts';
import { type CallbackItem, Unreadable } from '../callback.ts';
import { type Json, numberAt, textAt } from '../meta/values.ts';
import { senderSighting } from './sightings.ts';

type Preference = Extract<CallbackItem, { kind: 'preference' }>;

const idOf = (value: unknown, isId: (text: string) => boolean): string | undefined =>
  typeof value === 'string' && isId(value) ? value : undefined;

/** The only category so far. */
const MARKETING = 'marketing_messages';
const NUMBER = /^\d{1,20}$/;

/**
 * Returns one item of `user_preferences`: the person has used WhatsApp's switch for marketing (Meta, "user_preferences
 * webhook reference"). Returns undefined for anything else that a person may choose.
 *
 * @throws {Unreadable} if it does not name the person
 */
export function preferenceOf(
  value: Json,
  contacts: readonly Json[],
): Omit<Preference, 'kind' | 'providerIds' | 'digest'> | undefined {
  const preference = textAt(value, 'value')?.toLowerCase();
  const category = textAt(value, 'category')?.toLowerCase() ?? MARKETING;
  if (category !== MARKETING || (preference !== 'stop' && preference !== 'resume')) {
    return undefined;
  }
  const phone = idOf(value.wa_id, (text) => NUMBER.test(text));
  const userId = idOf(value.user_id, isUserId);
  const [contact] = contacts.filter(
    ({ wa_id, user_id }) => (phone !== undefined && wa_id === phone) || (userId !== undefined && user_id === userId),
  );
  const person = phone ?? userId;
  if (person === undefined) {
    throw new Unreadable('a preference does not name its person');
  }
  const at = Math.trunc((numberAt(value, 'timestamp') ?? 0) * MICROSECONDS.second);
  const time = Number.isSafeInteger(at) && at > 0 ? at : null;
  const shown = { from: phone, from_user_id: userId };
  return { person, preference, at: time, sighting: time === null ? undefined : senderSighting(shown, contact, time) };
}

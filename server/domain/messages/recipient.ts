import { CAPABILITIES, type Channel } from '@wigwag/openapi';
import { ApiError } from '../api-error.ts';
import { phoneDigits } from '../contacts/phone.ts';

const EXPECTED = {
  phone: 'an international phone number, digits only',
  sender: 'the from.id of a webhook event',
  visitor: 'a visitor id that starts with web_',
} as const;

/**
 * Returns the recipient in its stored form: the digits of a phone number, or the unchanged ID on other channels (§1).
 *
 * @param param the field of the recipient in the request
 * @throws {ApiError} RECIPIENT_INVALID
 */
export function requireRecipient(channel: Channel, to: string, country: string, param = 'to'): string {
  const form = CAPABILITIES[channel].recipient;
  const recipient = form === 'phone' ? phoneDigits(to, country) : ID_FORMS[form].test(to) ? to : undefined;
  if (recipient === undefined) {
    throw new ApiError('RECIPIENT_INVALID', { to, expected: EXPECTED[form] }, { param });
  }
  return recipient;
}

const ID_FORMS = { sender: /^[\w.:-]+$/, visitor: /^web_[\w-]+$/ } as const;

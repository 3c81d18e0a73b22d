/** Until 2019, Mexican mobile numbers had a 1 after the country code. WhatsApp still uses that form. */
const OLD_MEXICAN = /^521(\d{10})$/;

/**
 * Returns the one form of a phone number in which people are stored, compared and shown (mexican-mobiles). Both forms
 * reach them.
 */
export const currentForm = (digits: string): string => digits.replace(OLD_MEXICAN, '52$1');

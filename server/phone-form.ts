/** Until 2019, Mexican mobile numbers had a 1 after the country code. WhatsApp still uses that format. */
const OLD_MEXICAN = /^521(\d{10})$/;

/**
 * Returns the format of a phone number in which people are stored, compared and shown (mexican-mobiles). Messages reach
 * people under both formats.
 */
export const currentForm = (digits: string): string => digits.replace(OLD_MEXICAN, '52$1');

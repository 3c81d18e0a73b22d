/** Mexican mobiles had a 1 behind the country code until 2019, and WhatsApp still names people so. */
const OLD_MEXICAN = /^521(\d{10})$/;

/** A phone number in the one form in which people are stored, compared and shown (mexican-mobiles): both reach them. */
export const currentForm = (digits: string): string => digits.replace(OLD_MEXICAN, '52$1');

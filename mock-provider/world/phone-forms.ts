/**
 * Numbers with two written forms, and WhatsApp's form of each:
 *
 * - Mexico: a 1 after the country code, the format used until 2019.
 * - Argentina: a 9 after the country code for mobile numbers. The mock takes every number without it for a mobile one.
 * - Brazil: mobile numbers have 9 digits in the area codes 11 to 28, and 8 in the others, where WhatsApp omits the
 *   leading 9 (github.com/wwebjs/whatsapp-web.js/issues/596, github.com/openclaw/openclaw/pull/25819). Numbers that
 *   begin with 2 to 5 are landlines. Some people have the other form, so the option `waIds` overrides this one.
 */
const FORMS: readonly (readonly [form: RegExp, wa_id: string])[] = [
  [/^52(?<rest>\d{10})$/, '521$<rest>'],
  [/^54(?<rest>[1-8]\d{9})$/, '549$<rest>'],
  [/^55(?<area>1[1-9]|2[1-8])(?<rest>[016-9]\d{7})$/, '55$<area>9$<rest>'],
  [/^55(?<area>[3-9]\d)9(?<rest>[016-9]\d{7})$/, '55$<area>$<rest>'],
];

/** Returns WhatsApp's form of a number in digits. */
export function whatsAppForm(number: string): string {
  for (const [form, wa_id] of FORMS) {
    if (form.test(number)) {
      return number.replace(form, wa_id);
    }
  }
  return number;
}

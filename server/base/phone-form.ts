/** The numbers of one country that have two written forms. Both reach the same person on WhatsApp. */
interface Country {
  code: string;
  /** How numbers in the outdated form begin, and how many digits they have. Other numbers may be the same in this. */
  begins: string;
  digits: number;
  /** The outdated form. Its groups are the parts that the current form keeps. */
  outdated: RegExp;
  /** The current form, with the parts of the outdated one. */
  current: string;
  /** The current form, for numbers that also have an outdated one. */
  doubled: RegExp;
  /** The outdated form, with the parts of the current one. */
  former: string;
}

/**
 * Meta accepts both forms, and callbacks contain the one with which the person once registered. A country belongs here
 * only with a source. For other countries, Meta's responses and statuses show which numbers are one (learned-numbers).
 */
const COUNTRIES: readonly Country[] = [
  // Mexico dropped the 1 after the country code in 2019 (IFT, "Plan Técnico Fundamental de Numeración"); WhatsApp still
  // uses it.
  {
    code: '52',
    begins: '521',
    digits: 13,
    outdated: /^521(\d{10})$/,
    current: '52$1',
    doubled: /^52(\d{10})$/,
    former: '521$1',
  },
  // Argentinian mobiles have a 9 after the country code if the call comes from abroad. WhatsApp's callbacks have it, and
  // it accepts both (chatwoot/chatwoot, argentina_phone_normalizer.rb; issue 13932). The form without it is stored,
  // because an added 9 would turn landline numbers into others.
  {
    code: '54',
    begins: '549',
    digits: 13,
    outdated: /^549(\d{10})$/,
    current: '54$1',
    doubled: /^54(\d{10})$/,
    former: '549$1',
  },
  // Brazilian mobiles got a 9 after the area code between 2012 and 2016. WhatsApp keeps the eight digits of people who
  // registered before (chatwoot/chatwoot, issues 5840 and 13986; devlikeapro/waha, issue 1261). Landlines begin with 2
  // to 5, and service numbers such as 55 800 have a 0 in the place of the area code or after it (Wikipedia, "Telephone
  // numbers in Brazil"; Anatel).
  {
    code: '55',
    begins: '55',
    digits: 12,
    outdated: /^55(?<area>[1-9]{2})(?<rest>[16-9]\d{7})$/,
    current: '55$<area>9$<rest>',
    doubled: /^55(?<area>[1-9]{2})9(?<rest>[16-9]\d{7})$/,
    former: '55$<area>$<rest>',
  },
];

/**
 * Returns the form of a phone number in which people are stored, compared and shown (two-forms). Messages reach people
 * under both forms.
 */
export function currentForm(digits: string): string {
  const country = COUNTRIES.find(({ outdated }) => outdated.test(digits));
  return country ? digits.replace(country.outdated, country.current) : digits;
}

/** Returns the written forms of a stored number, the current one first. Any other name has one form. */
export const writtenForms = (person: string): string[] => [
  person,
  ...COUNTRIES.flatMap(({ doubled, former }) => (doubled.test(person) ? [person.replace(doubled, former)] : [])),
];

/** A number has up to 15 digits (E.164), and few countries have numbers below seven with their code. */
const WHATSAPP_NUMBER = /^\d{5,15}$/;

/** Returns the current form of a number that a provider shows; undefined if the value is none. */
export const shownNumber = (value: unknown): string | undefined =>
  typeof value === 'string' && WHATSAPP_NUMBER.test(value) ? currentForm(value) : undefined;

/** Returns the current forms of digits that may be a number without its country code. */
export const nationalForms = (digits: string): string[] =>
  COUNTRIES.flatMap(({ code, outdated, current }) =>
    outdated.test(code + digits) ? [(code + digits).replace(outdated, current).slice(code.length)] : [],
  );

/** Where a database finds numbers in an outdated form: at least `from`, less than `to`, and with this many digits. */
export const OUTDATED_RANGES = COUNTRIES.map(({ begins, digits }) => ({
  from: begins,
  to: String(Number(begins) + 1),
  digits,
}));

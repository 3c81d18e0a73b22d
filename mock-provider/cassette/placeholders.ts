import { hostOf } from './redaction-table.ts';

const isDigits = (value: string) => /^\+?[\d ().-]+$/.test(value) && /\d/.test(value);
const URL_TEXT = /^https?:\/\/\S+$/i;
const PREFIX = /^(wamid\.|mid\.|m_|aWd|EAA|IGAA|[A-Z]{2}\.(?:ENT\.)?)(?=[A-Za-z\d_=+/-]+$)/;
const VARIABLE = /\{\{([^{}]{1,60})\}\}/g;
/** Above this length, the length of a placeholder is the next lower power of two. */
const EXACT_LENGTH = 64;
const LONGEST = 4096;
/** All integers with this many digits are safe integers. */
const NUMBER_DIGITS = 15;
const MAX_DEGREES = 80;

/** Returns the shape of a string: its prefix, or its kind, such as `digits`. A placeholder has the shape of its value. */
export function shapeOf(value: string): string {
  if (value === '') {
    return 'empty';
  }
  if (isDigits(value)) {
    return 'digits';
  }
  if (URL_TEXT.test(value)) {
    return 'URL';
  }
  const prefix = PREFIX.exec(value)?.[1];
  if (prefix === undefined) {
    return 'text';
  }
  return /^[A-Z]{2}\./.test(prefix) ? 'user ID' : `${prefix}...`;
}

/** Replaces values by placeholders with the same shape and about the same length. Equal values get equal placeholders. */
export class SecretPlaceholders {
  readonly #known = new Map<string, string>();

  /** Whether a value was replaced before. */
  has(value: string): boolean {
    return this.#known.has(value);
  }

  of(value: string): string {
    if (value === '') {
      return '';
    }
    if (isDigits(value)) {
      return this.#digits(value);
    }
    const known = this.#known.get(value);
    if (known !== undefined) {
      return known;
    }
    // Reserve the number first, so that the placeholders of variables get later numbers.
    const number = this.#known.size + 1;
    this.#known.set(value, '');
    const variables = [...value.matchAll(VARIABLE)].map(([, name = '']) => `{{${this.#variable(name)}}}`);
    const placeholder = this.#create(value, number, variables.join(' '));
    this.#known.set(value, placeholder);
    return placeholder;
  }

  /** An integer keeps its number of digits. Any other number becomes a valid latitude. */
  number(value: number): number {
    if (Number.isInteger(value)) {
      return Number(this.#digits(String(BigInt(Math.abs(value)))));
    }
    const key = String(value);
    const known = this.#known.get(key) ?? `${1 + (this.#known.size % MAX_DEGREES)}.5`;
    this.#known.set(key, known);
    return Number(known);
  }

  /** Positions in a template, such as {{1}}, are not personal data. */
  #variable(name: string): string {
    return /^\d{1,2}$/.test(name) ? name : this.of(name);
  }

  #create(value: string, number: number, variables: string): string {
    if (URL_TEXT.test(value)) {
      const host = URL.parse(value)?.hostname ?? '';
      const query = variables === '' ? '' : `?${variables.replaceAll(' ', '&')}`;
      return `https://${hostOf(host)}/r${number}${query}`;
    }
    const prefix = PREFIX.exec(value)?.[1] ?? '';
    const kept = prefix.replace(/^[A-Z]{2}\./, 'US.');
    // Meta refuses a body that begins or ends with a variable.
    const first = /^\s*\{\{/.test(value);
    const end = variables === '' || first || /\}\}\s*$/.test(value) ? '' : ' x';
    const length = lengthOf(value) - (variables === '' ? 0 : variables.length + 1) - end.length;
    // With zeros as padding, r1 and r10 would be equal.
    const made = `${kept}r${number}`.padEnd(length, 'x');
    if (variables === '') {
      return made;
    }
    return first ? `${variables} ${made}` : `${made} ${variables}${end}`;
  }

  /** A phone number has the same digits with and without its plus sign, spaces and dashes. */
  #digits(value: string): string {
    const digits = value.replace(/\D/g, '');
    let placeholder = this.#known.get(digits);
    if (placeholder === undefined) {
      const number = this.#known.size + 1;
      const capacity = 9 * 10 ** (digits.length - 1);
      placeholder = String(
        BigInt(10) ** BigInt(digits.length - 1) + BigInt(digits.length > NUMBER_DIGITS ? number : number % capacity),
      );
      this.#known.set(digits, placeholder);
    }
    let at = 0;
    return value.replace(/\d/g, () => placeholder[at++] ?? '0');
  }
}

function lengthOf(value: string): number {
  const { length } = value;
  return length <= EXACT_LENGTH ? length : Math.min(2 ** Math.floor(Math.log2(length)), LONGEST);
}

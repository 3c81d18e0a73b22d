/** How a text differs from a number as people write it. */
export interface Problem {
  /** Such as `contains the letter "x" (U+0078)`. */
  problem: string;
}

/** The characters that may separate digits. Letters are no separators: a parser would read vanity numbers. */
const SEPARATORS = new Set(' ().-/');
const ONLY_DIGITS = /^\d+$/;
const FORMAT = /\p{Cf}/u;
const SPACE = /[\s\p{Zs}]/u;
const DASH = /[\p{Pd}\u2212]/u;
const DIGIT = /\p{Nd}/u;
const LETTER = /\p{L}/u;
const UNPRINTABLE = /[\p{C}\p{Z}\p{M}]/u;
const PREFIX = /^ *tel: */i;

/** More characters than any number has, however it is written. The rest of a text is not read. */
const LONGEST = 1_000;

/**
 * Returns a number that was typed or pasted in ASCII: digits, a plus before the first digit and separators. Removes the
 * invisible marks that address books and messengers put around a number, and a `tel:` before it.
 *
 * @returns the problem, if the text contains anything else; undefined if it contains no digit, as names do
 */
export function plainNumber(text: string): string | Problem | undefined {
  if (text.length > LONGEST) {
    return { problem: `is longer than ${LONGEST} characters` };
  }
  if (ONLY_DIGITS.test(text)) {
    return text;
  }
  const marks = [...text].filter((character) => !FORMAT.test(character));
  const plain = marks.map(plainCharacter).join('').replace(PREFIX, '').trim();
  if (!/\d/.test(plain)) {
    return undefined;
  }
  for (const character of plain) {
    if (!SEPARATORS.has(character) && !/[\d+]/.test(character)) {
      return { problem: `contains the ${nameOf(character)}` };
    }
  }
  const plus = plain.lastIndexOf('+');
  if (plus !== plain.indexOf('+') || /\d/.test(plain.slice(0, Math.max(0, plus)))) {
    return { problem: 'contains a plus that is not at its beginning' };
  }
  return plain;
}

/** Returns the ASCII character with the same meaning in a number, or the character itself. */
function plainCharacter(character: string): string {
  if (character <= '~' && character > ' ') {
    return character;
  }
  if (SPACE.test(character)) {
    return ' ';
  }
  if (DASH.test(character)) {
    return '-';
  }
  if (DIGIT.test(character)) {
    return String(digitValue(character));
  }
  const folded = character.normalize('NFKC'); // full-width signs
  return folded === '+' || SEPARATORS.has(folded) ? folded : character;
}

/** Returns the value of a decimal digit of any script. Unicode has them in rows of ten, from 0 to 9. */
function digitValue(digit: string): number {
  const point = digit.codePointAt(0) ?? 0;
  let first = point;
  while (DIGIT.test(String.fromCodePoint(first - 1))) {
    first -= 1;
  }
  return (point - first) % 10;
}

function nameOf(character: string): string {
  const point = `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
  const kind = LETTER.test(character) ? 'letter' : 'character';
  return UNPRINTABLE.test(character) ? `${kind} ${point}` : `${kind} "${character}" (${point})`;
}

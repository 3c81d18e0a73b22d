/** What the placeholders of a text stand for. */
export interface PlaceholderValues {
  /** By number or name: `1`, `2`, `first_name`. */
  variables: Readonly<Record<string, string>>;
  /** What the campaign calls the recipient. */
  name: string | null;
  /** What the contact record does, for when the campaign says nothing. @default null */
  contactName?: string | null;
}

/** §2.11: the recipient's name. */
const NAMES = ['ad', 'isim', 'name'];

const characters = new Intl.Segmenter('und', { granularity: 'grapheme' });

/**
 * Puts values in place of `{{1}}`, `{{name}}` and so on; one without a value becomes empty, so that nobody sees the placeholder
 * itself (§2.11). What a value holds is not looked through again.
 *
 * @param encode what is done to each value
 */
export function fillPlaceholders(text: string, values: PlaceholderValues, encode = (value: string) => value): string {
  return text.replace(/\{\{([^{}]*)\}\}/g, (_, inner: string) => encode(valueFor(inner.trim(), values)));
}

/** The same in an address: values are URL-encoded (§2.11). */
export const fillUrl = (url: string, values: PlaceholderValues): string =>
  // Half of a surrogate pair cannot be encoded.
  fillPlaceholders(url, values, (value) => encodeURIComponent(value.toWellFormed()));

function valueFor(name: string, { variables, name: called, contactName }: PlaceholderValues): string {
  const own = Object.hasOwn(variables, name) ? variables[name] : undefined;
  return (NAMES.includes(name.toLowerCase()) ? (called ?? own ?? contactName) : own) ?? '';
}

/** The beginning of a text, at most `limit` characters of it; an emoji or a letter with its marks is not cut through. */
export function cutText(text: string, limit: number): string {
  let cut = '';
  let length = 0;
  for (const { segment } of characters.segment(text)) {
    length += [...segment].length;
    if (length > limit) {
      return cut;
    }
    cut += segment;
  }
  return cut;
}

/** The values for the placeholders in a text. */
export interface PlaceholderValues {
  /** By number or name: `1`, `2`, `first_name`. */
  variables: Readonly<Record<string, string>>;
  /** The recipient's name in the campaign. */
  name: string | null;
  /** The name in the contact record, used if the campaign has no name. @default null */
  contactName?: string | null;
}

/** §2.11: the names of the placeholder for the recipient's name. */
const NAMES = ['ad', 'isim', 'name'];

const characters = new Intl.Segmenter('und', { granularity: 'grapheme' });

/**
 * Replaces `{{1}}`, `{{name}}` and so on with values. A placeholder without a value becomes empty, so that customers
 * never see the placeholder itself (§2.11). Placeholders inside values stay as they are.
 *
 * @param encode applied to each value
 */
export function fillPlaceholders(text: string, values: PlaceholderValues, encode = (value: string) => value): string {
  return text.replace(/\{\{([^{}]*)\}\}/g, (_, inner: string) => encode(valueFor(inner.trim(), values)));
}

/** Fills the placeholders of a URL with URL-encoded values (§2.11). */
export const fillUrl = (url: string, values: PlaceholderValues): string =>
  // Half a surrogate pair cannot be encoded.
  fillPlaceholders(url, values, (value) => encodeURIComponent(value.toWellFormed()));

function valueFor(name: string, { variables, name: called, contactName }: PlaceholderValues): string {
  const own = Object.hasOwn(variables, name) ? variables[name] : undefined;
  return (NAMES.includes(name.toLowerCase()) ? (called ?? own ?? contactName) : own) ?? '';
}

/** Returns at most the first `limit` characters of a text, without splitting an emoji or a letter with its marks. */
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

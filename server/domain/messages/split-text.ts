const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' });
const encoder = new TextEncoder();

const lengthIn = {
  bytes: (text: string): number => encoder.encode(text).length,
  characters: (text: string): number => [...text].length,
} as const;

/**
 * Splits a text at the length limit of a channel. It splits at the last white space that fits, or else between
 * graphemes, so that no character is cut in two.
 *
 * @param unit what `max` counts: bytes of UTF-8, or characters (code points)
 * @param mostParts splitting stops after this many parts; one more part contains the rest, whatever its length
 */
export function splitText(
  text: string,
  max: number,
  unit: keyof typeof lengthIn,
  mostParts = Number.POSITIVE_INFINITY,
): string[] {
  const measure = lengthIn[unit];
  const parts: string[] = [];
  let rest = text;
  while (parts.length < mostParts && measure(rest) > max) {
    const end = fittingEnd(rest, max, measure);
    const space = lastSpace(rest, end);
    parts.push(rest.slice(0, space ?? end).trimEnd());
    rest = rest.slice(space ?? end).trimStart();
  }
  return [...parts, rest].filter((part) => part !== '');
}

/** Returns the index up to which whole graphemes fit. */
function fittingEnd(text: string, max: number, measure: (text: string) => number): number {
  let length = 0;
  let end = 0;
  for (const { segment, index } of graphemes.segment(text)) {
    length += measure(segment);
    if (length > max) {
      break;
    }
    end = index + segment.length;
  }
  return end > 0 ? end : fittingCodePoints(text, max, measure);
}

/** Splits a single grapheme between code points if it exceeds the limit. */
function fittingCodePoints(text: string, max: number, measure: (text: string) => number): number {
  let length = 0;
  let end = 0;
  for (const point of text) {
    length += measure(point);
    if (length > max && end > 0) {
      break;
    }
    end += point.length;
  }
  return end;
}

/** Returns the index of the last white space at or before `end`; undefined if a part would be only white space. */
function lastSpace(text: string, end: number): number | undefined {
  for (let index = end; index > 0; index -= 1) {
    if (/\s/.test(text[index] ?? '')) {
      return text.slice(0, index).trim() === '' ? undefined : index;
    }
  }
  return undefined;
}

import { isUtf8 } from 'node:buffer';

/** A parameter of `Content-Disposition`: its name and its value, which may be quoted. */
const PARAMETER = /;\s*([^=;\s]+)\s*=\s*("(?:[^"\\]|\\.)*"|[^;]*)/g;
/** A value with a character set (RFC 8187). */
const EXTENDED = /^([^'\s]+)'[^']*'((?:%[\da-f]{2}|[^%])*)$/i;
/** Text in base64 or with quoted characters (RFC 2047). Spaces between two of them do not count. */
const ENCODED_WORD = /=\?([^?*\s]+)(?:\*[^?\s]*)?\?([bq])\?([^?\s]*)\?=(?:\s+(?==\?))?/gi;
const ENCODED_WORDS = new RegExp(`(?:${ENCODED_WORD.source})+`, 'gi');

/**
 * Returns a part's `Content-Disposition` with one `filename*` in UTF-8 instead of all file names. busboy does not
 * support RFC 2047, or the precedence of `filename*`.
 *
 * @param disposition each character is a byte
 */
export function withPlainFilename(disposition: string): string {
  const parameters = [...disposition.matchAll(PARAMETER)].map(([text, name = '', value = '']) => ({
    text,
    name: name.toLowerCase(),
    value: unquoted(value.trim()),
  }));
  const valueAt = (wanted: string) => parameters.find(({ name }) => name === wanted)?.value;
  const filename = extended(valueAt('filename*')) || plain(valueAt('filename'));
  if (filename === undefined) {
    return disposition;
  }
  const [type] = disposition.split(';', 1);
  const others = parameters.filter(({ name }) => !/^filename\*?$/.test(name)).map(({ text }) => text);
  return `${type}${others.join('')}; filename*=UTF-8''${encodeURIComponent(filename.toWellFormed())}`;
}

const unquoted = (value: string): string =>
  value.startsWith('"') ? value.slice(1, value.endsWith('"') ? -1 : undefined).replace(/\\(["\\])/g, '$1') : value;

function extended(value: string | undefined): string | undefined {
  const [, charset = '', text = ''] = EXTENDED.exec(value ?? '') ?? [];
  return charset === '' ? undefined : decoded(charset, bytesOf(text, '%'));
}

/** Browsers send quotation marks as `%22`. */
const plain = (value: string | undefined): string | undefined =>
  value && withoutEncodedWords(textOf(Buffer.from(value, 'latin1'))).replaceAll('%22', '"');

/** Older programs send the 8-bit encoding of Western Europe. */
const textOf = (bytes: Buffer): string => (isUtf8(bytes) ? bytes.toString() : (decoded('windows-1252', bytes) ?? ''));

const withoutEncodedWords = (text: string): string =>
  text.replace(ENCODED_WORDS, (words) => {
    const texts: { charset: string; bytes: Buffer }[] = [];
    for (const [, charset = '', encoding = '', content = ''] of words.matchAll(ENCODED_WORD)) {
      const bytes = /b/i.test(encoding) ? Buffer.from(content, 'base64') : bytesOf(content.replaceAll('_', ' '), '=');
      const last = texts.at(-1);
      // Some programs divide a character between two words.
      if (last?.charset === charset) {
        last.bytes = Buffer.concat([last.bytes, bytes]);
      } else {
        texts.push({ charset, bytes });
      }
    }
    const parts = texts.map(({ charset, bytes }) => decoded(charset, bytes));
    return parts.includes(undefined) ? words : parts.join('');
  });

/** Returns the bytes of a text that has some of them as a sign and two hexadecimal digits. */
const bytesOf = (text: string, sign: '%' | '='): Buffer =>
  Buffer.from(
    text.replace(new RegExp(`${sign}([\\da-f]{2})`, 'gi'), (_, hex) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  );

/** Returns a text; undefined if its character set is unknown. */
function decoded(charset: string, bytes: Buffer): string | undefined {
  try {
    return new TextDecoder(charset).decode(bytes);
  } catch {
    return undefined;
  }
}

import { isUtf8 } from 'node:buffer';
import { readFileSync } from 'node:fs';

/** Encodings other than UTF-8, by the byte order mark at the start of the text. */
const UTF_16: Record<string, string> = { fffe: 'utf-16le', feff: 'utf-16be' };

/**
 * Returns a text in UTF-8, or in UTF-16 with a byte order mark. Removes the mark, and turns line ends of Windows into `\n`.
 *
 * @throws {Error} naming the first byte that is not UTF-8
 */
export function textOf(bytes: Buffer): string {
  const encoding = UTF_16[bytes.toString('hex', 0, 2)];
  if (encoding === undefined && !isUtf8(bytes)) {
    throw new Error(problemOf(bytes));
  }
  return new TextDecoder(encoding).decode(bytes).replaceAll('\r\n', '\n');
}

/** Reads a file as `textOf` does. @throws {Error} if it cannot be read, or is not UTF-8 */
export const readTextFile = (path: string): string => textOf(readFileSync(path));

function problemOf(bytes: Buffer): string {
  let at = 0;
  let line = 1;
  for (const letter of bytes.toString()) {
    const length = Buffer.byteLength(letter);
    // An invalid byte is decoded as U+FFFD, which a text can also contain.
    if (letter === '\ufffd' && bytes.toString('hex', at, at + length) !== 'efbfbd') {
      break;
    }
    at += length;
    line += letter === '\n' ? 1 : 0;
  }
  const byte = bytes[at]?.toString(16).toUpperCase().padStart(2, '0');
  return `it is not UTF-8: line ${line} has the byte 0x${byte}. Save it as UTF-8, or convert it: iconv -f WINDOWS-1252 -t UTF-8`;
}

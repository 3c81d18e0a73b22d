import { invalidField } from '../../domain/api-error.ts';

/** Decodes the content of a part. */
type Decode = (chunks: AsyncIterable<Buffer>) => AsyncIterable<Buffer>;

/** The encodings that change nothing. Some programs send an empty one. */
const PLAIN = ['', '7bit', '8bit', 'binary'];

/**
 * Returns how to decode a part (RFC 2045). Forms should not have this header (RFC 7578), but older programs send it.
 *
 * @param encoding the `Content-Transfer-Encoding` of the part
 * @param param the name of the part
 * @throws {ApiError} VALIDATION_FAILED for an unsupported encoding; the decoder throws it for wrong content
 */
export function decoderOf(encoding: string, param: string): Decode {
  const name = encoding.trim().toLowerCase();
  if (PLAIN.includes(name)) {
    return (chunks) => chunks;
  }
  if (name !== 'base64') {
    throw invalidField(param, `has the Content-Transfer-Encoding ${name}: send its bytes unchanged, or as base64`);
  }
  return async function* decode(chunks) {
    let rest = '';
    for await (const chunk of chunks) {
      const text = rest + chunk.toString('latin1').replace(/\s+/g, '');
      const [, content] = BASE64.exec(text) ?? [];
      if (content === undefined) {
        throw notBase64(param);
      }
      const whole = content.length - (content.length % 4);
      yield Buffer.from(content.slice(0, whole), 'base64');
      rest = text.slice(whole);
    }
    if (rest.replaceAll('=', '').length === 1) {
      throw notBase64(param);
    }
    yield Buffer.from(rest, 'base64');
  };
}

/** Returns the value of a field. Fields are short words, which other encodings do not change. */
export const decodedField = (value: string, encoding: string): string =>
  encoding.trim() === 'base64' ? Buffer.from(value, 'base64').toString() : value;

/** Content and padding. */
const BASE64 = /^([a-z\d+/]*)={0,2}$/i;

const notBase64 = (param: string): Error =>
  invalidField(param, 'has the Content-Transfer-Encoding base64, but its content is not base64');

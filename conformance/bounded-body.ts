/** Valid responses are far below this size. Larger ones are not kept in memory. */
export const LARGEST_BODY_BYTES = 16 * 1024 * 1024;

export class BodyTooLarge extends Error {
  override name = 'BodyTooLarge';

  constructor() {
    super(`the response is too large: more than ${LARGEST_BODY_BYTES / 1024 / 1024} MB`);
  }
}

/** Returns the body of a response. @throws {BodyTooLarge} as soon as it exceeds the limit */
export async function boundedBytes(response: Response): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length;
    if (bytes > LARGEST_BODY_BYTES) {
      throw new BodyTooLarge();
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Returns the text of a response. @throws {BodyTooLarge} as soon as it exceeds the limit */
export const boundedText = async (response: Response): Promise<string> => textOf(await boundedBytes(response));

/** Returns bytes as UTF-8. Bytes that are not UTF-8 become U+FFFD. */
export const textOf = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);

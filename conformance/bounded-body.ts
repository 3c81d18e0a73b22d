/** Valid responses are far below this size. Larger ones are not kept in memory. */
export const LARGEST_BODY_BYTES = 16 * 1024 * 1024;

export class BodyTooLarge extends Error {
  override name = 'BodyTooLarge';

  constructor() {
    super(`the response is too large: more than ${LARGEST_BODY_BYTES / 1024 / 1024} MB`);
  }
}

/** Returns the text of a response. @throws {BodyTooLarge} as soon as it exceeds the limit */
export async function boundedText(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length;
    if (bytes > LARGEST_BODY_BYTES) {
      throw new BodyTooLarge();
    }
    chunks.push(chunk);
  }
  return new TextDecoder().decode(Buffer.concat(chunks));
}

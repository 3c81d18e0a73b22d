/** No answer of the specification comes near this; beyond it, one is not kept in memory. */
export const LARGEST_BODY_BYTES = 16 * 1024 * 1024;

export class BodyTooLarge extends Error {
  override name = 'BodyTooLarge';

  constructor() {
    super(`the answer is too large: more than ${LARGEST_BODY_BYTES / 1024 / 1024} MB`);
  }
}

/** The text of an answer. @throws {BodyTooLarge} as soon as it is longer than any may be */
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

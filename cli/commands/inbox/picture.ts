import { bytesOf } from '../../output/progress-line.ts';
import { onOneLine } from '../../output/sanitize-terminal.ts';
import { UsageError } from '../../program/errors/errors.ts';
import type { HistoryMessage } from './model.ts';

/** A picture of a conversation. */
export interface Picture {
  kind: keyof typeof SIGNATURES;
  bytes: Buffer;
  /** Its name, type and size. */
  label: string;
}

/** Where in a file which bytes mark each kind of picture. The declared type of a file can be wrong. */
const SIGNATURES = {
  png: [0, '\x89PNG'],
  jpeg: [0, '\xff\xd8\xff'],
  gif: [0, 'GIF8'],
  webp: [8, 'WEBP'],
} as const;
/** The shortest header, up to the size of a PNG. */
const HEADER = 24;

const TYPES = ['image', 'sticker'];
/** The limit of the API for an image. */
const MOST_BYTES = 5_000_000;
const SECONDS = 10;

/** Returns the messages with a picture that has an address, in the same order. */
export const picturesIn = (history: readonly HistoryMessage[]): HistoryMessage[] =>
  history.filter(({ type, media }) => TYPES.includes(type) && media?.url);

/**
 * Loads the picture of a message. Only the server's files are loaded, because the address of any other file comes from
 * outside and could be one of this network.
 *
 * @param baseUrl the API of the server
 * @throws {UsageError} if the file is not the server's, cannot be loaded, is too large or is no picture
 */
export async function loadPicture({ media }: HistoryMessage, baseUrl: string): Promise<Picture> {
  const url = media?.url ?? '';
  if (URL.parse(url)?.origin !== new URL(baseUrl).origin) {
    throw new UsageError(`this file is not on the server, so it is not loaded: ${onOneLine(url)}`);
  }
  const bytes = await read(url);
  const header = bytes.subarray(0, HEADER).toString('latin1');
  const kinds = header.length < HEADER ? [] : (Object.keys(SIGNATURES) as Picture['kind'][]);
  const kind = kinds.find((one) => header.startsWith(SIGNATURES[one][1], SIGNATURES[one][0]));
  if (kind === undefined) {
    throw new UsageError(`the file of ${bytesOf(bytes.length)} is no picture that terminals show`);
  }
  return {
    kind,
    bytes,
    label: [media?.filename, kind, bytesOf(bytes.length)].filter(Boolean).map(String).map(onOneLine).join(', '),
  };
}

async function read(url: string): Promise<Buffer> {
  try {
    const response = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(SECONDS * 1_000) });
    if (!response.ok || response.body === null) {
      throw new Error(`HTTP ${response.status}`);
    }
    const chunks: Uint8Array[] = [];
    let size = 0;
    for await (const chunk of response.body) {
      size += chunk.length;
      if (size > MOST_BYTES) {
        throw new Error(`it is larger than ${bytesOf(MOST_BYTES)}`);
      }
      chunks.push(chunk);
    }
    return Buffer.concat(chunks);
  } catch (error) {
    const { message, cause } = error as Error;
    throw new UsageError(`the picture cannot be loaded: ${(cause as Error | undefined)?.message ?? message}`);
  }
}

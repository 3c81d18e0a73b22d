import { open } from 'node:fs/promises';
import { BYTES_PER_MEGABYTE, MEDIA_MAX_MEGABYTES, MEDIA_TYPES, type MediaKind } from '@wigwag/openapi';
import { fileTypeFromBuffer, fileTypeFromFile } from 'file-type';
import { ApiError } from '../api-error.ts';
import { oleTypeOf } from './ole.ts';

/** What a file is: the kind decides its limit and the `type` of the message that sends it. */
export interface MediaType {
  kind: MediaKind;
  mimeType: string;
}

/** How many bytes of a file tell most of what it is. */
export const HEAD_BYTES = 4100;

const KINDS = Object.keys(MEDIA_TYPES) as MediaKind[];
/** Formats whose first bytes say only that something is packed in them. */
const PACKED = ['application/zip', 'application/x-cfb'];
/** What servers and programs call the formats of the table, too. */
const OTHER_NAMES = new Map([
  ['image/jpg', 'image/jpeg'],
  ['image/pjpeg', 'image/jpeg'],
  ['image/x-png', 'image/png'],
  ['audio/mp3', 'audio/mpeg'],
  ['audio/x-mp3', 'audio/mpeg'],
  ['audio/x-mpeg', 'audio/mpeg'],
  ['audio/m4a', 'audio/mp4'],
  ['audio/x-m4a', 'audio/mp4'],
  ['audio/aacp', 'audio/aac'],
  ['audio/x-aac', 'audio/aac'],
  ['audio/opus', 'audio/ogg'],
  ['application/ogg', 'audio/ogg'],
  ['video/x-m4v', 'video/mp4'],
  ['video/3gp', 'video/3gpp'],
  ['application/x-pdf', 'application/pdf'],
]);
const SAYS_NOTHING = ['', 'application/octet-stream', 'binary/octet-stream'];

/** The kind that sends files of a MIME type; undefined when none does (§8). */
export const kindOf = (mimeType: string | undefined): MediaKind | undefined =>
  KINDS.find((kind) => (MEDIA_TYPES[kind] as readonly string[]).includes(mimeType ?? ''));

/** A MIME type without parameters, under the name that the table has for it. */
export function plainMimeType(text: string): string {
  const mimeType = (text.split(';')[0] ?? '').trim().toLowerCase();
  return OTHER_NAMES.get(mimeType) ?? mimeType;
}

/** @throws {ApiError} MEDIA_TOO_LARGE (§8) */
export function requireSize(
  kind: MediaKind,
  bytes: number,
  param: string,
  megabytes: number = MEDIA_MAX_MEGABYTES[kind],
): void {
  if (bytes > megabytes * BYTES_PER_MEGABYTE) {
    throw new ApiError('MEDIA_TOO_LARGE', { megabytes, kind }, { param });
  }
}

/**
 * The kind whose limit a file has to keep, told by its first bytes, so that what cannot be taken is not read to its end.
 *
 * @param declared the type that came with the file
 * @throws {ApiError} MEDIA_TYPE_UNSUPPORTED
 */
export async function kindByHead(head: Buffer, declared: string): Promise<MediaKind> {
  const sniffed = sniffedAs((await fileTypeFromBuffer(head))?.mime, declared);
  const kind = kindOf(sniffed);
  if (kind) {
    return kind;
  }
  if ((sniffed !== undefined && PACKED.includes(sniffed)) || (mayBeText(declared) && isText(head))) {
    return 'document';
  }
  // Bytes without a signature are no file of the declared type, but whether they are too many is told first.
  const claimed = sniffed === undefined ? kindOf(plainMimeType(declared)) : undefined;
  if (claimed) {
    return claimed;
  }
  throw unsupported(sniffed, declared);
}

/**
 * What a file is (media-bytes): its bytes decide, the declared type only where they tell nothing.
 *
 * @throws {ApiError} MEDIA_TYPE_UNSUPPORTED
 */
export async function typeOfFile(path: string, declared: string): Promise<MediaType> {
  const found = (await fileTypeFromFile(path))?.mime as string | undefined;
  const sniffed = sniffedAs(found === 'application/x-cfb' ? ((await oleTypeOf(path)) ?? found) : found, declared);
  const kind = kindOf(sniffed);
  if (kind && sniffed !== undefined) {
    return { kind, mimeType: sniffed };
  }
  if (mayBeText(declared) && (await isTextFile(path))) {
    return { kind: 'document', mimeType: 'text/plain' };
  }
  throw unsupported(sniffed, declared);
}

function sniffedAs(found: string | undefined, declared: string): string | undefined {
  const sniffed = found === undefined ? undefined : plainMimeType(found);
  // The container is the same for both, and only who made the file knows that it has no picture.
  return sniffed === 'video/mp4' && plainMimeType(declared) === 'audio/mp4' ? 'audio/mp4' : sniffed;
}

/** A file without a signature is text only if nobody calls it something else. */
const mayBeText = (declared: string): boolean => [...SAYS_NOTHING, 'text/plain'].includes(plainMimeType(declared));

/** In UTF-8 as in any older 8-bit code, text has no control characters but tabs, line and page breaks. */
const isText = (bytes: Uint8Array): boolean =>
  bytes.every((byte) => (byte >= 0x20 && byte !== 0x7f) || byte === 9 || byte === 10 || byte === 12 || byte === 13);

async function isTextFile(path: string): Promise<boolean> {
  const file = await open(path);
  // Leaving the loop closes the file.
  for await (const chunk of file.createReadStream()) {
    if (!isText(chunk as Buffer)) {
      return false;
    }
  }
  return true;
}

function unsupported(sniffed: string | undefined, declared: string): ApiError {
  const named = plainMimeType(declared);
  const problem =
    sniffed !== undefined
      ? `it is ${sniffed}, which is not supported`
      : SAYS_NOTHING.includes(named)
        ? 'its bytes do not tell its type'
        : kindOf(named)
          ? `it is declared as ${named}, but its bytes are something else`
          : `${named} is not supported`;
  return new ApiError('MEDIA_TYPE_UNSUPPORTED', { problem }, { param: 'file' });
}

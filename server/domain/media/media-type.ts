import { open } from 'node:fs/promises';
import { BYTES_PER_MEGABYTE, MEDIA_MAX_MEGABYTES, MEDIA_TYPES, type MediaKind } from '@wigwag/openapi';
import { fileTypeFromBuffer, fileTypeFromFile } from 'file-type';
import { ApiError } from '../api-error.ts';
import { oleTypeOf } from './ole.ts';

/** The type of a file. The kind determines its size limit and the `type` of the message that sends it. */
export interface MediaType {
  kind: MediaKind;
  mimeType: string;
}

/** How many leading bytes identify the type of most files. */
export const HEAD_BYTES = 4100;

const KINDS = Object.keys(MEDIA_TYPES) as MediaKind[];
/** Formats whose first bytes identify only the container. */
const PACKED = ['application/zip', 'application/x-cfb'];
/** Other names that servers and programs use for the formats in the table. */
const OTHER_NAMES = new Map([
  ['image/jpg', 'image/jpeg'],
  ['image/pjpeg', 'image/jpeg'],
  ['image/x-png', 'image/png'],
  ['image/apng', 'image/png'],
  ['image/vnd.mozilla.apng', 'image/png'],
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

/** Returns the kind of message that can send files of a MIME type; undefined if there is none (§8). */
export const kindOf = (mimeType: string | undefined): MediaKind | undefined =>
  KINDS.find((kind) => (MEDIA_TYPES[kind] as readonly string[]).includes(mimeType ?? ''));

/** Returns a MIME type without parameters, under the name that the table uses. */
export function plainMimeType(text: string): string {
  const mimeType = (text.split(';')[0] ?? '').trim().toLowerCase();
  return OTHER_NAMES.get(mimeType) ?? mimeType;
}

/** @throws {ApiError} MEDIA_TOO_LARGE (§8) */
export function requireSize(kind: MediaKind, bytes: number, param: string): void {
  const megabytes = MEDIA_MAX_MEGABYTES[kind];
  if (bytes > megabytes * BYTES_PER_MEGABYTE) {
    throw new ApiError('MEDIA_TOO_LARGE', { megabytes, kind }, { param });
  }
}

/**
 * Returns the kind whose size limit applies to a file. It uses only the first bytes, so that an unsupported file need
 * not be read completely.
 *
 * @param declared the type that was sent with the file
 * @throws {ApiError} MEDIA_TYPE_UNSUPPORTED
 */
export async function kindByHead(head: Buffer, declared: string): Promise<MediaKind> {
  const sniffed = sniffedAs((await fileTypeFromBuffer(head))?.mime, declared);
  const kind = kindOf(sniffed);
  if (kind) {
    return kind;
  }
  const isDocument =
    (sniffed !== undefined && PACKED.includes(sniffed)) ||
    (sniffed === undefined && isLatePdf(head)) ||
    (mayBeText(declared) && createTextCheck()(head));
  if (isDocument) {
    return 'document';
  }
  // Bytes without a known signature are not of the declared type, but a size error takes precedence.
  const claimed = sniffed === undefined ? kindOf(plainMimeType(declared)) : undefined;
  if (claimed) {
    return claimed;
  }
  throw unsupported(sniffed, declared);
}

/**
 * Returns the type of a file (media-bytes). Its bytes determine the type; if they do not, the declared type does.
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
  const isPdf = sniffed === undefined && isLatePdf(await headOf(path));
  // A text can quote the start of a PDF.
  if (isPdf && plainMimeType(declared) !== 'text/plain') {
    return { kind: 'document', mimeType: 'application/pdf' };
  }
  if (mayBeText(declared) && (await isTextFile(path))) {
    return { kind: 'document', mimeType: 'text/plain' };
  }
  if (isPdf) {
    return { kind: 'document', mimeType: 'application/pdf' };
  }
  throw unsupported(sniffed, declared);
}

function sniffedAs(found: string | undefined, declared: string): string | undefined {
  const sniffed = found === undefined ? undefined : plainMimeType(found);
  // Both types use the same container, and only the creator of the file knows that it has no video.
  return sniffed === 'video/mp4' && plainMimeType(declared) === 'audio/mp4' ? 'audio/mp4' : sniffed;
}

/** Returns whether a file without a signature may be text: it may, unless another type is declared. */
const mayBeText = (declared: string): boolean => [...SAYS_NOTHING, 'text/plain'].includes(plainMimeType(declared));

/** Readers accept other bytes before the start of a PDF (Adobe, "PDF Reference", implementation notes). */
const MAX_BYTES_BEFORE_PDF = 1024;
const PDF_START = /%PDF-\d\.\d/;

/** Returns whether a PDF begins after other bytes. */
function isLatePdf(head: Uint8Array): boolean {
  const at = Buffer.from(head).toString('latin1').search(PDF_START);
  return at !== -1 && at <= MAX_BYTES_BEFORE_PDF;
}

async function headOf(path: string): Promise<Buffer> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

/** UTF-16 contains NUL, so only its byte order mark identifies it. */
const BYTE_ORDER_MARKS = [
  { encoding: 'utf-16le', mark: [0xff, 0xfe] },
  { encoding: 'utf-16be', mark: [0xfe, 0xff] },
];

/** Returns whether a unit occurs only in binary data (WHATWG, "MIME Sniffing", binary data byte). */
const isBinary = (unit: number): boolean =>
  unit <= 0x08 || unit === 0x0b || (unit >= 0x0e && unit <= 0x1a) || (unit >= 0x1c && unit <= 0x1f);

/**
 * Returns a function that returns whether the next bytes of a file may be text: UTF-8, UTF-16 or an older 8-bit encoding.
 * A call without bytes reports the end of the file.
 */
function createTextCheck(): (bytes?: Uint8Array) => boolean {
  let decoder: InstanceType<typeof TextDecoder> | undefined;
  let hasBegun = false;
  return (bytes) => {
    if (!hasBegun && bytes) {
      const found = BYTE_ORDER_MARKS.find(({ mark }) => mark.every((byte, at) => bytes[at] === byte));
      decoder = found && new TextDecoder(found.encoding, { fatal: true });
      hasBegun = true;
    }
    if (!decoder) {
      return bytes === undefined || !bytes.some(isBinary);
    }
    try {
      const text = decoder.decode(bytes, { stream: bytes !== undefined });
      return !Array.from({ length: text.length }, (_, at) => text.charCodeAt(at)).some(isBinary);
    } catch {
      return false;
    }
  };
}

async function isTextFile(path: string): Promise<boolean> {
  const file = await open(path);
  const isText = createTextCheck();
  // Leaving the loop closes the file.
  for await (const chunk of file.createReadStream()) {
    if (!isText(chunk as Buffer)) {
      return false;
    }
  }
  return isText();
}

function unsupported(sniffed: string | undefined, declared: string): ApiError {
  const named = plainMimeType(declared);
  const problem =
    sniffed !== undefined
      ? `it is ${sniffed}, which is not supported`
      : SAYS_NOTHING.includes(named)
        ? 'its bytes do not identify its type'
        : kindOf(named)
          ? `it is declared as ${named}, but its bytes are something else`
          : `${named} is not supported`;
  return new ApiError('MEDIA_TYPE_UNSUPPORTED', { problem }, { param: 'file' });
}

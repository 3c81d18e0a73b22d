import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Busboy, type BusboyHeaders, type BusboyInstance, type Dicer } from '@fastify/busboy';
import { FILENAME_MAX_CHARACTERS, type MediaKind } from '@wigwag/openapi';
import { ApiError, invalidField } from '../../domain/api-error.ts';
import { HEAD_BYTES, kindByHead, requireSize, typeOfFile } from '../../domain/media/media-type.ts';
import type { UploadedFile } from '../../domain/media/upload-media.ts';
import { withPlainFilename } from './disposition.ts';
import { decodedField, decoderOf } from './transfer-encoding.ts';

/** A complete `multipart/form-data` form. */
interface ReceivedForm {
  fields: Record<string, string>;
  file: UploadedFile | undefined;
  /** Deletes the file from disk; must always be called. */
  remove(): Promise<void>;
}

/** The name of the part with the file (§2.6). */
const FILE_FIELD = 'file';
/** Fields are a few short words. Larger forms are refused, so that they cannot fill the memory. */
const LIMITS = { fields: 20, fieldSize: 2048, files: 1, parts: 25, headerPairs: 20, headerSize: 8192 };

const unreadable = (problem: string): ApiError => new ApiError('INVALID_JSON', { problem });

/**
 * Receives a form. Its file is streamed to disk, up to the limit of its kind (§8).
 *
 * @throws {ApiError} INVALID_JSON for an incomplete form, VALIDATION_FAILED, MEDIA_TOO_LARGE or MEDIA_TYPE_UNSUPPORTED.
 * It is thrown as early as possible, and nothing is left on disk
 */
export async function receiveForm(request: IncomingMessage): Promise<ReceivedForm> {
  const parser = parserOf(request);
  const folder = await mkdtemp(join(tmpdir(), 'wigwag-upload-'));
  const remove = () => rm(folder, { recursive: true, force: true });
  try {
    return { ...(await parse(request, parser, join(folder, 'file'))), remove };
  } catch (error) {
    await remove();
    throw error;
  }
}

function parserOf({ headers }: IncomingMessage): BusboyInstance {
  if (!/^multipart\/form-data\s*(;|$)/i.test(headers['content-type'] ?? '')) {
    throw unreadable('Content-Type must be multipart/form-data');
  }
  try {
    const parser = new Busboy({ headers: headers as BusboyHeaders, limits: LIMITS });
    renameFiles(parser);
    return parser;
  } catch (error) {
    throw unreadable((error as Error).message);
  }
}

/** Decodes the file name of each part before the parser reads it. The parser has no option for that. */
function renameFiles(parser: BusboyInstance): void {
  const { parser: dicer } = (parser as unknown as { _parser: { parser: Dicer } })._parser;
  dicer.prependListener('part', (part) =>
    part.on('header', (header) => {
      const { 'content-disposition': dispositions } = header as { 'content-disposition'?: string[] };
      dispositions?.splice(0, 1, ...dispositions.slice(0, 1).map(withPlainFilename));
    }),
  );
}

async function parse(
  request: IncomingMessage,
  parser: BusboyInstance,
  path: string,
): Promise<Omit<ReceivedForm, 'remove'>> {
  const fields = new Map<string, string>();
  let source: Readable | undefined;
  let spooled: Promise<UploadedFile> | undefined;
  try {
    await new Promise<void>((resolve, reject) => {
      parser.on('field', (name: string | undefined, value, _, isCut, encoding) => {
        const fault = fieldFault(fields, name, isCut);
        return fault ? reject(fault) : fields.set(String(name), decodedField(value, encoding));
      });
      parser.on('file', (name: string | undefined, stream, filename, encoding, declared) => {
        // After a refusal, we abort the stream ourselves.
        stream.on('error', (error: Error) => error.name !== 'AbortError' && reject(unreadable(error.message)));
        source = stream;
        if (name !== FILE_FIELD) {
          reject(invalidField(name ?? 'body', 'is not recognized'));
        } else if (filename !== undefined && filename.length > FILENAME_MAX_CHARACTERS) {
          reject(invalidField(FILE_FIELD, `must have a name of at most ${FILENAME_MAX_CHARACTERS} characters`));
        } else {
          spooled = spool(stream, path, { filename, declared, encoding });
          spooled.catch(reject);
        }
      });
      parser.on('filesLimit', () => reject(invalidField(FILE_FIELD, 'is given twice: upload one file at a time')));
      parser.on('fieldsLimit', () => reject(invalidField('body', `has more than ${LIMITS.fields} fields`)));
      parser.on('partsLimit', () => reject(invalidField('body', `has more than ${LIMITS.parts} parts`)));
      parser.on('error', (error) => reject(unreadable((error as Error).message)));
      parser.on('finish', resolve);
      const hungUp = () => !request.complete && reject(unreadable('the connection was closed before its end'));
      request.on('close', hungUp);
      if (request.destroyed) {
        hungUp();
      }
      request.pipe(parser);
    });
    return { fields: Object.fromEntries(fields), file: await spooled };
  } catch (error) {
    request.unpipe(parser);
    source?.destroy();
    await spooled?.catch(() => {}); // writing must end before the folder is deleted
    throw error;
  }
}

function fieldFault(known: Map<string, string>, name: string | undefined, isCut: boolean): ApiError | undefined {
  if (name === undefined) {
    return invalidField('body', 'has a part without a name');
  }
  if (name === FILE_FIELD) {
    return invalidField(FILE_FIELD, 'must be a file: its part needs a filename');
  }
  if (known.has(name)) {
    return invalidField(name, 'is given twice');
  }
  return isCut ? invalidField(name, `must have at most ${LIMITS.fieldSize} characters`) : undefined;
}

/** Streams a file to disk and returns its type. */
async function spool(
  source: Readable,
  path: string,
  { filename, declared, encoding }: { filename: string | undefined; declared: string; encoding: string },
): Promise<UploadedFile> {
  const decode = decoderOf(encoding, FILE_FIELD);
  let size = 0;
  async function* measured(chunks: AsyncIterable<Buffer>) {
    let head: Buffer = Buffer.alloc(0);
    let kind: MediaKind | undefined;
    for await (const chunk of chunks) {
      size += chunk.length;
      if (!kind) {
        head = Buffer.concat([head, chunk]);
        kind = head.length < HEAD_BYTES ? undefined : await kindByHead(head.subarray(0, HEAD_BYTES), declared);
      }
      if (kind) {
        requireSize(kind, size, FILE_FIELD);
      }
      yield chunk;
    }
  }
  await pipeline(source, decode, measured, createWriteStream(path, { mode: 0o600 }));
  if (size === 0) {
    throw invalidField(FILE_FIELD, 'is empty');
  }
  const type = await typeOfFile(path, declared);
  requireSize(type.kind, size, FILE_FIELD);
  return { ...type, path, size, filename: filename || null };
}

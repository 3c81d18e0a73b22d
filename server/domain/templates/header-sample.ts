import type { Readable } from 'node:stream';
import { BYTES_PER_MEGABYTE, MEDIA_MAX_MEGABYTES } from '@wigwag/openapi';
import type { App } from '../../app/app.ts';
import { addressProblem } from '../../outbound/address.ts';
import type { FileOutcome } from '../../outbound/file.ts';
import type { NewTemplate, SampleFile } from '../../providers/provider.ts';
import type { Connection } from '../../store/connections/connections.ts';
import { invalidField } from '../api-error.ts';
import { accessTokenOf } from '../connections/connection.ts';
import { plainMimeType } from '../media/media-type.ts';
import type { TemplateMediaInput } from './new-template.ts';

/** What Meta takes as an example ("Resumable Upload API"), by the format of the header. */
const FORMATS = {
  IMAGE: { types: ['image/jpeg', 'image/png'], kind: 'image' },
  VIDEO: { types: ['video/mp4'], kind: 'video' },
  DOCUMENT: { types: ['application/pdf'], kind: 'document' },
} as const;

/** Returns the template with the handle of the example in its media header. */
export const withSample = (template: NewTemplate, handle: string): NewTemplate => ({
  ...template,
  components: template.components.map((one) =>
    one.type === 'HEADER' ? { ...one, example: { header_handle: [handle] } } : one,
  ),
});

/** How many examples a process holds in memory at once, each from the download to the end of the upload. */
const AT_ONCE = 4;
/** How long a file may take to arrive, in milliseconds. */
const READ_TIMEOUT = 300_000;

/** Thrown if too many examples are in memory. */
export class SamplesBusy extends Error {
  override name = 'SamplesBusy';
}

/** The accounts whose examples are in memory. Each may have one, so that an account with a slow host delays no other. */
const accounts = new Set<number>();

/**
 * Runs work that holds the example of a media header in memory.
 *
 * @throws {SamplesBusy} if the account has another example in memory, or all accounts together have too many
 */
export async function holdingSample<T>(accountId: number, work: () => Promise<T>): Promise<T> {
  if (accounts.has(accountId) || accounts.size >= AT_ONCE) {
    throw new SamplesBusy('too many samples of templates are being uploaded');
  }
  accounts.add(accountId);
  try {
    return await work();
  } finally {
    accounts.delete(accountId);
  }
}

/**
 * Reads the example of a media header: an upload from the provider, or a file at a public URL. Call it in
 * `holdingSample`.
 *
 * @throws {ApiError} VALIDATION_FAILED naming the field that is wrong
 */
export async function headerSample(
  app: App,
  connection: Connection,
  { format, media_id: mediaId, url = '' }: TemplateMediaInput,
): Promise<SampleFile> {
  const field = `header_media.${mediaId === undefined ? 'url' : 'media_id'}`;
  const unreadable = (problem: string) => invalidField(field, `names a file that cannot be read: ${problem}`);
  const file =
    mediaId === undefined ? await atUrl(app, url, field) : await ofUpload(app, connection, { mediaId, field });
  if (file.kind !== 'open') {
    throw unreadable(file.problem);
  }
  const { types, kind } = FORMATS[format];
  const mimeType = plainMimeType(file.contentType ?? '');
  const maxBytes = MEDIA_MAX_MEGABYTES[kind] * BYTES_PER_MEGABYTE;
  if (!(types as readonly string[]).includes(mimeType) || (file.bytes ?? 0) > maxBytes) {
    file.body.on('error', () => {}).destroy();
    throw invalidField(
      field,
      `must be ${types.join(' or ')} of at most ${MEDIA_MAX_MEGABYTES[kind]} MB, not ${mimeType || 'a file of unknown type'}`,
    );
  }
  const late = new Error(`it does not arrive within ${READ_TIMEOUT / 1000} s`);
  const cancel = app.clock.setTimeout(() => file.body.destroy(late), READ_TIMEOUT);
  const bytes = await read(file.body, maxBytes)
    .catch((error: Error) => {
      throw unreadable(error.message);
    })
    .finally(cancel);
  if (!bytes) {
    throw invalidField(field, `must be a file of at most ${MEDIA_MAX_MEGABYTES[kind]} MB`);
  }
  return { bytes, mimeType, filename: `example.${mimeType.split('/')[1]}` };
}

async function atUrl(app: App, url: string, field: string): Promise<FileOutcome> {
  const problem = addressProblem(url, app.config.allowLoopback);
  if (problem) {
    throw invalidField(field, `is not the address of a file: ${problem}`);
  }
  return app.outbound.openFile(url);
}

async function ofUpload(
  app: App,
  connection: Connection,
  { mediaId, field }: { mediaId: string; field: string },
): Promise<FileOutcome> {
  const upload = await app.store.read.media.find(connection.accountId, mediaId);
  const uploader = upload && (await app.store.read.connections.find(connection.accountId, upload.connectionId));
  if (!upload?.providerMediaId || !uploader || upload.expiresAt <= app.now()) {
    throw invalidField(field, 'is not the ID of an upload: use the ID that POST /media returned');
  }
  const token = accessTokenOf(app, uploader);
  const location = await app.providers[uploader.channel].locateFile?.(uploader, token, upload.providerMediaId);
  return location?.kind === 'found'
    ? app.outbound.openFile(location.url, token)
    : (location ?? { kind: 'gone', problem: 'its channel has no uploads' });
}

/** Returns the bytes; undefined if there are too many. */
async function read(body: Readable, maxBytes: number): Promise<Uint8Array | undefined> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > maxBytes) {
      return undefined; // the loop closes the stream
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

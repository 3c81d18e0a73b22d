import { pipeline, type Readable, Transform } from 'node:stream';
import { BYTES_PER_MEGABYTE, MEDIA_MAX_MEGABYTES } from '@wigwag/openapi';
import type { App } from '../../app/app.ts';
import type { FileOutcome } from '../../outbound/file.ts';
import type { Connection } from '../../store/connections/connections.ts';
import type { Media } from '../../store/media/media.ts';
import type { StoredMessage } from '../../store/messages/messages.ts';
import { ApiError } from '../api-error.ts';
import { accessTokenOf } from '../connections/connection.ts';
import type { MediaLink } from './media-link.ts';

/** A file that the server streams to the client without holding all of it in memory. */
interface OpenedFile {
  body: Readable;
  contentType: string;
  bytes: number | undefined;
  /** The name that the customer's app gave a document. */
  filename: string | undefined;
}

/** No provider accepts larger files from customers. */
const { document: MAX_MEGABYTES } = MEDIA_MAX_MEGABYTES;
const MAX_BYTES = MAX_MEGABYTES * BYTES_PER_MEGABYTE;

/**
 * The stored fields of a file: its URL, or the provider's ID with which to look up the URL. A file that we sent may have
 * the ID of an upload.
 */
interface FileContent {
  media?: { id?: string; url?: string; mime_type?: string; filename?: string } | null;
  media_id?: string | null;
  filename?: string;
}

/**
 * Opens the file of a message at its provider, or at the URL from which the provider took it. It sends the token of the connection if the provider requires
 * it.
 *
 * @throws {ApiError} MEDIA_GONE, MEDIA_TOO_LARGE or PROVIDER_UNAVAILABLE
 */
export async function openReceivedFile(app: App, link: MediaLink): Promise<OpenedFile> {
  if (link.expiresAt <= app.now()) {
    throw new ApiError('MEDIA_GONE', { problem: 'the link expired' });
  }
  const { connections, messages } = app.store.read;
  const message = await messages.find(link.accountId, link.messageId);
  const connection = message && (await connections.find(link.accountId, message.connectionId));
  if (!message || !connection) {
    throw new ApiError('MEDIA_GONE', { problem: 'its message no longer exists' });
  }
  const content = message.content as FileContent;
  const upload = await uploadOf(app, link.accountId, content);
  const file = await locate(app, connection, upload ? { media_id: upload.providerMediaId } : content);
  if (file.kind === 'gone') {
    throw new ApiError('MEDIA_GONE', { problem: 'the provider no longer has it' });
  }
  if (file.kind === 'unavailable') {
    app.log.warn({ connection: connection.id, problem: file.problem }, "a customer's file cannot be fetched");
    throw new ApiError('PROVIDER_UNAVAILABLE', { channel: connection.channel });
  }
  if ((file.bytes ?? 0) > MAX_BYTES) {
    file.body.on('error', () => {}).destroy();
    throw new ApiError('MEDIA_TOO_LARGE', { megabytes: MAX_MEGABYTES, kind: "customers' files" });
  }
  return {
    body: atMost(file.body),
    contentType: file.contentType ?? upload?.mimeType ?? content.media?.mime_type ?? 'application/octet-stream',
    bytes: file.bytes,
    filename: content.filename ?? upload?.filename ?? content.media?.filename,
  };
}

/** Returns the upload that a message of ours sent. */
const uploadOf = async (app: App, accountId: number, { media }: FileContent): Promise<Media | undefined> =>
  media?.id === undefined ? undefined : app.store.read.media.find(accountId, media.id);

/** Returns what is known about the file of a message; undefined if it has none. */
export async function fileOf(app: App, { accountId, content }: StoredMessage) {
  const file = content as FileContent;
  if (!file.media) {
    return undefined;
  }
  const upload = await uploadOf(app, accountId, file);
  return {
    mimeType: upload?.mimeType ?? file.media.mime_type ?? null,
    size: upload?.size ?? null,
    filename: file.filename ?? upload?.filename ?? file.media.filename ?? null,
  };
}

/**
 * Returns the open file. If the provider gave only an ID, each download looks up the URL again, because it is valid
 * only for minutes.
 */
async function locate(app: App, connection: Connection, { media, media_id: id }: FileContent): Promise<FileOutcome> {
  const provider = app.providers[connection.channel];
  if (!provider.locateFile || !id) {
    return media?.url ? app.outbound.openFile(media.url) : { kind: 'gone', problem: 'it has no URL' };
  }
  const token = accessTokenOf(app, connection);
  const location = await provider.locateFile(connection, token, id);
  return location.kind === 'found' ? app.outbound.openFile(location.url, token) : location;
}

/** Ends a body that exceeds the limit with an error, so that the reader notices that it is incomplete. */
function atMost(body: Readable): Readable {
  let bytes = 0;
  const limited = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      done(bytes > MAX_BYTES ? new Error('the file is too large') : null, chunk);
    },
  });
  // An error at either end closes the other. A client that disconnects is not an error.
  pipeline(body, limited, () => {});
  return limited;
}

import { CAPABILITIES, type components, type MediaKind } from '@wigwag/openapi';
import type { App } from '../../app/app.ts';
import type { Config } from '../../config/config.ts';
import { keyString } from '../../engine/drivers/dialect.ts';
import { addressProblem } from '../../outbound/address.ts';
import type { FileAtUrl } from '../../outbound/media-url.ts';
import type { Connection } from '../../store/connections/connections.ts';
import type { Media } from '../../store/media/media.ts';
import type { StoredFile } from '../../store/messages/content.ts';
import type { Caller } from '../account/caller.ts';
import { ApiError, invalidField } from '../api-error.ts';
import { kindOf, plainMimeType, requireSize } from './media-type.ts';

type MediaInput = components['schemas']['MediaMessage'];

/** Uploaded files, by `keyString`. */
export type Uploads = ReadonlyMap<string, Media>;

/**
 * Returns the file of a media message. An ID is allowed only if the channel supports IDs (§2.3), and a URL only with
 * https.
 *
 * @throws {ApiError} CHANNEL_FEATURE_UNSUPPORTED, MEDIA_URL_INVALID or VALIDATION_FAILED
 */
export function requireMedia(
  app: Pick<App, 'config' | 'now'>,
  uploads: Uploads,
  caller: Caller,
  connection: Connection,
  { media, type }: MediaInput,
): StoredFile | undefined {
  const { channel } = connection;
  if (media.url !== undefined) {
    requireHttps(app, media.url, 'media.url');
    return undefined;
  }
  if (!CAPABILITIES[channel].mediaFrom.includes('id')) {
    throw new ApiError('CHANNEL_FEATURE_UNSUPPORTED', { channel, feature: 'media by ID' }, { param: 'media.id' });
  }
  const id = String(media.id);
  const upload = requireUpload(app, uploads, caller, connection, { id, kind: type, param: 'media.id' });
  const { providerMediaId, mimeType, filename } = upload;
  return { id, provider_id: providerMediaId, mime_type: mimeType, ...(filename !== null && { filename }) };
}

/**
 * Returns an upload of this account that the connection can send (§2.6). It must not have expired and must be of the
 * right kind. It must have been uploaded through the same connection, because the provider stores it there. A live send
 * needs an upload made with a live key.
 *
 * @throws {ApiError} VALIDATION_FAILED
 */
export function requireUpload(
  app: Pick<App, 'now'>,
  uploads: Uploads,
  caller: Caller,
  connection: Connection,
  wanted: { id: string; kind: MediaKind; param: string },
): Media {
  const { id, kind, param } = wanted;
  const upload = uploads.get(keyString({ accountId: caller.account.id, id }));
  if (!upload) {
    throw invalidField(param, 'is not the ID of an upload: use the ID that POST /media returned');
  }
  if (upload.expiresAt <= app.now()) {
    throw invalidField(param, 'has expired: upload the file again with POST /media');
  }
  if (upload.isTest && caller.key.mode === 'live') {
    throw invalidField(param, 'was uploaded with a test key, so no provider has it: upload it with a live key');
  }
  if (upload.kind !== kind) {
    throw invalidField(param, `is ${upload.mimeType}, which is sent as ${upload.kind} and not as ${kind}`);
  }
  if (upload.connectionId !== connection.id) {
    throw invalidField(
      param,
      `was uploaded through ${upload.connectionId}: send it with that connection_id, or upload it again with ${connection.id}`,
    );
  }
  return upload;
}

/** @throws {ApiError} MEDIA_URL_INVALID */
export function requireHttps(app: { config: Pick<Config, 'allowLoopback'> }, url: string, param: string): void {
  const problem = addressProblem(url, app.config.allowLoopback);
  if (problem !== undefined) {
    throw new ApiError('MEDIA_URL_INVALID', { url, problem }, { param });
  }
}

/**
 * Checks that anyone can fetch a file, and returns its type and size if its server shows them. This calls the network,
 * so never use it inside a transaction.
 *
 * @throws {ApiError} MEDIA_URL_INVALID
 */
export async function requireReachable(app: App, url: string, param: string): Promise<FileAtUrl> {
  const answer = await app.outbound.checkMediaUrl(url);
  if (answer.problem !== undefined) {
    throw new ApiError('MEDIA_URL_INVALID', { url, problem: answer.problem }, { param });
  }
  return answer;
}

/**
 * Checks that anyone can fetch a file of this kind from a URL, based on the response of the URL. This calls the
 * network, so never use it inside a transaction.
 *
 * @throws {ApiError} MEDIA_URL_INVALID, MEDIA_TOO_LARGE or MEDIA_TYPE_UNSUPPORTED
 */
export async function requireSendable(app: App, url: string, kind: MediaKind, param: string): Promise<void> {
  const { mimeType, bytes } = await requireReachable(app, url, param);
  if (isCertainlyNot(kind, mimeType)) {
    const problem = `its address returns ${plainMimeType(mimeType)}, which cannot be sent as ${kind}`;
    throw new ApiError('MEDIA_TYPE_UNSUPPORTED', { problem }, { param });
  }
  if (bytes !== undefined) {
    requireSize(kind, bytes, param);
  }
}

/**
 * The types that are certainly unsupported if the table does not list them: types whose name reveals the kind, text and
 * JSON (such as error pages), and packed files.
 */
const UNTAKEN = /^(image|audio|video|text)\/|^application\/(json|zip)$/;
/** Containers for both audio and video. Servers often know only the file extension. */
const CONTAINER = /^(audio|video)\/(mp4|3gpp|ogg)$/;

/**
 * Returns whether a Content-Type is certainly a type that this kind does not accept (§8). Servers that know no better
 * send octet-stream.
 */
export function isCertainlyNot(kind: MediaKind, contentType: string | undefined): contentType is string {
  if (contentType === undefined) {
    return false;
  }
  const mimeType = plainMimeType(contentType);
  const told = kindOf(mimeType);
  const either = CONTAINER.test(mimeType) && (kind === 'audio' || kind === 'video');
  const isOther = told === undefined ? UNTAKEN.test(mimeType) : told !== kind;
  return isOther && !either;
}

import { openAsBlob } from 'node:fs';
import { type components, MEDIA_ID_DAYS } from '@wigwag/openapi';
import type { App } from '../../app/app.ts';
import { MICROSECONDS } from '../../base/time.ts';
import { mediaId } from '../../engine/ids.ts';
import type { Connection } from '../../store/connections/connections.ts';
import { effectsRule } from '../../store/effects.ts';
import type { Media } from '../../store/media/media.ts';
import type { Caller } from '../account/caller.ts';
import { ApiError } from '../api-error.ts';
import { requireConnection } from '../connections/connection.ts';
import type { MediaType } from './media-type.ts';

/** A complete upload whose type and size have been checked. The file is deleted at the end of the request. */
export interface UploadedFile extends MediaType {
  path: string;
  /** Bytes. */
  size: number;
  filename: string | null;
}

/** The fields that accompany the file. */
type UploadInput = Omit<components['schemas']['UploadMediaRequest'], 'file'>;

const storeMedia = effectsRule();

/**
 * Uploads a file to the provider of the connection that will send it, and stores its ID for 30 days (§2.6). With a test
 * key, the file is not uploaded (§5.7).
 *
 * @throws {ApiError} CHANNEL_NOT_CONNECTED, CONNECTION_NOT_FOUND, MEDIA_UPLOAD_FAILED or PROVIDER_UNAVAILABLE
 */
export async function uploadMedia(app: App, caller: Caller, input: UploadInput, file: UploadedFile): Promise<Media> {
  const active = await app.store.read.connections.listActive(caller.account.id);
  const connection = requireConnection(active, input.channel, input.connection_id);
  const isTest = caller.key.mode === 'test';
  // Read before the upload, so that our record expires before the provider's.
  const createdAt = app.monotonicNow();
  const { kind, mimeType, size, filename } = file;
  const media: Media = {
    accountId: caller.account.id,
    id: mediaId(createdAt),
    connectionId: connection.id,
    providerMediaId: isTest ? null : await handOver(app, connection, file),
    kind,
    mimeType,
    size,
    filename,
    isTest,
    createdAt,
    expiresAt: createdAt + MEDIA_ID_DAYS * MICROSECONDS.day,
  };
  await app.store.batch(storeMedia, { media: [media] });
  return media;
}

/** Uploads the file directly from disk and returns the provider's ID for it. */
async function handOver(app: App, connection: Connection, { path, mimeType, filename }: UploadedFile): Promise<string> {
  const { channel, accessToken } = connection;
  const provider = app.providers[channel];
  if (!provider?.upload || accessToken === null) {
    throw new ApiError('CHANNEL_NOT_CONNECTED', { channel }, { param: 'channel' });
  }
  const outcome = await provider.upload(connection, app.vault.open(accessToken), {
    file: await openAsBlob(path, { type: mimeType }),
    mimeType,
    filename: filename ?? 'file',
  });
  if (outcome.kind === 'uploaded') {
    return outcome.id;
  }
  if (outcome.kind === 'rejected') {
    const { code, title, provider_message: said } = outcome.error;
    const message = said ?? title ?? String(code);
    throw new ApiError('MEDIA_UPLOAD_FAILED', { problem: message }, { provider_error: { code, message } });
  }
  app.log.warn({ connection: connection.id, problem: outcome.problem }, 'an upload did not reach the provider');
  // A lost response does no harm, because a file without a known ID is never sent.
  throw new ApiError('PROVIDER_UNAVAILABLE', { channel });
}

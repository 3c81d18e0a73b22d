import type { Knex } from 'knex';
import { amongKeys, type Key, skipLocked } from '../../engine/drivers/dialect.ts';
import type { MediaRow } from '../tables.ts';

/** An uploaded file; the provider stores its bytes. */
export interface Media {
  accountId: number;
  id: string;
  /** The connection that the file was uploaded through. */
  connectionId: string;
  /** The provider's ID; null for a file of a test key, because it was sent to no provider. */
  providerMediaId: string | null;
  kind: 'image' | 'video' | 'audio' | 'document';
  mimeType: string;
  /** In bytes. */
  size: number;
  filename: string | null;
  isTest: boolean;
  createdAt: number;
  expiresAt: number;
}

const mediaOf = (row: MediaRow): Media => ({
  accountId: row.account_id,
  id: row.id,
  connectionId: row.connection_id,
  providerMediaId: row.provider_media_id,
  kind: row.kind as Media['kind'],
  mimeType: row.mime_type,
  size: Number(row.size),
  filename: row.filename,
  isTest: Boolean(row.is_test),
  createdAt: row.created_at,
  expiresAt: row.expires_at,
});

export const mediaQueries = (db: Knex) => ({
  async insert(media: Media): Promise<void> {
    await db('media').insert({
      account_id: media.accountId,
      id: media.id,
      connection_id: media.connectionId,
      provider_media_id: media.providerMediaId,
      kind: media.kind,
      mime_type: media.mimeType,
      size: media.size,
      filename: media.filename,
      is_test: media.isTest,
      created_at: media.createdAt,
      expires_at: media.expiresAt,
    });
  },

  /** Deletes up to `limit` rows of files that the provider no longer has, and returns how many. */
  deleteExpired(now: number, limit: number): Promise<number> {
    const old = skipLocked(db, db('media').select('account_id', 'id').where('expires_at', '<', now).limit(limit));
    return db('media').whereIn(['account_id', 'id'], old).delete();
  },

  async find(accountId: number, id: string): Promise<Media | undefined> {
    const [media] = await this.listByIds([{ accountId, id }]);
    return media;
  },

  async listByIds(keys: readonly Key[]): Promise<Media[]> {
    const rows = keys.length > 0 ? await amongKeys(db('media'), keys) : [];
    return rows.map(mediaOf);
  },
});

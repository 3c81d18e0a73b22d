import { isoOf } from '../../base/time.ts';
import { uploadMedia } from '../../domain/media/upload-media.ts';
import type { Handlers } from '../operation.ts';

export const media = {
  /** §4.4 POST /media */
  uploadMedia: async ({ app, caller, body }) => {
    const { file, ...input } = body;
    const { id, kind, mimeType, size, filename, expiresAt } = await uploadMedia(app, caller, input, file);
    return {
      status: 201,
      data: { id, kind, mime_type: mimeType, size, filename, expires_at: isoOf(expiresAt) },
    };
  },
} satisfies Partial<Handlers>;

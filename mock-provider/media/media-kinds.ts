import type { Json } from '../world/state.ts';
import type { World } from '../world/world.ts';

const MB = 1024 * 1024;
const DOCUMENTS =
  /^(text\/plain|application\/(pdf|msword|vnd\.ms-(excel|powerpoint)|vnd\.openxmlformats-officedocument\.(wordprocessingml\.document|spreadsheetml\.sheet|presentationml\.presentation)))$/;

interface MediaRule {
  types: RegExp;
  /** In bytes. */
  max: number;
}

const ANIMATED_STICKER_MAX = 500 * 1024;
/** "Supported media types" with their limits, by message type. */
const KINDS: Record<string, MediaRule> = {
  audio: { types: /^audio\/(aac|amr|mpeg|mp4|ogg)$/, max: 16 * MB },
  image: { types: /^image\/(jpeg|png)$/, max: 5 * MB },
  sticker: { types: /^image\/webp$/, max: 100 * 1024 },
  video: { types: /^video\/(mp4|3gpp)$/, max: 16 * MB },
  document: { types: DOCUMENTS, max: 100 * MB },
};

/** Returns the size limit of a file type, in bytes; undefined for an unsupported type. */
export function maxBytes(mimeType: string, bytes: Uint8Array): number | undefined {
  const kind = Object.values(KINDS).find(({ types }) => types.test(mimeType));
  return kind === KINDS.sticker && isAnimated(bytes) ? ANIMATED_STICKER_MAX : kind?.max;
}

/** A flag in the extended header of a WebP file marks an animation. */
function isAnimated(bytes: Uint8Array): boolean {
  return Buffer.from(bytes.subarray(12, 16)).toString('latin1') === 'VP8X' && ((bytes[20] ?? 0) & 0x02) !== 0;
}

/**
 * Returns whether a message refers to an uploaded file that its type does not support. Any file can be sent as a
 * document.
 */
export function misfits(world: World, type: string, content: Json): boolean {
  const kind = type === 'document' ? undefined : KINDS[type];
  const media = kind && world.state.media.get(String(content.id));
  return media !== undefined && !kind?.types.test(bareType(media.mime_type));
}

/** Removes parameters such as `codecs`. */
export function bareType(mimeType: string): string {
  return mimeType.split(';')[0]?.trim().toLowerCase() ?? '';
}

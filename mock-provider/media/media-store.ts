import { createHash } from 'node:crypto';
import { request as undiciRequest } from 'undici';
import type { Inbound } from '../callbacks/inbound.ts';
import { unintercepted } from '../graph/unintercepted.ts';
import { DAY_MS } from '../world/clock.ts';
import type { Asset, MediaFile } from '../world/state.ts';
import type { World } from '../world/world.ts';

/** "Media IDs": 30 days for uploads, 7 for media from callbacks. */
const LIFETIME_DAYS = { uploaded: 30, inbound: 7 };
/** Download URLs are valid for five minutes. */
const URL_LIFETIME_MS = 5 * 60 * 1000;

export function keepFile(
  world: World,
  asset: Asset,
  file: { bytes: Uint8Array; mime_type: string; filename?: string; lifetimeMs?: number },
  inbound: boolean,
): MediaFile {
  const lifetime = file.lifetimeMs ?? (inbound ? LIFETIME_DAYS.inbound : LIFETIME_DAYS.uploaded) * DAY_MS;
  const media: MediaFile = {
    id: world.state.ids.object('media', asset.id),
    asset_id: asset.id,
    bytes: file.bytes,
    mime_type: file.mime_type,
    sha256: createHash('sha256').update(file.bytes).digest('hex'),
    filename: file.filename,
    expires_at: world.clock.now() + lifetime,
    inbound,
  };
  world.state.media.set(media.id, media);
  return media;
}

/** Stores a customer's file: the given bytes, those of a `data:` URL, or generated ones. */
export function keepMedia(
  world: World,
  asset: Asset,
  media: NonNullable<Inbound['media']>,
  inbound: boolean,
): MediaFile {
  return keepFile(
    world,
    asset,
    {
      bytes: media.bytes ?? dataOf(media.url) ?? placeholder(media.mime_type),
      mime_type: media.mime_type,
      filename: media.filename,
    },
    inbound,
  );
}

function dataOf(url: string | undefined): Uint8Array | undefined {
  const match = /^data:[^,]*?(;base64)?,(.*)$/s.exec(url ?? '');
  return match?.[2] === undefined ? undefined : Buffer.from(decodeURIComponent(match[2]), match[1] ? 'base64' : 'utf8');
}

const LOOPBACK = /^http:\/\/(127\.0\.0\.1|localhost|\[::1\])[:/]/;
const FETCH_TIMEOUT_MS = 2_000;
const request = unintercepted(undiciRequest);

/**
 * Returns the media with the bytes at its URL, if the URL is on this machine. Otherwise, or if the request fails, it
 * generates bytes. The timeout uses real time, because it guards against a server that hangs.
 */
export async function fetchLocal(media: NonNullable<Inbound['media']>): Promise<NonNullable<Inbound['media']>> {
  if (media.bytes || !LOOPBACK.test(media.url ?? '')) {
    return media;
  }
  try {
    const { statusCode, body } = await request(media.url ?? '', { signal: AbortSignal.timeout(FETCH_TIMEOUT_MS) });
    const bytes = new Uint8Array(await body.arrayBuffer());
    return statusCode === 200 ? { ...media, bytes } : media;
  } catch {
    return media;
  }
}

/** Returns the smallest possible PNG, or a line of text. */
export function placeholder(mimeType: string): Uint8Array {
  if (!mimeType.startsWith('image/')) {
    return Buffer.from(`mock media of type ${mimeType}\n`);
  }
  return Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  );
}

/** Returns the URL for fetching the bytes with the token: on Meta's lookaside host, or on this mock if it listens. */
export function downloadUrl(world: World, media: MediaFile, origin: string | undefined): string {
  const ext = Math.floor((world.clock.now() + URL_LIFETIME_MS) / 1000);
  const base = origin ?? world.origin ?? 'https://lookaside.fbsbx.com';
  return `${base}/whatsapp_business/attachments/?mid=${media.id}&ext=${ext}&hash=${urlHash(media, ext)}`;
}

export function urlHash(media: MediaFile, ext: number): string {
  return createHash('sha256').update(`${media.sha256}|${ext}`).digest('base64url');
}

/** Attachments on Messenger and Instagram are on a public host: fetching one requires only the URL. */
export function cdnUrl(world: World, media: MediaFile): string {
  return `${world.origin ?? 'https://scontent.xx.fbcdn.net'}/v/t1.15752-9/${media.id}?oh=${urlHash(media, 0)}`;
}

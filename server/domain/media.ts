import { CHANNELS, type Channel } from '@wigwag/openapi';
import type { App } from '../app.ts';
import { ApiError } from './api-error.ts';

const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/**
 * The file of a media message: an id only where the channel takes ids (§2.3), a URL only with https. In `wigwag dev` http on
 * this machine counts as public https.
 *
 * @throws {ApiError} CHANNEL_FEATURE_UNSUPPORTED or MEDIA_URL_INVALID
 */
export function requireMedia(app: App, channel: Channel, media: { id?: string; url?: string }): void {
  if (media.id !== undefined && !CHANNELS[channel].mediaFrom.includes('id')) {
    throw new ApiError('CHANNEL_FEATURE_UNSUPPORTED', { channel, feature: 'media by id' }, { param: 'media.id' });
  }
  if (media.url !== undefined) {
    requireHttps(app, media.url, 'media.url');
  }
}

/** @throws {ApiError} MEDIA_URL_INVALID */
export function requireHttps(app: App, url: string, param: string): void {
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  const allowed = parsed?.protocol === 'https:' || (app.config.allowLoopback && LOOPBACK.test(parsed?.hostname ?? ''));
  if (!parsed || !allowed || parsed.username !== '' || parsed.password !== '') {
    const problem = !parsed ? 'it is no URL' : allowed ? 'it holds a name or password' : 'it must start with https://';
    throw new ApiError('MEDIA_URL_INVALID', { url, problem }, { param });
  }
}

import { CAPABILITIES, type Channel, type Feature } from '@wigwag/openapi';
import type { App } from '../../app/app.ts';
import { MICROSECONDS } from '../../base/time.ts';
import type { Connection } from '../../store/connections/connections.ts';
import type { Caller } from '../account/caller.ts';
import { ApiError } from '../api-error.ts';

/** @throws {ApiError} CHANNEL_FEATURE_UNSUPPORTED */
export function requireFeature(channel: Channel, feature: Feature): void {
  if (!CAPABILITIES[channel].features.includes(feature)) {
    throw new ApiError('CHANNEL_FEATURE_UNSUPPORTED', { channel, feature }, { param: 'channel' });
  }
}

/**
 * Returns the connection that a request names, or the channel's default: the oldest active one (§1).
 *
 * @param active the active connections of the account, oldest first
 * @throws {ApiError} CHANNEL_NOT_CONNECTED or CONNECTION_NOT_FOUND
 */
export function requireConnection(active: readonly Connection[], channel: Channel, connectionId?: string): Connection {
  const onChannel = active.filter((connection) => connection.channel === channel);
  const [first] = onChannel;
  if (!first) {
    throw new ApiError('CHANNEL_NOT_CONNECTED', { channel }, { param: 'channel' });
  }
  if (connectionId === undefined) {
    return first;
  }
  const named = onChannel.find(({ id }) => id === connectionId);
  if (!named) {
    throw new ApiError('CONNECTION_NOT_FOUND', { connection_id: connectionId, channel }, { param: 'connection_id' });
  }
  return named;
}

/**
 * Refuses new sends on a connection while its provider is unavailable (§7). Sends with a test key are allowed, because
 * they do not use the provider.
 *
 * @param now microseconds since the epoch
 * @throws {ApiError} PROVIDER_UNAVAILABLE
 */
export function requireProvider({ channel, unavailableUntil }: Connection, caller: Caller, now: number): void {
  if (caller.key.mode === 'live' && unavailableUntil !== null && now < unavailableUntil) {
    const seconds = Math.ceil((unavailableUntil - now) / MICROSECONDS.second);
    throw new ApiError('PROVIDER_UNAVAILABLE', { channel }, { headers: { 'Retry-After': String(seconds) } });
  }
}

/** Returns the decrypted token of a connection; empty for web chat, which has no token. */
export function accessTokenOf(
  app: Pick<App, 'vault' | 'appProofs'>,
  { accessToken, providerAppId }: Connection,
): string {
  const token = accessToken === null ? '' : app.vault.open(accessToken);
  if (token !== '' && providerAppId !== null) {
    app.appProofs.note(token, providerAppId);
  }
  return token;
}

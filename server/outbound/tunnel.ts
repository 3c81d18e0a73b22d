import type { Socket } from 'node:net';
import { Client } from 'undici';
import { shownProxy } from '../config/proxies.ts';
import { problemOf } from './failures.ts';

/** Thrown if a proxy opens no tunnel. Nothing reached the destination. */
export class ProxyError extends Error {
  override name = 'ProxyError';
  readonly code: 'WIGWAG_PROXY_UNUSABLE' | 'WIGWAG_PROXY_REFUSED';

  /** @param isUnusable whether the proxy itself is at fault, rather than the destination */
  constructor(message: string, isUnusable: boolean) {
    super(message);
    this.code = isUnusable ? 'WIGWAG_PROXY_UNUSABLE' : 'WIGWAG_PROXY_REFUSED';
  }
}

const AUTHENTICATION_REQUIRED = 407;

/**
 * Opens a connection to a host through a proxy.
 *
 * @param target host and port; an IPv6 address has brackets
 * @param timeout in milliseconds
 * @throws {ProxyError}
 */
export async function openTunnel(proxy: URL, target: string, timeout: number): Promise<Socket> {
  const name = shownProxy(proxy);
  const client = new Client(proxy.origin, { connect: { timeout } });
  try {
    const { statusCode, socket } = await client.connect({
      path: target,
      headers: { host: target, ...authorizationOf(proxy) },
      signal: AbortSignal.timeout(timeout),
    });
    if (statusCode >= 200 && statusCode < 300) {
      return socket as Socket;
    }
    socket.on('error', () => {}).destroy();
    throw statusCode === AUTHENTICATION_REQUIRED
      ? new ProxyError(`the proxy ${name} refuses the user name and password in its address`, true)
      : new ProxyError(`the proxy ${name} returned ${statusCode} for ${target}`, false);
  } catch (error) {
    throw error instanceof ProxyError
      ? error
      : new ProxyError(`the proxy ${name} cannot be reached: ${problemOf(error)}`, true);
  } finally {
    void client.close();
  }
}

function authorizationOf({ username, password }: URL): Record<string, string> {
  const credentials = `${decoded(username)}:${decoded(password)}`;
  return credentials === ':' ? {} : { 'proxy-authorization': `Basic ${Buffer.from(credentials).toString('base64')}` };
}

/** Decodes a user name or a password. One with a percent sign that encodes nothing stays as it is. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

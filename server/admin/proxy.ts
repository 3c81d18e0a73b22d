import type { Config } from '../config/config.ts';
import { proxyFor, shownProxies } from '../config/proxies.ts';
import { problemOf } from '../outbound/failures.ts';
import { openTunnel } from '../outbound/tunnel.ts';
import type { Finding } from '../providers/provider.ts';

const TIMEOUT_MILLISECONDS = 5_000;
const DEFAULT_PORT = 443;

/**
 * Returns which proxies a server with this configuration uses, and whether that of the provider opens tunnels; undefined
 * if it uses none.
 */
export async function checkProxy({
  graphUrl,
  proxies,
}: Pick<Config, 'graphUrl' | 'proxies'>): Promise<Finding | undefined> {
  const shown = shownProxies(proxies);
  if (shown === undefined) {
    return undefined;
  }
  const { protocol, hostname, port } = new URL(graphUrl);
  const proxy = proxyFor(proxies, { protocol, hostname, port });
  if (proxy === undefined) {
    return { ok: true, what: `${shown}; ${hostname} is called directly` };
  }
  try {
    (await openTunnel(proxy, `${hostname}:${port || DEFAULT_PORT}`, TIMEOUT_MILLISECONDS)).destroy();
    return { ok: true, what: shown };
  } catch (error) {
    const fix = 'correct HTTPS_PROXY, or allow the proxy to connect to port 443 of all public hosts';
    return { ok: false, what: `${shown}, but ${problemOf(error)}`, fix };
  }
}

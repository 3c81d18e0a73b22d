import type { Request } from '@hapi/hapi';
import ipaddr from 'ipaddr.js';
import type { Network } from '../../config/config.ts';

/**
 * Returns whether an address is in one of the networks. An IPv4-mapped IPv6 address (`::ffff:10.1.2.3`) counts as IPv4.
 */
export const inNetworks = (address: string, networks: readonly Network[]): boolean => {
  if (!ipaddr.isValid(address)) {
    return false;
  }
  const parsed = ipaddr.process(address);
  return networks.some(([range, bits]) => range.kind() === parsed.kind() && parsed.match(range, bits));
};

/** Parses an address in the formats of proxies: bare, with a port, or in brackets. */
function hopAddress(text: string): string {
  const [, bracketed, v4] = /^(?:\[([^\]]+)\](?::\d+)?|([\d.]+):\d+)$/.exec(text) ?? [];
  return bracketed ?? v4 ?? text;
}

/** The most hops of X-Forwarded-For in a log line. */
const MAX_HOPS = 10;

/** Returns X-Forwarded-For for the log: the last addresses, which the nearest proxies added. Other text is masked. */
export function loggedForwarded({ headers }: Request): string | undefined {
  const given = headers['x-forwarded-for'];
  return given === undefined
    ? undefined
    : String(given)
        .split(',')
        .slice(-MAX_HOPS)
        .map((part) => hopAddress(part.trim()))
        .map((address) => (ipaddr.isValid(address) ? ipaddr.process(address).toString() : '***'))
        .join(', ');
}

/**
 * Returns the source address of a request. Behind trusted proxies, it is the last address that is not that of a trusted
 * proxy. If a proxy's entry cannot be parsed, there is no address, because the client may have forged the entry before
 * it.
 */
export function sourceAddress(request: Request, trusted: readonly Network[]): string {
  const forwarded = String(request.headers['x-forwarded-for'] ?? '')
    .split(',')
    .map((part) => hopAddress(part.trim()))
    .filter((part) => part !== '');
  let address = request.info.remoteAddress;
  while (inNetworks(address, trusted)) {
    const next = forwarded.pop();
    if (next === undefined) {
      break;
    }
    address = next;
  }
  return ipaddr.isValid(address) ? ipaddr.process(address).toString() : address;
}

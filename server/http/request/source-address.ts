import type { Request } from '@hapi/hapi';
import ipaddr from 'ipaddr.js';
import type { Network } from '../../process/config.ts';

/** Whether an address lies in one of the networks; IPv4 in the clothes of IPv6 (`::ffff:10.1.2.3`) is IPv4. */
export const inNetworks = (address: string, networks: readonly Network[]): boolean => {
  if (!ipaddr.isValid(address)) {
    return false;
  }
  const parsed = ipaddr.process(address);
  return networks.some(([range, bits]) => range.kind() === parsed.kind() && parsed.match(range, bits));
};

/** An address as proxies write it: bare, with a port, or in brackets. */
function hopAddress(text: string): string {
  const [, bracketed, v4] = /^(?:\[([^\]]+)\](?::\d+)?|([\d.]+):\d+)$/.exec(text) ?? [];
  return bracketed ?? v4 ?? text;
}

/**
 * The address that the request came from; behind a trusted proxy, the last one that no trusted proxy wrote. What a proxy wrote
 * and we cannot read is nobody's address: believing the entry before it would believe the client.
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

import { type LookupAddress, lookup } from 'node:dns';
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { Agent, buildConnector } from 'undici';

/** An address that a user gave leads to where the world cannot reach. */
export class PrivateAddressError extends Error {
  override name = 'PrivateAddressError';
  readonly code = 'WIGWAG_PRIVATE_ADDRESS';

  constructor(host: string) {
    super(`${host} is not a public address`);
  }
}

/** Whether an IP address is one that the whole internet can reach; mapped and tunnelled forms are not. */
export function isPublicAddress(address: string, allowLoopback: boolean): boolean {
  const range = ipaddr.process(address).range();
  return range === 'unicast' || (allowLoopback && range === 'loopback');
}

/** A pool for the provider's own hosts, which the operator chose. */
export const createProviderAgent = (): Agent =>
  new Agent({ connections: 128, pipelining: 1, keepAliveTimeout: 30_000 });

/**
 * A pool for addresses that users gave. The resolved address is checked at the moment of connecting, so that a name cannot
 * be public when it is checked and private when it is used. Redirects are never followed by undici's `request`.
 */
export function createGuardedAgent(allowLoopback: boolean): Agent {
  const connect = buildConnector({
    timeout: 10_000,
    lookup(hostname, options, callback) {
      lookup(hostname, { ...options, all: true }, (error, found) => {
        const addresses = (found ?? []) as LookupAddress[];
        const [first] = addresses;
        if (error || !first) {
          callback(error ?? new Error(`${hostname} has no address`), '', 0);
        } else if (!addresses.every(({ address }) => isPublicAddress(address, allowLoopback))) {
          callback(new PrivateAddressError(hostname), '', 0);
        } else if (options.all) {
          callback(null, addresses as unknown as string, 0);
        } else {
          callback(null, first.address, first.family);
        }
      });
    },
  });
  return new Agent({
    connections: 16,
    keepAliveTimeout: 10_000,
    connect(options, callback) {
      // A literal address is never looked up, so it is checked here.
      const host = options.hostname.replace(/^\[|\]$/g, '');
      if (isIP(host) && !isPublicAddress(host, allowLoopback)) {
        callback(new PrivateAddressError(host), null);
      } else {
        connect(options, callback);
      }
    },
  });
}

import type { LookupAddress } from 'node:dns';
import { lookup, Resolver } from 'node:dns/promises';
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { Agent, buildConnector } from 'undici';

/** Thrown if a user's address resolves to a host that is not on the public internet. */
export class PrivateAddressError extends Error {
  override name = 'PrivateAddressError';
  readonly code = 'WIGWAG_PRIVATE_ADDRESS';

  constructor(host: string) {
    super(`${host} is not a public address`);
  }
}

/** Returns whether an IP address is reachable from the whole internet. Mapped and tunneled forms are not public. */
export function isPublicAddress(address: string, allowLoopback: boolean): boolean {
  const parsed = ipaddr.process(address);
  const range = parsed.range();
  // ::a.b.c.d, a deprecated format for tunneling IPv4, is in no table of ranges.
  const isCompatible = parsed instanceof ipaddr.IPv6 && parsed.parts.slice(0, 6).every((part) => part === 0);
  return (range === 'unicast' && !isCompatible) || (allowLoopback && range === 'loopback');
}

/** Returns a connection pool for the provider's hosts, which the operator configured. */
export const createProviderAgent = (): Agent =>
  new Agent({ connections: 128, pipelining: 1, keepAliveTimeout: 30_000 });

/** Resolves a host name to all of its addresses. */
export type Lookup = (hostname: string) => Promise<LookupAddress[]>;

const resolver = new Resolver({ timeout: 2_000, tries: 2 });

/**
 * Queries the name servers directly. The system resolver blocks one of a few threads while it waits. A few names with
 * unresponsive name servers would therefore delay all outgoing calls.
 */
async function systemLookup(hostname: string): Promise<LookupAddress[]> {
  if (hostname === 'localhost') {
    return lookup(hostname, { all: true }); // name servers do not know this name
  }
  const [four, six] = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
  const found = [
    ...(four.status === 'fulfilled' ? four.value.map((address) => ({ address, family: 4 })) : []),
    ...(six.status === 'fulfilled' ? six.value.map((address) => ({ address, family: 6 })) : []),
  ];
  if (found.length === 0 && four.status === 'rejected') {
    throw four.reason;
  }
  return found;
}

interface GuardOptions {
  /** True in `wigwag dev`: this machine counts as public. */
  allowLoopback: boolean;
  /** The maximum number of connections to one host. @default any number */
  connections?: number;
  /** @default the system resolver */
  lookup?: Lookup;
}

/**
 * Returns a connection pool for users' addresses. It checks the resolved address while connecting. Otherwise a name
 * could be public when it is checked and private when it is used. undici's `request` never follows redirects.
 */
export function createGuardedAgent({ allowLoopback, connections, lookup = systemLookup }: GuardOptions): Agent {
  const connect = buildConnector({
    timeout: 10_000,
    lookup(hostname, options, callback) {
      publicAddressesOf(hostname, allowLoopback, lookup).then(
        (found) => {
          if (options.all) {
            callback(null, found as unknown as string, 0);
          } else {
            callback(null, found[0].address, found[0].family);
          }
        },
        (error: NodeJS.ErrnoException) => callback(error, '', 0),
      );
    },
  });
  return new Agent({
    connections: connections ?? null,
    keepAliveTimeout: 10_000,
    connect(options, callback) {
      // A literal IP address is never resolved, so it is checked here.
      const host = literalOf(options.hostname);
      if (host !== undefined && !isPublicAddress(host, allowLoopback)) {
        callback(new PrivateAddressError(host), null);
      } else {
        connect(options, callback);
      }
    },
  });
}

/** Returns the IP address if the host of a URL is one. URLs put IPv6 addresses in brackets. */
function literalOf(hostname: string): string | undefined {
  const host = hostname.replace(/^\[|\]$/g, '');
  return isIP(host) ? host : undefined;
}

/**
 * Returns the addresses of a name.
 *
 * @throws {PrivateAddressError} if any of the addresses is not public; the resolver's error if the name is unknown
 */
async function publicAddressesOf(
  hostname: string,
  allowLoopback: boolean,
  lookup: Lookup,
): Promise<[LookupAddress, ...LookupAddress[]]> {
  const [first, ...others] = await lookup(hostname);
  if (!first) {
    throw Object.assign(new Error(`${hostname} has no address`), { code: 'ENOTFOUND' });
  }
  if (![first, ...others].every(({ address }) => isPublicAddress(address, allowLoopback))) {
    throw new PrivateAddressError(hostname);
  }
  return [first, ...others];
}

/** Returns whether the host of a URL is currently on the public internet; `unknown` if it has no address. */
export async function hostIsPublic(
  hostname: string,
  allowLoopback: boolean,
  lookup: Lookup = systemLookup,
): Promise<boolean | 'unknown'> {
  const literal = literalOf(hostname);
  if (literal !== undefined) {
    return isPublicAddress(literal, allowLoopback);
  }
  try {
    await publicAddressesOf(hostname, allowLoopback, lookup);
    return true;
  } catch (error) {
    return error instanceof PrivateAddressError ? false : 'unknown';
  }
}

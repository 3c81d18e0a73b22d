import type { LookupAddress } from 'node:dns';
import { lookup, Resolver } from 'node:dns/promises';
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
  const parsed = ipaddr.process(address);
  const range = parsed.range();
  // ::a.b.c.d, once meant to tunnel IPv4, which no table of ranges knows any more.
  const isCompatible = parsed instanceof ipaddr.IPv6 && parsed.parts.slice(0, 6).every((part) => part === 0);
  return (range === 'unicast' && !isCompatible) || (allowLoopback && range === 'loopback');
}

/** A pool for the provider's own hosts, which the operator chose. */
export const createProviderAgent = (): Agent =>
  new Agent({ connections: 128, pipelining: 1, keepAliveTimeout: 30_000 });

/** Asks for every address of a host name. */
export type Lookup = (hostname: string) => Promise<LookupAddress[]>;

const resolver = new Resolver({ timeout: 2_000, tries: 2 });

/**
 * Asks the name servers themselves. The system's own way to resolve names holds one of a few threads while it waits, so that a few
 * names whose servers are silent would keep everything waiting that goes out.
 */
async function systemLookup(hostname: string): Promise<LookupAddress[]> {
  if (hostname === 'localhost') {
    return lookup(hostname, { all: true }); // name servers do not know it
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
  /** `wigwag dev`: this machine counts as public. */
  allowLoopback: boolean;
  /** Connections to one host at most. @default any number */
  connections?: number;
  /** @default the machine's own resolver */
  lookup?: Lookup;
}

/**
 * A pool for addresses that users gave. The resolved address is checked at the moment of connecting, so that a name cannot
 * be public when it is checked and private when it is used. Redirects are never followed by undici's `request`.
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
      // A literal address is never looked up, so it is checked here.
      const host = literalOf(options.hostname);
      if (host !== undefined && !isPublicAddress(host, allowLoopback)) {
        callback(new PrivateAddressError(host), null);
      } else {
        connect(options, callback);
      }
    },
  });
}

/** The IP address that a host of a URL is, if it is one; URLs write IPv6 in brackets. */
function literalOf(hostname: string): string | undefined {
  const host = hostname.replace(/^\[|\]$/g, '');
  return isIP(host) ? host : undefined;
}

/** @throws {PrivateAddressError} when any of its addresses is not public; what the resolver throws for an unknown name */
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

/** Whether the host of a URL is on the internet as far as can be told now; `unknown` when it has no address yet. */
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

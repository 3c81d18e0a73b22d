import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { Agent } from 'undici';
import type { Proxies } from '../config/proxies.ts';
import { type Addresses, createConnector } from './connector.ts';
import { createLookup, type Lookup } from './resolver.ts';

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

interface PoolOptions {
  /** @default none */
  proxies?: Proxies;
  /** Whether later requests use a connection again. @default true */
  keepsConnections?: boolean;
}

const NO_PROXIES: Proxies = { https: undefined, http: undefined, except: [] };

/** undici closes the connection after each request if `pipelining` is 0. */
const pipeliningOf = ({ keepsConnections = true }: PoolOptions) => (keepsConnections ? 1 : 0);

/** Returns a connection pool for the provider's hosts, which the operator configured. */
export const createProviderAgent = (options: PoolOptions = {}): Agent =>
  new Agent({
    connections: 128,
    pipelining: pipeliningOf(options),
    keepAliveTimeout: 30_000,
    connect: createConnector(options.proxies ?? NO_PROXIES),
  });

const systemLookup = createLookup();

interface GuardOptions extends PoolOptions {
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
export function createGuardedAgent({
  allowLoopback,
  connections,
  lookup = systemLookup,
  ...pool
}: GuardOptions): Agent {
  return new Agent({
    connections: connections ?? null,
    pipelining: pipeliningOf(pool),
    keepAliveTimeout: 10_000,
    connect: createConnector(pool.proxies ?? NO_PROXIES, (hostname) =>
      publicAddressesOf(hostname, allowLoopback, lookup),
    ),
  });
}

/** Returns the IP address if the host of a URL is one. URLs put IPv6 addresses in brackets. */
function literalOf(hostname: string): string | undefined {
  const host = hostname.replace(/^\[|\]$/g, '');
  return isIP(host) ? host : undefined;
}

/**
 * Returns the addresses of the host of a URL.
 *
 * @throws {PrivateAddressError} if any of the addresses is not public; the resolver's error if the name is unknown
 */
export async function publicAddressesOf(
  hostname: string,
  allowLoopback: boolean,
  lookup: Lookup = systemLookup,
): Promise<Addresses> {
  const literal = literalOf(hostname);
  const [first, ...others] =
    literal === undefined ? await lookup(hostname) : [{ address: literal, family: isIP(literal) }];
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
  try {
    await publicAddressesOf(hostname, allowLoopback, lookup);
    return true;
  } catch (error) {
    return error instanceof PrivateAddressError ? false : 'unknown';
  }
}

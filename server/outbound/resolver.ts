import type { LookupAddress } from 'node:dns';
import { lookup, Resolver } from 'node:dns/promises';
import { stat } from 'node:fs/promises';

/** Resolves a host name to all of its addresses. */
export type Lookup = (hostname: string) => Promise<LookupAddress[]>;

/** Lists the name servers of this machine. A system without this file keeps those of the start. */
const NAME_SERVERS = '/etc/resolv.conf';

/** The results that name servers return for a name without an address. */
const NO_ADDRESS = ['ENOTFOUND', 'ENODATA', 'EBADNAME'];

/**
 * Returns a function that queries the name servers directly. The system resolver blocks one of a few threads while it
 * waits. A few names with unresponsive name servers would therefore delay all outgoing calls.
 *
 * The function fails with `ENOTFOUND` if the name has no address, and with `EAI_AGAIN` if no name server gives a result.
 *
 * @param options.file a resolver reads its name servers only once, so a change of this file leads to a new one
 */
export function createLookup({
  file = NAME_SERVERS,
  createResolver = () => new Resolver({ timeout: 2_000, tries: 2 }),
}: {
  file?: string;
  createResolver?: () => Resolver;
} = {}): Lookup {
  let current: { resolver: Resolver; version: string } | undefined;

  async function resolverNow(): Promise<Resolver> {
    const version = await stat(file, { bigint: true }).then(
      ({ ino, mtimeNs, size }) => [ino, mtimeNs, size].join(),
      () => '',
    );
    if (current?.version !== version) {
      current = { resolver: createResolver(), version };
    }
    return current.resolver;
  }

  return async (hostname) => {
    if (hostname === 'localhost') {
      return lookup(hostname, { all: true }); // DNS does not have this name
    }
    const resolver = await resolverNow();
    const [four, six] = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
    const found = [
      ...(four.status === 'fulfilled' ? four.value.map((address) => ({ address, family: 4 })) : []),
      ...(six.status === 'fulfilled' ? six.value.map((address) => ({ address, family: 6 })) : []),
    ];
    if (found.length > 0) {
      return found;
    }
    const codes = [four, six].map((one) => (one.status === 'rejected' ? String(one.reason.code) : 'ENODATA'));
    const unanswered = codes.find((code) => !NO_ADDRESS.includes(code));
    throw unanswered === undefined
      ? Object.assign(new Error(`${hostname} has no address`), { code: 'ENOTFOUND' })
      : Object.assign(new Error(`the name servers of this machine do not resolve ${hostname} (${unanswered})`), {
          code: 'EAI_AGAIN',
        });
  };
}

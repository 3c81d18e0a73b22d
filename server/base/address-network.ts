import ipaddr from 'ipaddr.js';

/** The part of an IPv6 address that one customer of a network provider usually gets, in bits. */
const IPV6_BITS = 64;

/**
 * Returns by what requests of an address are counted: the address itself, or the /64 of an IPv6 address, because one
 * client can use all addresses in it.
 */
export function networkOf(address: string): string {
  if (!ipaddr.IPv6.isValid(address)) {
    return address;
  }
  const parsed = ipaddr.process(address);
  return parsed.kind() === 'ipv4'
    ? parsed.toString()
    : `${ipaddr.IPv6.networkAddressFromCIDR(`${parsed.toString()}/${IPV6_BITS}`).toString()}/${IPV6_BITS}`;
}

/** Returns an IPv4 or IPv6 address in its usual form, such as `2001:db8::1`; undefined for any other text. */
export const addressOf = (text: string): string | undefined =>
  ipaddr.IPv4.isValidFourPartDecimal(text) || ipaddr.IPv6.isValid(text) ? ipaddr.process(text).toString() : undefined;

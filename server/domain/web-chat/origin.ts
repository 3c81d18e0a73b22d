/**
 * An origin as browsers send it (RFC 6454): `https://shop.example`, with a port if it is not the usual one. Plain http only on
 * this machine, where sites are developed.
 *
 * @returns the origin as browsers write it; undefined when the text is none, or has a path
 */
export function parseOrigin(text: string): string | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isAllowed =
    HOST.test(url?.hostname ?? '') &&
    (url?.protocol === 'https:' || (url?.protocol === 'http:' && LOOPBACK.includes(url.hostname)));
  return url && isAllowed && `${url.origin}/` === url.href ? url.origin : undefined;
}

/** URLs take more in a host: a star, which browsers would read as any, and a semicolon, which would end a rule of the page's policy. */
const HOST = /^([a-z\d.-]+|\[[a-f\d:]+\])$/;
const LOOPBACK: readonly string[] = ['localhost', '127.0.0.1', '[::1]'];

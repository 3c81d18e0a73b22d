/**
 * Parses an origin in the format that browsers send (RFC 6454): `https://shop.example`, with a port if it is not the
 * default. Plain http is allowed only on this machine, for development.
 *
 * @returns the origin in the format of browsers; undefined if the text is not an origin or has a path
 */
export function parseOrigin(text: string): string | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isAllowed =
    HOST.test(url?.hostname ?? '') &&
    (url?.protocol === 'https:' || (url?.protocol === 'http:' && LOOPBACK.includes(url.hostname)));
  return url && isAllowed && `${url.origin}/` === url.href ? url.origin : undefined;
}

/**
 * URLs allow more characters in a host. An asterisk would be a wildcard for browsers, and a semicolon would end a rule
 * of the page's policy.
 */
const HOST = /^([a-z\d.-]+|\[[a-f\d:]+\])$/;
const LOOPBACK: readonly string[] = ['localhost', '127.0.0.1', '[::1]'];

import type { IncomingHttpHeaders } from 'node:http';
import { isIP } from 'node:net';

/** Names that resolve to this machine, here and in its containers. No website has them. */
const OWN_NAMES = /^(localhost|.+\.localhost|host\.docker\.internal|host\.containers\.internal)$/;

/** The parts of a request that a web page cannot choose freely. */
interface RoutedRequest {
  url?: string | undefined;
  headers: IncomingHttpHeaders;
}

/** Returns the host of a Host header or of an origin, without brackets; undefined if there is none. */
const nameOf = (host: string) => URL.parse(host.includes('://') ? host : `http://${host}`)?.hostname;

/**
 * Returns why a port of this machine refuses the host of a request; undefined if it does not. A website may change its
 * name's address to this machine (DNS rebinding). Its requests then still have its name.
 *
 * @param allowedHosts names that the user chose, besides those of this machine
 */
export function hostProblem(
  { headers: { host } }: RoutedRequest,
  allowedHosts: readonly string[] = [],
): string | undefined {
  const name = host === undefined ? undefined : nameOf(host);
  const isKnown =
    host === undefined ||
    (name !== undefined &&
      (OWN_NAMES.test(name) || isIP(name.replace(/^\[|\]$/g, '')) > 0 || allows(allowedHosts, name)));
  return isKnown
    ? undefined
    : `The request is for the host "${host}", which may be a website that uses a browser to reach this machine. ` +
        `Use localhost or an IP address, or allow the host with --allowed-hosts ${name ?? 'NAME'}.`;
}

/** Returns whether an origin is that of a page which this machine serves, on any port. */
export const isOriginHere = (origin: string): boolean => {
  const name = nameOf(origin) ?? '';
  return OWN_NAMES.test(name) || /^(127\.|\[::1\]$)/.test(name);
};

const allows = (allowedHosts: readonly string[], name: string) =>
  allowedHosts.some((allowed) => allowed.toLowerCase() === name);

/**
 * Returns why a port of this machine refuses a request that a browser sent for a page of another site; undefined if it
 * does not. Other clients send neither header. A link to a page is allowed if it has no parameters.
 *
 * @param allowedHosts names whose pages may send requests
 */
export function pageProblem(
  { url = '/', headers }: RoutedRequest,
  allowedHosts: readonly string[] = [],
): string | undefined {
  const { origin, host = '', 'sec-fetch-site': site, 'sec-fetch-dest': destination } = headers;
  const isForeign =
    origin === undefined
      ? (site === 'cross-site' || site === 'same-site') && !(destination === 'document' && !url.includes('?'))
      : URL.parse(origin)?.host !== host.toLowerCase() && !allows(allowedHosts, nameOf(origin) ?? '');
  return isForeign
    ? `A web page of ${origin ?? 'another site'} sent this request. Pages of other sites may not use this port. ` +
        'Send the request with another program, such as curl.'
    : undefined;
}

/** Returns why a port of this machine refuses a request that a website may have caused; undefined if it does not. */
export const foreignProblem = (request: RoutedRequest, allowedHosts: readonly string[] = []): string | undefined =>
  hostProblem(request, allowedHosts) ?? pageProblem(request, allowedHosts);

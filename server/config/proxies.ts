import { isIP } from 'node:net';

/** The proxies for outgoing requests. */
export interface Proxies {
  /** For https addresses. */
  https: URL | undefined;
  /** For http addresses. */
  http: URL | undefined;
  /** The hosts that the server calls directly. */
  except: readonly Exception[];
}

/** A host and its subdomains; `*` is every host. */
interface Exception {
  name: string;
  /** @default every port */
  port: string | undefined;
}

/** A host that the server calls. */
interface Destination {
  protocol: string;
  /** Without brackets. */
  hostname: string;
  /** Empty for the default port of the protocol. */
  port: string;
}

/** This machine, which a proxy cannot reach. */
const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|::1)$/i;
const DEFAULT_PORTS: Record<string, string> = { 'http:': '80', 'https:': '443' };

/** Returns the proxy for a host; undefined if the server calls it directly. */
export function proxyFor({ https, http, except }: Proxies, destination: Destination): URL | undefined {
  const hostname = destination.hostname.toLowerCase();
  const port = destination.port || DEFAULT_PORTS[destination.protocol];
  const isExcepted = except.some(
    (one) =>
      (one.name === '*' || hostname === one.name || hostname.endsWith(`.${one.name}`)) && (one.port ?? port) === port,
  );
  return isExcepted || LOOPBACK.test(hostname) ? undefined : destination.protocol === 'https:' ? https : http;
}

/** Parses the address of a proxy. As in curl, one without a scheme is an http address. */
export function parseProxy(value: string): URL | undefined {
  const url = URL.parse(value.includes('://') ? value : `http://${value}`);
  return url && /^https?:$/.test(url.protocol) && url.hostname !== '' ? url : undefined;
}

/** Parses `NO_PROXY`: hosts, each with an optional port. A leading `.` or `*.` changes nothing, as in curl. */
export const parseExceptions = (value: string): Exception[] =>
  value
    .toLowerCase()
    .split(/[\s,]+/)
    .filter((part) => part !== '')
    .map((part) => {
      const plain = part.replace(/^\*?\./, '');
      const [, name = plain, port] = (isIP(plain) ? null : /^\[?(.+?)\]?(?::(\d+))?$/.exec(plain)) ?? [];
      return { name, port };
    });

/** Returns the address of a proxy as text, without its password. */
export const shownProxy = ({ origin }: URL): string => origin;

/** Returns a sentence about the proxies; undefined if there are none. */
export function shownProxies({ https, http, except }: Proxies): string | undefined {
  const used = [https && `https through ${shownProxy(https)}`, http && `http through ${shownProxy(http)}`];
  const direct = except.map(({ name, port }) => (port === undefined ? name : `${name}:${port}`));
  const parts = [...used, direct.length > 0 && `directly: ${direct.join(', ')}`].filter((part) => part);
  return https || http ? `outgoing requests: ${parts.join('; ')}` : undefined;
}

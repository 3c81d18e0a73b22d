import { AsyncLocalStorage } from 'node:async_hooks';
import type { LookupAddress } from 'node:dns';
import { isIP } from 'node:net';
import { buildConnector } from 'undici';
import { type Proxies, proxyFor } from '../config/proxies.ts';
import { acceptContinue } from './interim.ts';
import { openTunnel } from './tunnel.ts';

/** What is known about the connection of a request. */
export interface ObservedConnection {
  /** Whether the request opened it; otherwise, earlier requests used it. */
  isNew: boolean;
}

const current = new AsyncLocalStorage<ObservedConnection>();

/** Starts a request with `start`. The connector sets `isNew` if it opens a connection for the request. */
export const observeConnection = <T>(connection: ObservedConnection, start: () => T): T =>
  current.run(connection, start);

/** At least one address. */
export type Addresses = [LookupAddress, ...LookupAddress[]];

const TIMEOUT_MILLISECONDS = 10_000;

/**
 * Returns a function that opens the connections of a pool, directly or through a proxy.
 *
 * @param addressesOf resolves and checks a host, which can be an IP address. A proxy then gets an address, so that it
 * cannot resolve the name to another one. @default the system resolver or the proxy resolves the name, without a check
 */
export function createConnector(
  proxies: Proxies,
  addressesOf?: (hostname: string) => Promise<Addresses>,
): buildConnector.connector {
  const connect = buildConnector({
    timeout: TIMEOUT_MILLISECONDS,
    ...(addressesOf && {
      lookup(hostname, options, callback) {
        addressesOf(hostname).then(
          (found) => {
            if (options.all) {
              callback(null, found);
            } else {
              callback(null, found[0].address, found[0].family);
            }
          },
          (error: NodeJS.ErrnoException) => callback(error, '', 0),
        );
      },
    }),
  });

  return (options, callback) => {
    const connection = current.getStore();
    if (connection) {
      connection.isNew = true;
    }
    const done: buildConnector.Callback = (...[error, socket]) => {
      if (socket) {
        acceptContinue(socket);
        callback(null, socket);
      } else {
        callback(error, null);
      }
    };
    prepare(options).then(
      (httpSocket) =>
        httpSocket && options.protocol !== 'https:'
          ? done(null, httpSocket)
          : connect({ ...options, ...(httpSocket && { httpSocket }) }, done),
      (error: Error) => done(error, null),
    );
  };

  /** Returns the tunnel of a connection; undefined if it needs none. */
  async function prepare({ protocol, hostname, port }: buildConnector.Options) {
    const proxy = proxyFor(proxies, { protocol, hostname, port });
    // A name is resolved while connecting, but an IP address is not.
    const [address] = addressesOf && (proxy || isIP(hostname)) ? await addressesOf(hostname) : [];
    if (proxy === undefined) {
      return undefined;
    }
    const host = address?.address ?? hostname;
    const target = `${isIP(host) === 6 ? `[${host}]` : host}:${port || (protocol === 'https:' ? 443 : 80)}`;
    return openTunnel(proxy, target, TIMEOUT_MILLISECONDS);
  }
}

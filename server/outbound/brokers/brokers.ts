import { setMaxListeners } from 'node:events';
import { isIP } from 'node:net';
import { DELIVERY_TIMEOUT_SECONDS } from '@wigwag/openapi';
import { errors } from 'undici';
import type { Clock } from '../../engine/clock.ts';
import { isLoopback } from '../address.ts';
import { publicAddressesOf } from '../agent.ts';
import { OutboundTimeoutError } from '../request.ts';
import type { Lookup } from '../resolver.ts';
import { type Broker, type BrokerTarget, decoded, type SendToBroker } from './broker.ts';
import { nats } from './nats.ts';
import { rabbitmq } from './rabbitmq.ts';
import { redis } from './redis.ts';

/** The kinds of message brokers, by the scheme of an address. */
const BROKERS: ReadonlyMap<string, Broker> = new Map([
  ['redis:', redis],
  ['rediss:', redis],
  ['nats:', nats],
  ['amqp:', rabbitmq],
  ['amqps:', rabbitmq],
]);

/** The schemes of connections without TLS, with those of the same broker with TLS. NATS has one scheme for both. */
const WITH_TLS: Readonly<Record<string, string>> = { 'redis:': 'rediss:', 'amqp:': 'amqps:' };

/** The forms of the addresses of message brokers. */
export const BROKER_FORMS = `${redis.form}, ${nats.form} or ${rabbitmq.form}`;

/** As for HTTP, a connection without deliveries closes after this time. */
const IDLE_MILLISECONDS = 10_000;

/** Returns the broker of an address; undefined if it has another scheme. */
const brokerOf = (url: string): Broker | undefined => BROKERS.get(URL.parse(url)?.protocol ?? '');

/** Returns the form of the addresses of a broker, for an address with its scheme; undefined if no broker has it. */
export const brokerForm = (url: string): string | undefined => brokerOf(url)?.form;

/** Returns whether an address is one of a message broker. */
export const isBrokerAddress = (url: string): boolean => brokerOf(url) !== undefined;

/**
 * Returns the host of an address, as an https address with the same host has it. URLs of other schemes keep forms such
 * as `127.1`.
 */
export const brokerHost = (url: string): string | undefined => URL.parse(url.replace(/^[a-z]+:/i, 'https:'))?.hostname;

/** As for HTTP, only connections to this machine in `wigwag dev` may be without TLS. */
const needsTls = ({ protocol }: URL, hostname: string, allowLoopback: boolean): boolean =>
  Object.values(WITH_TLS).includes(protocol) || !(allowLoopback && isLoopback(hostname));

/** Returns what is wrong with the address of a broker; undefined if nothing. */
export function brokerProblem(given: string, allowLoopback: boolean): string | undefined {
  const hostname = brokerHost(given);
  const url = URL.parse(given);
  const broker = brokerOf(given);
  if (!url || !broker || hostname === undefined || !/[\p{L}\p{N}:]/u.test(hostname)) {
    return 'its host is not a valid name';
  }
  const secure = WITH_TLS[url.protocol];
  if (secure !== undefined && needsTls(url, hostname, allowLoopback)) {
    return `it must start with ${secure}//, so that the connection is encrypted`;
  }
  if (url.password !== '') {
    return 'it contains a password, which is a separate setting';
  }
  if (decoded(url.username) === undefined) {
    return 'its user name is not valid UTF-8';
  }
  return url.hash === '' ? broker.pathProblem(url) : 'it contains #, which must be written as %23';
}

/** Message brokers that get events. */
export interface Brokers {
  /** Sends an event over the connection of the address and password. Returns the acknowledgement. @throws if there is none */
  send(to: { url: string; password: string | undefined }, event: Parameters<SendToBroker>[0]): Promise<string>;
  /** Closes all connections. Calls in progress and later ones fail with `ClientDestroyedError`. */
  close(): void;
}

/** A connection of one address and password. */
interface Connection {
  control: AbortController;
  send: Promise<SendToBroker>;
  pending: number;
  cancelIdle: () => void;
}

/** @param options.lookup resolves the hosts; see `createGuardedAgent` */
export function createBrokers({
  clock,
  allowLoopback,
  lookup,
}: {
  clock: Clock;
  allowLoopback: boolean;
  lookup?: Lookup;
}): Brokers {
  const connections = new Map<string, Connection>();
  let isClosed = false;

  async function targetOf(given: string, password: string | undefined): Promise<BrokerTarget> {
    const url = new URL(given);
    const hostname = brokerHost(given) ?? '';
    const addresses = await publicAddressesOf(hostname, allowLoopback, lookup);
    const { address: host } = addresses.find(({ family }) => family === 4) ?? addresses[0];
    const isName = isIP(hostname.replace(/^\[|\]$/g, '')) === 0;
    return {
      url,
      host,
      port: Number(url.port) || (brokerOf(given)?.port ?? 0),
      // The name of the certificate: the one of the address, not that of the resolved host.
      tls: needsTls(url, hostname, allowLoopback) ? { host, ...(isName && { servername: hostname }) } : undefined,
      username: decoded(url.username) || undefined,
      password,
    };
  }

  function open(key: string, url: string, password: string | undefined): Connection {
    const control = new AbortController();
    setMaxListeners(0, control.signal);
    const connect = async () => {
      const target = await targetOf(url, password);
      control.signal.throwIfAborted();
      return (brokerOf(url) as Broker).connect(target, control);
    };
    const connection: Connection = { control, send: connect(), pending: 0, cancelIdle: () => {} };
    connection.send.catch((error) => control.abort(error));
    control.signal.addEventListener('abort', () => {
      connection.cancelIdle();
      if (connections.get(key) === connection) {
        connections.delete(key);
      }
    });
    connections.set(key, connection);
    return connection;
  }

  /** Sends an event over an open connection, or over a new one. */
  async function sendOver(connection: Connection, event: Parameters<SendToBroker>[0]): Promise<string> {
    const { control } = connection;
    connection.cancelIdle();
    connection.pending += 1;
    const { promise: lost, reject } = Promise.withResolvers<never>();
    const onAbort = () => reject(control.signal.reason);
    control.signal.addEventListener('abort', onAbort);
    // The other events of a server that does not respond would wait in the memory of its client.
    const cancel = clock.setTimeout(
      () => control.abort(new OutboundTimeoutError(`no response within ${DELIVERY_TIMEOUT_SECONDS} s`)),
      DELIVERY_TIMEOUT_SECONDS * 1000,
    );
    try {
      return await Promise.race([lost, connection.send.then((send) => send(event))]);
    } finally {
      cancel();
      control.signal.removeEventListener('abort', onAbort);
      connection.pending -= 1;
      if (connection.pending === 0 && !control.signal.aborted) {
        const close = () => control.abort(new Error('the connection was idle'));
        connection.cancelIdle = clock.setTimeout(close, IDLE_MILLISECONDS, true);
      }
    }
  }

  return {
    async send({ url, password }, event) {
      if (isClosed) {
        throw new errors.ClientDestroyedError();
      }
      const key = JSON.stringify([url, password]);
      const used = connections.get(key);
      if (used) {
        try {
          return await sendOver(used, event);
        } catch (error) {
          const { aborted, reason } = used.control.signal;
          if (!aborted || isClosed || reason instanceof OutboundTimeoutError) {
            throw error;
          }
          // As for HTTP, a connection of earlier events may have broken. Receivers recognize a repeated event (§6).
        }
      }
      return sendOver(connections.get(key) ?? open(key, url, password), event);
    },

    close() {
      isClosed = true;
      for (const { control } of [...connections.values()]) {
        control.abort(new errors.ClientDestroyedError());
      }
    },
  };
}

/** Where to connect, after the host was checked. */
export interface BrokerTarget {
  /** The address as the user gave it. */
  url: URL;
  /** An IP address. The client must not resolve the name again, because it could then be private. */
  host: string;
  port: number;
  /** The settings of TLS; undefined for a connection without it. */
  tls: { host: string; servername?: string } | undefined;
  username: string | undefined;
  password: string | undefined;
}

/** Sends one event. Returns the broker's acknowledgement as text. @throws the broker's error */
export type SendToBroker = (event: {
  id: string;
  /** The name of the event, such as `message.received`. */
  event: string;
  headers: Readonly<Record<string, string>>;
  body: string;
}) => Promise<string>;

/** A kind of message broker. */
export interface Broker {
  /** The form of its addresses. `docs/webhook-endpoints.md` explains it. */
  form: string;
  /** The port of an address without one. */
  port: number;
  /** Returns what is wrong with the path and the query of an address; undefined if nothing. Completes a sentence. */
  pathProblem(url: URL): string | undefined;
  /**
   * Connects. The client closes when `connection` is aborted, and aborts it with the reason if it loses the server. It
   * never reconnects: the next delivery opens a new connection, whose address is checked again.
   */
  connect(target: BrokerTarget, connection: AbortController): Promise<SendToBroker>;
}

/** Returns a decoded part of a URL; undefined if its escapes are not UTF-8. */
export function decoded(part: string): string | undefined {
  try {
    return decodeURIComponent(part);
  } catch {
    return undefined;
  }
}

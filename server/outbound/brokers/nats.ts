import type { NodeConnectionOptions } from '@nats-io/transport-node';
import { type Broker, decoded } from './broker.ts';

const PATH = /^\/([^/]+)$/;
/** Tokens without spaces and wildcards. Subjects that begin with `$` are those of the server. */
const SUBJECT = /^(?!\$)[^\s.*>]+(\.[^\s.*>]+)*$/;

/** The connection is closed after a timeout of the caller, which is shorter. */
const TIMEOUT_MILLISECONDS = 15_000;

const subjectOf = (url: URL): string | undefined => decoded(PATH.exec(url.pathname)?.[1] ?? '');

/** A subject of NATS JetStream. */
export const nats: Broker = {
  form: 'nats://USER@HOST:PORT/SUBJECT',
  port: 4222,

  pathProblem(url) {
    if (!SUBJECT.test(subjectOf(url) ?? '')) {
      return 'its path must be a subject without wildcards, such as /wigwag.events';
    }
    return url.search === '' ? undefined : 'it must not have a question mark';
  },

  async connect({ url, host, port, tls, username, password }, connection) {
    const subject = subjectOf(url) ?? '';
    const [{ connect, headers: newHeaders, RequestError }, { jetstream }] = await Promise.all([
      import('@nats-io/transport-node'),
      import('@nats-io/jetstream'),
    ]);
    const client = await connect({
      name: 'wigwag',
      servers: `${host.includes(':') ? `[${host}]` : host}:${port}`,
      // The types lack the options of Node, which the client passes on.
      ...(tls && { tls: tls as NodeConnectionOptions['tls'] & object }),
      ...(username === undefined ? password !== undefined && { token: password } : { user: username, pass: password }),
      reconnect: false,
      // Other servers of a cluster would be used without a check of their addresses.
      ignoreClusterUpdates: true,
      noAsyncTraces: true,
      timeout: TIMEOUT_MILLISECONDS,
    });
    const close = () => void client.close();
    if (connection.signal.aborted) {
      close();
    }
    connection.signal.addEventListener('abort', close);
    void client.closed().then((error) => connection.abort(error || new Error('the server closed the connection')));
    const stream = jetstream(client, { timeout: TIMEOUT_MILLISECONDS });
    return async ({ id, headers, body }) => {
      const sent = newHeaders();
      for (const [name, value] of Object.entries(headers)) {
        sent.set(name, value);
      }
      try {
        const { stream: name, seq, duplicate } = await stream.publish(subject, body, { msgID: id, headers: sent });
        return `stream ${name}, sequence ${seq}${duplicate ? ', which it already had' : ''}`;
      } catch (error) {
        const { cause } = error as Error;
        if (cause instanceof RequestError && cause.isNoResponders()) {
          throw new Error(`the server has no JetStream stream with the subject ${subject}`, { cause });
        }
        if (client.isClosed()) {
          connection.abort(error);
        }
        throw error;
      }
    };
  },
};

import { type Broker, decoded } from './broker.ts';

const PATH = /^\/([^/]+)\/([^/]+)$/;
/** The most bytes of a name in AMQP 0-9-1. */
const MAX_NAME = 255;

const isName = (part: string | undefined): boolean => {
  const name = decoded(part ?? '') ?? '';
  return name !== '' && Buffer.byteLength(name) <= MAX_NAME;
};

/** An exchange of RabbitMQ, which routes each event by its name. */
export const rabbitmq: Broker = {
  form: 'amqps://USER@HOST:PORT/VHOST/EXCHANGE',
  port: 5671,

  pathProblem({ pathname, search }) {
    const [, vhost, exchange] = PATH.exec(pathname) ?? [];
    if (!isName(vhost) || !isName(exchange)) {
      return 'its path must be the names of a virtual host and an exchange, such as /%2F/wigwag';
    }
    return search === '' ? undefined : 'it must not have a question mark';
  },

  async connect({ url, host, port, tls, username, password }, connection) {
    const [, vhost = '', name = ''] = PATH.exec(url.pathname) ?? [];
    const exchange = decodeURIComponent(name);
    const { connect } = await import('amqplib');
    const protocol = tls ? 'amqps' : 'amqp';
    // Node passes the signal to the socket, which it closes.
    const socket = { ...tls, signal: connection.signal };
    const client = await connect({ protocol, hostname: host, port, vhost, username, password }, socket).catch(
      (error: Error) => {
        // The client does not pass on what the server says.
        throw error.message.startsWith('Expected ConnectionOpenOk')
          ? new Error(`the server has no virtual host ${decodeURIComponent(vhost)} for this user`, { cause: error })
          : error;
      },
    );
    const lost = (error: unknown) => connection.abort(error);
    client.on('error', lost);
    client.on('close', () => lost(new Error('the server closed the connection')));
    client.on('blocked', (reason: string) => lost(new Error(`the server accepts no messages now: ${reason}`)));
    const channel = await client.createConfirmChannel();
    channel.on('error', lost);
    await channel.checkExchange(exchange);
    /** The IDs of events that no queue took. The server returns them before it confirms them. */
    const returned = new Set<string>();
    channel.on('return', ({ properties }) => returned.add(properties.messageId));
    return async ({ id, event, headers, body }) => {
      const sent = { messageId: id, contentType: 'application/json', headers, persistent: true, mandatory: true };
      await new Promise<void>((resolve, reject) => {
        channel.publish(exchange, event, Buffer.from(body), sent, (error: Error | null) => {
          // The client says only `message nacked`, or that the channel closed.
          if (error === null) {
            resolve();
          } else {
            reject(
              connection.signal.aborted ? error : new Error('the server has rejected the event', { cause: error }),
            );
          }
        });
      });
      if (returned.delete(id)) {
        throw new Error(`no queue gets events with the routing key ${event} from the exchange ${exchange}`);
      }
      return `exchange ${exchange}, routing key ${event}`;
    };
  },
};

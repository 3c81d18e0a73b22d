import { type Broker, decoded } from './broker.ts';

/** How many entries a stream keeps if its address has no `maxlen`. Redis keeps entries in memory until they are removed. */
const MAXLEN = 100_000;

/** The connection is closed after a timeout of the caller, which is shorter. */
const TIMEOUT_MILLISECONDS = 15_000;

const PATH = /^\/(\d{1,5})\/([^/]+)$/;
const QUERY = /^(\?maxlen=[1-9]\d{0,9})?$/;

/** A Redis stream. */
export const redis: Broker = {
  form: 'rediss://USER@HOST:PORT/DATABASE/STREAM?maxlen=ENTRIES',
  port: 6379,

  pathProblem({ pathname, search }) {
    const [, , stream] = PATH.exec(pathname) ?? [];
    if (stream === undefined || decoded(stream) === undefined) {
      return 'its path must be the number of a database and the name of a stream, such as /0/wigwag';
    }
    return QUERY.test(search) ? undefined : 'it may have only maxlen after the question mark, such as ?maxlen=100000';
  },

  async connect({ url, host, port, tls, username, password }, connection) {
    const [, database = '', stream = ''] = PATH.exec(url.pathname) ?? [];
    const key = decodeURIComponent(stream);
    const maxlen = Number(url.searchParams.get('maxlen') ?? MAXLEN);
    const { Redis, ReplyError } = await import('ioredis');
    const client = new Redis({
      host,
      port,
      ...(tls && { tls }),
      lazyConnect: true,
      connectTimeout: TIMEOUT_MILLISECONDS,
      retryStrategy: null,
      autoResendUnfulfilledCommands: false,
      enableOfflineQueue: false,
      // These are commands that the user may not be allowed to call.
      enableReadyCheck: false,
      disableClientInfo: true,
      // Redis 5, the first version with streams, has only RESP2.
      protocol: 2,
    });
    client.on('error', (error) => connection.abort(error));
    client.on('end', () => connection.abort(new Error('the server closed the connection')));
    connection.signal.addEventListener('abort', () => client.disconnect());
    await client.connect();
    // The client would write some errors of these commands to the console, and report others only as events.
    if (username !== undefined || password !== undefined) {
      await client.call('AUTH', ...(username === undefined ? [] : [username]), password ?? '');
    }
    if (Number(database) > 0) {
      await client.select(Number(database));
    }
    return async ({ headers, body }) => {
      // `body` is last, so that a reader who makes an object of the fields gets it even if a header has its name.
      const fields = [...Object.entries(headers).flat(), 'body', body];
      try {
        return `entry ${await client.xadd(key, 'MAXLEN', '~', maxlen, '*', ...fields)}`;
      } catch (error) {
        if (!(error instanceof ReplyError)) {
          connection.abort(error);
        }
        throw error;
      }
    };
  },
};

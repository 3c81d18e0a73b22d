import { connect, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { connect as connectTls } from 'node:tls';

const HEAD_END = '\r\n\r\n';

/** Opens a connection to the host of a URL. */
export async function direct(url: URL): Promise<Duplex> {
  const socket = connect(Number(url.port), url.hostname);
  socket.setNoDelay();
  await ready(socket, 'connect');
  return socket;
}

/** Opens a TLS connection to a host through a proxy's tunnel. */
export async function tunnel(proxy: URL, host: string, ca: Buffer): Promise<Duplex> {
  const socket = (await direct(proxy)) as Socket;
  socket.write(`CONNECT ${host}:443 HTTP/1.1\r\nhost: ${host}:443\r\n\r\n`);
  const [head] = await ready(socket, 'data');
  if (!String(head).startsWith('HTTP/1.1 200')) {
    throw new Error(`The proxy returned ${head}`);
  }
  const secure = connectTls({ socket, servername: host, ca });
  await ready(secure, 'secureConnect');
  return secure;
}

const ready = (stream: Duplex, event: string): Promise<unknown[]> =>
  new Promise((resolve, reject) => {
    stream.once('error', reject);
    stream.once(event, (...values: unknown[]) => {
      stream.off('error', reject);
      resolve(values);
    });
  });

/**
 * Sends the same request on each connection, again after each response, and returns responses per second. It parses
 * only the status and the length, so that the server and not this process is the limit.
 *
 * @throws if a response has a status other than 200
 */
export async function load(connections: readonly Duplex[], request: string, seconds: number): Promise<number> {
  let count = 0;
  let running = true;
  const began = performance.now();
  const stopped = new Promise<void>((resolve) => {
    setTimeout(() => {
      running = false;
      resolve();
    }, seconds * 1000);
  });
  const ended = connections.map(
    (connection) =>
      new Promise<void>((resolve, reject) => {
        let received = '';
        const onData = (chunk: Buffer) => {
          received += chunk.toString('latin1');
          const head = received.indexOf(HEAD_END);
          if (head < 0) {
            return;
          }
          const length = Number(/\r\ncontent-length: (\d+)/i.exec(received)?.[1] ?? Number.NaN);
          if (!received.startsWith('HTTP/1.1 200') || Number.isNaN(length)) {
            reject(new Error(`A response is not as expected: ${received}`));
            return;
          }
          if (received.length < head + HEAD_END.length + length) {
            return;
          }
          received = '';
          if (running) {
            count += 1;
            connection.write(request);
          } else {
            connection.off('data', onData);
            resolve();
          }
        };
        connection.on('data', onData);
        connection.once('error', reject);
        connection.write(request);
      }),
  );
  await Promise.race([stopped, Promise.all(ended)]);
  const rate = count / ((performance.now() - began) / 1000);
  await Promise.all(ended);
  return rate;
}

import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
// biome-ignore lint/style/noRestrictedImports: the simulator starts no proxy.
import { createSecureServer } from 'node:http2';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import type { Duplex } from 'node:stream';
import type { Incoming, Outgoing } from '../http.ts';
import { type Authority, createAuthority } from './certificates.ts';
import { routeOf } from './hosts.ts';

export interface ProxyOptions {
  /** @default any free port */
  port?: number;
  /** A folder that keeps the CA for later runs. @default a new folder, deleted by `close` */
  caDir?: string;
}

type ProxyListener = (incoming: Incoming, outgoing: Outgoing) => void;

/** The handlers of the requests that the proxy does not forward. */
export interface Answering {
  /** Answers the requests to Meta's hosts. */
  answer(scheme: 'http' | 'https'): ProxyListener;
  /** Answers the requests to the proxy itself. @default an explanation */
  own?: ProxyListener;
}

export interface MockProxy {
  url: string;
  /** The file of the CA's certificate. */
  caFile: string;
  /** The environment variables that send the HTTPS requests of most clients through the proxy. */
  env: Record<string, string>;
  close(): Promise<void>;
}

/**
 * Starts a forward proxy on 127.0.0.1 that answers for Meta's Graph hosts, over HTTP/1.1 and HTTP/2. It refuses Meta's
 * other hosts, because such requests may contain tokens, and forwards requests to all other hosts.
 */
export async function startProxy(
  { answer, own = explainUse }: Answering,
  { port = 0, caDir }: ProxyOptions = {},
): Promise<MockProxy> {
  const folder = caDir ?? mkdtempSync(join(tmpdir(), 'wigwag-ca-'));
  const authority = createAuthority(folder);
  const { leaf, caFile } = authority;
  const sockets = new Set<Duplex>();
  const track = <One extends Duplex>(socket: One): One => {
    sockets.add(socket);
    return socket.on('close', () => sockets.delete(socket)).on('error', () => socket.destroy()) as One;
  };
  const secure = createSecureServer({ ...leaf, allowHTTP1: true }, answer('https'));
  const direct = answer('http');
  const server = createServer((incoming, outgoing) => {
    // A request with a whole URL: the client does not tunnel.
    const host = URL.parse(incoming.url ?? '')?.hostname;
    if (host === undefined) {
      own(incoming, outgoing);
    } else if (routeOf(host) === 'answer') {
      direct(incoming, outgoing);
    } else {
      explain(outgoing, refusal(host));
    }
  });
  server.on('connection', track);
  server.on('connect', (incoming: IncomingMessage, client: Socket, head: Buffer) => {
    const { hostname, port: target } = URL.parse(`https://${incoming.url}`) ?? { hostname: '', port: '' };
    const route = hostname === '' ? 'refuse' : routeOf(hostname);
    if (route === 'refuse') {
      client.end(
        `HTTP/1.1 403 Forbidden\r\ncontent-type: text/plain\r\nconnection: close\r\n\r\n${refusal(hostname)}\n`,
      );
    } else if (route === 'answer') {
      client.write('HTTP/1.1 200 Connection Established\r\n\r\n');
      if (head.length > 0) {
        client.unshift(head);
      }
      secure.emit('connection', client);
    } else {
      passOn(client, head, hostname, Number(target || 443), track);
    }
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    caFile,
    env: environmentOf(url, authority),
    close: async () => {
      await new Promise((resolve) => {
        server.close(resolve);
        for (const socket of sockets) {
          socket.destroy();
        }
      });
      if (caDir === undefined) {
        rmSync(folder, { recursive: true, force: true });
      }
    },
  };
}

function passOn(client: Socket, head: Buffer, host: string, port: number, track: (socket: Socket) => Socket): void {
  const name = host.replace(/^\[|\]$/g, '');
  const upstream = track(connect(port, name));
  upstream.once('connect', () => {
    client.write('HTTP/1.1 200 Connection Established\r\n\r\n');
    upstream.write(head);
    client.pipe(upstream).pipe(client);
  });
  upstream.once('error', () => client.end('HTTP/1.1 502 Bad Gateway\r\nconnection: close\r\n\r\n'));
  client.once('close', () => upstream.destroy());
}

const explainUse: ProxyListener = (_, outgoing) =>
  explain(outgoing, 'This is a proxy for the hosts of Meta. Set HTTPS_PROXY to this address.');

const refusal = (host: string) =>
  `The proxy does not let requests to ${host} through. It answers for Meta's Graph hosts and passes on only HTTPS of other hosts.`;

function explain(outgoing: Outgoing, text: string): void {
  (outgoing as import('node:http').ServerResponse).writeHead(403, { 'content-type': 'text/plain' }).end(`${text}\n`);
}

/** curl and Python read the variables in lower case, Go and Node in both. */
function environmentOf(url: string, { caFile, bundleFile, phpFolder }: Authority): Record<string, string> {
  return {
    HTTPS_PROXY: url,
    https_proxy: url,
    NO_PROXY: '127.0.0.1,localhost,::1',
    no_proxy: '127.0.0.1,localhost,::1',
    // Node uses the proxy variables only if asked, and adds the CA to its own list.
    NODE_USE_ENV_PROXY: '1',
    NODE_EXTRA_CA_CERTS: caFile,
    // OpenSSL with Python's urllib and Ruby; Go; Python's requests; curl. Each replaces its list of CAs.
    SSL_CERT_FILE: bundleFile,
    REQUESTS_CA_BUNDLE: bundleFile,
    CURL_CA_BUNDLE: bundleFile,
    // An empty element is PHP's own folder.
    PHP_INI_SCAN_DIR: `${process.env.PHP_INI_SCAN_DIR ?? ''}${delimiter}${phpFolder}`,
  };
}

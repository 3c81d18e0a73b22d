import { once } from 'node:events';
import { request as ask, createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Exchange } from '../exchange.ts';
import { TargetError } from '../verdict.ts';

/** A request of the app to the Graph API, and the mock's response. */
export interface GraphCall extends Exchange {
  path: string;
  /** The body, if it is JSON. */
  // biome-ignore lint/suspicious/noExplicitAny: an app may send anything
  json: any;
  /** When it arrived, in milliseconds. */
  at: number;
  /** True if the mock closed the connection instead of responding. */
  lost: boolean;
}

/** The Graph API as the app sees it: it forwards each request to the mock and records it. */
export class GraphProxy {
  readonly calls: GraphCall[] = [];
  readonly #mock: URL;
  readonly #server: Server;

  constructor(mock: string) {
    this.#mock = new URL(mock);
    this.#server = createServer((request, response) => void this.#forward(request, response));
  }

  /** @throws {TargetError} if the address cannot be used */
  async start(listen: string): Promise<string> {
    const at = listen.lastIndexOf(':');
    const host = listen.slice(0, at).replaceAll(/[[\]]/g, '');
    try {
      this.#server.listen(Number(listen.slice(at + 1)), host);
      await once(this.#server, 'listening');
    } catch (error) {
      throw new TargetError(`graph ${listen} cannot be used: ${(error as Error).message}`);
    }
    return `http://${listen.slice(0, at)}:${(this.#server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }

  async #forward(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const at = Date.now();
    const path = request.url ?? '/';
    const sent = await bytesOf(request);
    const headers = request.headers as Record<string, string>;
    const text = sent.toString('utf8');
    const sentRequest = {
      method: request.method ?? 'GET',
      url: `http://${headers.host}${path}`,
      headers: { ...(headers.authorization && { authorization: headers.authorization }) },
      body: text.slice(0, 4000),
    };
    const record = (status: number, got: Record<string, string>, answer: string, lost = false): void => {
      this.calls.push({ request: sentRequest, path, json: parsed(text), at, status, headers: got, text: answer, lost });
    };
    // The mock uses the Host header for the URLs of files, so that downloads also come here.
    const forwarded = ask(
      { host: this.#mock.hostname, port: this.#mock.port, path, method: request.method, headers: request.headers },
      (answer) => {
        bytesOf(answer).then(
          (body) => {
            const status = answer.statusCode ?? 502;
            record(status, answer.headers as Record<string, string>, body.toString('utf8').slice(0, 4000));
            response.writeHead(status, answer.headers).end(body);
          },
          () => {
            record(0, {}, '', true);
            response.destroy();
          },
        );
      },
    );
    forwarded.on('error', () => {
      record(0, {}, '', true);
      response.destroy();
    });
    forwarded.end(sent);
  }
}

async function bytesOf(message: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of message) {
    chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks);
}

export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { LARGEST_BODY_BYTES } from './bounded-body.ts';
import { TargetError } from './verdict.ts';

/** One delivery, as it came. */
export interface Delivery {
  path: string;
  headers: IncomingHttpHeaders;
  raw: Buffer;
  /** The body; undefined when it is no JSON. */
  // biome-ignore lint/suspicious/noExplicitAny: any implementation may send anything
  body: any;
  secret: string;
}

/** How a receiver answers. */
export interface Reply {
  status?: number;
  body?: string;
  headers?: Record<string, string>;
  /** Keeps the sender waiting for as long as the case runs. */
  silent?: boolean;
}

/** A webhook receiver of one case. */
export interface Receiver {
  url: string;
  /** Without repetitions of the same attempt. */
  deliveries: Delivery[];
  /** How it answers the next deliveries; 200 unless told otherwise. */
  reply: (delivery: Delivery, earlier: number) => Reply;
}

/** A file that the target may fetch. */
export interface HostedFile {
  status?: number;
  type?: string;
  body?: Buffer;
  headers?: Record<string, string>;
}

/** What v1 of the signature must be (§6). */
export const signatureOf = (secret: string, time: string, raw: Buffer): string =>
  createHmac('sha256', secret).update(`${time}.`).update(raw).digest('hex');

/** The `t` of a delivery's signature, in seconds. */
export const timeOf = ({ headers }: Delivery): number =>
  Number(/^t=(\d+)/.exec(String(headers['x-service-signature']))?.[1]);

/** So far apart in time, by the signature, the same attempt may come twice; a retry comes a minute later. */
const REPEATED_WITHIN_SECONDS = 30;

/**
 * Whether two deliveries are one attempt that came twice, as everything may that is sent at least once: whoever receives ignores
 * an id that was there before (§6). What says that it is a further attempt is none, and neither is what comes when a retry would.
 */
function isRepeated(one: Delivery, other: Delivery): boolean {
  return (
    one.body?.id !== undefined &&
    one.body.id === other.body?.id &&
    one.body.attempt === other.body.attempt &&
    Math.abs(timeOf(one) - timeOf(other)) < REPEATED_WITHIN_SECONDS
  );
}

/** One HTTP server of the suite: it receives webhooks, each case below its own path, and hosts files. */
export class Hooks {
  /** By path; where the target has one address, all cases that wait for something there. */
  readonly #receivers = new Map<string, { secret: string; receivers: Receiver[] }>();
  readonly #files = new Map<string, HostedFile>();
  readonly #fetched = new Set<string>();
  readonly #waiting = new Set<ServerResponse>();
  /** What each delivery was answered, to answer a repetition alike. */
  readonly #replies = new WeakMap<Delivery, Reply>();
  readonly #onDelivery: (delivery: Delivery) => void;
  readonly #server: Server;
  #origin = '';
  #last = 0;

  constructor(onDelivery: (delivery: Delivery) => void) {
    this.#onDelivery = onDelivery;
    this.#server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      let bytes = 0;
      request.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
        if (bytes > LARGEST_BODY_BYTES) {
          request.destroy();
        } else {
          chunks.push(chunk);
        }
      });
      request.on('error', () => {});
      request.on('end', () =>
        this.#take(request.method ?? '', request.url ?? '', request.headers, Buffer.concat(chunks), response),
      );
    });
  }

  /** @throws {TargetError} when it cannot listen there */
  async start(listen = '127.0.0.1:0'): Promise<void> {
    const [, host, port] = /^(?:(.+):)?(\d{1,5})$/.exec(listen) ?? [];
    if (Number(port ?? 65_536) > 65_535) {
      throw new TargetError(`webhook.listen must be host:port, such as 0.0.0.0:8080, and is ${listen}`);
    }
    try {
      this.#server.listen(Number(port), host ?? '127.0.0.1');
      await once(this.#server, 'listening');
    } catch (error) {
      throw new TargetError(`webhook.listen ${listen} cannot be listened at: ${(error as Error).message}`);
    }
    this.#origin = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }

  /** @param path where deliveries arrive; a new one unless the target sends to a fixed address */
  receiver(secret: string, path = `/r/${++this.#last}`): Receiver {
    const receiver: Receiver = { url: this.#origin + path, deliveries: [], reply: () => ({}) };
    const { receivers } = this.#receivers.get(path) ?? { receivers: [] };
    this.#receivers.set(path, { secret, receivers: [...receivers, receiver] });
    return receiver;
  }

  /** The address of a file that answers as told. */
  file(name: string, file: HostedFile): string {
    const path = `/f/${++this.#last}/${name}`;
    this.#files.set(path, file);
    return this.#origin + path;
  }

  /** Whether somebody asked for this file. */
  wasFetched(url: string): boolean {
    return this.#fetched.has(new URL(url).pathname);
  }

  /** An address where nothing listens. */
  deadUrl(): string {
    return 'http://127.0.0.1:9/nobody';
  }

  #take(method: string, url: string, headers: IncomingHttpHeaders, raw: Buffer, response: ServerResponse): void {
    const path = url.split('?')[0] ?? '';
    const file = this.#files.get(path);
    if (file) {
      if (method === 'GET') {
        this.#fetched.add(path);
      }
      const body = file.body ?? Buffer.alloc(0);
      const type = file.type ? { 'content-type': file.type } : {};
      response.writeHead(file.status ?? 200, { ...type, 'content-length': body.length, ...file.headers });
      response.end(method === 'HEAD' ? undefined : body);
      return;
    }
    const known = this.#receivers.get(path);
    if (!known) {
      response.writeHead(404).end();
      return;
    }
    const { receivers, secret } = known;
    let body: unknown;
    try {
      body = JSON.parse(raw.toString('utf8'));
    } catch {}
    const delivery: Delivery = { path, headers: { ...headers, ':method': method }, raw, body, secret };
    const [first] = receivers;
    this.#onDelivery(delivery);
    const repeated = first?.deliveries.find((earlier) => isRepeated(earlier, delivery));
    const given = repeated && this.#replies.get(repeated);
    const reply = given ?? first?.reply(delivery, first.deliveries.length) ?? {};
    if (!repeated) {
      this.#replies.set(delivery, reply);
      for (const { deliveries } of receivers) {
        deliveries.push(delivery);
      }
    }
    if (reply.silent) {
      this.#waiting.add(response);
      response.on('close', () => this.#waiting.delete(response));
    } else {
      response.writeHead(reply.status ?? 200, reply.headers).end(reply.body);
    }
  }
}

import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { LARGEST_BODY_BYTES } from './bounded-body.ts';
import { recorder, type Step } from './steps.ts';
import { TargetError } from './verdict.ts';

/** One delivery, as received. */
export interface ReceivedDelivery {
  path: string;
  headers: IncomingHttpHeaders;
  raw: Buffer;
  /** The parsed body; undefined if it is not JSON. */
  // biome-ignore lint/suspicious/noExplicitAny: an implementation may send anything
  body: any;
  secret: string;
}

/** How a receiver responds. */
export interface ReceiverReply {
  status?: number;
  body?: string;
  headers?: Record<string, string>;
  /** Never responds during the case. */
  silent?: boolean;
  /** Responds only when this is fulfilled. */
  after?: Promise<void>;
}

/** The webhook receiver of one case. */
export interface WebhookReceiver {
  url: string;
  /** The deliveries, without repeats of an attempt. */
  deliveries: ReceivedDelivery[];
  /** Sets how it responds to the next deliveries. @default 200 */
  reply: (delivery: ReceivedDelivery, earlier: number) => ReceiverReply;
}

/** A file that the target can fetch. */
export interface HostedFile {
  status?: number;
  type?: string;
  body?: Buffer;
  headers?: Record<string, string>;
}

/** Returns the expected v1 of the signature (§6). */
export const signatureOf = (secret: string, time: string, raw: Buffer): string =>
  createHmac('sha256', secret).update(`${time}.`).update(raw).digest('hex');

/** Returns whether the secret of its receiver signs a delivery (§6). */
export function isSigned({ headers, secret, raw }: ReceivedDelivery): boolean {
  const [, time = '', v1] = /^t=(\d+),v1=(\w+)$/.exec(String(headers['x-service-signature'])) ?? [];
  return v1?.toLowerCase() === signatureOf(secret, time, raw);
}

/** Returns the `t` of a delivery's signature, in seconds. */
export const timeOf = ({ headers }: ReceivedDelivery): number =>
  Number(/^t=(\d+)/.exec(String(headers['x-service-signature']))?.[1]);

/**
 * How long an idle connection stays open. A target that posts at the moment at which it is closed gets no response, and
 * its retry is due after a minute of a clock that may not move.
 */
const KEPT_MILLISECONDS = 600_000;
/** The times in the signatures of repeats of an attempt differ by at most this. A retry follows a minute later. */
const REPEATED_WITHIN_SECONDS = 30;

/**
 * Returns whether two deliveries are one attempt that arrived twice, which at-least-once delivery allows (§6). A
 * delivery with a higher attempt number, or at the time of a retry, is not a repeat.
 */
function isRepeated(one: ReceivedDelivery, other: ReceivedDelivery): boolean {
  return (
    one.body?.id !== undefined &&
    one.body.id === other.body?.id &&
    one.body.attempt === other.body.attempt &&
    Math.abs(timeOf(one) - timeOf(other)) < REPEATED_WITHIN_SECONDS
  );
}

/** The suite's HTTP server. It receives webhooks, with a separate path for each case, and hosts files. */
export class Hooks {
  /** By path. If the target has one webhook URL, several cases wait at one path. */
  readonly #receivers = new Map<string, { secret: string; receivers: WebhookReceiver[] }>();
  readonly #files = new Map<string, HostedFile>();
  readonly #fetched = new Set<string>();
  readonly #waiting = new Set<ServerResponse>();
  /** Called when a receiver withholds the response to an attempt, and before it then responds. */
  onHeld: (attempt: { id: string; attempt: number; held: boolean }) => Promise<void> = async () => {};
  /** Records deliveries as steps of the case that made the receiver. */
  readonly #recorders = new WeakMap<WebhookReceiver, (step: Step) => void>();
  /** The response to each delivery, so that repeats get the same one. */
  readonly #replies = new WeakMap<ReceivedDelivery, ReceiverReply>();
  readonly #onDelivery: (delivery: ReceivedDelivery) => void;
  readonly #server: Server;
  #origin = '';
  #last = 0;

  constructor(onDelivery: (delivery: ReceivedDelivery) => void) {
    this.#onDelivery = onDelivery;
    this.#server = createServer({ keepAliveTimeout: KEPT_MILLISECONDS }, (request, response) => {
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

  /** Starts to listen. @throws {TargetError} if the address cannot be used */
  async start(listen = '127.0.0.1:0'): Promise<void> {
    const [, host, port] = /^(?:(.+):)?(\d{1,5})$/.exec(listen) ?? [];
    if (Number(port ?? 65_536) > 65_535) {
      throw new TargetError(`webhook.listen must be host:port, such as 0.0.0.0:8080, but is ${listen}`);
    }
    try {
      this.#server.listen(Number(port), host ?? '127.0.0.1');
      await once(this.#server, 'listening');
    } catch (error) {
      throw new TargetError(`webhook.listen ${listen} cannot be used: ${(error as Error).message}`);
    }
    this.#origin = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }

  /** Returns a URL for a receiver. */
  newUrl(): string {
    return `${this.#origin}/r/${++this.#last}`;
  }

  /** @param path the path for deliveries. @default a new path */
  receiver(secret: string, path = new URL(this.newUrl()).pathname): WebhookReceiver {
    const receiver: WebhookReceiver = { url: this.#origin + path, deliveries: [], reply: () => ({}) };
    this.#recorders.set(receiver, recorder());
    const { receivers } = this.#receivers.get(path) ?? { receivers: [] };
    this.#receivers.set(path, { secret, receivers: [...receivers, receiver] });
    return receiver;
  }

  /** Returns a URL that responds with this file. */
  file(name: string, file: HostedFile): string {
    const path = `/f/${++this.#last}/${name}`;
    this.#files.set(path, file);
    return this.#origin + path;
  }

  /** Returns whether this file was requested. */
  wasFetched(url: string): boolean {
    return this.#fetched.has(new URL(url).pathname);
  }

  /** Returns a URL where nothing listens. */
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
    const delivery: ReceivedDelivery = { path, headers: { ...headers, ':method': method }, raw, body, secret };
    const [first] = receivers;
    this.#onDelivery(delivery);
    const repeated = first?.deliveries.find((earlier) => isRepeated(earlier, delivery));
    const given = repeated && this.#replies.get(repeated);
    const reply = given ?? first?.reply(delivery, first.deliveries.length) ?? {};
    const request = {
      method,
      url: this.#origin + url,
      headers: headers as Record<string, string>,
      body: raw.toString(),
    };
    const outcome = reply.silent ? 'the receiver does not respond' : undefined;
    for (const receiver of receivers) {
      this.#recorders.get(receiver)?.({
        kind: 'webhook',
        request,
        status: reply.status ?? 200,
        ...(outcome && { outcome }),
      });
    }
    if (!repeated) {
      this.#replies.set(delivery, reply);
      for (const { deliveries } of receivers) {
        deliveries.push(delivery);
      }
    }
    const respond = () => response.writeHead(reply.status ?? 200, reply.headers).end(reply.body);
    if (!reply.silent && !reply.after) {
      respond();
      return;
    }
    const tellHeld = this.#tellsHeld(delivery);
    const told = tellHeld(true);
    if (reply.silent) {
      this.#waiting.add(response);
      response.on('close', () => this.#waiting.delete(response));
    } else {
      void Promise.all([told, reply.after])
        .then(() => tellHeld(false))
        .then(respond);
    }
  }

  #tellsHeld({ body }: ReceivedDelivery): (held: boolean) => Promise<void> {
    const { id, attempt } = body ?? {};
    const isNamed = typeof id === 'string' && Number.isInteger(attempt);
    return async (held) => {
      if (isNamed) {
        await this.onHeld({ id, attempt, held });
      }
    };
  }
}

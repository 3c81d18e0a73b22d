import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { WebhookEvent } from '@wigwag/sdk';

/** Returns a status event in the server's format. */
export const statusEvent = (id: number, status = 'delivered'): WebhookEvent =>
  ({
    id: `whd_${id}`,
    event: 'message.status',
    api_version: 'v1',
    created_at: new Date().toISOString(),
    company_id: 1,
    attempt: 1,
    data: {
      message: {
        id: `msg_${1000 + id}`,
        external_id: `wamid.${id}`,
        channel: 'whatsapp',
        to: '905551112233',
        status,
        error: null,
        occurred_at: new Date().toISOString(),
      },
    },
  }) as WebhookEvent;

/** Returns an event of a customer's message in the server's format. */
export const receivedEvent = (id: number, text: string, name = 'Ada'): WebhookEvent =>
  ({
    id: `whd_${id}`,
    event: 'message.received',
    api_version: 'v1',
    created_at: new Date().toISOString(),
    company_id: 1,
    attempt: 1,
    data: {
      message: {
        id: `msg_in_${id}`,
        external_id: `wamid.in.${id}`,
        channel: 'whatsapp',
        connection_id: 'wa_1',
        from: { id: '905551112233', name },
        type: 'text',
        text,
        received_at: new Date().toISOString(),
      },
    },
  }) as WebhookEvent;

/**
 * A server with only the event stream. It can be silent, stop and come back, and can send more events in a second than
 * a real server on the same machine.
 */
export class TailServer {
  readonly #told: WebhookEvent[] = [];
  readonly #streams = new Set<ServerResponse>();
  #server: Server | undefined;
  #port = 0;
  /** Accepts connections and sends nothing. */
  isSilent = false;

  get baseUrl(): string {
    return `http://127.0.0.1:${this.#port}/api/v1`;
  }

  /** Listens again on the same port. */
  async comeBack(): Promise<void> {
    this.#server = createServer((request, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      const last = request.headers['last-event-id'];
      const next = last === undefined ? this.#told.length : this.#told.findIndex(({ id }) => id === last) + 1;
      const start = () => {
        const missed = this.#told.slice(next);
        const ready = { missed: missed.length, gap: false, heartbeat_seconds: 15 };
        response.write(`retry: 20\nevent: ready\ndata: ${JSON.stringify(ready)}\n\n${missed.map(frameOf).join('')}`);
        this.#streams.add(response);
      };
      response.flushHeaders();
      response.on('close', () => this.#streams.delete(response));
      if (this.isSilent) {
        this.#waiting.push(start);
      } else {
        start();
      }
    }).listen(this.#port, '127.0.0.1');
    await once(this.#server, 'listening');
    this.#port = (this.#server.address() as AddressInfo).port;
  }

  /** Responds to the waiting requests. */
  speak(): void {
    this.isSilent = false;
    for (const start of this.#waiting.splice(0)) {
      start();
    }
  }

  /** Sends an event to all connected clients, and later to clients that reconnect. Returns whether they keep up. */
  tell(event: WebhookEvent): boolean {
    this.#told.push(event);
    return [...this.#streams].map((stream) => stream.write(frameOf(event))).every(Boolean);
  }

  async goAway(): Promise<void> {
    this.#server?.close();
    this.#server?.closeAllConnections();
    if (this.#server?.listening) {
      await once(this.#server, 'close');
    }
  }

  readonly #waiting: (() => void)[] = [];
}

const frameOf = (event: WebhookEvent): string => `id: ${event.id}\ndata: ${JSON.stringify(event)}\n\n`;

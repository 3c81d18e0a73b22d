import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Agent, request } from 'undici';
import { customer } from '../support/customers.ts';
import { APP_SECRET, callbackOf } from '../support/life-load.ts';

const STATUSES = ['sent', 'delivered', 'read'];
/** The time between the statuses of a message, in milliseconds. */
const BETWEEN_STATUSES = 150;
const CALLBACK_CONNECTIONS = 64;

/** What the quiet account sees. Times are in milliseconds. */
export interface Seen {
  /** From the start of each request to its response. */
  request: number[];
  /** From the start of each request to its arrival at the provider. */
  toProvider: number[];
  /** From the start of each callback to the arrival of its webhook. */
  toWebhook: number[];
  /** Requests that the server refused. */
  refused: number;
}

interface QuietMessage {
  begun: number;
  calledBack: Map<string, number>;
}

async function listen(handle: (path: string, body: string) => Promise<object | undefined> | object | undefined) {
  async function answer(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) {
      chunks.push(chunk);
    }
    const body = await handle(incoming.url ?? '', Buffer.concat(chunks).toString());
    outgoing.writeHead(200, { 'content-type': 'application/json' }).end(body && JSON.stringify(body));
  }
  const server = createServer((...those) => void answer(...those).catch(() => {})).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/**
 * Starts the provider and the receivers of both accounts. The provider reports three statuses of each message. The
 * messages of the quiet account have the text `quiet` and a number.
 *
 * @param loudMilliseconds how long the receiver of the loud account takes
 */
export async function startWorld(loudMilliseconds: number) {
  const agent = new Agent();
  const callbackAgent = new Agent({ connections: CALLBACK_CONNECTIONS });
  const messages = new Map<string, QuietMessage>();
  const byId = new Map<string, QuietMessage>();
  let seen: Seen = { request: [], toProvider: [], toWebhook: [], refused: 0 };
  let callbackUrl = '';
  let number = 0;
  let isClosed = false;

  async function post(dispatcher: Agent, url: string, headers: Record<string, string>, body: string): Promise<number> {
    const answer = await request(url, {
      method: 'POST',
      dispatcher,
      headers: { 'content-type': 'application/json', ...headers },
      body,
    });
    await answer.body.dump();
    return answer.statusCode;
  }

  /** Posts the statuses in order. As Meta does, it repeats a callback that the server refuses. */
  async function callBack(id: string, externalId: string, phone: string, to: string): Promise<void> {
    for (const status of STATUSES) {
      await sleep(BETWEEN_STATUSES);
      const body = callbackOf(id, externalId, phone, to, status);
      const signature = createHmac('sha256', APP_SECRET).update(body).digest('hex');
      byId.get(id)?.calledBack.set(status, performance.now());
      while (
        !isClosed &&
        (await post(callbackAgent, callbackUrl, { 'x-hub-signature-256': `sha256=${signature}` }, body)) >= 300
      ) {
        await sleep(1_000);
      }
    }
  }

  const provider = await listen((path, body) => {
    const now = performance.now();
    const { to, text, biz_opaque_callback_data: id } = JSON.parse(body);
    number += 1;
    const message = messages.get(text?.body);
    if (message) {
      seen.toProvider.push(now - message.begun);
      byId.set(id, message);
    }
    const externalId = `wamid.${process.pid}.${number}`;
    const [, phone = ''] = /([^/]+)\/messages$/.exec(path) ?? [];
    callBack(id, externalId, phone, to).catch(() => {});
    return { messaging_product: 'whatsapp', contacts: [{ wa_id: to }], messages: [{ id: externalId }] };
  });

  const receiver = await listen(async (path, body) => {
    if (path === '/loud') {
      await sleep(loudMilliseconds);
      return undefined;
    }
    const { id, status } = JSON.parse(body).data.message;
    const calledBack = byId.get(id)?.calledBack.get(status);
    if (calledBack !== undefined) {
      seen.toWebhook.push(performance.now() - calledBack);
      byId.get(id)?.calledBack.delete(status);
    }
    return undefined;
  });

  return {
    providerUrl: provider.url,
    quietUrl: `${receiver.url}/quiet`,
    loudUrl: `${receiver.url}/loud`,
    /** Sends messages of the quiet account at a rate. Returns what it saw, after its last webhook or 30 seconds. */
    async run(origin: string, callbackPath: string, key: string, perSecond: number, seconds: number): Promise<Seen> {
      callbackUrl = origin + callbackPath;
      seen = { request: [], toProvider: [], toWebhook: [], refused: 0 };
      messages.clear();
      byId.clear();
      const own = seen;
      const end = performance.now() + seconds * 1000;
      let accepted = 0;
      const sending: Promise<void>[] = [];
      const send = async (index: number) => {
        const text = `quiet ${index}`;
        const begun = performance.now();
        messages.set(text, { begun, calledBack: new Map() });
        const body = JSON.stringify({ to: customer(index % 25), text });
        const status = await post(agent, `${origin}/api/v1/messages`, { authorization: `Bearer ${key}` }, body);
        own.request.push(performance.now() - begun);
        if (status === 202) {
          accepted += 1;
        } else {
          own.refused += 1;
        }
      };
      for (let index = 0; performance.now() < end; index += 1) {
        sending.push(send(index));
        await sleep(1000 / perSecond);
      }
      await Promise.all(sending);
      const latest = performance.now() + 30_000;
      while (own.toWebhook.length < STATUSES.length * accepted && performance.now() < latest) {
        await sleep(100);
      }
      return own;
    },
    close() {
      isClosed = true;
      provider.close();
      receiver.close();
    },
  };
}

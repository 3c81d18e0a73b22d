import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Agent, request } from 'undici';

/** Signs the callbacks. */
export const APP_SECRET = 'an app secret for benchmarks';
/** The statuses of the callbacks. Each causes one webhook. */
const STATUSES = ['sent', 'delivered', 'read'];

const CALLERS = 32;
/** The maximum number of messages without their last webhook. At this number, callers wait. */
const UNFINISHED = 256;
/** The time between the provider's response, `sent`, `delivered` and `read`, in milliseconds. */
const CALLBACK_MILLISECONDS = 150;
const CALLBACK_CONNECTIONS = 64;
/**
 * If no webhook arrives for this long, the missing ones are lost. It is longer than the delay before a second attempt,
 * because an attempt can time out on a busy machine.
 */
const PATIENCE_MILLISECONDS = 150_000;

/** A program that accepts messages. Callers use its addresses and senders in turn. */
export interface LoadTarget {
  messages: string[];
  callbacks: string[];
  senders: { key: string; to: string }[];
  /** How many webhook endpoints each account has. @default 1 */
  endpoints?: number;
}

/** One message. Times are in milliseconds. */
interface Life {
  target: LoadTarget;
  index: number;
  begun: number;
  /** When each callback was posted. */
  calledBack: Map<string, number>;
  /** The webhooks that have arrived: the path of the endpoint, and the status. */
  delivered: Set<string>;
}

/** What a round measured. Times are in milliseconds. */
export interface Round {
  /** The number of messages, which all had their three webhooks at each endpoint. */
  messages: number;
  /** Over the whole round, from the first request to the last webhook. */
  perSecond: number;
  /** From the start of each request to its arrival at the provider. */
  toProvider: number[];
  /** From the start of each callback to the arrival of its webhook. */
  toWebhook: number[];
}

export interface RoundOptions {
  /** How long messages are sent. The round ends when they have all finished. */
  seconds: number;
  /** The rate of a load below the limit, in messages per second. @default as many as the target accepts */
  paced?: number | undefined;
}

async function listen(handle: (path: string, body: string) => object | undefined) {
  async function answer(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) {
      chunks.push(chunk);
    }
    const body = handle(incoming.url ?? '', Buffer.concat(chunks).toString());
    outgoing.writeHead(200, { 'content-type': 'application/json' }).end(body && JSON.stringify(body));
  }
  const server = createServer(answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Returns how many webhooks a message has in total. */
const webhooksOf = ({ target }: Life): number => STATUSES.length * (target.endpoints ?? 1);

/** Resolves at a time of the process clock, in milliseconds. */
const until = (time: number): Promise<void> => sleep(Math.max(0, time - performance.now()));

export const callbackOf = (id: string, externalId: string, phone: string, to: string, status: string): string =>
  JSON.stringify({
    object: 'whatsapp_business_account',
    entry: [
      {
        id: '102290129340398',
        changes: [
          {
            field: 'messages',
            value: {
              messaging_product: 'whatsapp',
              metadata: { display_phone_number: '15550783881', phone_number_id: phone },
              statuses: [
                {
                  id: externalId,
                  status,
                  timestamp: String(Math.floor(Date.now() / 1000)),
                  recipient_id: to,
                  biz_opaque_callback_data: id,
                },
              ],
            },
          },
        ],
      },
    ],
  });

/** Starts a provider that sends callbacks, and a webhook receiver that responds at once. `run` sends messages. */
export async function startLoad() {
  const dispatcher = new Agent();
  const callbacks = new Agent({ connections: CALLBACK_CONNECTIONS });
  /** The messages of this round, by the number in their text. */
  const lives = new Map<number, Life>();
  const byId = new Map<string, Life>();
  const wakers = new Set<() => void>();
  let index = 0;
  let finished = 0;
  let lastHeard = 0;
  let failure: unknown;
  let round: Round = { messages: 0, perSecond: 0, toProvider: [], toWebhook: [] };

  /** Wakes everything that waits for a message to finish. */
  function wake(): void {
    for (const one of wakers) {
      one();
    }
    wakers.clear();
  }

  function fail(error: unknown): void {
    failure ??= error;
    wake();
  }

  /** Resolves when a message finishes, or after the time. @throws the first failure of this round */
  async function change(milliseconds: number): Promise<void> {
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, milliseconds);
      wakers.add(() => {
        clearTimeout(timer);
        resolve();
      });
    });
    if (failure !== undefined) {
      throw failure;
    }
  }

  async function post(agent: Agent, url: string, headers: Record<string, string>, body: string): Promise<void> {
    const answer = await request(url, {
      method: 'POST',
      dispatcher: agent,
      headers: { 'content-type': 'application/json', ...headers },
      body,
    });
    const text = await answer.body.text();
    if (answer.statusCode >= 300) {
      throw new Error(`${url} answered ${answer.statusCode}: ${text}`);
    }
  }

  async function callBack(life: Life, id: string, externalId: string, phone: string, to: string): Promise<void> {
    const url = life.target.callbacks[life.index % life.target.callbacks.length] ?? '';
    let due = performance.now();
    for (const status of STATUSES) {
      // A status never overtakes the one before it.
      due = Math.max(due + CALLBACK_MILLISECONDS, performance.now());
      await until(due);
      const body = callbackOf(id, externalId, phone, to, status);
      const signature = createHmac('sha256', APP_SECRET).update(body).digest('hex');
      life.calledBack.set(status, performance.now());
      await post(callbacks, url, { 'x-hub-signature-256': `sha256=${signature}` }, body);
    }
  }

  const provider = await listen((path, body) => {
    const now = performance.now();
    const { to, text, biz_opaque_callback_data: id } = JSON.parse(body);
    const [, number] = /order (\d+)/.exec(text.body) ?? [];
    const life = lives.get(Number(number));
    if (!life || byId.has(id)) {
      fail(new Error(`the provider got the message ${id} twice, or after its round`));
      return undefined;
    }
    byId.set(id, life);
    round.toProvider.push(now - life.begun);
    const externalId = `wamid.${process.pid}.${number}`;
    const [, phone = ''] = /([^/]+)\/messages$/.exec(path) ?? [];
    callBack(life, id, externalId, phone, to).catch(fail);
    return { messaging_product: 'whatsapp', contacts: [{ wa_id: to }], messages: [{ id: externalId }] };
  });

  const receiver = await listen((path, body) => {
    const now = performance.now();
    const { id, status } = JSON.parse(body).data.message;
    const life = byId.get(id);
    const calledBack = life?.calledBack.get(status);
    const webhook = `${path} ${status}`;
    if (!life || calledBack === undefined || life.delivered.has(webhook)) {
      fail(new Error(`a webhook for ${status} of ${id} arrived twice at ${path}, or without its callback`));
      return undefined;
    }
    lastHeard = now;
    round.toWebhook.push(now - calledBack);
    life.delivered.add(webhook);
    if (life.delivered.size === webhooksOf(life)) {
      finished += 1;
      wake();
    }
    return undefined;
  });

  async function send(target: LoadTarget): Promise<void> {
    index += 1;
    const { key = '', to = '' } = target.senders[index % target.senders.length] ?? {};
    lives.set(index, { target, index, begun: performance.now(), calledBack: new Map(), delivered: new Set() });
    const url = target.messages[index % target.messages.length] ?? '';
    const text = `Your order ${index} is on its way.`;
    await post(dispatcher, url, { authorization: `Bearer ${key}` }, JSON.stringify({ to, text }));
  }

  /** Sends until the time is over. */
  async function sendAll(target: LoadTarget, { seconds, paced }: RoundOptions): Promise<void> {
    const begun = performance.now();
    const end = begun + 1000 * seconds;
    const caller = async () => {
      while (performance.now() < end && failure === undefined) {
        if (lives.size - finished >= UNFINISHED) {
          await change(end - performance.now());
        } else {
          await send(target);
        }
      }
    };
    if (paced === undefined) {
      await Promise.all(Array.from({ length: CALLERS }, caller));
      return;
    }
    for (let at = begun; at < end && failure === undefined; at += 1000 / paced) {
      await until(at);
      send(target).catch(fail);
    }
  }

  return {
    providerUrl: provider.url,
    receiverUrl: `${receiver.url}/hook`,
    /**
     * Sends messages and waits until each has its three webhooks.
     *
     * @throws if a request or a callback is refused, or a webhook is missing or repeated
     */
    async run(target: LoadTarget, options: RoundOptions): Promise<Round> {
      lives.clear();
      byId.clear();
      finished = 0;
      failure = undefined;
      round = { messages: 0, perSecond: 0, toProvider: [], toWebhook: [] };
      const begun = performance.now();
      await sendAll(target, options);
      lastHeard = performance.now();
      while (finished < lives.size) {
        if (performance.now() - lastHeard > PATIENCE_MILLISECONDS) {
          const missing = [...lives.values()].find((life) => life.delivered.size < webhooksOf(life));
          const [id] = [...byId].find(([, life]) => life === missing) ?? ['one that was not sent'];
          const arrived = [...(missing?.delivered ?? [])].join(', ');
          throw new Error(
            `${lives.size - finished} of ${lives.size} messages lack webhooks, such as ${id}, which has: ${arrived}`,
          );
        }
        await change(1_000);
      }
      round.messages = finished;
      round.perSecond = (1000 * finished) / (lastHeard - begun);
      return round;
    },
    close() {
      provider.close();
      receiver.close();
    },
  };
}

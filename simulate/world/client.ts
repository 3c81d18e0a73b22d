import { Agent, type Dispatcher, request } from 'undici';
import type { Random } from '../../testing/random.ts';
import { SimulatedProcess } from '../machine/process.ts';
import type { Scheduler } from '../machine/scheduler.ts';
import type { Ledger, Reply, Send } from '../oracle/ledger.ts';
import { personId } from './meta.ts';

const SECOND = 1_000_000;
/** How long a client waits for a response, in milliseconds. */
const TIMEOUT = 40_000;
const TRIES = 7;

/** The number of tries that got no response, by cause. */
interface Failures {
  /** Servers that stopped gracefully. */
  orderly: number;
  other: number;
}

interface Call {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  path: string;
  body?: object;
  key?: string | undefined;
}

interface Options {
  scheduler: Scheduler;
  random: Random;
  ledger: Ledger;
  account: number;
  /** The API's origins. */
  origins: () => string[];
  apiKey: string;
  /** Whether no fault currently affects requests. */
  isCalm: () => boolean;
  /** Whether servers currently only start and stop gracefully. */
  isOrderly: () => boolean;
  /** Whether the servers run and can be reached, so that each request gets a response. */
  isServed: () => boolean;
}

/** A program that uses the API for one account, and retries with idempotency keys. */
export class Client {
  readonly process: SimulatedProcess;
  readonly #options: Options;
  readonly #agent: Dispatcher;
  #sends = 0;

  constructor(options: Options) {
    this.#options = options;
    this.process = new SimulatedProcess(options.scheduler, `client ${options.account}`);
    this.#agent = new Agent({ connections: 16, headersTimeout: TIMEOUT, bodyTimeout: TIMEOUT });
  }

  async #once({ method, path, body, key }: Call, failures: Failures): Promise<Reply | undefined> {
    const { ledger, scheduler, random, origins, apiKey, account, isCalm, isServed, isOrderly } = this.#options;
    const all = origins();
    const origin = all[random.below(all.length)] as string;
    const wasCalm = isCalm();
    const wasServed = isServed();
    const wasOrderly = isOrderly();
    const begun = scheduler.now;
    const tell = (text: string) => scheduler.tell(this.process, `${method} ${path}: ${text}`);
    try {
      const response = await request(`${origin}/api/v1${path}`, {
        method,
        dispatcher: this.#agent,
        headers: {
          authorization: `Bearer ${apiKey}`,
          ...(body && { 'content-type': 'application/json' }),
          ...(key && { 'idempotency-key': key }),
        },
        ...(body && { body: JSON.stringify(body) }),
      });
      const reply = {
        status: response.statusCode,
        headers: response.headers as Record<string, string>,
        body: (await response.body.json()) as Reply['body'],
      };
      tell(`${reply.status} ${reply.body.error?.code ?? ''}`);
      ledger.answered(
        account,
        method,
        path,
        reply,
        scheduler.now - begun,
        wasCalm && isCalm(),
        wasServed && isServed(),
      );
      return reply;
    } catch (error) {
      tell((error as { code?: string }).code ?? (error as Error).message);
      failures[wasOrderly && isOrderly() ? 'orderly' : 'other'] += 1;
      ledger.unanswered(account, method, path, error as Error, wasServed && isServed());
      return undefined;
    }
  }

  /** Makes a call, and repeats it while a retry may succeed. */
  call(call: Call, tries = TRIES, failures: Failures = { orderly: 0, other: 0 }): Promise<Reply | undefined> {
    const { scheduler, ledger } = this.#options;
    const settle = ledger.began(`${call.method} ${call.path}`);
    return this.process
      .run(async () => {
        for (let left = tries; ; left -= 1) {
          const reply = await this.#once(call, failures);
          if (left === 1 || (reply && reply.status < 500 && reply.status !== 429)) {
            return reply;
          }
          await scheduler.pause(this.process, 'waits to retry', 2 ** (tries - left) * SECOND);
        }
      })
      .finally(settle);
  }

  async #send(send: Omit<Send, 'ids' | 'at' | 'account'>, path: string, body: object): Promise<void> {
    const { ledger, account, scheduler } = this.#options;
    const entry = ledger.sends(account, send, scheduler.now);
    // Without a key, a repeated request may send again.
    const failures: Failures = { orderly: 0, other: 0 };
    const tries = send.key === undefined ? 1 : TRIES;
    const reply = await this.call({ method: 'POST', path, body, key: send.key }, tries, failures);
    ledger.accepted(entry, reply);
    if (failures.orderly > 0 && failures.other === 0) {
      ledger.failedInOrder(entry, reply);
    }
  }

  #name(): string {
    this.#sends += 1;
    return `out ${this.#options.account}-${this.#sends}`;
  }

  sendText(channel: 'whatsapp' | 'messenger' | 'instagram', person: number, hasKey: boolean): Promise<void> {
    const token = this.#name();
    const to = personId(channel, this.#options.account, person);
    const send = { token, channel, to, kind: 'text', key: hasKey ? `key ${token}` : undefined } as const;
    return this.#send(send, '/messages', { channel, to, text: token });
  }

  sendTemplate(person: number): Promise<void> {
    const token = this.#name();
    const to = personId('whatsapp', this.#options.account, person);
    const isMarketing = person % 3 === 0;
    const send = {
      token,
      channel: 'whatsapp',
      to,
      kind: isMarketing ? 'marketing' : 'utility',
      key: `key ${token}`,
    } as const;
    const name = isMarketing ? 'promo' : 'order';
    return this.#send(send, '/messages/template', { to, name, variables: [token] });
  }

  /** Sends two concurrent requests with the same key. */
  async sendTwice(person: number): Promise<void> {
    const { ledger, account, scheduler } = this.#options;
    const token = this.#name();
    const to = personId('whatsapp', account, person);
    const send = { token, channel: 'whatsapp', to, kind: 'utility', key: `key ${token}` } as const;
    const entry = ledger.sends(account, send, scheduler.now);
    const call = {
      method: 'POST',
      path: '/messages/template',
      body: { to, name: 'order', variables: [token] },
      key: send.key,
    } as const;
    const replies = await Promise.all([this.call(call), this.call(call)]);
    for (const reply of replies) {
      ledger.accepted(entry, reply);
    }
  }

  async changeList(list: 'opt-outs' | 'blocked-numbers', person: number, isIn: boolean): Promise<void> {
    const { ledger, account, scheduler } = this.#options;
    const phone = personId('whatsapp', account, person);
    ledger.changesList(account, list, phone);
    const reply = await this.call(
      isIn ? { method: 'POST', path: `/${list}`, body: { phone } } : { method: 'DELETE', path: `/${list}/${phone}` },
    );
    ledger.changedList(account, list, phone, reply && reply.status < 300 ? isIn : undefined, scheduler.now);
  }

  async closeConversation(person: number): Promise<void> {
    const phone = personId('whatsapp', this.#options.account, person);
    await this.call({ method: 'PATCH', path: `/conversations/${phone}`, body: { status: 'closed' } });
  }
}

import { isApiError, movesForward, type Schemas, Wigwag } from '@wigwag/sdk';
import type { Random } from '../testing/random.ts';
import type { Mock } from './mock.ts';
import { pause } from './programs.ts';

/** The responses that a client received. */
export interface Promised {
  id: string;
  channel: string;
  to: string;
  /** The number of provider requests that the message requires. */
  parts: number;
  /** When the response arrived, in milliseconds since the epoch. */
  at: number;
}

type MessageInput = Schemas['SendMessageRequest'];
type MessageKind = 'template' | 'whatsapp' | 'messenger' | 'long' | 'instagram';

const PEOPLE = 20;
const KINDS: Record<MessageKind, number> = { template: 40, whatsapp: 30, messenger: 15, long: 10, instagram: 5 };
/** Longer than 2,000 characters, so that it is split in two on Messenger. */
const LONG = 'Your order is on its way to you. '.repeat(80);
/** More messages than one person gets while a history is read. */
const HISTORY = 50;
/** Call timeout before a retry, in milliseconds. */
const TIMEOUT = 4_000;

const person = (kind: MessageKind, index: number): string =>
  kind === 'template' || kind === 'whatsapp' ? `90555${1_000_000 + index}` : `${7_000_000_000 + index}`;

/** Clients that send each message exactly once. They retry with the same Idempotency-Key until they get a response. */
export class Clients {
  readonly promised: Promised[] = [];
  /** External IDs of customers' messages that the provider will deliver. */
  readonly inbound: string[] = [];
  /** Responses that must not occur. */
  readonly surprises: string[] = [];
  /** Statuses that moved back between two lookups. */
  readonly backwards: string[] = [];
  tries = 0;
  /** How many calls failed although the SDK repeated their request once, by the reason. */
  readonly failedCalls: Record<string, number> = {};
  /** The number of histories that were read. */
  histories = 0;
  readonly #sdk: Wigwag[];
  readonly #random: Random;
  readonly #seen = new Map<string, Schemas['MessageStatus']>();
  readonly #running: Promise<void>[] = [];
  #stopping = false;
  #count = 0;

  constructor(origins: readonly string[], apiKey: string, random: Random) {
    this.#sdk = origins.map((origin) => new Wigwag({ apiKey, baseUrl: `${origin}/api/v1`, timeout: TIMEOUT }));
    this.#random = random;
  }

  #api(): Wigwag {
    return this.#sdk[this.#random.below(this.#sdk.length)] as Wigwag;
  }

  /** Makes every customer write once, to open the windows. */
  async openWindows(mock: Mock): Promise<void> {
    for (const kind of ['whatsapp', 'messenger', 'instagram'] as const) {
      for (let index = 0; index < PEOPLE; index += 1) {
        await this.#write(mock, kind, index);
      }
    }
  }

  async #write(mock: Mock, channel: 'whatsapp' | 'messenger' | 'instagram', index: number): Promise<void> {
    const { whatsapp, messenger, instagram } = mock.credentials;
    const business = {
      whatsapp: whatsapp.phone_number_id,
      messenger: messenger.page_id,
      instagram: instagram.account_id,
    };
    this.#count += 1;
    const external_id = `in.${this.#count}`;
    this.inbound.push(external_id);
    const from = { id: person(channel, index), name: `Person ${index}` };
    const message = { channel, business_id: business[channel], from, type: 'text', text: 'Hi', external_id };
    // The provider retries a callback that is not accepted.
    await mock.control('POST', 'receive', message).catch(() => {});
  }

  /** @param perSecond the approximate number of messages that all clients send together */
  start(clients: number, perSecond: number, mock: Mock): void {
    const between = (clients / perSecond) * 2_000;
    for (let index = 0; index < clients; index += 1) {
      this.#running.push(this.#sendAll(between));
    }
    this.#running.push(this.#writeAll(mock), this.#lookUpAll());
  }

  async #sendAll(between: number): Promise<void> {
    while (!this.#stopping) {
      await pause(this.#random.next() * between);
      await this.#send();
    }
  }

  async #send(): Promise<void> {
    const kind = this.#random.weighted(KINDS);
    const to = person(kind, this.#random.below(PEOPLE));
    this.#count += 1;
    const options = { idempotencyKey: `message ${this.#count}`, maxRetries: 1 };
    const channel = kind === 'template' ? 'whatsapp' : kind === 'long' ? 'messenger' : kind;
    const draft = {
      channel,
      to,
      type: 'text',
      text: kind === 'long' ? LONG : `Message ${this.#count}`,
    } as MessageInput;
    for (;;) {
      this.tries += 1;
      try {
        const signal = AbortSignal.timeout(TIMEOUT);
        const { id } =
          kind === 'template'
            ? await this.#api().messages.sendTemplate({ to, name: 'hello_world' }, { ...options, signal })
            : await this.#api().messages.send(draft, { ...options, signal });
        this.promised.push({ id, channel, to, parts: kind === 'long' ? 2 : 1, at: Date.now() });
        return;
      } catch (error) {
        if (isApiError(error) && error.http < 500 && error.code !== 'RATE_LIMITED') {
          this.surprises.push(`${kind}: ${error.code} ${error.message}`);
          return;
        }
        const reason = isApiError(error) ? error.code : (error as Error).name;
        this.failedCalls[reason] = (this.failedCalls[reason] ?? 0) + 1;
        await pause(100);
      }
    }
  }

  async #writeAll(mock: Mock): Promise<void> {
    while (!this.#stopping) {
      await this.#write(
        mock,
        this.#random.weighted({ whatsapp: 2, messenger: 1, instagram: 1 }),
        this.#random.below(PEOPLE),
      );
      await pause(this.#random.next() * 1_000);
    }
  }

  /** Looks up recently accepted messages. */
  async #lookUpAll(): Promise<void> {
    while (!this.#stopping) {
      await pause(200);
      const recent = this.promised.slice(-30);
      const one = recent[this.#random.below(recent.length)];
      if (one) {
        await this.lookUp(one.id).catch(() => {});
      }
    }
  }

  /** Until the end, checks that the histories of people have the messages that were accepted before. */
  watchHistories(): void {
    this.#running.push(this.#readHistories());
  }

  async #readHistories(): Promise<void> {
    while (!this.#stopping) {
      await pause(100);
      const one = this.promised.at(-1);
      const messages = one && (await this.#historyOf(one.to).catch(() => undefined));
      if (messages !== undefined) {
        this.histories += 1;
        if (!messages.some(({ id }) => id === one?.id)) {
          this.surprises.push(`the history of ${one?.to} lacks ${one?.id}`);
        }
      }
    }
  }

  #historyOf(phone: string) {
    return this.#api().conversations.messages(phone).toArray({ limit: HISTORY });
  }

  /** @throws if there is no response */
  async lookUp(id: string): Promise<Schemas['Message']> {
    const message = await this.#api().messages.get(id, { maxRetries: 0 });
    const before = this.#seen.get(id);
    if (before !== message.status && !movesForward(before, message.status)) {
      this.backwards.push(`${id}: ${before}, then ${message.status}`);
    }
    this.#seen.set(id, message.status);
    return message;
  }

  /** Expects statuses of a restored database, which may be older than those of the lookups before. */
  forgetStatuses(): void {
    this.#seen.clear();
  }

  /** Returns a message; undefined if the server does not know it. */
  async find(id: string): Promise<Schemas['Message'] | undefined> {
    try {
      return await this.lookUp(id);
    } catch (error) {
      if (isApiError(error) && error.http === 404) {
        return undefined;
      }
      throw error;
    }
  }

  /** Returns all events of the account, in commit order. */
  async events(): Promise<{ id: string; event: string; data: unknown }[]> {
    const all: { id: string; event: string; data: unknown }[] = [];
    const ended = new AbortController();
    let missed: number | undefined;
    const options = {
      lastEventId: '0',
      signal: ended.signal,
      onConnect(state: { missed: number }) {
        missed ??= state.missed;
      },
    };
    for await (const event of this.#api().events(options)) {
      all.push(event);
      if (all.length === missed) {
        ended.abort();
      }
    }
    return all;
  }

  /** Stops new sends. Resolves when all clients have a response. */
  async stop(): Promise<void> {
    this.#stopping = true;
    await Promise.all(this.#running);
  }
}

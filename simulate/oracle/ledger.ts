import { operationFor, responseFaults } from '../../server/http/response-check.ts';

const SECOND = 1_000_000;
const DAY = 24 * 60 * 60 * SECOND;
/** Close to the end of a window, either response is correct, because clocks differ. */
const SLACK = 60 * SECOND;
/** The longest time for a response while the server runs and the network works, whatever the database does. */
const LONGEST_RESPONSE = 20 * SECOND;

/** A response from the API. */
export interface Reply {
  status: number;
  headers: Record<string, string>;
  body: { success: boolean; data: Record<string, unknown>; error?: { code: string } };
}

/** A message that a client wants to send. */
export interface Send {
  account: number;
  /** A unique text in the message, which identifies it everywhere. */
  token: string;
  channel: string;
  to: string;
  kind: 'text' | 'utility' | 'marketing';
  key: string | undefined;
  at: number;
  /** The message IDs that the API returned for it. */
  ids: Set<string>;
}

/** A message from a customer. */
interface Inbound {
  account: number;
  channel: string;
  person: string;
  text: string;
  at: number;
  /** Whether the server acknowledged its callback. */
  isAccepted: boolean;
  externalId: string | undefined;
}

/** An event as a receiver or a client of the event stream got it. */
export interface Event {
  id: string;
  event: string;
  created_at: string;
  data: { message?: { id: string; external_id: string | null; status?: string; text?: string; channel: string } };
}

/** What a receiver has seen of a delivery. */
interface Delivery {
  event: Json;
  /** The number of the last attempt. */
  attempts: number;
  /** Whether the receiver has ever returned 2xx. */
  isAcknowledged: boolean;
}

/** A receiver's check of a signature. */
interface Signature {
  isGenuine: boolean;
  /** In seconds. */
  age: number;
}

/** The maximum age of a signature, in seconds (§6). */
const SIGNATURE_AGE = 300;

type Json = { id: string; event: string; attempt: number; data: Event['data'] };

/** Whether a person is on a list of an account, and since when. `isIn` is undefined if the ledger cannot know. */
interface Membership {
  isIn: boolean | undefined;
  since: number;
}

/**
 * Records what is visible outside the servers: requests and responses, messages that the provider accepted, and reported
 * events. Adds a problem to `problems` as soon as it is certain.
 */
export class Ledger {
  readonly problems: string[] = [];
  readonly outbound: Send[] = [];
  readonly inbound: Inbound[] = [];
  /** The events of each account that reached its receiver, by ID, and whether the receiver ever acknowledged them. */
  readonly deliveries = new Map<number, Map<string, Delivery>>();
  /** The events of each account in the order in which a client of the event stream got them. */
  readonly streams = new Map<number, Event[]>();
  readonly #lists = new Map<string, Membership>();
  readonly #open = new Map<symbol, string>();
  /** Sends that got no response only because servers stopped gracefully. */
  readonly unansweredAtStop: Send[] = [];
  requests = 0;
  /** How many replays of deliveries were requested for each account. */
  readonly replays = new Map<number, number>();
  readonly #erased = new Set<string>();
  /** The largest error of any server's clock so far, in microseconds. */
  clockError = 0;

  /** Near the end of a window, either response is correct. The clocks of two servers may be wrong in opposite directions. */
  get #slack(): number {
    return SLACK + 2 * this.clockError;
  }

  /** Records that this person's data may disappear from now on. */
  erases(account: number, person: string): void {
    this.#erased.add(`${account} ${person}`);
  }

  isErased(account: number, person: string): boolean {
    return this.#erased.has(`${account} ${person}`);
  }

  problem(text: string): void {
    this.problems.push(text);
  }

  /** Registers a call. Returns a function to call when it has settled. */
  began(what: string): () => void {
    const call = Symbol(what);
    this.#open.set(call, what);
    return () => this.#open.delete(call);
  }

  /** The calls that have not settled. */
  get open(): string[] {
    return [...this.#open.values()];
  }

  answered(
    account: number,
    method: string,
    path: string,
    reply: Reply,
    took: number,
    isCalm: boolean,
    isServed: boolean,
  ): void {
    this.requests += 1;
    const operation = operationFor(method, path.replace(/\?.*/, ''));
    if (operation) {
      for (const fault of responseFaults(operation, reply)) {
        this.problem(`document: ${method} ${path} of account ${account}: ${fault}`);
      }
    }
    if (isCalm && reply.status >= 500) {
      this.problem(`refused: ${method} ${path} of account ${account} got ${reply.status} though nothing was wrong`);
    }
    if (isServed && took > LONGEST_RESPONSE) {
      this.problem(`stuck: ${method} ${path} of account ${account} got a response after ${took / SECOND} s`);
    }
  }

  unanswered(account: number, method: string, path: string, error: Error, isServed: boolean): void {
    this.requests += 1;
    if (isServed) {
      this.problem(
        `stuck: ${method} ${path} of account ${account} got no response (${error.message}) though the server was running`,
      );
    }
  }

  sends(account: number, send: Omit<Send, 'ids' | 'at' | 'account'>, at: number): Send {
    const entry = { ...send, account, at, ids: new Set<string>() };
    this.outbound.push(entry);
    return entry;
  }

  /** Checks that one idempotency key leads to one message (§4.2, §8). */
  accepted(send: Send, reply: Reply | undefined): void {
    if (reply === undefined) {
      return;
    }
    if (reply.status === 202) {
      send.ids.add(String(reply.body.data.id));
      if (send.ids.size > 1) {
        this.problem(`idempotency: ${send.token} got two IDs for one key: ${[...send.ids].join(', ')}`);
      }
      this.#judgeAccepted(send);
    } else {
      this.#judgeRefused(send, reply.body.error?.code ?? String(reply.status));
    }
  }

  /**
   * A stopping server responds to every request that it carries out. Some tries of this send got no response although
   * servers only stopped gracefully, so no server may have carried them out.
   */
  failedInOrder(send: Send, reply: Reply | undefined): void {
    if (reply === undefined) {
      this.unansweredAtStop.push(send);
    } else if (reply.headers['idempotent-replayed'] === 'true') {
      this.problem(`stop: a stopping server carried out ${send.token} but never responded`);
    }
  }

  /** Returns when a person last wrote. Includes messages that the server may not know, unless `isCertain` is true. */
  #lastInbound({ account, channel, to }: Send, isCertain: boolean): number | undefined {
    const known = this.inbound.filter(
      (one) =>
        one.account === account &&
        one.channel === channel &&
        one.person === to &&
        (!isCertain || this.#isReported(one)),
    );
    return known.length === 0 ? undefined : Math.max(...known.map(({ at }) => at));
  }

  #isReported({ account, externalId, text }: Inbound): boolean {
    return [...(this.deliveries.get(account)?.values() ?? [])].some(
      ({ event }) => event.data.message?.external_id === externalId || event.data.message?.text === text,
    );
  }

  #judgeAccepted(send: Send): void {
    const { token, account, to, kind, at } = send;
    if (kind === 'text') {
      // §1: free-form messages are allowed only within 24 hours of the customer's last inbound message.
      const last = this.#lastInbound(send, false);
      if (last === undefined || at - last > DAY + this.#slack) {
        this.problem(
          `window: ${token} was accepted though person ${to} ${last === undefined ? 'never wrote' : `last wrote ${(at - last) / DAY} days ago`}`,
        );
      }
    }
    if (kind === 'marketing' && this.#isCertainly(account, 'opt-outs', to, at)) {
      this.problem(`opt-out: ${token} is marketing and was accepted for ${to}, who has opted out`);
    }
    if (this.#isCertainly(account, 'blocked-numbers', to, at)) {
      this.problem(`block: ${token} was accepted for ${to}, who is blocked`);
    }
  }

  #judgeRefused(send: Send, code: string): void {
    const { token, at } = send;
    const isOpen = () => {
      const last = this.#lastInbound(send, true);
      return last !== undefined && at - last < DAY - this.#slack;
    };
    if (code.startsWith('WINDOW_') && send.kind === 'text' && isOpen()) {
      this.problem(`window: ${token} was refused with ${code} though the window was open`);
    }
    const expected = [
      'WINDOW_CLOSED',
      'WINDOW_NEVER_OPENED',
      'RECIPIENT_OPTED_OUT',
      'RECIPIENT_BLOCKED',
      'RATE_LIMITED',
    ];
    if (
      !expected.includes(code) &&
      Number.isNaN(Number(code)) &&
      !code.startsWith('INTERNAL') &&
      !code.startsWith('PROVIDER_UNAVAILABLE')
    ) {
      this.problem(`refused: ${token} was refused with ${code}`);
    }
  }

  #isCertainly(account: number, list: string, person: string, at: number): boolean {
    const known = this.#lists.get(`${account} ${list} ${person}`);
    return known?.isIn === true && at - known.since > 0;
  }

  changesList(account: number, list: string, person: string): void {
    this.#lists.set(`${account} ${list} ${person}`, { isIn: undefined, since: 0 });
  }

  /** @param isIn undefined if the change may or may not have taken place */
  changedList(account: number, list: string, person: string, isIn: boolean | undefined, at: number): void {
    this.#lists.set(`${account} ${list} ${person}`, { isIn, since: at });
  }

  customerWrote(message: Omit<Inbound, 'isAccepted' | 'externalId'>): Inbound {
    const entry = { ...message, isAccepted: false, externalId: undefined };
    this.inbound.push(entry);
    return entry;
  }

  /** Records an event that the event stream of an account sent. */
  tailed(account: number, event: Event): void {
    this.streams.set(account, [...(this.streams.get(account) ?? []), event]);
  }

  /** Records a delivery that reached the receiver of an account (§6). */
  delivered(account: number, signature: Signature, event: Json, isAcknowledged: boolean): void {
    if (!signature.isGenuine || signature.age > SIGNATURE_AGE) {
      const reason = signature.isGenuine ? `is ${signature.age} s old` : 'does not match the body';
      this.problem(`signature: the signature of the delivery ${event.id} to account ${account} ${reason}`);
      return;
    }
    const known = this.deliveries.get(account) ?? new Map<string, Delivery>();
    this.deliveries.set(account, known);
    const before = known.get(event.id);
    // An erasure also redacts the events that wait for their next attempt.
    const isRedacted = JSON.stringify(event.data).includes('"erased_');
    if (before && !isRedacted && JSON.stringify(before.event.data) !== JSON.stringify(event.data)) {
      this.problem(`events: the delivery ${event.id} changed between attempts`);
    }
    known.set(event.id, {
      event,
      attempts: event.attempt,
      isAcknowledged: isAcknowledged || before?.isAcknowledged === true,
    });
  }
}

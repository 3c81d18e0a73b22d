import { operationFor, responseFaults } from '../../server/http/response-check.ts';

const SECOND = 1_000_000;
const MINUTE = 60 * SECOND;
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

/** A request with a key that has a low limit. Times are in microseconds. */
export interface Limited {
  begun: number;
  ended: number;
  reply: Reply;
  /** Made alone, after the `Retry-After` of the requests before. */
  isRetry: boolean;
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
  /** The whole text of a message that may be split. */
  text?: string;
  /** Sent with a test key. */
  isTest?: boolean;
  at: number;
  /** The message IDs that the API returned for it. */
  ids: Set<string>;
}

/** A message from a customer. */
export interface Inbound {
  account: number;
  channel: string;
  person: string;
  /** A unique text, which is also the payload of a press. */
  text: string;
  /** The title of the pressed button. */
  button?: string;
  at: number;
  /** When the event stream showed it. */
  knownAt: number | undefined;
  /** Whether the provider accepted it from the customer. The server has acknowledged its callback, or will later. */
  isAccepted: boolean;
  externalId: string | undefined;
}

/** An event as a receiver or a client of the event stream got it. */
export interface Event {
  id: string;
  event: string;
  created_at: string;
  /** Set on events of a test key. */
  test?: boolean;
  data: {
    template?: { name: string; status: string };
    message?: {
      id: string;
      external_id: string | null;
      status?: string;
      text?: string;
      channel: string;
      from?: { phone: string | null; user_id: string | null };
      button?: { payload: string } | null;
    };
  };
}

/** What a receiver has seen of a delivery. */
interface Delivery {
  event: Json;
  /** The number of the last attempt. */
  attempts: number;
  /** Whether the receiver has ever returned 2xx. */
  isAcknowledged: boolean;
}

/** Returns the unique text of a customer's message. */
export const textOf = ({ data }: Pick<Event, 'data'>): string | undefined =>
  data.message?.button?.payload ?? data.message?.text;

type Json = { id: string; event: string; attempt: number; data: Event['data'] };

/** Whether a person is on a list of an account, and since when. `isIn` is undefined while the ledger cannot know. */
interface Membership {
  isIn: boolean | undefined;
  since: number;
  until: number;
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
  /** The history of each list and person, oldest first. */
  readonly #lists = new Map<string, Membership[]>();
  /** When agents took conversations over, between request and response. */
  readonly takeovers: { account: number; phone: string; begun: number; at: number }[] = [];
  readonly #open = new Map<symbol, string>();
  /** Sends that got no response only because servers stopped gracefully. */
  readonly unansweredAtStop: Send[] = [];
  readonly #recipients = new Map<number, number>();
  readonly #onKnown = new Map<Inbound, () => void>();
  /** The accounts whose token has ever expired. */
  readonly tokenLosses = new Set<number>();
  readonly #connections = new Map<string, { isOn: boolean | undefined; since: number }>();
  /** The provider's decisions about the template `news` of each account. */
  readonly reviews: { account: number; status: string; at: number }[] = [];
  requests = 0;
  /** Receives each problem when it is found. */
  onProblem = (_text: string): void => {};
  /** How many replays of deliveries were requested for each account. */
  readonly replays = new Map<number, number>();
  readonly #erased = new Set<string>();
  readonly #userIds = new Map<string, string>();
  /** The usernames of each person on whatsapp, oldest first. */
  readonly #usernames = new Map<string, { username: string | null; at: number }[]>();
  /** The largest error of any server's clock so far, in microseconds. */
  clockError = 0;
  /** Whether several servers count the requests of a key together. */
  countsTogether = false;

  /** Near the end of a window, either response is correct. The clocks of two servers may be wrong in opposite directions. */
  get slack(): number {
    return SLACK + 2 * this.clockError;
  }

  /** Records that a command replays deliveries of an account. */
  replaying(account: number): void {
    this.replays.set(account, (this.replays.get(account) ?? 0) + 1);
  }

  /** Records a new username of a person on whatsapp. */
  named(person: string, username: string | null, at: number): void {
    this.#usernames.set(person, [...(this.#usernames.get(person) ?? []), { username, at }]);
  }

  /** Returns the usernames that a person has had since this time. */
  usernamesSince(person: string, since: number): (string | null)[] {
    const known = this.#usernames.get(person) ?? [];
    const before = known.findLast(({ at }) => at <= since)?.username ?? null;
    return [before, ...known.filter(({ at }) => at > since).map(({ username }) => username)];
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
    this.onProblem(text);
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

  /** A campaign to so many people was requested. */
  campaigned(account: number, people: number): void {
    this.#recipients.set(account, this.recipients(account) + people);
  }

  /** How many recipients the campaigns of an account have, if all commands succeeded. */
  recipients(account: number): number {
    return this.#recipients.get(account) ?? 0;
  }

  /** §8: requests with one key in calm times, each with its begin, end and response. */
  checkRate(account: number, limit: number, requests: readonly Limited[]): void {
    if (this.countsTogether && this.clockError > 0) {
      // Each server counts by its own clock, so a limit is only as exact as the clocks.
      return;
    }
    const admitted = requests.filter(({ reply }) => reply.status !== 429);
    for (const { begun } of admitted) {
      const count = admitted.filter((one) => one.begun >= begun && one.ended < begun + MINUTE - SECOND).length;
      if (count > limit) {
        this.problem(`rate: account ${account} made ${count} requests in a minute with a key for ${limit}`);
      }
    }
    for (const { reply } of requests.filter((one) => one.reply.status === 429)) {
      const seconds = Number(reply.headers['retry-after']);
      // Servers that count together do so in tenths of a second, and round up.
      if (!(seconds >= 1 && seconds <= (this.countsTogether ? 61 : 60))) {
        this.problem(`rate: account ${account} got 429 with Retry-After ${reply.headers['retry-after']}`);
      }
    }
    if (requests.some(({ isRetry, reply }) => isRetry && reply.status === 429)) {
      this.problem(`rate: account ${account} was refused again after Retry-After`);
    }
    if (requests.some(({ reply }) => Number(reply.headers['x-ratelimit-limit']) !== limit)) {
      this.problem(`rate: account ${account} got another X-RateLimit-Limit than ${limit}`);
    }
  }

  /** §2.1: a cursor list shows no record twice, and everything that was in it the whole time. */
  listed(
    account: number,
    list: string,
    records: readonly { id?: number; phone: string; channel?: string }[],
    { begun, ended }: { begun: number; ended: number },
  ): void {
    const names = records.map(({ id, phone, channel }) => `${id ?? channel ?? ''} ${phone}`);
    const twice = names.find((name, index) => names.indexOf(name) !== index);
    if (twice !== undefined) {
      this.problem(`lists: ${list} of account ${account} show ${twice} twice`);
    }
    const phones = new Set(records.map(({ phone }) => phone));
    for (const key of this.#lists.keys()) {
      const [owner, name, person] = key.split(' ') as [string, string, string];
      const isOurs = Number(owner) === account && name === list;
      if (isOurs && this.wasOn(account, list, person, begun, ended) && !phones.has(person)) {
        this.problem(`lists: ${list} of account ${account} leave out ${person}`);
      }
    }
  }

  /** §4.7, §5.7: a history shows each message once, and none of a test key or of another account. */
  readHistory(account: number, messages: readonly { id: string }[]): void {
    const ids = messages.map(({ id }) => id);
    const foreign = new Set(
      this.outbound.filter((one) => one.isTest || one.account !== account).flatMap((one) => [...one.ids]),
    );
    const wrong = ids.find((id, index) => ids.indexOf(id) !== index || foreign.has(id));
    if (wrong !== undefined) {
      this.problem(`lists: a history of account ${account} shows ${wrong} twice, or should not show it`);
    }
  }

  /** The operator begins to switch the connection of a channel on or off. Until it is done, both are possible. */
  switches(account: number, channel: string): void {
    this.#connections.set(`${account} ${channel}`, { isOn: undefined, since: 0 });
  }

  /** The connection of a channel is certainly on or off. */
  switched(account: number, channel: string, isOn: boolean, at: number): void {
    this.#connections.set(`${account} ${channel}`, { isOn, since: at });
  }

  sends(account: number, send: Omit<Send, 'ids' | 'at' | 'account'>, at: number): Send {
    const entry = { ...send, account, at, ids: new Set<string>() };
    this.outbound.push(entry);
    return entry;
  }

  /**
   * Checks that one idempotency key leads to one message (§4.2, §8).
   *
   * @param answeredAt when the response arrived, perhaps to a retry long after the send began
   */
  accepted(send: Send, reply: Reply | undefined, answeredAt: number): void {
    if (reply === undefined) {
      return;
    }
    if (reply.status === 202) {
      const { status, test } = reply.body.data;
      // §2.2, §5.7
      const isMarked = test === true && reply.headers['x-service-mode'] === 'test' && status === 'sent';
      if (send.isTest ? !isMarked : test === true || status !== 'queued') {
        this.problem(`test: ${send.token}${send.isTest ? ' of a test key' : ''} was answered with ${status}, ${test}`);
      }
      send.ids.add(String(reply.body.data.id));
      if (send.ids.size > 1) {
        this.problem(`idempotency: ${send.token} got two IDs for one key: ${[...send.ids].join(', ')}`);
      }
      this.#judgeAccepted(send, answeredAt);
    } else {
      this.#judgeRefused(send, reply.body.error?.code ?? String(reply.status), answeredAt);
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
      ({ event }) =>
        (externalId !== undefined && event.data.message?.external_id === externalId) || textOf(event) === text,
    );
  }

  #judgeAccepted(send: Send, answeredAt: number): void {
    const { token, account, to, kind, at } = send;
    const connection = this.#connections.get(`${account} ${send.channel}`);
    if (connection?.isOn === false && connection.since < at) {
      this.problem(`connection: ${token} was accepted though ${send.channel} of account ${account} was switched off`);
    }
    // §5.7: a test key skips the window check.
    if (kind === 'text' && !send.isTest) {
      // §1: free-form messages are allowed only within 24 hours of the customer's last inbound message.
      const last = this.#lastInbound(send, false);
      if (last === undefined || at - last > DAY + this.slack) {
        this.problem(
          `window: ${token} was accepted though person ${to} ${last === undefined ? 'never wrote' : `last wrote ${(at - last) / DAY} days ago`}`,
        );
      }
    }
    if (kind === 'marketing' && this.wasOn(account, 'opt-outs', to, at, answeredAt)) {
      this.problem(`opt-out: ${token} is marketing and was accepted for ${to}, who has opted out`);
    }
    if (this.wasOn(account, 'blocked-numbers', to, at, answeredAt)) {
      this.problem(`block: ${token} was accepted for ${to}, who is blocked`);
    }
  }

  #judgeRefused(send: Send, code: string, answeredAt: number): void {
    const { token, at } = send;
    const isOpen = () => {
      const last = this.#lastInbound(send, true);
      return last !== undefined && answeredAt - last < DAY - this.slack;
    };
    if (code.startsWith('WINDOW_') && send.kind === 'text' && (send.isTest || isOpen())) {
      this.problem(
        `window: ${token} was refused with ${code} though ${send.isTest ? 'a test key has no window' : 'the window was open'}`,
      );
    }
    const connection = this.#connections.get(`${send.account} ${send.channel}`);
    const mayBeOff = connection && (connection.isOn !== true || connection.since >= at);
    const expected = [
      ...(mayBeOff ? ['CHANNEL_NOT_CONNECTED'] : []),
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

  /** Whether a person was certainly on a list during this whole time. */
  wasOn(account: number, list: string, person: string, from: number, to: number): boolean {
    const known = this.#lists.get(`${account} ${list} ${person}`) ?? [];
    return known.some(({ isIn, since, until }) => isIn === true && since < from && to < until);
  }

  /** A change of a list begins. Returns its number, for `changedList`. */
  changesList(account: number, list: string, person: string, at: number): number {
    return this.#remember(`${account} ${list} ${person}`, undefined, at);
  }

  #remember(key: string, isIn: boolean | undefined, at: number): number {
    const known = this.#lists.get(key) ?? [];
    this.#lists.set(key, known);
    const last = known.at(-1);
    if (last) {
      last.until = at;
    }
    return known.push({ isIn, since: at, until: Number.POSITIVE_INFINITY });
  }

  /**
   * A change of a list has ended. Nothing is certain if another one has begun meanwhile.
   *
   * @param isIn undefined if the change may or may not have taken place
   */
  changedList(
    key: { account: number; list: string; person: string },
    change: number,
    isIn: boolean | undefined,
    at: number,
  ): void {
    const name = `${key.account} ${key.list} ${key.person}`;
    if (this.#lists.get(name)?.length === change) {
      this.#remember(name, isIn, at);
    }
  }

  customerWrote(message: Omit<Inbound, 'isAccepted' | 'externalId' | 'knownAt'>): Inbound {
    const entry = { ...message, isAccepted: false, externalId: undefined, knownAt: undefined };
    this.inbound.push(entry);
    return entry;
  }

  /** A customer pressed the opt-out button: they are on the list as soon as the event of the press is known (§2.10). */
  pressedOptOut(message: Inbound): void {
    const key = { account: message.account, list: 'opt-outs', person: message.person };
    const change = this.changesList(key.account, key.list, key.person, message.at);
    this.#onKnown.set(message, () => this.changedList(key, change, true, message.knownAt as number));
  }

  /** Returns the user ID that an event has shown together with this phone number. It names the same person (§1). */
  userIdOf(account: number, phone: string): string | undefined {
    return this.#userIds.get(`${account} ${phone}`);
  }

  /** Records an event that the event stream of an account sent. */
  tailed(account: number, event: Event, at: number): void {
    const { phone, user_id } = event.data.message?.from ?? {};
    if (phone && user_id) {
      this.#userIds.set(`${account} ${phone}`, user_id);
    }
    const text = textOf(event);
    const message = this.inbound.find((one) => one.text === text);
    if (message && message.knownAt === undefined) {
      message.knownAt = at;
      this.#onKnown.get(message)?.();
    }
    this.streams.set(account, [...(this.streams.get(account) ?? []), event]);
  }

  /** Records a delivery that reached the receiver of an account (§6). @param isGenuine whether its signature is right */
  delivered(account: number, isGenuine: boolean, event: Json, isAcknowledged: boolean): void {
    if (!isGenuine) {
      this.problem(
        `signature: the signature of the delivery ${event.id} to account ${account} does not match the body`,
      );
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

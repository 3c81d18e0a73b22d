import { operationFor } from '@wigwag/openapi';
import { responseFaults } from '../../../server/testing/response-check.ts';
import { Lists } from './lists.ts';
import { Names } from './names.ts';
import { Pages } from './pages.ts';
import { DeliveryProgress } from './progress.ts';
import {
  type ApiReply,
  type ApiSend,
  contentOf,
  type DeliveryBody,
  type DeliveryRecord,
  type EventRecord,
  type InboundRecord,
  textOf,
} from './records.ts';

const SECOND = 1_000_000;
/** Close to the end of a window, either response is correct, because clocks differ. */
const SLACK = 60 * SECOND;
/** The longest time for a response while the server runs and the network works, whatever the database does. */
const LONGEST_RESPONSE = 20 * SECOND;

/**
 * Records what is visible outside the servers: requests and responses, messages that the provider accepted, and reported
 * events. Adds a problem to `problems` as soon as it is certain.
 */
export class Ledger {
  readonly problems: string[] = [];
  readonly lists = new Lists();
  readonly names = new Names();
  readonly progress = new DeliveryProgress();
  readonly pages = new Pages((text) => this.problem(text));
  readonly outbound: ApiSend[] = [];
  readonly inbound: InboundRecord[] = [];
  /** The events of each account that reached its receiver, by ID, and whether the receiver ever acknowledged them. */
  readonly deliveries = new Map<number, Map<string, DeliveryRecord>>();
  /** The events of each account in the order in which a client of the event stream got them. */
  readonly streams = new Map<number, EventRecord[]>();
  /** When agents took conversations over, between request and response. */
  readonly takeovers: { account: number; phone: string; begun: number; at: number }[] = [];
  readonly #open = new Map<symbol, string>();
  /** Sends that got no response only because servers stopped gracefully. */
  readonly unansweredAtStop: ApiSend[] = [];
  readonly #recipients = new Map<number, number>();
  readonly #onKnown = new Map<InboundRecord, () => void>();
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
  /** When the secret key was last changed. Earlier signatures are no longer valid. */
  keyChangedAt = 0;
  isChangingKey = false;
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
    reply: ApiReply,
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
    const isOfProvider = ['PROVIDER_UNAVAILABLE', 'MEDIA_UPLOAD_FAILED'].includes(reply.body.error?.code ?? '');
    if (isCalm && reply.status >= 500 && !(path === '/media' && isOfProvider)) {
      this.problem(`refused: ${method} ${path} of account ${account} got ${reply.status} though nothing was wrong`);
    }
    // An upload waits for the provider.
    if (isServed && took > LONGEST_RESPONSE && path !== '/media') {
      this.problem(`stuck: ${method} ${path} of account ${account} got a response after ${took / SECOND} s`);
    }
  }

  unanswered(account: number, method: string, path: string, error: Error, isServed: boolean): void {
    this.requests += 1;
    if (isServed && path !== '/media') {
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
    const phones = new Set(records.map(({ phone }) => this.names.personOf(phone)));
    for (const person of this.lists.peopleOf(account, list)) {
      if (this.lists.wasOn(account, list, person, begun, ended) && !phones.has(person)) {
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

  /** Whether the connection of a channel is on, and since when. Undefined if it was never switched. */
  connectionOf(account: number, channel: string): { isOn: boolean | undefined; since: number } | undefined {
    return this.#connections.get(`${account} ${channel}`);
  }

  sends(account: number, send: Omit<ApiSend, 'ids' | 'at' | 'account'>, at: number): ApiSend {
    const entry = { ...send, account, at, ids: new Set<string>() };
    this.outbound.push(entry);
    return entry;
  }

  customerWrote(message: Omit<InboundRecord, 'isAccepted' | 'externalId' | 'knownAt'>): InboundRecord {
    const entry = { ...message, isAccepted: false, externalId: undefined, knownAt: undefined };
    this.inbound.push(entry);
    return entry;
  }

  /** A customer pressed the opt-out button: they are on the list as soon as the event of the press is known (§2.10). */
  pressedOptOut(message: InboundRecord): void {
    const key = { account: message.account, list: 'opt-outs', person: message.person };
    const change = this.lists.changes(key.account, key.list, key.person, message.at);
    this.#onKnown.set(message, () => this.lists.changed(key, change, true, message.knownAt as number));
  }

  /** Returns the user ID that an event has shown together with this phone number. It names the same person (§1). */
  userIdOf(account: number, phone: string): string | undefined {
    return this.#userIds.get(`${account} ${phone}`);
  }

  /** Records an event that the event stream of an account sent. */
  tailed(account: number, event: EventRecord, at: number): void {
    const { phone, user_id } = event.data.message?.from ?? {};
    if (phone && user_id) {
      this.#userIds.set(`${account} ${this.names.personOf(phone)}`, user_id);
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
  delivered(account: number, isGenuine: boolean, event: DeliveryBody, isAcknowledged: boolean): void {
    if (!isGenuine) {
      this.problem(
        `signature: the signature of the delivery ${event.id} to account ${account} does not match the body`,
      );
      return;
    }
    const known = this.deliveries.get(account) ?? new Map<string, DeliveryRecord>();
    this.deliveries.set(account, known);
    const before = known.get(event.id);
    // An erasure also redacts the events that wait for their next attempt.
    const isRedacted = JSON.stringify(event.data).includes('"erased_');
    if (before && !isRedacted && contentOf(before.event.data) !== contentOf(event.data)) {
      this.problem(`events: the delivery ${event.id} changed between attempts`);
    }
    known.set(event.id, {
      event,
      attempts: event.attempt,
      isAcknowledged: isAcknowledged || before?.isAcknowledged === true,
    });
  }
}

import type { HttpHandler } from 'msw';
import type { CallbackAttempt } from './callbacks/callbacks.ts';
import type { Example } from './callbacks/examples.ts';
import type { Inbound } from './callbacks/inbound.ts';
import type { FieldReport } from './callbacks/report-field.ts';
import type { Chat } from './control/chats.ts';
import type { MockState } from './control/summary.ts';
import type { FaultInjector } from './faults/faults.ts';
import type { FlowAnswer, FlowExchange } from './flows/data-exchange.ts';
import type { PersonCall } from './numbers/person-calls.ts';
import type { MockProxy, ProxyOptions } from './proxy/proxy.ts';
import type { ListenOptions } from './serve.ts';
import type { BusinessOptions } from './world/businesses.ts';
import type { KnownContact } from './world/people.ts';
import type { ChangeableOptions, Limits } from './world/settings.ts';
import type { Signal } from './world/signals.ts';
import type { Channel, Contact, Credentials, Json, Read, Send, Template } from './world/state.ts';

export interface MockProvider {
  /** For `setupServer(...mock.handlers)`. */
  readonly handlers: HttpHandler[];
  /** The credentials of the demo business. */
  readonly credentials: Credentials;
  readonly faults: Pick<FaultInjector, 'next' | 'plan' | 'list' | 'clear'>;
  listen(options?: ListenOptions): Promise<{ url: string; close(): Promise<void> }>;
  /** Starts a forward proxy that answers for Meta's hosts, for clients with `graph.facebook.com` built in. */
  listenAsProxy(options?: ProxyOptions): Promise<MockProxy>;
  /** Restores the initial state, except the callback URL. */
  reset(): void;
  addBusiness(options?: BusinessOptions): Credentials;
  /** Removes a business with its numbers, pages and accounts. Their sends and callbacks stay in the lists. */
  removeBusiness(business: { access_token: string }): void;
  addNumber(
    business: Credentials,
    options?: { name?: string; display_phone_number?: string; id?: string },
  ): { phone_number_id: string; waba_id: string };
  addPage(business: Credentials, options?: { name?: string; id?: string }): { page_id: string };
  addInstagramAccount(
    business: Credentials,
    options?: { name?: string; username?: string; id?: string },
  ): { account_id: string };
  setCallbackUrl(url: string | undefined): void;
  /** Performs the handshake: requests that the callback URL echo a challenge. */
  verifyCallback(): Promise<{ verified: boolean; status_code: number | null; error?: string }>;
  /** Receives a customer's message. */
  receive(inbound: Inbound): Promise<{ external_id: string }>;
  /**
   * Sends what Meta reports in a field of its webhooks, and changes the mock's state accordingly. Without `value`, sends
   * the first example of the field.
   *
   * @default business_id: the number of the demo business
   */
  report(what: Omit<FieldReport, 'business_id'> & { business_id?: string }): Promise<CallbackAttempt | undefined>;
  /** An example of each kind that `receive` and `report` send, apart from the usual messages. */
  examples(): Example[];
  /** Opens the window without a message. */
  openWindow(business_id: string, user: string, at?: number): void;
  setContact(input: { business_id?: string; id: string } & Contact): void;
  /** The people whom a WhatsApp number knows. `wa_id` is missing if callbacks have no number. */
  contacts(business_id: string): KnownContact[];
  /** The people of each number, page and account, with their messages in both directions. */
  chats(): Chat[];
  /** Whether `advance` can move the clock. */
  readonly clockIsManual: boolean;
  /** Returns accepted sends, oldest first. `business_id` limits them to phone numbers, pages or Instagram accounts. */
  sends(filter?: { business_id?: string | readonly string[] }): Send[];
  /** Messages marked as read, and uses of `sender_action`. */
  reads(filter?: { business_id?: string }): Read[];
  /** Read receipts and typing indicators in the same form on all channels, oldest first. */
  signals(filter?: { business_id?: string }): Signal[];
  /** Posts your entries, signed like any other callback. */
  postCallback(input: { channel: Channel; business_id: string; entries: Json[] }): Promise<CallbackAttempt | undefined>;
  /** The last thousand callback attempts, oldest first. */
  callbacks(filter?: { business_id?: string }): CallbackAttempt[];
  /** The last attempt of each callback that the app never accepted with status 200. */
  unhandledCallbacks(): CallbackAttempt[];
  /** Plays a person's side of a WhatsApp call. The app gets the callbacks of the field `calls`. */
  call(what: PersonCall): Promise<{ call_id?: string }>;
  /** Sends an encrypted request to the endpoint of a flow, as a person's device does, and decrypts the response. */
  exchangeFlowData(what: FlowExchange): Promise<FlowAnswer>;
  setTemplate(waba_id: string, template: Json): Template;
  templates(waba_id: string): Template[];
  setLimits(limits: Partial<Limits>): Limits;
  /** Changes options until the next reset. Returns the current options. */
  setOptions(options: ChangeableOptions): ChangeableOptions;
  /** Makes the token fail with error 190. @default subcode 463, expired */
  expireToken(access_token: string, subcode?: number): void;
  /** A summary for people. */
  state(): MockState;
  /** ISO 8601. */
  now(): string;
  /**
   * Advances a manual clock and runs tasks as they become due. In-flight work gets one second of real time before each
   * move.
   *
   * @throws if the clock is real
   */
  advance(seconds: number): Promise<void>;
  /** Whether no request or callback is in flight and nothing is due now. */
  idle(): boolean;
  whenIdle(): Promise<void>;
}

import type { HttpHandler } from 'msw';
import type { CallbackAttempt } from './callbacks/callbacks.ts';
import type { Inbound } from './callbacks/inbound.ts';
import type { MockState } from './control/summary.ts';
import type { Faults } from './faults/faults.ts';
import type { ListenOptions } from './serve.ts';
import type { BusinessOptions } from './world/businesses.ts';
import type { ChangeableOptions, Limits } from './world/settings.ts';
import type { Channel, Contact, Credentials, Json, Read, Send, Template } from './world/state.ts';

export interface MockProvider {
  /** For `setupServer(...mock.handlers)`. */
  readonly handlers: HttpHandler[];
  /** Of the demo business. */
  readonly credentials: Credentials;
  readonly faults: Pick<Faults, 'next' | 'plan' | 'list' | 'clear'>;
  listen(options?: ListenOptions): Promise<{ url: string; close(): Promise<void> }>;
  /** Back to the start; the callback URL stays. */
  reset(): void;
  addBusiness(options?: BusinessOptions): Credentials;
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
  /** The handshake: asks the callback URL to echo a challenge. */
  verifyCallback(): Promise<{ verified: boolean; status_code: number | null; error?: string }>;
  /** A customer writes. */
  receive(inbound: Inbound): Promise<{ external_id: string }>;
  /** Opens the window without a message. */
  openWindow(business_id: string, user: string, at?: number): void;
  setContact(input: { business_id?: string; id: string } & Contact): void;
  /** Accepted sends, oldest first. */
  sends(filter?: { business_id?: string }): Send[];
  /** Messages marked as read, and what was done with `sender_action`. */
  reads(filter?: { business_id?: string }): Read[];
  /** Posts entries of your own, signed like any other callback. */
  postCallback(input: { channel: Channel; business_id: string; entries: Json[] }): Promise<CallbackAttempt | undefined>;
  /** Callback attempts, oldest first; the last thousand are kept. */
  callbacks(filter?: { business_id?: string }): CallbackAttempt[];
  setTemplate(waba_id: string, template: Json): Template;
  templates(waba_id: string): Template[];
  setLimits(limits: Partial<Limits>): Limits;
  /** Changes options while the mock runs, until a reset; gives those in force. */
  setOptions(options: ChangeableOptions): ChangeableOptions;
  /** From now on the token answers 190. @default subcode 463, expired */
  expireToken(access_token: string, subcode?: number): void;
  /** A summary for people. */
  state(): MockState;
  /** ISO 8601. */
  now(): string;
  /**
   * Moves a manual clock, running what falls due on the way. What is under way gets a second of real time before each
   * move. @throws when the clock is real
   */
  advance(seconds: number): Promise<void>;
  /** No request being answered, no callback in flight, nothing due now. */
  idle(): boolean;
  whenIdle(): Promise<void>;
}

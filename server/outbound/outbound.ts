import { type Dispatcher, request as send } from 'undici';
import type { Config } from '../config/config.ts';
import type { Clock } from '../engine/clock.ts';
import { createGuardedAgent } from './agent.ts';
import { createBrokers } from './brokers/brokers.ts';
import { type FileOutcome, openFile } from './file.ts';
import { callIdentityProvider, type IdentityRequest } from './identity-provider.ts';
import { createMediaUrlCheck, type MediaUrlAnswer } from './media-url.ts';
import { postWebhook, type WebhookAnswer, type WebhookPost, webhookUrlProblem } from './webhook.ts';

/** How long an installation may take to begin its response to a forwarded request, in milliseconds. */
const FORWARD_MILLISECONDS = 30_000;

/** A request to pass on. */
type ForwardedRequest = Pick<Dispatcher.RequestOptions, 'method' | 'headers' | 'body'>;

/** Calls to addresses that users provide. */
export interface Outbound {
  postWebhook(post: WebhookPost): Promise<WebhookAnswer | undefined>;
  /** Returns what is wrong with an address for events; `isKnown` is false while its host has no address. */
  checkWebhookUrl(url: string, isFirst: boolean): ReturnType<typeof webhookUrlProblem>;
  /** Opens a customer's file. Only the provider receives `token`. Never throws. */
  openFile(url: string, token?: string): Promise<FileOutcome>;
  /** Checks the address of a file. Never throws. */
  checkMediaUrl(url: string): Promise<MediaUrlAnswer>;
  /** Calls the provider of OpenID Connect. @throws if it does not respond */
  callIdentityProvider(url: string, request: IdentityRequest): Promise<Response>;
  /** Passes a request on to the installation to which its account was moved. @throws if it does not respond */
  forward(url: string, request: ForwardedRequest): Promise<Dispatcher.ResponseData>;
  /** Ends all calls, including calls to providers. Later calls fail without being sent. */
  close(): Promise<void>;
  isClosed(): boolean;
}

/**
 * @param provider used for calls to providers, including downloads of files that they store
 * @param providerOnce the same, with a new connection for each call
 */
export function createOutbound(
  config: Config,
  clock: Clock,
  provider: Dispatcher & { readonly destroyed: boolean },
  providerOnce: Dispatcher,
): Outbound {
  const { allowLoopback, proxies } = config;
  // No limit per host, because accounts with addresses on the same host would delay each other. The worker limits each
  // account.
  const guarded = createGuardedAgent({ allowLoopback, proxies });
  const guardedOnce = createGuardedAgent({ allowLoopback, proxies, keepsConnections: false });
  const checks = createGuardedAgent({ allowLoopback, proxies, connections: 16 });
  const brokers = createBrokers({ clock, allowLoopback });
  const posts = { clock, dispatcher: guarded, repeatOn: guardedOnce, allowLoopback, brokers };
  return {
    postWebhook: (post) => postWebhook(post, posts),
    checkWebhookUrl: (url, isFirst) => webhookUrlProblem({ url, isFirst }, { allowLoopback }),
    openFile: (url, token) =>
      openFile(url, token, {
        clock,
        providerOrigins: [config.graphUrl, config.instagramUrl].map((one) => new URL(one).origin),
        provider,
        guarded,
        providerOnce,
        guardedOnce,
        allowLoopback,
      }),
    checkMediaUrl: createMediaUrlCheck({ clock, dispatcher: checks, allowLoopback }),
    callIdentityProvider: (url, request) => callIdentityProvider(url, request, provider, clock),
    forward: (url, request) =>
      provider.destroyed
        ? Promise.reject(new Error('the server is stopping'))
        : send(url, { ...request, dispatcher: provider, headersTimeout: FORWARD_MILLISECONDS, bodyTimeout: 0 }),
    isClosed: () => provider.destroyed,
    async close() {
      brokers.close();
      await Promise.all([provider, providerOnce, guarded, guardedOnce, checks].map((agent) => agent.destroy()));
    },
  };
}

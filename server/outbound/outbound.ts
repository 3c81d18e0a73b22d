import type { Dispatcher } from 'undici';
import type { Clock } from '../clock.ts';
import type { Config } from '../process/config.ts';
import { createGuardedAgent } from './agent.ts';
import { type FileOutcome, openFile } from './file.ts';
import { createMediaUrlCheck, type MediaUrlAnswer } from './media-url.ts';
import { postWebhook, type WebhookAnswer, type WebhookPost, webhookUrlProblem } from './webhook.ts';

/** Calls of addresses that users give. */
export interface Outbound {
  postWebhook(post: WebhookPost): Promise<WebhookAnswer | undefined>;
  /** What is wrong with an address for events; `isKnown` is false while its host has no address at all. */
  checkWebhookUrl(url: string): ReturnType<typeof webhookUrlProblem>;
  /** Opens a file of a customer; `token` is shown to the provider alone. Never throws. */
  openFile(url: string, token?: string): Promise<FileOutcome>;
  /** What the address of a file answers; never throws. */
  checkMediaUrl(url: string): Promise<MediaUrlAnswer>;
  /** Ends every call, those of providers too; later ones fail without leaving. */
  close(): Promise<void>;
  isClosed(): boolean;
}

/** @param dispatcher makes the calls of providers, also for files that they keep */
export function createOutbound(
  config: Config,
  clock: Clock,
  dispatcher: Dispatcher & { readonly destroyed: boolean },
): Outbound {
  const { allowLoopback } = config;
  // Without a bound for each host: accounts whose addresses lie on one host would delay each other. The worker bounds each account.
  const guarded = createGuardedAgent({ allowLoopback });
  const checks = createGuardedAgent({ allowLoopback, connections: 16 });
  return {
    postWebhook: (post) => postWebhook(post, { clock, dispatcher: guarded, allowLoopback }),
    checkWebhookUrl: (url) => webhookUrlProblem(url, { allowLoopback }),
    openFile: (url, token) =>
      openFile(url, token, {
        clock,
        providerOrigins: [config.graphUrl, config.instagramUrl].map((one) => new URL(one).origin),
        provider: dispatcher,
        guarded,
        allowLoopback,
      }),
    checkMediaUrl: createMediaUrlCheck({ clock, dispatcher: checks, allowLoopback }),
    isClosed: () => dispatcher.destroyed,
    async close() {
      await Promise.all([dispatcher.destroy(), guarded.destroy(), checks.destroy()]);
    },
  };
}

import type { Channel } from '@wigwag/openapi';
import type { Clock } from '../clock.ts';
import type { Config } from '../process/config.ts';
import type { Metrics, ProviderApi } from '../process/metrics.ts';
import { createGraph } from '../providers/graph.ts';
import { createPageProvider } from '../providers/page/send.ts';
import type { Provider } from '../providers/provider.ts';
import { createWeb } from '../providers/web/send.ts';
import { createWhatsApp } from '../providers/whatsapp/send.ts';
import { createGuardedAgent, createProviderAgent } from './agent.ts';
import { type FileOutcome, openFile } from './file.ts';
import { createMediaUrlCheck, type MediaUrlAnswer } from './media-url.ts';
import { postWebhook, type WebhookAnswer, type WebhookPost, webhookUrlProblem } from './webhook.ts';

/** Everything that leaves this process. */
export interface Outbound {
  providers: Record<Channel, Provider>;
  postWebhook(post: WebhookPost): Promise<WebhookAnswer | undefined>;
  /** What is wrong with an address for events; `isKnown` is false while its host has no address at all. */
  checkWebhookUrl(url: string): ReturnType<typeof webhookUrlProblem>;
  /** Opens a file of a customer; `token` is shown to the provider alone. Never throws. */
  openFile(url: string, token?: string): Promise<FileOutcome>;
  /** What the address of a file answers; never throws. */
  checkMediaUrl(url: string): Promise<MediaUrlAnswer>;
  /** Ends every call; later ones fail without leaving. */
  close(): Promise<void>;
  isClosed(): boolean;
}

export function createOutbound(config: Config, clock: Clock, metrics: Metrics): Outbound {
  const dispatcher = createProviderAgent();
  const { graphVersion: version, allowLoopback } = config;
  // Without a bound for each host: accounts whose addresses lie on one host would delay each other. The worker bounds each account.
  const guarded = createGuardedAgent({ allowLoopback });
  const checks = createGuardedAgent({ allowLoopback, connections: 16 });
  const graph = (name: ProviderApi, url: string) =>
    createGraph({
      url,
      version,
      clock,
      dispatcher,
      count: (result, seconds) => metrics.countProviderCall(name, result, seconds),
    });
  const facebook = graph('facebook', config.graphUrl);
  const instagram = graph('instagram', config.instagramUrl);
  return {
    providers: {
      whatsapp: createWhatsApp(facebook),
      instagram: createPageProvider('instagram', instagram, clock),
      messenger: createPageProvider('messenger', facebook, clock),
      web: createWeb(),
    },
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
